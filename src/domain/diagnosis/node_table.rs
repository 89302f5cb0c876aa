//! Node by node: which pod is there, of which revision, how it is, and why.

use jiff::Timestamp;
use serde::Serialize;

use super::{code::Code, finding::Finding, scene::Scene};

/// One node, or one pod on it where there are several.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct NodeState {
    /// The node; `None` for a pod whose target cannot be known.
    pub node: Option<String>,
    /// The pod, if there is one.
    pub pod: Option<String>,
    /// The number of the revision whose template the pod runs, where that is known.
    pub revision: Option<i64>,
    /// Whether the controller wants a pod here; `None` where nodes may not be read.
    pub eligible: Option<bool>,
    /// Whether this node is finished: an available pod of the present template, or rightly none.
    pub done: bool,
    /// Whether the pod is of the present template (semantics B-17); `None` without a pod.
    pub updated: Option<bool>,
    /// In a word, as `kubectl get pods` has it where it has one: `Running`, `ImagePullBackOff`, `Terminating`, `Missing`.
    pub state: String,
    /// Since when it is in that state.
    pub since: Option<Timestamp>,
    /// The cause, in a clause; empty where there is nothing to say.
    pub why: String,
    /// The findings that are about this node or pod.
    pub codes: Vec<Code>,
}

/// One row for each node that should run a pod or has one, by node name.
pub(super) fn nodes(_scene: &Scene<'_>, _findings: &[Finding]) -> Vec<NodeState> {
    Vec::new()
}
