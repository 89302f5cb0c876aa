//! Pods where none should be, and how much that matters.

use serde_json::json;

use super::super::{
    code::{Code, Severity},
    fixture_test::{World, pod},
};

#[test]
fn a_pod_on_a_tainted_node_stays_until_the_rollout_takes_it() {
    let mut world = World::healthy(3);
    world.taint(3, "dedicated:NoSchedule");
    world.set["status"]["desiredNumberScheduled"] = 2.into();
    let found = world.only(Code::Misscheduled);
    assert_eq!(found.severity, Severity::Info);
    let summary = "runs on nodes that have taint dedicated:NoSchedule: the next rollout removes the pod for good";
    assert_eq!(found.summary, summary, "C20");
    assert_eq!(
        found.remedy.command.as_deref(),
        Some("kubectl taint node n3 dedicated:NoSchedule-")
    );
    world.pods[2] = pod("n3", 1);
    let found = world.only(Code::Misscheduled);
    assert_eq!(found.severity, Severity::Warning, "B-26");
    assert!(found.summary.ends_with("this rollout removes the pod for good"));
    world.set["spec"]["updateStrategy"] = json!({"type": "OnDelete"});
    assert!(
        world
            .only(Code::Misscheduled)
            .summary
            .ends_with("not made again once it is deleted")
    );
}

#[test]
fn a_node_that_leaves_or_is_unwell_is_not_misscheduled() {
    let mut world = World::healthy(2);
    world.taint(2, "ToBeDeletedByClusterAutoscaler:NoSchedule");
    let found = world.only(Code::Misscheduled);
    assert!(found.summary.ends_with("the node is leaving, and its pod with it"));
    assert_eq!(found.severity, Severity::Info);
    world.taint(2, "node.kubernetes.io/not-ready:NoSchedule");
    world.none(Code::Misscheduled);
    world.taint(2, "node.kubernetes.io/unschedulable:NoSchedule");
    world.none(Code::Misscheduled);
    world.taint(2, "dedicated:NoExecute");
    assert!(
        world
            .only(Code::Misscheduled)
            .summary
            .ends_with("the pod is deleted at once")
    );
}

#[test]
fn more_pods_than_one_are_excess_but_for_a_surge() {
    let mut world = World::healthy(2);
    let mut second = pod("n1", 2);
    second["metadata"]["name"] = "agent-second".into();
    world.pods.push(second);
    let found = world.only(Code::ExcessPods);
    assert_eq!((found.severity, found.places.len()), (Severity::Warning, 2));
    world.pods[2]["metadata"]["creationTimestamp"] = "2026-01-01T11:59:50Z".into();
    assert_eq!(
        world.only(Code::ExcessPods).severity,
        Severity::Info,
        "the controller is about to delete it"
    );
    world.pods[0] = pod("n1", 1);
    world.limits(0, 1);
    world.none(Code::ExcessPods);
}

#[test]
fn no_eligible_node_is_told_with_the_reasons() {
    let mut world = World::healthy(3);
    world.pods.clear();
    world.set["status"]["desiredNumberScheduled"] = 0.into();
    world.counters([0, 0, 0]);
    world.set["spec"]["template"]["spec"]["nodeSelector"] = json!({"accelerator": "none-such"});
    world.nodes[2]["metadata"]["labels"]["accelerator"] = "none-such".into();
    world.taint(3, "dedicated:NoSchedule");
    let found = world.finding();
    assert_eq!((found.code, found.severity), (Code::NoEligibleNode, Severity::Info));
    let summary = "0 of 3 nodes eligible (2 miss label accelerator=none-such, 1 have taint dedicated:NoSchedule)";
    assert_eq!(found.summary, summary, "C12");
}
