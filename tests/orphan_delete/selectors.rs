//! Situations about selectors: another one, a migration to it, and others with the same one.

use anyhow::{Result, ensure};
use serde_json::{Value, json};

use super::foretold::like_agent;
use super::{SOON, Stage, V1, V2};
use crate::cluster::eventually;

/// D-23, C62 without `--relabel`: the commands are printed.
#[tokio::test]
async fn another_selector_leaves_them_and_makes_new_ones() -> Result<()> {
    let Some(stage) = Stage::with_agent("selector").await? else {
        return Ok(());
    };
    let count = stage.pods()?;
    let mut next = like_agent(V1);
    next["spec"]["selector"]["matchLabels"] = json!({"role": "agent"});
    next["spec"]["template"]["metadata"]["labels"] = json!({"role": "agent"});
    let foretold = stage.proves(&next).await?;
    let command = format!(
        "kubectl label pods,controllerrevisions -n {} -l app=agent role=agent",
        stage.place.namespace()
    );
    ensure!(foretold.text.contains(&command), "C62: {foretold:?}");
    foretold.is(&[("left alone", count), ("made at once", count)])
}

/// C62 with `--relabel --replace`: nothing restarts, whatever the template generation.
#[tokio::test]
async fn a_selector_migration_restarts_nothing() -> Result<()> {
    let Some(stage) = Stage::with_agent("migrate").await? else {
        return Ok(());
    };
    let changed = stage.ds(&[
        "set-image",
        "agent",
        "main=registry.test/agent:2",
        "--wait",
        "--timeout=120s",
    ])?;
    ensure!(changed.code == 0, "{changed:?}");
    let pods = stage.owners("pods")?;
    let mut next = like_agent(V2);
    next["spec"]["selector"]["matchLabels"] = json!({"role": "agent"});
    next["spec"]["template"]["metadata"]["labels"] = json!({"role": "agent"});
    let foretold = stage.foretell(&next, &["--relabel"])?;
    foretold.is(&[("kept as it is", pods.len())])?;
    let line = [
        "orphan-delete",
        "agent",
        "--next=next.json",
        "--relabel",
        "--replace",
        "-y",
        "--timeout=120s",
    ];
    let ran = stage.ds(&line)?;
    ensure!(ran.code == 0, "{ran:?}");
    ensure!(
        ran.stderr
            .contains(&format!("labelled {} objects with role=agent", pods.len() + 2)),
        "{ran:?}"
    );
    ensure!(ran.stdout.contains("daemonset.apps/agent created\n"), "{ran:?}");
    ensure!(
        ran.stdout.ends_with("daemon set \"agent\" successfully rolled out\n"),
        "{ran:?}"
    );
    foretold.comes_true(&stage, "agent").await?;
    ensure!(stage.owners("pods")?.keys().eq(pods.keys()), "C62");
    Ok(())
}

/// C19: what a second DaemonSet or a ReplicaSet was let to take is not there for the next one.
#[tokio::test]
async fn what_others_take_is_not_there_for_the_next_one() -> Result<()> {
    for kind in ["DaemonSet", "ReplicaSet"] {
        let Some(stage) = Stage::with_agent("taken").await? else {
            return Ok(());
        };
        let count = stage.pods()?;
        let mut rival = like_agent(V1);
        rival["kind"] = json!(kind);
        rival["metadata"]["name"] = json!("rival");
        if kind == "ReplicaSet" {
            rival["spec"]["replicas"] = json!(1);
        }
        stage.place.send("create", &rival.to_string())?;
        let ask = async || stage.place.object(&format!("{kind}/rival"));
        let ready = |set: &Value| {
            set["status"]["numberReady"]
                .as_u64()
                .or(set["status"]["readyReplicas"].as_u64())
                .is_some_and(|it| it > 0)
        };
        eventually("the rival is there", SOON, ask, ready).await?;
        let mut next = like_agent(V1);
        next["metadata"]["name"] = json!("next");
        let allowed = format!("--allow-adoption-by={kind}/rival");
        let foretold = stage.foretell(&next, &[&allowed])?;
        foretold.is(&[("made at once", count)])?;
        stage.orphan(&[&allowed])?;
        let taken = async || stage.owners("pods");
        let all =
            |owners: &std::collections::BTreeMap<String, String>| owners.values().all(|it| it.ends_with("/rival"));
        eventually("the rival has them", SOON, taken, all).await?;
        let kept = async || stage.pods();
        let wanted = if kind == "ReplicaSet" { 1 } else { count };
        eventually("the rival has kept what it wants", SOON, kept, |pods| *pods == wanted).await?;
        stage.place.send("create", &next.to_string())?;
        let pods = async || {
            let owners = stage.owners("pods")?;
            Ok(owners.values().filter(|owner| *owner == "DaemonSet/next").count())
        };
        eventually("the next one makes its own", SOON, pods, |pods| *pods == count).await?;
    }
    Ok(())
}
