//! `orphan-delete`: the DaemonSet goes, its pods stay (semantics D.2). Shown before, backed up, done once, proven after.

use std::{path::PathBuf, time::Duration};

use anyhow::Result;
use clap::Args;

use super::{
    backup_file,
    change_args::DryRunArgs,
    context::Context,
    follow,
    orphan_proof::{self, Gone},
    value,
};
use crate::{
    client::{Cluster, leftover::Controllers},
    domain::{
        backup,
        daemonset::DaemonSet,
        leftover::Leftover,
        manager::managers,
        rival::{Named, Rival, rivals},
        target::{self, Target},
    },
    error::{Exit, Failure},
    render::{
        change::DryRun,
        orphan::{self, counts, deleted},
    },
};

/// How often the deletion is tried anew because something else of the object changed meanwhile.
const ATTEMPTS: usize = 6;

/// Arguments of `orphan-delete`.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  # Look first: which pods and revisions become ownerless, and who else would take them\n  \
                        kubectl ds orphan-delete agent --dry-run=server\n\n  # Delete it, keep its pods; the manifest \
                        goes to agent.daemonset.yaml\n  kubectl ds orphan-delete agent\n\n  # Have it back, its pods \
                        adopted as they are\n  kubectl create -f agent.daemonset.yaml\n\n  # In a script\n  kubectl ds \
                        orphan-delete agent --yes --backup /backups/agent.yaml --timeout 2m"
)]
pub struct OrphanDeleteArgs {
    /// NAME, ds/NAME or daemonset NAME; one at a time
    #[arg(value_name = "NAME")]
    pub words: Vec<String>,
    /// Write the manifest that re-creates the DaemonSet here; an existing file is never overwritten [default: NAME.daemonset.yaml]
    #[arg(long, value_name = "FILE")]
    pub backup: Option<PathBuf>,
    /// Go on although this controller's selector matches the pods; can be given several times
    #[arg(long, value_name = "KIND/NAME")]
    pub allow_adoption_by: Vec<Named>,
    /// Do not ask
    #[arg(short, long)]
    pub yes: bool,
    /// Dry run.
    #[command(flatten)]
    pub dry_run: DryRunArgs,
    /// Wait until it is gone and prove that nothing was lost
    #[arg(long, value_name = "BOOL", value_parser = value::boolean, num_args = 0..=1, require_equals = true, default_missing_value = "true", default_value = "true")]
    pub wait: bool,
    /// Give up waiting after this time, e.g. 90s or 10m; 0 waits for ever
    #[arg(long, value_name = "DURATION", value_parser = value::duration, default_value = "0", hide_default_value = true)]
    pub timeout: Duration,
    /// Print only the name: -o name
    #[arg(short, long, value_name = "FORMAT")]
    pub output: Option<String>,
}

