//! Where a rollout stands: kubectl's reading of the counters, and whether that is true pod by pod.
//! Not here: why a pod is unwell (diagnosis), and what will be replaced next (plan).

use std::collections::BTreeSet;

use jiff::Timestamp;
use k8s_openapi::api::core::v1::Pod;

use super::{
    daemonset::{DaemonSet, Strategy, TEMPLATE_GENERATION},
    history, pod,
    revision::Revision,
    snapshot::Snapshot,
};

/// How far the counters say a rollout is (semantics E-11, steps 2 to 5).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// The controller has not yet seen the present spec.
    NotObserved,
    /// Nodes still without a pod of the present template.
    Updating {
        /// Nodes whose pod is updated.
        updated: i64,
        /// Nodes that should run a pod.
        desired: i64,
    },
    /// All updated, not all available.
    Settling {
        /// Nodes whose pod is available.
        available: i64,
        /// Nodes that should run a pod.
        desired: i64,
    },
    /// The counters say that it is over.
    Complete,
}

/// What a person should know first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// Rolled out, counters and pods agree.
    Done,
    /// Complete with no eligible node at all (C12).
    Idle,
    /// Under way.
    Progressing,
    /// Strategy OnDelete: goes on when somebody deletes old pods (semantics B-36).
    WaitingForDeletion,
    /// The counters say done, pods do not run the template, and nothing will change that (semantics D-24, C-25).
    Stalled,
}

/// A pod and where it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Located {
    /// Pod name.
    pub pod: String,
    /// Its node, if that can be known.
    pub node: Option<String>,
    /// When it was created.
    pub created: Option<Timestamp>,
    /// The stored revision whose template it runs, if one fits.
    pub revision: Option<i64>,
}

/// Where one rollout stands.
#[derive(Debug, Clone)]
pub struct Rollout {
    /// What the counters say.
    pub step: Step,
    /// What is true.
    pub phase: Phase,
    /// Pods that count as updated and run another template.
    pub pretenders: Vec<Located>,
    /// Pods of an earlier template, not yet on their way out.
    pub outdated: Vec<Located>,
    /// Terminating pods that still count as available although their node has no other pod (semantics B-41, S9).
    pub leaving: Vec<Located>,
    /// How many nodes have no ready pod although the counters count one (semantics B-4): they are older than the pods.
    pub lacking: i64,
    /// The number of the revision that holds the present template.
    pub revision: Option<i64>,
}

/// What the counters say (semantics E-11).
pub fn step(set: &DaemonSet) -> Step {
    let counters = set.counters();
    let (updated, available, desired) = (counters.updated, counters.available, counters.desired);
    if set.generation() > set.observed_generation() {
        Step::NotObserved
    } else if updated < desired {
        Step::Updating { updated, desired }
    } else if available < desired {
        Step::Settling { available, desired }
    } else {
        Step::Complete
    }
}

/// Computes where the rollout in `snapshot` stands.
pub fn rollout(snapshot: &Snapshot) -> Rollout {
    let set = &snapshot.daemonset;
    let step = step(set);
    let current = history::current(set, snapshot.revisions());
    let living = || {
        snapshot
            .pods()
            .filter(|pod| !pod::terminating(pod) && !pod::terminal(pod))
    };
    let locate = |pod: &Pod| located(pod, snapshot.revisions());
    let by_node = |pods: &mut dyn Iterator<Item = &Pod>| {
        let mut located: Vec<_> = pods.map(locate).collect();
        located.sort_by(|a, b| (&a.node, &a.pod).cmp(&(&b.node, &b.pod)));
        located
    };
    let pretends = |pod: &&Pod| updated(pod, set, current) && pretends(pod, snapshot, current);
    let pretenders = by_node(&mut living().filter(pretends));
    let outdated = by_node(&mut living().filter(|pod| !updated(pod, set, current)));
    let leaving = by_node(&mut leaving(snapshot).into_iter());
    let lacking = lacking(snapshot);
    let phase = match step {
        Step::Complete if !pretenders.is_empty() => Phase::Stalled,
        Step::Complete if !leaving.is_empty() || lacking > 0 => Phase::Progressing,
        Step::Complete if set.counters().desired == 0 => Phase::Idle,
        Step::Complete => Phase::Done,
        Step::Updating { .. } if set.strategy() == Strategy::OnDelete => Phase::WaitingForDeletion,
        _ => Phase::Progressing,
    };
    Rollout {
        step,
        phase,
        pretenders,
        outdated,
        leaving,
        lacking,
        revision: current.map(Revision::number),
    }
}

