//! Random nodes: labels, taints and cordons, and what they change to. In templates and here a node is called `node-3`; the
//! name that it has in the cluster is put in later.

use std::collections::BTreeMap;

use proptest::{collection, option, prelude::*, sample::select};
use serde_json::{Value, json};

/// Of labels. The last one is on no node, ever.
pub const LABELS: [&str; 5] = ["zone", "tier", "size", "example.com/gpu", "absent"];
/// Of labels: words, and numbers of all sorts that a label may have.
pub const VALUES: [&str; 10] = [
    "a",
    "b",
    "",
    "7",
    "10",
    "007",
    "1e3",
    "1_0",
    "9223372036854775807",
    "9223372036854775808",
];
/// Of taints and tolerations.
pub const TAINTS: [&str; 11] = [
    "dedicated",
    "example.com/gpu",
    "node-role.kubernetes.io/control-plane",
    "node.kubernetes.io/not-ready",
    "node.kubernetes.io/unreachable",
    "node.kubernetes.io/disk-pressure",
    "node.kubernetes.io/memory-pressure",
    "node.kubernetes.io/pid-pressure",
    "node.kubernetes.io/unschedulable",
    "node.kubernetes.io/network-unavailable",
    "node.kubernetes.io/out-of-service",
];
/// Of taints and tolerations.
pub const EFFECTS: [&str; 3] = ["NoSchedule", "NoExecute", "PreferNoSchedule"];
/// Of taints and tolerations; mostly none.
pub const TAINT_VALUES: [&str; 6] = ["", "", "", "a", "b", "5"];

/// What a node is like.
#[derive(Debug, Clone)]
pub struct Shape {
    pub labels: BTreeMap<&'static str, &'static str>,
    pub taints: Vec<Value>,
    pub cordoned: bool,
}

/// One to twelve nodes, each with what it changes to.
pub type Nodes = Vec<(Shape, Option<Shape>)>;

/// Nodes that change later, or do not.
pub fn nodes(change: bool) -> impl Strategy<Value = Nodes> {
    let after = option::weighted(0.8, shape());
    let after = after.prop_map(move |after| after.filter(|_| change));
    collection::vec((shape(), after), 1..=12)
}

fn shape() -> impl Strategy<Value = Shape> {
    let labels = collection::btree_map(select(&LABELS[..LABELS.len() - 1]), select(&VALUES[..]), 0..=4);
    let taints = prop_oneof![2 => Just(Vec::new()), 3 => collection::vec(taint(), 1..=3)];
    (labels, taints, prop::bool::weighted(0.2)).prop_map(|(labels, mut taints, cordoned)| {
        // The server takes a key once for each effect.
        let mut seen = std::collections::BTreeSet::new();
        taints.retain(|taint| seen.insert((taint["key"].to_string(), taint["effect"].to_string())));
        Shape {
            labels,
            taints,
            cordoned,
        }
    })
}

fn taint() -> impl Strategy<Value = Value> {
    let members = (select(&TAINTS[..]), select(&TAINT_VALUES[..]), select(&EFFECTS[..]));
    members.prop_map(|(key, value, effect)| match value {
        "" => json!({"key": key, "effect": effect}),
        value => json!({"key": key, "value": value, "effect": effect}),
    })
}
