//! The DaemonSet that comes after: checked before the present one goes, created when it is gone; and the labels by which
//! it finds the pods (semantics D-2, C62).

use futures::{StreamExt, TryStreamExt, stream};
use k8s_openapi::api::core::v1::Node;
use kube::{
    Error,
    api::{ListParams, Patch, PatchParams, PostParams},
};
use serde_json::{Value, json};

use super::{
    Cluster,
    read::{allowed, collection},
};
use crate::domain::{daemonset::DaemonSet, json, leftover::Leftover, pod, selector};

/// Objects labelled at the same time.
const AT_ONCE: usize = 16;

impl Cluster {
    /// What the server would make of a manifest, with its defaults. Asked under a name that the server chooses, since the
    /// name may still be taken; nothing is kept.
    ///
    /// # Errors
    /// As the server answers: the manifest is refused now and not when the present one is gone.
    pub async fn checked(&self, namespace: &str, manifest: &Value) -> Result<DaemonSet, Error> {
        let name = json::text(manifest, &["metadata", "name"]).to_owned();
        let mut nameless = manifest.clone();
        if let Some(metadata) = nameless.get_mut("metadata").and_then(Value::as_object_mut) {
            metadata.shift_remove("name");
            metadata.insert("generateName".to_owned(), format!("{name}-").into());
        }
        let answer = self.post(namespace, &nameless, true).await?;
        let mut object = answer.object().clone();
        object["metadata"]["name"] = name.into();
        Ok(DaemonSet::new(object))
    }

    /// Creates a DaemonSet. Sent once: whoever gets no answer must look.
    ///
    /// # Errors
    /// As the server answers.
    pub async fn create_daemonset(&self, namespace: &str, manifest: &Value) -> Result<DaemonSet, Error> {
        self.post(namespace, manifest, false).await
    }

    async fn post(&self, namespace: &str, manifest: &Value, dry_run: bool) -> Result<DaemonSet, Error> {
        let params = PostParams {
            dry_run,
            field_manager: Some("kubectl-ds".to_owned()),
        };
        let body = serde_json::to_vec(manifest).map_err(Error::SerdeError)?;
        let request = kube::core::Request::new(collection("apps/v1", Some(namespace), "daemonsets"))
            .create(&params, body)
            .map_err(Error::BuildRequest)?;
        let text = self.client().request_text(request).await?;
        serde_json::from_str(&text)
            .map(DaemonSet::new)
            .map_err(Error::SerdeError)
    }

    /// All nodes; `None` where they may not be listed.
    ///
    /// # Errors
    /// As the server answers.
    pub async fn nodes(&self) -> Result<Option<Vec<Node>>, Error> {
        allowed(self.list_all(None, ListParams::default()).await)
    }

    /// Labels those of `left` that the selector of `next` does not match, each only if it is still the same object.
    /// Returns how many were labelled.
    ///
    /// # Errors
    /// As the server answers; those that were labelled until then stay so.
    pub async fn label(
        &self,
        namespace: &str,
        left: &Leftover,
        next: &DaemonSet,
        labels: &[(String, String)],
    ) -> Result<usize, Error> {
        let pods = left
            .pods
            .iter()
            .filter(|pod| !pod::terminating(pod) && !selector::matches(next.selector(), |key| pod::label(pod, key)));
        let stored = left
            .revisions
            .iter()
            .filter(|revision| !selector::matches(next.selector(), |key| revision.label(key)));
        let mut targets: Vec<(String, &str, &str)> = Vec::new();
        for pod in pods {
            targets.push((collection("v1", Some(namespace), "pods"), pod::name(pod), pod::uid(pod)));
        }
        for revision in stored {
            let uid = json::text(revision.object(), &["metadata", "uid"]);
            targets.push((
                collection("apps/v1", Some(namespace), "controllerrevisions"),
                revision.name(),
                uid,
            ));
        }
        let labels: serde_json::Map<String, Value> = labels
            .iter()
            .map(|(key, value)| (key.clone(), value.clone().into()))
            .collect();
        let count = targets.len();
        let patches = targets.into_iter().map(|(path, name, uid)| {
            let body = json!({"metadata": {"uid": uid, "labels": labels}});
            async move {
                let params = PatchParams {
                    field_manager: Some("kubectl-ds".to_owned()),
                    ..PatchParams::default()
                };
                let request = kube::core::Request::new(path)
                    .patch(name, &params, &Patch::Merge(body))
                    .map_err(Error::BuildRequest)?;
                self.client().request_text(request).await
            }
        });
        let done = stream::iter(patches).buffer_unordered(AT_ONCE);
        done.map_ok(drop).try_collect::<Vec<()>>().await?;
        Ok(count)
    }
}
