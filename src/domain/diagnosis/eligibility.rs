//! Pods where none should be, more pods than there should be, and no node that should have one.

use jiff::SignedDuration;
use k8s_openapi::api::core::v1::Pod;

use super::{
    code::{Blocks, Code, Severity},
    finding::{Evidence, Finding, Heals, Place, Remedy},
    scene::Scene,
    turn::{Turn, Turns},
    verdict::idle,
    words::reason,
};
use crate::domain::{
    placement::{Placement, Reason},
    pod, shell,
    toleration::Untolerated,
};

/// The controller deletes what is too many at once; what stays longer is odd.
const PATIENCE: SignedDuration = SignedDuration::from_mins(5);

/// Taints by which a node says how it is: with the node well again the pod is at its place again.
const CONDITION: &str = "node.kubernetes.io/";

/// Taints of those who take nodes away.
const LEAVING: [&str; 8] = [
    "ToBeDeletedByClusterAutoscaler",
    "ToBeDeletedTaint",
    "karpenter.sh/disrupted",
    "karpenter.sh/disruption",
    "node.cloudprovider.kubernetes.io/shutdown",
    "cloud.google.com/impending-node-termination",
    "aws-node-termination-handler/",
    "kubernetes.azure.com/scalesetpriority-evict",
];

/// Where pods are and should not be.
pub(super) fn find(scene: &Scene<'_>, turns: &Turns<'_>) -> Vec<Finding> {
    let misplaced = turns.all.iter().filter_map(|turn| misplaced(scene, turns, turn));
    let excess = turns.all.iter().filter_map(|turn| excess(scene, turns, turn));
    misplaced.chain(excess).chain(nowhere(scene, turns)).collect()
}

fn finding(code: Code, summary: String, proof: Evidence, remedy: Remedy) -> Finding {
    Finding {
        code,
        severity: Severity::Info,
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

/// A pod that may stay where none would be made (C20, semantics B-26). One that may not stay is deleted at once.
fn misplaced(scene: &Scene<'_>, turns: &Turns<'_>, turn: &Turn<'_>) -> Option<Finding> {
    let placement = scene.placement(turn.node).filter(|placement| !placement.runs)?;
    let why = placement.reason.as_ref()?;
    let mut pods: Vec<&Pod> = living(turn);
    // One that has never come there runs nowhere: that is told of the pod.
    pods.retain(|pod| pod::bound(pod));
    let first = pods.first()?;
    let taints: &[Untolerated] = match why {
        Reason::Taints(taints) => taints,
        _ => &[],
    };
    if placement.stays && taints.iter().all(|taint| taint.key.starts_with(CONDITION)) {
        return None;
    }
    let old = !scene.updated(first);
    let leaving = taints
        .iter()
        .any(|taint| LEAVING.iter().any(|key| taint.key.starts_with(key)));
    let (ends, severity) = match turns.limits {
        _ if !placement.stays => ("the pod is deleted at once", Severity::Info),
        _ if leaving => ("the node is leaving, and its pod with it", Severity::Info),
        None => ("the pod is not made again once it is deleted", Severity::Info),
        Some(_) if old => ("this rollout removes the pod for good", Severity::Warning),
        Some(_) => ("the next rollout removes the pod for good", Severity::Info),
    };
    let field = match taints.is_empty() {
        true => why.to_string(),
        false => format!("spec.taints {}", listed(taints)),
    };
    let proof = Evidence::field(format!("node/{}", turn.node), field);
    let summary = format!("runs on nodes that {}: {ends}", reason(why));
    let mut found = finding(
        Code::Misscheduled,
        summary,
        proof,
        remedy(turn, placement, taints, leaving),
    );
    found.places = pods.iter().map(|pod| Place::pod(pod)).collect();
    found.severity = severity;
    if leaving || !placement.stays {
        found.heals = Heals::Itself { at: None };
    }
    Some(found)
}

fn remedy(turn: &Turn<'_>, placement: &Placement, taints: &[Untolerated], leaving: bool) -> Remedy {
    match taints {
        _ if leaving => Remedy::text("nothing; the node goes"),
        [] => Remedy::text(
            "to have a pod there, change the node selector or affinity of the template, or the node's labels",
        ),
        [one] => {
            let text = format!(
                "to keep it, add the toleration {} to the template, or untaint the node",
                one.toleration()
            );
            Remedy::text(text).command(shell::command(
                "kubectl taint node {} {}",
                &[turn.node, &format!("{one}-")],
            ))
        }
        _ if placement.stays => {
            Remedy::text("to keep it, tolerate all of these taints in the template, or untaint the node")
        }
        _ => Remedy::text("to have a pod there, tolerate all of these taints in the template, or untaint the node"),
    }
}

fn listed(taints: &[Untolerated]) -> String {
    taints.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

/// One pod a node is enough, and two of different templates while one takes the place of the other (semantics ).
fn excess(scene: &Scene<'_>, turns: &Turns<'_>, turn: &Turn<'_>) -> Option<Finding> {
    let pods = living(turn);
    let (new, old): (Vec<&Pod>, Vec<&Pod>) = pods.iter().copied().partition(|pod| scene.updated(pod));
    let allowed = match turns.surges() {
        true => new.len() <= 1 && old.len() <= 1,
        false => pods.len() <= 1,
    };
    if allowed || turn.eligible == Some(false) {
        return None;
    }
    let youngest = pods
        .iter()
        .filter_map(|pod| Some(pod.metadata.creation_timestamp.as_ref()?.0))
        .max();
    let names: Vec<&str> = pods.iter().map(|pod| pod::name(pod)).collect();
    let proof = Evidence::field(format!("node/{}", turn.node), format!("pods {}", names.join(", ")));
    let summary = format!("{} pods on one node; the controller keeps the oldest", pods.len());
    let text = "wait; if they stay, see what the log of kube-controller-manager says about the DaemonSet";
    let mut found = finding(Code::ExcessPods, summary, proof, Remedy::text(text));
    found.places = pods.iter().map(|pod| Place::pod(pod)).collect();
    found.blocks = if turn.uses { Blocks::Budget } else { Blocks::Node };
    found.since = youngest;
    match youngest.is_some_and(|youngest| scene.ago(youngest) > PATIENCE) {
        true => found.severity = Severity::Warning,
        false => found.heals = Heals::Itself { at: None },
    }
    Some(found)
}

fn living<'a>(turn: &Turn<'a>) -> Vec<&'a Pod> {
    let living = |pod: &&Pod| !pod::terminating(pod) && !pod::terminal(pod);
    turn.pods.iter().copied().filter(living).collect()
}

/// Nothing is wrong with that: nodes it is for may come later (C12).
fn nowhere(scene: &Scene<'_>, turns: &Turns<'_>) -> Option<Finding> {
    if turns.base > 0 || scene.set().generation() > scene.set().observed_generation() {
        return None;
    }
    let desired = scene.set().counters().desired;
    let field = format!("status.desiredNumberScheduled {desired}");
    let proof = Evidence::field(format!("daemonset/{}", scene.set().name()), field);
    let text = "nothing, if such nodes are yet to come; otherwise compare the template's nodeSelector, affinity and tolerations \
                with the nodes";
    let words = [scene.set().namespace(), scene.set().name()];
    let command = shell::command("kubectl ds why -n {} --ds {}", &words);
    Some(finding(
        Code::NoEligibleNode,
        idle(scene),
        proof,
        Remedy::text(text).command(command),
    ))
}

#[cfg(test)]
#[path = "eligibility_test.rs"]
mod tests;
