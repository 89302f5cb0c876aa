//! Why there is, or is no, healthy pod of a DaemonSet on a node: the list of semantics A-70, walked for each node, with the
//! proof and what would change it. How it is shown is not here.

use std::{cmp::Reverse, collections::BTreeSet};

use jiff::Timestamp;
use serde::Serialize;

use super::{
    diagnosis::{
        Diagnosis, cause,
        code::Code,
        diagnose,
        finding::{Evidence, Finding, Place},
        scene::Scene,
    },
    placement::Reason,
    pod,
    probe::Probe,
    report,
    snapshot::Snapshot,
    why_change::{self, Change},
    why_pod::{self, PodWhy},
    why_walk,
};

/// The kind of the document; `schemas/why.schema.json` says what its members are.
pub const KIND: &str = "DaemonSetWhy";

/// The kind of a list of them.
pub const LIST: &str = "DaemonSetWhyList";

/// The answer for one DaemonSet.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Why {
    api_version: &'static str,
    kind: &'static str,
    /// The DaemonSet's namespace.
    pub namespace: String,
    /// The DaemonSet's name.
    pub daemon_set: String,
    /// The moment that is looked at, by the server's clock.
    pub taken: Timestamp,
    /// Node by node, by name.
    pub nodes: Vec<NodeWhy>,
    /// Pods that are for no node that can be known (semantics A-21, C04).
    pub lost_pods: Vec<PodWhy>,
    /// What could not be read for want of a right.
    pub missing: Vec<String>,
}

/// The answer for one node.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct NodeWhy {
    /// The node.
    pub node: String,
    /// Whether it exists; `None` where nodes may not be read.
    pub exists: Option<bool>,
    /// Whether the controller wants a pod there; `None` where nodes may not be read.
    pub eligible: Option<bool>,
    /// The first of the list that is true.
    pub step: Step,
    /// The same in a clause.
    pub summary: String,
    /// How it is known.
    pub evidence: Vec<Evidence>,
    /// Everything that keeps pods away, the one that decides first.
    pub reasons: Vec<Reason>,
    /// What would make the node eligible.
    pub changes: Vec<Change>,
    /// What is good to know besides.
    pub notes: Vec<String>,
    /// The DaemonSet's pods on, or bound for, the node.
    pub pods: Vec<PodWhy>,
    /// What was found about the node and these pods.
    pub findings: Vec<Finding>,
    /// What the server said to a pod made for this node, where it was asked.
    pub probe: Option<Probe>,
}

/// Where the walk along semantics A-70 ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Step {
    /// The node does not exist.
    NodeGone,
    /// The DaemonSet is being deleted: its controller does nothing.
    BeingDeleted,
    /// The DaemonSet's selector is empty: its controller does nothing.
    EmptySelector,
    /// The controller has not acted on the present spec yet.
    NotObserved,
    /// The template is for another node.
    NodeName,
    /// The template's node selector does not match.
    NodeSelector,
    /// The template's node affinity does not match.
    NodeAffinity,
    /// The template does not tolerate the node's taints.
    Taints,
    /// The only pods there are terminating.
    Terminating,
    /// The pod has failed.
    Failed,
    /// The pod is not scheduled.
    Unscheduled,
    /// The pod is on the node and not available.
    NotAvailable,
    /// There should be a pod; whether there is one may not be read.
    PodsUnknown,
    /// There should be a pod and is none.
    NoPod,
    /// There is an available pod of an earlier template.
    Outdated,
    /// There is an available pod of the present template.
    Healthy,
}

/// Findings that explain why pods are not made anywhere.
const CREATION: [Code; 7] = [
    Code::QuotaExceeded,
    Code::PodSecurity,
    Code::WebhookDenied,
    Code::CreationRefused,
    Code::ControllerStuck,
    Code::NotCreated,
    Code::NotObserved,
];

