//! A situation as a file of saved objects: small, and of nowhere in particular.

use std::path::PathBuf;

use anyhow::{Context, Result};
use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};

use super::situation::Situation;
use super::stage::Stage;

/// The namespace in all files.
const NAMESPACE: &str = "fleet";

/// What is read of a namespace.
const NAMESPACED: [(&str, &str); 8] = [
    ("apps/v1", "DaemonSet"),
    ("apps/v1", "ControllerRevision"),
    ("v1", "Pod"),
    ("v1", "Event"),
    ("apps/v1", "ReplicaSet"),
    ("v1", "ReplicationController"),
    ("apps/v1", "StatefulSet"),
    ("batch/v1", "Job"),
];

/// What nobody who looks for a cause needs.
const NOISE: [&str; 15] = [
    "/metadata/managedFields",
    "/metadata/selfLink",
    "/spec/podCIDR",
    "/spec/podCIDRs",
    "/spec/enableServiceLinks",
    "/spec/preemptionPolicy",
    "/status/addresses",
    "/status/capacity",
    "/status/daemonEndpoints",
    "/status/hostIP",
    "/status/hostIPs",
    "/status/podIP",
    "/status/podIPs",
    "/reportingInstance",
    "/source/host",
];

impl Situation {
    /// Where it is kept.
    pub fn file(&self) -> PathBuf {
        let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/situations");
        folder.join(format!("{}.json", self.name))
    }
}

/// Writes what is there now. One object a line, so that a change of one is a change of one line.
pub async fn write(stage: &Stage<'_>, situation: &Situation) -> Result<()> {
    let mut objects = Vec::new();
    for (version, kind) in NAMESPACED {
        objects.extend(stage.all(version, kind).await?);
    }
    let mut read = vec![
        "daemonsets.apps",
        "controllerrevisions.apps",
        "pods",
        "events",
        "replicasets.apps",
        "replicationcontrollers",
        "statefulsets.apps",
        "jobs.batch",
    ];
    if !situation.blind {
        read.extend(["nodes", "pods in all namespaces"]);
        let nodes = stage.objects().await?.nodes;
        objects.extend(nodes);
    }
    let taken = Timestamp::now() + SignedDuration::from_secs(situation.later);
    let annotations = json!({"kubectl-ds/taken": taken.to_string(), "kubectl-ds/read": read.join(",")});
    objects.retain(|object| !is_chatter(object));
    objects.iter_mut().for_each(tidy);
    let lines: Vec<_> = objects.iter().map(Value::to_string).collect();
    let text = format!(
        "{{\"apiVersion\":\"v1\",\"kind\":\"List\",\"metadata\":{{\"annotations\":{annotations}}},\"items\":[\n{}\n]}}\n",
        lines.join(",\n")
    );
    let file = situation.file();
    std::fs::create_dir_all(file.parent().context("no folder")?)?;
    std::fs::write(file, text.replace(stage.namespace(), NAMESPACE))?;
    Ok(())
}

/// Events about pods that are no warnings: nobody reads them.
fn is_chatter(object: &Value) -> bool {
    object["kind"] == "Event" && object["involvedObject"]["kind"] == "Pod" && object["type"] == "Normal"
}

/// Leaves out what is of no use. Who changed a DaemonSet when is.
fn tidy(object: &mut Value) {
    let keeps = object["kind"] == "DaemonSet";
    for path in NOISE {
        let Some((parent, name)) = path.rsplit_once('/') else {
            continue;
        };
        if keeps && name == "managedFields" {
            continue;
        }
        if let Some(members) = object.pointer_mut(parent).and_then(Value::as_object_mut) {
            members.remove(name);
        }
    }
    for list in ["/status/containerStatuses", "/status/initContainerStatuses"] {
        let statuses = object.pointer_mut(list).and_then(Value::as_array_mut);
        for status in statuses.into_iter().flatten().filter_map(Value::as_object_mut) {
            status.remove("containerID");
            status.remove("imageID");
        }
    }
    for list in ["/spec/containers", "/spec/initContainers"] {
        let containers = object.pointer_mut(list).and_then(Value::as_array_mut);
        for container in containers.into_iter().flatten().filter_map(Value::as_object_mut) {
            container.retain(|name, value| !name.starts_with("terminationMessage") && *value != json!({}));
        }
    }
}
