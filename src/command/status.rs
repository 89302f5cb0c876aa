//! `status`: where rollouts stand; followed until they are done.

use std::time::Duration;

use anyhow::Result;
use clap::Args;

use super::{
    context::Context,
    follow::{self, Followed, Unread, Until},
    journal,
    look::Look,
    pin::{Pin, pinned},
    rules::{AllowArgs, FailFastArgs, Rules},
    status_once,
    status_output::{Answer, Shape},
    status_table,
    table_args::{HeaderArgs, SortArgs},
    target::{self, TargetArgs, Wanted},
    tell, value,
};
use crate::{
    client::Cluster,
    domain::{
        diagnosis::verdict::State,
        rollout::{Phase, rollout},
        snapshot::Snapshot,
    },
    error::{Exit, Failure},
    render::{self, nodes, overview},
};

/// Arguments of `status`.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  # Follow one rollout until it is done\n  kubectl ds status agent -n kube-system\n\n  \
                        # Look once; exit code 3 if it is not done\n  kubectl ds status agent --watch=false --exit-code\n\n  \
                        # A line for each DaemonSet of the cluster\n  kubectl ds status -A\n\n  # In a pipeline: fail \
                        after ten minutes, or when somebody starts another rollout\n  kubectl ds status agent \
                        --revision 7 --timeout 10m\n\n  # … as soon as it is known that it will not finish\n  kubectl ds \
                        status agent --fail-fast --timeout 10m\n\n  # Content with all but a tenth of the nodes\n  kubectl \
                        ds status agent --allow-unavailable 10%\n\n  # Everything that is known, for a program; each change, for a pipeline\n  \
                        kubectl ds status agent --watch=false -o json\n  kubectl ds status agent --output-events json"
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
    /// Show the nodes that are done too
    #[arg(long)]
    pub all_nodes: bool,
    /// When to give up.
    #[command(flatten)]
    pub fail_fast: FailFastArgs,
    /// With how much less to be content.
    #[command(flatten)]
    pub allow: AllowArgs,
    /// json or yaml (one document, at the end), name, or wide (more columns, nothing cut)
    #[arg(short, long, value_name = "FORMAT")]
    pub output: Option<String>,
    /// json: one JSON object a line for each change, instead of kubectl's lines
    #[arg(long, value_name = "FORMAT", value_parser = ["json"], conflicts_with = "output")]
    pub output_events: Option<String>,
    /// How tables look.
    #[command(flatten)]
    pub headers: HeaderArgs,
    /// In which order.
    #[command(flatten)]
    pub sort: SortArgs,
}

/// Runs `status`.
///
/// # Errors
/// Wrong usage, or what the server answers.
pub async fn run(args: StatusArgs, context: &mut Context) -> Result<Exit> {
    if args.revision < 0 {
        return Err(Failure::usage(format!("revision must be a positive integer: {}", args.revision)).into());
    }
    let (shape, mut rules) = (
        Shape::of(args.output.as_deref())?,
        Rules::new(&args.fail_fast, &args.allow)?,
    );
    args.headers.apply(shape == Shape::Wide, context);
    rules.all_nodes = args.all_nodes || shape == Shape::Wide;
    let wanted = args.targets.wanted(context)?;
    if args.all_namespaces && matches!(wanted, Wanted::Named(_)) {
        let words = "a resource cannot be retrieved by name across all namespaces";
        return Err(Failure::usage(words).into());
    }
    let overview = !context.as_kubectl() && matches!(wanted, Wanted::Nothing) || args.all_namespaces;
    let wanted = if overview { wanted } else { wanted.required()? };
    let columns = if overview {
        &overview::COLUMNS[..]
    } else {
        &nodes::COLUMNS[..]
    };
    if overview && args.output_events.is_some() {
        return Err(Failure::usage("--output-events needs the name of a daemon set, a selector or a manifest").into());
    }
    rules.sort = args.sort.column(columns)?;
    let deadline = follow::deadline(args.timeout);
    let cluster = follow::within(deadline, context.cluster()).await?;
    if overview {
        return follow::within(
            deadline,
            status_table::print(&args, shape, rules.sort, &cluster, context),
        )
        .await;
    }
    let until = Until {
        deadline,
        unread: Unread::Ends,
        rules: &rules,
    };
    // Where the answer is a document for a program, the progress of the rollout is not part of it.
    if args.output_events.is_some() {
        journal::open(context);
    }
    let answer = shape.is_document().then(|| context.set_aside());
    let many = !matches!(&wanted, Wanted::Named(names) if names.len() == 1);
    let mut answer = Answer::new(shape, many, answer);
    let result = each(&args, wanted, &cluster, until, context, &mut answer).await;
    answer.print(context);
    journal::close(context);
    result
}

