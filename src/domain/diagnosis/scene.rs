//! What every search for causes looks at: the snapshot, with what is asked again and again looked up once.

use std::{collections::BTreeMap, sync::OnceLock};

use jiff::{SignedDuration, Timestamp};
use k8s_openapi::api::core::v1::{Event, Node, Pod};

use super::normal::Normal;
use crate::domain::{
    daemonset::DaemonSet,
    history,
    placement::{Placement, placement},
    pod,
    revision::Revision,
    rollout::{self, Rollout},
    snapshot::Snapshot,
};

/// A snapshot, ready to be searched.
pub struct Scene<'a> {
    /// All that was read.
    pub snapshot: &'a Snapshot,
    /// Where the rollout stands by counters and pods.
    pub rollout: Rollout,
    /// The revision that holds the present template.
    pub current: Option<&'a Revision>,
    nodes: BTreeMap<&'a str, (&'a Node, Placement)>,
    pods: BTreeMap<&'a str, Vec<&'a Pod>>,
    events: BTreeMap<&'a str, Vec<&'a Event>>,
    normal: OnceLock<Normal>,
}

impl<'a> Scene<'a> {
    /// Looks everything up once.
    pub fn new(snapshot: &'a Snapshot) -> Self {
        let set = &snapshot.daemonset;
        let nodes = snapshot.around.nodes.as_deref().into_iter().flatten();
        let nodes = nodes.filter_map(|node| Some((node.metadata.name.as_deref()?, (node, placement(set, node)))));
        let mut pods: BTreeMap<&str, Vec<&Pod>> = BTreeMap::new();
        for (node, pod) in snapshot.pods().filter_map(|pod| Some((pod::node(pod)?, pod))) {
            pods.entry(node).or_default().push(pod);
        }
        let mut events: BTreeMap<&str, Vec<&Event>> = BTreeMap::new();
        for event in snapshot.around.events() {
            if let Some(uid) = event.involved_object.uid.as_deref() {
                events.entry(uid).or_default().push(event);
            }
        }
        events
            .values_mut()
            .for_each(|events| events.sort_by_key(|event| std::cmp::Reverse(seen(event))));
        Self {
            snapshot,
            rollout: rollout::rollout(snapshot),
            current: history::current(set, snapshot.revisions()),
            nodes: nodes.collect(),
            pods,
            events,
            normal: OnceLock::new(),
        }
    }

    /// How long pods of this DaemonSet take to start.
    pub(super) fn normal(&self) -> &Normal {
        self.normal.get_or_init(|| Normal::of(self.snapshot))
    }

    /// The DaemonSet.
    pub fn set(&self) -> &'a DaemonSet {
        &self.snapshot.daemonset
    }

    /// The moment of the snapshot, by the server's clock.
    pub fn now(&self) -> Timestamp {
        self.snapshot.taken
    }

    /// How long ago `then` was; negative where it is still to come.
    pub fn ago(&self, then: Timestamp) -> SignedDuration {
        self.now().duration_since(then)
    }

    /// Whether nodes were read at all.
    pub fn knows_nodes(&self) -> bool {
        self.snapshot.around.nodes.is_some()
    }

    /// The node of this name, where it exists and nodes were read.
    pub fn node(&self, name: &str) -> Option<&'a Node> {
        self.nodes.get(name).map(|(node, _)| *node)
    }

    /// What the controller decides for the node (semantics A-1), where it exists and nodes were read.
    pub fn placement(&self, name: &str) -> Option<&Placement> {
        self.nodes.get(name).map(|(_, placement)| placement)
    }

    /// All nodes with what the controller decides for each, by name.
    pub fn nodes(&self) -> impl Iterator<Item = (&'a str, &'a Node, &Placement)> {
        self.nodes
            .iter()
            .map(|(name, (node, placement))| (*name, *node, placement))
    }

    /// The DaemonSet's pods on, or bound for, a node.
    pub fn pods_on(&self, node: &str) -> &[&'a Pod] {
        self.pods.get(node).map_or(&[], Vec::as_slice)
    }

    /// The names of all nodes that the DaemonSet's pods are on, or bound for, whether or not the node exists.
    pub fn nodes_with_pods(&self) -> impl Iterator<Item = &'a str> {
        self.pods.keys().copied()
    }

    /// Events about the object of this uid, newest first.
    pub fn events(&self, uid: &str) -> &[&'a Event] {
        self.events.get(uid).map_or(&[], Vec::as_slice)
    }

    /// Whether the controller counts the pod as of the present template (semantics B-17).
    pub fn updated(&self, pod: &Pod) -> bool {
        rollout::updated(pod, self.set(), self.current)
    }

    /// Whether the pod is available at the moment of the snapshot (semantics B-16).
    pub fn available(&self, pod: &Pod) -> bool {
        pod::available(pod, self.set().min_ready_seconds(), self.now())
    }
}

/// When an event was seen last: the series, the event time, or the last timestamp.
pub fn seen(event: &Event) -> Option<Timestamp> {
    let series = event
        .series
        .as_ref()
        .and_then(|series| series.last_observed_time.as_ref());
    let micro = series.or(event.event_time.as_ref()).map(|time| time.0);
    let last = event
        .last_timestamp
        .as_ref()
        .or(event.first_timestamp.as_ref())
        .map(|time| time.0);
    micro.max(last)
}

/// How often an event was seen, at least once.
pub fn times(event: &Event) -> i32 {
    let series = event.series.as_ref().and_then(|series| series.count);
    series.or(event.count).unwrap_or(1).max(1)
}
