//! Where one situation is played: a namespace and nodes of its own, and what is done there. The DaemonSet is always `agent`,
//! its container `main`, its init container `prep`.

use std::time::Duration;

use anyhow::{Context, Result};
use kube::api::{DeleteParams, ListParams, Patch, PatchParams, PostParams};
use serde_json::{Value, json};

use super::objects::{Objects, api, list};
use super::situation::Situation;
use crate::cluster::{Cluster, Namespace, eventually};

/// The label of a situation's nodes.
const LABEL: &str = "kubectl-ds.test/situation";

/// A namespace and nodes.
pub struct Stage<'c> {
    cluster: &'c Cluster,
    pub(super) client: kube::Client,
    namespace: Namespace<'c>,
    pub(super) name: &'static str,
    nodes: usize,
}

impl<'c> Stage<'c> {
    /// Sets it up: the nodes are ready.
    pub async fn set(cluster: &'c Cluster, situation: &Situation) -> Result<Self> {
        let (name, shape) = (situation.name, situation.shape);
        cluster
            .add_nodes(name, situation.nodes, |number, node| {
                node.label(LABEL, name);
                shape(number, node);
            })
            .await?;
        Ok(Self {
            cluster,
            client: cluster.client().await?,
            namespace: cluster.namespace(name).await?,
            name,
            nodes: situation.nodes,
        })
    }

    /// Removes the nodes; the namespace goes with this value.
    pub async fn strike(self) -> Result<()> {
        let nodes = api(&self.client, "v1", "Node", None);
        let ours = ListParams::default().labels(&format!("{LABEL}={}", self.name));
        self.delete("apps/v1", "DaemonSet", "agent", &DeleteParams::default())
            .await
            .ok();
        nodes.delete_collection(&DeleteParams::default(), &ours).await?;
        for pod in self.all("v1", "Pod").await? {
            if pod["metadata"]["finalizers"].is_array() {
                let name = pod["metadata"]["name"].as_str().unwrap_or_default();
                let free = json!({"metadata": {"finalizers": null}});
                self.merge("v1", "Pod", name, free).await?;
            }
        }
        Ok(())
    }

