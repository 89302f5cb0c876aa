//! Upstream's own table (semantics A-80), and one for taints and affinity.

use super::*;

fn node(taints: Value) -> Node {
    let object = json!({"metadata": {"name": "n1", "labels": {"name": "n1", "type": "production", "size": "7"}},
        "spec": {"taints": taints, "unschedulable": true}});
    serde_json::from_value(object).expect("a node")
}

fn decide(spec: Value, node: &Node) -> (bool, bool) {
    let set = DaemonSet::new(json!({"spec": {"template": {"spec": spec}}}));
    let found = placement(&set, node);
    assert_eq!(
        found.runs,
        found.reason.is_none(),
        "a reason where there is none to run"
    );
    (found.runs, found.stays)
}

fn affinity(terms: Value) -> Value {
    json!({"affinity": {"nodeAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": {"nodeSelectorTerms": terms}}}})
}

#[test]
fn upstreams_table() {
    let requests =
        json!({"containers": [{"resources": {"requests": {"memory": "200M"}}, "ports": [{"hostPort": 666}]}]});
    let types =
        |value: &str| affinity(json!([{"matchExpressions": [{"key": "type", "operator": "In", "values": [value]}]}]));
    for (spec, expected, what) in [
        (json!({}), (true, true), "fits; unschedulable does not count"),
        (requests, (true, true), "resources and ports do not count"),
        (json!({"nodeName": "other"}), (false, false), "another node's name"),
        (json!({"nodeName": "n1"}), (true, true), "its name"),
        (
            json!({"nodeSelector": {"type": "test"}}),
            (false, false),
            "selector does not match",
        ),
        (
            json!({"nodeSelector": {"type": "production"}}),
            (true, true),
            "selector matches",
        ),
        (types("test"), (false, false), "affinity does not match"),
        (types("production"), (true, true), "affinity matches"),
    ] {
        assert_eq!(decide(spec, &node(json!([]))), expected, "A-80 {what}");
    }
}

#[test]
fn terms_are_alternatives_and_what_cannot_be_read_matches_nothing() {
    let on = |key: &str, operator: &str, values: Value| {
        let terms = json!([{}, {"matchExpressions": [{"key": key, "operator": operator, "values": values}]}]);
        decide(affinity(terms), &node(json!([]))).0
    };
    assert!(on("none", "NotIn", json!(["x"])), "A-17: absent is not in");
    assert!(on("type", "Exists", json!([])) && on("none", "DoesNotExist", json!([])));
    assert!(on("size", "Gt", json!(["6"])) && on("size", "Lt", json!(["8"])));
    assert!(!on("size", "Gt", json!(["7"])) && !on("type", "Gt", json!(["6"])) && !on("none", "Lt", json!(["6"])));
    assert!(
        !on("size", "Gt", json!(["5", "6"])) && !on("type", "Odd", json!(["production"])),
        "A-17"
    );
    assert!(!decide(affinity(json!([])), &node(json!([]))).0, "A-16");
    let named = |operator: &str, values: Value| {
        let terms = json!([{"matchFields": [{"key": "metadata.name", "operator": operator, "values": values}]}]);
        decide(affinity(terms), &node(json!([]))).0
    };
    assert!(named("In", json!(["n1"])) && named("NotIn", json!(["n2"])), "A-18");
    assert!(!named("In", json!(["n1", "n2"])) && !named("Exists", json!([])), "A-18");
}

#[test]
fn taints_keep_or_drive_away() {
    let with = |spec: Value, key: &str, effect: &str| {
        decide(spec, &node(json!([{"key": key, "value": "v", "effect": effect}])))
    };
    let none = || json!({});
    assert_eq!(with(none(), "a", "NoSchedule"), (false, true), "A-4");
    assert_eq!(with(none(), "a", "NoExecute"), (false, false), "A-4");
    assert_eq!(with(none(), "a", "PreferNoSchedule"), (true, true), "A-5");
    let unready = "node.kubernetes.io/not-ready";
    assert_eq!(with(none(), unready, "NoExecute"), (true, true), "A-10");
    assert_eq!(with(none(), unready, "NoSchedule"), (false, true), "A-12");
    assert_eq!(
        with(none(), "node.kubernetes.io/unschedulable", "NoSchedule"),
        (true, true),
        "A-10"
    );
    let network = "node.kubernetes.io/network-unavailable";
    assert_eq!(with(none(), network, "NoSchedule"), (false, true), "A-10");
    assert_eq!(
        with(json!({"hostNetwork": true}), network, "NoSchedule"),
        (true, true),
        "A-10"
    );
    let tolerating = |toleration: Value| with(json!({"tolerations": [toleration]}), "a", "NoSchedule").0;
    assert!(tolerating(json!({"operator": "Exists"})), "A-14");
    assert!(
        tolerating(json!({"key": "a", "value": "v"})) && !tolerating(json!({"key": "a", "value": "w"})),
        "A-13"
    );
    assert!(
        !tolerating(json!({"operator": "Exists", "effect": "NoExecute"})),
        "A-14"
    );
    assert!(!tolerating(json!({"key": "a", "operator": "Gt", "value": "1"})), "A-13");
}

#[test]
fn the_reason_names_what_fails_first() {
    let set = DaemonSet::new(json!({"spec": {"template": {"spec": {"nodeSelector": {"pool": "x"}}}}}));
    let tainted =
        node(json!([{"key": "a", "value": "v", "effect": "NoSchedule"}, {"key": "b", "effect": "NoExecute"}]));
    assert_eq!(
        placement(&set, &tainted).reason,
        Some(Reason::NodeSelector("pool=x".into()))
    );
    let set = DaemonSet::new(json!({}));
    let taints = vec!["a=v:NoSchedule".to_owned(), "b:NoExecute".to_owned()];
    assert_eq!(placement(&set, &tainted).reason, Some(Reason::Taints(taints)));
}