/// Whether the controller counts the pod as updated: hash label or generation label, either is enough (semantics B-17).
pub fn updated(pod: &Pod, set: &DaemonSet, current: Option<&Revision>) -> bool {
    let by_hash = pod::hash(pod).is_some_and(|hash| current.is_some_and(|current| current.hash() == hash));
    let generation = set.annotation(TEMPLATE_GENERATION);
    by_hash || generation.is_some() && generation == pod::template_generation(pod)
}

/// Whether a pod that counts as updated runs something else. Admission may change a pod on its way in, so a spec that
/// differs is proof only together with a second sign: another stored revision whose template it does run, or a hash label
/// that is not the present revision's (semantics D-24, C-25, C-28).
fn pretends(running: &Pod, snapshot: &Snapshot, current: Option<&Revision>) -> bool {
    if pod::runs(running, snapshot.daemonset.template()) {
        return false;
    }
    let foreign_hash = pod::hash(running).is_some() && current.is_some_and(|it| pod::hash(running) != Some(it.hash()));
    foreign_hash
        || snapshot
            .revisions()
            .iter()
            .any(|revision| pod::runs(running, revision.template()))
}

/// How many of the pods that the counters count as ready are not there or not ready. Not asked is whether they are available:
/// that depends on the clock, and no later event might tell that it has become true.
fn lacking(snapshot: &Snapshot) -> i64 {
    if snapshot.pods.is_none() {
        return 0;
    }
    let counters = snapshot.daemonset.counters();
    let ready = snapshot.pods().filter(|pod| pod::ready_since(pod).is_some());
    let held: BTreeSet<_> = ready.filter_map(pod::node).collect();
    let held = i64::try_from(held.len()).unwrap_or(i64::MAX);
    counters.desired.min(counters.ready).saturating_sub(held).max(0)
}

/// Terminating pods without which fewer nodes than desired have an available pod.
fn leaving(snapshot: &Snapshot) -> Vec<&Pod> {
    let set = &snapshot.daemonset;
    let available = |pod: &&Pod| pod::available(pod, set.min_ready_seconds(), snapshot.taken);
    let staying = |pod: &&Pod| !pod::terminating(pod);
    let held: BTreeSet<_> = snapshot
        .pods()
        .filter(staying)
        .filter(available)
        .filter_map(pod::node)
        .collect();
    if i64::try_from(held.len()).unwrap_or(i64::MAX) >= set.counters().desired {
        return Vec::new();
    }
    let going = snapshot
        .pods()
        .filter(|pod| pod::terminating(pod) && !pod::terminal(pod));
    going
        .filter(available)
        .filter(|pod| pod::node(pod).is_none_or(|node| !held.contains(node)))
        .collect()
}

fn located(running: &Pod, revisions: &[Revision]) -> Located {
    let fitting = revisions
        .iter()
        .rev()
        .find(|revision| pod::runs(running, revision.template()));
    Located {
        pod: pod::name(running).to_owned(),
        node: pod::node(running).map(str::to_owned),
        created: running.metadata.creation_timestamp.as_ref().map(|time| time.0),
        revision: fitting.map(Revision::number),
    }
}

#[cfg(test)]
#[path = "rollout_tests.rs"]
mod tests;
