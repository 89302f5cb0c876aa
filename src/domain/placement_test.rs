//! Upstream's own table (semantics A-80), and one for taints and affinity.

use serde_json::json;

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
    assert!(
        !on("none", "NotIn", json!(["x", "no label"])) && !on("size", "Gt", json!(["-5"])),
        "A-7: a value that no label can have"
    );
    assert!(
        !on("size", "Gt", json!(["9223372036854775808"])) && on("size", "Lt", json!(["9223372036854775807"])),
        "A-17: numbers of 64 bits"
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
fn the_first_reason_decides_and_the_others_are_kept() {
    let set = DaemonSet::new(json!({"spec": {"template": {"spec": {"nodeSelector": {"pool": "x", "type": "test"}}}}}));
    let tainted =
        node(json!([{"key": "a", "value": "v", "effect": "NoSchedule"}, {"key": "b", "effect": "NoExecute"}]));
    let found = placement(&set, &tainted);
    let words = |reason: &Reason| reason.to_string();
    assert_eq!(
        found.reason.as_ref().map(words).as_deref(),
        Some("nodeSelector pool=x, node has no label pool; type=test, node has type=production"),
        "C03: every key that differs, with what the node has"
    );
    let taints = "taint a=v:NoSchedule not tolerated; taint b:NoExecute not tolerated";
    assert_eq!(found.also.iter().map(words).collect::<Vec<_>>(), [taints]);
    let found = placement(&DaemonSet::new(json!({})), &tainted);
    assert_eq!(found.reason.as_ref().map(words).as_deref(), Some(taints));
    assert!(!found.stays && found.also.is_empty(), "A-4");
}

#[test]
fn each_term_says_what_it_fails_by() {
    let terms = json!([
        {"matchExpressions": [{"key": "type", "operator": "In", "values": ["a", "b"]}, {"key": "gpu", "operator": "Exists"}]},
        {"matchExpressions": [{"key": "type", "operator": "NotIn", "values": ["production"]}]},
        {"matchFields": [{"key": "metadata.name", "operator": "In", "values": ["n9"]}]},
        {},
    ]);
    let set = |terms: Value| DaemonSet::new(json!({"spec": {"template": {"spec": affinity(terms)}}}));
    let Some(Reason::NodeAffinity(found)) = placement(&set(terms), &node(json!([]))).reason else {
        panic!("an affinity that is not met");
    };
    assert_eq!(
        found.iter().map(ToString::to_string).collect::<Vec<_>>(),
        [
            "term 1: type In [a b], node has type=production; gpu Exists, node has no label gpu",
            "term 2: type NotIn [production], node has type=production",
            "term 3: metadata.name In [n9], node is n1",
            "term 4: has no requirement, and so matches no node",
        ]
    );
    assert_eq!(
        node_terms::nearest(&found).map(|term| term.number),
        Some(2),
        "the nearest miss"
    );
    let empty = placement(&set(json!([])), &node(json!([])))
        .reason
        .map(|it| it.to_string());
    assert_eq!(
        empty.as_deref(),
        Some("nodeAffinity has no terms, and so matches no node"),
        "C56"
    );
}

#[test]
fn a_taint_says_what_comes_near() {
    let taints = |spec: Value, taint: Value| {
        let set = DaemonSet::new(json!({"spec": {"template": {"spec": spec}}}));
        match placement(&set, &node(json!([taint]))).reason {
            Some(Reason::Taints(mut taints)) => taints.remove(0),
            other => panic!("{other:?}"),
        }
    };
    let test = json!({"key": "app", "value": "test", "effect": "NoExecute"});
    let other_effect = json!({"tolerations": [{"key": "app", "operator": "Exists", "effect": "NoSchedule"}]});
    let found = taints(other_effect, test.clone());
    assert_eq!(found.tolerated_effects, ["NoSchedule"], "C52");
    assert!(found.evicts(), "A-4");
    assert_eq!(
        found.toleration(),
        json!({"key": "app", "operator": "Equal", "value": "test", "effect": "NoExecute"})
    );
    let other_value = json!({"tolerations": [{"key": "app", "value": "prod", "effect": "NoExecute"}]});
    assert_eq!(taints(other_value, test).tolerated_values, ["prod"]);
    let network = json!({"key": "node.kubernetes.io/network-unavailable", "effect": "NoSchedule"});
    assert!(taints(json!({}), network).host_network_tolerates, "C53");
    let unready = json!({"key": "node.kubernetes.io/not-ready", "effect": "NoSchedule"});
    let found = taints(json!({}), unready);
    assert_eq!(found.tolerated_effects, ["NoExecute"], "A-10, A-12");
    assert!(!found.host_network_tolerates && !found.evicts());
}

#[test]
fn an_own_toleration_like_an_automatic_one_is_replaced() {
    let own = json!({"key": "node.kubernetes.io/not-ready", "operator": "Exists", "effect": "NoExecute",
        "tolerationSeconds": 30});
    let all = toleration::of_template(&json!({"tolerations": [own, {"key": "x"}]}));
    assert_eq!(all.len(), 7, "A-11");
    assert_eq!(
        all[0]["tolerationSeconds"],
        Value::Null,
        "A-11: in place, without its seconds"
    );
    assert_eq!(all[1], json!({"key": "x"}));
}
