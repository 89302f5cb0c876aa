//! kubectl's lines as they are, and ours.

use serde_json::json;

use super::*;
use crate::domain::change;

fn set(spec: serde_json::Value) -> DaemonSet {
    let mut object = json!({"metadata": {"name": "agent"}, "spec": {"template": {"spec": {
        "containers": [{"name": "main", "image": "r/agent:3"}]}}}});
    for (key, value) in spec.as_object().into_iter().flatten() {
        object["spec"][key] = value.clone();
    }
    DaemonSet::new(object)
}

fn revision(number: i64, image: &str) -> Revision {
    let data = json!({"spec": {"template": {"$patch": "replace", "spec": {"containers": [{"name": "main", "image": image}]}}}});
    let object = json!({"metadata": {"name": "agent-x"}, "revision": number, "data": data});
    Revision::parse(&object.to_string()).expect("a revision")
}

#[test]
fn kubectls_lines_are_kubectls() {
    let set = set(json!({}));
    for (dry_run, line) in [
        (DryRun::None, "daemonset.apps/agent rolled back"),
        (DryRun::Client, "daemonset.apps/agent rolled back (dry run)"),
        (DryRun::Server, "daemonset.apps/agent rolled back (server dry run)"),
    ] {
        assert_eq!(success(&set, "rolled back", dry_run), line, "E-35, E-55");
    }
    let line = success(&set, &skipped(3), DryRun::None);
    assert_eq!(
        line, "daemonset.apps/agent skipped rollback (current template already matches revision 3)",
        "E-34"
    );
    assert_eq!(
        applied_warning(&set),
        "Warning: resource daemonsets/agent was previously managed with 'kubectl apply'. Rolling back will not update the \
         kubectl.kubernetes.io/last-applied-configuration annotation, which may cause unexpected behavior on future 'kubectl \
         apply' operations. Consider using 'kubectl apply' with your previous configuration file instead.",
        "E-37"
    );
}

#[test]
fn an_undo_says_from_where_to_where() {
    let lines = undo(
        &set(json!({})),
        Some(&revision(3, "r/agent:3")),
        &revision(2, "r/agent:2"),
        4,
    );
    assert_eq!(
        lines,
        [
            "agent: revision 3 → revision 2, which becomes revision 4",
            "  main image agent:3 → agent:2"
        ],
        "C37"
    );
    let lines = undo(&set(json!({})), None, &revision(2, "r/agent:2"), 2);
    assert_eq!(lines[0], "agent: a template that is no revision yet → revision 2", "S5");
}

#[test]
fn images_are_told_container_by_container() {
    let image = |container: &str, init, from: &str, to: &str| ContainerImage {
        container: container.to_owned(),
        init,
        from: from.to_owned(),
        to: to.to_owned(),
    };
    let all = [
        image("main", false, "a:1", "a:2"),
        image("side", false, "s:1", "s:1"),
        image("prep", true, "p:1", "p:2"),
    ];
    let expected = [
        "agent: main a:1 → a:2",
        "agent: side unchanged, s:1",
        "agent: init prep p:1 → p:2",
    ];
    assert_eq!(images(&set(json!({})), &all), expected, "C32, C35");
}

#[test]
fn cautions_are_said_only_where_something_changes() {
    let change =
        |set: &DaemonSet| change::undo(set, &revision(1, "r/agent:1"), &change::Notes::default()).expect("a change");
    let on_delete = set(json!({"updateStrategy": {"type": "OnDelete"}}));
    assert!(
        cautions(&on_delete, &change(&on_delete))[0].contains("OnDelete: no pod is replaced"),
        "C61"
    );
    let forgetful = set(json!({"revisionHistoryLimit": 0}));
    assert!(
        cautions(&forgetful, &change(&forgetful))[0].contains("no revision to roll back to"),
        "C38"
    );
    let plain = set(json!({"revisionHistoryLimit": 10}));
    assert!(cautions(&plain, &change(&plain)).is_empty());
    let idle = change::set_images(&on_delete, &[], &change::Notes::default()).expect("a change");
    assert!(cautions(&on_delete, &idle).is_empty());
}

