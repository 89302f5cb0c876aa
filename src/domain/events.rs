//! What became otherwise between two looks at a rollout, as events for programs: `schemas/status-events.schema.json` says what
//! their members are. Not here: which findings have come to stay.

use std::collections::BTreeMap;

use jiff::Timestamp;
use serde::Serialize;

use super::{
    diagnosis::{
        finding::Finding,
        node_table::NodeState,
        verdict::{State, Verdict},
    },
    report::{Counts, Report, VERSION},
};

/// The kind of an event.
pub const KIND: &str = "DaemonSetStatusEvent";

/// One event.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Event {
    api_version: &'static str,
    kind: &'static str,
    /// The namespace of the DaemonSet.
    pub namespace: String,
    /// Its name.
    pub name: String,
    /// When it was seen, by the server's clock.
    pub time: Timestamp,
    /// What has changed.
    #[serde(flatten)]
    pub change: Change,
}

/// What has changed.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "type", rename_all = "kebab-case", rename_all_fields = "camelCase")]
pub enum Change {
    /// Where the rollout stands.
    Rollout {
        /// The number of the revision that holds the present template, where that is known.
        revision: Option<i64>,
        /// The counters of the status.
        counters: Counts,
        /// What the rollout comes to.
        verdict: Verdict,
    },
    /// A node, or its pod.
    Node {
        /// Its name; `None` for pods whose node cannot be known.
        node: Option<String>,
        /// All that is there now; nothing where the rollout is not about this node any more.
        pods: Vec<NodeState>,
    },
    /// A finding has come to stay, or is gone.
    Finding {
        /// Whether it is gone.
        resolved: bool,
        /// What was found.
        finding: Finding,
    },
    /// The last event of a DaemonSet.
    End {
        /// What the program would end with if this were the only one.
        exit_code: u8,
        /// How it ended; `None` for a DaemonSet that was never seen.
        state: Option<State>,
    },
}

impl Event {
    /// One about this DaemonSet.
    pub fn new((namespace, name): (&str, &str), time: Timestamp, change: Change) -> Self {
        Self {
            api_version: VERSION,
            kind: KIND,
            namespace: namespace.to_owned(),
            name: name.to_owned(),
            time,
            change,
        }
    }
}

/// What is otherwise than before: first where the rollout stands, then node by node. Of a rollout that was not seen before, only
/// where it stands: that its nodes are there is no change.
pub fn changes(before: Option<&Report>, now: &Report) -> Vec<Change> {
    let mut changes = Vec::new();
    let stands = |report: &Report| {
        let verdict = &report.verdict;
        (report.revision, report.counters, verdict.state, verdict.reason.clone())
    };
    if before.map(stands) != Some(stands(now)) {
        changes.push(Change::Rollout {
            revision: now.revision,
            counters: now.counters,
            verdict: now.verdict.clone(),
        });
    }
    let Some(before) = before else { return changes };
    let (mut were, are) = (by_node(&before.nodes), by_node(&now.nodes));
    for (node, pods) in are {
        let same = |were: Vec<&NodeState>| were.iter().map(|it| seen(it)).eq(pods.iter().map(|it| seen(it)));
        if !were.remove(&node).is_some_and(same) {
            changes.push(node_event(node, &pods));
        }
    }
    changes.extend(were.into_keys().map(|node| node_event(node, &[])));
    changes
}

fn node_event(node: Option<&str>, pods: &[&NodeState]) -> Change {
    Change::Node {
        node: node.map(str::to_owned),
        pods: pods.iter().copied().cloned().collect(),
    }
}

fn by_node(nodes: &[NodeState]) -> BTreeMap<Option<&str>, Vec<&NodeState>> {
    let mut all: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for node in nodes {
        all.entry(node.node.as_deref()).or_default().push(node);
    }
    all
}

/// What makes a node another one: not the words of the reason, which count others.
fn seen(node: &NodeState) -> impl PartialEq + use<'_> {
    let pod = (&node.pod, node.revision, node.updated);
    (pod, node.eligible, node.done, &node.state, &node.codes)
}

#[cfg(test)]
#[path = "events_test.rs"]
mod tests;
