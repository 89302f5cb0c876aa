//! The patches, member by member.

use serde_json::json;

use super::*;

fn set() -> DaemonSet {
    DaemonSet::new(json!({
        "metadata": {"name": "agent", "namespace": "ops", "uid": "u1", "resourceVersion": "7", "annotations": {
            LAST_APPLIED: "{\"kind\":\"DaemonSet\",\"spec\":{\"template\":{\"spec\":{\"containers\":[{\"name\":\"main\",\"image\":\"r/agent:2\"}]}}}}\n"}},
        "spec": {"template": {"metadata": {"labels": {"app": "agent"}}, "spec": {
            "containers": [{"name": "main", "image": "r/agent:2", "futureField": 1}, {"name": "side", "image": "r/side:1"}],
            "initContainers": [{"name": "prep", "image": "r/prep:1"}]}}}}))
}

fn revision(data: &str) -> Revision {
    Revision::parse(&format!(
        "{{\"metadata\":{{\"name\":\"agent-x\"}},\"revision\":3,\"data\":{data}}}"
    ))
    .expect("a revision")
}

fn parsed(change: &Change) -> Value {
    serde_json::from_str(&change.body).expect("a patch")
}

const STORED: &str = r#"{"spec":{"template":{"$patch":"replace","metadata":{"labels":{"app":"agent"}},"spec":{"containers":[{"image":"r/agent:1","name":"main","futureField":{"a":1.50}}],"x":"\u003c"}}}}"#;

#[test]
fn undo_sends_the_stored_text_untouched() {
    let change = undo(&set(), &revision(STORED), &Notes::default()).expect("a change");
    let expected = format!(
        "{{\"metadata\":{{\"resourceVersion\":\"7\",\"uid\":\"u1\"}},{}",
        &STORED[1..]
    );
    assert_eq!(change.body, expected, "C-3, C-4, R13: not even a number is rewritten");
    assert!(change.effective);
    let images: Vec<(&str, &str, &str)> = change
        .images
        .iter()
        .map(|i| (i.container.as_str(), i.from.as_str(), i.to.as_str()))
        .collect();
    assert_eq!(images, [("main", "r/agent:2", "r/agent:1")]);
}

#[test]
fn undo_takes_notes_in_the_same_patch() {
    let notes = Notes {
        change_cause: Cause::Set("bad \"2\"".to_owned()),
        sync_last_applied: true,
    };
    let body = parsed(&undo(&set(), &revision(STORED), &notes).expect("a change"));
    let annotations = &body["metadata"]["annotations"];
    assert_eq!(annotations[CHANGE_CAUSE], "bad \"2\"", "E-62, C13");
    let synced: Value = serde_json::from_str(annotations[LAST_APPLIED].as_str().expect("text")).expect("json");
    assert_eq!(synced["kind"], "DaemonSet");
    assert_eq!(
        synced["spec"]["template"]["spec"]["containers"][0]["image"], "r/agent:1",
        "C05"
    );
    assert!(synced["spec"]["template"].get("$patch").is_none());
    assert_eq!(body["spec"]["template"]["$patch"], "replace");
}

#[test]
fn undo_refuses_data_that_would_hide_the_precondition() {
    for odd in [r#"{"metadata":{"uid":"other"},"spec":{"template":{}}}"#, "{}"] {
        assert!(undo(&set(), &revision(odd), &Notes::default()).is_err(), "{odd}");
    }
}

#[test]
fn undo_to_the_same_meaning_has_no_effect() {
    let set = set();
    let data = json!({"spec": {"template": set.template()}}).to_string();
    assert!(
        !undo(&set, &revision(&data), &Notes::default())
            .expect("a change")
            .effective,
        "E-34"
    );
}

#[test]
fn set_images_sends_only_what_changes() {
    let image = |container: &str, init, from: &str, to: &str| ContainerImage {
        container: container.to_owned(),
        init,
        from: from.to_owned(),
        to: to.to_owned(),
    };
    let images = [
        image("main", false, "r/agent:2", "r/agent:3"),
        image("side", false, "r/side:1", "r/side:1"),
        image("prep", true, "r/prep:1", "r/prep:2"),
    ];
    let change = set_images(
        &set(),
        &images,
        &Notes {
            change_cause: Cause::Set("why".to_owned()),
            ..Notes::default()
        },
    );
    let change = change.expect("a change");
    assert_eq!(
        parsed(&change),
        json!({
            "metadata": {"resourceVersion": "7", "uid": "u1", "annotations": {CHANGE_CAUSE: "why"}},
            "spec": {"template": {"spec": {
                "containers": [{"name": "main", "image": "r/agent:3"}],
                "initContainers": [{"name": "prep", "image": "r/prep:2"}]}}}}),
        "E-57, R13"
    );
    assert!(change.effective && change.images.len() == 3);
    let nothing = set_images(&set(), &images[1..2], &Notes::default()).expect("a change");
    assert!(!nothing.effective, "E-55");
}

#[test]
fn restart_sets_kubectls_annotation_once_a_second() {
    let change = restart(&set(), "2026-01-02T03:04:05+01:00").expect("a change");
    assert_eq!(
        parsed(&change),
        json!({"metadata": {"resourceVersion": "7", "uid": "u1"}, "spec": {"template": {"metadata": {"annotations": {
            "kubectl.kubernetes.io/restartedAt": "2026-01-02T03:04:05+01:00"}}}}}),
        "E-40"
    );
    assert!(change.effective && change.images.iter().all(|image| !image.changes()));
    let mut object = set().object().clone();
    object["spec"]["template"]["metadata"]["annotations"] = json!({RESTARTED_AT: "t"});
    let error = restart(&DaemonSet::new(object), "t").expect_err("the same second");
    assert!(
        error.starts_with("failed to create patch for agent: if restart has already been triggered"),
        "E-41"
    );
}

#[test]
fn restore_replaces_the_whole_template() {
    let template = json!({"spec": {"containers": [{"name": "main", "image": "r/agent:1", "futureField": 1}]}});
    let notes = Notes {
        change_cause: Cause::Remove,
        ..Notes::default()
    };
    let change = restore(&set(), &template, &notes).expect("a change");
    let body = parsed(&change);
    assert_eq!(body["spec"]["template"]["$patch"], "replace", "E-106");
    assert_eq!(
        body["spec"]["template"]["spec"]["containers"][0]["futureField"], 1,
        "R13"
    );
    assert_eq!(body["metadata"]["resourceVersion"], "7", "S6");
    assert_eq!(
        body["metadata"]["annotations"],
        json!({CHANGE_CAUSE: null}),
        "null removes it"
    );
}

#[test]
fn what_will_be_is_told_without_the_server() {
    let set = set();
    let notes = Notes {
        change_cause: Cause::Set("why".to_owned()),
        ..Notes::default()
    };
    let change = undo(&set, &revision(STORED), &notes).expect("a change");
    let after = change.applied_to(&set);
    assert_eq!(
        after.template()["spec"]["containers"][0]["image"],
        "r/agent:1",
        "H-4: the result, not the present object"
    );
    assert_eq!(after.annotation(CHANGE_CAUSE), Some("why"));
    assert!(after.annotation(LAST_APPLIED).is_some() && after.template().get("$patch").is_none());
    assert!(change.needed(&set));
    let nothing = set_images(&set, &[], &Notes::default()).expect("a change");
    assert!(!nothing.needed(&set), "E-55");
    let noted = set_images(&set, &[], &notes).expect("a change");
    assert!(
        noted.needed(&set) && !noted.needed(&noted.applied_to(&set)),
        "E-61: a note alone is sent, once"
    );
}
