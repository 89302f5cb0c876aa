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
        rollout::{Phase, rollout},
    },
    error::Exit,
    render,
};

/// Prints it.
///
/// # Errors
/// What the server answers.
pub async fn print(args: &StatusArgs, shape: Shape, cluster: &Cluster, context: &mut Context) -> Result<Exit> {
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
    if shape.is_document() {
        let mut answer = Answer::new(shape, true, None);
        for snapshot in &snapshots {
            answer.add([Look::at(snapshot, &Rules::default(), None)?.report(snapshot, None)]);
        }
        answer.print(context);
    } else {
        let wide = shape == Shape::Wide;
        let table = render::status::table(&rows, args.all_namespaces, wide, context.now());
        context.out.text(&table);
    }
    if let Some(snapshot) = snapshots.first() {
        tell::rights(context, snapshot);
    }
    Ok(if args.exit_code { worst } else { Exit::Done })
}
