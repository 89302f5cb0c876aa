//! What is printed, to the letter.

use std::{collections::BTreeSet, sync::Arc};

use serde_json::{Value, json};

use super::*;
use crate::domain::{
    daemonset::DaemonSet,
    snapshot::{Around, Snapshot},
    why,
};

const STYLE: Style = Style {
    now: Timestamp::UNIX_EPOCH,
    wide: false,
    colour: false,
    layout: Layout {
        width: None,
        bare: false,
    },
};

fn answer(spec: Value, nodes: &[Value], pods: &[Value], asked: Option<&str>) -> Why {
    fn all<T: serde::de::DeserializeOwned>(values: &[Value]) -> Vec<T> {
        let read = |value: &Value| serde_json::from_value(value.clone()).expect("an object");
        values.iter().map(read).collect()
    }
    let mut template = spec;
    template["containers"] = json!([]);
    let set = json!({"metadata": {"name": "agent", "namespace": "fleet", "uid": "set",
            "annotations": {"deprecated.daemonset.template.generation": "1"}},
        "spec": {"selector": {"matchLabels": {"app": "agent"}}, "template": {"spec": template}}});
    let snapshot = Snapshot {
        daemonset: DaemonSet::new(set),
        revisions: None,
        pods: Some(all(pods).into_iter().map(Arc::new).collect()),
        around: Around {
            nodes: Some(Arc::new(all(nodes))),
            ..Around::default()
        },
        taken: Timestamp::UNIX_EPOCH,
    };
    let asked = asked.map(|name| BTreeSet::from([name.to_owned()]));
    why::why(&snapshot, asked.as_ref())
}

fn lines(spec: Value, object: Value, pods: &[Value]) -> String {
    node(&answer(spec, &[object], pods, Some("n1")).nodes[0], STYLE).join("\n")
}

fn pod(node: &str) -> Value {
    json!({"metadata": {"name": format!("agent-{node}"), "uid": node, "creationTimestamp": "1969-12-31T23:00:00Z",
            "labels": {"pod-template-generation": "1"}},
        "spec": {"nodeName": node, "containers": []},
        "status": {"phase": "Running", "conditions": [{"type": "Ready", "status": "True"}]}})
}

#[test]
fn a_taint_comes_with_the_toleration() {
    let object = json!({"metadata": {"name": "n1"},
        "spec": {"taints": [{"key": "dedicated", "value": "gpu", "effect": "NoSchedule"}]}});
    assert_eq!(
        lines(json!({}), object, &[]),
        r#"node n1: not eligible, no pod
  taint dedicated=gpu:NoSchedule is not tolerated: a pod that is there stays, and none is made
  → tolerate it in the template, which replaces all pods
      tolerations:
      - effect: NoSchedule
        key: dedicated
        operator: Equal
        value: gpu
      kubectl -n fleet patch ds agent --type json -p '[{"op":"add","path":"/spec/template/spec/tolerations","value":[{"key":"dedicated","operator":"Equal","value":"gpu","effect":"NoSchedule"}]}]'
  → take it off the node
      kubectl taint node n1 dedicated:NoSchedule-"#,
        "C03"
    );
}

#[test]
fn every_term_is_shown_and_the_nearest_marked() {
    let terms = json!([
        {"matchExpressions": [{"key": "zone", "operator": "In", "values": ["a"]}, {"key": "gpu", "operator": "Exists"}]},
        {"matchExpressions": [{"key": "zone", "operator": "NotIn", "values": ["b"]}]},
    ]);
    let spec = json!({"nodeSelector": {"tier": "edge"}, "affinity": {"nodeAffinity":
        {"requiredDuringSchedulingIgnoredDuringExecution": {"nodeSelectorTerms": terms}}}});
    let object = json!({"metadata": {"name": "n1", "labels": {"zone": "b"}}});
    assert_eq!(
        lines(spec, object, &[pod("n1")]),
        "node n1: not eligible, pod agent-n1 Running for 60m\n  \
           nodeSelector tier=edge, node has no label tier\n  \
           nodeAffinity term 1: zone In [a], node has zone=b; gpu Exists, node has no label gpu\n  \
           nodeAffinity term 2: zone NotIn [b], node has zone=b (the nearest miss)\n  \
           pod agent-n1: the controller deletes it\n  \
           → label the node\n      kubectl label node n1 tier=edge\n  \
           → label the node (term 2 is the nearest)\n      kubectl label node n1 zone-",
        "C03"
    );
}

#[test]
fn all_nodes_are_a_table() {
    let object = |name: &str, spec: Value| json!({"metadata": {"name": name}, "spec": spec});
    let taint = json!({"taints": [{"key": "a\u{1b}[2J", "effect": "NoSchedule"}]});
    let nodes = [
        object("n1", json!({"unschedulable": true})),
        object("n2", taint.clone()),
        object("n3", taint),
        object("n4", json!({})),
    ];
    let found = answer(json!({}), &nodes, &[pod("n1"), pod("n3")], None);
    let table = table(&found, STYLE);
    let rows: Vec<&str> = table.lines().collect();
    assert_eq!(rows.len(), 5, "{table}");
    assert!(
        rows[0].starts_with("NODE   ELIGIBLE   POD        STATE     WHY"),
        "{table}"
    );
    assert!(rows[1].contains("cordoned, still eligible"), "C40 {table}");
    assert!(
        rows[2].starts_with("n2     no         <none>     <none>    taint a^[[2J:NoSchedule not tolerated"),
        "{table}"
    );
    assert!(
        rows[3].contains("agent-n3   Running") && rows[3].contains("; it stays until it ends"),
        "A-4 {table}"
    );
    assert!(rows[4].starts_with("n4     yes        <none>     Missing"), "{table}");
}

#[test]
fn a_healthy_node_is_one_line_and_a_missing_one_too() {
    let object = json!({"metadata": {"name": "n1"}});
    assert!(lines(json!({}), object, &[pod("n1")]).starts_with("node n1: eligible, pod agent-n1 Running for 60m"));
    let found = answer(json!({}), &[], &[], Some("n9"));
    assert_eq!(node(&found.nodes[0], STYLE), ["node n9: does not exist, no pod"]);
}

#[test]
fn the_answer_to_a_probe_says_who_asked() {
    let refused = Probe::Refused {
        code: 403,
        reason: "Forbidden".to_owned(),
        message: "exceeded quota: q".to_owned(),
    };
    assert_eq!(
        probe(&refused),
        "probe: the server refuses a pod (asked with your rights, not the controller's): exceeded quota: q",
        "C17"
    );
    let changed = Probe::Accepted {
        objections: vec!["nodeSelector pool=a, node has no label pool".to_owned()],
    };
    assert!(
        probe(&changed).ends_with("does not fit: nodeSelector pool=a, node has no label pool"),
        "C55"
    );
}
