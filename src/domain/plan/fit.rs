//! What the scheduler will object to for a node alone (semantics A-60): resources and host ports, beside the pods of others
//! that are known. Where those may not be read, only what the node has not at all is told.

use std::collections::BTreeMap;

use k8s_openapi::api::core::v1::Pod;
use serde_json::json;

use super::{
    objection::{Kind, Objection},
    objections::Seen,
    role::Role,
};
use crate::domain::{
    daemonset::DaemonSet,
    diagnosis::{
        code::Severity,
        fit::lacks,
        ports::host_ports,
        words::{count, pick},
    },
    pod,
};

/// A pod of the template, before any node; `None` where the template is none.
pub(super) fn pod(set: &DaemonSet) -> Option<Pod> {
    let spec = set.template().get("spec")?;
    serde_json::from_value(json!({"metadata": {"namespace": set.namespace()}, "spec": spec})).ok()
}

/// Nodes whose new pod will stay Pending, together for each reason.
pub(super) fn unschedulable(seen: &Seen<'_, '_>) -> Vec<Objection> {
    let set = seen.scene.set();
    let Some(new) = pod(set) else { return Vec::new() };
    let own = |pod: &Pod| pod::controller(pod).is_some_and(|owner| owner.uid == set.uid());
    let mut others: BTreeMap<&str, Vec<&Pod>> = BTreeMap::new();
    for other in seen.present.around.neighbours.iter().flat_map(|all| all.iter()) {
        let node = pod::node(other).filter(|_| pod::bound(other) && !pod::terminal(other) && !own(other));
        if let Some(node) = node {
            others.entry(node).or_default().push(other);
        }
    }
    let mut reasons: Vec<(String, Vec<&str>)> = Vec::new();
    for planned in seen.nodes {
        let comes = matches!(planned.role, Role::AtOnce | Role::InTurn | Role::Gains | Role::Ending);
        let Some(node) = seen.scene.node(&planned.node).filter(|_| comes) else {
            continue;
        };
        let mut beside = others.get(planned.node.as_str()).cloned().unwrap_or_default();
        let taken = port(&new, &beside);
        if seen.turns.surges() {
            let old = seen.scene.pods_on(&planned.node).iter();
            beside.extend(old.filter(|pod| pod::bound(pod) && !pod::terminal(pod)));
        }
        let Some(why) = taken.or_else(|| lacks(&new, node, &beside)) else {
            continue;
        };
        match reasons.iter_mut().find(|(known, _)| *known == why) {
            Some((_, nodes)) => nodes.push(&planned.node),
            None => reasons.push((why, vec![&planned.node])),
        }
    }
    let found = reasons.into_iter().map(|(why, nodes)| {
        let summary = format!(
            "{} will be created and stay Pending: {}{why}",
            count(nodes.len(), "pod"),
            if why.starts_with("needs") {
                pick(nodes.len(), "it ", "each ")
            } else {
                ""
            }
        );
        Objection::new(Kind::Unschedulable, Severity::Error, summary)
            .on(nodes)
            .remedy("free room on the node, or lower what the template asks for")
    });
    found.collect()
}

/// A host port that a pod of somebody else holds.
fn port(new: &Pod, others: &[&Pod]) -> Option<String> {
    let wanted = host_ports(new.spec.as_ref()?);
    others.iter().filter(|_| !wanted.is_empty()).find_map(|other| {
        let held = host_ports(other.spec.as_ref()?);
        let port = wanted
            .iter()
            .find(|port| held.iter().any(|held| held.conflicts(port)))?;
        let by = match pod::controller(other) {
            Some(owner) => format!("a pod of {} {}", owner.kind, owner.name),
            None => format!("pod {}", pod::name(other)),
        };
        let namespace = other.metadata.namespace.as_deref().unwrap_or_default();
        Some(format!("host port {port} is held by {by} in {namespace}"))
    })
}

#[cfg(test)]
#[path = "fit_test.rs"]
mod tests;
