//! What a rollout comes to: done, moving, waiting, or in need of somebody.

use std::collections::BTreeMap;

use jiff::Timestamp;
use serde::Serialize;

use super::{
    about::holds,
    code::Code,
    finding::Finding,
    scene::Scene,
    turn::Turns,
    under_way,
    words::{count, pick, reason, size},
};
use crate::domain::{daemonset::Strategy, pod, rollout::Phase};

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
pub(super) fn verdict(scene: &Scene<'_>, turns: &Turns<'_>, findings: &[Finding]) -> Verdict {
    let set = scene.set();
    let old = turns.all.iter().filter(|turn| turn.eligible != Some(false));
    let old = old
        .flat_map(|turn| &turn.pods)
        .filter(|pod| !pod::terminating(pod) && !scene.updated(pod))
        .count();
    if set.terminating() {
        return Verdict::of(State::Deleted, deleted(scene));
    }
    if set.generation() > set.observed_generation() {
        return not_observed(scene, findings);
    }
    if turns.base == 0 {
        return Verdict::of(State::Idle, idle(scene));
    }
    if turns.limits.is_none() && old > 0 {
        let reason = format!(
            "strategy OnDelete: {} of an earlier template {} until somebody deletes {}",
            count(old, "pod"),
            pick(old, "stays", "stay"),
            pick(old, "it", "them"),
        );
        return Verdict::of(State::Paused, reason);
    }
    if let Some(verdict) = under_way::verdict(scene, turns, findings) {
        return verdict;
    }
    let pretenders = scene.rollout.pretenders.len();
    if pretenders > 0 {
        let reason = format!(
            "{} {} as up to date and {} another template, until somebody deletes {}",
            count(pretenders, "pod"),
            pick(pretenders, "counts", "count"),
            pick(pretenders, "runs", "run"),
            pick(pretenders, "it", "them"),
        );
        return Verdict::of(State::Stalled, reason);
    }
    by_counters(scene, findings)
}

/// By its pods the rollout is over, or they may not be read.
fn by_counters(scene: &Scene<'_>, findings: &[Finding]) -> Verdict {
    let counters = scene.set().counters();
    let (desired, updated, available) = (counters.desired, counters.updated, counters.available);
    let counted = format!("{updated} updated and {available} available of {desired}");
    let stuck = findings.iter().find(|it| it.code == Code::ControllerStuck && holds(it));
    match scene.rollout.phase {
        Phase::Done => Verdict::of(State::Done, format!("{} done", count(size(desired), "node"))),
        _ if scene.snapshot.pods.is_none() && scene.set().strategy() == Strategy::OnDelete && updated < desired => {
            Verdict::of(
                State::Paused,
                format!("strategy OnDelete: {updated} of {desired} nodes are updated"),
            )
        }
        _ if scene.snapshot.pods.is_none() => Verdict::of(State::Progressing, format!("by the counters {counted}")),
        _ if stuck.is_some() => Verdict::of(State::Stalled, stuck.map(|it| it.summary.clone()).unwrap_or_default()),
        // Semantics A-56: a taint alone makes the controller count nothing anew.
        _ if scene.knows_nodes() && eligible(scene) != size(desired) => Verdict::of(
            State::Waiting,
            format!(
                "for the controller to count: all pods of the {} are available, the status still counts {desired} until a \
                 pod or the DaemonSet changes",
                count(eligible(scene), "eligible node")
            ),
        ),
        _ => Verdict::of(
            State::Waiting,
            format!("for the controller to count: all pods are available, the status says {counted}"),
        ),
    }
}

fn eligible(scene: &Scene<'_>) -> usize {
    scene.nodes().filter(|(.., placement)| placement.runs).count()
}

fn deleted(scene: &Scene<'_>) -> String {
    let finalizers = scene.set().finalizers();
    match finalizers.is_empty() {
        true => "is being deleted".to_owned(),
        false => format!("is being deleted, held by {}", finalizers.join(", ")),
    }
}

/// The generation is unseen for long where creations fail and the controller retries (S12): then that is the reason.
fn not_observed(scene: &Scene<'_>, findings: &[Finding]) -> Verdict {
    const REFUSED: [Code; 4] = [
        Code::QuotaExceeded,
        Code::PodSecurity,
        Code::WebhookDenied,
        Code::CreationRefused,
    ];
    if let Some(refused) = findings.iter().find(|it| REFUSED.contains(&it.code) && holds(it)) {
        return Verdict::of(State::Stalled, refused.summary.clone());
    }
    let set = scene.set();
    let (generation, observed) = (set.generation(), set.observed_generation());
    Verdict::of(
        State::NotObserved,
        match observed {
            0 => format!("the controller has not looked at generation {generation} yet"),
            _ => format!("the controller has not looked at generation {generation} yet, only at {observed}"),
        },
    )
}

/// `0 of 5 nodes eligible (5 miss label accelerator=none-such)`.
pub(super) fn idle(scene: &Scene<'_>) -> String {
    if !scene.knows_nodes() {
        return "no node is eligible".to_owned();
    }
    let total = scene.nodes().count();
    let reasons = ineligible(scene)
        .into_iter()
        .map(|(reason, nodes)| format!("{} {reason}", nodes.len()));
    let reasons = reasons.collect::<Vec<_>>().join(", ");
    match reasons.is_empty() {
        true => format!("0 of {} eligible", count(total, "node")),
        false => format!("0 of {} eligible ({reasons})", count(total, "node")),
    }
}

/// The nodes that want no pod, by the reason, the most frequent first.
fn ineligible<'a>(scene: &Scene<'a>) -> Vec<(String, Vec<&'a str>)> {
    let mut groups: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for (name, _, placement) in scene.nodes().filter(|(_, _, placement)| !placement.runs) {
        let said = placement.reason.as_ref().map(reason).unwrap_or_default();
        groups.entry(said).or_default().push(name);
    }
    let mut groups: Vec<_> = groups.into_iter().collect();
    groups.sort_by_key(|(_, nodes)| std::cmp::Reverse(nodes.len()));
    groups
}

impl Verdict {
    fn of(state: State, reason: String) -> Self {
        Self {
            state,
            reason,
            ends: None,
        }
    }
}

#[cfg(test)]
#[path = "verdict_test.rs"]
mod tests;
