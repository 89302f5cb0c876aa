//! One try: nodes are made, a DaemonSet of each template, and the nodes of its pods are looked up. Nothing else is on the
//! cluster meanwhile. The pods stay Pending: nobody schedules them, and no kubelet answers for the nodes.

use std::{
    cell::Cell,
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};

use anyhow::{Context, Result};
use futures::future::try_join_all;
use k8s_openapi::api::{
    apps::v1::DaemonSet as Object,
    core::v1::{Node, Pod},
};
use kube::{
    api::{Api, ApiResource, DeleteParams, DynamicObject, ListParams, Patch, PatchParams, PostParams},
    core::params::PropagationPolicy,
};
use kubectl_ds::domain::{daemonset::DaemonSet, pod};
use serde_json::{Value, json};
use tokio::runtime::Runtime;

use super::{
    compare::{Outcome, Pods, changed, compare},
    generate::{LABELS, Nodes, Shape},
};
use crate::cluster::{Cluster, eventually};

/// The label of all that belongs to one try.
const TRY: &str = "kubectl-ds.test/try";
/// The label of a node that is as it is to be, and its values one after the other.
const STATE: &str = "kubectl-ds.test/state";
const STATES: [&str; 2] = ["first", "changed"];
const NAMESPACE: &str = "default";
const SOON: Duration = Duration::from_secs(60);

/// Where it is tried.
pub struct Trial {
    runtime: Runtime,
    nodes: Api<Node>,
    pods: Api<Pod>,
    sets: Api<DynamicObject>,
    count: Cell<usize>,
}

