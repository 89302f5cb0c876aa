//! What is told of each stored revision, on small histories.

use k8s_openapi::api::core::v1::Pod;
use serde_json::{Value, json};

use super::*;

fn template(image: &str) -> Value {
    json!({"metadata": {"labels": {"app": "agent"}}, "spec": {"containers": [{"name": "main", "image": image}]}})
}

fn set(image: &str) -> DaemonSet {
    DaemonSet::new(json!({"metadata": {"name": "agent", "uid": "u"}, "spec": {"template": template(image)}}))
}

fn revision(number: i64, image: &str, cause: Option<&str>, created: &str) -> Revision {
    let mut object = json!({"metadata": {"name": format!("agent-{image}"), "creationTimestamp": created,
        "labels": {"controller-revision-hash": format!("h{number}")}},
        "data": {"spec": {"template": template(image)}}, "revision": number});
    if let Some(cause) = cause {
        object["metadata"]["annotations"] = json!({"kubernetes.io/change-cause": cause});
    }
    Revision::parse(&object.to_string()).expect("a revision")
}

fn pod(hash: &str, phase: &str) -> Pod {
    serde_json::from_value(
        json!({"metadata": {"labels": {"controller-revision-hash": hash}}, "status": {"phase": phase}}),
    )
    .expect("a pod")
}

const DAY_1: &str = "2026-01-01T00:00:00Z";
const DAY_2: &str = "2026-01-02T00:00:00Z";

#[test]
fn each_revision_is_told_with_its_pods_changes_and_cause() {
    let history = [
        revision(2, "b", Some("set b"), DAY_1),
        revision(3, "c", Some("set b"), DAY_2),
        revision(4, "a", Some("set a"), DAY_1),
    ];
    let pods = [
        pod("h4", "Running"),
        pod("h3", "Running"),
        pod("h4", "Failed"),
        pod("h4", "Pending"),
    ];
    let records = records(&set("a"), &history, Some(pods.iter()));
    assert_eq!(
        records.iter().map(|it| it.pods).collect::<Vec<_>>(),
        [Some(0), Some(1), Some(2)],
        "C14"
    );
    assert_eq!(
        records.iter().map(|it| it.current).collect::<Vec<_>>(),
        [false, false, true]
    );
    assert_eq!(
        records.iter().map(|it| it.inherited).collect::<Vec<_>>(),
        [false, true, false],
        "C13"
    );
    assert_eq!(
        records.iter().map(|it| it.reused).collect::<Vec<_>>(),
        [false, false, true],
        "C-23"
    );
    assert!(records[0].changes.is_none(), "what came before is not stored");
    let words: Vec<String> = records[2].changes.iter().flatten().map(ToString::to_string).collect();
    assert_eq!(words, ["main image c → a"]);
}

#[test]
fn a_cause_that_stood_on_the_daemonset_is_inherited_whatever_was_undone_meanwhile() {
    // Stored on day 2 by a command with a cause; then an undo gave the older one a higher number; then a restart.
    let history = [
        revision(2, "b", Some("set b"), DAY_2),
        revision(3, "a", None, DAY_1),
        revision(4, "c", Some("set b"), "2026-01-03T00:00:00Z"),
    ];
    let records = records(&set("c"), &history, None::<std::iter::Empty<&Pod>>);
    assert_eq!(
        records.iter().map(|it| it.inherited).collect::<Vec<_>>(),
        [false, false, true],
        "C13, E-62"
    );
}

#[test]
fn pods_that_may_not_be_read_are_not_counted_as_none() {
    let history = [revision(1, "a", None, DAY_1)];
    let records = records(&set("a"), &history, None::<std::iter::Empty<&Pod>>);
    assert_eq!(records[0].pods, None);
    assert!(!records[0].inherited, "no cause is no inherited cause");
}

#[test]
fn copies_are_found_by_meaning_and_by_number() {
    let history = [
        revision(1, "a", None, DAY_1),
        revision(1, "b", None, DAY_1),
        revision(2, "a", None, DAY_1),
    ];
    let groups = duplicates(&history);
    let numbers: Vec<Vec<i64>> = groups
        .iter()
        .map(|group| group.iter().map(|it| it.number()).collect())
        .collect();
    assert_eq!(numbers, [[1, 2]], "C39");
    let records = records(&set("a"), &history, None::<std::iter::Empty<&Pod>>);
    assert_eq!(
        records.iter().map(|it| it.same_number).collect::<Vec<_>>(),
        [true, true, false]
    );
    assert_eq!(
        records.iter().map(|it| it.current).collect::<Vec<_>>(),
        [false, false, true],
        "C-24"
    );
}

#[test]
fn numbers_count_from_the_newest_where_negative() {
    let history = [
        revision(1, "a", None, DAY_1),
        revision(1, "b", None, DAY_1),
        revision(4, "c", None, DAY_1),
    ];
    let image = |number| numbered(&history, number).map(|it| &it.template()["spec"]["containers"][0]["image"]);
    assert_eq!(image(1), Some(&json!("b")), "E-27");
    assert_eq!(image(4), Some(&json!("c")));
    assert_eq!(image(-1), Some(&json!("c")));
    assert_eq!(image(-3), Some(&json!("a")));
    assert_eq!([image(-4), image(0), image(3), image(i64::MIN)], [None; 4]);
}
