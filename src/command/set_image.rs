//! `set-image`: new images for containers (semantics E.6). Everything is checked before anything is sent.

use anyhow::Result;
use clap::Args;

use super::{
    change::{Printer, Sent, send, under},
    change_args::{ChangeArgs, DryRunArgs},
    context::Context,
    manifest,
    target::{TargetArgs, Wanted},
    wait,
};
use crate::{
    domain::{
        change::{self, Notes},
        daemonset::DaemonSet,
        images::{self, ContainerImage, Pair},
        last_applied::{self, Applied},
    },
    error::{Exit, Failure},
    render::{
        self,
        change::{DryRun, success},
    },
};

const NO_RESOURCE: &str = "You must provide one or more resources by argument or filename.\nExample resource specifications \
                           include:\n   '-f rsrc.yaml'\n   '--filename=rsrc.json'\n   '<resource> <name>'\n   '<resource>'";
const LOCAL_RESOURCE: &str = "you must specify resources by --filename when --local is set.\nExample resource specifications \
                              include:\n   '-f rsrc.yaml'\n   '--filename=rsrc.json'";

/// Arguments of `set-image`.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  # A new image for one container, and for an init container\n  kubectl ds set-image agent \
                        main=registry.example/agent:2 prep=registry.example/prep:2\n\n  # Wait, and go back by itself if it \
                        does not work out\n  kubectl ds set-image agent main=registry.example/agent:2 --rollback-on-failure \
                        --timeout=10m\n\n  # Change a manifest without a cluster\n  kubectl ds set-image -f agent.yaml \
                        main=registry.example/agent:2 --local -o yaml"
)]
pub struct SetImageArgs {
    /// What every change takes.
    #[command(flatten)]
    pub change: ChangeArgs,
    /// Change the objects of --filename and print them; no server is asked
    #[arg(long)]
    pub local: bool,
    /// Give one image to all containers (*=IMAGE) although their repositories differ
    #[arg(short, long)]
    pub yes: bool,
    /// Text for the change-cause annotation, written in the same change; without it, the one that stands there is recorded
    #[arg(long, value_name = "TEXT")]
    pub change_cause: Option<String>,
    /// Write the command line into the change-cause annotation (deprecated by kubectl)
    #[arg(long, hide = true)]
    pub record: bool,
    /// Wait, and put the old template back when the rollout has not finished by --timeout, or cannot
    #[arg(long)]
    pub rollback_on_failure: bool,
    /// Dry run.
    #[command(flatten)]
    pub dry_run: DryRunArgs,
}

/// Runs `set-image`.
///
/// # Errors
/// Wrong usage; a pair that cannot be used; a DaemonSet that is not there (semantics E-58): nothing was changed then.
pub async fn run(mut args: SetImageArgs, context: &mut Context) -> Result<Exit> {
    if args.record {
        context
            .err
            .line("Flag --record has been deprecated, --record will be removed in the future");
        let line = command_line(&args, context);
        args.change_cause.get_or_insert(line);
    }
    let dry_run = args.dry_run.read(context)?;
    let mut printer = args.change.printer()?;
    let (resources, pairs) = images::split(&args.change.targets.words).map_err(Failure::usage)?;
    args.change.targets.words = resources;
    if args.local {
        check_local(&args, dry_run)?;
        check_pairs(&args, &pairs)?;
        return local(&args, &pairs, printer, context);
    }
    args.change.wait |= args.rollback_on_failure;
    let wanted = args
        .change
        .wanted(context, "resource(s) were provided, but no name was specified")?;
    if wanted == Wanted::Nothing {
        return Err(Failure::usage(NO_RESOURCE).into());
    }
    check_pairs(&args, &pairs)?;
    let cluster = wait::connected(&args.change, context).await?;
    let found = wanted.find(&cluster).await?;
    if !found.errors.is_empty() {
        return Ok(found
            .errors
            .iter()
            .map(|error| context.report(error))
            .max()
            .unwrap_or(Exit::Error));
    }
    if found.sets.is_empty() && !context.as_kubectl() {
        return Ok(context.nothing_found(cluster.namespace(), false));
    }
    let planned = plan_all(&args, &pairs, &found.sets)?;
    let mut worst = Exit::Done;
    let (mut followed, mut changed) = (Vec::new(), Vec::new());
    for (set, images) in found.sets.iter().zip(planned) {
        let plan = |set: &DaemonSet| change::set_images(set, &images, &notes(&args));
        let planned = plan(set).map_err(Failure::error)?;
        explain(set, &images, &planned, context);
        let inherited = render::change::inherited_cause(set);
        if let Some(line) = inherited.filter(|_| planned.effective && args.change_cause.is_none()) {
            context.err.line(&line);
        }
        if !planned.needed(set) {
            followed.push(set.clone());
            continue;
        }
        if dry_run == DryRun::Client {
            printer.print(
                context,
                &success(set, "image updated", dry_run),
                &planned.applied_to(set),
            );
            continue;
        }
        match send(&cluster, set, &args.change.patch_options(dry_run), plan).await {
            Ok(sent) => {
                printer.print(context, &success(set, "image updated", dry_run), &sent.answer);
                for line in render::change::not_as_sent(&sent.change, &sent.answer) {
                    context.err.line(&line);
                }
                followed.push(sent.answer.clone());
                changed.push(sent);
            }
            Err(error) => {
                worst = worst.max(context.report(&under("failed to patch image update to pod template", error)));
            }
        }
    }
    if dry_run != DryRun::None {
        return Ok(worst);
    }
    let end = wait::followed(&args.change, followed, &cluster, context).await;
    changed.retain(|sent: &Sent| sent.change.effective);
    if end.is_err() && args.rollback_on_failure {
        wait::left_alone(&changed, context);
    }
    let end = end?;
    if args.rollback_on_failure && end >= Exit::Unfinished && !changed.is_empty() {
        return Ok(wait::rolled_back(&args.change, &changed, &cluster, context).await);
    }
    Ok(worst.max(end))
}

