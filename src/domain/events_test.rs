//! What is a change, and what is none.

use serde_json::json;

use super::*;
use crate::domain::{
    diagnosis::{
        diagnose,
        fixture_test::{World, pod},
    },
    rollout::rollout,
};

fn report(world: &World) -> Report {
    let snapshot = world.snapshot();
    Report::new(&snapshot, &rollout(&snapshot), &diagnose(&snapshot), None, None)
}

/// `n1: Running`, for each node that changed.
fn nodes(changes: &[Change]) -> Vec<String> {
    let node = |change: &Change| match change {
        Change::Node { node, pods } => {
            let states: Vec<&str> = pods.iter().map(|pod| pod.state.as_str()).collect();
            Some(format!("{}: {}", node.as_deref().unwrap_or("-"), states.join(" ")))
        }
        _ => None,
    };
    changes.iter().filter_map(node).collect()
}

#[test]
fn only_what_is_otherwise_is_told() {
    let mut world = World::outdated(3);
    let first = report(&world);
    let begun = changes(None, &first);
    assert!(
        matches!(begun.as_slice(), [Change::Rollout { revision: Some(2), .. }]),
        "{begun:#?}"
    );
    assert_eq!(changes(Some(&first), &first), [], "the same is no change");
    world.terminate(1, "2026-01-01T12:00:20Z");
    let second = report(&world);
    let found = changes(Some(&first), &second);
    assert_eq!(nodes(&found), ["n1: Terminating"], "{found:#?}");
    world.pods[0] = pod("n1", 2);
    world.remove(2);
    let third = report(&world);
    let found = changes(Some(&second), &third);
    assert_eq!(
        nodes(&found),
        ["n1: Running", "n2: Missing"],
        "the words of n3, which count the others, are no change: {found:#?}"
    );
    world.taint(2, "dedicated:NoSchedule");
    let found = changes(Some(&third), &report(&world));
    assert_eq!(nodes(&found), ["n2: "], "it is not about this node any more");
}

#[test]
fn an_event_says_whose_it_is_and_of_which_type() {
    let time = "2026-01-01T12:00:00Z".parse().expect("a time");
    let end = Change::End {
        exit_code: 3,
        state: Some(State::NotObserved),
    };
    let event = json!(Event::new(("fleet", "agent"), time, end));
    let expected = json!({"apiVersion": "kubectl-ds/v1", "kind": "DaemonSetStatusEvent", "namespace": "fleet", "name": "agent",
        "time": "2026-01-01T12:00:00Z", "type": "end", "exitCode": 3, "state": "not-observed"});
    assert_eq!(event, expected);
}
