//! Get and list: the objects of a rollout as they are at one moment.

use std::sync::Arc;

use http::Request;
use jiff::Timestamp;
use k8s_openapi::{api::core::v1::Pod, apimachinery::pkg::version::Info};
use kube::{Error, api::ListParams};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC};
use serde_json::value::RawValue;

use super::Cluster;
use crate::domain::{
    daemonset::DaemonSet,
    json,
    leftover::Leftover,
    pod,
    revision::Revision,
    selector,
    snapshot::{Around, Snapshot},
};

impl Cluster {
    /// One DaemonSet.
    ///
    /// # Errors
    /// As the server answers, e.g. not found; an answer that is not this DaemonSet.
    pub async fn daemonset(&self, namespace: &str, name: &str) -> Result<DaemonSet, Error> {
        let path = daemonset_path(namespace, name);
        let text = self.client().request_text(get(&path)?).await?;
        let object: serde_json::Value = serde_json::from_str(&text).map_err(Error::SerdeError)?;
        // Of something else in its place nothing must be said, least of all that it is rolled out.
        if json::text(&object, &["metadata", "name"]) != name {
            let words = format!("the answer is not the DaemonSet \"{name}\"");
            return Err(Error::SerdeError(serde::de::Error::custom(words)));
        }
        Ok(DaemonSet::new(object))
    }

    /// The DaemonSets of a namespace, or of all, that a label selector matches. The selector is sent as it is, so that a
    /// malformed one is refused in the server's words (semantics E-6).
    ///
    /// # Errors
    /// As the server answers.
    pub async fn daemonsets(&self, namespace: Option<&str>, selector: Option<&str>) -> Result<Vec<DaemonSet>, Error> {
        let items = self
            .list_raw(&collection("apps/v1", namespace, "daemonsets"), selector)
            .await?;
        let read = |item: Box<RawValue>| {
            serde_json::from_str(item.get())
                .map(DaemonSet::new)
                .map_err(Error::SerdeError)
        };
        items.into_iter().map(read).collect()
    }

    /// The revisions that match the DaemonSet's selector and belong to it or to nobody, ascending by number: those owned
    /// by its uid, and the ownerless ones it would adopt (semantics E-21, D-2).
    ///
    /// # Errors
    /// As the server answers.
    pub async fn matching_revisions(&self, set: &DaemonSet) -> Result<Vec<Revision>, Error> {
        let selector = selector::query(set.selector());
        let path = collection("apps/v1", Some(set.namespace()), "controllerrevisions");
        let items = self.list_raw(&path, Some(&selector)).await?;
        let read = |item: Box<RawValue>| Revision::parse(item.get()).map_err(Error::SerdeError);
        let mut revisions = items.into_iter().map(read).collect::<Result<Vec<_>, _>>()?;
        revisions.retain(|revision| revision.controller_uid().is_none_or(|uid| uid == set.uid()));
        revisions.sort_by_key(Revision::number);
        Ok(revisions)
    }

    /// The revisions the DaemonSet owns, ascending by number.
    ///
    /// # Errors
    /// As the server answers.
    pub async fn revisions(&self, set: &DaemonSet) -> Result<Vec<Revision>, Error> {
        let mut revisions = self.matching_revisions(set).await?;
        revisions.retain(|revision| revision.controller_uid() == Some(set.uid()));
        Ok(revisions)
    }

    /// The pods the DaemonSet owns.
    ///
    /// # Errors
    /// As the server answers.
    pub async fn pods(&self, set: &DaemonSet) -> Result<Vec<Arc<Pod>>, Error> {
        let selector = selector::query(set.selector());
        let mut pods = self.list_pods(Some(set.namespace()), &selector).await?;
        pods.retain(|pod| owned(pod, set.uid()));
        Ok(pods)
    }

    /// The pods that carry a template generation, which only DaemonSets give.
    async fn daemon_pods(&self, namespace: Option<&str>) -> Result<Vec<Arc<Pod>>, Error> {
        self.list_pods(namespace, pod::GENERATION_LABEL).await
    }

    pub(super) async fn list_pods(&self, namespace: Option<&str>, selector: &str) -> Result<Vec<Arc<Pod>>, Error> {
        let pods = self.list_all(namespace, ListParams::default().labels(selector)).await?;
        Ok(pods.into_iter().map(Arc::new).collect())
    }

    /// The DaemonSet with its revisions and pods. What may not be read is left out; nothing else is forgiven.
    ///
    /// # Errors
    /// As the server answers, but for a missing right to list revisions or pods.
    pub async fn snapshot(&self, daemonset: DaemonSet) -> Result<Snapshot, Error> {
        // One after the other: over HTTP/1.1 a second request at the same time costs a second TLS handshake, which takes
        // longer than the short list of revisions.
        let revisions = allowed(self.matching_revisions(&daemonset).await)?;
        let selector = selector::query(daemonset.selector());
        let pods = allowed(self.list_pods(Some(daemonset.namespace()), &selector).await)?;
        let (revisions, pods) = (revisions.as_deref(), pods.as_deref());
        Ok(composed(daemonset, revisions, pods, self.now()))
    }

