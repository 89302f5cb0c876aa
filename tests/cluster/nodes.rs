//! What a test does with nodes: make many at once, silence, revive, label, taint and delete them.

use std::sync::atomic::Ordering;
use std::time::Duration;

use anyhow::Result;
use futures::{StreamExt, TryStreamExt};
use k8s_openapi::api::core::v1::Node;
use kube::api::{Api, DeleteParams, Patch, PatchParams, PostParams};
use serde_json::{Value, json};

use super::servers::ALIVE;
use super::{Cluster, NodeSpec, eventually};

/// Ready, and without the taint of a node that has just registered.
pub fn is_ready(node: &Node) -> bool {
    let conditions = node.status.iter().flat_map(|status| status.conditions.iter().flatten());
    let taints = node.spec.iter().flat_map(|spec| spec.taints.iter().flatten());
    conditions
        .into_iter()
        .any(|condition| condition.type_ == "Ready" && condition.status == "True")
        && !taints
            .into_iter()
            .any(|taint| taint.key.starts_with("node.kubernetes.io/not-ready"))
}

impl Cluster {
    /// Adds nodes `PREFIX-1`, `PREFIX-2` and so on, in parallel, each as `shape` makes it, and waits until they are ready.
    pub async fn add_nodes(
        &self,
        prefix: &str,
        count: usize,
        shape: impl Fn(usize, &mut NodeSpec),
    ) -> Result<Vec<String>> {
        let nodes: Api<Node> = Api::all(self.client().await?);
        let width = count.to_string().len();
        let mut objects = Vec::new();
        for at in 1..=count {
            let mut spec = NodeSpec::new(format!("{prefix}-{at:0width$}"));
            shape(at, &mut spec);
            objects.push(serde_json::from_value::<Node>(
                spec.object(self.counter.fetch_add(1, Ordering::Relaxed)),
            )?);
        }
        let names: Vec<_> = objects.iter().filter_map(|node| node.metadata.name.clone()).collect();
        let create = objects.into_iter().map(|node| {
            let nodes = nodes.clone();
            async move { nodes.create(&PostParams::default(), &node).await.map(drop) }
        });
        futures::stream::iter(create)
            .buffer_unordered(32)
            .try_collect::<()>()
            .await?;
        // One by one: a list of thousands of nodes is slow to make and to read.
        let within = Duration::from_secs(60 + count as u64 / 10);
        let until_ready = names.clone().into_iter().map(|name| {
            let nodes = nodes.clone();
            async move {
                let ask = || async { Ok(is_ready(&nodes.get(&name).await?)) };
                eventually(&format!("node {name} is ready"), within, ask, |ready| *ready)
                    .await
                    .map(drop)
            }
        });
        futures::stream::iter(until_ready)
            .buffer_unordered(32)
            .try_collect::<()>()
            .await?;
        Ok(names)
    }

    /// Deletes a node as a cloud does: its pods are left to the controllers.
    pub async fn delete_node(&self, name: &str) -> Result<()> {
        let nodes: Api<Node> = Api::all(self.client().await?);
        nodes.delete(name, &DeleteParams::default()).await?;
        Ok(())
    }

    /// The node stops answering. After the grace period it is NotReady, and its pods never finish terminating.
    pub async fn silence_node(&self, name: &str) -> Result<()> {
        self.label_node(name, ALIVE, None).await
    }

    /// The node answers again.
    pub async fn revive_node(&self, name: &str) -> Result<()> {
        self.label_node(name, ALIVE, Some("true")).await
    }

    /// Waits until a node is ready, or is not.
    pub async fn until_node_is(&self, name: &str, ready: bool) -> Result<()> {
        let nodes: Api<Node> = Api::all(self.client().await?);
        let ask = || async { Ok(is_ready(&nodes.get(name).await?)) };
        let what = format!("node {name} is {}", if ready { "ready" } else { "not ready" });
        eventually(&what, Duration::from_secs(120), ask, |is| *is == ready)
            .await
            .map(drop)
    }

    /// Sets a label of a node, or removes it.
    pub async fn label_node(&self, name: &str, key: &str, value: Option<&str>) -> Result<()> {
        self.patch_node(name, json!({"metadata": {"labels": {key: value}}}))
            .await
    }

    /// Adds a taint to a node, or removes the one with that key and effect if the value is `None`.
    pub async fn taint_node(&self, name: &str, key: &str, value: Option<&str>, effect: &str) -> Result<()> {
        let nodes: Api<Node> = Api::all(self.client().await?);
        let node = nodes.get(name).await?;
        let mut taints = node.spec.and_then(|spec| spec.taints).unwrap_or_default();
        taints.retain(|taint| taint.key != key || taint.effect != effect);
        let mut taints = taints.iter().map(serde_json::to_value).collect::<Result<Vec<_>, _>>()?;
        taints.extend(value.map(|value| json!({"key": key, "value": value, "effect": effect})));
        // With the version that was read: the controller manager sets taints too.
        let version = node.metadata.resource_version;
        self.patch_node(
            name,
            json!({"metadata": {"resourceVersion": version}, "spec": {"taints": taints}}),
        )
        .await
    }

    /// Changes a node by a merge patch.
    pub async fn patch_node(&self, name: &str, patch: Value) -> Result<()> {
        let nodes: Api<Node> = Api::all(self.client().await?);
        nodes.patch(name, &PatchParams::default(), &Patch::Merge(patch)).await?;
        Ok(())
    }
}
