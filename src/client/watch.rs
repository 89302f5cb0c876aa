//! Watches of one DaemonSet, its pods and its revisions, merged into a stream of snapshots. Cuts, 410 and outages are
//! healed here (kube's watcher, with backoff); whoever listens is told of an outage and never of a routine re-list.

use std::{sync::Arc, time::Duration};

use futures::{FutureExt, Stream, StreamExt, stream, stream::BoxStream, stream::SelectAll};
use k8s_openapi::api::core::v1::Pod;
use kube::{
    Api, Error,
    api::{ApiResource, DynamicObject},
    runtime::{WatchStreamExt, watcher, watcher::Event},
};

pub use super::refresh::Surroundings;
use super::{
    Cluster,
    outage::Outage,
    read::{composed, segment},
    refresh::{Refresh, Tick},
    store::Store,
};
use crate::domain::{
    daemonset::DaemonSet,
    revision::Revision,
    selector,
    snapshot::{Right, Snapshot},
};

/// How often everything is read where watching a part of it is not allowed.
const POLL: Duration = Duration::from_secs(2);

const SETS: &str = "daemonsets.apps";
const PODS: &str = "pods";
const REVISIONS: &str = "controllerrevisions.apps";

/// What is seen of a followed DaemonSet.
#[derive(Debug)]
pub enum Observation {
    /// It is there, as in this snapshot.
    Present(Box<Snapshot>),
    /// It is not there (any more).
    Absent,
    /// The server cannot be reached or refuses; the stream goes on trying.
    Trouble(Box<Error>),
}

enum Input {
    Set(Result<Event<DynamicObject>, watcher::Error>),
    Pod(Box<Result<Event<Pod>, watcher::Error>>),
    Revision(Result<Event<DynamicObject>, watcher::Error>),
    Polled(Box<Result<Snapshot, Error>>),
    Around(Tick),
}

struct State {
    cluster: Cluster,
    namespace: String,
    name: String,
    inputs: SelectAll<BoxStream<'static, Input>>,
    set: Option<DaemonSet>,
    /// The uid whose pods and revisions are watched.
    watched: Option<String>,
    pods: Store<Arc<Pod>>,
    revisions: Store<Revision>,
    /// What may not be watched, and what was read last in its place.
    polled: Option<(&'static str, Option<Snapshot>)>,
    around: Refresh,
}

impl Cluster {
    /// Follows one DaemonSet by name until the stream is dropped. A snapshot comes for each event of the DaemonSet, one for
    /// each burst of events of its pods and revisions, and one for each reading of its surroundings; the first when all that
    /// is wanted has been read.
    pub fn follow(
        &self,
        namespace: &str,
        name: &str,
        surroundings: Surroundings,
    ) -> impl Stream<Item = Observation> + Send + use<> {
        let config = watcher::Config::default().fields(&format!("metadata.name={name}"));
        let sets = watcher(self.dynamic(namespace, "DaemonSet"), config)
            .default_backoff()
            .map(Input::Set);
        let state = State {
            cluster: self.clone(),
            namespace: namespace.to_owned(),
            name: name.to_owned(),
            inputs: stream::select_all([sets.boxed()]),
            set: None,
            watched: None,
            pods: Store::default(),
            revisions: Store::default(),
            polled: None,
            around: Refresh::new(surroundings),
        };
        stream::unfold(state, |mut state| async move {
            let observation = state.next().await?;
            Some((observation, state))
        })
    }

    fn dynamic(&self, namespace: &str, kind: &str) -> Api<DynamicObject> {
        let plural = format!("{}s", kind.to_lowercase());
        let resource = ApiResource {
            group: "apps".to_owned(),
            version: "v1".to_owned(),
            api_version: "apps/v1".to_owned(),
            kind: kind.to_owned(),
            plural,
        };
        Api::namespaced_with(self.client().clone(), &segment(namespace), &resource)
    }
}

impl State {
    async fn next(&mut self) -> Option<Observation> {
        loop {
            let mut input = self.inputs.next().await?;
            loop {
                if let Some(observation) = self.take(input) {
                    return Some(observation);
                }
                match self.inputs.next().now_or_never() {
                    Some(more) => input = more?,
                    None => break,
                }
            }
            if let Some(observation) = self.told() {
                return Some(observation);
            }
        }
    }

    /// Takes one input in; an observation for what must be told at once.
    fn take(&mut self, input: Input) -> Option<Observation> {
        match input {
            Input::Set(Ok(Event::Init)) => {
                self.set = None;
                None
            }
            Input::Set(Ok(Event::Apply(object) | Event::InitApply(object))) => self.present(read(&object)?),
            Input::Set(Ok(Event::InitDone)) if self.set.is_some() => None,
            Input::Set(Ok(Event::Delete(_) | Event::InitDone)) => self.absent(),
            Input::Polled(result) => self.polled(*result),
            Input::Around(tick) => {
                let present = self.snapshot();
                let more = self.around.take(tick, &self.cluster, present.as_ref());
                self.wait_for(more);
                None
            }
            Input::Pod(event) => self.pod(*event),
            Input::Set(Err(error)) => self.failed(error, SETS),
            Input::Revision(Err(error)) => self.failed(error, REVISIONS),
            Input::Revision(Ok(event)) => {
                self.revisions.apply(event, |object| {
                    let text = serde_json::to_string(&object).ok()?;
                    Revision::parse(&text).ok()
                });
                None
            }
        }
    }

