//! The walk along the list of semantics A-70: the first reason that is true for a node, with its proof.

use super::{
    daemonset::DaemonSet,
    diagnosis::{finding::Evidence, scene::Scene},
    placement::{Placement, Reason},
    pod,
    why::Step,
    why_change, why_pod,
};

/// The first of semantics A-70 that is true, in a clause and with its proof.
pub(super) fn walk(scene: &Scene<'_>, name: &str, placement: Option<&Placement>) -> (Step, String, Vec<Evidence>) {
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
    if scene.snapshot.pods.is_none() {
        return said(Step::PodsUnknown, "whether there is a pod is not known", Vec::new());
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
