//! Pods that run and are not available: probes, readiness gates, minReadySeconds, clocks (C21).

use jiff::{SignedDuration, Timestamp};
use k8s_openapi::api::core::v1::{Pod, Probe as Spec};

use super::{
    case::{Case, later},
    code::Code,
    finding::{Evidence, Finding, Remedy},
    normal,
    part::{Kind, Part, parts},
    probe::{self, Probe},
    scene::Scene,
};
use crate::domain::{pod, shell};

/// Clocks of a cluster differ by less.
const SKEW: SignedDuration = SignedDuration::from_secs(10);
/// A container that was ready may be not ready for so long without a sign.
const BLINK: SignedDuration = SignedDuration::from_secs(30);
/// The transition to not ready may be written so long after the start, for a container that never was ready.
const WRITTEN: SignedDuration = SignedDuration::from_secs(5);

/// Why a running pod is not available.
pub(super) fn find(scene: &Scene<'_>, pod: &Pod) -> Option<Finding> {
    let case = Case::new(scene, pod);
    if !case.bound() {
        return None;
    }
    if let Some(since) = pod::ready_since(pod) {
        return Some(not_yet(case, since));
    }
    let parts = parts(pod);
    let unready = parts
        .iter()
        .filter(|part| part.kind != Kind::Init && !part.status.ready);
    let worst = unready
        .map(|part| unready_part(case, part))
        .reduce(|worst, other| if other.severity > worst.severity { other } else { worst });
    Some(worst.or_else(|| gate(case)).unwrap_or_else(|| unexplained(case)))
}

/// Ready, and not for minReadySeconds yet (semantics B-16, H-44).
fn not_yet(case: Case<'_>, since: Option<Timestamp>) -> Finding {
    let seconds = case.scene.set().min_ready_seconds();
    let object = case.object();
    let Some(since) = since else {
        let proof = Evidence::condition(object, "Ready=True without lastTransitionTime");
        let remedy = Remedy::text("set lastTransitionTime of the condition Ready, or delete the pod");
        let summary = "ready, but without the time since when: never available while minReadySeconds is set";
        return case.finding(Code::MinReadySeconds, summary, proof, remedy);
    };
    let end = later(since, seconds);
    let proof = Evidence::condition(object, format!("Ready=True since {since}, minReadySeconds {seconds}"));
    let ahead = since.duration_since(case.scene.now());
    if ahead <= SKEW {
        let summary = format!("ready, and available after minReadySeconds ({seconds})");
        let finding = case.finding(Code::MinReadySeconds, summary, proof, Remedy::text("wait"));
        return finding.passing(end).since(Some(since));
    }
    let lead = Evidence::field(
        "snapshot",
        format!("taken at {}, {} s earlier", case.scene.now(), ahead.as_secs()),
    );
    let node = pod::node(case.pod).unwrap_or_default();
    let remedy = Remedy::text("set the clock of the node (time synchronisation)");
    let summary = "ready since a moment still to come: the clock of its node is ahead";
    let finding = case.finding(
        Code::ClockAhead,
        summary,
        proof,
        remedy.command(shell::command("kubectl describe node {}", &[node])),
    );
    let mut finding = finding.also(Some(lead)).warning();
    finding.heals = super::finding::Heals::Itself { at: end };
    finding
}

