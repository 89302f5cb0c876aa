//! What a rollout comes to, by what is left of it and what is known about that.

use serde_json::json;

use super::super::{
    code::Code,
    finding::Finding,
    fixture_test::{World, held, passes, pod},
    group::group,
    scene::Scene,
    turn::Turns,
};
use super::{State, Verdict, verdict};
use crate::domain::snapshot::Snapshot;

fn judge(snapshot: &Snapshot, findings: &[Finding]) -> Verdict {
    let scene = Scene::new(snapshot);
    verdict(&scene, &Turns::new(&scene), findings)
}

fn come_to(world: &World, findings: Vec<Finding>) -> Verdict {
    let snapshot = world.snapshot();
    judge(&snapshot, &group(findings))
}

fn check(world: &World, findings: Vec<Finding>, state: State, reason: &str) {
    let found = come_to(world, findings);
    assert_eq!((found.state, found.reason.as_str()), (state, reason));
}

#[test]
fn a_rollout_is_done_when_every_eligible_node_has_an_available_pod_of_the_template() {
    check(&World::healthy(3), vec![], State::Done, "3 nodes done");
    let mut misscheduled = World::healthy(3);
    misscheduled.taint(3, "dedicated:NoSchedule");
    misscheduled.unready(3, "2026-01-01T11:59:00Z");
    misscheduled.set["status"]["desiredNumberScheduled"] = 2.into();
    misscheduled.counters([2, 2, 2]);
    check(&misscheduled, vec![], State::Done, "2 nodes done");
    let mut joined = World::healthy(3);
    joined.remove(3);
    check(&joined, vec![], State::Progressing, "2 of 3 nodes done, 1 under way");
}

#[test]
fn what_has_no_pods_to_judge_by_is_told_first() {
    let mut world = World::healthy(2);
    world.set["metadata"]["generation"] = 3.into();
    let reason = "the controller has not looked at generation 3 yet, only at 2";
    check(&world, vec![], State::NotObserved, reason);
    let refused = held(Code::QuotaExceeded, "n1", "quota q refuses new pods");
    check(&world, vec![refused], State::Stalled, "quota q refuses new pods");
    world.set["metadata"]["deletionTimestamp"] = "2026-01-01T11:00:00Z".into();
    world.set["metadata"]["finalizers"] = json!(["orphan"]);
    check(&world, vec![], State::Deleted, "is being deleted, held by orphan");
}

#[test]
fn without_an_eligible_node_there_is_nothing_to_do() {
    let mut world = World::healthy(5);
    world.pods.clear();
    world.set["status"]["desiredNumberScheduled"] = 0.into();
    world.counters([0, 0, 0]);
    world.set["spec"]["template"]["spec"]["nodeSelector"] = json!({"accelerator": "none-such"});
    let reason = "0 of 5 nodes eligible (5 miss label accelerator=none-such)";
    check(&world, vec![], State::Idle, reason);
    world.set["status"]["observedGeneration"] = serde_json::Value::Null;
    assert_eq!(come_to(&world, vec![]).state, State::NotObserved, "C12 a");
}

#[test]
fn with_on_delete_old_pods_wait_for_somebody() {
    let mut world = World::outdated(3);
    world.set["spec"]["updateStrategy"] = json!({"type": "OnDelete"});
    world.pods[0] = pod("n1", 2);
    let reason = "strategy OnDelete: 2 pods of an earlier template stay until somebody deletes them";
    check(&world, vec![], State::Paused, reason);
    world.pods = World::healthy(3).pods;
    world.counters([3, 3, 3]);
    check(&world, vec![], State::Done, "3 nodes done");
}

#[test]
fn dead_nodes_that_use_up_the_budget_stall_it() {
    let mut world = World::outdated(5);
    for node in [4, 5] {
        world.pods[node - 1] = pod(&format!("n{node}"), 2);
        world.unready(node, "2026-01-01T10:02:00Z");
    }
    let dead = |node| Finding {
        since: Some("2026-01-01T10:02:00Z".parse().expect("a time")),
        ..held(Code::NodeUnreachable, node, "node unreachable")
    };
    let reason =
        "budget 1 (maxUnavailable) is used up by n4, n5 (node unreachable since 10:02 UTC); 3 healthy nodes wait";
    check(&world, vec![dead("n4"), dead("n5")], State::Stalled, reason);
    world.limits(3, 0);
    let reason = "0 of 5 nodes done, 3 to come, n4, n5 (node unreachable since 10:02 UTC) need somebody";
    check(&world, vec![dead("n4"), dead("n5")], State::Progressing, reason);
}

