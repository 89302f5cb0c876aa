//! What a rollout comes to: done, moving, waiting, or in need of somebody.

use jiff::Timestamp;
use serde::Serialize;

use super::{finding::Finding, node_table::NodeState, scene::Scene};
use crate::domain::rollout::{Phase, Step};

/// In one word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum State {
    /// Rolled out, pod by pod.
    Done,
    /// Pods are being replaced.
    Progressing,
    /// Nothing is replaced now; it will end by itself.
    Waiting,
    /// It will not end without somebody.
    Stalled,
    /// No node is eligible.
    Idle,
    /// Strategy OnDelete: it goes on when somebody deletes old pods.
    Paused,
    /// The controller has not looked at the present spec yet.
    NotObserved,
    /// Another template has taken the place of the one that was meant.
    Superseded,
    /// The DaemonSet is being deleted, or is gone.
    Deleted,
}

/// In one word and a sentence.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Verdict {
    /// In one word.
    pub state: State,
    /// For what it waits, or who must do what; without the name of the DaemonSet.
    pub reason: String,
    /// About when it ends by itself, where that can be said.
    pub ends: Option<Timestamp>,
}

/// What the rollout comes to.
pub(super) fn verdict(scene: &Scene<'_>, _findings: &[Finding], _nodes: &[NodeState]) -> Verdict {
    let state = match (scene.rollout.phase, scene.rollout.step) {
        _ if scene.set().terminating() => State::Deleted,
        (Phase::Done, _) => State::Done,
        (Phase::Idle, _) => State::Idle,
        (Phase::Stalled, _) => State::Stalled,
        (Phase::WaitingForDeletion, _) => State::Paused,
        (Phase::Progressing, Step::NotObserved) => State::NotObserved,
        (Phase::Progressing, _) => State::Progressing,
    };
    Verdict {
        state,
        reason: String::new(),
        ends: None,
    }
}
