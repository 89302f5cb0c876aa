//! Pods that are starting: sandbox, volumes, and what is normal (C66).

use jiff::Timestamp;
use k8s_openapi::api::core::v1::{Event, Pod};

use super::{
    case::{Case, at, later, proof},
    code::Code,
    finding::{Evidence, Finding, Heals, Remedy},
    missing::not_yet_read,
    mount, normal,
    part::{Kind, Part, parts},
    said, sandbox,
    scene::{self, Scene},
};
use crate::domain::pod;

/// A network or a volume that is not there at the first try is normal for so many seconds, unless it fails often.
const FIRST_TRIES: i64 = 60;
/// So many tries are not the first ones.
const OFTEN: i32 = 3;

/// Why a pod has not started yet.
pub(super) fn find(scene: &Scene<'_>, pod: &Pod) -> Option<Finding> {
    let case = Case::new(scene, pod);
    let parts = parts(pod);
    if !case.bound() || !starting(&parts) {
        return None;
    }
    let progress = progress(case, &parts);
    let failed = case.newest(progress, |event| mount::is(event) || sandbox::is(event));
    match failed.filter(|_| !passed(case)) {
        Some(event) => Some(refused(case, event)),
        None => Some(slow(case, &parts)),
    }
}

/// Whether a container has not been made yet, or an init container has not ended.
fn starting(parts: &[Part<'_>]) -> bool {
    let unmade = |part: &Part<'_>| part.running().is_none() && part.terminated().is_none();
    !parts.iter().any(|part| part.kind == Kind::Main)
        || parts.iter().any(unmade)
        || parts
            .iter()
            .any(|part| part.kind == Kind::Init && part.running().is_some())
}

/// The last moment at which volumes and sandbox are known to have worked: what failed before does not count.
fn progress(case: Case<'_>, parts: &[Part<'_>]) -> Option<Timestamp> {
    let started = parts.iter().filter_map(Part::started).max();
    started.max(case.since("PodReadyToStartContainers", "True"))
}

/// Whether the pod has an address of its own, so that its volumes and its sandbox are there. Without a condition to tell,
/// for kubelets before 1.29.
fn passed(case: Case<'_>) -> bool {
    let host = case.pod.spec.as_ref().and_then(|spec| spec.host_network) == Some(true);
    let status = case.pod.status.as_ref();
    let address = status.and_then(|status| status.pod_ip.as_deref()).unwrap_or_default();
    !host && !address.is_empty() && case.condition("PodReadyToStartContainers").is_none()
}

fn refused(case: Case<'_>, event: &Event) -> Finding {
    let message = event.message.as_deref().unwrap_or_default();
    let (code, cause) = if mount::is(event) {
        (Code::VolumeMount, mount::cause(message))
    } else {
        (Code::Sandbox, sandbox::cause(message))
    };
    let remedy = Remedy::text(cause.remedy).command(case.describe());
    let shown = proof(event, case.object(), &said::clip(message));
    let first = at(event.first_timestamp.as_ref()).or(scene::seen(event));
    // The claim of an ephemeral volume is named for its pod.
    let summary = cause.summary.replace(&format!("{}-", pod::name(case.pod)), "POD-");
    let finding = case.finding(code, summary, shown, remedy).since(first);
    let begun = case.since("PodScheduled", "True").or_else(|| case.created());
    let young = begun
        .and_then(|begun| later(begun, FIRST_TRIES))
        .is_some_and(|end| case.scene.now() < end);
    let first_tries = young && scene::times(event) < OFTEN;
    match first_tries && !cause.certain || not_yet_read(message) && young {
        true => finding.passing(None),
        false => finding,
    }
}

/// Nothing tells of a fault: it is only a question of time.
fn slow(case: Case<'_>, parts: &[Part<'_>]) -> Finding {
    let usual = case.scene.normal().start;
    let begun = case.since("PodScheduled", "True").or_else(|| case.created());
    let age = begun.map(|begun| case.scene.ago(begun));
    let init = parts
        .iter()
        .find(|part| part.kind == Kind::Init && part.running().is_some());
    let waits = parts.iter().find(|part| part.waiting().is_some());
    let reason = |part: &Part<'_>| part.waiting()?.reason.clone();
    let (words, remedy) = match (init, waits) {
        (Some(part), _) => (
            format!("{} has not ended yet", part.label()),
            "look at the log of the init container",
        ),
        (None, Some(part)) => (
            match reason(part) {
                Some(reason) => format!("{} waits: {reason}", part.label()),
                None => format!("{} waits", part.label()),
            },
            "look at the events of the pod and at kubelet and container runtime of the node: pulling a big image looks the same",
        ),
        (None, None) => (
            "the kubelet has not begun to start it".to_owned(),
            "look at the kubelet of the node: it has not taken the pod up",
        ),
    };
    let command = match init {
        Some(part) => case.kubectl("logs {} -c {}", &[pod::name(case.pod), &part.status.name]),
        None => case.describe(),
    };
    let proof = Evidence::field(case.object(), words.clone());
    let late = age.is_some_and(|age| age > normal::limit(usual));
    let summary = match usual {
        Some(usual) if late => format!("{words}; others start within {}", normal::words(usual)),
        _ if late => format!("{words}, for longer than is normal"),
        _ => format!("starting: {words}"),
    };
    let finding = case
        .finding(Code::Starting, summary, proof, Remedy::text(remedy).command(command))
        .since(begun);
    if late {
        let mut finding = finding.warning();
        // A big image over a thin line takes its time: who waits for it is not stuck.
        if age.is_some_and(|age| age < normal::CEILING) {
            finding.heals = Heals::Itself { at: None };
        }
        return finding;
    }
    let end = usual
        .zip(begun)
        .and_then(|(usual, begun)| begun.checked_add(usual).ok());
    let finding = finding.passing(end.filter(|end| *end > case.scene.now()));
    Finding {
        remedy: Remedy::text("wait"),
        ..finding
    }
}

#[cfg(test)]
#[path = "starting_test.rs"]
mod tests;
