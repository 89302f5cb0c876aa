//! How long pods of this DaemonSet take to start, from those that did. What is slower than others were, but not by much, is
//! no fault.

use jiff::{SignedDuration, Timestamp};
use k8s_openapi::api::core::v1::Pod;

use super::{
    case::at,
    part::{Kind, parts},
};
use crate::domain::{pod, snapshot::Snapshot};

/// So long nothing is too slow.
const FLOOR: SignedDuration = SignedDuration::from_mins(5);
/// Longer than that, nothing is normal.
pub(super) const CEILING: SignedDuration = SignedDuration::from_hours(1);
/// So many times the usual time is still normal.
const FACTOR: i32 = 3;

/// The usual times, each `None` where no pod tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Normal {
    /// From a pod's creation to the start of its last container.
    pub start: Option<SignedDuration>,
    /// From there until it is ready.
    pub settle: Option<SignedDuration>,
}

impl Normal {
    /// The median over the ready pods that never restarted.
    pub fn of(snapshot: &Snapshot) -> Self {
        let times: Vec<(SignedDuration, Option<SignedDuration>)> = snapshot.pods().filter_map(times).collect();
        Self {
            start: median(times.iter().map(|(start, _)| *start).collect()),
            settle: median(times.iter().filter_map(|(_, settle)| *settle).collect()),
        }
    }
}

/// How long may be taken where `usual` is the usual time.
pub(super) fn limit(usual: Option<SignedDuration>) -> SignedDuration {
    let times = usual.map_or(FLOOR, |usual| usual.saturating_mul(FACTOR));
    times.clamp(FLOOR, CEILING)
}

fn times(pod: &Pod) -> Option<(SignedDuration, Option<SignedDuration>)> {
    let ready = pod::ready_since(pod)?;
    let created = at(pod.metadata.creation_timestamp.as_ref())?;
    let parts = parts(pod);
    let mut mains = parts.iter().filter(|part| part.kind == Kind::Main);
    if parts.iter().any(|part| part.status.restart_count > 0) {
        return None;
    }
    let started: Timestamp = mains.try_fold(created, |last, part| Some(last.max(part.started()?)))?;
    let settle = ready.map(|ready| ready.duration_since(started));
    // A pod may have become ready a second time, long after.
    let settle = settle.filter(|settle| (SignedDuration::ZERO..=CEILING).contains(settle));
    Some((started.duration_since(created), settle))
}

fn median(mut times: Vec<SignedDuration>) -> Option<SignedDuration> {
    times.sort_unstable();
    times.get(times.len() / 2).copied()
}

/// `4m` or `90s`, for a summary: never finer than needed, so that it is the same for all pods.
pub(super) fn words(duration: SignedDuration) -> String {
    match duration.as_secs() {
        seconds if seconds >= 120 => format!("{}m", seconds / 60),
        seconds => format!("{}s", seconds.max(1)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limit_is_never_below_the_floor_nor_without_end() {
        assert_eq!(limit(None), FLOOR);
        assert_eq!(limit(Some(SignedDuration::from_secs(3))), FLOOR);
        assert_eq!(limit(Some(SignedDuration::from_mins(8))), SignedDuration::from_mins(24));
        assert_eq!(limit(Some(SignedDuration::MAX)), CEILING);
        assert_eq!(limit(Some(SignedDuration::MIN)), FLOOR);
    }
}