/// The answer for the nodes of these names, or for all nodes and every node that has a pod.
pub fn why(snapshot: &Snapshot, asked: Option<&BTreeSet<String>>) -> Why {
    let (scene, diagnosis) = (Scene::new(snapshot), diagnose(snapshot));
    let mut names: BTreeSet<&str> = scene.nodes().map(|(name, ..)| name).collect();
    names.extend(snapshot.pods().filter_map(pod::node));
    if let Some(asked) = asked {
        names = asked.iter().map(String::as_str).collect();
    }
    let lost = snapshot.pods().filter(|pod| pod::node(pod).is_none());
    let set = &snapshot.daemonset;
    Why {
        api_version: report::VERSION,
        kind: KIND,
        namespace: set.namespace().to_owned(),
        daemon_set: set.name().to_owned(),
        taken: snapshot.taken,
        nodes: names
            .into_iter()
            .map(|name| of_node(&scene, &diagnosis, name))
            .collect(),
        lost_pods: lost.map(|pod| why_pod::of(&scene, &diagnosis, pod, None)).collect(),
        missing: report::missing(snapshot),
    }
}

fn of_node(scene: &Scene<'_>, diagnosis: &Diagnosis, name: &str) -> NodeWhy {
    let (set, node, placement) = (scene.set(), scene.node(name), scene.placement(name));
    let pods = scene.pods_on(name);
    let reasons: Vec<Reason> = placement
        .map(|it| it.reason.iter().chain(&it.also).cloned().collect())
        .unwrap_or_default();
    let (step, summary, evidence) = why_walk::walk(scene, name, placement);
    let mut findings = findings(scene, diagnosis, name);
    if step == Step::NoPod && findings.is_empty() {
        let creation = |finding: &&Finding| CREATION.contains(&finding.code);
        findings.extend(diagnosis.findings.iter().filter(creation).cloned());
    }
    if step == Step::PodsUnknown {
        findings.retain(|finding| !matches!(finding.code, Code::NotCreated | Code::ControllerStuck));
    }
    let changes = reasons.iter().flat_map(|reason| why_change::changes(set, name, reason));
    let explained = matches!(
        step,
        Step::Unscheduled | Step::NotAvailable | Step::Failed | Step::Terminating | Step::NoPod
    );
    // What the strategy does next with a healthy pod of an earlier template.
    let next = diagnosis.nodes.iter().find(|row| row.node.as_deref() == Some(name));
    let next = next.map(|row| row.why.as_str()).filter(|why| !why.is_empty());
    let summary = match (findings.first(), next) {
        (Some(first), _) if explained => first.summary.clone(),
        (_, Some(next)) if step == Step::Outdated => format!("{summary}: {next}"),
        _ => summary,
    };
    NodeWhy {
        node: name.to_owned(),
        exists: scene.knows_nodes().then_some(node.is_some()),
        eligible: match (node, placement) {
            (Some(_), Some(placement)) => Some(placement.runs),
            _ => scene.knows_nodes().then_some(false),
        },
        step,
        summary,
        evidence,
        changes: changes.collect(),
        notes: node
            .map(|node| why_change::notes(set, node, &reasons))
            .unwrap_or_default(),
        pods: pods
            .iter()
            .map(|pod| why_pod::of(scene, diagnosis, pod, placement))
            .collect(),
        reasons,
        findings,
        probe: None,
    }
}

/// What was found about a node and the pods there: of each pod its own cause, with its own proof, since findings that are
/// merged over many nodes keep only some; then what is known of the node besides. Worst first.
fn findings(scene: &Scene<'_>, diagnosis: &Diagnosis, node: &str) -> Vec<Finding> {
    let pods = scene.pods_on(node);
    let mut found: Vec<Finding> = pods.iter().filter_map(|pod| cause(scene, pod)).collect();
    let names: BTreeSet<&str> = pods.iter().map(|pod| pod::name(pod)).collect();
    let here = |place: &&Place| match (place.pod.as_deref(), place.node.as_deref()) {
        (Some(pod), _) => names.contains(pod),
        (None, on) => on == Some(node),
    };
    for finding in &diagnosis.findings {
        let places: Vec<Place> = finding.places.iter().filter(here).cloned().collect();
        let known = |other: &Finding| other.code == finding.code && other.summary == finding.summary;
        if !places.is_empty() && !found.iter().any(known) {
            found.push(Finding {
                places,
                ..finding.clone()
            });
        }
    }
    found.sort_by_key(|finding| (finding.code.consequence(), Reverse((finding.severity, finding.blocks))));
    found
}

#[cfg(test)]
#[path = "why_test.rs"]
mod tests;

#[cfg(test)]
#[path = "why_rights_test.rs"]
mod rights_tests;
