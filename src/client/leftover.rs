//! What a DaemonSet leaves behind, who else would want it, and the deletion that leaves it (semantics D).

use kube::{
    Error,
    api::{DeleteParams, Preconditions, PropagationPolicy},
};
use serde_json::Value;

use super::{
    Cluster,
    read::{allowed, collection, segment},
};
use crate::domain::{daemonset::DaemonSet, leftover::Leftover, revision::Revision, rival::Kind, selector};

/// The controllers of a namespace that could adopt pods.
#[derive(Debug, Clone, Default)]
pub struct Controllers {
    /// Each with its kind, as the server sent it.
    pub found: Vec<(Kind, Value)>,
    /// Kinds that may not be listed.
    pub unknown: Vec<Kind>,
}

impl Cluster {
    /// All pods and revisions of a namespace that a selector matches, whoever owns them.
    ///
    /// # Errors
    /// As the server answers.
    pub async fn matching(&self, namespace: &str, selector: &Value) -> Result<Leftover, Error> {
        let selector = selector::query(selector);
        let path = collection("apps/v1", Some(namespace), "controllerrevisions");
        let (pods, stored) = tokio::try_join!(
            self.list_pods(Some(namespace), &selector),
            self.list_raw(&path, Some(&selector))
        )?;
        let read = stored
            .iter()
            .map(|item| Revision::parse(item.get()).map_err(Error::SerdeError));
        let mut revisions = read.collect::<Result<Vec<_>, _>>()?;
        revisions.sort_by_key(Revision::number);
        Ok(Leftover { pods, revisions })
    }

    /// The controllers of a namespace, or of all, of every kind that adopts pods. A kind that may not be listed is named.
    ///
    /// # Errors
    /// As the server answers, but for missing rights.
    pub async fn controllers(&self, namespace: Option<&str>) -> Result<Controllers, Error> {
        let lists = Kind::ALL.map(|kind| async move {
            let (group, plural) = kind.resource();
            let path = collection(group, namespace, plural);
            Ok::<_, Error>((kind, allowed(self.list_raw(&path, None).await)?))
        });
        let mut controllers = Controllers::default();
        for (kind, items) in futures::future::try_join_all(lists).await? {
            let Some(items) = items else {
                controllers.unknown.push(kind);
                continue;
            };
            for item in items {
                let object = serde_json::from_str(item.get()).map_err(Error::SerdeError)?;
                controllers.found.push((kind, object));
            }
        }
        Ok(controllers)
    }

    /// Deletes exactly this DaemonSet, at the version that was read, and leaves its pods and revisions (semantics D-12,
    /// C63). Sent once: whoever gets no answer must look.
    ///
    /// # Errors
    /// As the server answers; 409 when the object is no longer the one that was read.
    pub async fn delete_orphaning(&self, set: &DaemonSet, dry_run: bool) -> Result<(), Error> {
        let params = DeleteParams {
            dry_run,
            propagation_policy: Some(PropagationPolicy::Orphan),
            preconditions: Some(Preconditions {
                uid: Some(set.uid().to_owned()),
                resource_version: Some(set.resource_version().to_owned()),
            }),
            ..DeleteParams::default()
        };
        let request = kube::core::Request::new(collection("apps/v1", Some(set.namespace()), "daemonsets"))
            .delete(&segment(set.name()), &params)
            .map_err(Error::BuildRequest)?;
        self.client().request_text(request).await.map(drop)
    }

    /// The DaemonSet as it is now; `None` when it is gone, also when another has taken its name.
    ///
    /// # Errors
    /// As the server answers, but for not found.
    pub async fn still(&self, set: &DaemonSet) -> Result<Option<DaemonSet>, Error> {
        match self.daemonset(set.namespace(), set.name()).await {
            Ok(now) => Ok((now.uid() == set.uid()).then_some(now)),
            Err(Error::Api(status)) if status.code == 404 => Ok(None),
            Err(error) => Err(error),
        }
    }
}
