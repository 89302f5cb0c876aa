//! What a DaemonSet does with ownerless pods when it comes: pod by pod (semantics D-1 to D-6, D-20 to D-28, A.6, B-17).
//! What becomes of the revisions is in `adoption_history`; nothing here is about the DaemonSet that goes.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use jiff::Timestamp;
use k8s_openapi::api::core::v1::{Node, Pod};
use serde_json::Value;

use super::{
    adoption_history::{Stored, stored},
    daemonset::{DaemonSet, Strategy, TEMPLATE_GENERATION},
    limits::limits,
    placement::{Placement, Reason, placement},
    pod,
    revision::Revision,
    selector, template,
};

/// What is there when the DaemonSet comes.
#[derive(Debug, Clone, Copy)]
pub struct Scene<'a> {
    /// The DaemonSet, with the server's defaults.
    pub next: &'a DaemonSet,
    /// Pods of the namespace that nobody owns or that are its own.
    pub pods: &'a [Arc<Pod>],
    /// Revisions of the namespace that nobody owns or that are its own.
    pub revisions: &'a [Revision],
    /// The nodes; where they may not be listed, every node with a pod is taken for a good one.
    pub nodes: Option<&'a [Node]>,
    /// The moment, for what is available.
    pub now: Timestamp,
}

/// What becomes of a pod.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fate {
    /// Adopted and left as it is.
    Kept,
    /// Adopted, counted as updated, and never replaced although it runs another template (semantics D-24, C-25).
    KeptOther,
    /// Adopted, of another template; stays until somebody deletes it (semantics B-36).
    KeptOnDelete,
    /// Adopted, and owned without ever being counted: it has no node and asks for none (semantics D-6).
    Uncounted,
    /// Replaced at once: it has ended or is not available (semantics A-41, B-22).
    ReplacedAtOnce,
    /// Replaced within the limits of the update strategy.
    ReplacedInWaves,
    /// Deleted by the rolling update and not made anew: its node is no longer meant (semantics B-26).
    RolledAway(Reason),
    /// Deleted: its node is not meant and it may not stay (semantics A-47).
    Misplaced(Reason),
    /// Deleted: one pod a node is enough, and this one stays (semantics A-44).
    Excess(String),
    /// Deleted: its node is gone (semantics A-48).
    NodeGone,
    /// Not adopted: the selector does not match. It goes on beside whatever else comes to its node (semantics D-23).
    Ignored,
    /// Not adopted: it is on its way out (semantics D-2, C47).
    Ending,
}

impl Fate {
    /// Whether the same pod is still there in the end, adopted.
    pub fn keeps(&self) -> bool {
        matches!(
            self,
            Self::Kept | Self::KeptOther | Self::KeptOnDelete | Self::Uncounted
        )
    }
}

/// What is foreseen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Forecast {
    /// Every pod that was looked at, by node and name: node, name, fate.
    pub pods: Vec<(Option<String>, String, Fate)>,
    /// Nodes that get a pod at once since nothing was adopted there.
    pub created: Vec<String>,
    /// The revisions.
    pub stored: Stored,
    /// How many nodes the rolling update works on at a time; absent with OnDelete.
    pub at_a_time: Option<i64>,
    /// A template generation that no pod carries: with it, whatever is of another template is replaced (semantics D-25).
    pub fresh_generation: i64,
    /// The template generation that would keep all that are to be replaced, if they run the same but for labels.
    pub sparing_generation: Option<String>,
}

struct Judge<'a> {
    scene: Scene<'a>,
    stored: &'a Stored,
    surge: bool,
}

/// Foresees what `scene.next` does.
pub fn forecast(scene: Scene<'_>) -> Forecast {
    let next = scene.next;
    let matches = |pod: &Pod| selector::matches(next.selector(), |key| pod::label(pod, key));
    let own = |pod: &Pod| pod::controller(pod).is_some_and(|owner| owner.uid == next.uid());
    let mut placements: BTreeMap<&str, Placement> = BTreeMap::new();
    for node in scene.nodes.unwrap_or_default() {
        placements.insert(node.metadata.name.as_deref().unwrap_or_default(), placement(next, node));
    }
    let base = placements.values().filter(|it| it.runs).count();
    let base = i64::try_from(base).unwrap_or(i64::MAX);
    let limits = limits(&next.strategy(), base);
    let history = stored(scene);
    let judge = Judge {
        scene,
        stored: &history,
        surge: limits.is_some_and(|limits| limits.surge > 0),
    };
    let mut fates: Vec<(&Pod, Fate)> = Vec::new();
    let mut on: BTreeMap<&str, Vec<&Pod>> = BTreeMap::new();
    let mut occupied: BTreeSet<&str> = BTreeSet::new();
    for pod in scene.pods.iter().map(Arc::as_ref) {
        let node = pod::node(pod);
        if !matches(pod) {
            fates.push((pod, Fate::Ignored));
        } else if pod::terminating(pod) {
            fates.push((pod, Fate::Ending));
            // An own one holds its node (semantics A-42), but where a second pod may come before the first one is gone.
            occupied.extend(node.filter(|_| own(pod) && !pod::terminal(pod) && !judge.surge));
        } else if let Some(node) = node {
            on.entry(node).or_default().push(pod);
            occupied.insert(node);
        } else {
            fates.push((pod, Fate::Uncounted));
        }
    }
    for (node, pods) in on {
        let good = Placement {
            runs: true,
            stays: true,
            reason: None,
            also: Vec::new(),
        };
        match placements.get(node) {
            Some(placement) => judge.node(pods, placement, &mut fates),
            None if scene.nodes.is_none() => judge.node(pods, &good, &mut fates),
            None => fates.extend(pods.into_iter().map(|pod| (pod, Fate::NodeGone))),
        }
    }
    let free = |(node, placement): &(&&str, &Placement)| placement.runs && !occupied.contains(**node);
    let created = placements
        .iter()
        .filter(free)
        .map(|(node, _)| (*node).to_owned())
        .collect();
    let kept: Vec<&Pod> = fates
        .iter()
        .filter(|(_, fate)| fate.keeps())
        .map(|(pod, _)| *pod)
        .collect();
    let pods = fates.iter().map(|(pod, fate)| {
        (
            pod::node(pod).map(str::to_owned),
            pod::name(pod).to_owned(),
            fate.clone(),
        )
    });
    let mut pods: Vec<_> = pods.collect();
    pods.sort_by(|a, b| (a.0.is_none(), &a.0, &a.1).cmp(&(b.0.is_none(), &b.0, &b.1)));
    let sparing_generation = sparing(scene, &fates);
    let mut in_the_end = history.clone();
    in_the_end.prune(scene, &kept);
    Forecast {
        pods,
        created,
        stored: in_the_end,
        at_a_time: limits.map(|limits| {
            if limits.surge > 0 {
                limits.surge
            } else {
                limits.unavailable
            }
        }),
        fresh_generation: fresh(next, scene.pods),
        sparing_generation,
    }
}