    fn pod(&mut self, event: Result<Event<Pod>, watcher::Error>) -> Option<Observation> {
        match event {
            Ok(event) => {
                self.pods.apply(event, |mut pod| {
                    pod.metadata.managed_fields = None;
                    Some(Arc::new(pod))
                });
                None
            }
            Err(error) => self.failed(error, PODS),
        }
    }

    fn failed(&mut self, error: watcher::Error, resource: &'static str) -> Option<Observation> {
        match (Outage::of(error), resource) {
            (Outage::Unlisted, PODS) => self.pods.forbidden = true,
            (Outage::Unlisted, REVISIONS) => self.revisions.forbidden = true,
            (Outage::Unlisted | Outage::Unwatched, _) => self.poll(resource),
            (Outage::Routine, _) => {}
            (Outage::Trouble(error), _) => return Some(Observation::Trouble(error)),
        }
        None
    }

    fn polled(&mut self, result: Result<Snapshot, Error>) -> Option<Observation> {
        match result {
            Ok(snapshot) => {
                if let Some((_, last)) = &mut self.polled {
                    *last = Some(snapshot);
                }
                None
            }
            Err(Error::Api(status)) if status.code == 404 => self.absent(),
            Err(error) => Some(Observation::Trouble(Box::new(error))),
        }
    }

    fn present(&mut self, set: DaemonSet) -> Option<Observation> {
        if self.watched.as_deref() != Some(set.uid()) {
            self.watch_dependents(&set);
        }
        self.set = Some(set);
        self.told()
    }

    fn absent(&mut self) -> Option<Observation> {
        self.set = None;
        if let Some((_, last)) = &mut self.polled {
            *last = None;
        }
        Some(Observation::Absent)
    }

    fn watch_dependents(&mut self, set: &DaemonSet) {
        // Another object under the same name: what is left of the former one must not be mixed in. Its watches end with
        // the stream; their objects carry another owner uid and are not kept.
        self.watched = Some(set.uid().to_owned());
        (self.pods, self.revisions) = (Store::default(), Store::default());
        let config = watcher::Config::default().labels(&selector::query(set.selector()));
        let pods: Api<Pod> = Api::namespaced(self.cluster.client().clone(), &segment(&self.namespace));
        let pods = watcher(pods, config.clone())
            .default_backoff()
            .map(|event| Input::Pod(Box::new(event)));
        let revisions = self.cluster.dynamic(&self.namespace, "ControllerRevision");
        let revisions = watcher(revisions, config).default_backoff().map(Input::Revision);
        self.inputs.push(pods.boxed());
        self.inputs.push(revisions.boxed());
    }

    /// Reads everything again and again, for those who may not watch a part of it (C65).
    fn poll(&mut self, unwatched: &'static str) {
        let (cluster, namespace, name) = (self.cluster.clone(), self.namespace.clone(), self.name.clone());
        let polled = stream::unfold(Duration::ZERO, move |wait| {
            let (cluster, namespace, name) = (cluster.clone(), namespace.clone(), name.clone());
            async move {
                tokio::time::sleep(wait).await;
                let read = async { cluster.snapshot(cluster.daemonset(&namespace, &name).await?).await };
                Some((Input::Polled(Box::new(read.await)), POLL))
            }
        });
        let watches = std::mem::replace(&mut self.inputs, SelectAll::new());
        drop(watches);
        self.around.interrupted();
        self.polled = Some((unwatched, None));
        self.inputs.push(polled.boxed());
    }

    /// The present state with its surroundings, once everything that may be read has been; goes on reading them.
    fn told(&mut self) -> Option<Observation> {
        let snapshot = self.snapshot()?;
        let more = self.around.wait(&snapshot);
        self.wait_for(more);
        let whole = self.around.complete(snapshot)?;
        Some(Observation::Present(Box::new(whole)))
    }

    fn wait_for(&mut self, ticks: Option<BoxStream<'static, Tick>>) {
        self.inputs.extend(ticks.map(|ticks| ticks.map(Input::Around).boxed()));
    }

    /// The present state without what surrounds it.
    fn snapshot(&self) -> Option<Snapshot> {
        if let Some((unwatched, last)) = &self.polled {
            let mut snapshot = last.clone()?;
            snapshot.around.missing.push(Right::Watch(unwatched));
            return Some(snapshot);
        }
        let daemonset = self.set.clone()?;
        if !self.pods.settled() || !self.revisions.settled() {
            return None;
        }
        let mut revisions: Vec<_> = self.revisions.objects.values().cloned().collect();
        revisions.sort_by_key(Revision::number);
        let pods: Vec<_> = self.pods.objects.values().cloned().collect();
        Some(composed(
            daemonset,
            self.revisions.complete.then_some(&revisions),
            self.pods.complete.then_some(&pods),
            self.cluster.now(),
        ))
    }
}

fn read(object: &DynamicObject) -> Option<DaemonSet> {
    serde_json::to_value(object).ok().map(DaemonSet::new)
}