/// Runs `orphan-delete`.
///
/// # Errors
/// Wrong usage, a refusal, what the server answers, or an end that cannot be proven.
pub async fn run(args: OrphanDeleteArgs, context: &mut Context) -> Result<Exit> {
    let dry_run = args.dry_run.read(context)?;
    let name = args.name(context)?;
    args.output_is_name()?;
    let cluster = context.cluster()?;
    let path = args.backup.clone().unwrap_or_else(|| backup_file::default_path(&name));
    let saved = backup_file::read(&path, cluster.namespace(), &name);
    let set = match (cluster.daemonset(cluster.namespace(), &name).await, saved) {
        (Err(kube::Error::Api(status)), Some(saved)) if status.code == 404 => {
            return orphan_proof::gone_already(&saved, &cluster, context).await;
        }
        (Err(error), _) => {
            let error = error.into();
            let exit = context.report(&error);
            super::target::suggest(&cluster, &error, context).await;
            return Ok(exit);
        }
        // An earlier run has got as far as this and was interrupted.
        (Ok(set), Some(saved)) if saved.uid == set.uid() && orphaning(&set) && dry_run == DryRun::None => {
            context.err.line(&format!(
                "{}: being deleted already, its pods kept",
                set.qualified_name()
            ));
            let before = cluster.matching(set.namespace(), set.selector()).await?;
            return end(&args, &set, &before.owned_by_or_free(set.uid()), &[], &cluster, context).await;
        }
        (Ok(set), _) => set,
    };
    if set.terminating() {
        let words = format!(
            "{} is already being deleted (finalizers: {}): nothing was begun; it waits {}",
            set.qualified_name(),
            set.finalizers().join(", "),
            orphan::waits_for(&set)
        );
        return Err(Failure::error(words).into());
    }
    let (left, controllers) = tokio::try_join!(
        cluster.matching(set.namespace(), set.selector()),
        cluster.controllers(set.namespace())
    )?;
    let left = left.owned_by(set.uid());
    let takers = forecast(&args, dry_run, &set, &left, &controllers, context)?;
    let known = backup_file::check(&path, &set)?;
    if dry_run != DryRun::None {
        if dry_run == DryRun::Server {
            cluster.delete_orphaning(&set, true).await?;
        }
        args.tell(context, &deleted(&set, dry_run), &set);
        return Ok(Exit::Done);
    }
    confirm(&args, &set, &left, context).await?;
    backup_file::write(&path, &set)?;
    let kept = if known { "is already in" } else { "is in" };
    context.err.line(&format!(
        "the manifest to re-create it {kept} {0}: kubectl create -f {0}",
        path.display()
    ));
    let set = delete(&set, &cluster).await?;
    args.tell(context, &deleted(&set, dry_run), &set);
    end(&args, &set, &left, &takers, &cluster, context).await
}

impl OrphanDeleteArgs {
    fn name(&self, context: &Context) -> Result<String> {
        match target::parse(&self.words, None, context.spelling).map_err(Failure::usage)? {
            Target::Named(names) => match <[String; 1]>::try_from(names) {
                Ok([name]) => Ok(name),
                Err(_) => Err(Failure::usage("one daemon set at a time").into()),
            },
            Target::Every { .. } => Err(Failure::usage("resource(s) were provided, but no name was specified").into()),
            Target::Nothing => Err(Failure::usage("required resource not specified").into()),
        }
    }

    fn output_is_name(&self) -> Result<()> {
        match self.output.as_deref() {
            None | Some("" | "name") => Ok(()),
            // kubectl's words for its delete (semantics E-71).
            Some(other) => {
                let words = format!("unexpected -o output mode: {other}. We only support '-o name'");
                Err(Failure::usage(words).into())
            }
        }
    }

    fn names_only(&self) -> bool {
        self.output.as_deref() == Some("name")
    }

    /// The line for the deletion, or the name alone where that was asked for.
    fn tell(&self, context: &mut Context, line: &str, set: &DaemonSet) {
        match self.names_only() {
            true => context.out.line(&set.qualified_name()),
            false => context.out.line(line),
        }
    }
}

/// Whether its deletion is under way and keeps the pods.
fn orphaning(set: &DaemonSet) -> bool {
    set.terminating() && set.finalizers().contains(&"orphan")
}

