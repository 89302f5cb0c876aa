//! What one observation of a followed rollout means: a line for each change, an end, an outage.

use std::time::Duration;

use anyhow::Result;
use tokio::time::Instant;

use super::{context::Context, follow::within, followed::Followed, pin::pinned, tell};
use crate::{
    client::{Cluster, watch::Observation},
    domain::{
        diagnosis::verdict::State,
        rollout::{Phase, rollout},
    },
    error::{Exit, Failure},
    render::{progress::Bars, status},
};

/// An outage shorter than this is not worth a word.
const OUTAGE: Duration = Duration::from_secs(10);

/// What one observation means; an exit for a rollout that is over.
pub(super) async fn observe(
    one: &mut Followed,
    observation: Observation,
    (cluster, deadline): (&Cluster, Option<Instant>),
    context: &mut Context,
    bars: Option<&Bars>,
) -> Result<Option<Exit>> {
    let snapshot = match observation {
        Observation::Trouble(error) => return outage(one, *error, context).map(|()| None),
        Observation::Absent if one.uid.is_none() => return Ok(None),
        Observation::Absent => {
            one.ended = Some(State::Deleted);
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
    (one.latest, one.fresh) = (Some(snapshot.clone()), true);
    let found = rollout(&snapshot);
    if let Some(bars) = bars {
        let bar = *one.bar.get_or_insert_with(|| bars.add(set));
        bars.update(bar, set);
    }
    if let Some(exit) = pinned(&one.pin, &snapshot, &found, context)? {
        one.ended = Some(State::Superseded);
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
