//! Pods on nodes that are not ready, silent or gone.

use serde_json::{Value, json};

use super::super::{
    code::{Blocks, Code, Severity},
    fixture_test::World,
};

const AT: &str = "2026-01-01T11:30:00Z";

fn sick(status: &str, message: &str) -> World {
    let mut world = World::healthy(3);
    world.unready(1, AT);
    world.counters([3, 2, 2]);
    world.nodes[0]["status"]["conditions"] = json!([{"type": "Ready", "status": status, "reason": "R",
        "message": message, "lastTransitionTime": AT}]);
    world
}

#[test]
fn a_node_that_is_not_ready_is_told_from_one_that_does_not_answer() {
    let silent = sick("Unknown", "Kubelet stopped posting node status.").finding();
    assert_eq!((silent.code, silent.severity), (Code::NodeUnreachable, Severity::Error));
    assert_eq!(silent.blocks, Blocks::Budget, "C01");
    assert_eq!(silent.since, AT.parse().ok());
    let cases = [
        (
            "container runtime network not ready: NetworkReady=false reason:NetworkPluginNotReady message:Network plugin returns error: cni plugin not initialized",
            "network plugin",
        ),
        (
            "[container runtime is down, PLEG is not healthy: pleg was last seen active 3m1s ago; threshold is 3m0s]",
            "runtime is down",
        ),
        (
            "PLEG is not healthy: pleg was last seen active 3m0.5s ago; threshold is 3m0s",
            "PLEG",
        ),
        ("node is shutting down", "shutting down"),
        ("whatever", "its node is not ready"),
    ];
    for (message, words) in cases {
        let found = sick("False", message).finding();
        assert_eq!(found.code, Code::NodeNotReady, "{message}");
        assert!(found.summary.contains(words), "{}", found.summary);
        assert!(!found.summary.contains("ago"), "no ages: {}", found.summary);
    }
}

#[test]
fn a_node_out_of_the_base_is_a_warning_and_uses_the_budget_all_the_same() {
    let mut world = sick("Unknown", "");
    world.nodes[0]["spec"]["taints"] = json!([{"key": "node.kubernetes.io/unreachable", "effect": "NoSchedule"}]);
    let found = world.finding();
    assert_eq!(
        (found.severity, found.blocks),
        (Severity::Warning, Blocks::Budget),
        "B-26, C01"
    );
}

#[test]
fn a_pod_that_is_available_says_nothing_about_its_node() {
    let mut world = sick("False", "whatever");
    world.pods = World::healthy(3).pods;
    world.counters([3, 3, 3]);
    assert_eq!(world.diagnosis().findings, []);
}

#[test]
fn a_node_that_has_just_joined_is_not_ready_at_first() {
    let mut world = sick("False", "cni plugin not initialized");
    world.nodes[0]["metadata"]["creationTimestamp"] = "2026-01-01T11:59:30Z".into();
    world.nodes[0]["status"]["conditions"][0]["lastTransitionTime"] = "2026-01-01T11:59:30Z".into();
    assert_eq!(world.finding().severity, Severity::Info);
}

#[test]
fn the_pod_that_makes_the_network_comes_before_the_network() {
    let crash = json!({"waiting": {"reason": "CrashLoopBackOff"}});
    let code = |message: &str, state: &Value| {
        let mut world = sick("False", message);
        world.state(1, AT, state.clone());
        world.finding().code
    };
    assert_eq!(code("cni plugin not initialized", &crash), Code::CrashLoop, "C53");
    assert_eq!(
        code("container runtime is down", &crash),
        Code::NodeNotReady,
        "states are stale"
    );
}

#[test]
fn a_node_that_is_gone_takes_its_pod_along() {
    let mut world = World::healthy(3);
    world.nodes.remove(0);
    let found = world.finding();
    assert_eq!(
        (found.code, found.severity),
        (Code::NodeGone, Severity::Info),
        "A-48, C25"
    );
    let mut snapshot = World::healthy(1).snapshot();
    snapshot.around.nodes = None;
    assert_eq!(
        super::super::diagnose(&snapshot).findings,
        [],
        "nodes that may not be read are not gone"
    );
}
