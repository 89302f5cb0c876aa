//! What apply is told to own after an undo: what it sent, with the restored values, and nothing more.

use serde_json::json;

use super::*;

fn annotation(template: &Value) -> String {
    format!(
        "{}\n",
        json!({"kind": "DaemonSet", "spec": {"template": template, "minReadySeconds": 5}})
    )
}

fn revision(template: &Value, copy: Option<&Value>) -> Revision {
    let annotations = copy.map_or_else(|| json!({}), |copy| json!({LAST_APPLIED: annotation(copy)}));
    let object = json!({"metadata": {"name": "agent-x", "annotations": annotations}, "revision": 1,
        "data": {"spec": {"template": template}}});
    Revision::parse(&object.to_string()).expect("a revision")
}

/// As a manifest says it: two containers, the second by name.
fn sent(image: &str, side: &str, env: &Value) -> Value {
    json!({"metadata": {"labels": {"app": "agent"}}, "spec": {"containers": [
        {"name": "main", "image": image, "env": env, "ports": [{"containerPort": 80}]}, {"name": side, "image": "s:1"}]}})
}

/// As the server keeps it.
fn kept(mut template: Value) -> Value {
    template["spec"]["dnsPolicy"] = json!("ClusterFirst");
    template["spec"]["containers"][0]["ports"] = json!([{"containerPort": 80, "protocol": "TCP"}]);
    for container in template["spec"]["containers"].as_array_mut().into_iter().flatten() {
        container["imagePullPolicy"] = json!("IfNotPresent");
        container["resources"] = json!({});
    }
    template
}

fn restarted(mut template: Value) -> Value {
    template["metadata"]["annotations"] = json!({RESTARTED_AT: "2026-01-01T00:00:00Z"});
    template
}

fn template(text: &str) -> Value {
    serde_json::from_str::<Value>(text).expect("json")["spec"]["template"].clone()
}

#[test]
fn what_a_restart_and_the_server_added_is_not_applys() {
    let manifest = sent("a:1", "side", &json!([]));
    let good = restarted(kept(manifest.clone()));
    let present = restarted(kept(sent("a:2", "side", &json!([]))));
    for copy in [Some(&manifest), None] {
        let now = annotation(&manifest);
        assert_eq!(
            synced(&now, &present, &revision(&good, copy)).as_deref(),
            Some(now.as_str()),
            "byte for byte: the next apply finds nothing to do"
        );
        let never = synced(&now, &kept(manifest.clone()), &revision(&good, copy));
        assert_eq!(never.as_deref(), Some(now.as_str()), "nor where the restart came back");
    }
    let owned = restarted(manifest.clone());
    let text = synced(&annotation(&owned), &present, &revision(&good, Some(&owned))).expect("text");
    assert_eq!(template(&text), manifest, "whoever wrote it there");
}

#[test]
fn the_parts_of_the_apply_before_come_back() {
    let first = sent("a:1", "side", &json!([{"name": "FLAG", "value": "1"}]));
    let second = sent("a:2", "side2", &json!([]));
    let (now, present) = (annotation(&second), kept(second.clone()));
    let with_copy = synced(&now, &present, &revision(&kept(first.clone()), Some(&first))).expect("text");
    assert_eq!(template(&with_copy), first, "C05: from the copy in the revision");
    assert!(with_copy.ends_with("\"minReadySeconds\":5}}\n"), "{with_copy}");
    let without = synced(&now, &present, &revision(&kept(first.clone()), None)).expect("text");
    assert_eq!(
        template(&without),
        first,
        "C05: and from what differs, where there is none"
    );
}

#[test]
fn values_follow_and_what_others_put_there_stays_theirs() {
    let manifest = sent("a:1", "side", &json!([]));
    let mut edited = kept(sent("a:7", "side", &json!([])));
    if let Some(containers) = edited["spec"]["containers"].as_array_mut() {
        containers.push(json!({"name": "debug", "image": "d:1"}));
    }
    edited["metadata"]["annotations"] = json!({"injected": "yes"});
    let present = kept(manifest.clone());
    let text = synced(&annotation(&manifest), &present, &revision(&edited, Some(&manifest))).expect("text");
    assert_eq!(template(&text), sent("a:7", "side", &json!([])));
    let mut annotated = manifest.clone();
    annotated["metadata"]["annotations"] = json!({"mine": "1"});
    let text = synced(&annotation(&annotated), &present, &revision(&edited, Some(&annotated))).expect("text");
    assert!(
        template(&text)["metadata"].get("annotations").is_none(),
        "an empty map would take the others' with it"
    );
}

#[test]
fn a_part_that_was_adopted_by_a_later_apply_stays_applys() {
    let (bare, flag) = (json!([]), json!([{"name": "FLAG", "value": "1"}]));
    let (old, new) = (sent("a:1", "side", &bare), sent("a:1", "side", &flag));
    let to = revision(&kept(new.clone()), Some(&old));
    let text = synced(&annotation(&new), &kept(sent("a:2", "side", &flag)), &to).expect("text");
    assert_eq!(template(&text), new, "the copy is older than the last apply");
}

#[test]
fn an_annotation_without_a_template_is_not_repaired() {
    for odd in ["", "[]", "{}", "{\"spec\":{}}"] {
        assert_eq!(synced(odd, &json!({}), &revision(&json!({}), None)), None, "{odd}");
    }
}
