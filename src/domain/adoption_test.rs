//! One table entry for each rule of adoption; the control plane has the last word (`tests/orphan_delete`).

use serde_json::{Value, json};

use super::*;
use crate::domain::adoption_history::Becomes;

/// A DaemonSet that selects `app=agent`, of this image.
fn next(image: &str, generation: &str, more: Value) -> DaemonSet {
    let mut object = json!({
        "metadata": {"name": "agent", "uid": "next", "annotations": {TEMPLATE_GENERATION: generation}},
        "spec": {"selector": {"matchLabels": {"app": "agent"}}, "template": template(image)}});
    for (key, value) in more.as_object().into_iter().flatten() {
        object["spec"][key] = value.clone();
    }
    DaemonSet::new(object)
}

fn template(image: &str) -> Value {
    json!({"metadata": {"labels": {"app": "agent"}}, "spec": {"containers": [{"name": "main", "image": image}]}})
}

/// A ready pod of template generation 1 with the hash of its image; `more` goes into its metadata.
fn pod(name: &str, node: &str, image: &str, more: Value) -> Arc<Pod> {
    let mut object = json!({
        "metadata": {"name": name, "uid": name, "creationTimestamp": "2026-01-01T00:00:00Z", "labels": {
            "app": "agent", "controller-revision-hash": image, "pod-template-generation": "1"}},
        "spec": {"nodeName": node, "containers": [{"name": "main", "image": image}]},
        "status": {"phase": "Running", "conditions": [{"type": "Ready", "status": "True"}]}});
    for (key, value) in more.as_object().into_iter().flatten() {
        match key.as_str() {
            "phase" => object["status"] = json!({"phase": value}),
            "unready" => object["status"] = json!({"phase": "Running"}),
            _ => object["metadata"][key] = value.clone(),
        }
    }
    Arc::new(serde_json::from_value(object).expect("a pod"))
}

fn revision(number: i64, image: &str) -> Revision {
    let object = json!({"metadata": {"name": format!("agent-{image}"), "labels": {"app": "agent",
        "controller-revision-hash": image}}, "revision": number, "data": {"spec": {"template": template(image)}}});
    Revision::parse(&object.to_string()).expect("a revision")
}

fn nodes(names: &[&str]) -> Vec<Node> {
    let node = |name: &&str| {
        let taints = match name.strip_prefix("tainted-") {
            Some(effect) => json!([{"key": "a", "effect": effect}]),
            None => json!([]),
        };
        serde_json::from_value(json!({"metadata": {"name": name}, "spec": {"taints": taints}})).expect("a node")
    };
    names.iter().map(node).collect()
}

fn look(next: &DaemonSet, pods: &[Arc<Pod>], revisions: &[Revision], names: &[&str]) -> Forecast {
    let nodes = nodes(names);
    forecast(Scene {
        next,
        pods,
        revisions,
        nodes: Some(&nodes),
        now: "2026-02-01T00:00:00Z".parse().expect("a time"),
    })
}

/// The fate of one pod alone.
fn fate(next: &DaemonSet, pod: Arc<Pod>, revisions: &[Revision]) -> Fate {
    let found = look(
        next,
        &[pod],
        revisions,
        &["n1", "tainted-NoSchedule", "tainted-NoExecute"],
    );
    found.pods[0].2.clone()
}

