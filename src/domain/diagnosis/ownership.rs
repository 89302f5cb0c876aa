//! Pods and revisions without an owner, and other controllers that want the same pods (C19, C44).

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use k8s_openapi::api::core::v1::Pod;
use serde_json::Value;

use super::{
    code::{Blocks, Code, Severity},
    finding::{Evidence, Finding, Heals, Place, Remedy},
    scene::Scene,
    words::{count, names},
};
use crate::domain::{
    adoption::{self, Fate},
    json, pod,
    rival::{Kind, rivals},
    selector,
};

/// Who else has to do with the pods.
pub(super) fn find(scene: &Scene<'_>) -> Vec<Finding> {
    shared(scene).into_iter().chain(adopted(scene)).collect()
}

fn finding(code: Code, severity: Severity, summary: String, proof: Evidence, remedy: Remedy) -> Finding {
    Finding {
        code,
        severity,
        summary,
        places: Vec::new(),
        evidence: vec![proof],
        blocks: Blocks::Nothing,
        heals: Heals::Somebody,
        remedy,
        since: None,
        apart: None,
    }
}

/// Other controllers whose selector matches these pods (semantics D-8), and those whose pods this selector matches.
fn shared(scene: &Scene<'_>) -> Vec<Finding> {
    let controllers = scene
        .snapshot
        .around
        .controllers
        .as_deref()
        .map_or(&[][..], Vec::as_slice);
    let pods: Vec<&Pod> = scene.snapshot.pods().filter(|pod| !pod::terminating(pod)).collect();
    let set = scene.set();
    // Most pods have the same labels: what none of those takes, none takes.
    let kinds: BTreeMap<_, &Pod> = pods.iter().map(|pod| (&pod.metadata.labels, *pod)).collect();
    let kinds: Vec<&Pod> = kinds.into_values().collect();
    let takes = |it: &&(Kind, Value)| !rivals(std::slice::from_ref(*it), set.uid(), &kinds, &[]).is_empty();
    let interested: Vec<(Kind, Value)> = controllers.iter().filter(takes).cloned().collect();
    let takers = rivals(&interested, set.uid(), &pods, &[]);
    let text = "give each controller a selector that matches only its own pods; until then do not orphan or relabel any: the \
                other one would adopt and delete them";
    let wanted = takers.iter().filter(|taker| !taker.pods.is_empty()).map(|taker| {
        let proof = Evidence::field(
            taker.controller.to_string(),
            format!(
                "spec.selector matches {} of this DaemonSet",
                count(taker.pods.len(), "pod")
            ),
        );
        let summary = format!("{} selects the same pods", taker.controller);
        finding(
            Code::SelectorShared,
            Severity::Warning,
            summary,
            proof,
            Remedy::text(text),
        )
    });
    let others = controllers.iter().filter(|(kind, object)| {
        let name = json::text(object, &["metadata", "name"]);
        let known = takers
            .iter()
            .any(|taker| taker.controller.kind == *kind && taker.controller.name == name);
        json::text(object, &["metadata", "uid"]) != set.uid() && !known && makes(*kind, object, set.selector())
    });
    let ours = others.map(|(kind, object)| {
        let other = format!(
            "{}/{}",
            kind.to_string().to_lowercase(),
            json::text(object, &["metadata", "name"])
        );
        let query = selector::query(set.selector());
        let proof = Evidence::field(other.clone(), format!("spec.template.metadata.labels match {query}"));
        let summary = format!("the selector matches the pods of {other} too");
        finding(Code::SelectorShared, Severity::Info, summary, proof, Remedy::text(text))
    });
    wanted.chain(ours).collect()
}

