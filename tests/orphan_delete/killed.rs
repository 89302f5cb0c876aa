//! The program is killed between any two of its requests: nothing is lost, and the same command again finishes the work.

use anyhow::{Context, Result, bail, ensure};
use serde_json::json;

use super::{Stage, V1};
use crate::side_by_side::manifest;
use crate::stopper::Stopper;

#[tokio::test]
async fn killed_at_every_point_of_a_deletion_nothing_is_lost() -> Result<()> {
    killed_at_every_point(&["orphan-delete", "agent", "--yes", "--timeout=60s"]).await
}

/// With the same selector and template, so that all pods are there at every point and in the end.
#[tokio::test]
async fn killed_at_every_point_of_a_replacement_nothing_is_lost() -> Result<()> {
    killed_at_every_point(&[
        "orphan-delete",
        "agent",
        "--yes",
        "--next=next.json",
        "--replace",
        "--timeout=60s",
    ])
    .await
}

async fn killed_at_every_point(arguments: &[&str]) -> Result<()> {
    let Some(stage) = Stage::with_agent("killed").await? else {
        return Ok(());
    };
    let replaces = arguments.contains(&"--replace");
    let next = manifest("agent", V1, &json!({}));
    std::fs::write(stage.folder().join("next.json"), next)?;
    let pods = stage.owners("pods")?;
    let mut stages = [0, 0, 0];
    for enough in 0..60 {
        let stopper = Stopper::new(&stage.place, enough).await?;
        let command = stage.command(&[arguments, &["-s", &stopper.url]].concat());
        let ended = stopper.run(command).await?;
        let when = format!("after {enough} requests");
        let now = stage.owners("pods")?;
        ensure!(now.keys().eq(pods.keys()), "{when}: {pods:?} became {now:?}");
        let there = stage.place.object("ds/agent");
        let untouched = there
            .as_ref()
            .is_ok_and(|set| set["metadata"].get("deletionTimestamp").is_none());
        ensure!(
            untouched || stage.backup().is_some(),
            "{when}: deleted without a backup"
        );
        stages[if untouched {
            usize::from(stage.backup().is_some())
        } else {
            2
        }] += 1;
        let again = stage.ds(arguments)?;
        ensure!(again.code == 0, "{when}, the second run: {again:?}");
        let file = stage.folder().join("agent.daemonset.yaml");
        if replaces {
            ensure!(again.stdout.ends_with("successfully rolled out\n"), "{when}: {again:?}");
        } else {
            ensure!(again.stdout.contains("are there and ownerless"), "{when}: {again:?}");
            stage.ownerless(&pods).with_context(|| when.clone())?;
            let created = stage.place.kubectl(&["create", "-f", &file.display().to_string()])?;
            ensure!(created.code == 0, "{when}: {created:?}");
        }
        stage.owned("DaemonSet/agent").await?;
        std::fs::remove_file(file)?;
        if let Some(output) = ended {
            ensure!(output.status.success(), "{when}: {output:?}");
            ensure!(stopper.seen() <= enough, "it was not stopped");
            ensure!(
                stages.iter().all(|count| *count > 0),
                "before, between and after: {stages:?}"
            );
            stage.place.rolled_out("agent")?;
            let now = stage.owners("pods")?;
            ensure!(now.keys().eq(pods.keys()), "D-20, over and over: {now:?}");
            return Ok(());
        }
    }
    bail!("it never came to its end")
}
