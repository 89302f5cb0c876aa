//! Objects as they are in the API, and the questions that a situation asks to know that it has come about. Independent of what
//! the diagnosis makes of them.

use std::fmt;

use kube::api::{Api, DynamicObject, ListParams};
use kube::core::{ApiResource, GroupVersionKind};
use serde_json::Value;

/// What a situation has made so far.
#[derive(Default)]
pub struct Objects {
    /// The DaemonSet `agent`.
    pub set: Value,
    /// All pods of the namespace.
    pub pods: Vec<Value>,
    /// All events of the namespace.
    pub events: Vec<Value>,
    /// The situation's nodes.
    pub nodes: Vec<Value>,
}

/// The API of a kind, e.g. `apps/v1` and `DaemonSet`; all namespaces without one.
pub fn api(client: &kube::Client, version: &str, kind: &str, namespace: Option<&str>) -> Api<DynamicObject> {
    let (group, version) = version.split_once('/').unwrap_or(("", version));
    let resource = ApiResource::from_gvk(&GroupVersionKind::gvk(group, version, kind));
    match namespace {
        Some(namespace) => Api::namespaced_with(client.clone(), namespace, &resource),
        None => Api::all_with(client.clone(), &resource),
    }
}

/// All objects of a kind, which say of what kind they are.
pub async fn list(api: Api<DynamicObject>, params: &ListParams, version: &str, kind: &str) -> kube::Result<Vec<Value>> {
    let found = api.list(params).await?.items;
    let whole = |object: &DynamicObject| {
        let mut value = serde_json::to_value(object).unwrap_or_default();
        value["apiVersion"] = version.into();
        value["kind"] = kind.into();
        value
    };
    Ok(found.iter().map(whole).collect())
}

impl Objects {
    /// Pods that are not on their way out and whose first container's image ends so.
    pub fn with_image<'a>(&'a self, end: &'a str) -> impl Iterator<Item = &'a Value> {
        self.pods.iter().filter(move |pod| {
            let image = pod["spec"]["containers"][0]["image"].as_str().unwrap_or_default();
            image.ends_with(end) && pod["metadata"]["deletionTimestamp"].is_null()
        })
    }

    /// Does a container wait for this reason?
    pub fn waits(&self, reason: &str) -> bool {
        self.statuses()
            .any(|status| status["state"]["waiting"]["reason"] == reason)
    }

    /// Has a container ended so often?
    pub fn restarts(&self, times: u64) -> bool {
        self.statuses()
            .any(|status| status["restartCount"].as_u64() >= Some(times))
    }

    fn statuses(&self) -> impl Iterator<Item = &Value> {
        let pods = self.pods.iter();
        pods.flat_map(|pod| ["containerStatuses", "initContainerStatuses"].map(|field| &pod["status"][field]))
            .filter_map(Value::as_array)
            .flatten()
    }

    /// Is there an event for this reason whose message contains this?
    pub fn event(&self, reason: &str, words: &str) -> bool {
        self.events.iter().any(|event| {
            event["reason"] == reason && event["message"].as_str().is_some_and(|message| message.contains(words))
        })
    }

    /// Does the scheduler say this of a pod?
    pub fn unschedulable(&self, words: &str) -> bool {
        self.pods.iter().any(|pod| {
            let said = condition(pod, "PodScheduled");
            said["status"] == "False" && said["message"].as_str().is_some_and(|message| message.contains(words))
        })
    }

    /// How many pods are ready and stay.
    pub fn ready(&self) -> usize {
        let staying = self
            .pods
            .iter()
            .filter(|pod| pod["metadata"]["deletionTimestamp"].is_null());
        staying
            .filter(|pod| condition(pod, "Ready")["status"] == "True")
            .count()
    }

    /// A counter of the DaemonSet's status.
    pub fn counter(&self, name: &str) -> u64 {
        self.set["status"][name].as_u64().unwrap_or_default()
    }

    /// Has the controller seen the present spec, and is every counter as high as the desired one, which is `nodes`?
    pub fn rolled_out(&self, nodes: u64) -> bool {
        let counters = [
            "desiredNumberScheduled",
            "updatedNumberScheduled",
            "numberAvailable",
            "numberReady",
        ];
        self.observed() && counters.iter().all(|name| self.counter(name) == nodes)
    }

    /// Has the controller seen the present spec?
    pub fn observed(&self) -> bool {
        self.set["metadata"]["generation"].is_u64()
            && self.set["status"]["observedGeneration"] == self.set["metadata"]["generation"]
    }
}

/// The parts that show where it has got to.
impl fmt::Debug for Objects {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.set["status"])?;
        for pod in &self.pods {
            let (name, phase, node) = (
                &pod["metadata"]["name"],
                &pod["status"]["phase"],
                &pod["spec"]["nodeName"],
            );
            let conditions = ["PodScheduled", "Ready"].map(|kind| condition(pod, kind));
            writeln!(f, "pod {name} on {node} {phase} {} {}", conditions[0], conditions[1])?;
        }
        for node in &self.nodes {
            let (name, taints) = (&node["metadata"]["name"], &node["spec"]["taints"]);
            writeln!(f, "node {name} {taints} {}", condition(node, "Ready"))?;
        }
        for event in &self.events {
            writeln!(f, "event {} {}", event["reason"], event["message"])?;
        }
        Ok(())
    }
}

/// A condition of a pod or node.
pub fn condition<'a>(object: &'a Value, kind: &str) -> &'a Value {
    let conditions = object["status"]["conditions"].as_array();
    conditions
        .and_then(|all| all.iter().find(|each| each["type"] == kind))
        .unwrap_or(&Value::Null)
}