#[test]
fn old_pods_that_are_unwell_never_stall_it_but_one_that_cannot_end_does() {
    let mut world = World::outdated(3);
    world.unready(2, "2026-01-01T11:50:00Z");
    let crash = held(Code::CrashLoop, "n2", "container main: exits with 1");
    let reason = "0 of 3 nodes done, 1 under way, 2 to come";
    check(&world, vec![crash.clone()], State::Progressing, reason);
    world.terminate(2, "2026-01-01T11:20:00Z");
    let overdue = held(Code::TerminationOverdue, "n2", "termination overdue");
    let reason = "budget 1 (maxUnavailable) is used up by n2 (termination overdue); 2 healthy nodes wait";
    check(&world, vec![overdue], State::Stalled, reason);
    let within = passes(Code::Terminating, "n2", "terminating", None);
    let reason = "0 of 3 nodes done, 1 under way, 2 to come";
    check(&world, vec![within], State::Progressing, reason);
}

#[test]
fn the_last_nodes_are_waited_for_or_need_somebody() {
    let mut world = World::healthy(3);
    world.unready(2, "2026-01-01T11:59:50Z");
    world.unready(3, "2026-01-01T11:59:50Z");
    let start = |node, at| passes(Code::Starting, node, "container main starts", at);
    let both = vec![
        start("n2", Some("2026-01-01T12:00:10Z")),
        start("n3", Some("2026-01-01T12:00:20Z")),
    ];
    let found = come_to(&world, both);
    assert_eq!(found.reason, "for n2, n3 (container main starts)");
    let ends = found.ends.map(|it| it.to_string());
    assert_eq!(
        ends.as_deref(),
        Some("2026-01-01T12:00:20Z"),
        "when the last one is through"
    );
    let one = vec![
        start("n2", Some("2026-01-01T12:00:20Z")),
        passes(
            Code::MinReadySeconds,
            "n3",
            "minReadySeconds 30",
            Some("2026-01-01T12:00:30Z"),
        ),
    ];
    let found = come_to(&world, one);
    assert_eq!(found.state, State::Waiting);
    assert_eq!(
        found.reason,
        "for n2 (container main starts) and n3 (minReadySeconds 30)"
    );
    assert_eq!(
        found.ends.map(|it| it.to_string()).as_deref(),
        Some("2026-01-01T12:00:30Z")
    );
    let bad = held(Code::ImageNotFound, "n3", "image agent:2 not found");
    let reason = "for n2 (container main starts); n3 (image agent:2 not found) needs somebody";
    check(&world, vec![start("n2", None), bad.clone()], State::Waiting, reason);
    let also = held(Code::ImageNotFound, "n2", "image agent:2 not found");
    check(
        &world,
        vec![bad, also],
        State::Stalled,
        "n2, n3 (image agent:2 not found) need somebody",
    );
}

#[test]
fn a_surge_that_cannot_start_stalls_it() {
    let mut world = World::outdated(3);
    world.limits(0, 1);
    let mut second = pod("n1", 2);
    second["metadata"]["name"] = "agent-second".into();
    second["status"] = json!({"phase": "Pending"});
    world.pods.push(second);
    check(
        &world,
        vec![],
        State::Progressing,
        "0 of 3 nodes done, 1 under way, 2 to come",
    );
    let mut port = held(Code::SurgeHostPort, "n1", "host port 80 is held by the old pod");
    port.places[0].pod = Some("agent-second".into());
    let reason = "budget 1 (maxSurge) is used up by n1 (host port 80 is held by the old pod); 2 healthy nodes wait";
    check(&world, vec![port], State::Stalled, reason);
}

#[test]
fn pods_that_only_pretend_stall_it() {
    let mut world = World::healthy(3);
    world.pods[1]["spec"]["containers"][0]["image"] = "agent:1".into();
    let reason = "1 pod counts as up to date and runs another template, until somebody deletes it";
    check(&world, vec![], State::Stalled, reason);
}

#[test]
fn pods_go_before_counters_and_counters_help_where_pods_or_nodes_may_not_be_read() {
    let mut behind = World::healthy(2);
    behind.counters([2, 2, 1]);
    let reason = "for the controller to count: all pods are available, the status says 2 updated and 1 available of 2";
    check(&behind, vec![], State::Waiting, reason);
    let mut snapshot = behind.snapshot();
    snapshot.pods = None;
    let found = judge(&snapshot, &[]);
    assert_eq!(found.state, State::Progressing);
    let mut missing = World::healthy(3);
    missing.remove(3);
    missing.counters([2, 2, 2]);
    let mut snapshot = missing.snapshot();
    snapshot.around.nodes = None;
    let found = judge(&snapshot, &[]);
    assert_eq!(
        (found.state, found.reason.as_str()),
        (State::Progressing, "2 of 3 nodes done, 1 under way")
    );
}
