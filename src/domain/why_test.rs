//! The walk along semantics A-70, node by node.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::*;
use crate::domain::diagnosis::fixture_test::{World, pod};

/// The answer for one node.
fn of(world: &World, node: &str) -> NodeWhy {
    let mut found = why(&world.snapshot(), Some(&BTreeSet::from([node.to_owned()])));
    assert_eq!(found.nodes.len(), 1);
    found.nodes.remove(0)
}

fn step(world: &World) -> (Step, String) {
    let found = of(world, "n1");
    (found.step, found.summary)
}

fn commands(found: &NodeWhy) -> Vec<&str> {
    found
        .changes
        .iter()
        .filter_map(|change| change.command.as_deref())
        .collect()
}

/// C03: five nodes, of which one is eligible.
fn five() -> World {
    let mut world = World::healthy(5);
    world.pods.truncate(1);
    world.set["status"]["desiredNumberScheduled"] = 1.into();
    world.counters([1, 1, 1]);
    for node in &mut world.nodes {
        node["metadata"]["labels"]["tier"] = "edge".into();
        node["metadata"]["labels"]["zone"] = "b".into();
    }
    world.nodes[1]["spec"]["taints"] = json!([{"key": "dedicated", "value": "gpu", "effect": "NoSchedule"}]);
    world.nodes[2]["metadata"]["labels"]["tier"] = "core".into();
    world.nodes[3]["metadata"]["labels"]["zone"] = "a".into();
    world.nodes[4]["spec"]["taints"] = json!([{"key": "app", "value": "test", "effect": "NoExecute"}]);
    let spec = &mut world.set["spec"]["template"]["spec"];
    spec["nodeSelector"] = json!({"tier": "edge"});
    spec["tolerations"] = json!([{"key": "app", "operator": "Exists", "effect": "NoSchedule"}]);
    spec["affinity"] = json!({"nodeAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": {"nodeSelectorTerms":
        [{"matchExpressions": [{"key": "zone", "operator": "NotIn", "values": ["a"]}]}]}}});
    world
}

#[test]
fn every_excluded_node_has_its_reason() {
    let world = five();
    let found = why(&world.snapshot(), None);
    let all: Vec<_> = found
        .nodes
        .iter()
        .map(|it| (it.node.as_str(), it.eligible, it.step, it.summary.as_str()))
        .collect();
    let expected = [
        ("n1", Some(true), Step::Healthy, ""),
        (
            "n2",
            Some(false),
            Step::Taints,
            "taint dedicated=gpu:NoSchedule not tolerated",
        ),
        (
            "n3",
            Some(false),
            Step::NodeSelector,
            "nodeSelector tier=edge, node has tier=core",
        ),
        (
            "n4",
            Some(false),
            Step::NodeAffinity,
            "nodeAffinity term 1: zone NotIn [a], node has zone=a",
        ),
        (
            "n5",
            Some(false),
            Step::Taints,
            "taint app=test:NoExecute not tolerated (only its effect NoSchedule is tolerated)",
        ),
    ];
    assert_eq!(all, expected, "C03, C52");
    assert_eq!(
        commands(&found.nodes[2]),
        ["kubectl label node n3 tier=edge --overwrite"]
    );
    assert_eq!(commands(&found.nodes[3]), ["kubectl label node n4 zone-"]);
    let toleration = json!({"key": "dedicated", "operator": "Equal", "value": "gpu", "effect": "NoSchedule"});
    assert_eq!(found.nodes[1].changes[0].tolerations, vec![toleration.clone()]);
    let patch = json!([{"op": "add", "path": "/spec/template/spec/tolerations/-", "value": toleration}]);
    assert_eq!(
        commands(&found.nodes[1]),
        [
            format!("kubectl -n fleet patch ds agent --type json -p '{patch}'").as_str(),
            "kubectl taint node n2 dedicated:NoSchedule-"
        ]
    );
}

