//! `status`: where rollouts stand; followed until they are done.

use std::time::Duration;

use anyhow::Result;
use clap::Args;

use super::{
    context::Context,
    follow::{self, Followed, Unread},
    pin::{Pin, pinned},
    target::{self, TargetArgs, Wanted},
    tell, value,
};
use crate::{
    client::Cluster,
    domain::{
        daemonset::DaemonSet,
        rollout::{Phase, rollout},
        snapshot::Snapshot,
    },
    error::{Exit, Failure},
    render,
};

/// Arguments of `status`.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  # Follow one rollout until it is done\n  kubectl ds status agent -n kube-system\n\n  \
                        # Look once; exit code 3 if it is not done\n  kubectl ds status agent --watch=false --exit-code\n\n  \
                        # A line for each DaemonSet of the cluster\n  kubectl ds status -A\n\n  # In a pipeline: fail \
                        after ten minutes, or when somebody starts another rollout\n  kubectl ds status agent \
                        --revision 7 --timeout 10m"
)]
pub struct StatusArgs {
    /// Which DaemonSets; without any, a table of all in the namespace
    #[command(flatten)]
    pub targets: TargetArgs,
    /// In all namespaces
    #[arg(short = 'A', long)]
    pub all_namespaces: bool,
    /// Follow until done; --watch=false looks once
    #[arg(short, long, default_value = "true")]
    pub watch: bool,
    /// Wait for this revision only; another one meanwhile ends with exit code 3
    #[arg(long, value_name = "NUMBER", value_parser = value::int, default_value = "0", hide_default_value = true, allow_hyphen_values = true)]
    pub revision: i64,
    /// Give up after this time, for all together, e.g. 90s or 10m; 0 waits for ever
    #[arg(long, value_name = "DURATION", value_parser = value::duration, default_value = "0", hide_default_value = true)]
    pub timeout: Duration,
    /// With --watch=false: exit code 3 if the rollout is not done, 4 if it cannot finish by itself
    #[arg(long)]
    pub exit_code: bool,
    /// Wait for a DaemonSet that does not exist yet
    #[arg(long)]
    pub wait_for_create: bool,
    /// Succeed although a selector matches nothing (as `rollout status` does)
    #[arg(long)]
    pub allow_empty: bool,
}

/// Runs `status`.
///
/// # Errors
/// Wrong usage, or what the server answers.
pub async fn run(args: StatusArgs, context: &mut Context) -> Result<Exit> {
    if args.revision < 0 {
        return Err(Failure::usage(format!("revision must be a positive integer: {}", args.revision)).into());
    }
    let wanted = args.targets.wanted(context)?;
    if args.all_namespaces && matches!(wanted, Wanted::Named(_)) {
        let words = "a resource cannot be retrieved by name across all namespaces";
        return Err(Failure::usage(words).into());
    }
    let overview = !context.as_kubectl() && matches!(wanted, Wanted::Nothing) || args.all_namespaces;
    let wanted = if overview { wanted } else { wanted.required()? };
    let deadline = follow::deadline(args.timeout);
    let cluster = follow::within(deadline, context.cluster()).await?;
    if overview {
        return follow::within(deadline, table(&args, &cluster, context)).await;
    }
    let found = follow::within(deadline, wanted.find(&cluster)).await?;
    let mut worst = Exit::Done;
    let mut awaited = Vec::new();
    for error in found.errors {
        match (target::missing(&error), &wanted) {
            (Some(name), Wanted::Named(names)) if args.wait_for_create => {
                let namespace = names
                    .iter()
                    .find(|(_, known)| *known == name)
                    .and_then(|(space, _)| space.clone());
                let namespace = namespace.unwrap_or_else(|| cluster.namespace().to_owned());
                context
                    .err
                    .line(&format!("waiting for daemon set \"{name}\" to be created"));
                awaited.push(Followed::awaited(namespace, name));
            }
            _ => {
                worst = worst.max(context.report(&error));
                target::suggest(&cluster, &error, context).await;
            }
        }
    }
    let asked = |wanted: &Wanted| matches!(wanted, Wanted::Named(names) if !names.is_empty());
    if found.sets.is_empty() && !asked(&wanted) {
        return Ok(context.nothing_found(cluster.namespace(), args.allow_empty));
    }
    let snapshots = futures::future::try_join_all(found.sets.into_iter().map(|set| cluster.snapshot(set)));
    let snapshots = follow::within(deadline, async { Ok(snapshots.await?) }).await?;
    for snapshot in snapshots {
        match judge(&args, &snapshot, context)? {
            Some(exit) => worst = worst.max(exit),
            None => awaited.push(Followed::present(snapshot, pin(&args))),
        }
    }
    context.farewell = Some("interrupted: the rollout goes on without being watched".to_owned());
    Ok(worst.max(follow::follow(context, &cluster, awaited, deadline, Unread::Ends).await?))
}

fn pin(args: &StatusArgs) -> Pin {
    if args.revision == 0 {
        Pin::None
    } else {
        Pin::Revision(args.revision)
    }
}

/// The end for a rollout that needs no following, with its lines printed; `None` for one to be followed.
fn judge(args: &StatusArgs, snapshot: &Snapshot, context: &mut Context) -> Result<Option<Exit>> {
    let found = rollout(snapshot);
    let pin = pin(args);
    if let Some(exit) = pinned(&pin, snapshot, &found, context)? {
        return Ok(Some(exit));
    }
    let over = matches!(found.phase, Phase::Done | Phase::Idle | Phase::Stalled);
    if args.watch && !over {
        return Ok(None);
    }
    if context.terminal.live {
        let set = &snapshot.daemonset;
        context
            .err
            .line(&format!("{}: {}", set.name(), render::status::strategy(set)));
    }
    tell::standing(context, &snapshot.daemonset, &found);
    tell::rights(context, snapshot);
    tell::deletion(context, &snapshot.daemonset);
    Ok(Some(match found.phase {
        Phase::Done | Phase::Idle => Exit::Done,
        Phase::Stalled if args.watch || args.exit_code => Exit::Failed,
        _ if args.exit_code => Exit::Unfinished,
        _ => Exit::Done,
    }))
}

/// One line for each DaemonSet of the namespace, or of all.
async fn table(args: &StatusArgs, cluster: &Cluster, context: &mut Context) -> Result<Exit> {
    let namespace = (!args.all_namespaces).then(|| cluster.namespace().to_owned());
    let sets = cluster
        .daemonsets(namespace.as_deref(), args.targets.selector.as_deref())
        .await?;
    if sets.is_empty() {
        return Ok(context.nothing_found(namespace.as_deref().unwrap_or_default(), true));
    }
    let snapshots = cluster.snapshots(namespace.as_deref(), sets).await?;
    let rows: Vec<(&DaemonSet, _)> = snapshots.iter().map(|it| (&it.daemonset, rollout(it))).collect();
    let worst = rows.iter().map(|(_, found)| match found.phase {
        Phase::Done | Phase::Idle => Exit::Done,
        Phase::Stalled => Exit::Failed,
        _ => Exit::Unfinished,
    });
    let worst = worst.max().unwrap_or(Exit::Done);
    context
        .out
        .text(&render::status::table(&rows, args.all_namespaces, context.now()));
    if let Some(snapshot) = snapshots.first() {
        tell::rights(context, snapshot);
    }
    Ok(if args.exit_code { worst } else { Exit::Done })
}