impl Trial {
    /// Makes the two witnesses: DaemonSets that run on each node in one of its states, whatever its taints.
    pub fn new(cluster: &Cluster) -> Result<Self> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let client = runtime.block_on(cluster.client())?;
        let sets: Api<DynamicObject> =
            Api::namespaced_with(client.clone(), NAMESPACE, &ApiResource::erase::<Object>(&()));
        for state in STATES {
            let spec = json!({"nodeSelector": {STATE: state}, "tolerations": [{"operator": "Exists"}]});
            let witness = serde_json::from_value(set(state, "witness", spec))?;
            runtime.block_on(sets.create(&PostParams::default(), &witness))?;
        }
        Ok(Self {
            runtime,
            nodes: Api::all(client.clone()),
            pods: Api::namespaced(client, NAMESPACE),
            sets,
            count: Cell::new(0),
        })
    }

    /// Tries the templates on the nodes.
    pub fn run(&self, nodes: &Nodes, specs: &[Value]) -> Result<Vec<Outcome>> {
        self.count.set(self.count.get() + 1);
        let name = format!("try-{}", self.count.get());
        self.runtime.block_on(self.tried(&name, nodes, specs))
    }

    async fn tried(&self, name: &str, nodes: &Nodes, specs: &[Value]) -> Result<Vec<Outcome>> {
        let of_try = ListParams::default().labels(&format!("{TRY}={name}"));
        let names: Vec<_> = (1..=nodes.len())
            .map(|number| format!("{name}-node-{number}"))
            .collect();
        try_join_all(names.iter().map(|node| self.register(name, node))).await?;
        let firsts: Vec<_> = nodes.iter().map(|(first, _)| first).collect();
        let before = self.shaped(&names, &firsts, STATES[0]).await?;
        let created = specs
            .iter()
            .enumerate()
            .map(|(number, spec)| self.create(name, number, spec));
        let created = try_join_all(created).await?;
        let pods = self.settled(&of_try, &created).await?;
        let mut outcomes: Vec<_> = created
            .iter()
            .zip(&pods)
            .map(|(set, pods)| compare(set, &before, pods))
            .collect();
        if nodes.iter().any(|(_, later)| later.is_some()) {
            let later: Vec<_> = nodes
                .iter()
                .map(|(first, later)| later.as_ref().unwrap_or(first))
                .collect();
            let after = self.shaped(&names, &later, STATES[1]).await?;
            // The controller is made to look again at all nodes; the template is the same.
            let (how, again) = (
                PatchParams::default(),
                Patch::Merge(json!({"spec": {"minReadySeconds": 1}})),
            );
            let sets = created.iter().flatten().map(DaemonSet::name);
            try_join_all(sets.map(|set| self.sets.patch(set, &how, &again))).await?;
            let now = self.settled(&of_try, &created).await?;
            for (at, outcome) in outcomes.iter_mut().enumerate() {
                if let (Outcome::Right(right), Ok(set)) = (&mut *outcome, &created[at]) {
                    match changed(set, &before, &after, &pods[at], &now[at]) {
                        Ok([kept, lost]) => (right.kept, right.lost) = (kept, lost),
                        Err(wrong) => *outcome = Outcome::Wrong(format!("{wrong:#}")),
                    }
                }
            }
        }
        let background = DeleteParams {
            propagation_policy: Some(PropagationPolicy::Background),
            ..DeleteParams::default()
        };
        self.sets.delete_collection(&background, &of_try).await?;
        self.nodes.delete_collection(&DeleteParams::default(), &of_try).await?;
        Ok(outcomes)
    }

    /// The node gets a taint on its way in, so that nothing runs on it before it has its shape (semantics A-12).
    async fn register(&self, name: &str, node: &str) -> Result<()> {
        let object = json!({"metadata": {"name": node, "labels": {TRY: name}}});
        self.nodes
            .create(&PostParams::default(), &serde_json::from_value(object)?)
            .await?;
        Ok(())
    }

    /// Gives the nodes their shapes, and waits until the controller knows: its witness cannot run on one before. The answer
    /// is what the server made of them.
    async fn shaped(&self, names: &[String], shapes: &[&Shape], state: &str) -> Result<Vec<Node>> {
        let patched = names.iter().zip(shapes).map(|(name, shape)| {
            let mut labels: BTreeMap<_, _> = LABELS.into_iter().map(|key| (key, None)).collect();
            labels.extend(shape.labels.iter().map(|(key, value)| (*key, Some(*value))));
            labels.insert(STATE, Some(state));
            let spec = json!({"taints": shape.taints, "unschedulable": shape.cordoned});
            let patch = Patch::Merge(json!({"metadata": {"labels": labels}, "spec": spec}));
            async move { self.nodes.patch(name, &PatchParams::default(), &patch).await }
        });
        let patched = try_join_all(patched).await?;
        let witness = ListParams::default().labels(&format!("app={state}"));
        let ask = || async {
            let pods = self.pods.list(&witness).await?;
            let seen: BTreeSet<_> = pods.items.iter().filter_map(pod::node).map(str::to_owned).collect();
            Ok(names
                .iter()
                .filter(|name| !seen.contains(*name))
                .cloned()
                .collect::<Vec<_>>())
        };
        eventually("the controller knows all nodes", SOON, ask, Vec::is_empty).await?;
        Ok(patched)
    }

    /// The DaemonSet as the server took it, or why it did not.
    async fn create(&self, name: &str, number: usize, spec: &Value) -> Result<Result<DaemonSet, String>> {
        // The names of nodes, as a whole string each.
        let spec = spec.to_string().replace("\"node-", &format!("\"{name}-node-"));
        let object = set(&format!("{name}-{number}"), name, serde_json::from_str(&spec)?);
        let created = self
            .sets
            .create(&PostParams::default(), &serde_json::from_value(object)?)
            .await;
        match created {
            Ok(created) => Ok(Ok(DaemonSet::new(serde_json::to_value(created)?))),
            Err(kube::Error::Api(status)) if status.code == 422 => Ok(Err(status.message.clone())),
            Err(error) => Err(error.into()),
        }
    }

    /// The pods of each DaemonSet once its controller has done all that it wants to. With what it knew when it looked, it
    /// makes and deletes pods before it says which generation it saw (semantics B-1).
    async fn settled(&self, of_try: &ListParams, created: &[Result<DaemonSet, String>]) -> Result<Vec<Pods>> {
        let count = created.iter().flatten().count();
        let ask = || async {
            let sets = self.sets.list(of_try).await?.items;
            let seen =
                |set: &&DynamicObject| set.data["status"]["observedGeneration"].as_i64() >= set.metadata.generation;
            Ok(sets.iter().filter(seen).count())
        };
        eventually("the controller has looked at each DaemonSet", SOON, ask, |seen| {
            *seen == count
        })
        .await?;
        let pods = self.pods.list(of_try).await?.items;
        let of_set = |set: &Result<DaemonSet, String>| -> Result<Pods> {
            let Ok(set) = set else { return Ok(Pods::new()) };
            let own = pods
                .iter()
                .filter(|pod| pod::controller(pod).is_some_and(|owner| owner.uid == set.uid()));
            let own = own.filter(|pod| !pod::terminating(pod));
            own.map(|pod| {
                Ok((
                    pod::node(pod).context("a pod for no node")?.to_owned(),
                    pod::uid(pod).to_owned(),
                ))
            })
            .collect()
        };
        created.iter().map(of_set).collect()
    }
}

/// A DaemonSet whose pods nobody schedules, and which are gone at once when they are deleted.
fn set(name: &str, of_try: &str, mut spec: Value) -> Value {
    spec["schedulerName"] = json!("nobody");
    spec["terminationGracePeriodSeconds"] = json!(0);
    spec["containers"] = json!([{"name": "agent", "image": "registry.test/agent:v1",
        "resources": {"requests": {"cpu": "1k"}}}]);
    let labels = json!({"app": name, TRY: of_try});
    json!({
        "apiVersion": "apps/v1", "kind": "DaemonSet", "metadata": {"name": name, "labels": {TRY: of_try}},
        "spec": {"selector": {"matchLabels": labels}, "template": {"metadata": {"labels": labels}, "spec": spec}},
    })
}
