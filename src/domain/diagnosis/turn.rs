//! Node by node, what the update strategy sees and does next: who is done, who waits, who uses up the budget (semantics
//! B-20 to B-31). Not here: why a pod is unwell.

use k8s_openapi::api::core::v1::Pod;

use super::{
    about::{About, holds},
    code::Severity,
    finding::{Finding, Heals},
    scene::Scene,
};
use crate::domain::{
    limits::{Limits, limits},
    pod,
};

/// How one node stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::domain) enum Stand {
    /// One available pod of the present template.
    Done,
    /// One available pod of an earlier template: replaced when the budget allows.
    Waits,
    /// One old pod that is not available: replaced at once, whatever the budget (semantics B-22).
    AtOnce,
    /// No available pod of the present template, and none to replace; or more pods than there should be.
    Out,
    /// The old pod stays until the new one beside it is available (semantics B-30).
    Pair,
    /// The new pod is available, an old one is on its way out.
    Closing,
}

/// One node that should run a pod or has one.
pub(in crate::domain) struct Turn<'a> {
    /// Its name.
    pub(in crate::domain) node: &'a str,
    /// Whether the controller wants a pod there; `None` where nodes may not be read.
    pub(in crate::domain) eligible: Option<bool>,
    /// How it stands.
    pub(in crate::domain) stand: Stand,
    /// Whether it uses up one of the budget.
    pub(in crate::domain) uses: bool,
    /// Its pods, but for those that are gone in all but name (semantics A-31).
    pub(in crate::domain) pods: Vec<&'a Pod>,
}

/// All nodes, and the budget.
pub(in crate::domain) struct Turns<'a> {
    /// Node by node, by name.
    pub(in crate::domain) all: Vec<Turn<'a>>,
    /// How many nodes should run a pod.
    pub(in crate::domain) base: i64,
    /// Of those, how many have none and are not known by name, since nodes may not be read.
    pub(in crate::domain) unseen: i64,
    /// The limits of the strategy; `None` with OnDelete.
    pub(in crate::domain) limits: Option<Limits>,
}

impl<'a> Turns<'a> {
    /// Judges every node; nothing is known where pods may not be read.
    pub(in crate::domain) fn new(scene: &Scene<'a>) -> Self {
        let desired = scene.set().counters().desired;
        let base = match scene.knows_nodes() {
            true => i64::try_from(scene.nodes().filter(|(_, _, placement)| placement.runs).count()).unwrap_or(i64::MAX),
            false => desired,
        };
        let limits = limits(&scene.set().strategy(), base);
        let surge = limits.is_some_and(|limits| limits.surge > 0);
        let known = scene.snapshot.pods.is_some();
        let mut names: Vec<&str> = scene.nodes_with_pods().collect();
        names.extend(scene.nodes().filter(|(_, _, it)| it.runs).map(|(name, ..)| name));
        names.sort_unstable();
        names.dedup();
        let turns = names
            .into_iter()
            .filter(|_| known)
            .filter_map(|node| turn(scene, surge, node));
        let all: Vec<Turn<'_>> = turns.collect();
        let seen = i64::try_from(all.len()).unwrap_or(i64::MAX);
        let unseen = match known && !scene.knows_nodes() {
            true => desired.saturating_sub(seen).max(0),
            false => 0,
        };
        Self {
            all,
            base,
            unseen,
            limits,
        }
    }

    /// How many nodes the strategy works on at a time; `None` with OnDelete.
    pub(in crate::domain) fn budget(&self) -> Option<i64> {
        let limits = self.limits?;
        Some(if self.surges() {
            limits.surge
        } else {
            limits.unavailable
        })
    }

    /// Whether a second pod comes before the first one goes.
    pub(in crate::domain) fn surges(&self) -> bool {
        self.limits.is_some_and(|limits| limits.surge > 0)
    }

    /// The field that the budget is from.
    pub(in crate::domain) fn limit(&self) -> &'static str {
        if self.surges() { "maxSurge" } else { "maxUnavailable" }
    }

    /// How much of the budget is in use.
    pub(in crate::domain) fn used(&self) -> i64 {
        let seen = self.all.iter().filter(|turn| turn.uses).count();
        let unseen = if self.surges() { 0 } else { self.unseen };
        i64::try_from(seen).unwrap_or(i64::MAX).saturating_add(unseen)
    }

    /// Those that stand so.
    pub(in crate::domain) fn standing(&self, stand: Stand) -> impl Iterator<Item = &Turn<'a>> {
        self.all.iter().filter(move |turn| turn.stand == stand)
    }
}

impl Turn<'_> {
    /// The pods that the rollout waits for here: those of the present template and those on their way out.
    pub(super) fn awaited(&self, scene: &Scene<'_>) -> impl Iterator<Item = &Pod> {
        let awaited = |pod: &&Pod| pod::terminating(pod) || scene.updated(pod);
        self.pods.iter().copied().filter(awaited)
    }

    /// What is known about them, the pods first.
    pub(super) fn findings<'f>(&self, scene: &Scene<'_>, about: &About<'f>) -> Vec<&'f Finding> {
        let pods = self.awaited(scene).flat_map(|it| about.pod(pod::name(it)));
        pods.chain(about.node(self.node)).copied().collect()
    }

    /// What keeps this node from being finished until somebody acts.
    pub(super) fn holder<'f>(&self, scene: &Scene<'_>, about: &About<'f>) -> Option<&'f Finding> {
        let mut found = self.findings(scene, about).into_iter();
        match self.stand {
            Stand::Out | Stand::Pair => found.find(|finding| holds(finding)),
            // An old pod that does not go uses up nothing, yet the controller counts it first (semantics B-41).
            Stand::Closing => found.find(|it| it.heals == Heals::Somebody && it.severity > Severity::Info),
            Stand::Done | Stand::Waits | Stand::AtOnce => None,
        }
    }
}

fn turn<'a>(scene: &Scene<'a>, surge: bool, node: &'a str) -> Option<Turn<'a>> {
    let eligible = scene
        .knows_nodes()
        .then(|| scene.placement(node).is_some_and(|it| it.runs));
    let all = scene.pods_on(node).iter().copied();
    let pods: Vec<&Pod> = all
        .filter(|pod| !(pod::terminating(pod) && pod::terminal(pod)))
        .collect();
    if pods.is_empty() && eligible == Some(false) {
        return None;
    }
    let living = pods.iter().copied().filter(|pod| !pod::terminating(pod));
    let (new, old): (Vec<&Pod>, Vec<&Pod>) = living.partition(|pod| scene.updated(pod));
    let (stand, uses) = match (old.as_slice(), new.as_slice()) {
        ([], [new]) if scene.available(new) => match pods.len() {
            1 => (Stand::Done, false),
            _ => (Stand::Closing, false),
        },
        ([old], []) if scene.available(old) => (Stand::Waits, false),
        ([_], []) => (Stand::AtOnce, !surge),
        ([_], [new]) if surge => (Stand::Pair, !scene.available(new)),
        ([_, _, ..], _) | (_, [_, _, ..]) => (Stand::Out, true),
        _ => (Stand::Out, !surge),
    };
    Some(Turn {
        node,
        eligible,
        stand,
        uses,
        pods,
    })
}
