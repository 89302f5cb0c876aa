//! Containers that wait or end again and again: configuration, errors of the runtime, crashes (C02).

use k8s_openapi::api::core::v1::Pod;

use super::{
    case::Case,
    code::Code,
    crash,
    finding::{Evidence, Finding, Remedy},
    missing::{missing, not_yet_read},
    normal,
    part::{Part, parts},
    said,
    scene::Scene,
};

/// Why a container does not run: the worst of all containers, the first of equal ones.
pub(super) fn find(scene: &Scene<'_>, pod: &Pod) -> Option<Finding> {
    let case = Case::new(scene, pod);
    let parts = parts(pod);
    let found = parts
        .iter()
        .filter_map(|part| stuck(case, part).or_else(|| crash::find(case, part)));
    found.reduce(|worst, other| if other.severity > worst.severity { other } else { worst })
}

/// A container that waits for something that went wrong. Waiting for its turn or for being made is no such thing, and what
/// images and crashes are is not asked here.
fn stuck(case: Case<'_>, part: &Part<'_>) -> Option<Finding> {
    let waiting = part.waiting()?;
    let reason = waiting.reason.as_deref().unwrap_or_default();
    if matches!(
        reason,
        "" | "ContainerCreating" | "PodInitializing" | "CrashLoopBackOff"
    ) {
        return None;
    }
    let message = waiting.message.as_deref().unwrap_or_default();
    let cause = said::essential(message);
    let proof = match cause.as_str() {
        "" => format!("{} waits: {reason}", part.label()),
        cause => format!("{} waits: {reason}: {cause}", part.label()),
    };
    let proof = Evidence::field(case.object(), proof);
    let label = part.label();
    let describe = case.describe();
    let finding = if let Some(missing) = missing(message) {
        let remedy = Remedy::text("create it, or correct the reference in the template").command(describe);
        case.finding(Code::ConfigError, format!("{label}: {missing}"), proof, remedy)
    } else {
        let words = match words(message) {
            Some(words) => format!(": {words}"),
            None => case.common(&cause).map_or(String::new(), |cause| format!(": {cause}")),
        };
        let remedy = Remedy::text(match case.back() {
            Some(back) => format!("correct what the message names in the template; or go back: {back}"),
            None => "correct what the message names in the template".to_owned(),
        });
        let summary = format!("{label} cannot be started ({reason}){words}");
        case.finding(Code::ContainerError, summary, proof, remedy.command(describe))
    };
    let finding = finding.since(case.unready());
    let lately = case
        .unready()
        .is_none_or(|since| case.scene.ago(since) < normal::limit(None));
    let passes = lately && not_yet_read(message);
    Some(if passes { finding.passing(None) } else { finding })
}

/// Messages that can be said shorter, or that differ from pod to pod.
fn words(message: &str) -> Option<&'static str> {
    let known = [
        (
            "image will run as root",
            "runAsNonRoot is set, and the image runs as root",
        ),
        ("breaks non-root policy", "runAsNonRoot is set, and runAsUser is root"),
        (
            "cannot verify user is non-root",
            "runAsNonRoot is set, and the image names its user instead of numbering it",
        ),
        (
            "exec format error",
            "its program is for another platform (exec format error)",
        ),
        (
            "context deadline exceeded",
            "the container runtime does not answer in time",
        ),
        (
            "is reserved for",
            "an earlier try of the container runtime still holds its name",
        ),
    ];
    known
        .iter()
        .find(|(fragment, _)| message.contains(fragment))
        .map(|(_, words)| *words)
}

#[cfg(test)]
#[path = "waiting_test.rs"]
mod tests;
