//! Following rollouts until each is over: used by `status`, and by every change that waits.

use std::time::Duration;

use anyhow::Result;
use futures::{StreamExt, stream};
use tokio::time::{Instant, MissedTickBehavior};

use super::{
    context::Context,
    journal,
    look::{self, Look},
    observe::observe,
    rules::{self, Rules},
};
use crate::{
    client::{Cluster, watch::Surroundings},
    domain::rollout::{Phase, rollout},
    error::{Exit, Failure},
    render::{panel, progress::Bars},
};

pub use super::followed::Followed;

/// The shortest time between two looks at one rollout: a terminal is redrawn five times a second.
const OFTEN: Duration = Duration::from_millis(200);
/// The longest, since ages grow and times pass although nothing changes.
const SELDOM: Duration = Duration::from_secs(1);

/// Looks take at most one part in so many of the time.
const SHARE: u32 = 5;

/// What becomes of the following when nobody reads standard output any more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unread {
    /// It ends: it was for the reader alone. What was not done by then has not been seen to be done.
    Ends,
    /// It goes on: something else depends on how the rollout ends.
    GoesOn,
}

/// How long rollouts are followed.
#[derive(Clone, Copy)]
pub struct Until<'a> {
    /// For all together.
    pub deadline: Option<Instant>,
    /// When nobody reads.
    pub unread: Unread,
    /// For each.
    pub rules: &'a Rules,
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
pub async fn follow(context: &mut Context, cluster: &Cluster, all: &mut [Followed], until: Until<'_>) -> Result<Exit> {
    let plain = !context.terminal.unicode;
    let live = context.terminal.live;
    let bars = live.then(|| Bars::new(Box::new(std::io::stderr()), plain));
    context.share_with(bars.as_ref().map(Bars::screen));
    let result = until_all_are_over(context, cluster, all, until, bars).await;
    context.share_with(None);
    result
}

