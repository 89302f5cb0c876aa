//! A surge pod that waits for a port of the old one.

use serde_json::json;

use super::super::{
    code::{Blocks, Code},
    fixture_test::{World, pod},
    verdict::State,
};

fn world(message: &str) -> World {
    let mut world = World::outdated(3);
    world.limits(0, 1);
    for pod in &mut world.pods {
        pod["spec"]["containers"][0]["ports"] = json!([{"containerPort": 80, "hostPort": 8080}]);
    }
    let mut second = pod("n1", 2);
    second["metadata"]["name"] = "agent-second".into();
    second["metadata"]["uid"] = "second".into();
    second["spec"]["nodeName"] = serde_json::Value::Null;
    second["spec"]["containers"][0]["ports"] = json!([{"containerPort": 80, "hostPort": 8080}]);
    second["spec"]["affinity"] = json!({"nodeAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": {
        "nodeSelectorTerms": [{"matchFields": [{"key": "metadata.name", "operator": "In", "values": ["n1"]}]}]}}});
    second["status"] = json!({"phase": "Pending", "conditions": [{"type": "PodScheduled", "status": "False",
        "reason": "Unschedulable", "message": message, "lastTransitionTime": "2026-01-01T11:50:00Z"}]});
    world.pods.push(second);
    world
}

#[test]
fn the_old_pod_holds_the_port_and_the_rollout() {
    let world = world(
        "0/3 nodes are available: 1 node(s) didn't have free ports for the requested pod ports, 2 node(s) didn't \
                       satisfy plugin(s) [NodeAffinity].",
    );
    let found = world.diagnosis();
    let first = &found.findings[0];
    assert_eq!(
        (first.code, first.blocks),
        (Code::SurgeHostPort, Blocks::Rollout),
        "C08: {found:#?}"
    );
    assert!(first.summary.contains("host port 8080/TCP"), "{}", first.summary);
    assert_eq!(first.places[0].pod.as_deref(), Some("agent-second"));
    assert_eq!(first.evidence.len(), 2);
    world.none(Code::HostPort);
    world.none(Code::BudgetUsedUp);
    assert_eq!(found.verdict.state, State::Stalled);
}

#[test]
fn another_reason_or_an_old_pod_that_gives_way_is_no_conflict() {
    world("1 Insufficient cpu").none(Code::SurgeHostPort);
    let mut unready = world("1 node(s) didn't have free ports for the requested pod ports");
    unready.unready(1, "2026-01-01T11:59:00Z");
    unready.none(Code::SurgeHostPort);
    let mut foreign = world("1 node(s) didn't have free ports for the requested pod ports");
    foreign.pods[0]["spec"]["containers"][0]["ports"] = json!([]);
    foreign.none(Code::SurgeHostPort);
}
