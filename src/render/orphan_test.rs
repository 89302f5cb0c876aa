//! What `orphan-delete` says.

use std::sync::Arc;

use serde_json::{Value, json};

use super::*;

fn set(metadata: Value, status: Value) -> DaemonSet {
    let mut object = json!({"metadata": {"name": "agent", "namespace": "ops"}, "status": status});
    for (key, value) in metadata.as_object().into_iter().flatten() {
        object["metadata"][key] = value.clone();
    }
    DaemonSet::new(object)
}

fn left() -> Leftover {
    let pod = |name: &str, node: &str, metadata: Value| {
        let mut object = json!({
            "metadata": {"name": name, "creationTimestamp": "2026-01-01T00:00:00Z", "labels": {"controller-revision-hash": "x"}},
            "spec": {"containers": [], "nodeName": node},
            "status": {"phase": "Running", "conditions": [{"type": "Ready", "status": "True"}]}});
        for (key, value) in metadata.as_object().into_iter().flatten() {
            object["metadata"][key] = value.clone();
        }
        Arc::new(serde_json::from_value(object).expect("a pod"))
    };
    let revision = json!({"metadata": {"name": "agent-x", "labels": {"controller-revision-hash": "x"}}, "revision": 2,
        "data": {"spec": {"template": {}}}});
    Leftover {
        pods: vec![
            pod(
                "agent-2",
                "node-2",
                json!({"deletionTimestamp": "2026-01-01T00:00:00Z", "labels": {}}),
            ),
            pod("agent-1", "node-1", json!({})),
        ],
        revisions: vec![Revision::parse(&revision.to_string()).expect("a revision")],
    }
}

#[test]
fn pods_are_listed_by_node_with_their_revision() {
    let now = "2026-01-01T01:00:00Z".parse().expect("a time");
    let bare = Layout {
        width: Some(30),
        bare: true,
    };
    let rows = leftover(&set(json!({}), json!({})), &left(), now, bare);
    assert!(!rows.iter().any(|line| line.contains("NODE")), "{rows:#?}");
    assert!(rows[1].starts_with("  n") && rows[1].chars().count() <= 30, "{rows:#?}");
    let lines = leftover(&set(json!({}), json!({})), &left(), now, Layout::default()).join("\n");
    let expected = "\
daemonset.apps/agent in namespace ops: it goes, and 2 pods and 1 revision become ownerless
  NODE     POD       REVISION    STATE         AGE
  node-1   agent-1   2           Ready         60m
  node-2   agent-2   <unknown>   Terminating   60m
  revisions: 2 (agent-x)
  until a controller adopts them, a pod that ends or is evicted is not replaced, and a new node gets none";
    assert_eq!(lines, expected);
}

#[test]
fn what_a_person_should_know_before_is_a_warning() {
    let held = set(
        json!({"generation": 2, "finalizers": ["example.com/hold\u{1b}[2K"]}),
        json!({"observedGeneration": 2, "desiredNumberScheduled": 5, "updatedNumberScheduled": 2}),
    );
    let owner = Manager::Owner {
        kind: "Agent".into(),
        name: "main".into(),
    };
    let lines = warnings(&held, &left(), &[owner]);
    let expected = [
        "Agent/main owns it",
        "still terminating: agent-2;",
        "under way (2 of 5 updated)",
        "its own finalizers: example.com/hold^[[2K",
    ];
    assert_eq!(lines.len(), expected.len(), "{lines:?}");
    for (line, words) in lines.iter().zip(expected) {
        assert!(line.starts_with("Warning: ") && line.contains(words), "{line}");
    }
    let calm = set(json!({}), json!({}));
    assert_eq!(warnings(&calm, &Leftover::default(), &[]), Vec::<String>::new());
}

#[test]
fn the_finalizer_is_never_to_be_removed_by_hand() {
    let words = waits_for(&set(json!({"finalizers": ["orphan", "example.com/hold"]}), json!({})));
    assert!(
        words.contains("garbage collector") && words.contains("do not remove the finalizer by hand"),
        "D-16: {words}"
    );
    assert!(words.ends_with("finalizer example.com/hold"), "{words}");
    let words = waits_for(&set(json!({"finalizers": ["foregroundDeletion"]}), json!({})));
    assert_eq!(words, "for whoever looks after finalizer foregroundDeletion");
}

#[test]
fn the_proof_names_what_is_not_as_it_should_be() {
    let good = Proof {
        pods: 5,
        revisions: 1,
        ..Proof::default()
    };
    assert_eq!(
        proof(&good).0,
        "5 pods and 1 revision are there and ownerless, none was lost"
    );
    let bad = Proof {
        adopted: vec![("pod a".into(), "DaemonSet/b".into())],
        lost: vec!["pod c".into()],
        owned: vec!["pod d".into()],
        ..good
    };
    let (answer, lines) = proof(&bad);
    assert_eq!(
        answer,
        "5 pods and 1 revision are there and ownerless, 1 adopted by others"
    );
    assert_eq!(lines[0], "pod a: adopted by DaemonSet/b");
    assert_eq!(lines[1], "pod c: gone");
    assert!(lines[2].starts_with("pod d: still names the deleted DaemonSet"), "D-16");
}
