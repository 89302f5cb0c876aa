//! One rollout that is followed: which one is meant, what was seen of it, and what has been said.

use std::time::Duration;

use tokio::time::Instant;

use super::{announce::Announcer, look::Look, pin::Pin};
use crate::{
    domain::{daemonset::DaemonSet, diagnosis::verdict::State, report::Report, roster::Names, snapshot::Snapshot},
    error::Failure,
};

/// One DaemonSet to be followed.
pub struct Followed {
    pub(super) namespace: String,
    pub(super) name: String,
    pub(super) uid: Option<String>,
    pub(super) pin: Pin,
    pub(super) told: Option<String>,
    pub(super) outage: Option<(Instant, bool)>,
    pub(super) bar: Option<usize>,
    pub(super) last: Option<DaemonSet>,
    /// What was seen last.
    pub(super) latest: Option<Snapshot>,
    /// Whether that has not been looked at yet.
    pub(super) fresh: bool,
    /// The last look at it, and when that was.
    pub(super) look: Option<(Look, Instant)>,
    /// How long that look took.
    pub(super) cost: Duration,
    /// The nodes that it was about in the beginning.
    pub(super) start: Option<Names>,
    /// Since when it is to be given up.
    pub(super) failing: Option<Instant>,
    pub(super) announcer: Announcer,
    /// What the events have told of it.
    pub(super) reported: Option<Report>,
    /// How it ended, where that is not the verdict.
    pub(super) ended: Option<State>,
    /// The error that it ends with, said after all else.
    pub(super) last_words: Option<Failure>,
}

impl Followed {
    /// One that is there: if another takes its name, that is not it.
    pub fn present(snapshot: Snapshot, pin: Pin) -> Self {
        let set = &snapshot.daemonset;
        let (namespace, name) = (set.namespace().to_owned(), set.name().to_owned());
        Self {
            uid: Some(set.uid().to_owned()),
            pin,
            last: Some(set.clone()),
            ..Self::awaited(namespace, name)
        }
    }

    /// One after a change: `set` is what the server answered.
    pub fn changed(set: DaemonSet) -> Self {
        let pin = Pin::Template(Box::new(set.template().clone()));
        let (namespace, name) = (set.namespace().to_owned(), set.name().to_owned());
        Self {
            uid: Some(set.uid().to_owned()),
            pin,
            last: Some(set),
            ..Self::awaited(namespace, name)
        }
    }

    /// One that does not exist yet.
    pub fn awaited(namespace: String, name: String) -> Self {
        Self {
            namespace,
            name,
            uid: None,
            pin: Pin::None,
            told: None,
            outage: None,
            bar: None,
            last: None,
            latest: None,
            fresh: false,
            look: None,
            cost: Duration::ZERO,
            start: None,
            failing: None,
            announcer: Announcer::default(),
            reported: None,
            ended: None,
            last_words: None,
        }
    }

    /// The answer as a document; `None` for one that was never seen.
    pub fn report(&self) -> Option<Report> {
        let (look, snapshot) = (self.look.as_ref()?, self.latest.as_ref()?);
        Some(look.0.report(snapshot, self.ended))
    }
}
