//! Containers that end again and again, also between two ends.

use jiff::SignedDuration;
use k8s_openapi::api::core::v1::{ContainerStateTerminated, Pod};

use super::{
    case::{Case, at},
    code::{Blocks, Code},
    exit,
    finding::{Evidence, Finding, Heals, Remedy},
    part::{Kind, Part, parts},
    probe,
    scene::Scene,
};
use crate::domain::pod;

/// A run that lasted longer is no sign of a loop: the kubelet forgets its backoff then, too.
const SHORT: SignedDuration = SignedDuration::from_mins(10);
/// A container that is not ready so soon after it ended badly may well end badly again.
const DOUBTFUL: SignedDuration = SignedDuration::from_secs(60);
/// So many restarts are a loop.
const LOOP: i32 = 3;

/// Whether a container ends again and again, and why.
pub(super) fn find(case: Case<'_>, part: &Part<'_>) -> Option<Finding> {
    let restarts = part.status.restart_count;
    let reason = part.waiting().and_then(|waiting| waiting.reason.as_deref());
    if reason == Some("CrashLoopBackOff") {
        let Some(last) = part.last_end() else {
            let (code, words) = (Code::CrashLoop, "CrashLoopBackOff");
            return Some(finding(
                case,
                part,
                code,
                words,
                Evidence::field(case.object(), state(part)),
            ));
        };
        return Some(ended(case, part, last));
    }
    if let Some(last) = part.terminated() {
        // The container of a node that was rebooted is not known any more, and is made anew.
        let well = part.kind == Kind::Init && last.exit_code == 0;
        if well || last.reason.as_deref() == Some("ContainerStatusUnknown") {
            return None;
        }
        let found = ended(case, part, last);
        return Some(if restarts > 0 { found } else { once(found) });
    }
    let last = failed_before(case, part, DOUBTFUL).filter(|_| restarts > 0 && !part.status.ready)?;
    let found = ended(case, part, last);
    Some(if restarts >= LOOP { found } else { once(found) })
}

/// A pod that is available in this moment, between two ends of a container.
pub(super) fn flapping(scene: &Scene<'_>, pod: &Pod) -> Option<Finding> {
    let case = Case::new(scene, pod);
    parts(pod).iter().find_map(|part| {
        let looping = part.kind != Kind::Init && part.status.restart_count >= LOOP;
        let last = failed_before(case, part, SignedDuration::ZERO).filter(|_| looping)?;
        let mut found = ended(case, part, last).warning();
        found.blocks = Blocks::Nothing;
        Some(found)
    })
}

/// The bad end of the last run, if that was short and the present one has not lasted longer, or than `doubtful`.
fn failed_before<'a>(
    case: Case<'_>,
    part: &Part<'a>,
    doubtful: SignedDuration,
) -> Option<&'a ContainerStateTerminated> {
    let runs = case.scene.ago(at(part.running()?.started_at.as_ref())?);
    let last = part.last_end()?;
    let lived = at(last.finished_at.as_ref())?.duration_since(at(last.started_at.as_ref())?);
    let known = last.reason.as_deref() != Some("ContainerStatusUnknown");
    let bad = known && (last.exit_code != 0 || part.kind != Kind::Init);
    (bad && lived < SHORT && runs <= lived.max(doubtful)).then_some(last)
}

/// One end may be the last.
fn once(mut finding: Finding) -> Finding {
    finding.heals = Heals::Itself { at: None };
    finding.warning()
}

fn ended(case: Case<'_>, part: &Part<'_>, last: &ContainerStateTerminated) -> Finding {
    if let Some(found) = probe::killed(case, part, last) {
        return found;
    }
    let (code, words) = exit::end(case, part, last);
    let mut text = state(part);
    text.push_str(&format!(", last {}", exit::exit_code(last)));
    if let Some(reason) = last.reason.as_deref().filter(|reason| *reason != "Error") {
        text.push_str(&format!(" {reason}"));
    }
    if let Some(finished) = at(last.finished_at.as_ref()) {
        text.push_str(&format!(" at {finished}"));
    }
    if let Some(words) = exit::last_words(last) {
        text.push_str(&format!(": {words}"));
    }
    let code = if part.kind == Kind::Init {
        Code::InitContainer
    } else {
        code
    };
    finding(case, part, code, &words, Evidence::field(case.object(), text))
}

fn finding(case: Case<'_>, part: &Part<'_>, code: Code, words: &str, proof: Evidence) -> Finding {
    let verb = match (part.kind, part.status.restart_count) {
        (Kind::Init, _) => "fails",
        (_, 0) => "has ended",
        _ => "ends again and again",
    };
    let summary = format!("{} {verb}: {words}", part.label());
    let previous = if part.terminated().is_some() { "" } else { " --previous" };
    let logs = case.kubectl("logs {} -c {}", &[pod::name(case.pod), &part.status.name]) + previous;
    let text = match code {
        Code::OutOfMemory if words.contains("its limit") => {
            "raise the memory limit of the container, or find what needs so much".to_owned()
        }
        Code::OutOfMemory => {
            "find what fills the memory of the node, and give the container a memory request so that its share is kept free"
                .to_owned()
        }
        Code::ContainerError => "correct command, image or mounts of the container".to_owned(),
        _ => match case.back() {
            Some(back) => format!("read why in the log of the container; or go back: {back}"),
            None => "read why in the log of the container".to_owned(),
        },
    };
    let remedy = Remedy::text(text).command(logs);
    case.finding(code, summary, proof, remedy).since(case.unready())
}

/// `container main waits: CrashLoopBackOff, 6 restarts`.
fn state(part: &Part<'_>) -> String {
    let state = match part.waiting().and_then(|waiting| waiting.reason.as_deref()) {
        Some(reason) => format!("waits: {reason}"),
        None if part.running().is_some() => "runs again".to_owned(),
        None => "has ended".to_owned(),
    };
    let restarts = part.status.restart_count;
    let plural = if restarts == 1 { "" } else { "s" };
    format!("{} {state}, {restarts} restart{plural}", part.label())
}

#[cfg(test)]
#[path = "crash_test.rs"]
mod tests;
