//! What surrounds a DaemonSet: nodes, events, neighbours, other controllers. Read only where something must be explained, all
//! at the same time, and once for many DaemonSets. How it is read again and again is `refresh`'s.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use futures::{StreamExt, TryStreamExt, stream};
use k8s_openapi::api::core::v1::{Event, Pod};
use kube::{Error, api::ListParams};
use serde_json::Value;

use super::{Cluster, leftover::Controllers, read::allowed};
use crate::domain::{
    json, pod,
    rival::Kind,
    snapshot::{Around, Right, Snapshot},
};

/// For more nodes than these the pods of the whole cluster are listed at once.
const NODES: usize = 16;
/// Lists of one node each, at the same time.
const AT_ONCE: usize = 4;

/// What belongs to no single DaemonSet, as far as it may be read.
#[derive(Debug, Clone, Default)]
pub(super) struct Shared {
    pub(super) around: Around,
    controllers: BTreeMap<String, Arc<Vec<(Kind, Value)>>>,
}

impl Shared {
    /// The snapshot with it; the DaemonSet's own part of the surroundings stays.
    pub(super) fn around(&self, snapshot: &mut Snapshot) {
        let own = std::mem::take(&mut snapshot.around);
        let controllers = self.controllers.get(snapshot.daemonset.namespace());
        let mut missing = [own.missing, self.around.missing.clone()].concat();
        missing.dedup();
        snapshot.around = Around {
            ownerless: own.ownerless,
            controllers: Some(controllers.cloned().unwrap_or_default()),
            missing,
            ..self.around.clone()
        };
    }

    pub(super) fn with_controllers(mut self, controllers: Controllers) -> Self {
        let mut by_namespace: BTreeMap<String, Vec<_>> = BTreeMap::new();
        for (kind, object) in controllers.found {
            let namespace = json::text(&object, &["metadata", "namespace"]).to_owned();
            by_namespace.entry(namespace).or_default().push((kind, object));
        }
        self.controllers = by_namespace
            .into_iter()
            .map(|(key, all)| (key, Arc::new(all)))
            .collect();
        let unknown = controllers.unknown.into_iter().map(Right::Controllers);
        self.around.missing.extend(unknown);
        self
    }

    /// With the controllers of an earlier reading.
    pub(super) fn with_controllers_of(mut self, earlier: &Self) -> Self {
        self.controllers.clone_from(&earlier.controllers);
        let unknown = earlier.around.missing.iter();
        self.around
            .missing
            .extend(unknown.filter(|right| matches!(right, Right::Controllers(_))));
        self
    }
}

impl Cluster {
    /// The same snapshot with everything that surrounds the DaemonSet. What may not be read is left out and named.
    ///
    /// # Errors
    /// As the server answers, but for missing rights.
    pub async fn with_surroundings(&self, mut snapshot: Snapshot) -> Result<Snapshot, Error> {
        self.surround(std::slice::from_mut(&mut snapshot)).await?;
        Ok(snapshot)
    }

    /// The same for many snapshots, each list asked for once.
    ///
    /// # Errors
    /// As the server answers, but for missing rights.
    pub async fn all_with_surroundings(&self, mut snapshots: Vec<Snapshot>) -> Result<Vec<Snapshot>, Error> {
        self.surround(&mut snapshots).await?;
        Ok(snapshots)
    }

    /// The same snapshot, and who else is on these nodes. Without the right to list pods everywhere that is noted.
    ///
    /// # Errors
    /// As the server answers, but for missing rights.
    pub async fn with_neighbours(&self, mut snapshot: Snapshot, nodes: &[String]) -> Result<Snapshot, Error> {
        let around = &mut snapshot.around;
        let known = around
            .neighbours
            .iter()
            .flat_map(|pods| pods.iter())
            .filter_map(|pod| pod::node(pod));
        let nodes: BTreeSet<&str> = nodes.iter().map(String::as_str).chain(known).collect();
        let read = self.neighbours(&nodes).await?;
        if read.is_none() && !around.missing.contains(&Right::Neighbours) {
            around.missing.push(Right::Neighbours);
        }
        around.neighbours = read.map(Arc::new);
        Ok(snapshot)
    }

