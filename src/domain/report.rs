//! The answer of `status` as a document for programs: `schemas/status.schema.json` says what its members are.

use jiff::Timestamp;
use serde::Serialize;

use super::{
    allowance::Open,
    daemonset::{Counters, DaemonSet, Strategy},
    diagnosis::{Diagnosis, finding::Finding, node_table::NodeState, verdict::Verdict},
    rollout::Rollout,
    roster::Moves,
    snapshot::Snapshot,
};

/// The version of the documents.
pub const VERSION: &str = "kubectl-ds/v1";
/// The kind of one.
pub const KIND: &str = "DaemonSetStatus";

/// One DaemonSet.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Report {
    api_version: &'static str,
    kind: &'static str,
    /// Its name.
    pub name: String,
    /// Its namespace.
    pub namespace: String,
    /// The number of the revision that holds the present template, where that is known.
    pub revision: Option<i64>,
    /// How it is updated.
    pub strategy: Plan,
    /// The counters of its status.
    pub counters: Counts,
    /// What the rollout comes to.
    pub verdict: Verdict,
    /// What is left open of a rollout that counts as done because that was allowed.
    pub allowed: Option<Left>,
    /// Who came and went while it was followed.
    pub moves: Option<Changes>,
    /// Node by node.
    pub nodes: Vec<NodeState>,
    /// What is wrong, worst first.
    pub findings: Vec<Finding>,
    /// What could not be read for want of a right.
    pub missing: Vec<String>,
    /// The moment it was seen.
    pub taken: Timestamp,
}

/// The update strategy.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Plan {
    /// RollingUpdate, OnDelete, or what else the object says.
    #[serde(rename = "type")]
    pub kind: String,
    /// As written: a number or a percentage.
    pub max_unavailable: Option<String>,
    /// As written: a number or a percentage.
    pub max_surge: Option<String>,
    /// In seconds.
    pub min_ready_seconds: i64,
}

/// Numbers of nodes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[allow(missing_docs, reason = "the same as in the counters they are made from")]
pub struct Counts {
    pub desired: i64,
    pub current: i64,
    pub updated: i64,
    pub ready: i64,
    pub available: i64,
    pub misscheduled: i64,
}

/// What is left open.
#[derive(Debug, Clone, Serialize)]
pub struct Left {
    /// Nodes without an available pod.
    pub unavailable: Vec<String>,
    /// Nodes that were not looked at.
    pub ignored: Vec<String>,
}

/// Who came and went.
#[derive(Debug, Clone, Serialize)]
pub struct Changes {
    /// Nodes that joined.
    pub joined: Vec<String>,
    /// Nodes that left.
    pub left: Vec<String>,
}

impl Report {
    /// Puts the document together.
    pub fn new(
        snapshot: &Snapshot,
        rollout: &Rollout,
        found: &Diagnosis,
        open: Option<&Open>,
        moves: Option<&Moves>,
    ) -> Self {
        let set = &snapshot.daemonset;
        let names = |names: &super::roster::Names| names.iter().cloned().collect();
        Self {
            api_version: VERSION,
            kind: KIND,
            name: set.name().to_owned(),
            namespace: set.namespace().to_owned(),
            revision: rollout.revision,
            strategy: plan(set),
            counters: counts(set.counters()),
            verdict: found.verdict.clone(),
            allowed: open.map(|open| Left {
                unavailable: names(&open.unavailable),
                ignored: names(&open.ignored),
            }),
            moves: moves.map(|moves| Changes {
                joined: names(&moves.joined),
                left: names(&moves.left),
            }),
            nodes: found.nodes.clone(),
            findings: found.findings.clone(),
            missing: missing(snapshot),
            taken: snapshot.taken,
        }
    }
}

/// The update strategy of the DaemonSet.
pub(super) fn plan(set: &DaemonSet) -> Plan {
    let (kind, max_unavailable, max_surge) = match set.strategy() {
        Strategy::RollingUpdate {
            max_unavailable,
            max_surge,
        } => ("RollingUpdate".to_owned(), Some(max_unavailable), Some(max_surge)),
        Strategy::OnDelete => ("OnDelete".to_owned(), None, None),
        Strategy::Other(other) => (other, None, None),
    };
    Plan {
        kind,
        max_unavailable,
        max_surge,
        min_ready_seconds: set.min_ready_seconds(),
    }
}

fn counts(counters: Counters) -> Counts {
    Counts {
        desired: counters.desired,
        current: counters.current,
        updated: counters.updated,
        ready: counters.ready,
        available: counters.available,
        misscheduled: counters.misscheduled,
    }
}

/// What could not be read for want of a right.
pub(super) fn missing(snapshot: &Snapshot) -> Vec<String> {
    let mut missing = Vec::new();
    missing.extend(snapshot.pods.is_none().then(|| "pods".to_owned()));
    missing.extend(
        snapshot
            .revisions
            .is_none()
            .then(|| "controllerrevisions.apps".to_owned()),
    );
    missing.extend(snapshot.around.missing.iter().map(ToString::to_string));
    missing
}