async fn until_all_are_over(
    context: &mut Context,
    cluster: &Cluster,
    all: &mut [Followed],
    until: Until<'_>,
    bars: Option<Bars>,
) -> Result<Exit> {
    let streams = all.iter().enumerate().map(|(index, one)| {
        cluster
            .follow(&one.namespace, &one.name, Surroundings::Included)
            .map(move |observation| (index, observation))
            .boxed()
    });
    let mut streams = stream::select_all(streams.collect::<Vec<_>>());
    let mut exits: Vec<Option<Exit>> = vec![None; all.len()];
    let mut clock = tokio::time::interval(OFTEN);
    clock.set_missed_tick_behavior(MissedTickBehavior::Delay);
    while exits.iter().any(Option::is_none) {
        tokio::select! {
            Some((index, observation)) = streams.next(), if !streams.is_empty() => {
                if exits[index].is_none() {
                    let one = &mut all[index];
                    exits[index] = observe(one, observation, (cluster, until.deadline), context, bars.as_ref()).await?;
                    close(one, exits[index], until.rules, context, bars.as_ref())?;
                }
            }
            _ = clock.tick() => {
                if bars.as_ref().is_some_and(Bars::resized) {
                    all.iter_mut().for_each(|one| one.fresh = one.latest.is_some());
                }
                for (one, exit) in all.iter_mut().zip(&mut exits).filter(|(_, exit)| exit.is_none()) {
                    *exit = attend(one, until.rules, context, bars.as_ref())?;
                    close(one, *exit, until.rules, context, bars.as_ref())?;
                }
                bars.iter().for_each(Bars::draw);
            }
            () = expiry(until.deadline) => {
                for (one, exit) in all.iter_mut().zip(&exits).filter(|(_, exit)| exit.is_none()) {
                    close(one, exit.or(Some(Exit::Unfinished)), until.rules, context, bars.as_ref())?;
                }
                exits.push(Some(context.report(&timed_out().into())));
                break;
            }
        }
        if context.unread() && until.unread == Unread::Ends {
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

/// Looks at a rollout that is not over, if it is time for that, and shows what is seen; an exit where the rules end the
/// wait.
fn attend(one: &mut Followed, rules: &Rules, context: &mut Context, bars: Option<&Bars>) -> Result<Option<Exit>> {
    let now = Instant::now();
    let pause = if one.fresh { OFTEN } else { SELDOM };
    // A look at thousands of nodes must not take the time in which their changes are read.
    let pause = pause.max(one.cost * SHARE);
    let rested = one
        .look
        .as_ref()
        .is_none_or(|(_, at)| now.saturating_duration_since(*at) >= pause);
    if !rested || one.outage.is_some() || !look_again(one, rules, context, now)? {
        return Ok(None);
    }
    journal::news(one, context);
    let Some((look, _)) = &one.look else { return Ok(None) };
    if let Some(open) = &look.open {
        context.out.line(&rules.passed(&one.name, open));
        return Ok(Some(Exit::Done));
    }
    // Before the end, so that the log has what it ends with.
    match (bars, one.bar) {
        (Some(bars), Some(bar)) => {
            let style = look::live(context, rules);
            bars.panel(bar, |height| panel::fitted(&look.view, style, height));
        }
        _ => {
            for said in one.announcer.news(&look.view.found.findings, now) {
                context.err.line(&format!("daemon set \"{}\": {}", one.name, said.line));
                journal::finding(one, &said, context);
            }
        }
    }
    if rules.gives_up(look.failed.is_some(), &mut one.failing, now)
        && let Some(failed) = &look.failed
    {
        let words = rules::given_up(&one.name, failed, &look.view.found.verdict.reason);
        one.last_words = Some(Failure::new(Exit::Failed, words));
        return Ok(Some(Exit::Failed));
    }
    Ok(None)
}

/// Whether there was something to look at.
fn look_again(one: &mut Followed, rules: &Rules, context: &Context, now: Instant) -> Result<bool> {
    let Some(latest) = &mut one.latest else {
        return Ok(false);
    };
    latest.taken = context.now();
    let look = Look::at(latest, rules, one.start.as_ref())?;
    if one.start.is_none() {
        one.start.clone_from(&look.wanted);
    }
    (one.look, one.fresh) = (Some((look, now)), false);
    one.cost = now.elapsed();
    Ok(true)
}

/// Ends the view of a rollout that is over: what is still wrong with it, in full, stays on the screen or in the log.
fn close(
    one: &mut Followed,
    exit: Option<Exit>,
    rules: &Rules,
    context: &mut Context,
    bars: Option<&Bars>,
) -> Result<()> {
    let Some(exit) = exit else { return Ok(()) };
    let result = last_words(one, exit, rules, context, bars);
    journal::end(one, exit, context);
    result
}

fn last_words(one: &mut Followed, exit: Exit, rules: &Rules, context: &mut Context, bars: Option<&Bars>) -> Result<()> {
    if let (Some(bars), Some(bar)) = (bars, one.bar) {
        bars.finish(bar);
    }
    let seen = look_again(one, rules, context, Instant::now())?;
    journal::news(one, context);
    if !seen || one.ended.is_some() {
        return Ok(());
    }
    let Some((look, _)) = &one.look else { return Ok(()) };
    let style = look::style(context, rules);
    let phase = one.latest.as_ref().map(|latest| rollout(latest).phase);
    let lines = match exit {
        Exit::Done => {
            for said in one.announcer.end(&look.view.found.findings) {
                context.err.line(&format!("daemon set \"{}\": {}", one.name, said.line));
                journal::finding(one, &said, context);
            }
            look.worries(style)
        }
        // Which pods run another template has been said.
        Exit::Failed if phase == Some(Phase::Stalled) => Vec::new(),
        // kubectl's own spelling says no more than kubectl where nothing is wrong.
        Exit::Unfinished | Exit::Failed if look.worrying() || !context.as_kubectl() => look.lines(style),
        _ => Vec::new(),
    };
    for line in lines {
        context.err.line(&line);
    }
    journal::rest(one, &look.view.found.findings, context);
    if let Some(moves) = look
        .view
        .moves
        .as_ref()
        .and_then(panel::moves)
        .filter(|_| exit == Exit::Done)
    {
        context.err.line(&format!("daemon set \"{}\": {moves}", one.name));
    }
    if let Some(failure) = one.last_words.take() {
        context.report(&failure.into());
    }
    Ok(())
}
