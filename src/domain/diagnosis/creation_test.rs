//! When a refusal is what keeps a node without a pod.

use super::super::{
    code::{Blocks, Code, Severity},
    fixture_test::{World, set_event},
    verdict::State,
};

const QUOTA: &str = "Error creating: pods \"agent-x7f2q\" is forbidden: exceeded quota: q, requested: pods=1, used: pods=0, \
                     limited: pods=0";

#[test]
fn a_refused_creation_names_the_nodes_without_a_pod() {
    let mut world = World::healthy(3);
    world.remove(2);
    world.counters([2, 2, 2]);
    world
        .events
        .push(set_event("FailedCreate", QUOTA, "2026-01-01T11:59:00Z"));
    let found = world.only(Code::QuotaExceeded);
    assert_eq!((found.severity, found.blocks), (Severity::Error, Blocks::Budget));
    assert_eq!(found.places[0].node.as_deref(), Some("n2"));
    assert!(found.evidence[0].text.contains("exceeded quota: q"), "C17");
    assert_eq!(
        found.remedy.command.as_deref(),
        Some("kubectl -n fleet describe quota q")
    );
    world.none(Code::NotCreated);
    assert_eq!(world.diagnosis().verdict.state, State::Stalled);
    let row = &world.diagnosis().nodes[1];
    assert_eq!(
        (row.state.as_str(), row.codes.as_slice()),
        ("Missing", &[Code::QuotaExceeded][..])
    );
}

#[test]
fn a_refusal_that_has_passed_or_is_old_is_not_told() {
    let mut passed = World::healthy(2);
    passed
        .events
        .push(set_event("FailedCreate", QUOTA, "2026-01-01T11:59:00Z"));
    assert_eq!(passed.diagnosis().findings, [], "every node has its pod");
    passed.remove(2);
    passed.events.push(set_event(
        "SuccessfulCreate",
        "Created pod: agent-y",
        "2026-01-01T11:59:30Z",
    ));
    passed.none(Code::QuotaExceeded);
    let mut old = World::healthy(2);
    old.remove(2);
    old.events
        .push(set_event("FailedCreate", QUOTA, "2026-01-01T11:20:00Z"));
    old.none(Code::QuotaExceeded);
    let mut same_sync = World::healthy(2);
    same_sync.remove(2);
    same_sync
        .events
        .push(set_event("FailedCreate", QUOTA, "2026-01-01T11:59:00Z"));
    same_sync.events.push(set_event(
        "SuccessfulCreate",
        "Created pod: agent-y",
        "2026-01-01T11:59:01Z",
    ));
    same_sync.only(Code::QuotaExceeded);
}

#[test]
fn all_refused_from_the_start_blocks_the_rollout_even_while_the_status_is_empty() {
    let mut world = World::healthy(2);
    world.pods.clear();
    world.set["status"] = serde_json::json!({});
    world
        .events
        .push(set_event("FailedCreate", QUOTA, "2026-01-01T11:59:00Z"));
    let found = world.only(Code::QuotaExceeded);
    assert_eq!(found.blocks, Blocks::Rollout);
    let verdict = world.diagnosis().verdict;
    assert_eq!(verdict.state, State::Stalled, "C17: {verdict:?}");
    let mut snapshot = world.snapshot();
    snapshot.around.nodes = None;
    let found = super::super::diagnose(&snapshot);
    assert!(
        found.findings.iter().any(|it| it.code == Code::QuotaExceeded),
        "without rights on nodes: {found:#?}"
    );
}