#[test]
fn the_first_that_is_true_is_said() {
    let mut world = World::healthy(1);
    assert_eq!(step(&world), (Step::Healthy, String::new()));
    world.pods[0] = pod("n1", 1);
    assert_eq!(step(&world).0, Step::Outdated);
    world.unready(1, "2026-01-01T11:59:00Z");
    assert_eq!(step(&world).0, Step::NotAvailable);
    world.pods[0]["spec"]["nodeName"] = Value::Null;
    let terms = json!([{"matchFields": [{"key": "metadata.name", "operator": "In", "values": ["n1"]}]}]);
    world.pods[0]["spec"]["affinity"] =
        json!({"nodeAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": {"nodeSelectorTerms": terms}}});
    assert_eq!(step(&world).0, Step::Unscheduled);
    world.pods[0] = pod("n1", 2);
    world.unready(1, "2026-01-01T11:59:00Z");
    world.pods[0]["status"]["phase"] = "Failed".into();
    assert_eq!(step(&world).0, Step::Failed);
    world.pods[0]["status"]["phase"] = "Running".into();
    world.pods[0]["metadata"]["deletionTimestamp"] = "2026-01-01T12:00:10Z".into();
    assert_eq!(step(&world).0, Step::Terminating);
    world.pods.clear();
    assert_eq!(step(&world).0, Step::NoPod);
    world.nodes[0]["spec"]["taints"] = json!([{"key": "a", "effect": "NoSchedule"}]);
    assert_eq!(step(&world).0, Step::Taints);
    world.set["metadata"]["generation"] = 3.into();
    assert_eq!(step(&world).0, Step::NotObserved);
    world.set["spec"]["selector"] = json!({"matchLabels": {}});
    assert_eq!(step(&world).0, Step::EmptySelector);
    world.set["metadata"]["deletionTimestamp"] = "2026-01-01T12:00:00Z".into();
    assert_eq!(step(&world).0, Step::BeingDeleted);
    world.nodes.clear();
    assert_eq!(step(&world).0, Step::NodeGone);
}

#[test]
fn a_pod_where_none_should_be_has_a_fate() {
    let fate = |world: &World| of(world, "n1").pods[0].fate.clone().unwrap_or_default();
    let mut world = World::healthy(2);
    assert_eq!(fate(&world), "");
    world.nodes[0]["spec"]["taints"] = json!([{"key": "a", "effect": "NoSchedule"}]);
    assert!(
        fate(&world).starts_with("it stays until it ends or the next rollout deletes it"),
        "A-4, B-26"
    );
    world.pods[0] = pod("n1", 1);
    assert!(
        fate(&world).contains("the rollout that is under way deletes it"),
        "B-26"
    );
    world.set["spec"]["updateStrategy"]["type"] = "OnDelete".into();
    assert!(
        fate(&world).starts_with("it stays until it ends or somebody deletes it"),
        "B-36"
    );
    world.nodes[0]["spec"]["taints"][0]["effect"] = "NoExecute".into();
    assert_eq!(fate(&world), "the controller deletes it", "A-4");
}

#[test]
fn notes_say_what_surprises() {
    let mut world = World::healthy(1);
    world.nodes[0]["spec"] = json!({"unschedulable": true,
        "taints": [{"key": "node.kubernetes.io/unschedulable", "effect": "NoSchedule"}]});
    let found = of(&world, "n1");
    assert_eq!((found.step, found.notes.len()), (Step::Healthy, 1));
    assert!(
        found.notes[0].starts_with("cordoned, still eligible"),
        "C40 {:?}",
        found.notes
    );
    world.nodes[0]["spec"]["taints"] = json!([{"key": "app", "value": "test", "effect": "NoExecute"}]);
    world.set["spec"]["template"]["spec"]["tolerations"] = json!([{"operator": "Exists", "tolerationSeconds": 10}]);
    let notes = of(&world, "n1").notes;
    assert!(
        notes
            .iter()
            .any(|note| note.contains("app=test:NoExecute is tolerated for 10s only")),
        "C52 {notes:?}"
    );
    let mut world = World::healthy(1);
    world.pods.clear();
    world.nodes[0]["spec"]["taints"] =
        json!([{"key": "node.kubernetes.io/network-unavailable", "effect": "NoSchedule"}]);
    let texts = |world: &World| {
        of(world, "n1")
            .changes
            .iter()
            .map(|it| it.text.clone())
            .collect::<Vec<_>>()
    };
    assert!(
        texts(&world)[0].starts_with("get the node well: ") && texts(&world)[1].starts_with("set hostNetwork: true"),
        "C53 {:?}",
        texts(&world)
    );
    world.nodes[0]["spec"]["taints"] = json!([{"key": "node.kubernetes.io/unreachable", "effect": "NoSchedule"}]);
    assert_eq!(
        texts(&world).len(),
        1,
        "no toleration starts a pod on a node that does not answer"
    );
    world.nodes[0]["spec"]["taints"] =
        json!([{"key": "node.kubernetes.io/network-unavailable", "effect": "NoSchedule"}]);
    world.set["spec"]["template"]["spec"]["volumes"] = json!([{"name": "cni", "hostPath": {"path": "/etc/cni/net.d"}}]);
    assert!(of(&world, "n1").notes[0].starts_with("deadlock: "), "C53");
    world.set["spec"]["template"]["spec"]["hostNetwork"] = true.into();
    assert_eq!(of(&world, "n1").eligible, Some(true), "A-10");
}

