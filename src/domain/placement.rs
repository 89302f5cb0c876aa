//! Node by node: should a DaemonSet run a pod there, may one stay, and why not (semantics A.1 to A.3). Not here: whether
//! the scheduler and the kubelet take the pod (A.8).

use std::fmt;

use k8s_openapi::api::core::v1::Node;
use serde::Serialize;
use serde_json::Value;

use super::{
    daemonset::DaemonSet,
    json,
    node_terms::{self, Label, Term},
    toleration::{self, Untolerated},
};

/// What the controller decides for one node (semantics A-1).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Placement {
    /// A pod is made where there is none.
    pub runs: bool,
    /// A pod that is there may stay.
    pub stays: bool,
    /// Why no pod is made there: the first check that fails, which decides.
    pub reason: Option<Reason>,
    /// What else would keep pods away, if that first reason were gone.
    pub also: Vec<Reason>,
}

/// Why a DaemonSet wants no pod on a node.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", content = "details", rename_all = "kebab-case")]
pub enum Reason {
    /// The template names another node.
    NodeName(String),
    /// Labels of the node selector that the node does not have.
    NodeSelector(Vec<Label>),
    /// No term of the required node affinity matches; none at all where it has no terms (C56).
    NodeAffinity(Vec<Term>),
    /// Taints that are not tolerated.
    Taints(Vec<Untolerated>),
}

impl Reason {
    /// Whether a pod that is there may stay (semantics ).
    pub fn stays(&self) -> bool {
        matches!(self, Self::Taints(taints) if !taints.iter().any(Untolerated::evicts))
    }
}

/// Decides for one node; the first check that fails decides (semantics A-3). Only labels, name and taints count.
pub fn placement(set: &DaemonSet, node: &Node) -> Placement {
    let spec = json::at(set.template(), &["spec"]).unwrap_or(&Value::Null);
    let mut reasons = reasons(spec, node).into_iter();
    let reason = reasons.next();
    Placement {
        runs: reason.is_none(),
        stays: reason.as_ref().is_none_or(Reason::stays),
        reason,
        also: reasons.collect(),
    }
}

/// Every check of a template's spec that fails, in the controller's order.
fn reasons(spec: &Value, node: &Node) -> Vec<Reason> {
    let name = node.metadata.name.as_deref().unwrap_or_default();
    let mut reasons = Vec::new();
    let wanted = json::text(spec, &["nodeName"]);
    if !wanted.is_empty() && wanted != name {
        reasons.push(Reason::NodeName(wanted.to_owned()));
    }
    let labels = node_terms::labels(spec, node);
    if !labels.is_empty() {
        reasons.push(Reason::NodeSelector(labels));
    }
    reasons.extend(node_terms::terms(spec, node).map(Reason::NodeAffinity));
    let tainted = node.spec.as_ref().and_then(|spec| spec.taints.as_ref());
    if tainted.is_some_and(|taints| !taints.is_empty()) {
        let taints = toleration::untolerated(&toleration::of_template(spec), node);
        reasons.extend((!taints.is_empty()).then_some(Reason::Taints(taints)));
    }
    reasons
}

impl fmt::Display for Reason {
    /// In a clause: `nodeSelector tier=edge, node has tier=core`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NodeName(name) => write!(f, "the template is for node {name}"),
            Self::NodeSelector(labels) => write!(f, "nodeSelector {}", joined(labels)),
            Self::NodeAffinity(terms) if terms.is_empty() => {
                f.write_str("nodeAffinity has no terms, and so matches no node")
            }
            Self::NodeAffinity(terms) => write!(f, "nodeAffinity {}", joined(terms)),
            Self::Taints(taints) => {
                for (index, taint) in taints.iter().enumerate() {
                    write!(f, "{}taint {taint} not tolerated", if index == 0 { "" } else { "; " })?;
                    if !taint.tolerated_effects.is_empty() {
                        let effects = taint.tolerated_effects.join(", ");
                        write!(f, " (only its effect {effects} is tolerated)")?;
                    }
                }
                Ok(())
            }
        }
    }
}

fn joined<T: fmt::Display>(parts: &[T]) -> String {
    let parts: Vec<String> = parts.iter().map(ToString::to_string).collect();
    parts.join("; ")
}

#[cfg(test)]
#[path = "placement_test.rs"]
mod tests;