/// Shows what will be, and returns who was let to adopt something. In a dry run this is the answer, else it is what a
/// question is asked about.
fn forecast(
    args: &OrphanDeleteArgs,
    dry_run: DryRun,
    set: &DaemonSet,
    left: &Leftover,
    controllers: &Controllers,
    context: &mut Context,
) -> Result<Vec<Rival>> {
    let now = context.now();
    let answer = dry_run != DryRun::None && !args.names_only();
    for line in orphan::leftover(set, left, now) {
        match answer {
            true => context.out.line(&line),
            false => context.err.line(&line),
        }
    }
    let warnings = orphan::warnings(set, left, &managers(set));
    for line in warnings.into_iter().chain(orphan::unknown(&controllers.unknown)) {
        context.err.line(&line);
    }
    let pods = left.by_node();
    let (allowed, refused): (Vec<_>, Vec<_>) = rivals(&controllers.found, set.uid(), &pods, &left.revisions)
        .into_iter()
        .partition(|rival| args.allow_adoption_by.contains(&rival.controller));
    for rival in &allowed {
        let line = format!("will be adopted by {}", orphan::rival(rival));
        match answer {
            true => context.out.line(&line),
            false => context.err.line(&line),
        }
    }
    if refused.is_empty() {
        return Ok(allowed);
    }
    let lines: Vec<String> = refused
        .iter()
        .map(|rival| format!("  {}", orphan::rival(rival)))
        .collect();
    let flags: Vec<String> = refused
        .iter()
        .map(|rival| format!("--allow-adoption-by {}", rival.controller))
        .collect();
    let words = format!(
        "these controllers select the same pods: they would adopt them at once, and delete those that are too many \
         for them\n{}\nnothing was deleted; to let them: {}",
        lines.join("\n"),
        flags.join(" ")
    );
    Err(Failure::error(words).into())
}

/// Asks on a terminal; elsewhere only `--yes` will do.
async fn confirm(args: &OrphanDeleteArgs, set: &DaemonSet, left: &Leftover, context: &mut Context) -> Result<()> {
    if args.yes {
        return Ok(());
    }
    if !context.terminal.asks {
        let words =
            "there is no terminal to ask on, and nothing was deleted: look at what is said above, then say --yes";
        return Err(Failure::usage(words).into());
    }
    let counts = counts(left.pods.len(), left.revisions.len());
    context.err.text(&format!(
        "Delete {} and leave {counts} without an owner? [y/N] ",
        set.qualified_name()
    ));
    let answer = tokio::task::spawn_blocking(|| {
        let mut line = String::new();
        std::io::stdin().read_line(&mut line).map(|_| line)
    });
    match answer.await??.trim().to_ascii_lowercase().as_str() {
        "y" | "yes" => Ok(()),
        _ => Err(Failure::error("nothing was deleted").into()),
    }
}

/// Deletes exactly what was shown and saved. The controller writes the status all the time, so a conflict is looked into;
/// any other change of the object means that it is no longer the one that was shown.
async fn delete(set: &DaemonSet, cluster: &Cluster) -> Result<DaemonSet> {
    let mut set = set.clone();
    for _ in 1..ATTEMPTS {
        match cluster.delete_orphaning(&set, false).await {
            Ok(()) => return Ok(set),
            Err(kube::Error::Api(status)) if status.code == 409 => {}
            Err(error @ kube::Error::Api(_)) => return Err(error.into()),
            Err(error) => {
                let words = "whether it was deleted is not known; the same command again finds out and goes on";
                return Err(anyhow::Error::from(error).context(words));
            }
        }
        let now = cluster.daemonset(set.namespace(), set.name()).await?;
        if now.uid() != set.uid() || now.terminating() || backup::manifest(&now) != backup::manifest(&set) {
            let words = format!("{} was changed meanwhile; nothing was deleted", set.qualified_name());
            return Err(Failure::error(words).into());
        }
        set = now;
    }
    cluster.delete_orphaning(&set, false).await?;
    Ok(set)
}

/// Waits until it is gone and says what is there.
async fn end(
    args: &OrphanDeleteArgs,
    set: &DaemonSet,
    before: &Leftover,
    takers: &[Rival],
    cluster: &Cluster,
    context: &mut Context,
) -> Result<Exit> {
    if !args.wait {
        return Ok(Exit::Done);
    }
    match orphan_proof::until_gone(set, cluster, follow::deadline(args.timeout), context).await? {
        Gone::Yes => orphan_proof::prove(set, before, takers, cluster, args.names_only(), context).await,
        Gone::TimedOut => Ok(Exit::Unfinished),
    }
}
