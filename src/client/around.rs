//! What surrounds a DaemonSet: nodes, events, neighbours, other controllers. Read only where something must be explained.

use std::{collections::BTreeSet, sync::Arc};

use k8s_openapi::api::core::v1::{Event, Pod};
use kube::{Api, Error, api::ListParams};

use super::{Cluster, read::allowed};
use crate::domain::{
    pod,
    snapshot::{Around, Right, Snapshot},
};

/// Objects asked for in one page of a list.
const PAGE: u32 = 500;

impl Cluster {
    /// The same snapshot with everything that surrounds the DaemonSet. What may not be read is left out and named.
    ///
    /// # Errors
    /// As the server answers, but for missing rights.
    pub async fn with_surroundings(&self, mut snapshot: Snapshot) -> Result<Snapshot, Error> {
        let set = &snapshot.daemonset;
        let stuck: BTreeSet<&str> = snapshot
            .pods()
            .filter(|pod| unbound(pod))
            .filter_map(pod::node)
            .collect();
        let (nodes, events, neighbours, controllers) = tokio::try_join!(
            self.nodes(),
            self.warnings(set.namespace(), set.name()),
            self.neighbours(&stuck),
            self.controllers(set.namespace()),
        )?;
        let ownerless = match &snapshot.pods {
            Some(_) => allowed(self.matching(set.namespace(), set.selector()).await)?.map(|left| Arc::new(left.free())),
            None => None,
        };
        let mut missing = Vec::new();
        let mut note = |absent: bool, right| missing.extend(absent.then_some(right));
        note(nodes.is_none(), Right::Nodes);
        note(events.is_none(), Right::Events);
        note(neighbours.is_none(), Right::Neighbours);
        note(!controllers.unknown.is_empty(), Right::Controllers);
        snapshot.around = Around {
            nodes: nodes.map(Arc::new),
            events: events.map(Arc::new),
            neighbours: neighbours.map(Arc::new),
            controllers: Some(Arc::new(controllers.found)),
            ownerless,
            missing,
        };
        Ok(snapshot)
    }

    /// Events about the DaemonSet and warnings about pods of its namespace.
    async fn warnings(&self, namespace: &str, name: &str) -> Result<Option<Vec<Event>>, Error> {
        let api: Api<Event> = Api::namespaced(self.client().clone(), namespace);
        let list = |fields: String| {
            let api = api.clone();
            async move {
                let mut params = ListParams::default().fields(&fields).limit(PAGE);
                let mut events = Vec::new();
                loop {
                    let page = api.list(&params).await?;
                    events.extend(page.items);
                    match page.metadata.continue_.filter(|token| !token.is_empty()) {
                        Some(token) => params = params.continue_token(&token),
                        None => return Ok::<_, Error>(events),
                    }
                }
            }
        };
        let about = format!("involvedObject.kind=DaemonSet,involvedObject.name={name}");
        let both = tokio::try_join!(list(about), list("involvedObject.kind=Pod,type=Warning".to_owned()));
        let both = allowed(both)?;
        Ok(both.map(|(mut events, more)| {
            events.extend(more);
            events
        }))
    }

    /// All pods on these nodes.
    async fn neighbours(&self, nodes: &BTreeSet<&str>) -> Result<Option<Vec<Arc<Pod>>>, Error> {
        let api: Api<Pod> = Api::all(self.client().clone());
        let mut pods = Vec::new();
        for node in nodes {
            let mut params = ListParams::default()
                .fields(&format!("spec.nodeName={node}"))
                .limit(PAGE);
            loop {
                let Some(page) = allowed(api.list(&params).await)? else {
                    return Ok(None);
                };
                pods.extend(page.items.into_iter().map(Arc::new));
                match page.metadata.continue_.filter(|token| !token.is_empty()) {
                    Some(token) => params = params.continue_token(&token),
                    None => break,
                }
            }
        }
        Ok(Some(pods))
    }
}

/// Whether the scheduler has not bound the pod.
fn unbound(pod: &Pod) -> bool {
    pod.spec
        .as_ref()
        .is_none_or(|spec| spec.node_name.as_deref().is_none_or(str::is_empty))
        && !pod::terminating(pod)
}
