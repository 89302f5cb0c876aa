//! Nodes of which it must be known who else is there before it can be said that the new pod will fit.

use k8s_openapi::api::core::v1::Pod;

use super::{budget::Budget, fit, plan::Plan, role::Role};
use crate::domain::{daemonset::DaemonSet, diagnosis::ports::host_ports, requests};

/// The nodes on which the new pod needs more than what the old one leaves: it comes beside the old one, where there was
/// none, or it asks for more. `present` is the DaemonSet as it is, `next` as it will be.
pub fn crowded(plan: &Plan, present: &DaemonSet, next: &DaemonSet) -> Vec<String> {
    let surges = plan.budget.as_ref().is_some_and(Budget::surges);
    let more = match (fit::pod(present), fit::pod(next)) {
        (Some(old), Some(new)) => asks_more(&old, &new),
        _ => true,
    };
    let comes = |role: Role, pods: &[String]| match role {
        Role::Gains => true,
        Role::AtOnce | Role::InTurn | Role::Ending => more || surges || pods.is_empty(),
        _ => false,
    };
    let nodes = plan.nodes.iter().filter(|node| comes(node.role, &node.pods));
    nodes.map(|node| node.node.clone()).collect()
}

/// Whether one pod asks a node for something that the other does not.
fn asks_more(old: &Pod, new: &Pod) -> bool {
    let (before, after) = (requests::of_pod(old), requests::of_pod(new));
    let more = |(name, amount): (&String, &i128)| *amount > before.get(name).copied().unwrap_or_default();
    let ports = |pod: &Pod| -> Vec<String> {
        let spec = pod.spec.iter();
        spec.flat_map(|spec| host_ports(spec).iter().map(ToString::to_string).collect::<Vec<_>>())
            .collect()
    };
    let held = ports(old);
    after.iter().any(more) || ports(new).iter().any(|port| !held.contains(port))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn pod(cpu: &str, port: i64) -> Pod {
        serde_json::from_value(
            json!({"spec": {"containers": [{"name": "main", "resources": {"requests": {"cpu": cpu}},
            "ports": [{"containerPort": 80, "hostPort": port}]}]}}),
        )
        .expect("a pod")
    }

    #[test]
    fn more_is_more_of_a_resource_or_another_port() {
        assert!(!asks_more(&pod("2", 80), &pod("1000m", 80)));
        assert!(asks_more(&pod("1", 80), &pod("1001m", 80)));
        assert!(asks_more(&pod("1", 80), &pod("1", 81)));
    }
}