#[test]
fn a_cause_that_is_inherited_is_told() {
    let object = json!({"metadata": {"name": "agent", "annotations": {"kubernetes.io/change-cause": "back\u{1b}[2J"}}});
    let line = inherited_cause(&DaemonSet::new(object)).expect("a line");
    assert!(
        line.contains("the change-cause \"back") && line.contains("--change-cause") && !line.contains('\u{1b}'),
        "H-11: {line}"
    );
    assert_eq!(inherited_cause(&set(json!({}))), None);
    assert!(noted(&set(json!({})), &revision(1, "a")).contains("inherits"));
}

#[test]
fn the_next_apply_is_foretold() {
    let parts = Applied::Client(vec!["container side".to_owned(), "env FLAG of main".to_owned()]);
    let line = next_apply(&parts, false, &[]).expect("a line");
    assert!(
        line.starts_with("the next 'kubectl apply' will leave behind: container side, env FLAG of main"),
        "C05"
    );
    assert!(line.ends_with("; --sync-last-applied prevents it"), "{line}");
    let side = ["container side".to_owned()];
    let line = next_apply(&parts, false, &side).expect("a line");
    assert!(
        line.ends_with("prevents it but for container side, which it never owned"),
        "{line}"
    );
    let line = next_apply(&parts, true, &[]).expect("a line");
    assert!(line.ends_with("follows, in the same change"), "{line}");
    let line = next_apply(&parts, true, &side).expect("a line");
    assert!(line.ends_with("never owned and leaves: container side"), "{line}");
    let none = next_apply(&Applied::No, true, &[]).expect("a line");
    assert!(none.contains("has no effect: there is no annotation"), "{none}");
    assert!(
        next_apply(&Applied::Server(vec!["ci".to_owned()]), false, &[])
            .expect("a line")
            .contains("server-side apply by ci")
    );
    assert_eq!(next_apply(&Applied::No, false, &[]), None);
    assert_eq!(next_apply(&Applied::Client(vec![]), false, &[]), None);
}

#[test]
fn what_the_server_dropped_is_told() {
    let set = set(json!({}));
    let change = change::undo(&set, &revision(1, "r/agent:1"), &change::Notes::default()).expect("a change");
    assert!(not_as_sent(&change, &change.applied_to(&set)).is_empty());
    assert_eq!(not_as_sent(&change, &set)[1], "  main image agent:1 → agent:3", "C46");
}

#[test]
fn what_is_known_of_a_missing_revision_is_told() {
    let revisions = [revision(2, "b"), revision(3, "a")];
    let line = |error: NotFound| not_found(&error, &revisions);
    let traced = line(NotFound::Number {
        wanted: 1,
        now: Some(3),
    })
    .expect("a line");
    assert_eq!(
        traced, "the template that was revision 1 is revision 3 now: an undo gave it a new number",
        "C37"
    );
    assert_eq!(
        line(NotFound::Number { wanted: 9, now: None }).as_deref(),
        Some("stored revisions: 2, 3")
    );
    let several = NotFound::Several {
        wanted: 2,
        hashes: vec![],
    };
    assert!(line(several).expect("a line").contains("--to-hash"));
    assert!(line(NotFound::NoPrevious).is_some() && not_found(&NotFound::NoPrevious, &[]).is_some());
}

#[test]
fn a_template_that_is_stored_twice_is_warned_of() {
    assert_eq!(copied(&set(json!({})), &revision(1, "a"), &[]), None);
    let line = copied(&set(json!({})), &revision(1, "a"), &[4]).expect("a line");
    assert!(
        line.starts_with("Warning: agent: revision 1 is stored twice, also as 4"),
        "C39: {line}"
    );
}
