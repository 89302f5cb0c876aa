//! When the controller is late, and when it is merely not there yet.

use serde_json::json;

use super::super::{
    code::{Code, Severity},
    fixture_test::{World, set_event},
    verdict::State,
};

#[test]
fn an_unseen_spec_is_alarming_only_after_its_time() {
    let mut world = World::healthy(2);
    world.set["metadata"]["generation"] = 3.into();
    let unseen = |world: &World| world.only(Code::NotObserved).severity;
    assert_eq!(unseen(&world), Severity::Info, "nobody knows since when");
    for (at, severity) in [
        ("2026-01-01T11:59:45Z", Severity::Info),
        ("2026-01-01T11:59:00Z", Severity::Warning),
        ("2026-01-01T11:50:00Z", Severity::Error),
        ("2026-01-01T12:05:00Z", Severity::Info),
    ] {
        world.changed("kubectl", at);
        assert_eq!(unseen(&world), severity, "C41 {at}");
    }
    world.changed("kubectl", "2026-01-01T11:59:00Z");
    world.events.push(set_event(
        "SuccessfulDelete",
        "Deleted pod: agent-x",
        "2026-01-01T11:59:20Z",
    ));
    assert_eq!(unseen(&world), Severity::Info, "S12: it works on it");
    assert_eq!(world.diagnosis().verdict.state, State::NotObserved);
}

#[test]
fn a_node_without_a_pod_for_minutes_shows_a_stuck_controller() {
    let mut world = World::healthy(3);
    world.remove(3);
    world.only(Code::NotCreated);
    world.none(Code::ControllerStuck);
    world.counters([2, 2, 2]);
    world.set["status"]["currentNumberScheduled"] = 2.into();
    world.set["metadata"]["resourceVersion"] = "77".into();
    let found = world.only(Code::ControllerStuck);
    assert_eq!(found.severity, Severity::Error);
    assert_eq!(found.places[0].node.as_deref(), Some("n3"), "C48");
    assert_eq!(
        found.remedy.command.as_deref(),
        Some("kubectl -n fleet annotate ds agent nudge=77 --overwrite")
    );
    assert_eq!(world.diagnosis().verdict.state, State::Stalled);
    let mut snapshot = world.snapshot();
    snapshot.around.events = None;
    let blind = super::super::diagnose(&snapshot).findings;
    assert!(
        blind[0].summary.ends_with("nobody can say whether pods are refused"),
        "{blind:#?}"
    );
    world.events.push(set_event(
        "SuccessfulDelete",
        "Deleted pod: agent-n3",
        "2026-01-01T11:59:50Z",
    ));
    world.none(Code::ControllerStuck);
    world.events.clear();
    world.nodes[2]["metadata"]["creationTimestamp"] = "2026-01-01T11:59:00Z".into();
    let found = world.only(Code::NotCreated);
    assert_eq!(found.severity, Severity::Info, "a node that has just come");
    assert_eq!(world.diagnosis().verdict.state, State::Progressing);
}

#[test]
fn a_deletion_is_told_and_one_that_lasts_needs_a_look() {
    let mut world = World::healthy(1);
    world.set["metadata"]["deletionTimestamp"] = "2026-01-01T11:59:00Z".into();
    world.set["metadata"]["finalizers"] = json!(["orphan"]);
    let found = world.finding();
    assert_eq!((found.code, found.severity), (Code::BeingDeleted, Severity::Info));
    assert!(found.remedy.text.contains("destroys the pods"), "D-16");
    world.set["metadata"]["deletionTimestamp"] = "2026-01-01T11:00:00Z".into();
    assert_eq!(world.finding().severity, Severity::Warning);
    world.set["metadata"]["finalizers"] = json!(["test/hold"]);
    assert_eq!(world.finding().summary, "is being deleted; held by finalizer test/hold");
}

#[test]
fn a_status_that_stays_behind_the_pods_is_stale() {
    let mut world = World::healthy(2);
    world.counters([2, 2, 1]);
    let found = world.only(Code::ControllerStuck);
    assert!(found.summary.contains("1 available"), "C21: {}", found.summary);
    assert_eq!(world.diagnosis().verdict.state, State::Stalled);
    world.set["spec"]["minReadySeconds"] = 3590.into();
    world.none(Code::ControllerStuck);
    world.set["spec"]["minReadySeconds"] = 0.into();
    world.set["metadata"]["managedFields"] = json!([{"manager": "kube-controller-manager", "time": "2026-01-01T11:59:59Z",
        "subresource": "status", "fieldsV1": {"f:status": {}}}]);
    world.none(Code::ControllerStuck);
}