#[test]
fn a_pod_is_judged_by_its_labels_as_the_controller_does() {
    let plain = |image: &str, generation: &str| next(image, generation, json!({}));
    let stored = [revision(1, "a:1")];
    let old = || pod("p", "n1", "a:1", json!({}));
    assert_eq!(fate(&plain("a:1", "1"), old(), &stored), Fate::Kept, "D-20");
    assert_eq!(
        fate(&plain("a:1", "7"), old(), &stored),
        Fate::Kept,
        "D-20: by its hash"
    );
    assert_eq!(fate(&plain("a:2", "1"), old(), &stored), Fate::KeptOther, "D-24");
    assert_eq!(fate(&plain("a:2", "2"), old(), &stored), Fate::ReplacedInWaves, "D-21");
    assert_eq!(fate(&plain("a:1", "2"), old(), &[]), Fate::Kept, "D-26");
    assert_eq!(fate(&plain("a:2", "2"), old(), &[]), Fate::ReplacedInWaves, "D-26");
    let bare = pod("p", "n1", "a:1", json!({"labels": {"app": "agent"}}));
    assert_eq!(fate(&plain("a:1", "1"), bare, &stored), Fate::ReplacedInWaves, "C-27");
    let unready = pod("p", "n1", "a:1", json!({"unready": true}));
    assert_eq!(fate(&plain("a:2", "2"), unready, &stored), Fate::ReplacedAtOnce, "B-22");
    let on_delete = next("a:2", "2", json!({"updateStrategy": {"type": "OnDelete"}}));
    assert_eq!(fate(&on_delete, old(), &stored), Fate::KeptOnDelete, "B-36");
    let failed = pod("p", "n1", "a:1", json!({"phase": "Failed"}));
    assert_eq!(fate(&plain("a:1", "1"), failed, &stored), Fate::ReplacedAtOnce, "A-41");
    let going = pod("p", "n1", "a:1", json!({"deletionTimestamp": "2026-01-01T00:00:00Z"}));
    assert_eq!(fate(&plain("a:1", "1"), going, &stored), Fate::Ending, "D-2");
    let other = pod("p", "n1", "a:1", json!({"labels": {"app": "other"}}));
    assert_eq!(fate(&plain("a:1", "1"), other, &stored), Fate::Ignored, "D-23");
    assert_eq!(
        fate(&plain("a:1", "1"), pod("p", "", "a:1", json!({})), &stored),
        Fate::Uncounted,
        "D-6"
    );
}

#[test]
fn the_node_decides_too() {
    let stored = [revision(1, "a:1")];
    let on = |node: &str, image: &str, generation: &str| {
        fate(
            &next(image, generation, json!({})),
            pod("p", node, "a:1", json!({})),
            &stored,
        )
    };
    assert_eq!(on("gone", "a:1", "1"), Fate::NodeGone, "A-48");
    assert!(
        matches!(on("tainted-NoExecute", "a:1", "1"), Fate::Misplaced(_)),
        "A-47"
    );
    assert_eq!(on("tainted-NoSchedule", "a:1", "1"), Fate::Kept, "A-4");
    assert!(
        matches!(on("tainted-NoSchedule", "a:2", "2"), Fate::RolledAway(_)),
        "B-26"
    );
    let set = next("a:1", "1", json!({}));
    let going = pod("p", "n2", "a:1", json!({"deletionTimestamp": "2026-01-01T00:00:00Z"}));
    let found = look(
        &set,
        &[pod("q", "n1", "a:1", json!({})), going],
        &stored,
        &["n1", "n2", "n3", "tainted-NoSchedule"],
    );
    assert_eq!(found.created, ["n2", "n3"], "A-40, C47: beside the one that is going");
    let scene = Scene {
        next: &set,
        pods: &[pod("p", "n9", "a:1", json!({}))],
        revisions: &stored,
        nodes: None,
        now: Timestamp::UNIX_EPOCH,
    };
    assert_eq!(forecast(scene).pods[0].2, Fate::Kept, "nodes may not be listed");
}

#[test]
fn one_pod_a_node_the_oldest_but_with_surge() {
    let stored = [revision(1, "a:1"), revision(2, "a:2")];
    let older = pod(
        "older",
        "n1",
        "a:1",
        json!({"creationTimestamp": "2025-01-01T00:00:00Z"}),
    );
    let pods = [pod("younger", "n1", "a:2", json!({})), older];
    let fates = |set: &DaemonSet| {
        look(set, &pods, &stored, &["n1"])
            .pods
            .into_iter()
            .map(|it| it.2)
            .collect::<Vec<_>>()
    };
    let excess = |stays: &str| Fate::Excess(stays.to_owned());
    assert_eq!(
        fates(&next("a:2", "2", json!({}))),
        [Fate::ReplacedInWaves, excess("older")],
        "A-44"
    );
    let surge = json!({"updateStrategy": {"rollingUpdate": {"maxSurge": 1, "maxUnavailable": 0}}});
    assert_eq!(fates(&next("a:2", "2", surge)), [excess("younger"), Fate::Kept], "A-43");
}