    async fn surround(&self, snapshots: &mut [Snapshot]) -> Result<(), Error> {
        if snapshots.is_empty() {
            return Ok(());
        }
        let mut spaces = snapshots
            .iter()
            .map(|snapshot| snapshot.daemonset.namespace().to_owned());
        let first = spaces.next().unwrap_or_default();
        let namespace = spaces.all(|other| other == first).then_some(first);
        let (shared, controllers) = tokio::try_join!(self.shared(snapshots), self.controllers(namespace.as_deref()))?;
        let shared = shared.with_controllers(controllers);
        snapshots.iter_mut().for_each(|snapshot| shared.around(snapshot));
        Ok(())
    }

    /// All but the controllers.
    pub(super) async fn shared(&self, snapshots: &[Snapshot]) -> Result<Shared, Error> {
        let sets = || snapshots.iter().map(|snapshot| &snapshot.daemonset);
        let mut spaces = sets().map(|set| set.namespace());
        let first = spaces.next();
        let namespace = first.filter(|first| spaces.all(|other| other == *first));
        let name = sets().next().map(|set| set.name()).filter(|_| snapshots.len() == 1);
        let stuck: BTreeSet<&str> = snapshots.iter().flat_map(stuck).collect();
        let (nodes, events, neighbours) =
            tokio::try_join!(self.nodes(), self.events(namespace, name), self.neighbours(&stuck))?;
        let mut missing = Vec::new();
        let mut note = |absent: bool, right| missing.extend(absent.then_some(right));
        note(nodes.is_none(), Right::Nodes);
        note(events.is_none(), Right::Events);
        note(neighbours.is_none(), Right::Neighbours);
        let around = Around {
            nodes: nodes.map(Arc::new),
            events: events.map(Arc::new),
            neighbours: neighbours.map(Arc::new),
            missing,
            ..Around::default()
        };
        Ok(Shared {
            around,
            ..Shared::default()
        })
    }

    /// Events about DaemonSets, or the one of that name, and warnings about pods.
    async fn events(&self, namespace: Option<&str>, name: Option<&str>) -> Result<Option<Vec<Event>>, Error> {
        let list = |fields: String| self.list_all::<Event>(namespace, ListParams::default().fields(&fields));
        let mut about = "involvedObject.kind=DaemonSet".to_owned();
        if let Some(name) = name {
            about += &format!(",involvedObject.name={name}");
        }
        let both = tokio::try_join!(list(about), list("involvedObject.kind=Pod,type=Warning".to_owned()));
        let both = allowed(both)?;
        Ok(both.map(|(events, more)| [events, more].concat()))
    }

    /// All pods on these nodes.
    async fn neighbours(&self, nodes: &BTreeSet<&str>) -> Result<Option<Vec<Arc<Pod>>>, Error> {
        let list = |fields: String| self.list_all::<Pod>(None, ListParams::default().fields(&fields));
        let pods = if nodes.len() > NODES {
            let mut pods = list("spec.nodeName!=".to_owned()).await;
            if let Ok(pods) = &mut pods {
                pods.retain(|pod| pod::node(pod).is_some_and(|node| nodes.contains(node)));
            }
            pods
        } else {
            let fields: Vec<_> = nodes.iter().map(|node| format!("spec.nodeName={node}")).collect();
            let lists = stream::iter(fields).map(list).buffered(AT_ONCE);
            lists.try_collect::<Vec<_>>().await.map(|lists| lists.concat())
        };
        Ok(allowed(pods)?.map(|pods| pods.into_iter().map(Arc::new).collect()))
    }
}

/// The nodes for which the scheduler has not bound a pod, or where the kubelet refused one for what others hold.
fn stuck(snapshot: &Snapshot) -> impl Iterator<Item = &str> {
    snapshot
        .pods()
        .filter(|pod| needs_neighbours(pod))
        .filter_map(pod::node)
}

/// Whether it takes the other pods of its node to explain a pod.
pub(super) fn needs_neighbours(pod: &Pod) -> bool {
    !pod::terminating(pod) && (unbound(pod) || refused(pod))
}

fn unbound(pod: &Pod) -> bool {
    let bound = pod.spec.as_ref().and_then(|spec| spec.node_name.as_deref());
    bound.is_none_or(str::is_empty)
}

/// `OutOfcpu`, `OutOfpods`, `NodePorts`… of the kubelet's admission.
fn refused(pod: &Pod) -> bool {
    let reason = pod.status.as_ref().and_then(|status| status.reason.as_deref());
    pod::terminal(pod) && reason.is_some_and(|reason| reason.starts_with("OutOf") || reason == "NodePorts")
}
