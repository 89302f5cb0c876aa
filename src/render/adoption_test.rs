//! The forecast as it is read.

use serde_json::json;

use super::*;
use crate::domain::{adoption_history::Stored, toleration::Untolerated};

fn found(pods: Vec<(&str, &str, Fate)>) -> Forecast {
    Forecast {
        pods: pods
            .into_iter()
            .map(|(node, pod, fate)| (Some(node.to_owned()), pod.to_owned(), fate))
            .collect(),
        created: vec!["n4".into()],
        stored: Stored {
            revisions: vec![
                (1, "agent-a".into(), "a".into(), Becomes::Kept),
                (2, "agent-b".into(), "b".into(), Becomes::Current(3)),
            ],
            created: None,
        },
        at_a_time: Some(1),
        fresh_generation: 3,
        sparing_generation: None,
    }
}

#[test]
fn every_pod_and_revision_has_a_line() {
    let set = DaemonSet::new(json!({"metadata": {"name": "agent"}}));
    let taint = Fate::Misplaced(Reason::Taints(vec![Untolerated {
        key: "a".into(),
        value: String::new(),
        effect: "NoExecute".into(),
        tolerated_effects: Vec::new(),
        tolerated_values: Vec::new(),
        host_network_tolerates: false,
    }]));
    let pods = vec![
        ("n1", "p1", Fate::Kept),
        ("n2", "p2", Fate::ReplacedInWaves),
        ("n3", "p3", taint),
        ("n4", "p4", Fate::Ignored),
    ];
    let expected = "\
the next daemonset.apps/agent will adopt 3 pods and 2 revisions
  NODE   POD     BECOMES
  n1     p1      kept as it is
  n2     p2      replaced, at most 1 node at a time
  n3     p3      deleted: taint a:NoExecute is not tolerated
  n4     p4      left alone: the selector does not match
  n4     <new>   made at once
  revision 1 (agent-a): adopted
  revision 2 (agent-b): adopted, holds this template, becomes revision 3
  1 new pod will run beside another one on the same node";
    assert_eq!(
        forecast(&set, &found(pods), true, Layout::default()).join("\n"),
        expected
    );
}

#[test]
fn a_pod_that_only_passes_for_updated_comes_with_the_cure() {
    let set = DaemonSet::new(json!({"metadata": {"name": "agent"}}));
    let lines = forecast(
        &set,
        &found(vec![("n1", "p1", Fate::KeptOther)]),
        false,
        Layout::default(),
    )
    .join("\n");
    assert!(
        lines.contains("deprecated.daemonset.template.generation: \"3\""),
        "D-24, D-25: {lines}"
    );
    assert!(lines.contains("no right to list nodes"), "{lines}");
    let mut twice = found(vec![("n1", "p1", Fate::KeptOther)]);
    twice.stored.revisions[0].3 = Becomes::Merged;
    assert!(
        forecast(&set, &twice, true, Layout::default())
            .join("\n")
            .contains("'restart agent' afterwards"),
        "C-25"
    );
    let mut same = found(vec![("n1", "p1", Fate::ReplacedInWaves)]);
    same.sparing_generation = Some("2".into());
    assert!(
        forecast(&set, &same, true, Layout::default())
            .join("\n")
            .contains("to keep them as they are"),
        "D-25"
    );
}

#[test]
fn labels_are_set_at_the_right_time() {
    let labels = vec![("app".to_owned(), "agent".to_owned())];
    let early = relabel(
        &Relabel {
            labels: labels.clone(),
            early: true,
        },
        "-n ops -l role=agent",
    );
    assert_eq!(
        early[1], "    kubectl label pods,controllerrevisions -n ops -l role=agent app=agent",
        "C62"
    );
    let late = relabel(&Relabel { labels, early: false }, "-n ops -l role=agent");
    assert!(
        late[0].contains("when it is gone") && late[1].ends_with("app=agent --overwrite"),
        "D-9: {late:?}"
    );
}
