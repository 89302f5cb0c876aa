//! How long a rollout will take to its end, guessed from the pods that it has replaced already.

use jiff::{SignedDuration, Timestamp};

use super::{allowance::Allowance, diagnosis::scene::Scene, limits::limits, pod};

/// Replaced pods without which nothing is guessed.
const ENOUGH: usize = 3;

/// A guess, with what it is made from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Estimate {
    /// Until the end, if nothing happens.
    pub left: SignedDuration,
    /// How many pods have been replaced.
    pub pods: usize,
    /// How long one of them took, in the middle.
    pub each: SignedDuration,
}

/// The guess, once three pods of the present template are available and some are not.
///
/// A pod takes from its creation until it is available; where pods have come one after the other, from the creation of
/// one to that of the next in its place, which counts the end of the former pod too. The longer of the two is taken.
pub fn estimate(scene: &Scene<'_>) -> Option<Estimate> {
    let set = scene.set();
    let limits = limits(&set.strategy(), set.counters().desired)?;
    let at_once = usize::try_from(limits.unavailable.max(limits.surge).max(1)).ok()?;
    let nodes = Allowance::default().nodes(scene);
    let remaining = nodes.old.len() + nodes.unavailable.len() + nodes.unseen;
    let done = scene
        .snapshot
        .pods()
        .filter(|pod| scene.updated(pod) && scene.available(pod) && !pod::terminating(pod));
    let mut spans: Vec<(Timestamp, SignedDuration)> = done
        .filter_map(|pod| {
            let created = pod.metadata.creation_timestamp.as_ref()?.0;
            Some((created, pod::ready_since(pod)??.duration_since(created)))
        })
        .collect();
    if spans.len() < ENOUGH || remaining == 0 {
        return None;
    }
    spans.sort_unstable();
    let settling = SignedDuration::from_secs(set.min_ready_seconds());
    let starting = middle(spans.iter().map(|(_, took)| *took).collect())?.saturating_add(settling);
    let turns = spans.iter().zip(spans.iter().skip(at_once));
    let turn = middle(turns.map(|(one, next)| next.0.duration_since(one.0)).collect());
    let each = starting.max(turn.unwrap_or_default()).max(SignedDuration::ZERO);
    let batches = i32::try_from(remaining.div_ceil(at_once)).ok()?;
    Some(Estimate {
        left: each.checked_mul(batches)?,
        pods: spans.len(),
        each,
    })
}

fn middle(mut spans: Vec<SignedDuration>) -> Option<SignedDuration> {
    spans.sort_unstable();
    spans.get(spans.len() / 2).copied()
}

#[cfg(test)]
#[path = "estimate_test.rs"]
mod tests;
