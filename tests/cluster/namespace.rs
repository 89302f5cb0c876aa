//! A namespace for one test, gone afterwards.

use std::sync::atomic::Ordering;

use anyhow::Result;
use k8s_openapi::api::apps::v1::DaemonSet;
use k8s_openapi::api::core::v1::Namespace as Object;
use kube::api::{Api, DeleteParams, ListParams, PostParams};
use serde_json::json;

use super::Cluster;
use super::instance::blocking;

/// A namespace that is deleted with this value.
pub struct Namespace<'a> {
    cluster: &'a Cluster,
    /// Its name.
    pub name: String,
}

impl Cluster {
    /// Makes a namespace whose name begins with `prefix` and is used by nobody else.
    pub async fn namespace(&self, prefix: &str) -> Result<Namespace<'_>> {
        let number = self.counter.fetch_add(1, Ordering::Relaxed);
        let name = format!("{prefix}-{}-{number}", std::process::id());
        let namespaces: Api<Object> = Api::all(self.client().await?);
        let object = serde_json::from_value(json!({"metadata": {"name": name}}))?;
        namespaces.create(&PostParams::default(), &object).await?;
        Ok(Namespace { cluster: self, name })
    }
}

impl Namespace<'_> {
    /// The DaemonSets first: until they are gone their controller would go on making pods. The end is not waited for.
    async fn delete(&self) -> Result<()> {
        let client = self.cluster.client().await?;
        let sets: Api<DaemonSet> = Api::namespaced(client.clone(), &self.name);
        sets.delete_collection(&DeleteParams::default(), &ListParams::default())
            .await?;
        Api::<Object>::all(client)
            .delete(&self.name, &DeleteParams::default())
            .await?;
        Ok(())
    }
}

impl Drop for Namespace<'_> {
    fn drop(&mut self) {
        // A test that fails is about something else; a namespace that stays does no harm to the others.
        let _ = blocking(self.delete());
    }
}
