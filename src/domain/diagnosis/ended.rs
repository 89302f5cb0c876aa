//! Pods that have failed: evicted, rejected by the kubelet, or ended, and when the next one comes.

use jiff::Timestamp;
use k8s_openapi::api::core::v1::{Event, Node, Pod};

use super::{
    case::{Case, at, later},
    code::Code,
    exit,
    finding::{Evidence, Finding, Heals, Remedy},
    part::parts,
    rejected, said,
    scene::{self, Scene},
};
use crate::domain::{pod, shell};

/// The longest wait before a failed pod is replaced, in seconds (semantics A-45).
const LONGEST: i64 = 15 * 60;
/// After so many failures on a node it is no accident.
const OFTEN: i64 = 3;

/// Why a pod has failed. A pod that has succeeded is replaced at once (semantics A-41) and no fault.
pub(super) fn find(scene: &Scene<'_>, pod: &Pod) -> Option<Finding> {
    let status = pod
        .status
        .as_ref()
        .filter(|status| status.phase.as_deref() == Some("Failed"))?;
    let case = Case::new(scene, pod);
    let reason = status.reason.as_deref().unwrap_or_default();
    let message = status.message.as_deref().unwrap_or_default();
    let failures = Failures::of(case);
    let often = failures.count >= OFTEN;
    let proof = Evidence::field(
        case.object(),
        format!("status.phase Failed, reason {reason}: {}", said::clip(message)),
    );
    let finding = if reason == "Evicted" {
        let (words, remedy) = evicted(case.node(), message);
        let summary = if often {
            format!("evicted again and again: {words}")
        } else {
            format!("evicted: {words}")
        };
        // An eviction is the node's trouble, not this rollout's (C23).
        case.finding(Code::PodEvicted, summary, proof, remedy_for(case, remedy))
            .warning()
    } else if let Some((words, remedy)) = rejected::rejection(reason, message) {
        let summary = format!("rejected by the kubelet: {words}");
        let finding = case.finding(Code::KubeletRejected, summary, proof, remedy_for(case, remedy));
        if often { finding } else { finding.warning() }
    } else {
        let (words, remedy) = failed(case, reason);
        let finding = case.finding(
            Code::PodFailed,
            format!("failed: {words}"),
            proof,
            Remedy::text(remedy).command(case.describe()),
        );
        if often { finding } else { finding.warning() }
    };
    let mut finding = finding
        .also(failures.proof)
        .also(pressure(case.node()).map(|(proof, _)| proof));
    if !often {
        finding.heals = Heals::Itself {
            at: failures.next.filter(|next| *next > scene.now()),
        };
    }
    let ended = parts(pod)
        .iter()
        .filter_map(|part| at(part.terminated()?.finished_at.as_ref()))
        .max();
    let pressed = pressure(case.node())
        .and_then(|(_, since)| since)
        .filter(|_| finding.code == Code::PodEvicted);
    Some(finding.since(pressed.or(ended).or_else(|| case.unready())))
}

fn remedy_for(case: Case<'_>, text: &str) -> Remedy {
    let node = pod::node(case.pod).unwrap_or_default();
    Remedy::text(text).command(shell::command("kubectl describe node {}", &[node]))
}

/// What the DaemonSet's events tell about earlier failures on the pod's node.
struct Failures {
    /// How many failed pods were deleted there.
    count: i64,
    /// About when the next one will be: 1 s after the first, then 2 s, 4 s and so on (semantics A-45).
    next: Option<Timestamp>,
    /// The event.
    proof: Option<Evidence>,
}

impl Failures {
    fn of(case: Case<'_>) -> Self {
        let set = case.scene.set();
        let node = format!("on node {},", pod::node(case.pod).unwrap_or_default());
        let about = |event: &&&Event| {
            event.reason.as_deref() == Some("FailedDaemonPod")
                && event.message.as_deref().is_some_and(|message| message.contains(&node))
        };
        let events: Vec<&&Event> = case.scene.events(set.uid()).iter().filter(about).collect();
        let count = events
            .iter()
            .map(|event| i64::from(scene::times(event)))
            .fold(0, i64::saturating_add);
        let last = events.iter().filter_map(|event| scene::seen(event)).max();
        let power = u32::try_from(count.clamp(1, 20) - 1).unwrap_or(0);
        let delay = 2_i64.saturating_pow(power).min(LONGEST);
        let proof = (count > 0).then(|| {
            let text = format!("FailedDaemonPod: {count} failed pods deleted on this node");
            Evidence::event(format!("daemonset/{}", set.name()), text)
        });
        Self {
            count,
            next: last.and_then(|last| later(last, delay)),
            proof,
        }
    }
}

/// Why a pod was evicted, in words that are the same on every node.
fn evicted(node: Option<&Node>, message: &str) -> (String, &'static str) {
    let free = "free the resource on the node, or move off it what uses it up";
    if let Some(conditions) = said::between(message, "had condition: [", "]") {
        return (format!("the node has {conditions}"), free);
    }
    if let Some((_, rest)) = message.split_once("low on resource: ") {
        let resource = rest.split(['.', ' ', ',']).next().unwrap_or_default();
        let resource = resource.trim_matches(['[', ']']);
        return (format!("the node is low on {resource}"), free);
    }
    if said::any(
        message,
        &[
            "exceeds the total limit",
            "exceeded its local ephemeral",
            "exceeds the limit",
        ],
    ) {
        let remedy = "raise the limit of ephemeral storage, or find what writes so much";
        return ("it uses more ephemeral storage than its limit".to_owned(), remedy);
    }
    match pressure(node) {
        Some((proof, _)) => {
            let condition = proof.text.split('=').next().unwrap_or_default().to_owned();
            (format!("the node has {condition}"), free)
        }
        None => ("the node needed the room".to_owned(), free),
    }
}

/// The pressure that the node is under, and since when.
fn pressure(node: Option<&Node>) -> Option<(Evidence, Option<Timestamp>)> {
    let node = node?;
    let conditions = node.status.as_ref()?.conditions.as_ref()?;
    let found = conditions
        .iter()
        .find(|condition| condition.type_.ends_with("Pressure") && condition.status == "True")?;
    let since = at(found.last_transition_time.as_ref());
    let words = since.map_or(String::new(), |since| format!(" since {since}"));
    let name = node.metadata.name.as_deref().unwrap_or_default();
    Some((
        Evidence::condition(format!("node/{name}"), format!("{}=True{words}", found.type_)),
        since,
    ))
}

/// Other failures.
fn failed(case: Case<'_>, reason: &str) -> (String, &'static str) {
    if matches!(reason, "Terminated" | "Shutdown" | "NodeShutdown") {
        return ("its node shuts down".to_owned(), "wait until the node is up again");
    }
    if matches!(reason, "Preempting" | "Preempted") {
        return (
            "preempted for a critical pod".to_owned(),
            "give the DaemonSet a higher priority class, or the node more room",
        );
    }
    let worst = parts(case.pod)
        .into_iter()
        .find(|part| part.terminated().is_some_and(|last| last.exit_code != 0));
    let words = match worst.and_then(|part| Some((part, part.terminated()?))) {
        Some((part, last)) => format!("{}: {}", part.label(), exit::end(case, &part, last).1),
        None if reason.is_empty() => "no reason is given".to_owned(),
        None => reason.to_owned(),
    };
    (
        words,
        "look at the pod before it is deleted, and at the kubelet of its node",
    )
}

#[cfg(test)]
#[path = "ended_test.rs"]
mod tests;
