//! Pods that the API server refuses to make (C17), by the events of the DaemonSet.

use jiff::{SignedDuration, Timestamp};
use k8s_openapi::api::core::v1::Event;

use super::{
    code::{Blocks, Severity},
    finding::{Evidence, Finding, Heals, Place},
    refusal::refusal,
    scene::{Scene, seen, times},
    turn::{Stand, Turn, Turns},
};

/// The controller tries again after at most 1000 seconds, and events of one object are written at least every 5 minutes: an
/// older refusal says nothing about now.
const FRESH: SignedDuration = SignedDuration::from_mins(30);
/// In one sync some pods may be made and others refused; times of events are whole seconds.
const SAME_SYNC: SignedDuration = SignedDuration::from_secs(2);

/// Creations that fail.
pub(super) fn find(scene: &Scene<'_>, turns: &Turns<'_>) -> Vec<Finding> {
    let Some(event) = refused(scene, turns) else {
        return Vec::new();
    };
    let set = scene.set();
    let message = event.message.as_deref().unwrap_or_default();
    let refusal = refusal(message, set.namespace());
    let none_at_all = turns.all.iter().all(|turn| turn.pods.is_empty());
    let times = match times(event) {
        1 => String::new(),
        times => format!(" ({times} times)"),
    };
    let object = format!("daemonset/{}", set.name());
    let finding = Finding {
        code: refusal.code,
        severity: Severity::Error,
        summary: refusal.summary,
        places: missing(turns).map(|turn| Place::node(turn.node)).collect(),
        evidence: vec![Evidence::event(object, format!("FailedCreate: {message}{times}"))],
        blocks: if none_at_all { Blocks::Rollout } else { Blocks::Budget },
        heals: Heals::Somebody,
        remedy: refusal.remedy,
        since: event
            .first_timestamp
            .as_ref()
            .map(|time| time.0)
            .or_else(|| seen(event)),
        apart: None,
    };
    vec![finding]
}

/// Eligible nodes without any pod, as far as they are known by name.
pub(super) fn missing<'t, 'a>(turns: &'t Turns<'a>) -> impl Iterator<Item = &'t Turn<'a>> {
    turns.standing(Stand::Out).filter(|turn| turn.pods.is_empty())
}

/// The newest refusal, if a node lacks its pod and nothing says that a creation has passed since.
pub(super) fn refused<'a>(scene: &Scene<'a>, turns: &Turns<'_>) -> Option<&'a Event> {
    let counters = scene.set().counters();
    let uncounted = scene.snapshot.pods.is_none() && counters.current < counters.desired;
    // Old servers leave the counters at zero when all creations fail (C17).
    let uncounted = uncounted || turns.all.is_empty() && !scene.knows_nodes() && counters.desired == 0;
    if missing(turns).next().is_none() && turns.unseen == 0 && !uncounted {
        return None;
    }
    let events = scene.events(scene.set().uid());
    let newest = |reason: &str| {
        events
            .iter()
            .copied()
            .find(|event| event.reason.as_deref() == Some(reason))
    };
    let failed = newest("FailedCreate")?;
    let at = seen(failed)?;
    let made = scene
        .snapshot
        .pods()
        .filter_map(|pod| Some(pod.metadata.creation_timestamp.as_ref()?.0))
        .max();
    let passed = newest("SuccessfulCreate").and_then(seen).max(made);
    (scene.ago(at) < FRESH && !later(passed, at)).then_some(failed)
}

fn later(passed: Option<Timestamp>, failed: Timestamp) -> bool {
    passed.is_some_and(|passed| passed.duration_since(failed) > SAME_SYNC)
}

#[cfg(test)]
#[path = "creation_test.rs"]
mod tests;
