//! Pods that are not bound to their node: what the scheduler objects to for that node alone (A-60 to A-63), re-derived in
//! the order of its filters; where that cannot be seen, its own words (`objections`).

use jiff::{SignedDuration, Timestamp};
use k8s_openapi::api::core::v1::{Node, Pod, PodCondition};

use super::{
    affinity,
    case::Case,
    code::{Blocks, Code, Severity},
    finding::{Evidence, Finding, Heals, Remedy},
    fit, objections, own_rules, ports,
    scene::Scene,
};
use crate::domain::{pod, shell};

/// A scheduler looks at a pod within this time.
const SCHEDULED: SignedDuration = SignedDuration::from_secs(30);
/// A gate is opened within this time.
const PATIENCE: SignedDuration = SignedDuration::from_mins(1);
/// The scheduler that serves a pod which names none.
const DEFAULT: &str = "default-scheduler";

/// Why a pod is not scheduled.
pub(super) fn find(scene: &Scene<'_>, pod: &Pod) -> Option<Finding> {
    let spec = pod.spec.as_ref()?;
    if spec.node_name.as_deref().is_some_and(|node| !node.is_empty()) || pod::terminal(pod) {
        return None;
    }
    let Some(target) = pod::node(pod) else {
        return Some(lost(scene, pod));
    };
    if spec.scheduling_gates.as_ref().is_some_and(|gates| !gates.is_empty()) {
        return Some(gated(scene, pod));
    }
    let Some(condition) = scheduled(pod) else {
        return Some(unseen(scene, pod));
    };
    if condition.status == "True" {
        // Bound a moment ago; the binding is not in this view yet.
        return Some(waits(scene, pod, "is bound to its node"));
    }
    let message = condition.message.as_deref().unwrap_or_default();
    if let Some(found) = objections::volume(scene, pod, message) {
        return Some(found);
    }
    if let Some(node) = scene.node(target) {
        let searches = [own_rules::find, ports::find, fit::find, affinity::find];
        if let Some(found) = searches.iter().find_map(|find| find(scene, pod, node)) {
            return Some(found);
        }
        if unready(node) {
            // Nothing of its own keeps it away; what the node lacks is said of the node.
            return None;
        }
    }
    Some(objections::find(scene, pod, message))
}

/// A finding about this pod, with the scheduler's words as proof: the caller says what else is known of it.
pub(super) fn about(scene: &Scene<'_>, pod: &Pod, code: Code, summary: impl Into<String>) -> Finding {
    let case = Case::new(scene, pod);
    let remedy = Remedy::text("look at what the scheduler says of the pod").command(case.describe());
    case.finding(code, summary, condition(pod), remedy).since(since(pod))
}

/// `pod/NAME`, for evidence.
pub(super) fn object(pod: &Pod) -> String {
    format!("pod/{}", pod::name(pod))
}

/// Pods of any owner on a node, but for this one and those that have ended; and whether those of other owners are among
/// them, which may not be known.
pub(super) fn others<'a>(scene: &Scene<'a>, pod: &Pod, node: &str) -> (Vec<&'a Pod>, bool) {
    let neighbours = scene.snapshot.around.neighbours.as_deref();
    let mut found: Vec<&Pod> = scene.pods_on(node).to_vec();
    let same = |one: &Pod, other: &Pod| {
        one.metadata.namespace == other.metadata.namespace && one.metadata.name == other.metadata.name
    };
    for other in neighbours.into_iter().flatten() {
        if !found.iter().any(|known| same(known, other)) {
            found.push(other);
        }
    }
    let bound = |other: &Pod| {
        other
            .spec
            .as_ref()
            .is_some_and(|spec| spec.node_name.as_deref() == Some(node))
    };
    found.retain(|other| bound(other) && !pod::terminal(other) && !same(other, pod));
    (found, neighbours.is_some())
}

/// When a pod that is terminating will be gone; `None` for one that is not, or should have been gone for a while.
pub(super) fn leaves(scene: &Scene<'_>, pod: &Pod) -> Option<Timestamp> {
    let at = pod.metadata.deletion_timestamp.as_ref()?.0;
    let held = pod.metadata.finalizers.as_ref().is_some_and(|held| !held.is_empty());
    (!held && scene.ago(at) < SCHEDULED).then_some(at)
}

/// The age of the pod's present trouble.
pub(super) fn age(scene: &Scene<'_>, pod: &Pod) -> SignedDuration {
    since(pod).map_or(SignedDuration::MAX, |since| scene.ago(since))
}

/// What the scheduler says of the pod.
pub(super) fn scheduled(pod: &Pod) -> Option<&PodCondition> {
    let conditions = pod.status.as_ref()?.conditions.as_ref()?;
    conditions.iter().find(|condition| condition.type_ == "PodScheduled")
}

