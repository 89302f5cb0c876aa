//! After a change: following the rollouts it started, and going back when they fail.

use std::time::Duration;

use anyhow::{Result, anyhow};
use tokio::time::{Instant, timeout_at};

use super::{
    change::{Sent, send},
    change_args::ChangeArgs,
    context::Context,
    follow::{self, Followed, Unread, Until},
};
use crate::{
    client::Cluster,
    domain::{
        change::{self, Cause, Notes},
        daemonset::{CHANGE_CAUSE, DaemonSet},
        shell, template,
    },
    error::{Exit, Failure},
    render::{self, change::DryRun},
};

/// How long a rollback is tried again while the server is out of reach.
const PATIENCE: Duration = Duration::from_secs(300);
const PAUSE: Duration = Duration::from_secs(1);

/// Connects. Where the end is waited for, the wait has begun: a credential plugin that hangs must not outlast it.
///
/// # Errors
/// A configuration that cannot be used, or the timeout.
pub async fn connected(args: &ChangeArgs, context: &mut Context) -> Result<Cluster> {
    let deadline = follow::deadline(args.timeout).filter(|_| args.wait);
    follow::within(deadline, context.cluster()).await
}

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
    let names = shell::words(sets.iter().map(DaemonSet::name));
    context.farewell = Some(format!(
        "interrupted: the change stays and its rollout goes on; '{0} status {names}' follows it, '{0} undo {names}' goes back",
        context.program
    ));
    let rules = args.rules()?;
    let mut all: Vec<_> = sets.into_iter().map(Followed::changed).collect();
    let until = Until {
        deadline,
        unread: Unread::GoesOn,
        rules: &rules,
    };
    // Where the answer is an object for a program, the progress of the rollout is not part of it.
    let answer = args.prints_objects().then(|| context.set_aside());
    let result = follow::follow(context, cluster, &mut all, until).await;
    if let Some(answer) = answer {
        context.out = answer;
    }
    context.farewell = None;
    result
}

/// Puts back what was there before each change. A template that is no longer the one that was sent is somebody else's
/// and stays.
///
/// Returns [`Exit::Failed`]: the change has not come to stay; [`Exit::Error`] where one could not be put back.
pub async fn rolled_back(args: &ChangeArgs, sent: &[Sent], cluster: &Cluster, context: &mut Context) -> Exit {
    let mut worst = Exit::Failed;
    for one in sent {
        let name = one.before.name();
        context.err.line(&format!(
            "{name}: the rollout has not finished; going back to the template from before:"
        ));
        context.farewell = Some(format!("interrupted: {}", open_end(one, context)));
        if let Err(error) = until_rolled_back(args, one, cluster, context).await {
            context.report(&error);
            let words = match error.downcast_ref::<Failure>() {
                // What is there now is not ours to take back.
                Some(_) => format!("{name}: NOT rolled back"),
                None => open_end(one, context),
            };
            context.err.line(&words);
            worst = Exit::Error;
        }
    }
    context.farewell = None;
    worst
}

/// Says that the changes stay although they were to be taken back when they fail, because how they end cannot be seen.
pub fn left_alone(sent: &[Sent], context: &mut Context) {
    for one in sent {
        let words = open_end(one, context);
        context.err.line(&words);
    }
}

/// What is left to do, as a line to be pasted: it works on the same object wherever it is typed.
fn open_end(sent: &Sent, context: &Context) -> String {
    let (name, namespace) = (sent.before.name(), shell::quote(sent.before.namespace()));
    let context_flag = context.options.context.as_ref();
    let context_flag = context_flag.map_or_else(String::new, |context| shell::command(" --context {}", &[context]));
    format!(
        "{name}: NOT rolled back: '{} undo {name} -n {namespace}{context_flag}' goes back",
        context.program
    )
}

/// Tries again while the server cannot be reached: a bad rollout that nobody takes back is what must not happen.
async fn until_rolled_back(args: &ChangeArgs, sent: &Sent, cluster: &Cluster, context: &mut Context) -> Result<()> {
    let end = Instant::now() + PATIENCE;
    let mut told = false;
    loop {
        let tried = timeout_at(end, roll_back(args, sent, cluster, context)).await;
        match tried.unwrap_or_else(|_| Err(anyhow!("no answer within {} s", PATIENCE.as_secs()))) {
            Err(error) if passes(&error) && Instant::now() < end => {
                if !told {
                    context.report(&error);
                    context.err.line(&format!("trying again for {} s", PATIENCE.as_secs()));
                    told = true;
                }
                tokio::time::sleep(PAUSE).await;
            }
            result => return result,
        }
    }
}

/// Whether an error may be over a little later: the server is not reached, or has trouble of its own.
fn passes(error: &anyhow::Error) -> bool {
    match error.downcast_ref::<kube::Error>() {
        Some(kube::Error::Api(status)) => status.code == 429 || status.code >= 500,
        Some(kube::Error::Service(_) | kube::Error::HyperError(_) | kube::Error::ReadEvents(_)) => true,
        _ => false,
    }
}

async fn roll_back(args: &ChangeArgs, sent: &Sent, cluster: &Cluster, context: &mut Context) -> Result<()> {
    let name = sent.before.name();
    let now = cluster.daemonset(sent.before.namespace(), name).await?;
    let back = now.uid() == sent.before.uid() && template::same(now.template(), sent.before.template());
    if back {
        // An earlier try reached the server although its answer did not reach us, or somebody else did it.
        say(args, &now, context);
        return Ok(());
    }
    if now.uid() != sent.before.uid() || !template::same(now.template(), sent.answer.template()) {
        let words = format!("{name}: its template is another one meanwhile, which stays");
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
    say(args, &back.answer, context);
    Ok(())
}

fn say(args: &ChangeArgs, set: &DaemonSet, context: &mut Context) {
    let line = render::change::success(set, "rolled back", DryRun::None);
    match args.prints_objects() {
        true => context.err.line(&line),
        false => context.out.line(&line),
    }
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
