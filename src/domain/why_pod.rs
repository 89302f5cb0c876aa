//! One pod in the answer to `why`: how it is, and what becomes of one that should not be there.

use jiff::Timestamp;
use k8s_openapi::api::core::v1::Pod;
use serde::Serialize;

use super::{
    daemonset::Strategy,
    diagnosis::{Diagnosis, finding::Evidence, finding::Finding, scene::Scene},
    placement::Placement,
    pod,
    why::Step,
};

/// A pod of the DaemonSet.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PodWhy {
    /// The pod.
    pub pod: String,
    /// In a word, as `kubectl get pods` has it where it has one.
    pub state: String,
    /// Since when it is in that state.
    pub since: Option<Timestamp>,
    /// The number of the revision whose template it runs, where that is known.
    pub revision: Option<i64>,
    /// Whether it is of the present template (semantics B-17).
    pub updated: bool,
    /// Whether it is available (semantics B-16).
    pub available: bool,
    /// The cause, in a clause; empty where there is nothing to say.
    pub why: String,
    /// What will happen to it on a node where it should not be (semantics A-4, B-26).
    pub fate: Option<String>,
    /// What was found about this pod alone, where it is for no node that can be known.
    pub findings: Vec<Finding>,
}

/// How a pod is.
pub(super) fn of(scene: &Scene<'_>, diagnosis: &Diagnosis, of: &Pod, placement: Option<&Placement>) -> PodWhy {
    let name = pod::name(of);
    let row = diagnosis.nodes.iter().find(|row| row.pod.as_deref() == Some(name));
    let about = |finding: &&Finding| finding.places.iter().any(|place| place.pod.as_deref() == Some(name));
    let findings = diagnosis
        .findings
        .iter()
        .filter(about)
        .filter(|_| pod::node(of).is_none());
    PodWhy {
        pod: name.to_owned(),
        state: row.map_or_else(|| state(of), |row| row.state.clone()),
        since: row
            .and_then(|row| row.since)
            .or(of.metadata.creation_timestamp.as_ref().map(|time| time.0)),
        revision: row.and_then(|row| row.revision),
        updated: scene.updated(of),
        available: scene.available(of),
        why: row.map(|row| row.why.clone()).unwrap_or_default(),
        fate: placement.and_then(|placement| fate(scene, of, placement)),
        findings: findings.cloned().collect(),
    }
}

/// Where the walk along semantics A-70 ends for a node that is eligible and has no available pod (9 to 13).
pub(super) fn step(scene: &Scene<'_>, pods: &[&Pod]) -> (Step, String, Vec<Evidence>) {
    let staying = pods.iter().find(|pod| !pod::terminating(pod) && !pod::terminal(pod));
    let said = |step, summary: &str, evidence| (step, summary.to_owned(), evidence);
    let object = |pod: &Pod| format!("pod/{}", pod::name(pod));
    if let Some(pod) = staying {
        let bound = pod
            .spec
            .as_ref()
            .is_some_and(|spec| spec.node_name.as_deref().is_some_and(|node| !node.is_empty()));
        let evidence = |text: &str| vec![Evidence::field(object(pod), text)];
        return match bound {
            true => said(
                Step::NotAvailable,
                "the pod is not available",
                evidence("no condition Ready=True for long enough"),
            ),
            false => said(
                Step::Unscheduled,
                "the pod is not scheduled",
                evidence("spec.nodeName is empty"),
            ),
        };
    }
    if let Some(pod) = pods.iter().find(|pod| pod::terminal(pod)) {
        let status = pod.status.as_ref();
        let phase = status.and_then(|status| status.phase.as_deref()).unwrap_or_default();
        let reason = status
            .and_then(|status| status.reason.as_deref())
            .unwrap_or("no reason given");
        let evidence = vec![Evidence::field(object(pod), format!("status.phase {phase}, {reason}"))];
        return said(
            Step::Failed,
            "the pod has ended; the controller deletes it and makes another",
            evidence,
        );
    }
    if let Some(pod) = pods.first() {
        let at = pod
            .metadata
            .deletion_timestamp
            .as_ref()
            .map(|time| time.0.to_string())
            .unwrap_or_default();
        let held = pod.metadata.finalizers.as_deref().unwrap_or_default().join(", ");
        let held = if held.is_empty() {
            held
        } else {
            format!("; finalizers: {held}")
        };
        let evidence = vec![Evidence::field(
            object(pod),
            format!("metadata.deletionTimestamp {at}{held}"),
        )];
        return said(
            Step::Terminating,
            "the pod is terminating; another is made when it is gone",
            evidence,
        );
    }
    let counters = scene.set().counters();
    let text = format!("status: desired {}, current {}", counters.desired, counters.current);
    let evidence = vec![Evidence::field(format!("daemonset/{}", scene.set().name()), text)];
    said(Step::NoPod, "no pod has been made yet", evidence)
}

/// What becomes of a pod on a node that is not eligible.
fn fate(scene: &Scene<'_>, of: &Pod, placement: &Placement) -> Option<String> {
    if placement.runs {
        return None;
    }
    if pod::terminating(of) {
        return Some("is terminating, and none is made in its place".to_owned());
    }
    let words = match (placement.stays, scene.set().strategy()) {
        (false, _) => "the controller deletes it",
        (true, _) if pod::terminal(of) => "the controller deletes it, and makes none in its place",
        (true, Strategy::RollingUpdate { .. }) if !scene.updated(of) => {
            "it may stay, but the rollout that is under way deletes it, and none is made in its place"
        }
        (true, Strategy::RollingUpdate { .. }) => {
            "it stays until it ends or the next rollout deletes it, and none is made in its place"
        }
        (true, _) => "it stays until it ends or somebody deletes it, and none is made in its place",
    };
    Some(words.to_owned())
}

fn state(of: &Pod) -> String {
    if pod::terminating(of) {
        return "Terminating".to_owned();
    }
    let status = of.status.as_ref();
    let reason = status.and_then(|status| status.reason.as_deref().or(status.phase.as_deref()));
    reason.unwrap_or("Unknown").to_owned()
}
