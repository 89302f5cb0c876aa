//! `history`: which templates a DaemonSet has had, what each changed, who runs it, and one or two of them in full.

use anyhow::Result;
use clap::Args;

use super::{
    context::Context,
    history_diff::{self, Range},
    history_objects::{self, Objects},
    table_args::HeaderArgs,
    target::{TargetArgs, Wanted},
    value,
};
use crate::{
    client::{Cluster, history::History},
    domain::{daemonset::DaemonSet, record, revision::Revision},
    error::{Exit, Failure, Failures},
    render::{
        clean::for_terminal,
        history::{self as text, Style},
        output::Format,
    },
};

/// Arguments of `history`.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  # Which revisions there are, what each changed, and how many pods run it\n  kubectl ds \
                        history agent -n kube-system\n\n  # Revision 3 in full; the newest one, as stored\n  kubectl ds \
                        history agent --revision 3\n  kubectl ds history agent --revision -1 -o yaml\n\n  # What changed \
                        from revision 3 to 5; from 3 to the present template\n  kubectl ds history agent --diff 3..5\n  \
                        kubectl ds history agent --diff 3\n\nThe present revision is marked with *. AGE is when a template \
                        was first seen: an undo gives an old\nrevision a new number, not a new age. With \
                        KUBECTL_EXTERNAL_DIFF that program shows the diff."
)]
pub struct HistoryArgs {
    /// Which DaemonSets
    #[command(flatten)]
    pub targets: TargetArgs,
    /// Show this revision in full; -1 is the newest, -2 the one before
    #[arg(long, value_name = "NUMBER", value_parser = value::int, default_value = "0", hide_default_value = true, allow_hyphen_values = true)]
    pub revision: i64,
    /// Show what differs: A..B, A..current, or A alone for A..current
    #[arg(long, value_name = "A..B", value_parser = Range::parse, allow_hyphen_values = true, conflicts_with_all = ["revision", "output"])]
    pub diff: Option<Range>,
    /// json, yaml, name, wide (whole images, all changes, hashes) or kubectl (its two columns, as `rollout history`)
    #[arg(short, long, value_name = "FORMAT")]
    pub output: Option<String>,
    /// How the table looks.
    #[command(flatten)]
    pub headers: HeaderArgs,
    /// Accepted as kubectl accepts it; managed fields are never shown
    #[arg(long, hide = true)]
    pub show_managed_fields: bool,
}

/// What `-o` asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Shape {
    /// Our table.
    Table { wide: bool },
    /// kubectl's two columns.
    Kubectl,
    /// Objects.
    Objects(Format),
}

impl Shape {
    fn of(args: &HistoryArgs, context: &Context) -> Result<Self> {
        match args.output.as_deref() {
            None | Some("") if context.as_kubectl() => Ok(Self::Kubectl),
            None | Some("") => Ok(Self::Table { wide: false }),
            Some("wide") => Ok(Self::Table { wide: true }),
            Some("kubectl") => Ok(Self::Kubectl),
            Some(format) => format
                .parse()
                .map(Self::Objects)
                .map_err(|words: String| Failure::usage(format!("{words},kubectl,wide")).into()),
        }
    }
}

/// Runs `history`.
///
/// # Errors
/// Wrong usage, or what the server answers.
pub async fn run(args: HistoryArgs, context: &mut Context) -> Result<Exit> {
    let wanted = args.targets.wanted(context)?.required()?;
    if args.revision < 0 && context.as_kubectl() {
        return Err(Failure::usage(format!("revision must be a positive integer: {}", args.revision)).into());
    }
    let shape = Shape::of(&args, context)?;
    args.headers.apply(shape == Shape::Table { wide: true }, context);
    let cluster = context.cluster().await?;
    let found = wanted.find(&cluster).await?;
    if found.sets.is_empty() && matches!(wanted, Wanted::Every(_)) && !context.as_kubectl() {
        return Ok(context.nothing_found(cluster.namespace(), false));
    }
    let (mut errors, mut objects) = (Vec::new(), Vec::new());
    for set in &found.sets {
        errors.extend(show(&args, shape, &cluster, set, &mut objects, context).await.err());
    }
    if let (Shape::Objects(format), None) = (shape, &args.diff) {
        history_objects::print(format, args.revision != 0 && found.sets.len() == 1, objects, context)?;
    }
    errors.extend(found.errors);
    if errors.is_empty() {
        Ok(Exit::Done)
    } else {
        Err(Failures(errors).into())
    }
}

