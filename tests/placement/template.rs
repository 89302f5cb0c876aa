//! Random pod templates: whatever decides about nodes, and some that does not. A few of them the server refuses.

use proptest::{collection, option, prelude::*, sample::select};
use serde_json::{Map, Value, json};

use super::generate::{EFFECTS, LABELS, TAINT_VALUES, TAINTS, VALUES};

/// The spec of a template, without containers.
pub fn spec() -> impl Strategy<Value = Value> {
    let selector = collection::btree_map(select(&LABELS[..]), select(&VALUES[..4]), 0..=2);
    let affinity = collection::vec(term(), 1..=3);
    let idle = prop::bool::weighted(0.3);
    let host_network = prop::bool::weighted(0.3);
    let name = option::weighted(0.1, node_name());
    let parts = (
        option::weighted(0.25, selector),
        option::weighted(0.5, affinity),
        prop_oneof![1 => Just(Vec::new()), 3 => collection::vec(toleration(), 1..=5)],
        (name, host_network, idle),
    );
    parts.prop_map(|(selector, terms, tolerations, (name, host_network, idle))| {
        let mut spec = json!({"tolerations": tolerations});
        let mut node_affinity = Map::new();
        if let Some(terms) = terms {
            let required = json!({"nodeSelectorTerms": terms});
            node_affinity.insert("requiredDuringSchedulingIgnoredDuringExecution".into(), required);
        }
        if idle {
            let preference = json!({"matchExpressions": [{"key": "zone", "operator": "DoesNotExist"}]});
            let preferred = json!([{"weight": 100, "preference": preference}]);
            node_affinity.insert("preferredDuringSchedulingIgnoredDuringExecution".into(), preferred);
            let term = json!({"topologyKey": "kubernetes.io/hostname", "labelSelector": {}});
            spec["affinity"]["podAffinity"] = json!({"requiredDuringSchedulingIgnoredDuringExecution": [term]});
        }
        if !node_affinity.is_empty() {
            spec["affinity"]["nodeAffinity"] = Value::Object(node_affinity);
        }
        if let Some(selector) = selector {
            spec["nodeSelector"] = json!(selector);
        }
        if let Some(name) = name {
            spec["nodeName"] = json!(name);
        }
        if host_network {
            spec["hostNetwork"] = json!(true);
        }
        spec
    })
}

/// `node-13` is nowhere.
fn node_name() -> impl Strategy<Value = String> {
    (1..=13).prop_map(|number| format!("node-{number}"))
}

/// With neither, which the server takes, it matches nothing (semantics A-16).
fn term() -> impl Strategy<Value = Value> {
    let fields = prop_oneof![3 => Just(Vec::new()), 1 => collection::vec(field(), 1..=2)];
    (collection::vec(expression(), 0..=2), fields).prop_map(|(expressions, fields)| {
        let mut term = Map::new();
        if !expressions.is_empty() {
            term.insert("matchExpressions".into(), json!(expressions));
        }
        if !fields.is_empty() {
            term.insert("matchFields".into(), json!(fields));
        }
        Value::Object(term)
    })
}

fn field() -> impl Strategy<Value = Value> {
    let operator = select(&["In", "NotIn", "NotIn"][..]);
    let members = (operator, node_name());
    members.prop_map(|(operator, name)| json!({"key": "metadata.name", "operator": operator, "values": [name]}))
}

fn expression() -> impl Strategy<Value = Value> {
    let among = (
        select(&["In", "NotIn", "NotIn"][..]),
        collection::vec(select(&VALUES[..]), 1..=3),
    );
    let there = select(&["Exists", "DoesNotExist"][..]).prop_map(|operator| (operator, Vec::new()));
    let compared = (select(&["Gt", "Lt"][..]), collection::vec(select(&VALUES[..]), 1));
    let refused = (
        select(&["Gt", "Exists", "Unknown"][..]),
        collection::vec(select(&["-5", "+5"][..]), 1),
    );
    let rest = prop_oneof![40 => among, 30 => there, 30 => compared, 1 => refused];
    (select(&LABELS[..]), rest).prop_map(|(key, (operator, values))| match values.is_empty() {
        true => json!({"key": key, "operator": operator}),
        false => json!({"key": key, "operator": operator, "values": values}),
    })
}

fn toleration() -> impl Strategy<Value = Value> {
    let effect = || option::weighted(0.7, select(&EFFECTS[..]));
    let key = option::weighted(0.85, select(&TAINTS[..]));
    let exists = (key, Just(Some("Exists")), Just(""), effect());
    let equal = option::of(Just("Equal"));
    let equals = (
        select(&TAINTS[..]).prop_map(Some),
        equal,
        select(&TAINT_VALUES[..]),
        effect(),
    );
    // Numbers are compared only with an alpha gate on; without a key only Exists is taken (semantics ).
    let refused = (
        option::of(Just("dedicated")),
        select(&["Gt", "Lt", "Equal"][..]).prop_map(Some),
        Just("5"),
        effect(),
    );
    let members = prop_oneof![50 => exists, 40 => equals, 1 => refused];
    (members, option::weighted(0.3, 0..600)).prop_map(|((key, operator, value, effect), seconds)| {
        let seconds = seconds.filter(|_| effect == Some("NoExecute"));
        let value = Some(value).filter(|value| !value.is_empty());
        let members = [
            ("key", json!(key)),
            ("operator", json!(operator)),
            ("value", json!(value)),
            ("effect", json!(effect)),
            ("tolerationSeconds", json!(seconds)),
        ];
        let there = members.into_iter().filter(|(_, value)| !value.is_null());
        Value::Object(there.map(|(name, value)| (name.to_owned(), value)).collect())
    })
}
