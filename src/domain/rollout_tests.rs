//! Tables for `rollout`: kubectl's own cases, and the traps in which the counters lie.

use std::sync::Arc;

use serde_json::{Value, json};

use super::*;

fn set(generation: i64, observed: i64, counters: [i64; 3], strategy: &str) -> DaemonSet {
    let [updated, desired, available] = counters;
    DaemonSet::new(json!({
        "metadata": {"name": "foo", "generation": generation, "annotations": {TEMPLATE_GENERATION: "1"}},
        "spec": {"updateStrategy": {"type": strategy}, "template": template("agent:2")},
        "status": {"observedGeneration": observed, "updatedNumberScheduled": updated,
            "desiredNumberScheduled": desired, "numberAvailable": available},
    }))
}

fn template(image: &str) -> Value {
    json!({"spec": {"containers": [{"name": "main", "image": image}]}})
}

fn revision(number: i64, hash: &str, image: &str) -> Revision {
    let text = json!({"metadata": {"labels": {"controller-revision-hash": hash}}, "revision": number,
        "data": {"spec": {"template": template(image)}}});
    Revision::parse(&text.to_string()).expect("a revision")
}

fn pod(node: &str, hash: &str, generation: &str, image: &str) -> Value {
    json!({
        "metadata": {"name": format!("foo-{node}"),
            "labels": {"controller-revision-hash": hash, "pod-template-generation": generation}},
        "spec": {"nodeName": node, "containers": [{"name": "main", "image": image}]},
        "status": {"phase": "Running", "conditions": [{"type": "Ready", "status": "True"}]},
    })
}

fn snapshot(daemonset: DaemonSet, revisions: Vec<Revision>, pods: Vec<Value>) -> Snapshot {
    let pods = pods
        .into_iter()
        .map(|pod| Arc::new(serde_json::from_value(pod).expect("a pod")))
        .collect();
    Snapshot {
        daemonset,
        revisions: Some(Arc::new(revisions)),
        pods: Some(pods),
        around: crate::domain::snapshot::Around::default(),
        taken: Timestamp::UNIX_EPOCH,
    }
}

fn complete(pods: Vec<Value>) -> Rollout {
    let nodes = i64::try_from(pods.len()).expect("few");
    let revisions = vec![revision(1, "old", "agent:1"), revision(2, "new", "agent:2")];
    rollout(&snapshot(
        set(2, 2, [nodes, nodes, nodes], "RollingUpdate"),
        revisions,
        pods,
    ))
}

#[test]
fn steps_are_kubectls() {
    let of = |generation, observed, counters| step(&set(generation, observed, counters, "RollingUpdate"));
    assert_eq!(of(0, 1, [0, 1, 0]), Step::Updating { updated: 0, desired: 1 }, "E-100");
    assert_eq!(
        of(1, 1, [2, 2, 1]),
        Step::Settling {
            available: 1,
            desired: 2
        },
        "E-100"
    );
    assert_eq!(of(1, 1, [2, 2, 2]), Step::Complete, "E-100");
    assert_eq!(of(2, 1, [2, 2, 2]), Step::NotObserved, "E-100, C11");
    assert_eq!(of(1, 1, [0, 0, 0]), Step::Complete, "E-15");
}

#[test]
fn complete_counters_and_matching_pods_are_done() {
    assert_eq!(
        complete(vec![pod("n1", "new", "2", "agent:2"), pod("n2", "new", "2", "agent:2")]).phase,
        Phase::Done
    );
    assert_eq!(complete(vec![]).phase, Phase::Idle, "C12");
}

#[test]
fn a_pod_that_matches_by_generation_label_only_is_not_believed() {
    let found = complete(vec![pod("n1", "old", "1", "agent:1"), pod("n2", "new", "1", "agent:2")]);
    assert_eq!(found.phase, Phase::Stalled, "D-24");
    assert_eq!(found.pretenders.len(), 1);
    assert_eq!(
        (found.pretenders[0].node.as_deref(), found.pretenders[0].revision),
        (Some("n1"), Some(1))
    );
}

#[test]
fn a_pod_that_was_relabelled_is_not_believed() {
    let found = complete(vec![pod("n1", "new", "2", "agent:1")]);
    assert_eq!((found.phase, found.pretenders.len()), (Phase::Stalled, 1), "C-25");
}

#[test]
fn an_image_that_admission_rewrote_is_no_pretence() {
    assert_eq!(
        complete(vec![pod("n1", "new", "2", "mirror.example/agent:2")]).phase,
        Phase::Done
    );
}

#[test]
fn a_terminating_pod_that_still_counts_keeps_the_rollout_open() {
    let mut going = pod("n1", "new", "2", "agent:2");
    going["metadata"]["deletionTimestamp"] = json!("2026-01-01T00:00:00Z");
    let found = complete(vec![going.clone()]);
    assert_eq!((found.phase, found.leaving.len()), (Phase::Progressing, 1), "S9");
    let mut fresh = pod("n1", "new", "2", "agent:2");
    fresh["metadata"]["name"] = json!("foo-fresh");
    let revisions = vec![revision(2, "new", "agent:2")];
    let replaced = snapshot(set(2, 2, [1, 1, 1], "RollingUpdate"), revisions, vec![going, fresh]);
    assert_eq!(rollout(&replaced).phase, Phase::Done, "its successor is available");
}

#[test]
fn on_delete_lists_the_pods_that_wait() {
    let revisions = vec![revision(1, "old", "agent:1"), revision(2, "new", "agent:2")];
    let pods = vec![pod("n1", "new", "2", "agent:2"), pod("n2", "old", "0", "agent:1")];
    let found = rollout(&snapshot(set(2, 2, [1, 2, 2], "OnDelete"), revisions, pods));
    assert_eq!(found.phase, Phase::WaitingForDeletion, "B-36, C06");
    assert_eq!(
        found.outdated.iter().map(|pod| pod.pod.as_str()).collect::<Vec<_>>(),
        ["foo-n2"]
    );
    assert_eq!(found.revision, Some(2));
}

#[test]
fn counters_that_are_older_than_the_pods_are_no_success() {
    let nodes = ["n1", "n2", "n3"].map(|node| pod(node, "new", "2", "agent:2"));
    let of = |pods: Vec<Value>| {
        let revisions = vec![revision(2, "new", "agent:2")];
        let mut set = set(2, 2, [3, 3, 3], "RollingUpdate").object().clone();
        set["status"]["numberReady"] = 3.into();
        let found = rollout(&snapshot(DaemonSet::new(set), revisions, pods));
        (found.phase, found.lacking)
    };
    assert_eq!(of(nodes.to_vec()), (Phase::Done, 0));
    assert_eq!(of(Vec::new()), (Phase::Progressing, 3));
    let mut unready = nodes.to_vec();
    unready[1]["status"]["conditions"] = Value::Null;
    assert_eq!(of(unready), (Phase::Progressing, 1));
}