#[test]
fn labels_are_offered_for_what_a_term_asks() {
    let offered = |requirement: Value| {
        let mut world = World::healthy(1);
        world.pods.clear();
        world.nodes[0]["metadata"]["labels"]["size"] = "5".into();
        world.set["spec"]["template"]["spec"]["affinity"] = json!({"nodeAffinity":
            {"requiredDuringSchedulingIgnoredDuringExecution": {"nodeSelectorTerms": [{"matchExpressions": [requirement]}]}}});
        let found = of(&world, "n1");
        commands(&found)
            .first()
            .map(|command| command.trim_start_matches("kubectl label node n1 ").to_owned())
    };
    let is = |requirement: Value, expected: Option<&str>| assert_eq!(offered(requirement).as_deref(), expected);
    is(
        json!({"key": "size", "operator": "In", "values": ["7", "8"]}),
        Some("size=7 --overwrite"),
    );
    is(json!({"key": "gpu", "operator": "Exists"}), Some("gpu="));
    is(json!({"key": "size", "operator": "DoesNotExist"}), Some("size-"));
    is(
        json!({"key": "size", "operator": "Gt", "values": ["5"]}),
        Some("size=6 --overwrite"),
    );
    is(
        json!({"key": "size", "operator": "Gt", "values": [i64::MAX.to_string()]}),
        None,
    );
    is(json!({"key": "size", "operator": "Odd", "values": ["5"]}), None);
}

#[test]
fn pods_of_no_known_node_are_apart() {
    let mut world = World::healthy(2);
    world.unready(1, "2026-01-01T11:59:00Z");
    world.pods[0]["spec"]["nodeName"] = Value::Null;
    world.pods[0]["status"]["phase"] = "Pending".into();
    let found = why(&world.snapshot(), None);
    assert_eq!(found.lost_pods.len(), 1, "C04");
    assert_eq!(found.lost_pods[0].pod, "agent-n1");
    assert_eq!(found.lost_pods[0].findings[0].code, Code::Unscheduled, "A-21");
}

#[test]
fn the_cause_comes_before_what_it_leads_to() {
    let mut world = World::healthy(3);
    world.pods[1] = pod("n2", 1);
    world.pods[2] = pod("n3", 1);
    world.counters([1, 2, 2]);
    let waiting = json!({"waiting": {"reason": "ImagePullBackOff", "message": "agent:2: not found"}});
    world.state(1, "2026-01-01T11:30:00Z", waiting);
    let found = of(&world, "n1");
    let codes: Vec<_> = found.findings.iter().map(|finding| finding.code).collect();
    assert_eq!(codes.first(), Some(&Code::ImageNotFound), "{codes:?}");
    assert!(found.summary.contains("not found"), "{}", found.summary);
}

#[test]
fn odd_objects_are_no_crash() {
    let mut world = World::healthy(1);
    world.nodes[0] = json!({"metadata": {"name": "n1"}});
    world.pods[0] = json!({"metadata": {"name": "agent-n1", "uid": "u"}, "spec": {"nodeName": "n1", "containers": []}});
    world.set["spec"] = json!({});
    world.set["status"] = Value::Null;
    assert_eq!(why(&world.snapshot(), None).nodes.len(), 1);
}
