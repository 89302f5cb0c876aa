//! `status` without names: one line for each DaemonSet of the namespace, or of all.

use anyhow::Result;

use super::{
    context::Context,
    look::Look,
    rules::Rules,
    status::StatusArgs,
    status_output::{Answer, Shape},
    tell,
};
use crate::{
    client::Cluster,
    domain::{
        daemonset::DaemonSet,
        rollout::{Phase, Rollout, rollout},
        snapshot::Snapshot,
    },
    error::Exit,
    render::overview,
};

/// Prints it.
///
/// # Errors
/// What the server answers.
pub async fn print(
    args: &StatusArgs,
    shape: Shape,
    sort: Option<&str>,
    cluster: &Cluster,
    context: &mut Context,
) -> Result<Exit> {
    let namespace = (!args.all_namespaces).then(|| cluster.namespace().to_owned());
    let sets = cluster
        .daemonsets(namespace.as_deref(), args.targets.selector.as_deref())
        .await?;
    if sets.is_empty() {
        return Ok(context.nothing_found(namespace.as_deref().unwrap_or_default(), true));
    }
    let snapshots = cluster.snapshots(namespace.as_deref(), sets).await?;
    let mut all: Vec<(&Snapshot, Rollout)> = snapshots.iter().map(|it| (it, rollout(it))).collect();
    if let Some(column) = sort {
        all.sort_by(|a, b| overview::order(column, (&a.0.daemonset, &a.1), (&b.0.daemonset, &b.1)));
    }
    let worst = all.iter().map(|(_, found)| match found.phase {
        Phase::Done | Phase::Idle => Exit::Done,
        Phase::Stalled => Exit::Failed,
        _ => Exit::Unfinished,
    });
    let worst = worst.max().unwrap_or(Exit::Done);
    if shape.is_document() {
        let mut answer = Answer::new(shape, true, None);
        answer.sorted = sort.is_some();
        for (snapshot, _) in &all {
            answer.add([Look::at(snapshot, &Rules::default(), None)?.report(snapshot, None)]);
        }
        answer.print(context);
    } else {
        let rows: Vec<(&DaemonSet, &Rollout)> = all.iter().map(|(it, found)| (&it.daemonset, found)).collect();
        let style = overview::Style {
            now: context.now(),
            namespaces: args.all_namespaces,
            wide: shape == Shape::Wide,
            layout: context.layout(),
        };
        context.out.text(&overview::table(&rows, style));
    }
    if let Some(snapshot) = snapshots.first() {
        tell::rights(context, snapshot);
    }
    Ok(if args.exit_code { worst } else { Exit::Done })
}