impl<'a> Judge<'a> {
    /// All pods of one node (semantics ).
    fn node(&self, pods: Vec<&'a Pod>, placement: &Placement, fates: &mut Vec<(&'a Pod, Fate)>) {
        if let (false, Some(reason)) = (placement.stays, &placement.reason) {
            fates.extend(pods.into_iter().map(|pod| (pod, Fate::Misplaced(reason.clone()))));
            return;
        }
        let (over, mut running): (Vec<_>, Vec<_>) = pods.into_iter().partition(|pod| pod::terminal(pod));
        running.sort_by_key(|pod| pod::seniority(pod));
        let stays = match self.surge {
            true => self.survivor(&running),
            false => running.first().copied(),
        };
        for pod in over {
            let fate = match (stays, &placement.reason) {
                (Some(stays), _) => Fate::Excess(pod::name(stays).to_owned()),
                (None, Some(reason)) => Fate::RolledAway(reason.clone()),
                (None, None) => Fate::ReplacedAtOnce,
            };
            fates.push((pod, fate));
        }
        let Some(stays) = stays else { return };
        for pod in running {
            let fate = match pod::name(pod) == pod::name(stays) {
                true => self.alone(pod, placement),
                false => Fate::Excess(pod::name(stays).to_owned()),
            };
            fates.push((pod, fate));
        }
    }

    /// With surge the oldest of the current hash wins over the oldest other one, at the latest when it is available.
    fn survivor(&self, running: &[&'a Pod]) -> Option<&'a Pod> {
        let new = running.iter().find(|pod| self.stored.current(pod, self.scene.next));
        new.or(running.first()).copied()
    }

    /// The one pod of a node (semantics B-17, B-21).
    fn alone(&self, pod: &Pod, placement: &Placement) -> Fate {
        let next = self.scene.next;
        let generation = next.annotation(TEMPLATE_GENERATION);
        let by_generation = generation.is_some() && generation == pod::template_generation(pod);
        if self.stored.current(pod, next) || by_generation {
            return match self.stored.truly_current(pod, next) || runs(pod, self.scene) {
                true => Fate::Kept,
                false => Fate::KeptOther,
            };
        }
        match (next.strategy(), &placement.reason) {
            (Strategy::OnDelete | Strategy::Other(_), _) => Fate::KeptOnDelete,
            (_, Some(reason)) => Fate::RolledAway(reason.clone()),
            _ if pod::available(pod, next.min_ready_seconds(), self.scene.now) => Fate::ReplacedInWaves,
            _ => Fate::ReplacedAtOnce,
        }
    }
}

fn fresh(next: &DaemonSet, pods: &[Arc<Pod>]) -> i64 {
    let carried = pods
        .iter()
        .filter_map(|pod| pod::template_generation(pod)?.parse::<i64>().ok());
    let own = next.annotation(TEMPLATE_GENERATION).and_then(|text| text.parse().ok());
    1 + carried.chain(own).max().unwrap_or_default()
}

fn sparing(scene: Scene<'_>, fates: &[(&Pod, Fate)]) -> Option<String> {
    let replaced = || {
        fates
            .iter()
            .filter(|(_, fate)| *fate == Fate::ReplacedInWaves)
            .map(|(pod, _)| *pod)
    };
    let generation = pod::template_generation(replaced().next()?)?;
    let spared = |pod: &Pod| pod::template_generation(pod) == Some(generation) && runs(pod, scene);
    replaced().all(spared).then(|| generation.to_owned())
}

/// Whether a pod runs the template, whatever its labels: by the revision it was made from, else by its containers.
fn runs(pod: &Pod, scene: Scene<'_>) -> bool {
    let unlabelled = |template: &Value| {
        let mut template = template.clone();
        if let Some(metadata) = template.get_mut("metadata").and_then(Value::as_object_mut) {
            metadata.shift_remove("labels");
        }
        template
    };
    let next = scene.next.template();
    let made_from = scene
        .revisions
        .iter()
        .find(|revision| pod::hash(pod) == Some(revision.hash()));
    match made_from {
        Some(revision) => template::same(&unlabelled(revision.template()), &unlabelled(next)),
        None => pod::runs(pod, next),
    }
}

#[cfg(test)]
#[path = "adoption_test.rs"]
mod tests;
