//! Why there is, or is no, healthy pod of a DaemonSet on a node: the list of semantics A-70, walked for each node, with the
//! proof and what would change it. How it is shown is not here.

use std::{cmp::Reverse, collections::BTreeSet};

use jiff::Timestamp;
use serde::Serialize;

use super::{
    daemonset::DaemonSet,
    diagnosis::{
        Diagnosis, cause,
        code::Code,
        diagnose,
        finding::{Evidence, Finding, Place},
        scene::Scene,
    },
    placement::{Placement, Reason},
    pod,
    probe::Probe,
    report,
    snapshot::Snapshot,
    why_change::{self, Change},
    why_pod::{self, PodWhy},
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
    let (step, summary, evidence) = walk(scene, name, placement);
    let mut findings = findings(scene, diagnosis, name);
    if step == Step::NoPod && findings.is_empty() {
        let creation = |finding: &&Finding| CREATION.contains(&finding.code);
        findings.extend(diagnosis.findings.iter().filter(creation).cloned());
    }
    let changes = reasons.iter().flat_map(|reason| why_change::changes(set, name, reason));
    let explained = matches!(
        step,
        Step::Unscheduled | Step::NotAvailable | Step::Failed | Step::Terminating | Step::NoPod
    );
    let summary = match findings.first() {
        Some(first) if explained => first.summary.clone(),
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

/// The first of semantics A-70 that is true, in a clause and with its proof.
fn walk(scene: &Scene<'_>, name: &str, placement: Option<&Placement>) -> (Step, String, Vec<Evidence>) {
    let set = scene.set();
    let pods = scene.pods_on(name);
    let said = |step, summary: &str, evidence| (step, summary.to_owned(), evidence);
    if scene.knows_nodes() && scene.node(name).is_none() {
        let evidence = vec![Evidence::field(
            format!("node/{name}"),
            "not among the nodes of the cluster",
        )];
        return said(Step::NodeGone, "the node does not exist", evidence);
    }
    let wanted = placement.is_none_or(|it| it.runs);
    if let Some(healthy) = pods
        .iter()
        .find(|pod| scene.available(pod) && !pod::terminating(pod))
        .filter(|_| wanted)
    {
        let evidence = vec![Evidence::condition(format!("pod/{}", pod::name(healthy)), "Ready=True")];
        return match scene.updated(healthy) {
            true => said(Step::Healthy, "", evidence),
            false => said(Step::Outdated, "available, of an earlier template", evidence),
        };
    }
    if let Some((step, summary, text)) = idle(set) {
        let evidence = vec![Evidence::field(format!("daemonset/{}", set.name()), text)];
        return said(step, summary, evidence);
    }
    if let Some(reason) = placement.and_then(|it| it.reason.as_ref()) {
        let step = match reason {
            Reason::NodeName(_) => Step::NodeName,
            Reason::NodeSelector(_) => Step::NodeSelector,
            Reason::NodeAffinity(_) => Step::NodeAffinity,
            Reason::Taints(_) => Step::Taints,
        };
        let evidence = vec![Evidence::field(format!("node/{name}"), reason.to_string())];
        return (step, reason.to_string(), evidence);
    }
    why_pod::step(scene, pods)
}

/// Why the controller does nothing at all (semantics A-70, 2 to 4).
fn idle(set: &DaemonSet) -> Option<(Step, &'static str, String)> {
    let empty = |value: &serde_json::Value| value.as_object().is_none_or(|it| it.values().all(why_change::nothing));
    if set.terminating() {
        let text = format!(
            "metadata.deletionTimestamp is set; finalizers: {}",
            set.finalizers().join(", ")
        );
        return Some((
            Step::BeingDeleted,
            "the DaemonSet is being deleted: its controller does nothing",
            text,
        ));
    }
    if empty(set.selector()) {
        let text = "spec.selector selects everything".to_owned();
        return Some((
            Step::EmptySelector,
            "the DaemonSet's selector is empty: its controller does nothing",
            text,
        ));
    }
    let (observed, generation) = (set.observed_generation(), set.generation());
    let text = format!("metadata.generation {generation}, status.observedGeneration {observed}");
    let summary = "the controller has not acted on the present spec yet";
    (generation > observed).then_some((Step::NotObserved, summary, text))
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
    // That the budget is used up is what a cause leads to, here or elsewhere.
    let consequence = |finding: &Finding| matches!(finding.code, Code::BudgetUsedUp | Code::OnDelete);
    found.sort_by_key(|finding| (consequence(finding), Reverse((finding.severity, finding.blocks))));
    found
}

#[cfg(test)]
#[path = "why_test.rs"]
mod tests;
