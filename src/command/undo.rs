//! `undo`: back to the previous revision, or to a chosen one (semantics E.4).

use anyhow::Result;
use clap::Args;

use super::{
    change::{Printer, send, under},
    change_args::{ChangeArgs, DryRunArgs},
    context::Context,
    value, wait,
};
use crate::{
    client::Cluster,
    domain::{
        change::{self, Notes},
        daemonset::{DaemonSet, LAST_APPLIED},
        history::{self, Reference},
        last_applied, last_applied_sync,
        revision::Revision,
    },
    error::{Exit, Failure},
    render::{
        self,
        change::{DryRun, success},
    },
};

/// Arguments of `undo`.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  # Back to the template before the present one\n  kubectl ds undo agent\n\n  # Look first: \
                        which revision, which number, which images\n  kubectl ds undo agent --dry-run=server\n\n  # Back to \
                        revision 3, and wait for it\n  kubectl ds undo agent --to-revision=3 --wait --timeout=10m"
)]
pub struct UndoArgs {
    /// What every change takes.
    #[command(flatten)]
    pub change: ChangeArgs,
    /// The revision to go back to; 0 for the newest that differs from the present template
    #[arg(long, value_name = "NUMBER", value_parser = value::int, default_value = "0", hide_default_value = true, allow_hyphen_values = true)]
    pub to_revision: i64,
    /// The revision to go back to, by its hash or the beginning of it
    #[arg(long, value_name = "HASH", conflicts_with = "to_revision")]
    pub to_hash: Option<String>,
    /// Text for the change-cause annotation of the DaemonSet; the revision keeps its own, the next change inherits this
    #[arg(long, value_name = "TEXT")]
    pub change_cause: Option<String>,
    /// Let the last-applied annotation follow: the next 'kubectl apply' then knows which of the restored parts are its own
    #[arg(long)]
    pub sync_last_applied: bool,
    /// Dry run.
    #[command(flatten)]
    pub dry_run: DryRunArgs,
}

/// Runs `undo`.
///
/// # Errors
/// Wrong usage, or no connection; what fails for one DaemonSet is reported and the others are still worked on (E-38).
pub async fn run(args: UndoArgs, context: &mut Context) -> Result<Exit> {
    if args.to_hash.as_deref() == Some("") {
        return Err(Failure::usage("--to-hash needs a hash, or the beginning of one").into());
    }
    let dry_run = args.dry_run.read(context)?;
    let mut printer = args.change.printer()?;
    let refusal = "a kind without a name would roll back every DaemonSet of the namespace: say --all or -l SELECTOR";
    let wanted = args.change.wanted(context, refusal)?.required()?;
    let cluster = wait::connected(&args.change, context).await?;
    let found = wanted.find(&cluster).await?;
    let mut worst = Exit::Done;
    let mut changed = Vec::new();
    if found.sets.is_empty() && found.errors.is_empty() && !context.as_kubectl() {
        return Ok(context.nothing_found(cluster.namespace(), false));
    }
    for set in &found.sets {
        match undo(&args, dry_run, set, &cluster, context, &mut printer).await {
            Ok(set) => changed.push(set),
            Err(error) => worst = worst.max(context.report(&error)),
        }
    }
    for error in &found.errors {
        worst = worst.max(context.report(error));
    }
    if dry_run != DryRun::None {
        return Ok(worst);
    }
    Ok(worst.max(wait::followed(&args.change, changed, &cluster, context).await?))
}

/// One DaemonSet; returns it as it is afterwards.
async fn undo(
    args: &UndoArgs,
    dry_run: DryRun,
    set: &DaemonSet,
    cluster: &Cluster,
    context: &mut Context,
    printer: &mut Printer,
) -> Result<DaemonSet> {
    if set.annotation(LAST_APPLIED).is_some() && !args.sync_last_applied {
        context.err.line(&render::change::applied_warning(set));
    }
    let revisions = cluster.revisions(set).await?;
    let reference = match (&args.to_hash, args.to_revision) {
        (Some(hash), _) => Reference::Hash(hash.clone()),
        (None, 0) => Reference::Previous,
        (None, number) => Reference::Number(number),
    };
    let to = match history::find(set, &revisions, &reference) {
        Ok(revision) => revision,
        Err(error) => {
            if let Some(known) = render::change::not_found(&error, &revisions) {
                context.err.line(&format!("{}: {known}", set.name()));
            }
            return Err(Failure::error(error.to_string()).into());
        }
    };
    let notes = Notes {
        change_cause: args.change_cause.clone().into(),
        sync_last_applied: args.sync_last_applied,
    };
    let plan = |set: &DaemonSet| change::undo(set, to, &notes);
    let planned = plan(set).map_err(Failure::error)?;
    if !planned.effective && args.sync_last_applied {
        context.err.line(&format!(
            "{}: --sync-last-applied has no effect: nothing is rolled back",
            set.name()
        ));
    }
    if planned.effective {
        explain(args, set, &revisions, to, &planned, context);
    }
    if dry_run == DryRun::Client {
        if !planned.effective {
            context.err.line(&format!(
                "{}: revision {} is the present template: nothing would change",
                set.name(),
                to.number()
            ));
        }
        let block = format!(
            "will roll back to {}",
            render::template_block::template_block(to.template())
        );
        let block = render::clean::for_terminal(block, context.terminal.stdout);
        printer.print(context, &success(set, &block, dry_run), &planned.applied_to(set));
        return Ok(set.clone());
    }
    if !planned.effective {
        let line = success(set, &render::change::skipped(to.number()), dry_run);
        printer.print(context, &line, set);
        return Ok(set.clone());
    }
    let prefix = format!("failed restoring revision {}", to.number());
    let options = args.change.patch_options(dry_run);
    let sent = send(cluster, set, &options, plan)
        .await
        .map_err(|error| under(&prefix, error))?;
    printer.print(context, &success(set, "rolled back", dry_run), &sent.answer);
    for line in render::change::not_as_sent(&sent.change, &sent.answer) {
        context.err.line(&line);
    }
    Ok(sent.answer)
}

/// What a person should know before it happens.
fn explain(
    args: &UndoArgs,
    set: &DaemonSet,
    revisions: &[Revision],
    to: &Revision,
    planned: &change::Change,
    context: &mut Context,
) {
    let from = history::current(set, revisions);
    let mut lines = render::change::undo(set, from, to, history::becomes(revisions, to));
    lines.extend(render::change::copied(set, to, &history::copies(revisions, to)));
    let applied = last_applied::applied(set, to.template());
    let synced = set
        .annotation(LAST_APPLIED)
        .and_then(|text| last_applied_sync::synced(text, set.template(), to));
    let stay = synced.map(|text| last_applied::parts(&text, set.template(), to.template()));
    let line = render::change::next_apply(&applied, args.sync_last_applied, &stay.unwrap_or_default());
    lines.extend(line.map(|line| format!("{}: {line}", set.name())));
    if args.change_cause.is_some() {
        lines.push(render::change::noted(set, to));
    }
    lines.extend(render::change::cautions(set, planned));
    for line in lines {
        context.err.line(&line);
    }
}