#[test]
fn revisions_are_numbered_on_and_cleaned_up() {
    let becomes = |set: &DaemonSet, pods: &[Arc<Pod>], stored: &[Revision]| {
        let found = look(set, pods, stored, &["n1"]).stored;
        (
            found.revisions.into_iter().map(|it| it.3).collect::<Vec<_>>(),
            found.created,
        )
    };
    let two = || [revision(1, "a:1"), revision(2, "a:2")];
    let set = |image: &str, limit: i64| next(image, "5", json!({"revisionHistoryLimit": limit}));
    assert_eq!(
        becomes(&set("a:2", 10), &[], &two()),
        (vec![Becomes::Kept, Becomes::Current(2)], None),
        "D-20"
    );
    assert_eq!(
        becomes(&set("a:1", 10), &[], &two()),
        (vec![Becomes::Current(3), Becomes::Kept], None),
        "C-23"
    );
    assert_eq!(
        becomes(&set("a:3", 10), &[], &two()),
        (vec![Becomes::Kept, Becomes::Kept], Some(3)),
        "D-21"
    );
    assert_eq!(becomes(&set("a:3", 10), &[], &[]), (vec![], Some(1)), "D-26");
    let live = [pod("p", "n1", "a:1", json!({}))];
    assert_eq!(
        becomes(&set("a:3", 1), &live, &two()),
        (vec![Becomes::Kept, Becomes::Pruned], Some(3)),
        "C-32"
    );
    assert_eq!(
        becomes(&set("a:3", 0), &live, &two()),
        (vec![Becomes::Pruned, Becomes::Pruned], Some(3)),
        "C-34"
    );
}

/// C-24, C-25: of two equal revisions one is kept, and every pod is labelled with its hash.
#[test]
fn a_template_that_is_stored_twice_keeps_every_pod() {
    let mut twin = revision(3, "a:2").object().clone();
    twin["metadata"]["name"] = json!("twin");
    twin["metadata"]["labels"]["controller-revision-hash"] = json!("twin");
    let stored = [
        revision(1, "a:1"),
        revision(2, "a:2"),
        Revision::parse(&twin.to_string()).expect("a revision"),
    ];
    let set = next("a:2", "9", json!({}));
    let pods = [pod("old", "n1", "a:1", json!({})), pod("same", "n2", "a:2", json!({}))];
    let found = look(&set, &pods, &stored, &["n1", "n2"]);
    let fates: Vec<_> = found.pods.into_iter().map(|it| it.2).collect();
    assert_eq!(fates, [Fate::KeptOther, Fate::Kept]);
    let becomes: Vec<_> = found.stored.revisions.into_iter().map(|it| it.3).collect();
    assert_eq!(becomes, [Becomes::Kept, Becomes::Merged, Becomes::Current(3)]);
}

/// C62: after a migration of labels nothing but the labels differs; of anything else a pod is not spared.
#[test]
fn what_differs_by_labels_alone_can_be_spared() {
    let mut migrated = next("a:1", "9", json!({})).object().clone();
    migrated["spec"]["template"]["metadata"]["labels"] = json!({"app": "agent", "role": "new"});
    let stored = [revision(1, "a:1")];
    let found = |object: &Value| {
        look(
            &DaemonSet::new(object.clone()),
            &[pod("p", "n1", "a:1", json!({}))],
            &stored,
            &["n1"],
        )
    };
    let labels = found(&migrated);
    assert_eq!(
        (&labels.pods[0].2, labels.sparing_generation.as_deref()),
        (&Fate::ReplacedInWaves, Some("1")),
        "D-25"
    );
    assert_eq!(labels.fresh_generation, 10);
    migrated["metadata"]["annotations"][TEMPLATE_GENERATION] = json!("1");
    assert_eq!(found(&migrated).pods[0].2, Fate::Kept);
    migrated["spec"]["template"]["spec"]["hostNetwork"] = json!(true);
    assert_eq!(
        found(&migrated).pods[0].2,
        Fate::KeptOther,
        "D-24: not the containers, and yet another template"
    );
    migrated["metadata"]["annotations"][TEMPLATE_GENERATION] = json!("9");
    assert_eq!(found(&migrated).sparing_generation, None);
}