    /// The same for many DaemonSets of one namespace, or of all, with one list of pods and one of revisions. Of the pods
    /// that belong to nobody it has those that a DaemonSet made.
    ///
    /// # Errors
    /// As the server answers, but for a missing right to list revisions or pods.
    pub async fn snapshots(&self, namespace: Option<&str>, sets: Vec<DaemonSet>) -> Result<Vec<Snapshot>, Error> {
        let path = collection("apps/v1", namespace, "controllerrevisions");
        let (revisions, pods) = tokio::join!(self.list_raw(&path, None), self.daemon_pods(namespace));
        let parse = |items: Vec<Box<RawValue>>| {
            let parsed = items.iter().map(|item| Revision::parse(item.get()));
            let mut revisions = parsed.collect::<Result<Vec<_>, _>>().map_err(Error::SerdeError)?;
            revisions.sort_by_key(Revision::number);
            Ok::<_, Error>(revisions)
        };
        let revisions = allowed(revisions)?.map(parse).transpose()?;
        let (pods, taken) = (allowed(pods)?, self.now());
        let of = |set| composed(set, revisions.as_deref(), pods.as_deref(), taken);
        Ok(sets.into_iter().map(of).collect())
    }

    /// What the server says of its version.
    ///
    /// # Errors
    /// As the server answers.
    pub async fn server_version(&self) -> Result<Info, Error> {
        self.client().apiserver_version().await
    }
}

/// The snapshot of one DaemonSet out of the revisions (ascending) and pods that were read, of whomever.
pub(super) fn composed(
    daemonset: DaemonSet,
    revisions: Option<&[Revision]>,
    pods: Option<&[Arc<Pod>]>,
    taken: Timestamp,
) -> Snapshot {
    let (uid, namespace) = (daemonset.uid(), daemonset.namespace());
    let own = |all: &[Revision]| {
        let own = all.iter().filter(|it| it.controller_uid() == Some(uid)).cloned();
        Arc::new(own.collect())
    };
    let held = |all: &[Arc<Pod>]| all.iter().filter(|pod| owned(pod, uid)).cloned().collect();
    let ownerless = revisions.zip(pods).map(|(revisions, pods)| {
        let selected = |pod: &&Arc<Pod>| {
            pod.metadata.namespace.as_deref() == Some(namespace)
                && pod::controller(pod).is_none()
                && selector::matches(daemonset.selector(), |key| pod::label(pod, key))
        };
        let left = |revision: &&Revision| {
            json::text(revision.object(), &["metadata", "namespace"]) == namespace
                && revision.controller_uid().is_none()
                && selector::matches(daemonset.selector(), |key| revision.label(key))
        };
        Arc::new(Leftover {
            pods: pods.iter().filter(selected).cloned().collect(),
            revisions: revisions.iter().filter(left).cloned().collect(),
        })
    });
    Snapshot {
        revisions: revisions.map(own),
        pods: pods.map(held),
        around: Around {
            ownerless,
            ..Around::default()
        },
        daemonset,
        taken,
    }
}

/// Whether the pod's controller is the object of this uid. Labels alone prove nothing (C44).
pub(super) fn owned(pod: &Pod, uid: &str) -> bool {
    let owners = pod.metadata.owner_references.iter().flatten();
    owners
        .filter(|owner| owner.controller == Some(true))
        .any(|owner| owner.uid == uid)
}

/// `Ok(None)` for a missing right.
pub(super) fn allowed<T>(result: Result<T, Error>) -> Result<Option<T>, Error> {
    match result {
        Ok(value) => Ok(Some(value)),
        Err(Error::Api(status)) if status.code == 403 => Ok(None),
        Err(error) => Err(error),
    }
}

fn daemonset_path(namespace: &str, name: &str) -> String {
    let collection = collection("apps/v1", Some(namespace), "daemonsets");
    format!("{collection}/{}", segment(name))
}

pub(super) fn collection(group: &str, namespace: Option<&str>, plural: &str) -> String {
    // The core group has a root of its own.
    let root = if group.contains('/') { "apis" } else { "api" };
    match namespace {
        Some(namespace) => format!("/{root}/{group}/namespaces/{}/{plural}", segment(namespace)),
        None => format!("/{root}/{group}/{plural}"),
    }
}

/// A name as one segment of a path: whatever it contains, it asks for no other object than the one of that name.
pub(super) fn segment(name: &str) -> String {
    const KEPT: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');
    percent_encoding::utf8_percent_encode(name, KEPT).to_string()
}

fn get(path: &str) -> Result<Request<Vec<u8>>, Error> {
    Request::get(path).body(Vec::new()).map_err(Error::HttpError)
}
