//! Who else has to do with the pods.

use serde_json::{Value, json};

use super::super::{
    code::{Code, Severity},
    fixture_test::{World, pod},
};
use crate::domain::rival::Kind;

fn controller(name: &str, selector: Value, labels: Value) -> Value {
    json!({"metadata": {"name": name, "uid": name}, "spec": {"replicas": 1, "selector": {"matchLabels": selector},
        "template": {"metadata": {"labels": labels}}}})
}

#[test]
fn another_controller_with_the_same_selector_is_named() {
    let mut world = World::healthy(2);
    world.controllers.push((Kind::DaemonSet, world.set.clone()));
    assert_eq!(world.diagnosis().findings, [], "itself");
    let labels = json!({"app": "agent"});
    world
        .controllers
        .push((Kind::DaemonSet, controller("agent-b", labels.clone(), labels.clone())));
    let found = world.finding();
    assert_eq!((found.code, found.severity), (Code::SelectorShared, Severity::Warning));
    assert_eq!(found.summary, "daemonset/agent-b selects the same pods", "C19");
    world.controllers.truncate(1);
    let narrow = json!({"app": "agent", "part": "web"});
    world
        .controllers
        .push((Kind::ReplicaSet, controller("web-1", narrow.clone(), narrow.clone())));
    let found = world.finding();
    assert_eq!(
        (found.severity, found.summary.as_str()),
        (Severity::Info, "the selector matches the pods of replicaset/web-1 too")
    );
    world.controllers[1].1["spec"]["replicas"] = 0.into();
    assert_eq!(world.diagnosis().findings, [], "an old ReplicaSet makes no pods");
    world.controllers[1] = (
        Kind::ReplicaSet,
        controller("web-2", json!({"app": "web"}), json!({"app": "web"})),
    );
    assert_eq!(world.diagnosis().findings, []);
}

#[test]
fn pods_that_nobody_owns_are_adopted_and_it_is_said_what_becomes_of_them() {
    let mut world = World::healthy(2);
    let mut orphan = pod("n1", 2);
    orphan["metadata"]["name"] = "stray".into();
    orphan["metadata"]["uid"] = "stray".into();
    orphan["metadata"]["ownerReferences"] = json!([]);
    world.ownerless.push(orphan.clone());
    let found = world.finding();
    assert_eq!((found.code, found.severity), (Code::Adoption, Severity::Info));
    assert!(
        found.summary.ends_with("one a node is enough"),
        "D-5: {}",
        found.summary
    );
    assert_eq!(found.places[0].pod.as_deref(), Some("stray"));
    world.remove(1);
    orphan["spec"]["containers"][0]["image"] = "agent:1".into();
    orphan["metadata"]["labels"]["controller-revision-hash"] = "old".into();
    world.ownerless = vec![orphan];
    let found = world.only(Code::Adoption);
    assert_eq!(found.severity, Severity::Warning, "D-24");
    assert!(
        found
            .summary
            .ends_with("kept for good though they run another template"),
        "{}",
        found.summary
    );
}
