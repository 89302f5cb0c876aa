//! Probes that fail: which one, and what it says.

use k8s_openapi::api::core::v1::{ContainerStateTerminated, Event};

use super::{
    case::{Case, at, later, proof},
    code::Code,
    finding::{Evidence, Finding, Remedy},
    part::Part,
    said, scene,
};
use crate::domain::pod;

/// A kind of probe.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Probe {
    /// Tells whether the container is ready.
    Readiness,
    /// The container is restarted when it fails.
    Liveness,
    /// The same, until it has passed once.
    Startup,
}

impl Probe {
    fn word(self) -> &'static str {
        match self {
            Self::Readiness => "readiness",
            Self::Liveness => "liveness",
            Self::Startup => "startup",
        }
    }

    fn of(event: &Event) -> Option<Self> {
        let message = event.message.as_deref().unwrap_or_default();
        let unhealthy = matches!(event.reason.as_deref(), Some("Unhealthy" | "ProbeWarning"));
        match message.split_once(' ') {
            Some(("Readiness", rest)) if unhealthy && rest.starts_with("probe") => Some(Self::Readiness),
            Some(("Liveness", rest)) if unhealthy && rest.starts_with("probe") => Some(Self::Liveness),
            Some(("Startup", rest)) if unhealthy && rest.starts_with("probe") => Some(Self::Startup),
            _ => None,
        }
    }
}

/// A probe that restarts the container comes before the readiness probe, if it failed about as late as that.
const ABOUT: i64 = 60;

/// The event of a probe of the container that fails in its present run.
pub(super) fn failed<'a>(case: Case<'a>, part: &Part<'_>) -> Option<(Probe, &'a Event)> {
    let newest = |wanted: Probe| {
        let is = |event: &Event| Probe::of(event) == Some(wanted) && part.meant_by(event);
        Some((wanted, case.newest(part.started(), is)?))
    };
    // A startup probe that has passed is not asked again.
    let startup = newest(Probe::Startup).filter(|_| part.status.started != Some(true));
    let (liveness, readiness) = (newest(Probe::Liveness), newest(Probe::Readiness));
    let until = readiness.and_then(|(_, event)| later(scene::seen(event)?, ABOUT.saturating_neg()));
    let liveness = liveness.filter(|(_, event)| scene::seen(event) >= until);
    startup.or(liveness).or(readiness)
}

/// Whether the kubelet ended the container because a probe failed: it ended by a signal, or well, after such an event.
pub(super) fn killed(case: Case<'_>, part: &Part<'_>, last: &ContainerStateTerminated) -> Option<Finding> {
    let stopped = matches!(last.exit_code, 0 | 137 | 143) && last.reason.as_deref() != Some("OOMKilled");
    let run = at(last.started_at.as_ref()).filter(|_| stopped)?;
    let kills = |event: &Event| matches!(Probe::of(event), Some(Probe::Liveness | Probe::Startup));
    let event = case.newest(Some(run), |event| kills(event) && part.meant_by(event))?;
    let found = finding(case, part, Probe::of(event)?, Some(event));
    let text = format!("{}: {} restarts", part.label(), part.status.restart_count);
    Some(found.also(Some(Evidence::field(case.object(), text))))
}

/// A finding about a probe, from its event or from the state of the container.
pub(super) fn finding(case: Case<'_>, part: &Part<'_>, probe: Probe, event: Option<&Event>) -> Finding {
    let message = event.and_then(|event| event.message.as_deref()).unwrap_or_default();
    let says = event.and_then(|_| answer(case, message));
    let mut summary = format!("{}: {} probe fails", part.label(), probe.word());
    if let Some(says) = says {
        summary.push_str(&format!(": {says}"));
    }
    if probe != Probe::Readiness && part.status.restart_count > 0 {
        summary.push_str("; the kubelet restarts it each time");
    }
    let state = format!(
        "{}: ready={}, started={}",
        part.label(),
        part.status.ready,
        part.status.started == Some(true)
    );
    let shown = match event {
        Some(event) => proof(event, case.object(), &said::clip(message)),
        None => Evidence::field(case.object(), state),
    };
    let text = match probe {
        Probe::Readiness => "find out why the container does not answer its readiness probe, or correct the probe",
        _ => "find out why the container does not answer in time, or give the probe more time",
    };
    let logs = case.kubectl("logs {} -c {}", &[pod::name(case.pod), &part.status.name]);
    let remedy = Remedy::text(text).command(logs);
    case.finding(Code::ProbeFailing, summary, shown, remedy)
        .since(case.unready())
}

/// What the probe got, in words without addresses.
fn answer(case: Case<'_>, message: &str) -> Option<String> {
    let text = message.split_once(": ").map_or("", |(_, text)| text).trim();
    let lower = text.to_lowercase();
    if let Some((_, status)) = lower.split_once("statuscode: ") {
        return Some(format!("HTTP {}", status.split_whitespace().next().unwrap_or_default()));
    }
    let known = [
        ("connection refused", "connection refused"),
        ("connection reset", "connection reset"),
        ("no route to host", "no route to host"),
        ("x509", "certificate not accepted"),
        ("deadline exceeded", "no answer in time"),
        ("client.timeout", "no answer in time"),
        ("i/o timeout", "no answer in time"),
        ("timed out", "no answer in time"),
        ("timeout", "no answer in time"),
        ("not_serving", "not serving"),
        ("eof", "connection breaks off"),
    ];
    if let Some((_, words)) = known.iter().find(|(fragment, _)| lower.contains(fragment)) {
        return Some((*words).to_owned());
    }
    let line = text.lines().next().unwrap_or_default();
    let short = line.chars().count() <= 80 && !line.contains("://");
    case.common(line).filter(|_| short).map(str::to_owned)
}
