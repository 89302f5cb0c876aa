//! The surroundings of a DaemonSet that is followed: read at the beginning, and again every few seconds while its rollout is
//! not done. Lists and not watches: nodes and events of a big cluster change all the time, and mostly for others.

use std::time::Duration;

use futures::{FutureExt, StreamExt, stream, stream::BoxStream};
use kube::Error;
use tokio::time::Instant;

use super::{Cluster, around::Shared};
use crate::domain::{
    rollout::{Phase, rollout},
    snapshot::Snapshot,
};

/// The pause between two readings. What can be seen in the API is to be told within five seconds.
const PAUSE: Duration = Duration::from_secs(3);
/// How many times longer than a reading took the pause is at least, so that a big cluster is not read without end.
const REST: u32 = 4;
/// Other controllers come and go rarely: they are read with the first of so many readings.
const ROUNDS: u32 = 10;

/// Whether the surroundings belong to what is followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Surroundings {
    /// Each snapshot has them, at most a few seconds old while the rollout is not done.
    Included,
    /// Only the DaemonSet, its revisions and its pods are watched.
    Omitted,
}

/// What a reading brought, or that it is time for one.
pub(super) enum Tick {
    /// The pause is over.
    Due,
    /// It was read, within this time.
    Read(Box<Result<Shared, Error>>, Duration),
}

/// The surroundings as they were read last.
pub(super) struct Refresh {
    wanted: bool,
    shared: Option<Shared>,
    /// A pause or a reading is under way.
    busy: bool,
    rounds: u32,
    /// The end of the pause after the last reading.
    next: Instant,
}

impl Refresh {
    pub(super) fn new(surroundings: Surroundings) -> Self {
        Self {
            wanted: surroundings == Surroundings::Included,
            shared: None,
            busy: false,
            rounds: 0,
            next: Instant::now(),
        }
    }

    /// What was under way has been dropped.
    pub(super) fn interrupted(&mut self) {
        self.busy = false;
    }

    /// Puts the surroundings around the snapshot; `None` before they have been read for the first time.
    pub(super) fn complete(&self, mut snapshot: Snapshot) -> Option<Snapshot> {
        if self.wanted {
            self.shared.as_ref()?.around(&mut snapshot);
        }
        Some(snapshot)
    }

    /// The next thing to wait for, if there is one that is not under way already.
    pub(super) fn wait(&mut self, snapshot: &Snapshot) -> Option<BoxStream<'static, Tick>> {
        let over = || matches!(rollout(snapshot).phase, Phase::Done | Phase::Idle);
        if !self.wanted || self.busy || (self.shared.is_some() && over()) {
            return None;
        }
        self.busy = true;
        let next = self.next;
        Some(
            async move { tokio::time::sleep_until(next).await }
                .map(|()| Tick::Due)
                .into_stream()
                .boxed(),
        )
    }

    /// Takes a tick in; something more to wait for where a reading is due. `snapshot` is the present one.
    pub(super) fn take(
        &mut self,
        tick: Tick,
        cluster: &Cluster,
        snapshot: Option<&Snapshot>,
    ) -> Option<BoxStream<'static, Tick>> {
        match (tick, snapshot) {
            (Tick::Due, Some(snapshot)) => {
                let (cluster, snapshot) = (cluster.clone(), snapshot.clone());
                let earlier = self.shared.clone().filter(|_| !self.rounds.is_multiple_of(ROUNDS));
                self.rounds = self.rounds.wrapping_add(1);
                let reading = async move {
                    let begun = Instant::now();
                    let result = read(&cluster, snapshot, earlier).await;
                    Tick::Read(Box::new(result), begun.elapsed())
                };
                Some(stream::once(reading).boxed())
            }
            (Tick::Due, None) => {
                self.busy = false;
                None
            }
            (Tick::Read(result, took), _) => {
                self.busy = false;
                self.next = Instant::now() + PAUSE.max(took.saturating_mul(REST));
                // One that failed is tried again after the pause; until then the former one counts.
                let failed = Shared::default();
                match *result {
                    Ok(shared) => self.shared = Some(shared),
                    Err(_) => {
                        self.rounds = 0;
                        self.shared.get_or_insert(failed);
                    }
                }
                None
            }
        }
    }
}

async fn read(cluster: &Cluster, snapshot: Snapshot, earlier: Option<Shared>) -> Result<Shared, Error> {
    let snapshots = [snapshot];
    let Some(earlier) = earlier else {
        let namespace = snapshots[0].daemonset.namespace();
        let (shared, controllers) = tokio::try_join!(cluster.shared(&snapshots), cluster.controllers(Some(namespace)))?;
        return Ok(shared.with_controllers(controllers));
    };
    Ok(cluster.shared(&snapshots).await?.with_controllers_of(&earlier))
}
