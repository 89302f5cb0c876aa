//! Which texts are a snapshot, and what is made of them.

use super::*;

const SET: &str = "{apiVersion: apps/v1, kind: DaemonSet, metadata: {name: agent, namespace: fleet, creationTimestamp: \
                   '2026-01-01T12:00:00Z'}, spec: {}}";

fn read(text: &str) -> Vec<String> {
    Saved::parse(text).expect("a snapshot").read.into_iter().collect()
}

#[test]
fn lists_documents_and_files_one_after_the_other_are_read() {
    let pod = "{apiVersion: v1, kind: Pod, metadata: {name: p, namespace: fleet}}";
    let list = format!("apiVersion: v1\nkind: List\nitems:\n- {SET}\n- {pod}\n");
    let typed = r#"{"kind": "DaemonSetList", "apiVersion": "apps/v1", "metadata": {}, "items": [{"metadata": {"name": "agent"}}]}"#;
    let pods = r#"{"kind": "PodList", "apiVersion": "v1", "items": [{"metadata": {"name": "p"}}]}"#;
    let documents = format!("---\n{SET}\n---\n{pod}\n");
    for text in [
        list,
        format!("{typed}{pods}"),
        format!("{typed}\n---\n{pods}"),
        documents,
    ] {
        assert_eq!(
            read(&text),
            ["daemonsets.apps", "pods", "pods in all namespaces"],
            "{text}"
        );
    }
    assert_eq!(read(SET), ["daemonsets.apps"], "of pods nothing is known");
}

#[test]
fn what_was_read_is_what_the_file_says() {
    let text = format!(
        "kind: List\napiVersion: v1\nmetadata: {{annotations: {{kubectl-ds/taken: '2026-01-01T13:00:00Z', kubectl-ds/read: \
         'daemonsets.apps,events'}}}}\nitems: [{SET}]\n"
    );
    assert_eq!(read(&text), ["daemonsets.apps", "events"]);
    let saved = Saved::parse(&text).expect("a snapshot");
    assert_eq!(saved.taken().to_string(), "2026-01-01T13:00:00Z");
    assert_eq!(saved.namespace(), Some("fleet"));
    assert_eq!(
        Saved::parse(SET).expect("one").taken().to_string(),
        "2026-01-01T12:00:00Z"
    );
    let two = format!("{SET}\n---\n{}", SET.replace("fleet", "other"));
    assert_eq!(Saved::parse(&two).expect("two").namespace(), None);
}

#[test]
fn an_object_that_cannot_be_used_is_named_and_the_rest_is_used() {
    let text = format!(
        "{SET}\n---\n{{apiVersion: v1, kind: Pod, metadata: {{name: odd, namespace: fleet}}, spec: {{containers: 7}}}}\n---\n\
         {{apiVersion: v1, kind: Node, metadata: {{}}}}\n---\n{{apiVersion: v1, kind: Pod, metadata: {{name: good}}}}\n"
    );
    let saved = Saved::parse(&text).expect("a snapshot");
    assert_eq!(saved.left_out.len(), 2, "{:?}", saved.left_out);
    assert!(
        saved.left_out[0].starts_with("Pod fleet/odd cannot be used: "),
        "{:?}",
        saved.left_out
    );
    assert_eq!(saved.objects[&RESOURCES[2]].len(), 1);
}

/// What a file says may be typed in to break a shell or a terminal; the names go into commands for copying.
#[test]
fn what_no_object_can_be_called_is_named_and_left_out() {
    let object = |kind: &str, namespace: &str, name: &str| {
        let version = if kind == "DaemonSet" { "apps/v1" } else { "v1" };
        serde_json::json!({"apiVersion": version, "kind": kind, "metadata": {"name": name, "namespace": namespace}})
    };
    let mut items = vec![
        object("DaemonSet", "fleet", "agent"),
        object("Event", "fleet", "Odd_name"),
    ];
    let bad = [
        ("DaemonSet", "fleet", "a; reboot"),
        ("Pod", "fleet", "$(reboot)"),
        ("Pod", "-n", "p"),
        ("Node", "", "--all"),
        ("Pod", "fleet", "a\u{1b}[2J"),
    ];
    items.extend(bad.map(|(kind, namespace, name)| object(kind, namespace, name)));
    items.extend([
        serde_json::json!("a word"),
        serde_json::json!({"kind": "PodList", "apiVersion": "v1", "items": 7}),
    ]);
    let mut twice = object("Pod", "fleet", "p");
    items.push(twice.clone());
    items.push(twice.clone());
    twice["spec"]["nodeName"] = "n1".into();
    items.push(twice);
    let text = serde_json::json!({"kind": "List", "apiVersion": "v1", "items": items}).to_string();
    let saved = Saved::parse(&text).expect("a snapshot");
    let no_name =
        |kind: &str, key: &str| format!("{kind} {key} cannot be used: no object can have that name (RFC 1123)");
    assert_eq!(
        saved.left_out,
        [
            no_name("DaemonSet", "fleet/a; reboot"),
            no_name("Pod", "fleet/$(reboot)"),
            "Pod -n/p cannot be used: no namespace can have that name (RFC 1123)".to_owned(),
            no_name("Node", "--all"),
            no_name("Pod", "fleet/a\u{1b}[2J"),
            "an item of a list is no object".to_owned(),
            "a PodList has no list of items".to_owned(),
            "Pod fleet/p is there more than once: the last one counts".to_owned(),
        ]
    );
    let kinds: Vec<_> = saved.objects.keys().map(|resource| resource.kind).collect();
    assert_eq!(kinds, ["DaemonSet", "Event", "Pod"]);
}

#[test]
fn what_is_no_snapshot_is_refused_with_the_reason() {
    for (text, why) in [
        ("", "no DaemonSet in it;"),
        ("just words", "neither YAML nor JSON of Kubernetes objects"),
        ("[1, 2]", "neither YAML nor JSON of Kubernetes objects"),
        ("{\"kind\": \"List\", ", ""),
        (
            "kind: Deployment\napiVersion: apps/v1\n",
            "no DaemonSet in it (found 1 Deployment);",
        ),
        ("a: b", "no DaemonSet in it (found 1 object without a kind);"),
        ("kind: DaemonSet\napiVersion: apps/v1\n", "it has no name"),
    ] {
        let error = Saved::parse(text).expect_err("no snapshot");
        assert!(!error.is_empty() && error.contains(why), "{text}: {error}");
    }
}