/// Whether `--local` has all it needs (semantics E-53).
fn check_local(args: &SetImageArgs, dry_run: DryRun) -> Result<()> {
    let targets = &args.change.targets;
    if !targets.words.is_empty() || targets.filename.is_empty() && targets.kustomize.is_none() {
        return Err(Failure::usage(LOCAL_RESOURCE).into());
    }
    if dry_run == DryRun::Server {
        let words = "cannot specify --local and --dry-run=server - did you mean --dry-run=client?";
        return Err(Failure::usage(words).into());
    }
    Ok(())
}

/// What can be told of the pairs from the line alone (semantics E-53).
fn check_pairs(args: &SetImageArgs, pairs: &[Pair]) -> Result<()> {
    let star = pairs.iter().any(|pair| pair.container == "*");
    let wrong = if pairs.is_empty() {
        "at least one image update is required"
    } else if star && pairs.len() > 1 {
        "all containers are already specified by *, but saw more than one container_name=container_image pairs"
    } else if args.rollback_on_failure && args.change.timeout.is_zero() {
        "--rollback-on-failure needs --timeout: without one a rollout that hangs is waited for for ever"
    } else {
        return Ok(());
    };
    Err(Failure::usage(wrong).into())
}

/// The images of every DaemonSet, or the faults of all of them: no change is made in part (C34).
fn plan_all(args: &SetImageArgs, pairs: &[Pair], sets: &[DaemonSet]) -> Result<Vec<Vec<ContainerImage>>> {
    let mut planned = Vec::with_capacity(sets.len());
    let mut faults: Vec<String> = Vec::new();
    for set in sets {
        match images::plan(set.template(), pairs, args.yes) {
            Ok(images) => planned.push(images),
            Err(refused) => faults.extend(refused.to_string().lines().map(str::to_owned)),
        }
    }
    faults.dedup();
    match faults.is_empty() {
        true => Ok(planned),
        false => Err(Failure::error(faults.join("\nerror: ")).into()),
    }
}

fn notes(args: &SetImageArgs) -> Notes {
    Notes {
        change_cause: args.change_cause.clone().into(),
        sync_last_applied: false,
    }
}

fn explain(set: &DaemonSet, images: &[ContainerImage], planned: &change::Change, context: &mut Context) {
    let mut lines = render::change::images(set, images);
    if !planned.effective {
        lines.push(render::change::nothing_to_do(set, &context.program));
    }
    if let (true, server @ Applied::Server(_)) = (planned.effective, last_applied::applied(set, &planned.template)) {
        lines.extend(render::change::next_apply(&server, false, &[]).map(|line| format!("{}: {line}", set.name())));
    }
    lines.extend(render::change::cautions(set, planned));
    for line in lines {
        context.err.line(&line);
    }
}

/// `--local`: the objects of files, changed and printed.
fn local(args: &SetImageArgs, pairs: &[Pair], mut printer: Printer, context: &mut Context) -> Result<Exit> {
    let TargetArgs {
        filename,
        kustomize,
        recursive,
        ..
    } = &args.change.targets;
    let objects = match kustomize {
        Some(folder) => manifest::kustomize(folder)?,
        None => manifest::read(filename, *recursive)?,
    };
    let sets = manifest::daemon_sets(&objects, context.options.namespace.as_deref())?;
    let sets: Vec<DaemonSet> = sets.into_iter().cloned().map(DaemonSet::new).collect();
    let planned = plan_all(args, pairs, &sets)?;
    for (set, images) in sets.iter().zip(planned) {
        let change = change::set_images(set, &images, &notes(args)).map_err(Failure::error)?;
        explain(set, &images, &change, context);
        if change.needed(set) {
            printer.print(
                context,
                &success(set, "image updated", DryRun::None),
                &change.applied_to(set),
            );
        }
    }
    Ok(Exit::Done)
}

/// The command as `--record` writes it (semantics E-61): the words, then the flags that say what it worked on.
fn command_line(args: &SetImageArgs, context: &Context) -> String {
    let verb = if context.as_kubectl() { "set image" } else { "set-image" };
    let mut words = vec![context.program.clone(), verb.to_owned()];
    words.extend(args.change.targets.words.iter().cloned());
    let targets = &args.change.targets;
    words.extend(
        context
            .options
            .namespace
            .iter()
            .map(|namespace| format!("--namespace={namespace}")),
    );
    words.extend(targets.selector.iter().map(|selector| format!("--selector={selector}")));
    words.extend(targets.filename.iter().map(|file| format!("--filename={file}")));
    words.extend(args.change.all.then(|| "--all=true".to_owned()));
    words.push("--record=true".to_owned());
    words.join(" ")
}