fn since(pod: &Pod) -> Option<Timestamp> {
    let condition = scheduled(pod).and_then(|condition| condition.last_transition_time.as_ref());
    let time = condition.or(pod.metadata.creation_timestamp.as_ref())?;
    Some(time.0)
}

fn condition(pod: &Pod) -> Evidence {
    let Some(condition) = scheduled(pod) else {
        return Evidence::field(
            object(pod),
            "spec.nodeName is empty, and there is no condition PodScheduled",
        );
    };
    let reason = condition.reason.as_deref().unwrap_or("no reason");
    let message = condition.message.as_deref().unwrap_or_default();
    let text = format!("PodScheduled={}, {reason}: {message}", condition.status);
    Evidence::condition(object(pod), text.trim_end_matches([':', ' ']))
}

/// Whether the node says that it is not ready.
pub(super) fn unready(node: &Node) -> bool {
    let conditions = node.status.iter().flat_map(|status| status.conditions.iter().flatten());
    conditions
        .into_iter()
        .any(|condition| condition.type_ == "Ready" && condition.status != "True")
}

/// A pod whose affinity names no node, or several: the controller passes it over (semantics A-21, C04).
fn lost(scene: &Scene<'_>, pod: &Pod) -> Finding {
    let mut found = about(
        scene,
        pod,
        Code::Unscheduled,
        "target unknown: its node affinity does not name one node",
    );
    let text = "spec.nodeName is empty, and no matchFields names a single metadata.name";
    found.evidence.push(Evidence::field(object(pod), text));
    found.severity = Severity::Warning;
    found.blocks = Blocks::Nothing;
    let namespace = pod.metadata.namespace.as_deref().unwrap_or_default();
    let command = shell::command("kubectl -n {} delete pod {}", &[namespace, pod::name(pod)]);
    found.remedy =
        Remedy::text("delete the pod: the controller passes it over, and makes one for each node that has none")
            .command(command);
    found
}

fn gated(scene: &Scene<'_>, pod: &Pod) -> Finding {
    let gates = pod.spec.iter().flat_map(|spec| spec.scheduling_gates.iter().flatten());
    let names: Vec<&str> = gates.map(|gate| gate.name.as_str()).collect();
    let summary = format!("scheduling gate {} has not been removed", names.join(", "));
    let mut found = about(scene, pod, Code::SchedulingGate, summary);
    let text = format!("spec.schedulingGates: {}", names.join(", "));
    found.evidence.push(Evidence::field(object(pod), text));
    found.remedy = Remedy::text("find the controller that removes the gate, or remove it from the template")
        .command(Case::new(scene, pod).describe());
    settle(scene, pod, &mut found);
    found
}

/// No scheduler has said anything of the pod (semantics A-63).
fn unseen(scene: &Scene<'_>, pod: &Pod) -> Finding {
    if age(scene, pod) < SCHEDULED {
        return waits(scene, pod, "waits for the scheduler");
    }
    let name = pod.spec.as_ref().and_then(|spec| spec.scheduler_name.as_deref());
    let name = name.unwrap_or(DEFAULT);
    let mut found = about(
        scene,
        pod,
        Code::NoScheduler,
        format!("no scheduler serves schedulerName {name}"),
    );
    let text = format!("spec.schedulerName: {name}");
    found.evidence.push(Evidence::field(object(pod), text));
    found.remedy = match name {
        DEFAULT => Remedy::text("see whether the scheduler runs and has a leader")
            .command("kubectl -n kube-system get lease kube-scheduler -o yaml"),
        _ => {
            let set = scene.set();
            let patch = r#"{"spec":{"template":{"spec":{"schedulerName":"default-scheduler"}}}}"#;
            let (namespace, set) = (set.namespace(), set.name());
            Remedy::text(format!(
                "start the scheduler {name}, or let the default one schedule the pods"
            ))
            .command(shell::command(
                "kubectl -n {} patch ds {} -p {}",
                &[namespace, set, patch],
            ))
        }
    };
    found
}

/// Nothing is wrong yet.
fn waits(scene: &Scene<'_>, pod: &Pod, summary: &str) -> Finding {
    let mut found = about(scene, pod, Code::Unscheduled, summary);
    found.severity = Severity::Info;
    found.heals = Heals::Itself { at: None };
    found.remedy = Remedy::text("wait a moment");
    found
}

/// Merely slow within a minute.
pub(super) fn settle(scene: &Scene<'_>, pod: &Pod, found: &mut Finding) {
    if age(scene, pod) < PATIENCE {
        found.severity = Severity::Info;
        found.heals = Heals::Itself { at: None };
    }
}

#[cfg(test)]
#[path = "unscheduled_test.rs"]
mod tests;
