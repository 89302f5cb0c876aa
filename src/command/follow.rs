//! Following rollouts until each is over: used by `status`, and by every change that waits.

use std::time::Duration;

use anyhow::Result;
use futures::{StreamExt, stream};
use serde_json::Value;
use tokio::time::Instant;

use super::context::Context;
use crate::{
    client::{Cluster, watch::Observation},
    domain::{
        daemonset::DaemonSet,
        rollout::{Rollout, Verdict, rollout},
        snapshot::Snapshot,
        template,
    },
    error::{Exit, Failure},
    render::{progress::Bars, status},
};

/// An outage shorter than this is not worth a word.
const OUTAGE: Duration = Duration::from_secs(10);

/// Which template a rollout must keep to be the one that was meant.
#[derive(Debug, Clone)]
pub enum Pin {
    /// Whatever comes: a newer rollout is followed too.
    None,
    /// The template of this revision.
    Revision(i64),
    /// This template.
    Template(Box<Value>),
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

/// Follows all at once, under one deadline, and prints each change. The result is the worst of theirs.
///
/// # Errors
/// An answer of the server that no waiting mends.
pub async fn follow(
    context: &mut Context,
    cluster: &Cluster,
    mut all: Vec<Followed>,
    timeout: Option<Duration>,
) -> Result<Exit> {
    let deadline = timeout.map(|timeout| Instant::now() + timeout);
    let mut bars = context.terminal.live.then(Bars::new);
    let streams = all.iter().enumerate().map(|(index, one)| {
        cluster
            .follow(&one.namespace, &one.name)
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
            context.report(&Failure::new(Exit::Unfinished, "timed out waiting for the condition").into());
            exits.push(Some(Exit::Unfinished));
            break;
        };
        if exits[index].is_none() {
            let one = &mut all[index];
            exits[index] = observe(one, observation, cluster, context, bars.as_mut()).await?;
            if let (Some(bars), Some(bar), Some(_)) = (&bars, one.bar, exits[index]) {
                bars.finish(bar);
            }
        }
        if context.out.failed() {
            break;
        }
    }
    if let Some(bars) = bars {
        (0..all.len()).for_each(|index| bars.finish(index));
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
    cluster: &Cluster,
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
    let end = match found.verdict {
        Verdict::Done | Verdict::Idle => Some(Exit::Done),
        // Events of different objects overtake each other: only what a fresh reading confirms is a stall.
        Verdict::Stalled => {
            let fresh = cluster
                .snapshot(cluster.daemonset(&one.namespace, &one.name).await?)
                .await?;
            (rollout(&fresh).verdict == Verdict::Stalled).then_some(Exit::Failed)
        }
        _ => None,
    };
    if found.verdict == Verdict::Stalled && end.is_none() {
        return Ok(None);
    }
    let line = status::line(set, &found);
    if one.told.as_ref() != Some(&line) && (end.is_some() || !context.terminal.live) {
        // The list of pods once, with the first line and the last; between them the counts are enough.
        match one.told.is_none() || end.is_some() {
            true => tell(context, set, &found),
            false => context.out.line(&line),
        }
    }
    if one.told.is_none() {
        tell_rights(context, &snapshot);
    }
    one.told = Some(line);
    Ok(end)
}

/// Prints the line for where a rollout stands, and what belongs to it.
pub fn tell(context: &mut Context, set: &DaemonSet, found: &Rollout) {
    context.out.line(&status::line(set, found));
    let now = context.now();
    for note in status::notes(set, found, now) {
        context.out.line(&note);
    }
}

/// Says once what may not be read, and what is therefore not known.
pub fn tell_rights(context: &mut Context, snapshot: &Snapshot) {
    if snapshot.pods.is_none() {
        context
            .err
            .line("Warning: no right to list pods: the counters alone are shown, not whether the pods agree");
    }
    if snapshot.revisions.is_none() {
        context
            .err
            .line("Warning: no right to list controllerrevisions.apps: revision numbers are not shown");
    }
}

/// An end for a rollout that is no longer the one that was meant, said with whom and when.
///
/// # Errors
/// A revision that does not exist.
pub fn pinned(pin: &Pin, snapshot: &Snapshot, found: &Rollout, context: &mut Context) -> Result<Option<Exit>> {
    let set = &snapshot.daemonset;
    let (kept, meant) = match pin {
        Pin::None => return Ok(None),
        Pin::Template(template) => (template::same(template, set.template()), "this change".to_owned()),
        Pin::Revision(number) => {
            let stored = snapshot
                .revisions()
                .iter()
                .find(|revision| revision.number() == *number);
            let newest = snapshot.revisions().last().map_or(0, |revision| revision.number());
            match stored {
                Some(revision) => (
                    template::same(revision.template(), set.template()),
                    format!("revision {number}"),
                ),
                // A rollout that the controller has not recorded yet may become it.
                None if found.revision.is_none() || snapshot.revisions.is_none() => return Ok(None),
                None if *number > newest => return Err(Failure::error("unable to find the specified revision").into()),
                None => (false, format!("revision {number}")),
            }
        }
    };
    if kept {
        return Ok(None);
    }
    let by = found
        .revision
        .map_or_else(|| "another template".to_owned(), |number| format!("revision {number}"));
    let who = set
        .last_template_change()
        .map(|(manager, time)| format!(" (changed by {manager} at {time})"));
    let words = format!(
        "daemon set \"{}\": {meant} is superseded by {by}{}",
        set.name(),
        who.unwrap_or_default()
    );
    Ok(Some(context.report(&Failure::new(Exit::Unfinished, words).into())))
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

/// The name that was not found, if that is what the error says.
pub fn missing(error: &anyhow::Error) -> Option<String> {
    match error.downcast_ref::<kube::Error>()? {
        kube::Error::Api(status) if status.code == 404 => Some(status.details.as_ref()?.name.clone()),
        _ => None,
    }
}

/// Lists names near to one that was not found.
pub async fn suggest(cluster: &Cluster, error: &anyhow::Error, context: &mut Context) {
    let Some(name) = missing(error) else { return };
    let Ok(sets) = cluster.daemonsets(Some(cluster.namespace()), None).await else {
        return;
    };
    let names: Vec<_> = sets.iter().map(DaemonSet::name).collect();
    let mut near: Vec<_> = names.iter().copied().filter(|known| known.contains(&name)).collect();
    near.extend(
        similar::get_close_matches(name.as_str(), &names, 3, 0.7)
            .into_iter()
            .filter(|known| !known.contains(&name)),
    );
    if !near.is_empty() {
        context.err.line(&format!("did you mean {}?", near.join(" or ")));
    }
}