    pub fn cluster(&self) -> &'c Cluster {
        self.cluster
    }

    pub fn namespace(&self) -> &str {
        &self.namespace.name
    }

    /// The name of a node by its number, from 1.
    pub fn node(&self, number: usize) -> String {
        format!("{}-{number}", self.name)
    }

    /// The DaemonSet `agent` with an image of this tag, on this situation's nodes.
    pub fn agent(&self, tag: &str) -> Value {
        json!({
            "apiVersion": "apps/v1", "kind": "DaemonSet", "metadata": {"name": "agent"},
            "spec": {
                "selector": {"matchLabels": {"app": "agent"}},
                "template": {"metadata": {"labels": {"app": "agent"}, "annotations": {}}, "spec": {
                    "nodeSelector": {LABEL: self.name},
                    "terminationGracePeriodSeconds": 1,
                    "initContainers": [{"name": "prep", "image": "registry.test/prep:1"}],
                    "containers": [{"name": "main", "image": format!("registry.test/agent:{tag}")}],
                }},
            },
        })
    }

    /// The same with `more` merged into it.
    pub fn agent_with(&self, tag: &str, more: &Value) -> Value {
        let mut agent = self.agent(tag);
        merge(&mut agent, more);
        agent
    }

    /// A pod of somebody else on a node.
    pub fn tenant(&self, name: &str, node: usize, more: &Value) -> Value {
        let mut pod = json!({
            "apiVersion": "v1", "kind": "Pod", "metadata": {"name": name, "labels": {"app": name}},
            "spec": {
                "nodeName": self.node(node), "terminationGracePeriodSeconds": 1,
                "containers": [{"name": "main", "image": "registry.test/tenant:1"}],
            },
        });
        merge(&mut pod, more);
        pod
    }

    /// Creates an object, in the namespace where its kind has one.
    pub async fn create(&self, object: &Value) -> Result<Value> {
        let text = |name: &str| object[name].as_str().unwrap_or_default();
        let (version, kind) = (text("apiVersion"), text("kind"));
        let global = version.starts_with("admissionregistration") || ["Node", "PersistentVolume"].contains(&kind);
        let api = api(&self.client, version, kind, (!global).then_some(self.namespace()));
        let created = api
            .create(&PostParams::default(), &serde_json::from_value(object.clone())?)
            .await;
        let created = created.with_context(|| format!("create {kind}"))?;
        Ok(serde_json::to_value(created)?)
    }

    /// Creates the DaemonSet with that tag and waits until it has rolled out.
    pub async fn healthy(&self, tag: &str) -> Result<()> {
        self.healthy_with(tag, &json!({})).await
    }

    /// The same with `more` merged into it.
    pub async fn healthy_with(&self, tag: &str, more: &Value) -> Result<()> {
        self.create(&self.agent_with(tag, more)).await?;
        self.rolled_out().await
    }

    /// Waits until the counters say that it has rolled out on all nodes.
    pub async fn rolled_out(&self) -> Result<()> {
        let nodes = self.nodes as u64;
        self.until("it has rolled out", move |it| it.rolled_out(nodes)).await
    }

    /// Gives the DaemonSet's container `main` another tag, as `kubectl set image` does.
    pub async fn roll_to(&self, tag: &str) -> Result<()> {
        self.roll_as("kubectl-set", tag).await
    }

    /// The same as another field manager.
    pub async fn roll_as(&self, manager: &str, tag: &str) -> Result<()> {
        let main = json!([{"name": "main", "image": format!("registry.test/agent:{tag}")}]);
        let patch = Patch::Strategic(json!({"spec": {"template": {"spec": {"containers": main}}}}));
        self.patch("apps/v1", "DaemonSet", "agent", (manager, &patch)).await
    }

    /// Changes the pods' spec in the template by a merge patch.
    pub async fn change(&self, spec: Value) -> Result<()> {
        let patch = json!({"spec": {"template": {"spec": spec}}});
        self.merge("apps/v1", "DaemonSet", "agent", patch).await
    }

    /// Changes an object of the namespace by a merge patch, as `kubectl edit` would.
    pub async fn merge(&self, version: &str, kind: &str, name: &str, patch: Value) -> Result<()> {
        self.patch(version, kind, name, ("kubectl-edit", &Patch::Merge(patch)))
            .await
    }

    async fn patch(&self, version: &str, kind: &str, name: &str, patch: (&str, &Patch<Value>)) -> Result<()> {
        let api = api(&self.client, version, kind, Some(self.namespace()));
        let params = PatchParams {
            field_manager: Some(patch.0.to_owned()),
            ..PatchParams::default()
        };
        api.patch(name, &params, patch.1).await?;
        Ok(())
    }

    /// Changes an object's status by a strategic merge patch, as a kubelet does.
    pub async fn status(&self, kind: &str, name: &str, patch: &Value) -> Result<()> {
        let namespace = (kind != "Node").then_some(self.namespace());
        let version = if kind == "DaemonSet" { "apps/v1" } else { "v1" };
        let api = api(&self.client, version, kind, namespace);
        let patch = Patch::Strategic(json!({"status": patch}));
        api.patch_status(name, &PatchParams::default(), &patch).await?;
        Ok(())
    }

    /// Deletes an object of the namespace with these options.
    pub async fn delete(&self, version: &str, kind: &str, name: &str, options: &DeleteParams) -> Result<()> {
        let api = api(&self.client, version, kind, Some(self.namespace()));
        api.delete(name, options).await?;
        Ok(())
    }

    /// Takes the fault away from the pod of a node.
    pub async fn cure(&self, node: usize) -> Result<()> {
        let pod = self.pod_on(node).await?;
        let cured = json!({"metadata": {"annotations": {"kubectl-ds.test/fault": "none"}}});
        self.merge("v1", "Pod", &pod, cured).await
    }

    /// So many nodes join.
    pub async fn join(&self, count: usize) -> Result<()> {
        let prefix = format!("{}-late", self.name);
        let added = self
            .cluster
            .add_nodes(&prefix, count, |_, node| node.label(LABEL, self.name));
        added.await.map(drop)
    }

    /// Labels the namespace.
    pub async fn label_namespace(&self, key: &str, value: &str) -> Result<()> {
        let patch = Patch::Merge(json!({"metadata": {"labels": {key: value}}}));
        let namespaces = api(&self.client, "v1", "Namespace", None);
        namespaces
            .patch(self.namespace(), &PatchParams::default(), &patch)
            .await?;
        Ok(())
    }

    /// All objects of a kind in the namespace.
    pub async fn all(&self, version: &str, kind: &str) -> Result<Vec<Value>> {
        let api = api(&self.client, version, kind, Some(self.namespace()));
        Ok(list(api, &ListParams::default(), version, kind).await?)
    }

    /// Waits until an object of the namespace is so.
    pub async fn until_object(&self, version: &str, kind: &str, name: &str, so: impl Fn(&Value) -> bool) -> Result<()> {
        let api = api(&self.client, version, kind, Some(self.namespace()));
        let ask = || async { Ok(serde_json::to_value(api.get(name).await?)?) };
        let what = format!("{}: {kind} {name}", self.name);
        eventually(&what, Duration::from_secs(100), ask, so).await.map(drop)
    }

    /// Everything there is now.
    pub async fn objects(&self) -> Result<Objects> {
        let sets = api(&self.client, "apps/v1", "DaemonSet", Some(self.namespace()));
        let ours = ListParams::default().labels(&format!("{LABEL}={}", self.name));
        let nodes = api(&self.client, "v1", "Node", None);
        Ok(Objects {
            set: serde_json::to_value(sets.get_opt("agent").await?)?,
            pods: self.all("v1", "Pod").await?,
            events: self.all("v1", "Event").await?,
            nodes: list(nodes, &ours, "v1", "Node").await?,
        })
    }

    /// The pod of a node that is not on its way out.
    pub async fn pod_on(&self, node: usize) -> Result<String> {
        let node = self.node(node);
        let pods = self.objects().await?.pods;
        let there =
            |pod: &&Value| pod["spec"]["nodeName"] == node.as_str() && pod["metadata"]["deletionTimestamp"].is_null();
        let pod = pods.iter().find(there).context("no pod on the node")?;
        Ok(pod["metadata"]["name"].as_str().unwrap_or_default().to_owned())
    }

    /// Waits until the objects are so.
    pub async fn until(&self, what: &str, so: impl Fn(&Objects) -> bool) -> Result<()> {
        let what = format!("{}: {what}", self.name);
        let ask = || async { self.objects().await };
        eventually(&what, Duration::from_secs(100), ask, so).await.map(drop)
    }
}

/// Merges objects member by member; everything else is replaced.
fn merge(into: &mut Value, more: &Value) {
    match (into, more) {
        (Value::Object(into), Value::Object(more)) => {
            for (key, value) in more {
                merge(into.entry(key).or_insert(Value::Null), value);
            }
        }
        (into, more) => *into = more.clone(),
    }
}