/// Whether the controller makes pods that the selector matches. What has none to make is no matter.
fn makes(kind: Kind, object: &Value, selector: &Value) -> bool {
    let idle = match kind {
        Kind::ReplicaSet | Kind::ReplicationController | Kind::StatefulSet => {
            json::int(object, &["spec", "replicas"]) == 0
        }
        Kind::Job => json::int(object, &["status", "active"]) == 0,
        Kind::DaemonSet => false,
    };
    let labels = json::strings(object, &["spec", "template", "metadata", "labels"]);
    let label = |key: &str| labels.iter().find(|(known, _)| *known == key).map(|(_, value)| *value);
    !idle && selector::matches(selector, label)
}

/// What belongs to nobody and matches: the controller adopts it (semantics D-2), by what it then does with it.
fn adopted(scene: &Scene<'_>) -> Vec<Finding> {
    let Some(free) = scene.snapshot.around.ownerless.as_deref() else {
        return Vec::new();
    };
    let set = scene.set();
    if set.terminating() || free.pods.is_empty() && free.revisions.is_empty() {
        return Vec::new();
    }
    let own = scene.snapshot.pods.iter().flatten();
    let pods: Vec<Arc<Pod>> = own.chain(&free.pods).cloned().collect();
    let revisions = [scene.snapshot.revisions(), free.revisions.as_slice()].concat();
    let forecast = adoption::forecast(adoption::Scene {
        next: set,
        pods: &pods,
        revisions: &revisions,
        nodes: scene.snapshot.around.nodes.as_ref().map(|nodes| nodes.as_slice()),
        now: scene.now(),
    });
    let mut groups: BTreeMap<(Severity, &str), Vec<Place>> = BTreeMap::new();
    let orphans: BTreeSet<&str> = free.pods.iter().map(|pod| pod::name(pod)).collect();
    for (node, pod, fate) in forecast.pods {
        let orphan = orphans.contains(pod.as_str());
        if let Some(said) = said(&fate).filter(|_| orphan) {
            groups.entry(said).or_default().push(Place { node, pod: Some(pod) });
        }
    }
    let mut found = Vec::new();
    for ((severity, fate), places) in groups {
        let object = places
            .first()
            .and_then(|place| place.pod.as_deref())
            .unwrap_or_default();
        let proof = Evidence::field(
            format!("pod/{object}"),
            "matches the selector, metadata.ownerReferences names no controller",
        );
        let remedy = Remedy::text("if that is not meant, take the labels of the selector off the pods");
        let mut one = finding(
            Code::Adoption,
            severity,
            format!("pods that nobody owns are adopted and {fate}"),
            proof,
            remedy,
        );
        one.places = places;
        one.heals = Heals::Itself { at: None };
        found.push(one);
    }
    if !free.revisions.is_empty() {
        let names = names(free.revisions.iter().map(|revision| revision.name()));
        let proof = Evidence::field(
            format!("controllerrevision/{names}"),
            "matches the selector, names no controller",
        );
        let remedy = Remedy::text("nothing; the history continues with them");
        let stored = count(free.revisions.len(), "revision");
        let mut one = finding(
            Code::Adoption,
            Severity::Info,
            format!("{stored} without an owner: adopted"),
            proof,
            remedy,
        );
        one.heals = Heals::Itself { at: None };
        found.push(one);
    }
    found
}

/// What becomes of an adopted pod; nothing is said of one that is not adopted.
fn said(fate: &Fate) -> Option<(Severity, &'static str)> {
    match fate {
        Fate::Kept | Fate::KeptOnDelete | Fate::Uncounted => Some((Severity::Info, "kept")),
        Fate::KeptOther => Some((Severity::Warning, "kept for good though they run another template")),
        Fate::ReplacedAtOnce | Fate::ReplacedInWaves => Some((Severity::Info, "replaced")),
        Fate::RolledAway(_) | Fate::Misplaced(_) | Fate::NodeGone => {
            Some((Severity::Info, "deleted, since their node is not eligible"))
        }
        Fate::Excess(_) => Some((
            Severity::Info,
            "deleted, or the pod beside them is: one a node is enough",
        )),
        Fate::Ignored | Fate::Ending => None,
    }
}

#[cfg(test)]
#[path = "ownership_test.rs"]
mod tests;
