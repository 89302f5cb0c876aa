//! `dry-run-plan`: what a change would do, before it is made. What is sent to the server is a dry run of that very change.

use anyhow::Result;
use serde_json::{Value, json};

use super::{
    context::Context,
    document,
    forecast::{Forecast, forecast},
    manifest,
    orphan_next::Next,
    plan_args::{PlanArgs, Source},
    status_output::Shape,
    target::{self, TargetArgs, Wanted},
    tell,
};
use crate::{
    client::{Cluster, write::PatchOptions},
    domain::{
        daemonset::DaemonSet,
        plan::{Kind, Verdict},
        snapshot::Snapshot,
        target::{Target, parse},
    },
    error::{Exit, Failure},
    render::{self, diff},
};

/// The kind of a list of plans.
const LIST: &str = "DaemonSetPlanList";

/// Runs `dry-run-plan`.
///
/// # Errors
/// Wrong usage, or what the server answers; what fails for one DaemonSet is reported and the others are still foreseen.
pub async fn run(args: PlanArgs, context: &mut Context) -> Result<Exit> {
    let shape = Shape::of(args.output.as_deref())?;
    args.headers.apply(shape == Shape::Wide, context);
    if let Some(file) = &args.adopt {
        return adopt(&args, file, context).await;
    }
    let (wanted, manifests) = wanted(&args, context)?;
    let source = args.source(manifests)?;
    let cluster = context.cluster().await?;
    let found = wanted.find(&cluster).await?;
    if found.sets.is_empty() && found.errors.is_empty() {
        return Ok(context.nothing_found(cluster.namespace(), false));
    }
    let one = matches!(&wanted, Wanted::Named(names) if names.len() == 1);
    let (mut worst, mut documents) = (Exit::Done, Vec::new());
    for (index, set) in found.sets.into_iter().enumerate() {
        match foresee(&args, &source, set, &cluster).await {
            Ok(seen) => {
                if args.exit_code && seen.plan.verdict == Verdict::Blocked {
                    worst = worst.max(Exit::Failed);
                }
                tell::rights(context, &seen.snapshot);
                match shape {
                    Shape::Document(_) => documents.push(document(&seen)),
                    _ => show(&args, &seen, (index > 0, shape == Shape::Wide), context),
                }
            }
            Err(error) => worst = worst.max(context.report(&error)),
        }
    }
    for error in &found.errors {
        worst = worst.max(context.report(error));
        target::suggest(&cluster, error, context).await;
    }
    if let Shape::Document(format) = shape {
        document::print(format, LIST, one, documents, context);
    }
    Ok(worst)
}

/// `--adopt`: the successor's manifest, and the pods it will find.
async fn adopt(args: &PlanArgs, file: &str, context: &mut Context) -> Result<Exit> {
    if context.options.snapshot.is_some() {
        return Err(Failure::usage("--adopt has a server check the manifest, and a snapshot has none").into());
    }
    let name = match parse(&args.words, args.selector.as_deref(), context.spelling).map_err(Failure::usage)? {
        Target::Named(names) if names.len() == 1 => names.into_iter().next(),
        Target::Nothing => None,
        _ => return Err(Failure::usage("--adopt looks at one daemon set at a time").into()),
    };
    let cluster = context.cluster().await?;
    let next = Next::read(file, &cluster).await?;
    let set = match &name {
        Some(name) => Some(cluster.daemonset(cluster.namespace(), name).await?),
        None => None,
    };
    for line in next.adopting(set.as_ref(), &cluster, context).await? {
        context.out.line(&line);
    }
    Ok(Exit::Done)
}

/// Which DaemonSets, and the manifests that say so.
fn wanted(args: &PlanArgs, context: &Context) -> Result<(Wanted, Vec<Value>)> {
    let targets = TargetArgs {
        words: args.words.clone(),
        selector: args.selector.clone(),
        ..TargetArgs::default()
    };
    let Some(file) = &args.filename else {
        return Ok((targets.wanted(context)?.required()?, Vec::new()));
    };
    if !args.words.is_empty() || args.selector.is_some() {
        let words = "-f names the daemon sets: it cannot be used with a name or a selector";
        return Err(Failure::usage(words).into());
    }
    let objects = manifest::read(std::slice::from_ref(file), false)?;
    let namespace = context.options.namespace.as_deref();
    let sets = manifest::daemon_sets(&objects, namespace)?;
    let sets: Vec<Value> = sets.into_iter().cloned().collect();
    Ok((Wanted::Named(manifest::names(&sets, namespace)?), sets))
}

async fn foresee(args: &PlanArgs, source: &Source, set: DaemonSet, cluster: &Cluster) -> Result<Forecast> {
    let check = PatchOptions {
        dry_run: true,
        strict: true,
        field_manager: Some(args.field_manager.clone()),
    };
    let what_if = args.what_if();
    let check = Some(&check).filter(|_| !args.offline);
    let change = |snapshot: &Snapshot| source.next(snapshot, &what_if);
    let seen = forecast(cluster, set.clone(), check, change).await;
    if seen.is_err() && matches!(source, Source::Undo(_)) {
        // Where revisions may not be read there is none to go back to: the server says so.
        cluster.revisions(&set).await?;
    }
    let mut seen = seen?;
    seen.plan.asked |= !matches!(source, Source::UnderWay);
    if matches!(source, Source::Manifests(_)) {
        // It is an apply: the annotation follows.
        seen.plan.objections.retain(|it| it.kind != Kind::LastApplied);
    }
    Ok(seen)
}

/// The templates as a unified diff.
fn templates(seen: &Forecast) -> String {
    let (before, after) = (seen.snapshot.daemonset.template(), seen.next.template());
    diff::unified(("now", before), ("then", after))
}

fn document(seen: &Forecast) -> Value {
    let mut document = json!(seen.plan);
    document["diff"] = templates(seen).into();
    document
}

fn show(args: &PlanArgs, seen: &Forecast, (again, wide): (bool, bool), context: &mut Context) {
    if again {
        context.out.line("");
    }
    let (layout, colour) = (context.layout(), context.terminal.colour);
    for line in render::plan::lines(&seen.plan, args.all_nodes || wide, layout, colour) {
        context.out.line(&line);
    }
    if args.diff {
        let text = templates(seen);
        let text = if colour { diff::coloured(&text) } else { text };
        context.out.text(&text);
    }
}