/// Those that are over are said at once, the others are followed.
async fn each(
    args: &StatusArgs,
    wanted: Wanted,
    cluster: &Cluster,
    until: Until<'_>,
    context: &mut Context,
    answer: &mut Answer,
) -> Result<Exit> {
    let found = follow::within(until.deadline, wanted.find(cluster)).await?;
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
                target::suggest(cluster, &error, context).await;
            }
        }
    }
    let asked = |wanted: &Wanted| matches!(wanted, Wanted::Named(names) if !names.is_empty());
    if found.sets.is_empty() && !asked(&wanted) {
        return Ok(context.nothing_found(cluster.namespace(), args.allow_empty));
    }
    let snapshots = futures::future::try_join_all(found.sets.into_iter().map(|set| cluster.snapshot(set)));
    let snapshots = follow::within(until.deadline, async { Ok(snapshots.await?) }).await?;
    for snapshot in snapshots {
        let judged = judge(args, snapshot, cluster, until, context, answer);
        match follow::within(until.deadline, judged).await? {
            Judged::Over(exit) => worst = worst.max(exit),
            Judged::GoesOn(snapshot) => awaited.push(Followed::present(*snapshot, pin(args))),
        }
    }
    context.farewell = farewell(args, &awaited, context);
    let end = follow::follow(context, cluster, &mut awaited, until).await?;
    answer.add(awaited.iter().filter_map(Followed::report));
    Ok(worst.max(end))
}

/// How to go on after an interruption.
fn farewell(args: &StatusArgs, all: &[Followed], context: &Context) -> Option<String> {
    let first = all.first()?;
    let names = match args.targets.words.is_empty() || all.len() > 5 {
        // A selector or a manifest finds them again.
        true => None,
        false => Some(all.iter().map(|one| one.name.as_str()).collect::<Vec<_>>().join(" ")),
    };
    let rollout = if all.len() == 1 { "rollout goes" } else { "rollouts go" };
    let again = match names {
        Some(names) => format!("'{} status {names} -n {}' follows", context.program, first.namespace),
        None => "the same command again follows".to_owned(),
    };
    let them = if all.len() == 1 { "it" } else { "them" };
    Some(format!(
        "interrupted: the {rollout} on without being watched; {again} {them}"
    ))
}

fn pin(args: &StatusArgs) -> Pin {
    if args.revision == 0 {
        Pin::None
    } else {
        Pin::Revision(args.revision)
    }
}

enum Judged {
    Over(Exit),
    GoesOn(Box<Snapshot>),
}

/// The end for a rollout that needs no following, with all that is to be said of it.
async fn judge(
    args: &StatusArgs,
    mut snapshot: Snapshot,
    cluster: &Cluster,
    until: Until<'_>,
    context: &mut Context,
    answer: &mut Answer,
) -> Result<Judged> {
    let found = rollout(&snapshot);
    let superseded = pinned(&pin(args), &snapshot, &found, context)?;
    let over = superseded.is_some() || matches!(found.phase, Phase::Done | Phase::Idle | Phase::Stalled);
    if args.watch && !over {
        return Ok(Judged::GoesOn(Box::new(snapshot)));
    }
    // A rollout that is done needs no explanation: then nothing more is read.
    let well = found.phase == Phase::Done && snapshot.daemonset.counters().misscheduled == 0;
    if !well || until.rules.all_nodes || answer.shape.is_document() || context.events.is_some() {
        snapshot = cluster.with_surroundings(snapshot).await?;
    }
    let look = Look::at(&snapshot, until.rules, None)?;
    let report = look.report(&snapshot, superseded.map(|_| State::Superseded));
    answer.add([report.clone()]);
    if let Some(exit) = superseded {
        journal::once(&report, exit, context);
        return Ok(Judged::Over(exit));
    }
    if context.terminal.live {
        let set = &snapshot.daemonset;
        context
            .err
            .line(&format!("{}: {}", set.name(), render::status::strategy(set)));
    }
    let (open, stalled) = (look.open.clone(), look.view.found.verdict.state == State::Stalled);
    status_once::say(args, &snapshot, &found, look, until.rules, context);
    tell::rights(context, &snapshot);
    tell::deletion(context, &snapshot.daemonset);
    let exit = match found.phase {
        Phase::Done | Phase::Idle => Exit::Done,
        Phase::Stalled if args.watch || args.exit_code => Exit::Failed,
        _ if open.is_some() || !args.exit_code => Exit::Done,
        _ if stalled => Exit::Failed,
        _ => Exit::Unfinished,
    };
    journal::once(&report, exit, context);
    Ok(Judged::Over(exit))
}
