//! How long a change takes, guessed from the pods that are there; no guess where they tell nothing.

use jiff::SignedDuration;
use serde::Serialize;

use super::{budget::Budget, node::NodePlan, plan::seconds, role::Role};
use crate::domain::{daemonset::DaemonSet, diagnosis::Normal, json, snapshot::Snapshot};

/// The server's default of terminationGracePeriodSeconds.
const GRACE: i64 = 30;

/// A guess, with what it is made from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Estimate {
    /// Until the end, if old pods end at once. In seconds.
    #[serde(serialize_with = "seconds")]
    pub least: SignedDuration,
    /// Until the end, if every old pod takes all of its grace period. In seconds.
    #[serde(serialize_with = "seconds")]
    pub most: SignedDuration,
    /// How many pods one after the other.
    pub rounds: usize,
    /// From a pod's creation until it is ready, in the middle of the present pods. In seconds.
    #[serde(serialize_with = "seconds")]
    pub ready: SignedDuration,
    /// In seconds.
    pub min_ready_seconds: i64,
    /// The grace period of the old pods, where the new ones wait for their end. In seconds.
    pub grace_seconds: i64,
}

/// The guess; `None` without ready pods to learn from, or where nothing is replaced, or not all that is to be.
pub(super) fn estimate(
    present: &Snapshot,
    next: &DaemonSet,
    budget: Option<&Budget>,
    nodes: &[NodePlan],
) -> Option<Estimate> {
    let budget = budget.filter(|budget| !budget.used.iter().any(|used| used.held))?;
    let normal = Normal::of(present);
    let ready = normal.start?.saturating_add(normal.settle.unwrap_or_default());
    let now = |node: &NodePlan| matches!(node.role, Role::AtOnce | Role::Gains | Role::Ending);
    // What is replaced outside the budget takes its own time, together with the first wave where that is not held up by it.
    let before = budget.first == 0 && nodes.iter().any(now);
    let rounds = budget.count().saturating_add(usize::from(before));
    let count = i32::try_from(rounds).ok().filter(|rounds| *rounds > 0)?;
    let surge = budget.surges();
    let grace_seconds = match json::at(present.daemonset.template(), &["spec", "terminationGracePeriodSeconds"]) {
        _ if surge => 0,
        Some(grace) => grace.as_i64().unwrap_or(GRACE).max(0),
        None => GRACE,
    };
    let min_ready_seconds = next.min_ready_seconds().max(0);
    let each = ready.saturating_add(SignedDuration::from_secs(min_ready_seconds));
    Some(Estimate {
        least: each.checked_mul(count)?,
        most: each
            .saturating_add(SignedDuration::from_secs(grace_seconds))
            .checked_mul(count)?,
        rounds,
        ready,
        min_ready_seconds,
        grace_seconds,
    })
}
