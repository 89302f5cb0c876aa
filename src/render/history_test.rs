//! The lists and tables of a history, with a fixed clock.

use k8s_openapi::api::core::v1::Pod;
use serde_json::{Value, json};

use super::*;
use crate::domain::record::records;

fn template(image: &str, extra: &Value) -> Value {
    let mut spec = json!({"containers": [{"name": "main", "image": image}]});
    if let Some(members) = extra.as_object() {
        members.iter().for_each(|(key, value)| spec[key] = value.clone());
    }
    json!({"metadata": {"labels": {"app": "agent"}}, "spec": spec})
}

fn set(template: Value) -> DaemonSet {
    DaemonSet::new(json!({"metadata": {"name": "agent", "uid": "u"}, "spec": {"template": template}}))
}

fn revision(number: i64, hash: &str, created: &str, cause: Option<&str>, template: Value) -> Revision {
    let annotations = cause.map(|cause| json!({"kubernetes.io/change-cause": cause}));
    let object = json!({"metadata": {"name": format!("agent-{hash}"), "creationTimestamp": created,
        "annotations": annotations, "labels": {"controller-revision-hash": hash}},
        "data": {"spec": {"template": template}}, "revision": number});
    Revision::parse(&object.to_string()).expect("a revision")
}

fn pod(hash: &str) -> Pod {
    serde_json::from_value(json!({"metadata": {"labels": {"controller-revision-hash": hash}}})).expect("a pod")
}

fn style() -> Style {
    Style {
        now: "2026-01-10T00:00:00Z".parse().expect("a time"),
        wide: false,
        colour: false,
        layout: Layout::default(),
    }
}

/// All that is printed.
fn shown(set: &DaemonSet, records: &[Record], orphans: &[Revision], style: Style) -> String {
    let notes: String = notes(records, orphans).iter().map(|note| format!("{note}\n")).collect();
    table(set, records, style) + &notes + "\n"
}

/// An image, a toleration, a restart, and the first image again.
fn story() -> (DaemonSet, Vec<Revision>) {
    let gpu = json!({"tolerations": [{"key": "gpu", "operator": "Exists", "effect": "NoSchedule"}]});
    let first = template("quay.io/org/agent:1", &json!({}));
    let history = vec![
        revision(
            2,
            "bb",
            "2026-01-02T00:00:00Z",
            Some("set image 2"),
            template("quay.io/org/agent:2", &json!({})),
        ),
        revision(
            3,
            "cc",
            "2026-01-09T23:00:00Z",
            Some("set image 2"),
            template("quay.io/org/agent:2", &gpu),
        ),
        revision(4, "aa", "2026-01-01T00:00:00Z", None, first.clone()),
    ];
    (set(first), history)
}

