//! Whole diagnoses of stuck rollouts: the first line of the findings alone must let a person act, and the verdict must agree.

use serde_json::json;

use super::{
    Diagnosis,
    code::Code,
    fixture_test::{World, pod},
    verdict::State,
};

/// The first finding, with its nodes, and the verdict.
fn first(found: &Diagnosis) -> (State, Code, Vec<&str>) {
    let Some(first) = found.findings.first() else {
        panic!("nothing found: {found:#?}")
    };
    let nodes = first.places.iter().filter_map(|place| place.node.as_deref());
    (found.verdict.state, first.code, nodes.collect())
}

fn silent(world: &mut World, node: usize) {
    world.nodes[node - 1]["status"]["conditions"] = json!([{"type": "Ready", "status": "Unknown", "reason": "NodeStatusUnknown",
        "message": "Kubelet stopped posting node status.", "lastTransitionTime": "2026-01-01T10:02:00Z"}]);
    world.nodes[node - 1]["spec"]["taints"] = json!([
        {"key": "node.kubernetes.io/unreachable", "effect": "NoSchedule"},
        {"key": "node.kubernetes.io/unreachable", "effect": "NoExecute"}]);
    world.unready(node, "2026-01-01T10:02:00Z");
}

#[test]
fn dead_nodes_with_pods_of_the_new_template() {
    let mut world = World::outdated(5);
    for node in [4, 5] {
        world.pods[node - 1] = pod(&format!("n{node}"), 2);
        silent(&mut world, node);
    }
    world.set["status"]["desiredNumberScheduled"] = 3.into();
    world.counters([0, 3, 3]);
    let found = world.diagnosis();
    assert_eq!(
        first(&found),
        (State::Stalled, Code::BudgetUsedUp, vec!["n4", "n5"]),
        "C01: {found:#?}"
    );
    assert!(
        found.findings[0]
            .remedy
            .text
            .contains("raise maxUnavailable to at least 3")
    );
    assert!(
        found.verdict.reason.contains("since 10:02 UTC"),
        "{}",
        found.verdict.reason
    );
    let rows: Vec<_> = found.nodes.iter().map(|row| (row.eligible, row.done)).collect();
    assert_eq!(rows[0], (Some(true), false));
    assert_eq!(rows[4], (Some(false), false));
}

#[test]
fn a_crash_loop_of_the_new_template() {
    let mut world = World::outdated(4);
    world.pods[1] = pod("n2", 2);
    world.state(
        2,
        "2026-01-01T11:40:00Z",
        json!({"waiting": {"reason": "CrashLoopBackOff", "message": "back-off 5m0s"}}),
    );
    let status = &mut world.pods[1]["status"]["containerStatuses"][0];
    status["restartCount"] = 6.into();
    status["lastState"] =
        json!({"terminated": {"exitCode": 2, "reason": "Error", "finishedAt": "2026-01-01T11:58:00Z"}});
    world.counters([1, 3, 3]);
    let found = world.diagnosis();
    assert_eq!(
        first(&found),
        (State::Stalled, Code::BudgetUsedUp, vec!["n2"]),
        "C02: {found:#?}"
    );
    let summary = &found.findings[0].summary;
    assert!(
        summary.contains("main") && summary.contains("3 healthy nodes wait"),
        "{summary}"
    );
    assert_eq!(found.findings[1].code, Code::CrashLoop);
    assert_eq!(found.findings[0].remedy, found.findings[1].remedy);
    let row = &found.nodes[1];
    assert_eq!(row.state, "CrashLoopBackOff");
    assert_eq!(row.why, found.findings[1].summary);
    assert_eq!(row.codes, [Code::BudgetUsedUp, Code::CrashLoop]);
}

#[test]
fn an_old_pod_that_never_ends_on_a_silent_node() {
    let mut world = World::outdated(3);
    silent(&mut world, 2);
    world.terminate(2, "2026-01-01T11:19:30Z");
    world.set["status"]["desiredNumberScheduled"] = 2.into();
    world.counters([0, 2, 2]);
    let found = world.diagnosis();
    assert_eq!(
        first(&found),
        (State::Stalled, Code::BudgetUsedUp, vec!["n2"]),
        "C07: {found:#?}"
    );
    let first = &found.findings[0];
    assert!(
        first.summary.contains("terminating past its grace period"),
        "{}",
        first.summary
    );
    assert!(
        first.remedy.text.contains("raise maxUnavailable to at least 2"),
        "{}",
        first.remedy.text
    );
    assert_eq!(found.nodes[1].state, "Terminating");
}

#[test]
fn the_last_pod_cannot_pull_its_image() {
    let mut world = World::healthy(3);
    let message = "Back-off pulling image \"agent:2\": ErrImagePull: agent:2: not found";
    world.state(
        3,
        "2026-01-01T11:40:00Z",
        json!({"waiting": {"reason": "ImagePullBackOff", "message": message}}),
    );
    world.counters([3, 2, 2]);
    let found = world.diagnosis();
    assert_eq!(
        first(&found),
        (State::Stalled, Code::ImageNotFound, vec!["n3"]),
        "{found:#?}"
    );
    assert!(found.verdict.reason.starts_with("n3 ("), "{}", found.verdict.reason);
}

#[test]
fn a_second_update_over_a_bad_one_replaces_the_unwell_at_once() {
    let mut world = World::outdated(4);
    for node in [1, 2, 3] {
        world.state(
            node,
            "2026-01-01T11:40:00Z",
            json!({"waiting": {"reason": "CrashLoopBackOff"}}),
        );
    }
    world.counters([0, 1, 1]);
    assert_eq!(world.diagnosis().verdict.state, State::Progressing, "C10, B-22");
}

#[test]
fn a_pod_that_leaves_still_counts_and_is_waited_for() {
    let mut world = World::healthy(2);
    world.terminate(2, "2026-01-01T12:00:20Z");
    let found = world.diagnosis();
    assert_eq!(found.verdict.state, State::Waiting, "S9: {found:#?}");
    assert_eq!(
        found.verdict.ends.map(|it| it.to_string()).as_deref(),
        Some("2026-01-01T12:00:20Z")
    );
}

#[test]
fn under_on_delete_a_pod_on_a_node_that_is_not_meant_is_not_waited_for() {
    let mut world = World::healthy(2);
    world.set["spec"]["updateStrategy"] = json!({"type": "OnDelete"});
    world.pods[1] = pod("n2", 1);
    world.taint(2, "dedicated:NoSchedule");
    world.set["status"]["desiredNumberScheduled"] = 1.into();
    world.counters([1, 1, 1]);
    assert_eq!(world.diagnosis().verdict.state, State::Done);
}

#[test]
fn a_big_cluster_has_a_row_for_every_node() {
    let mut world = World::outdated(2000);
    for number in 0..1000 {
        world.pods[number]["spec"]["containers"][0]["image"] = "agent:1".into();
        world.pods[number]["metadata"]["labels"]["controller-revision-hash"] = "new".into();
    }
    let snapshot = world.snapshot();
    let found = super::diagnose(&snapshot);
    assert_eq!(found.nodes.len(), 2000);
}
