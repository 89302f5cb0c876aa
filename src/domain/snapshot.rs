//! What a view is computed from: one DaemonSet with its revisions, pods, and what is around it, as they were at one moment.

use std::{fmt, sync::Arc};

use jiff::Timestamp;
use k8s_openapi::api::core::v1::{Event, Node, Pod};
use serde_json::Value;

use super::{daemonset::DaemonSet, leftover::Leftover, revision::Revision, rival::Kind};

/// One DaemonSet and everything that belongs to it.
#[derive(Debug, Clone)]
pub struct Snapshot {
    /// The DaemonSet.
    pub daemonset: DaemonSet,
    /// The revisions it owns, ascending by number; `None` where they may not be read.
    pub revisions: Option<Arc<Vec<Revision>>>,
    /// The pods it owns; `None` where they may not be read. Shared, since a live view takes one snapshot for each change.
    pub pods: Option<Vec<Arc<Pod>>>,
    /// Nodes, events and neighbours; all absent in a view that needs only the counters and the pods.
    pub around: Around,
    /// The moment it was taken, by the server's clock where that is known.
    pub taken: Timestamp,
}

/// What surrounds a DaemonSet. Each part is `None` where it was not asked for or may not be read. Cheap to clone.
#[derive(Debug, Clone, Default)]
pub struct Around {
    /// All nodes of the cluster.
    pub nodes: Option<Arc<Vec<Node>>>,
    /// Events about DaemonSets of the namespace, and warnings about its pods.
    pub events: Option<Arc<Vec<Event>>>,
    /// All pods, of any namespace and owner, on the nodes where a pod of the DaemonSet cannot be scheduled, or was refused by
    /// the kubelet: who holds what it needs.
    pub neighbours: Option<Arc<Vec<Arc<Pod>>>>,
    /// The controllers of the namespace that could want the same pods, this DaemonSet among them.
    pub controllers: Option<Arc<Vec<(Kind, Value)>>>,
    /// Pods and revisions that match the DaemonSet's selector and belong to nobody: it adopts them (semantics D-2). There
    /// wherever pods and revisions are.
    pub ownerless: Option<Arc<Leftover>>,
    /// What was asked for and may not be read.
    pub missing: Vec<Right>,
}

/// A right that a view needs and that is not there, as RBAC names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Right {
    /// `list` on `nodes`, in the whole cluster.
    Nodes,
    /// `list` on `events`.
    Events,
    /// `list` on `pods` of all namespaces.
    Neighbours,
    /// `list` on the controllers of this kind.
    Controllers(Kind),
    /// `watch` on this resource: the objects are read again and again instead.
    Watch(&'static str),
}

impl fmt::Display for Right {
    /// The resource; for a list in the whole cluster and a watch with these words.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nodes => f.write_str("nodes"),
            Self::Events => f.write_str("events"),
            Self::Neighbours => f.write_str("pods in all namespaces"),
            Self::Controllers(kind) => {
                let (version, plural) = kind.resource();
                let group = version.split_once('/').map(|(group, _)| format!(".{group}"));
                write!(f, "{plural}{}", group.unwrap_or_default())
            }
            Self::Watch(resource) => write!(f, "watch {resource}"),
        }
    }
}

impl Snapshot {
    /// The pods, none where they may not be read.
    pub fn pods(&self) -> impl Iterator<Item = &Pod> {
        self.pods.iter().flatten().map(Arc::as_ref)
    }

    /// The revisions, ascending, none where they may not be read.
    pub fn revisions(&self) -> &[Revision] {
        self.revisions.as_deref().map_or(&[], Vec::as_slice)
    }
}

impl Around {
    /// The node of this name, where nodes were read and it exists.
    pub fn node(&self, name: &str) -> Option<&Node> {
        let nodes = self.nodes.as_deref()?;
        nodes.iter().find(|node| node.metadata.name.as_deref() == Some(name))
    }

    /// The events, none where they may not be read.
    pub fn events(&self) -> &[Event] {
        self.events.as_deref().map_or(&[], Vec::as_slice)
    }
}
