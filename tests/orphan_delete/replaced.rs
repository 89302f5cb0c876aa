//! `--replace`, where it does not go straight through: refused before anything is done, not done in time, done before.

use anyhow::{Result, ensure};
use serde_json::json;

use super::foretold::like_agent;
use super::{Stage, V1, V2};

/// What the server would refuse is refused while the present DaemonSet is still there.
#[tokio::test]
async fn a_next_one_that_cannot_be_is_refused_before_anything_is_done() -> Result<()> {
    let Some(stage) = Stage::with_agent("refused").await? else {
        return Ok(());
    };
    let before = stage.place.object("ds/agent")?;
    let mut other = like_agent(V1);
    other["metadata"]["name"] = json!("other");
    stage.place.send(
        "create",
        &other.to_string().replace("\"app\":\"agent\"", "\"app\":\"other\""),
    )?;
    let mut mismatched = like_agent(V1);
    mismatched["spec"]["selector"]["matchLabels"] = json!({"app": "nobody"});
    let mut elsewhere = like_agent(V1);
    elsewhere["metadata"]["namespace"] = json!("elsewhere");
    let two = json!({"kind": "List", "apiVersion": "v1", "items": [like_agent(V1), like_agent(V2)]});
    let refused = [
        (mismatched, "`selector` does not match template `labels`"),
        (elsewhere, "does not match the namespace"),
        (two, "must hold one daemon set, not 2"),
        (
            json!({"kind": "Service", "apiVersion": "v1", "metadata": {"name": "s"}}),
            "only daemon sets are handled here",
        ),
        (other, "daemonsets.apps \"other\" already exists"),
    ];
    for (next, words) in refused {
        std::fs::write(stage.folder().join("next.json"), next.to_string())?;
        let ran = stage.ds(&["orphan-delete", "agent", "--next=next.json", "--replace", "--yes"])?;
        ensure!(ran.code == 1 && ran.stderr.contains(words), "{words}: {ran:?}");
        ensure!(stage.backup().is_none() && ran.stdout.is_empty(), "{ran:?}");
    }
    ensure!(
        stage.place.object("ds/agent")?["metadata"]["uid"] == before["metadata"]["uid"],
        "untouched"
    );
    Ok(())
}

/// The new pods never get ready: that is said with the command to go on, and that command goes on.
#[tokio::test]
async fn one_that_is_not_done_in_time_is_gone_on_with() -> Result<()> {
    let Some(stage) = Stage::with_agent("slow").await? else {
        return Ok(());
    };
    let mut next = like_agent("registry.test/agent:2-crash-loop");
    next["metadata"]["annotations"] = json!({"deprecated.daemonset.template.generation": "3"});
    std::fs::write(stage.folder().join("next.json"), next.to_string())?;
    let line = [
        "orphan-delete",
        "agent",
        "--next=next.json",
        "--replace",
        "--yes",
        "--timeout=5s",
    ];
    let ran = stage.ds(&line)?;
    ensure!(ran.code == 3, "{ran:?}");
    ensure!(
        ran.stderr
            .contains("state: it is deleted and daemonset.apps/agent is created;"),
        "{ran:?}"
    );
    let again = format!("to go on: kubectl ds {}", line.join(" "));
    ensure!(ran.stderr.contains(&again), "{ran:?}");
    let created = stage.place.object("ds/agent")?;
    let ran = stage.ds(&line)?;
    ensure!(
        ran.code == 3
            && ran
                .stderr
                .contains("daemonset.apps/agent is there already, as the file says"),
        "{ran:?}"
    );
    ensure!(
        !ran.stdout.contains("deleted") && !ran.stdout.contains("created"),
        "{ran:?}"
    );
    ensure!(
        stage.place.object("ds/agent")?["metadata"]["uid"] == created["metadata"]["uid"],
        "it is the same one"
    );
    Ok(())
}

/// A dry run says both steps and does none; with OnDelete nobody is waited for.
#[tokio::test]
async fn both_steps_are_told_and_done() -> Result<()> {
    let Some(stage) = Stage::with_agent("both").await? else {
        return Ok(());
    };
    let pods = stage.owners("pods")?;
    let mut next = like_agent(V2);
    next["metadata"]["name"] = json!("next");
    next["metadata"]["annotations"] = json!({"deprecated.daemonset.template.generation": "3"});
    next["spec"]["updateStrategy"] = json!({"type": "OnDelete"});
    std::fs::write(stage.folder().join("next.json"), next.to_string())?;
    let dry = stage.ds(&[
        "orphan-delete",
        "agent",
        "--next=next.json",
        "--replace",
        "--dry-run=server",
    ])?;
    ensure!(
        dry.code == 0 && dry.stdout.ends_with("daemonset.apps/next created (server dry run)\n"),
        "{dry:?}"
    );
    ensure!(
        stage.place.object("ds/next").is_err() && stage.place.object("ds/agent").is_ok(),
        "nothing was done"
    );
    let ran = stage.ds(&[
        "orphan-delete",
        "agent",
        "--next=next.json",
        "--replace",
        "-y",
        "--timeout=60s",
    ])?;
    ensure!(
        ran.code == 0 && ran.stdout.contains("daemonset.apps/next created\n"),
        "{ran:?}"
    );
    ensure!(ran.stdout.contains("is updated on delete"), "B-36: {ran:?}");
    stage.owned("DaemonSet/next").await?;
    ensure!(stage.owners("pods")?.keys().eq(pods.keys()), "B-36");
    Ok(())
}
