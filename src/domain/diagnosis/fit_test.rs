//! Requests that do not fit into what the node has left.

use serde_json::{Value, json};

use super::super::{
    code::{Blocks, Code, Severity},
    finding::Heals,
    fixture_test::World,
    pending_test::{CPU, EARLIER, JUST, other, pending, texts, told},
};

fn requesting(cpu: &str) -> Value {
    json!([{"name": "x", "resources": {"requests": {"cpu": cpu}}}])
}

/// C09: twenty pods of 200m on four CPUs.
fn full(priority: i32) -> World {
    let mut world = pending(EARLIER, CPU);
    world.pods[0]["spec"]["containers"][0]["resources"] = json!({"requests": {"cpu": "300m"}});
    let one = |number: i32| {
        let cpu = if number == 7 { "400m" } else { "200m" };
        other(
            &format!("web-{number:02}"),
            json!({"containers": requesting(cpu), "priority": priority}),
        )
    };
    world.neighbours = (0..19).map(one).collect();
    world
}

#[test]
fn a_full_node_is_said_in_numbers() {
    let found = told(&full(0));
    assert_eq!(
        (found.code, found.severity, found.blocks, found.heals),
        (
            Code::InsufficientResources,
            Severity::Error,
            Blocks::Budget,
            Heals::Somebody
        )
    );
    assert_eq!(found.summary, "needs cpu 300m, more than is free on its node", "C09");
    assert_eq!(found.places[0].node.as_deref(), Some("n1"), "C04");
    let proof = texts(&found);
    for words in [
        "node/n1: needs cpu 300m, free 0m of 4; 19 other pods",
        "node/n1: largest of 19: web/web-07 cpu 400m (priority 0), web/web-00 cpu 200m (priority 0), web/web-01",
        "pod/agent-n1: 19 pods at priority ≥ 0, none lower: preemption cannot help",
        "pod/agent-n1: PodScheduled=False, Unschedulable: 0/2 nodes",
    ] {
        assert!(proof.contains(words), "C09 {words} in\n{proof}");
    }
    let command = found.remedy.command.expect("a command");
    assert_eq!(command, "kubectl get pods -A --field-selector spec.nodeName=n1");
    assert!(found.remedy.text.contains("priorityClassName"), "{}", found.remedy.text);
}

#[test]
fn preemption_is_waited_for_where_it_can_help() {
    let mut world = full(-10);
    world.pods[0]["status"]["conditions"][0]["lastTransitionTime"] = JUST.into();
    let found = told(&world);
    assert_eq!(
        (found.severity, found.heals),
        (Severity::Info, Heals::Itself { at: None })
    );
    assert!(
        texts(&found).contains("19 pods at priority < 0: preemption can make room"),
        "{}",
        texts(&found)
    );
    assert_eq!(told(&full(-10)).severity, Severity::Warning, "not after half an hour");
    let mut never = full(-10);
    never.pods[0]["spec"]["preemptionPolicy"] = "Never".into();
    assert_eq!(told(&never).severity, Severity::Error);
}

#[test]
fn pods_that_are_about_to_go_make_room() {
    let mut world = full(0);
    world.neighbours[7]["metadata"]["deletionTimestamp"] = "2026-01-01T12:00:05Z".into();
    let found = told(&world);
    assert_eq!(found.severity, Severity::Info);
    assert_eq!(
        found.heals,
        Heals::Itself {
            at: "2026-01-01T12:00:05Z".parse().ok()
        }
    );
    world.neighbours[7]["metadata"]["deletionTimestamp"] = EARLIER.into();
    assert_eq!(
        told(&world).severity,
        Severity::Error,
        "that one should be gone since long"
    );
}

#[test]
fn every_resource_counts() {
    let with = |requests: Value, allocatable: Value| {
        let mut world = pending(EARLIER, "0/2 nodes are available: 1 Insufficient something.");
        world.pods[0]["spec"]["containers"][0]["resources"] = json!({"requests": requests});
        for (name, amount) in allocatable.as_object().expect("an object") {
            world.nodes[0]["status"]["allocatable"][name] = amount.clone();
        }
        world.neighbours = vec![other(
            "a",
            json!({"containers": [{"name": "x", "resources": {"requests":
            {"memory": "10Gi", "ephemeral-storage": "60Gi", "nvidia.com/gpu": "1"}}}]}),
        )];
        told(&world)
    };
    let found = with(json!({"memory": "8Gi"}), json!({}));
    assert_eq!(found.summary, "needs memory 8Gi, more than is free on its node");
    assert!(
        texts(&found).contains("needs memory 8Gi, free 6Gi of 16Gi"),
        "{}",
        texts(&found)
    );
    let found = with(json!({"ephemeral-storage": "41Gi", "cpu": "1"}), json!({}));
    assert_eq!(
        found.summary,
        "needs ephemeral-storage 41Gi, more than is free on its node"
    );
    let found = with(json!({"nvidia.com/gpu": 1}), json!({"nvidia.com/gpu": "1"}));
    assert_eq!(found.summary, "needs nvidia.com/gpu 1, more than is free on its node");
    let found = with(json!({"nvidia.com/gpu": 1}), json!({}));
    assert_eq!(found.summary, "needs nvidia.com/gpu 1, more than its node has at all");
    let found = with(json!({}), json!({"pods": "1"}));
    assert_eq!(
        (found.code, found.summary.as_str()),
        (Code::TooManyPods, "its node runs as many pods as it may")
    );
}
