//! Watches of one DaemonSet, its pods and its revisions, merged into a stream of snapshots. Cuts, 410 and outages are
//! healed here (kube's watcher, with backoff); whoever listens is told of an outage and never of a routine re-list.

use std::{sync::Arc, time::Duration};

use futures::{FutureExt, Stream, StreamExt, stream, stream::BoxStream, stream::SelectAll};
use jiff::Timestamp;
use k8s_openapi::api::core::v1::Pod;
use kube::{
    Api, Error,
    api::{ApiResource, DynamicObject},
    runtime::{WatchStreamExt, watcher, watcher::Event},
};

use super::{
    Cluster,
    read::{owned, segment},
    store::Store,
};
use crate::domain::{
    daemonset::DaemonSet,
    revision::Revision,
    selector,
    snapshot::{Around, Snapshot},
};

/// How often a DaemonSet is read where watching it is not allowed.
const POLL: Duration = Duration::from_secs(2);

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
    Polled(Result<DaemonSet, Error>),
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
}

impl Cluster {
    /// Follows one DaemonSet by name until the stream is dropped. A snapshot comes for each event of the DaemonSet, and one
    /// for each burst of events of its pods and revisions; the first when all three have been read.
    pub fn follow(&self, namespace: &str, name: &str) -> impl Stream<Item = Observation> + Send + use<> {
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
            if let Some(snapshot) = self.snapshot() {
                return Some(Observation::Present(Box::new(snapshot)));
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
            Input::Set(Err(error)) if forbidden(&error) => {
                self.poll();
                None
            }
            Input::Polled(Ok(set)) => self.present(set),
            Input::Polled(Err(Error::Api(status))) if status.code == 404 => self.absent(),
            Input::Polled(Err(error)) => Some(Observation::Trouble(Box::new(error))),
            Input::Pod(event) => self.pod(*event),
            Input::Revision(Err(error)) if forbidden(&error) => {
                self.revisions.forbidden = true;
                None
            }
            Input::Set(Err(error)) | Input::Revision(Err(error)) => trouble(error),
            Input::Revision(Ok(event)) => {
                let uid = self.watched.clone().unwrap_or_default();
                self.revisions.apply(event, |object| {
                    let text = serde_json::to_string(&object).ok()?;
                    Revision::parse(&text)
                        .ok()
                        .filter(|revision| revision.controller_uid() == Some(&uid))
                });
                None
            }
        }
    }

    fn pod(&mut self, event: Result<Event<Pod>, watcher::Error>) -> Option<Observation> {
        match event {
            Ok(event) => {
                let uid = self.watched.as_deref().unwrap_or_default();
                self.pods.apply(event, |pod| owned(&pod, uid).then(|| Arc::new(pod)));
                None
            }
            Err(error) if forbidden(&error) => {
                self.pods.forbidden = true;
                None
            }
            Err(error) => trouble(error),
        }
    }

    fn present(&mut self, set: DaemonSet) -> Option<Observation> {
        if self.watched.as_deref() != Some(set.uid()) {
            self.watch_dependents(&set);
        }
        self.set = Some(set);
        self.snapshot().map(Box::new).map(Observation::Present)
    }

    fn absent(&mut self) -> Option<Observation> {
        self.set = None;
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

    /// Reads the DaemonSet again and again, for those who may get it and not watch it (C65).
    fn poll(&mut self) {
        let (cluster, namespace, name) = (self.cluster.clone(), self.namespace.clone(), self.name.clone());
        let polled = stream::unfold(Duration::ZERO, move |wait| {
            let (cluster, namespace, name) = (cluster.clone(), namespace.clone(), name.clone());
            async move {
                tokio::time::sleep(wait).await;
                Some((Input::Polled(cluster.daemonset(&namespace, &name).await), POLL))
            }
        });
        let dependents = std::mem::replace(&mut self.inputs, SelectAll::new());
        drop(dependents);
        self.watched = None;
        self.inputs.push(polled.boxed());
    }

    /// The present state, once everything that may be read has been.
    fn snapshot(&self) -> Option<Snapshot> {
        let daemonset = self.set.clone()?;
        if !self.pods.settled() || !self.revisions.settled() {
            return None;
        }
        let mut revisions: Vec<_> = self.revisions.objects.values().cloned().collect();
        revisions.sort_by_key(Revision::number);
        Some(Snapshot {
            daemonset,
            revisions: self.revisions.complete.then(|| Arc::new(revisions)),
            pods: self
                .pods
                .complete
                .then(|| self.pods.objects.values().cloned().collect()),
            around: Around::default(),
            taken: Timestamp::now(),
        })
    }
}

fn read(object: &DynamicObject) -> Option<DaemonSet> {
    serde_json::to_value(object).ok().map(DaemonSet::new)
}

fn forbidden(error: &watcher::Error) -> bool {
    matches!(error, watcher::Error::InitialListFailed(Error::Api(status)) | watcher::Error::WatchStartFailed(Error::Api(status))
        if status.code == 403)
}

/// An outage worth telling; a 410 or a cut is routine (R10).
fn trouble(error: watcher::Error) -> Option<Observation> {
    match error {
        watcher::Error::InitialListFailed(error) | watcher::Error::WatchStartFailed(error) => match error {
            Error::Api(status) if status.code == 410 => None,
            error => Some(Observation::Trouble(Box::new(error))),
        },
        _ => None,
    }
}
