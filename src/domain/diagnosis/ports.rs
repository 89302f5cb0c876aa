//! Host ports that are taken on a pod's node, and by whom: another pod, or, with surge, the pod that it replaces (C08, B-34).

use std::fmt;

use k8s_openapi::api::core::v1::{Container, ContainerPort, Node, Pod, PodSpec};

use super::{
    case::Case,
    code::{Blocks, Code, Severity},
    finding::{Evidence, Finding, Heals, Remedy},
    scene::Scene,
    unscheduled::{about, leaves, others, scheduled},
};
use crate::domain::{daemonset::Strategy, pod, shell};

/// A port of the node.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::domain) struct HostPort<'a> {
    ip: &'a str,
    protocol: &'a str,
    port: i32,
}

impl HostPort<'_> {
    /// Whether both cannot be on one node.
    pub(in crate::domain) fn conflicts(&self, other: &HostPort<'_>) -> bool {
        let anywhere = |port: &HostPort<'_>| matches!(port.ip, "" | "0.0.0.0");
        self.port == other.port
            && self.protocol == other.protocol
            && (self.ip == other.ip || anywhere(self) || anywhere(other))
    }
}

impl fmt::Display for HostPort<'_> {
    /// `8080/TCP`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.port, self.protocol)
    }
}

/// The host ports of a pod: of its containers and sidecars. With `hostNetwork` the API server makes every port one.
pub(in crate::domain) fn host_ports(spec: &PodSpec) -> Vec<HostPort<'_>> {
    let sidecar = |container: &&Container| container.restart_policy.as_deref() == Some("Always");
    let sidecars = spec.init_containers.iter().flatten().filter(sidecar);
    let ports = spec
        .containers
        .iter()
        .chain(sidecars)
        .flat_map(|container| container.ports.iter().flatten());
    let shared = spec.host_network == Some(true);
    let number = |port: &ContainerPort| {
        let number = port.host_port.filter(|number| *number > 0);
        number.or(shared.then_some(port.container_port))
    };
    let host = ports.filter_map(|port| {
        Some(HostPort {
            ip: port.host_ip.as_deref().unwrap_or_default(),
            protocol: port.protocol.as_deref().unwrap_or("TCP"),
            port: number(port)?,
        })
    });
    host.collect()
}

/// The host port that is taken.
pub(super) fn find(scene: &Scene<'_>, pod: &Pod, node: &Node) -> Option<Finding> {
    let wanted = host_ports(pod.spec.as_ref()?);
    // The scheduler looks at ports before it looks at resources: whoever objects to something else has none to object to.
    let message = scheduled(pod).and_then(|condition| condition.message.as_deref());
    if wanted.is_empty() || message.is_some_and(|message| !message.contains("free ports")) {
        return None;
    }
    let (others, _) = others(scene, pod, node.metadata.name.as_deref()?);
    let taken = others.into_iter().find_map(|other| {
        let held = host_ports(other.spec.as_ref()?);
        let taken = wanted
            .iter()
            .find(|port| held.iter().any(|held| held.conflicts(port)))?;
        Some((other, taken))
    });
    let (holder, port) = taken?;
    let words = format!("host port {port}");
    let mut found = match own(scene, holder) {
        true => same_set(scene, pod, holder, &words),
        false => another(scene, pod, holder, &words),
    };
    let namespace = holder.metadata.namespace.as_deref().unwrap_or_default();
    let text = format!("holds {words}");
    found.evidence.insert(
        0,
        Evidence::field(format!("pod/{namespace}/{}", pod::name(holder)), text),
    );
    if let Some(at) = leaves(scene, holder) {
        found.severity = Severity::Info;
        found.heals = Heals::Itself { at: Some(at) };
        found.remedy = Remedy::text("wait until the pod that holds the port is gone; it is terminating");
    }
    Some(found)
}

fn own(scene: &Scene<'_>, pod: &Pod) -> bool {
    pod::controller(pod).is_some_and(|owner| owner.uid == scene.set().uid())
}

/// The pod that it is to replace holds the port: with surge neither can go first (semantics B-34).
fn same_set(scene: &Scene<'_>, pod: &Pod, holder: &Pod, port: &str) -> Finding {
    if pod::terminating(holder) || pod::ready_since(holder).is_none() {
        // The controller deletes an old pod that is not ready (semantics A-43).
        let summary = format!("waits for {port}, which the old pod on the same node gives up");
        let mut found = about(scene, pod, Code::Unscheduled, summary).passing(None);
        found.remedy = Remedy::text("wait until the old pod is gone");
        return found;
    }
    let set = scene.set();
    let surge = matches!(set.strategy(), Strategy::RollingUpdate { max_surge, .. } if !matches!(max_surge.as_str(), "0" | "0%"));
    let summary = format!("{port} is held by the old pod on the same node");
    if !surge {
        let mut found = about(scene, pod, Code::HostPort, summary);
        found.remedy =
            Remedy::text("see why the node has two pods of this DaemonSet").command(Case::new(scene, pod).describe());
        return found;
    }
    let mut found = about(
        scene,
        pod,
        Code::SurgeHostPort,
        format!("{summary}: maxSurge cannot work with a host port"),
    );
    let patch = r#"{"spec":{"updateStrategy":{"rollingUpdate":{"maxSurge":0,"maxUnavailable":1}}}}"#;
    found.blocks = Blocks::Rollout;
    found.remedy = Remedy::text("replace pods without surge: maxSurge 0 and maxUnavailable 1").command(shell::command(
        "kubectl -n {} patch ds {} --type merge -p {}",
        &[set.namespace(), set.name(), patch],
    ));
    found
}

fn another(scene: &Scene<'_>, pod: &Pod, holder: &Pod, port: &str) -> Finding {
    let namespace = holder.metadata.namespace.as_deref().unwrap_or_default();
    let name = pod::name(holder);
    // A DaemonSet's pod has another name on every node.
    let by = match pod::controller(holder) {
        Some(owner) if owner.kind == "DaemonSet" => format!("a pod of daemonset.apps/{} in {namespace}", owner.name),
        _ => format!("pod {namespace}/{name}"),
    };
    let mut found = about(scene, pod, Code::HostPort, format!("{port} is held by {by}"));
    found.remedy =
        Remedy::text("move the pod that holds the port away from the node, or give one of both another port")
            .command(shell::command("kubectl -n {} get pod {} -o wide", &[namespace, name]));
    found
}

#[cfg(test)]
#[path = "surge_test.rs"]
mod surge_tests;
#[cfg(test)]
#[path = "ports_test.rs"]
mod tests;
