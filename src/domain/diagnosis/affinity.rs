//! Pod affinity and anti-affinity on the pod's own node. Only what one node alone decides is re-derived: terms whose
//! topology is the node. For zones and wider the scheduler's words are taken (`objections`).

use k8s_openapi::{
    api::core::v1::{Node, Pod, PodAffinityTerm},
    apimachinery::pkg::apis::meta::v1::LabelSelector,
};
use serde_json::Value;

use super::{
    code::{Code, Severity},
    finding::{Evidence, Finding, Heals, Remedy},
    scene::Scene,
    unscheduled::{about, leaves, object, others},
};
use crate::domain::{pod, selector, shell};

const NODE: &str = "kubernetes.io/hostname";

/// The topology spread or anti-affinity that keeps the pod from its node.
pub(super) fn find(scene: &Scene<'_>, pod: &Pod, node: &Node) -> Option<Finding> {
    spread(scene, pod, node).or_else(|| repelled(scene, pod, node))
}

/// A spread constraint over a label that the node does not have.
fn spread(scene: &Scene<'_>, pod: &Pod, node: &Node) -> Option<Finding> {
    let constraints = pod.spec.as_ref()?.topology_spread_constraints.iter().flatten();
    let has = |key: &str| {
        node.metadata
            .labels
            .as_ref()
            .is_some_and(|labels| labels.contains_key(key))
    };
    let mut hard = constraints.filter(|constraint| constraint.when_unsatisfiable == "DoNotSchedule");
    let lacking = hard.find(|constraint| !has(&constraint.topology_key))?;
    let key = &lacking.topology_key;
    let name = node.metadata.name.as_deref().unwrap_or_default();
    let summary = format!("the topology spread constraint over {key} needs nodes with that label");
    let mut found = about(scene, pod, Code::TopologySpread, summary);
    found
        .evidence
        .insert(0, Evidence::field(format!("node/{name}"), format!("no label {key}")));
    found.remedy =
        Remedy::text("label the node, or take the constraint out of the template: a DaemonSet is spread anyway")
            .command(shell::command(
                "kubectl label node {} {}",
                &[name, &format!("{key}=VALUE")],
            ));
    Some(found)
}

/// Anti-affinity of the pod against one that is there, or of one that is there against the pod.
fn repelled(scene: &Scene<'_>, pod: &Pod, node: &Node) -> Option<Finding> {
    let (others, _) = others(scene, pod, node.metadata.name.as_deref()?);
    let hit = others.into_iter().find_map(|other| {
        let against = |one: &Pod, other: &Pod| anti(one).iter().any(|term| matches(term, one, other));
        match (against(pod, other), against(other, pod)) {
            (true, _) => Some((other, true)),
            (false, true) => Some((other, false)),
            _ => None,
        }
    });
    let (other, own) = hit?;
    let namespace = other.metadata.namespace.as_deref().unwrap_or_default();
    let there = format!("{namespace}/{}", pod::name(other));
    let of_set = pod::controller(other).is_some_and(|owner| owner.uid == scene.set().uid());
    let who = match pod::controller(other) {
        _ if of_set => "the old pod on the same node".to_owned(),
        Some(owner) if owner.kind == "DaemonSet" => format!("a pod of daemonset.apps/{} in {namespace}", owner.name),
        _ => format!("pod {there}"),
    };
    let summary = match own {
        true => format!("its anti-affinity does not bear {who}"),
        false => format!("{who} has an anti-affinity that does not bear it"),
    };
    let mut found = about(scene, pod, Code::PodAffinity, summary);
    let holder = if own { object(pod) } else { format!("pod/{there}") };
    let text = format!("required podAntiAffinity over {NODE}, and pod {there} is there");
    found.evidence.insert(0, Evidence::field(holder, text));
    found.remedy = Remedy::text("move that pod away from the node, or change the anti-affinity").command(
        shell::command("kubectl -n {} get pod {} -o wide", &[namespace, pod::name(other)]),
    );
    if let Some(at) = leaves(scene, other) {
        found.severity = Severity::Info;
        found.heals = Heals::Itself { at: Some(at) };
        found.remedy = Remedy::text("wait until that pod is gone; it is terminating");
    }
    Some(found)
}

fn anti(pod: &Pod) -> &[PodAffinityTerm] {
    let affinity = pod.spec.as_ref().and_then(|spec| spec.affinity.as_ref());
    let anti = affinity.and_then(|affinity| affinity.pod_anti_affinity.as_ref());
    let terms = anti.and_then(|anti| anti.required_during_scheduling_ignored_during_execution.as_deref());
    terms.unwrap_or_default()
}

/// Whether a term of `one` is about `other` on the same node. What cannot be known, such as a selector of namespaces, counts
/// as not.
fn matches(term: &PodAffinityTerm, one: &Pod, other: &Pod) -> bool {
    if term.topology_key != NODE {
        return false;
    }
    let namespace = other.metadata.namespace.as_deref();
    let named = term.namespaces.as_deref().unwrap_or_default();
    let all = term
        .namespace_selector
        .as_ref()
        .is_some_and(|selector| *selector == LabelSelector::default());
    let same = named.is_empty() && term.namespace_selector.is_none() && namespace == one.metadata.namespace.as_deref();
    let there = all || same || named.iter().any(|name| Some(name.as_str()) == namespace);
    there
        && match term.label_selector.as_ref() {
            None => false,
            // Unlike a controller's, an empty one matches everything.
            Some(selector) if *selector == LabelSelector::default() => true,
            Some(selector) => {
                let selector = serde_json::to_value(selector).unwrap_or(Value::Null);
                selector::matches(&selector, |key| pod::label(other, key))
            }
        }
}
