//! Following rollouts until each is over: used by `status`, and by every change that waits.

use std::time::Duration;

use anyhow::Result;
use futures::{StreamExt, stream};
use tokio::time::Instant;

use super::{
    context::Context,
    pin::{Pin, pinned},
    tell,
};
use crate::{
    client::{
        Cluster,
        watch::{Observation, Surroundings},
    },
    domain::{
        daemonset::DaemonSet,
        rollout::{Phase, rollout},
        snapshot::Snapshot,
    },
    error::{Exit, Failure},
    render::{progress::Bars, status},
};

/// An outage shorter than this is not worth a word.
const OUTAGE: Duration = Duration::from_secs(10);

/// What becomes of the following when nobody reads standard output any more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unread {
    /// It ends: it was for the reader alone. What was not done by then has not been seen to be done.
    Ends,
    /// It goes on: something else depends on how the rollout ends.
    GoesOn,
}

/// One DaemonSet to be followed.
pub struct Followed {
    namespace: String,
    name: String,
    uid: Option<String>,
    pin: Pin,
    told: Option<String>,
    outage: Option<(Instant, bool)>,
    bar: Option<usize>,
    last: Option<DaemonSet>,
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
        }
    }
}

/// The moment at which `timeout` is over; a zero one never is.
pub fn deadline(timeout: Duration) -> Option<Instant> {
    Instant::now().checked_add(timeout).filter(|_| !timeout.is_zero())
}

/// The result of `work`, or kubectl's words for a deadline that passed before it.
///
/// # Errors
/// Those of `work`, and the timeout.
pub async fn within<T>(deadline: Option<Instant>, work: impl Future<Output = Result<T>>) -> Result<T> {
    tokio::select! {
        result = work => result,
        () = expiry(deadline) => Err(timed_out().into()),
    }
}

fn timed_out() -> Failure {
    Failure::new(Exit::Unfinished, "timed out waiting for the condition")
}

/// Follows all at once, under one deadline, and prints each change. The result is the worst of theirs.
///
/// # Errors
/// An answer of the server that no waiting mends.
pub async fn follow(
    context: &mut Context,
    cluster: &Cluster,
    all: Vec<Followed>,
    deadline: Option<Instant>,
    unread: Unread,
) -> Result<Exit> {
    let bars = context.terminal.live.then(Bars::new);
    context.share_with(bars.as_ref().map(Bars::screen));
    let result = until_all_are_over(context, cluster, all, (deadline, unread), bars).await;
    context.share_with(None);
    result
}

async fn until_all_are_over(
    context: &mut Context,
    cluster: &Cluster,
    mut all: Vec<Followed>,
    (deadline, unread): (Option<Instant>, Unread),
    mut bars: Option<Bars>,
) -> Result<Exit> {
    let streams = all.iter().enumerate().map(|(index, one)| {
        cluster
            .follow(&one.namespace, &one.name, Surroundings::Omitted)
            .map(move |observation| (index, observation))
            .boxed()
    });
    let mut streams = stream::select_all(streams);
    let mut exits: Vec<Option<Exit>> = vec![None; all.len()];
    while exits.iter().any(Option::is_none) {
        let next = tokio::select! {
            next = streams.next() => next,
            () = expiry(deadline) => None,
        };
        let Some((index, observation)) = next else {
            exits.push(Some(context.report(&timed_out().into())));
            break;
        };
        if exits[index].is_none() {
            let one = &mut all[index];
            exits[index] = observe(one, observation, (cluster, deadline), context, bars.as_mut()).await?;
            if let (Some(bars), Some(bar), Some(_)) = (&bars, one.bar, exits[index]) {
                bars.finish(bar);
            }
        }
        if context.out.failed() && unread == Unread::Ends {
            exits
                .iter_mut()
                .for_each(|exit| *exit = exit.or(Some(Exit::Unfinished)));
        }
    }
    Ok(exits.into_iter().flatten().max().unwrap_or(Exit::Done))
}

async fn expiry(deadline: Option<Instant>) {
    match deadline {
        Some(deadline) => tokio::time::sleep_until(deadline).await,
        None => std::future::pending().await,
    }
}

/// What one observation means; an exit for a rollout that is over.
async fn observe(
    one: &mut Followed,
    observation: Observation,
    (cluster, deadline): (&Cluster, Option<Instant>),
    context: &mut Context,
    bars: Option<&mut Bars>,
) -> Result<Option<Exit>> {
    let snapshot = match observation {
        Observation::Trouble(error) => return outage(one, *error, context).map(|()| None),
        Observation::Absent if one.uid.is_none() => return Ok(None),
        Observation::Absent => {
            return Ok(Some(context.report(&Failure::error("object has been deleted").into())));
        }
        Observation::Present(snapshot) => *snapshot,
    };
    if let Some((_, true)) = one.outage.take() {
        context.err.line(&format!(
            "daemon set \"{}\": in contact with the API server again",
            one.name
        ));
    }
    let set = &snapshot.daemonset;
    if let Some(known) = one.uid.as_deref().filter(|uid| *uid != set.uid()) {
        let words = format!(
            "daemon set \"{}\" was deleted and recreated (uid {known} is now {})",
            one.name,
            set.uid()
        );
        return Ok(Some(context.report(&Failure::error(words).into())));
    }
    // The server may answer from a moment before the change that is waited for.
    if one
        .last
        .as_ref()
        .is_some_and(|last| last.generation() > set.generation())
    {
        return Ok(None);
    }
    one.uid = Some(set.uid().to_owned());
    one.last = Some(set.clone());
    let found = rollout(&snapshot);
    if let Some(bars) = bars {
        let bar = *one.bar.get_or_insert_with(|| bars.add(set));
        bars.update(bar, set);
    }
    if let Some(exit) = pinned(&one.pin, &snapshot, &found, context)? {
        return Ok(Some(exit));
    }
    let end = match found.phase {
        Phase::Done | Phase::Idle => Some(Exit::Done),
        // Events of different objects overtake each other: only what a fresh reading confirms is a stall.
        Phase::Stalled => {
            let fresh = async {
                let now = cluster.daemonset(&one.namespace, &one.name).await?;
                Ok(cluster.snapshot(now).await?)
            };
            // A reading that fails confirms nothing; the watch will tell what is wrong.
            let fresh = within(deadline, fresh).await;
            let confirmed = fresh.is_ok_and(|fresh| rollout(&fresh).phase == Phase::Stalled);
            confirmed.then_some(Exit::Failed)
        }
        _ => None,
    };
    if found.phase == Phase::Stalled && end.is_none() {
        return Ok(None);
    }
    let line = status::line(set, &found);
    if one.told.as_ref() != Some(&line) && (end.is_some() || !context.terminal.live) {
        // The list of pods once, with the first line and the last; between them the counts are enough.
        match one.told.is_none() || end.is_some() {
            true => tell::standing(context, set, &found),
            false => context.out.line(&line),
        }
    }
    tell::rights(context, &snapshot);
    if one.told.is_none() {
        tell::deletion(context, set);
    }
    one.told = Some(line);
    Ok(end)
}

fn outage(one: &mut Followed, error: kube::Error, context: &mut Context) -> Result<()> {
    if let kube::Error::Api(status) = &error
        && matches!(status.code, 400 | 401 | 403 | 404)
    {
        return Err(error.into());
    }
    let (since, told) = one.outage.get_or_insert((Instant::now(), false));
    if !*told && since.elapsed() >= OUTAGE {
        *told = true;
        context.err.line(&format!(
            "daemon set \"{}\": lost contact with the API server, retrying",
            one.name
        ));
    }
    Ok(())
}
