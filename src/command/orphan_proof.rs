//! After the deletion: waiting until the DaemonSet is gone, and proof that what it left is there and belongs to nobody
//! (semantics D-15, D-16; cases C63, C64).

use std::time::Duration;

use anyhow::Result;
use tokio::time::{Instant, sleep};

use super::{backup_file::Saved, context::Context};
use crate::{
    client::Cluster,
    domain::{
        daemonset::DaemonSet,
        leftover::{Leftover, proof},
        rival::Rival,
    },
    error::{Exit, Failure},
    render::orphan,
};

/// The garbage collector needs less than a second; after this time a person is told what is waited for.
const PATIENCE: Duration = Duration::from_secs(8);
/// The longest pause between two looks.
const PAUSE: Duration = Duration::from_secs(1);

/// How waiting ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Gone {
    /// The DaemonSet of that uid is gone.
    Yes,
    /// The time passed; that has been said.
    TimedOut,
}

/// Waits until the DaemonSet of this uid is gone, by getting it: that needs no right to watch. What it waits for is told
/// when it takes long, and when the time is over.
///
/// # Errors
/// As the server answers; the deletion goes on without us.
pub async fn until_gone(
    set: &DaemonSet,
    cluster: &Cluster,
    deadline: Option<Instant>,
    context: &mut Context,
) -> Result<Gone> {
    let begun = Instant::now();
    let (mut pause, mut told) = (Duration::from_millis(50), String::new());
    while let Some(now) = cluster.still(set).await? {
        let why = orphan::waits_for(&now);
        if deadline.is_some_and(|deadline| Instant::now() + pause > deadline) {
            let words = format!(
                "timed out waiting for the condition on daemonsets/{}\nit still waits {why}\nto go on waiting: the same \
                 command again",
                set.name()
            );
            context.report(&Failure::error(words).into());
            return Ok(Gone::TimedOut);
        }
        if begun.elapsed() > PATIENCE && told != why {
            context.err.line(&format!("{}: waiting {why}", set.qualified_name()));
            told = why;
        }
        sleep(pause).await;
        pause = (pause * 2).min(PAUSE);
    }
    Ok(Gone::Yes)
}

/// Reads again and says what is there; the `takers` were let to adopt what they select. `aside` keeps the answer from standard output.
///
/// # Errors
/// As the server answers; [`Exit::Error`] when something is lost or will be.
pub async fn prove(
    set: &DaemonSet,
    before: &Leftover,
    takers: &[Rival],
    cluster: &Cluster,
    aside: bool,
    context: &mut Context,
) -> Result<Exit> {
    let now = cluster.matching(set.namespace(), set.selector()).await?;
    let proof = proof(set.uid(), before, &now, takers);
    let (answer, lines) = orphan::proof(&proof);
    match aside {
        true => context.err.line(&answer),
        false => context.out.line(&answer),
    }
    for line in lines {
        context.err.line(&line);
    }
    Ok(if proof.holds() { Exit::Done } else { Exit::Error })
}

/// The DaemonSet is gone and a backup of it is there: an earlier run has done the work. Says what is there of what `left`
/// lists, whoever owns it.
pub fn gone_already(saved: &Saved, left: &Leftover, aside: bool, context: &mut Context) -> Exit {
    let proof = proof(&saved.uid, &left.owned_by_or_free(&saved.uid), left, &[]);
    let (answer, lines) = orphan::proof(&proof);
    let answer = format!("{} is deleted already: {answer}", saved.set.qualified_name());
    match aside {
        true => context.err.line(&answer),
        false => context.out.line(&answer),
    }
    for line in lines {
        context.err.line(&line);
    }
    if proof.holds() { Exit::Done } else { Exit::Error }
}