/// A container that runs and is not ready.
fn unready_part(case: Case<'_>, part: &Part<'_>) -> Finding {
    let now = case.scene.now();
    let started = part.started().or_else(|| case.created()).unwrap_or(now);
    let since = case.since("Ready", "False").unwrap_or(started);
    let failed = probe::failed(case, part);
    let spec = |probe: Probe| match (part.spec, probe) {
        (Some(spec), Probe::Readiness) => spec.readiness_probe.as_ref(),
        (Some(spec), Probe::Liveness) => spec.liveness_probe.as_ref(),
        (Some(spec), Probe::Startup) => spec.startup_probe.as_ref(),
        (None, _) => None,
    };
    let startup = part.status.started == Some(false) && spec(Probe::Startup).is_some();
    let silent = match () {
        () if startup => Some(Probe::Startup),
        () if spec(Probe::Readiness).is_some() => Some(Probe::Readiness),
        () => None,
    };
    // What the startup probe allows is normal.
    let allowed = silent.and_then(spec).map_or(SignedDuration::ZERO, allowance);
    let limit = normal::limit(case.scene.normal().settle).max(allowed);
    let late = now.duration_since(started) > limit;
    let lost = since.duration_since(started) > WRITTEN;
    let restarted = part.status.restart_count > 0;
    let certain = match failed {
        Some((Probe::Readiness, _)) => lost || late,
        Some(_) => lost || late || restarted,
        None if lost => now.duration_since(since) > BLINK,
        None => late,
    };
    let finding = match (failed, silent) {
        (Some((probe, event)), _) => probe::finding(case, part, probe, Some(event)),
        (None, Some(probe)) if certain => probe::finding(case, part, probe, None),
        (None, _) if certain => not_ready(case, &format!("{} runs and is not ready", part.label())),
        (None, _) => {
            let words = format!("starting: {} runs and is not ready yet", part.label());
            let proof = Evidence::field(case.object(), format!("{}: ready=false", part.label()));
            case.finding(Code::Starting, words, proof, Remedy::text("wait"))
        }
    };
    let finding = finding.since(Some(if lost { since } else { started }));
    if certain { finding } else { finding.passing(None) }
}

/// How long a probe lets a container take.
fn allowance(probe: &Spec) -> SignedDuration {
    let positive = |seconds: Option<i32>, default: i32| i64::from(seconds.unwrap_or(default).max(0));
    let tries = positive(probe.failure_threshold, 3).saturating_mul(positive(probe.period_seconds, 10));
    SignedDuration::from_secs(positive(probe.initial_delay_seconds, 0).saturating_add(tries))
}

/// All containers are ready, and a readiness gate is not met.
fn gate(case: Case<'_>) -> Option<Finding> {
    let gates = case.pod.spec.as_ref()?.readiness_gates.as_deref()?;
    let met = |gate: &str| case.condition(gate).is_some_and(|condition| condition.status == "True");
    let gates = gates.iter().map(|gate| gate.condition_type.as_str());
    let unmet: Vec<&str> = gates.filter(|gate| !met(gate)).collect();
    let first = *unmet.first()?;
    let proof = match case.condition(first) {
        Some(condition) => {
            let reason = condition.reason.as_deref().unwrap_or_default();
            let message = condition.message.as_deref().unwrap_or_default();
            Evidence::condition(
                case.object(),
                format!("{first}={} {reason} {message}", condition.status).trim_end(),
            )
        }
        None => Evidence::condition(case.object(), format!("{first} is not there")),
    };
    let remedy = Remedy::text("find the controller that has to set the condition, and why it does not");
    let summary = format!("readiness gate {} is not met", unmet.join(", "));
    let since = case.since("ContainersReady", "True").or_else(|| case.unready());
    let finding = case.finding(Code::ReadinessGate, summary, proof, remedy.command(case.describe()));
    let late = since.is_some_and(|since| case.scene.ago(since) > normal::limit(None));
    let finding = finding.since(since);
    Some(if late { finding } else { finding.passing(None) })
}

/// The containers are ready, the pod is not, and nothing says why.
fn unexplained(case: Case<'_>) -> Finding {
    let since = case.unready();
    let finding = not_ready(case, "the containers are ready and the pod is not").since(since);
    match since.is_some_and(|since| case.scene.ago(since) <= BLINK) {
        true => finding.passing(None),
        false => finding,
    }
}

fn not_ready(case: Case<'_>, summary: &str) -> Finding {
    let proof = match case.condition("Ready") {
        Some(condition) => {
            let reason = condition.reason.as_deref().unwrap_or_default();
            let message = condition.message.as_deref().unwrap_or_default();
            Evidence::condition(
                case.object(),
                format!("Ready={} {reason} {message}", condition.status).trim_end(),
            )
        }
        None => Evidence::condition(case.object(), "Ready is not there"),
    };
    let remedy = Remedy::text("look at the log of the pod and at the kubelet of its node");
    case.finding(Code::NotReady, summary, proof, remedy.command(case.describe()))
}

#[cfg(test)]
#[path = "running_test.rs"]
mod tests;