async fn show(
    args: &HistoryArgs,
    shape: Shape,
    cluster: &Cluster,
    set: &DaemonSet,
    objects: &mut Objects,
    context: &mut Context,
) -> Result<()> {
    let counted = args.diff.is_none()
        && matches!(
            (shape, args.revision),
            (Shape::Table { .. }, 0) | (Shape::Objects(_), _)
        );
    let counted = counted && shape != Shape::Objects(Format::Name);
    let stored = cluster
        .history(set, counted)
        .await
        .map_err(|error| unreadable(set, error))?;
    if counted && stored.pods.is_none() {
        context
            .err
            .line("Warning: no right to list pods: how many run each revision is not shown");
    }
    if let Some(range) = &args.diff {
        return history_diff::show(range, set, &stored.revisions, context).await;
    }
    match shape {
        Shape::Objects(_) => history_objects::collect(args.revision, set, &stored, objects),
        _ if args.revision != 0 => revision(args.revision, set, &stored.revisions, context),
        Shape::Kubectl => {
            let mut list = text::kubectl_list(set, &stored.revisions);
            if context.bare {
                list = text::rows_of(&list);
            }
            context.out.text(&for_terminal(list, context.terminal.stdout));
            Ok(())
        }
        Shape::Table { .. } if context.bare && stored.revisions.is_empty() && stored.orphans.is_empty() => {
            context.err.text(&text::none(set, None));
            Ok(())
        }
        Shape::Table { .. } if stored.revisions.is_empty() && stored.orphans.is_empty() => {
            context.out.text(&text::none(set, None));
            Ok(())
        }
        Shape::Table { wide } => {
            let style = Style {
                now: context.now(),
                wide,
                colour: context.terminal.colour,
                layout: context.layout(),
            };
            let records = records(set, &stored);
            context.out.text(&text::table(set, &records, style));
            let notes = text::notes(&records, &stored.orphans);
            match context.bare {
                true => notes.iter().for_each(|note| context.err.line(note)),
                false => notes.iter().for_each(|note| context.out.line(note)),
            }
            if !context.bare {
                context.out.line("");
            }
            Ok(())
        }
    }
}

pub(super) fn records<'a>(set: &DaemonSet, stored: &'a History) -> Vec<record::Record<'a>> {
    record::records(
        set,
        &stored.revisions,
        stored.pods.as_ref().map(|pods| pods.iter().map(AsRef::as_ref)),
    )
}

/// kubectl's words around a history that the server does not give (semantics E-28).
fn unreadable(set: &DaemonSet, error: kube::Error) -> anyhow::Error {
    match error {
        kube::Error::Api(status) => {
            let (name, message) = (set.name(), &status.message);
            Failure::error(format!(
                "unable to find history controlled by DaemonSet {name}: {message}"
            ))
            .into()
        }
        other => other.into(),
    }
}

/// One revision in full, as kubectl shows it.
fn revision(number: i64, set: &DaemonSet, revisions: &[Revision], context: &mut Context) -> Result<()> {
    if revisions.is_empty() {
        context.out.text(&text::none(set, Some(number)));
        return Ok(());
    }
    let found = pick(revisions, number)?;
    if revisions
        .iter()
        .filter(|other| other.number() == found.number())
        .count()
        > 1
    {
        let (number, hash) = (found.number(), found.hash());
        context.err.line(&format!(
            "several revisions have the number {number}; this is the one with the hash {hash}"
        ));
    }
    let shown = text::kubectl_revision(set, found);
    context.out.text(&for_terminal(shown, context.terminal.stdout));
    Ok(())
}

/// The revision of a number, or kubectl's words (semantics E-24).
pub(super) fn pick(revisions: &[Revision], number: i64) -> Result<&Revision> {
    let missing = || Failure::error("unable to find the specified revision").into();
    record::numbered(revisions, number).ok_or_else(missing)
}
