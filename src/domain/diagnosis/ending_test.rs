//! Terminating pods: within grace, overdue, held; on nodes that answer and on nodes that do not.

use serde_json::json;

use super::super::{
    code::{Blocks, Code, Severity},
    finding::{Finding, Heals},
    fixture_test::{World, pod, pod_event},
};

/// A world whose first pod, of the old revision, terminates until `end`.
fn terminating(end: &str) -> World {
    let mut world = World::healthy(3);
    world.pods[0] = pod("n1", 1);
    world.counters([2, 2, 2]);
    world.pods[0]["metadata"]["deletionTimestamp"] = end.into();
    world.pods[0]["metadata"]["deletionGracePeriodSeconds"] = 30.into();
    world
}

fn silent(world: &mut World) {
    let ready = json!({"type": "Ready", "status": "Unknown", "reason": "NodeStatusUnknown",
        "message": "Kubelet stopped posting node status.", "lastTransitionTime": "2026-01-01T10:02:00Z"});
    world.nodes[0]["status"]["conditions"] = json!([ready]);
}

fn found(world: &World) -> Finding {
    let findings = world.diagnosis().findings;
    let about = |it: &&Finding| it.places.iter().any(|place| place.pod.as_deref() == Some("agent-n1"));
    findings.iter().find(about).cloned().expect("a finding about the pod")
}

#[test]
fn within_grace_and_shortly_after_it_only_has_to_be_waited_for() {
    for end in ["2026-01-01T12:00:20Z", "2026-01-01T12:59:00Z", "2026-01-01T11:59:40Z"] {
        let found = found(&terminating(end));
        assert_eq!(
            (found.code, found.severity),
            (Code::Terminating, Severity::Info),
            "{end}"
        );
        assert_eq!(found.blocks, Blocks::Budget, "B-25");
    }
    let found = found(&terminating("2026-01-01T12:00:20Z"));
    assert_eq!(
        found.heals,
        Heals::Itself {
            at: "2026-01-01T12:00:20Z".parse().ok()
        }
    );
    assert_eq!(
        found.since,
        "2026-01-01T11:59:50Z".parse().ok(),
        "deletionTimestamp is the end of the grace period"
    );
}

#[test]
fn past_grace_somebody_has_to_look() {
    let found = found(&terminating("2026-01-01T11:50:00Z"));
    assert_eq!(
        (found.code, found.severity),
        (Code::TerminationOverdue, Severity::Error)
    );
    assert!(found.remedy.text.contains("two copies"), "{}", found.remedy.text);
    let mut world = terminating("2026-01-01T11:50:00Z");
    world.events = vec![pod_event(
        "n1",
        "FailedKillPod",
        "error killing pod: failed to kill container",
        "2026-01-01T11:59:00Z",
    )];
    assert!(
        self::found(&world)
            .evidence
            .iter()
            .any(|proof| proof.text.contains("failed to kill container"))
    );
}

#[test]
fn on_a_node_that_does_not_answer_it_ends_only_by_hand() {
    let mut world = terminating("2026-01-01T11:59:59Z");
    silent(&mut world);
    let over = found(&world);
    assert_eq!(
        over.code,
        Code::TerminationOverdue,
        "C07: no margin, nobody is at work there"
    );
    assert!(over.summary.contains("does not answer"), "{}", over.summary);
    assert!(
        over.evidence
            .iter()
            .any(|proof| proof.text.contains("Unknown since 2026-01-01T10:02:00Z"))
    );
    let mut world = terminating("2026-01-01T12:00:20Z");
    silent(&mut world);
    assert_eq!(
        found(&world).code,
        Code::NodeUnreachable,
        "the node is the cause while the grace period runs"
    );
}

#[test]
fn on_a_node_that_is_gone_the_garbage_collector_comes_first_and_then_force_is_safe() {
    let mut world = terminating("2026-01-01T11:58:30Z");
    world.nodes.remove(0);
    let collected = found(&world);
    assert_eq!(
        (collected.code, collected.severity),
        (Code::NodeGone, Severity::Info),
        "C25"
    );
    let mut world = terminating("2026-01-01T11:57:00Z");
    world.nodes.remove(0);
    let found = found(&world);
    assert_eq!(found.code, Code::TerminationOverdue);
    assert!(found.remedy.command.expect("a command").contains("--force"));
}

#[test]
fn a_finalizer_holds_once_the_kubelet_is_finished() {
    let mut world = terminating("2026-01-01T11:59:00Z");
    world.pods[0]["metadata"]["finalizers"] = json!(["test/wait"]);
    world.pods[0]["metadata"]["deletionGracePeriodSeconds"] = 0.into();
    let held = found(&world);
    assert_eq!((held.code, held.severity), (Code::HeldByFinalizer, Severity::Error));
    assert!(held.summary.contains("test/wait"));
    world.pods[0]["metadata"]["deletionTimestamp"] = "2026-01-01T11:59:58Z".into();
    assert_eq!(found(&world).severity, Severity::Info, "its owner gets a moment");
    let mut world = terminating("2026-01-01T12:00:10Z");
    world.pods[0]["metadata"]["finalizers"] = json!(["test/wait"]);
    assert_eq!(found(&world).code, Code::Terminating, "the containers still run");
    world.pods[0]["metadata"]["deletionTimestamp"] = "2026-01-01T11:50:00Z".into();
    assert_eq!(
        found(&world).code,
        Code::TerminationOverdue,
        "the containers still run: it is not the finalizer"
    );
}

#[test]
fn one_that_has_ended_counts_nowhere() {
    let mut world = terminating("2026-01-01T11:50:00Z");
    world.pods[0]["status"]["phase"] = "Failed".into();
    let found = found(&world);
    assert_eq!(
        (found.severity, found.blocks),
        (Severity::Warning, Blocks::Nothing),
        "A-31"
    );
}
