//! The scheduler's own words, where the cause cannot be re-derived: what of its message is about the pod's node.

use jiff::SignedDuration;
use k8s_openapi::api::core::v1::Pod;

use super::{
    code::{Code, Severity},
    finding::{Finding, Heals, Remedy},
    scene::Scene,
    unscheduled::{about, age, settle},
};
use crate::domain::{pod, shell};

/// Within this time the scheduler can be about to try again.
const FRESH: SignedDuration = SignedDuration::from_secs(5);

/// Fragments of the message, in any version's words, and what they mean; the first that fits counts.
const KNOWN: [(&str, Code, &str); 12] = [
    (
        "too many pods",
        Code::TooManyPods,
        "its node runs as many pods as it may",
    ),
    (
        "free ports",
        Code::HostPort,
        "a host port that it needs is taken on its node",
    ),
    (
        "existing pods anti-affinity",
        Code::PodAffinity,
        "a pod on its node or near it has an anti-affinity that does not bear it",
    ),
    (
        "anti-affinity",
        Code::PodAffinity,
        "its anti-affinity does not bear a pod on its node or near it",
    ),
    (
        "pod affinity",
        Code::PodAffinity,
        "its pod affinity asks for a pod that is not on its node or near it",
    ),
    (
        "missing required label",
        Code::TopologySpread,
        "its topology spread constraint needs a label that its node lacks",
    ),
    (
        "topology spread",
        Code::TopologySpread,
        "its topology spread constraint does not allow its node",
    ),
    ("volume", Code::Volume, ""),
    (
        "untolerated taint",
        Code::UntoleratedTaint,
        "a taint of its node is not tolerated",
    ),
    (
        "had taint",
        Code::UntoleratedTaint,
        "a taint of its node is not tolerated",
    ),
    (
        "were unschedulable",
        Code::UntoleratedTaint,
        "its node is cordoned, and it does not tolerate that",
    ),
    (
        "affinity/selector",
        Code::NodeSelector,
        "its own node selector or affinity does not match its node",
    ),
];

/// A claim or volume that keeps the pod from every node: said before any node is looked at.
pub(super) fn volume(scene: &Scene<'_>, pod: &Pod, message: &str) -> Option<Finding> {
    let of_claim = |part: &&str| part.to_ascii_lowercase().contains("persistentvolumeclaim");
    let part = parts(message).into_iter().find(of_claim)?;
    Some(of_volume(scene, pod, strip(part)))
}

/// What the scheduler says of the pod's node.
pub(super) fn find(scene: &Scene<'_>, pod: &Pod, message: &str) -> Finding {
    let parts = parts(message);
    let lower = |part: &&str| part.to_ascii_lowercase();
    let lacks: Vec<&str> = parts
        .iter()
        .filter_map(|part| part.split_once("Insufficient "))
        .map(|it| it.1)
        .collect();
    let mut found = if !lacks.is_empty() {
        let summary = format!("its node has too little {} free", lacks.join(", "));
        let mut found = about(scene, pod, Code::InsufficientResources, summary);
        found.remedy = Remedy::text("see what the pods on its node request: free room, or lower the request").command(
            shell::command("kubectl describe node {}", &[pod::node(pod).unwrap_or_default()]),
        );
        found
    } else {
        let all = parts.iter().map(lower).collect::<Vec<_>>();
        let known = KNOWN.iter().find_map(|(fragment, code, words)| {
            let at = all.iter().position(|part| part.contains(fragment))?;
            Some((*code, *words, parts[at]))
        });
        match known {
            Some((Code::Volume, _, part)) => of_volume(scene, pod, strip(part)),
            Some((code, words, _)) => about(scene, pod, code, words),
            None => return unknown(scene, pod),
        }
    };
    if age(scene, pod) < FRESH {
        found.severity = Severity::Info;
        found.heals = Heals::Itself { at: None };
    }
    found
}

fn of_volume(scene: &Scene<'_>, pod: &Pod, words: &str) -> Finding {
    let mut found = about(scene, pod, Code::Volume, words);
    let namespace = pod.metadata.namespace.as_deref().unwrap_or_default();
    found.remedy = Remedy::text("create or repair the volume claim that the template names")
        .command(shell::command("kubectl -n {} get pvc", &[namespace]));
    if words.contains("unbound") {
        settle(scene, pod, &mut found);
    }
    found
}

/// Nothing that can be seen keeps the pod away: the scheduler is about to try again, or objects to something unknown.
fn unknown(scene: &Scene<'_>, pod: &Pod) -> Finding {
    let mut found = about(
        scene,
        pod,
        Code::Unscheduled,
        "the scheduler does not take it, for a reason not told apart",
    );
    found.severity = Severity::Warning;
    settle(scene, pod, &mut found);
    found
}

/// The parts of a message that are about the target node: not the other nodes, which the pod's affinity excludes, and not
/// what is said of preemption.
fn parts(message: &str) -> Vec<&str> {
    let (head, rest) = message.split_once("nodes are available: ").unwrap_or(("", message));
    let total = head.trim().trim_start_matches("0/").trim();
    let rest = ["preemption:", "no new claims", "Preemption:"]
        .iter()
        .filter_map(|tail| rest.find(tail))
        .min()
        .map_or(rest, |end| &rest[..end]);
    let parts = rest.split(", ").flat_map(|part| part.split(". "));
    let parts = parts
        .map(|part| part.trim().trim_end_matches('.'))
        .filter(|part| !part.is_empty());
    // Versions before 1.27 count the other nodes in these words.
    let others = |part: &str| {
        part.contains("plugin(s) [NodeAffinity]")
            || part.contains("affinity/selector") && part.split(' ').next() != Some(total)
    };
    parts.filter(|part| !others(part)).collect()
}

/// Without the number of nodes before it.
fn strip(part: &str) -> &str {
    let part = part
        .trim_start_matches(|letter: char| letter.is_ascii_digit())
        .trim_start();
    part.strip_prefix("node(s) ").unwrap_or(part)
}
