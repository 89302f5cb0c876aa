//! A pod whose node is not ready, has stopped answering, or is gone.

use jiff::Timestamp;
use k8s_openapi::api::core::v1::{Node, NodeCondition, Pod};

use super::{
    case::{Case, at, later},
    code::Code,
    finding::{Evidence, Finding, Remedy},
    said,
    scene::Scene,
};
use crate::domain::{pod, shell};

/// A node that has just joined may take so many seconds to become ready.
const JOINING: i64 = 180;
/// What a kubelet says when it is not ready, in words without times: fragment, words, and whether what it says about
/// containers is stale.
const CAUSES: [(&str, &str, bool); 9] = [
    (
        "cni plugin not initialized",
        "its network plugin is not initialized",
        false,
    ),
    ("network plugin", "its network plugin is not ready", false),
    ("networkpluginnotready", "its network plugin is not ready", false),
    ("container runtime is down", "its container runtime is down", true),
    (
        "container runtime not ready",
        "its container runtime is not ready",
        true,
    ),
    ("runtime status check", "its container runtime does not answer", true),
    (
        "pleg is not healthy",
        "its container runtime answers too slowly (PLEG is not healthy)",
        true,
    ),
    ("node is shutting down", "it is shutting down", true),
    (
        "csinode is not yet initialized",
        "its CSI drivers are not registered yet",
        false,
    ),
];

/// How the node of a pod is.
pub(super) enum Health<'a> {
    /// Ready, or nothing is known about it.
    Well,
    /// The kubelet says that the node is not ready.
    NotReady(&'a NodeCondition),
    /// The kubelet says nothing any more.
    Unreachable(&'a NodeCondition),
    /// The node does not exist.
    Gone,
}

/// How the node of the pod is.
pub(super) fn health(case: Case<'_>) -> Health<'_> {
    let Some(name) = pod::node(case.pod).filter(|_| case.scene.knows_nodes()) else {
        return Health::Well;
    };
    match case.scene.node(name) {
        Some(node) => of_node(node),
        None => Health::Gone,
    }
}

/// Whether the node is there, and neither ready nor just about to be: no pod of it ends or starts.
pub(in crate::domain) fn down(scene: &Scene<'_>, node: &str) -> bool {
    let Some(node) = scene.node(node) else { return false };
    match of_node(node) {
        Health::Unreachable(_) => true,
        Health::NotReady(condition) => !joining(scene, node, at(condition.last_transition_time.as_ref())),
        Health::Well | Health::Gone => false,
    }
}

fn of_node(node: &Node) -> Health<'_> {
    match ready(node) {
        Some(condition) if condition.status == "Unknown" => Health::Unreachable(condition),
        Some(condition) if condition.status == "False" => Health::NotReady(condition),
        _ => Health::Well,
    }
}

/// A pod on a node that does not exist: the controller or the garbage collector removes it (semantics A-48).
pub(super) fn gone(scene: &Scene<'_>, pod: &Pod) -> Option<Finding> {
    let case = Case::new(scene, pod);
    let Health::Gone = health(case) else { return None };
    let name = pod::node(pod).unwrap_or_default();
    let proof = Evidence::field(format!("node/{name}"), "does not exist");
    let remedy = Remedy::text("wait: the pod is removed within a minute or two");
    let finding = case.finding(Code::NodeGone, "its node does not exist any more", proof, remedy);
    Some(finding.passing(None))
}

/// A node of which nothing is heard: what its containers are said to do is stale.
pub(super) fn silent(scene: &Scene<'_>, pod: &Pod) -> Option<Finding> {
    let case = Case::new(scene, pod);
    match health(case) {
        Health::Unreachable(_) => unwell(case),
        Health::NotReady(condition) if cause(condition).is_some_and(|(_, stale)| stale) => unwell(case),
        _ => None,
    }
}

/// What is wrong with the pod's node.
pub(super) fn find(scene: &Scene<'_>, pod: &Pod) -> Option<Finding> {
    unwell(Case::new(scene, pod))
}

/// That the pod's node does not answer or is not ready.
pub(super) fn unwell(case: Case<'_>) -> Option<Finding> {
    let (code, summary, remedy, health) = match health(case) {
        Health::Unreachable(condition) => (
            Code::NodeUnreachable,
            "its node does not answer".to_owned(),
            "bring the node back (machine, network, kubelet), or delete the Node object if the machine is gone for good",
            condition,
        ),
        Health::NotReady(condition) => (
            Code::NodeNotReady,
            match cause(condition) {
                Some((words, _)) => format!("its node is not ready: {words}"),
                None => "its node is not ready".to_owned(),
            },
            "look at the node: the kubelet says there why it is not ready",
            condition,
        ),
        Health::Well | Health::Gone => return None,
    };
    let since = at(health.last_transition_time.as_ref());
    let name = pod::node(case.pod).unwrap_or_default();
    let remedy = Remedy::text(remedy).command(shell::command("kubectl describe node {}", &[name]));
    let finding = case.finding(code, summary, evidence(name, health), remedy).since(since);
    let joining = code == Code::NodeNotReady && case.node().is_some_and(|node| joining(case.scene, node, since));
    Some(if joining { finding.passing(None) } else { finding })
}

impl Health<'_> {
    /// The condition that says so.
    pub(super) fn proof(&self, node: &str) -> Option<Evidence> {
        match self {
            Self::NotReady(condition) | Self::Unreachable(condition) => Some(evidence(node, condition)),
            Self::Well | Self::Gone => None,
        }
    }
}

fn evidence(name: &str, condition: &NodeCondition) -> Evidence {
    let reason = condition.reason.as_deref().unwrap_or_default();
    let message = said::clip(condition.message.as_deref().unwrap_or_default());
    let since = at(condition.last_transition_time.as_ref()).map_or(String::new(), |at| format!(" since {at}"));
    let text = format!("Ready={}{since} {reason}: {message}", condition.status);
    Evidence::condition(format!("node/{name}"), text.trim_end_matches([':', ' ']))
}

fn ready(node: &Node) -> Option<&NodeCondition> {
    let conditions = node.status.as_ref()?.conditions.as_ref()?;
    conditions.iter().find(|condition| condition.type_ == "Ready")
}

fn cause(condition: &NodeCondition) -> Option<(&'static str, bool)> {
    let message = condition.message.as_deref().unwrap_or_default().to_lowercase();
    let found = CAUSES.iter().find(|(fragment, ..)| message.contains(fragment));
    found.map(|(_, words, stale)| (*words, *stale))
}

/// Whether the node has joined just now and was never ready: that is how every node begins.
fn joining(scene: &Scene<'_>, node: &Node, unready: Option<Timestamp>) -> bool {
    let Some(created) = at(node.metadata.creation_timestamp.as_ref()) else {
        return false;
    };
    let young = later(created, JOINING).is_some_and(|end| scene.now() < end);
    young && unready.is_none_or(|unready| later(created, 15).is_some_and(|soon| unready <= soon))
}

#[cfg(test)]
#[path = "node_test.rs"]
mod tests;
