//! After a change: following the rollouts it started, and going back when they fail.

use anyhow::Result;

use super::{
    change::{Sent, send},
    change_args::ChangeArgs,
    context::Context,
    follow::{self, Followed},
};
use crate::{
    client::Cluster,
    domain::{
        change::{self, Cause, Notes},
        daemonset::{CHANGE_CAUSE, DaemonSet},
        template,
    },
    error::{Exit, Failure},
    render::{self, change::DryRun},
};

/// Follows what was changed, if that was asked for, until all of it is done or the time is over.
///
/// # Errors
/// What no waiting mends.
pub async fn followed(
    args: &ChangeArgs,
    sets: Vec<DaemonSet>,
    cluster: &Cluster,
    context: &mut Context,
) -> Result<Exit> {
    if !args.wait || sets.is_empty() {
        return Ok(Exit::Done);
    }
    let deadline = follow::deadline(args.timeout);
    let all = sets.into_iter().map(Followed::changed).collect();
    // Where the answer is an object for a program, the progress of the rollout is not part of it.
    let aside = args.prints_objects();
    if aside {
        std::mem::swap(&mut context.out, &mut context.err);
    }
    let result = follow::follow(context, cluster, all, deadline).await;
    if aside {
        std::mem::swap(&mut context.out, &mut context.err);
    }
    result
}

/// Puts back what was there before each change. A template that is no longer the one that was sent is somebody else's
/// and stays.
///
/// Returns [`Exit::Failed`]: the change has not come to stay.
///
/// # Errors
/// None but a closed connection; what fails for one DaemonSet is reported and the others are still put back.
pub async fn rolled_back(args: &ChangeArgs, sent: &[Sent], cluster: &Cluster, context: &mut Context) -> Result<Exit> {
    for one in sent {
        if let Err(error) = roll_back(args, one, cluster, context).await {
            context.report(&error);
        }
    }
    Ok(Exit::Failed)
}

async fn roll_back(args: &ChangeArgs, sent: &Sent, cluster: &Cluster, context: &mut Context) -> Result<()> {
    let name = sent.before.name();
    let now = cluster.daemonset(sent.before.namespace(), name).await?;
    if now.uid() != sent.before.uid() || !template::same(now.template(), sent.answer.template()) {
        let words = format!("{name}: not rolled back: its template is another one meanwhile");
        return Err(Failure::error(words).into());
    }
    let notes = Notes {
        change_cause: cause_before(sent),
        ..Notes::default()
    };
    // The stored text is preferred: the controller finds its revision by the bytes.
    let stored = cluster.revisions(&now).await.unwrap_or_default();
    let stored = stored
        .iter()
        .rev()
        .find(|revision| template::same(revision.template(), sent.before.template()));
    let plan = |set: &DaemonSet| match stored {
        Some(revision) => change::undo(set, revision, &notes),
        None => change::restore(set, sent.before.template(), &notes),
    };
    context.err.line(&format!(
        "{name}: the rollout has not finished; going back to the template from before:"
    ));
    let back = send(cluster, &now, &args.patch_options(DryRun::None), plan).await?;
    let changed: Vec<_> = back
        .change
        .images
        .iter()
        .filter(|image| image.changes())
        .cloned()
        .collect();
    for line in render::change::images(&back.before, &changed) {
        context.err.line(&line);
    }
    let line = render::change::success(&back.answer, "rolled back", DryRun::None);
    match args.prints_objects() {
        true => context.err.line(&line),
        false => context.out.line(&line),
    }
    Ok(())
}

/// The change-cause from before, where the change had brought its own.
fn cause_before(sent: &Sent) -> Cause {
    match (
        sent.before.annotation(CHANGE_CAUSE),
        sent.answer.annotation(CHANGE_CAUSE),
    ) {
        (before, after) if before == after => Cause::Keep,
        (Some(before), _) => Cause::Set(before.to_owned()),
        (None, _) => Cause::Remove,
    }
}