#[test]
fn the_table_says_what_each_revision_is() {
    let (set, history) = story();
    let pods = [pod("aa"), pod("cc"), pod("aa")];
    let records = records(&set, &history, Some(pods.iter()));
    insta::assert_snapshot!(shown(&set, &records, &[], style()), @r"
daemonset.apps/agent 
REVISION   AGE   PODS   IMAGES    CHANGE                                                                      CHANGE-CAUSE
2          8d    0      agent:2   -                                                                           set image 2
3          60m   1      agent:2   +toleration gpu:NoSchedule op=Exists                                        set image 2 (inherited)
4 *        9d    2      agent:1   main image agent:2 → agent:1; toleration gpu:NoSchedule op=Exists removed   <none>
revision 4 is an older template that was used again; AGE says when it was first seen
");
}

#[test]
fn the_wide_table_has_whole_images_and_hashes() {
    let (set, history) = story();
    let records = records(&set, &history, None::<std::iter::Empty<&Pod>>);
    insta::assert_snapshot!(shown(&set, &records, &[], Style { wide: true, ..style() }), @r"
daemonset.apps/agent 
REVISION   AGE   PODS   IMAGES                CHANGE                                                                      CHANGE-CAUSE              HASH
2          8d    ?      quay.io/org/agent:2   -                                                                           set image 2               bb
3          60m   ?      quay.io/org/agent:2   +toleration gpu:NoSchedule op=Exists                                        set image 2 (inherited)   cc
4 *        9d    ?      quay.io/org/agent:1   main image agent:2 → agent:1; toleration gpu:NoSchedule op=Exists removed   <none>                    aa
revision 4 is an older template that was used again; AGE says when it was first seen
");
}

#[test]
fn rows_alone_have_no_name_above_them() {
    let (set, history) = story();
    let records = records(&set, &history, None::<std::iter::Empty<&Pod>>);
    let layout = Layout {
        width: Some(60),
        bare: true,
    };
    let text = table(
        &set,
        &records,
        Style {
            layout,
            colour: true,
            ..style()
        },
    );
    assert_eq!(text.lines().count(), 3, "{text}");
    assert!(
        text.starts_with("2          8d") || text.starts_with("2     8d"),
        "{text}"
    );
    let bold = text.lines().nth(2).is_some_and(|line| line.starts_with("\u{1b}[1m4 *"));
    assert!(
        bold && text.contains('…'),
        "the same row is bold, long cells are cut: {text}"
    );
}

#[test]
fn the_present_revision_is_bold_where_colour_is_wanted() {
    let (set, history) = story();
    let records = records(&set, &history, None::<std::iter::Empty<&Pod>>);
    let text = table(
        &set,
        &records,
        Style {
            colour: true,
            ..style()
        },
    );
    let bold: Vec<&str> = text.lines().filter(|line| line.starts_with("\u{1b}[1m")).collect();
    assert!(
        matches!(bold.as_slice(), [line] if line.contains("4 *") && line.ends_with("\u{1b}[0m")),
        "{text}"
    );
}

#[test]
fn copies_orphans_and_an_unrecorded_template_are_told() {
    let (_, mut history) = story();
    history.insert(
        0,
        revision(2, "dd", "2026-01-02T00:00:00Z", None, history[2].template().clone()),
    );
    let orphan = revision(9, "ee", "2026-01-02T00:00:00Z", None, template("other:9", &json!({})));
    let set = set(template("quay.io/org/agent:3", &json!({})));
    let records = records(&set, &history, None::<std::iter::Empty<&Pod>>);
    insta::assert_snapshot!(shown(&set, &records, &[orphan], style()), @r"
daemonset.apps/agent 
REVISION   AGE   PODS   IMAGES    CHANGE                                                                      CHANGE-CAUSE
2 (dd)     8d    ?      agent:1   -                                                                           <none>
2 (bb)     8d    ?      agent:2   main image agent:1 → agent:2                                                set image 2
3          60m   ?      agent:2   +toleration gpu:NoSchedule op=Exists                                        set image 2 (inherited)
4          9d    ?      agent:1   main image agent:2 → agent:1; toleration gpu:NoSchedule op=Exists removed   <none>
the present template is none of these: the controller has not recorded it yet
revision 4 is an older template that was used again; AGE says when it was first seen
revisions 2 (dd) and 4 (aa) hold the same template: when it is used again, the controller keeps one of them and relabels every pod as running it, whatever it runs
orphan, would be adopted: agent-ee, revision 9, other:9
");
}

#[test]
fn many_changes_are_cut_to_what_a_line_holds() {
    let before = template("a:1", &json!({}));
    let after = template(
        "a:2",
        &json!({"hostNetwork": true, "hostPID": true, "hostIPC": true, "priorityClassName": "x"}),
    );
    let history = [
        revision(1, "aa", "2026-01-01T00:00:00Z", None, before),
        revision(2, "bb", "2026-01-01T00:00:00Z", None, after.clone()),
    ];
    let set = set(after);
    let records = records(&set, &history, None::<std::iter::Empty<&Pod>>);
    assert!(
        change(&records[1], false).ends_with("; 2 more"),
        "{}",
        change(&records[1], false)
    );
    assert_eq!(change(&records[1], true).matches("; ").count(), 4);
}

#[test]
fn the_list_is_kubectls() {
    let (set, history) = story();
    let expected = "daemonset.apps/agent \nREVISION  CHANGE-CAUSE\n2         set image 2\n3         set image 2\n4         <none>\n\n";
    assert_eq!(kubectl_list(&set, &history), expected, "E-22");
    let copies = [
        history[0].clone(),
        revision(2, "zz", "2026-01-01T00:00:00Z", Some("last"), json!({})),
    ];
    let expected = "daemonset.apps/agent \nREVISION  CHANGE-CAUSE\n2         last\n\n";
    assert_eq!(kubectl_list(&set, &copies), expected, "E-27");
}

#[test]
fn an_empty_history_is_told_without_an_empty_line() {
    let (set, _) = story();
    assert_eq!(
        kubectl_list(&set, &[]),
        "daemonset.apps/agent \nNo rollout history found.\n",
        "E-25"
    );
    assert_eq!(
        none(&set, Some(2)),
        "daemonset.apps/agent with revision #2\nNo rollout history found.\n",
        "E-25"
    );
}

#[test]
fn one_revision_is_kubectls_block() {
    let (set, history) = story();
    let text = kubectl_revision(&set, &history[2]);
    assert!(
        text.starts_with("daemonset.apps/agent with revision #4\nPod Template:\n  Labels:\tapp=agent\n"),
        "E-24 {text}"
    );
    assert!(text.ends_with("  Tolerations:\t<none>\n\n"), "E-24 {text}");
}
