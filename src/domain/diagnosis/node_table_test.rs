//! Which rows there are, and what they say.

use serde_json::json;

use super::super::{
    code::Code,
    finding::{Finding, Place},
    fixture_test::{World, held, pod},
    scene::Scene,
    turn::Turns,
};
use super::{NodeState, nodes};
use crate::domain::snapshot::Snapshot;

fn table(snapshot: &Snapshot, findings: &[Finding]) -> Vec<NodeState> {
    let scene = Scene::new(snapshot);
    nodes(&scene, &Turns::new(&scene), findings)
}

fn rows(world: &World, findings: &[Finding]) -> Vec<NodeState> {
    table(&world.snapshot(), findings)
}

/// Node, pod, state, done, why.
fn said(rows: &[NodeState]) -> Vec<String> {
    let line = |row: &NodeState| {
        let (node, pod) = (row.node.as_deref().unwrap_or("-"), row.pod.as_deref().unwrap_or("-"));
        format!("{node} {pod} {} {} {}", row.state, row.done, row.why)
    };
    rows.iter().map(line).collect()
}

#[test]
fn a_row_for_each_node_that_should_run_a_pod_or_has_one() {
    let mut world = World::outdated(5);
    world.pods[0] = pod("n1", 2);
    world.pods[1] = pod("n2", 2);
    world.state(
        2,
        "2026-01-01T11:58:00Z",
        json!({"waiting": {"reason": "ImagePullBackOff"}}),
    );
    world.taint(5, "dedicated:NoSchedule");
    world.remove(4);
    world.nodes.push(super::super::fixture_test::node("n6"));
    world.taint(6, "dedicated:NoSchedule");
    let pull = held(Code::ImageNotFound, "n2", "image agent:2 not found");
    let mut refused = held(Code::QuotaExceeded, "n4", "quota q refuses new pods");
    refused.places = vec![Place::node("n4")];
    let found = rows(&world, &[pull, refused]);
    assert_eq!(
        said(&found),
        [
            "n1 agent-n1 Running true ",
            "n2 agent-n2 ImagePullBackOff false image agent:2 not found",
            "n3 agent-n3 Running false waits its turn (maxUnavailable 1, 2 in use)",
            "n4 - Missing false quota q refuses new pods",
            "n5 agent-n5 Running false waits to be removed for good (maxUnavailable 1)",
        ]
    );
    let eligible: Vec<_> = found.iter().map(|row| row.eligible).collect();
    assert_eq!(eligible, [Some(true), Some(true), Some(true), Some(true), Some(false)]);
    let revisions: Vec<_> = found.iter().map(|row| (row.revision, row.updated)).collect();
    let (new, old) = ((Some(2), Some(true)), (Some(1), Some(false)));
    assert_eq!(revisions, [new, new, old, (None, None), old]);
    assert_eq!(found[1].codes, [Code::ImageNotFound]);
    assert_eq!(
        found[1].since.map(|it| it.to_string()).as_deref(),
        Some("2026-01-01T11:58:00Z")
    );
}

#[test]
fn a_surge_pair_has_two_rows() {
    let mut world = World::outdated(1);
    world.limits(0, 1);
    let mut second = pod("n1", 2);
    second["metadata"]["name"] = "agent-second".into();
    world.pods.push(second);
    world.unready(2, "2026-01-01T11:59:50Z");
    let expected = [
        "n1 agent-n1 Running false stays until the new pod is available",
        "n1 agent-second Running false comes before the old pod goes",
    ];
    assert_eq!(said(&rows(&world, &[])), expected);
    world.terminate(1, "2026-01-01T12:00:10Z");
    world.pods[1] = pod("n1", 2);
    world.pods[1]["metadata"]["name"] = "agent-second".into();
    let expected = [
        "n1 agent-n1 Terminating false is terminating",
        "n1 agent-second Running false ",
    ];
    assert_eq!(said(&rows(&world, &[])), expected);
}

#[test]
fn without_rights_on_nodes_the_rows_are_those_of_the_pods() {
    let mut world = World::outdated(2);
    world.set["spec"]["updateStrategy"] = json!({"type": "OnDelete"});
    let mut lost = pod("n3", 1);
    lost["spec"]["nodeName"] = serde_json::Value::Null;
    world.pods.push(lost);
    let mut snapshot = world.snapshot();
    snapshot.around.nodes = None;
    let found = table(&snapshot, &[]);
    let expected = [
        "n1 agent-n1 Running false waits for its deletion (OnDelete)",
        "n2 agent-n2 Running false waits for its deletion (OnDelete)",
        "- agent-n3 Running false the node it is meant for cannot be known",
    ];
    assert_eq!(said(&found), expected);
    assert!(found.iter().all(|row| row.eligible.is_none()));
}
