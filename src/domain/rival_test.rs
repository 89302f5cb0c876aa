//! Who adopts what: a table over the kinds.

use serde_json::json;

use super::*;

fn pod(name: &str, status: Value, extra: Value) -> Pod {
    let mut object = json!({"metadata": {"name": name, "labels": {"role": "agent"}}, "status": status});
    for (key, value) in extra.as_object().into_iter().flatten() {
        object["metadata"][key] = value.clone();
    }
    serde_json::from_value(object).expect("a pod")
}

fn controller(name: &str, selector: Value) -> Value {
    json!({"metadata": {"name": name, "uid": name}, "spec": {"selector": selector}})
}

fn revision() -> Revision {
    let object = json!({"metadata": {"name": "agent-x", "labels": {"role": "agent"}}, "revision": 1,
        "data": {"spec": {"template": {}}}});
    Revision::parse(&object.to_string()).expect("a revision")
}

/// The pods and the revisions that a controller would take, by name.
fn taken(kind: Kind, object: Value) -> (Vec<String>, usize) {
    let pods = [
        pod("agent-a1", json!({"phase": "Running"}), json!({})),
        pod("agent-7", json!({"phase": "Running"}), json!({})),
        pod("agent-failed", json!({"phase": "Failed"}), json!({})),
        pod(
            "agent-going",
            json!({}),
            json!({"deletionTimestamp": "2026-01-01T00:00:00Z"}),
        ),
    ];
    let pods: Vec<&Pod> = pods.iter().collect();
    match rivals(&[(kind, object)], "leaving", &pods, &[revision()]).pop() {
        Some(rival) => (rival.pods, rival.revisions.len()),
        None => (Vec::new(), 0),
    }
}

#[test]
fn each_kind_adopts_by_its_own_rule() {
    let labels = json!({"matchLabels": {"role": "agent"}});
    let owned = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
    let all = owned(&["agent-a1", "agent-7", "agent-failed"]);
    assert_eq!(
        taken(Kind::DaemonSet, controller("b", labels.clone())),
        (all.clone(), 1),
        "D-2"
    );
    assert_eq!(taken(Kind::Job, controller("b", labels.clone())), (all, 0));
    let active = owned(&["agent-a1", "agent-7"]);
    assert_eq!(
        taken(Kind::ReplicaSet, controller("b", labels.clone())),
        (active.clone(), 0)
    );
    assert_eq!(
        taken(Kind::ReplicationController, controller("b", json!({"role": "agent"}))),
        (active, 0),
        "a plain map"
    );
    assert_eq!(
        taken(Kind::StatefulSet, controller("agent", labels.clone())),
        (owned(&["agent-7"]), 1)
    );
    assert_eq!(taken(Kind::StatefulSet, controller("b", labels)), (Vec::new(), 1));
}

#[test]
fn who_adopts_nothing_is_not_named() {
    let labels = json!({"matchLabels": {"role": "agent"}});
    let none = (Vec::new(), 0);
    let narrower = json!({"matchLabels": {"role": "agent", "pod-template-hash": "x"}});
    assert_eq!(
        taken(Kind::ReplicaSet, controller("b", narrower)),
        none,
        "a Deployment's"
    );
    assert_eq!(
        taken(Kind::DaemonSet, controller("leaving", labels.clone())),
        none,
        "the one that goes"
    );
    let mut going = controller("b", labels.clone());
    going["metadata"]["deletionTimestamp"] = json!("2026-01-01T00:00:00Z");
    assert_eq!(taken(Kind::DaemonSet, going), none, "D-2");
    let mut over = controller("b", labels.clone());
    over["status"] = json!({"conditions": [{"type": "Complete", "status": "True"}]});
    assert_eq!(taken(Kind::Job, over), none);
    let mut foreign = controller("b", labels);
    foreign["spec"]["managedBy"] = json!("example.com/queue");
    assert_eq!(taken(Kind::Job, foreign), none);
}

#[test]
fn controllers_are_named_as_for_kubectl() {
    for text in ["ds/b", "daemonset/b", "DaemonSet/b", "daemonsets.apps/b"] {
        assert_eq!(
            text.parse::<Named>().map(|named| named.to_string()),
            Ok("daemonset/b".to_owned()),
            "{text}"
        );
    }
    assert_eq!("jobs.batch/j".parse::<Named>().map(|named| named.kind), Ok(Kind::Job));
    for text in ["b", "ds/", "deployment/b", "/b"] {
        assert!(text.parse::<Named>().is_err(), "{text}");
    }
}
