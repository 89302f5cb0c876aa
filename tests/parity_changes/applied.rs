//! `undo` of what is applied: what the next `kubectl apply` does then (C05, C51).

use anyhow::{Result, ensure};
use serde_json::json;

use super::{Twins, daemon_set, recorded};
use crate::side_by_side::{Place, Ran};

const V1: &str = "registry.test/agent:1";
const V2: &str = "registry.test/agent:2";
const V3: &str = "registry.test/agent:3";

/// E-37, C05: kubectl's warning first, then what will be left behind; the repair is in the same change.
#[tokio::test]
async fn undo_and_apply_agree_when_asked_to() -> Result<()> {
    let Some(twins) = Twins::new("undo-applied").await? else {
        return Ok(());
    };
    let renamed = |image: &str| {
        let mut set = daemon_set(image, None);
        set["spec"]["template"]["spec"]["containers"][1]["name"] = json!("side2");
        set
    };
    twins.send("apply", &daemon_set(V1, None)).await?;
    twins.send("apply", &renamed(V2)).await?;
    let dry = twins
        .agree(&["rollout", "undo", "ds/agent", "--dry-run=server"])
        .await?;
    let mut lines = dry.stderr.lines();
    let warning = "Warning: resource daemonsets/agent was previously managed with 'kubectl apply'.";
    ensure!(
        lines.next().is_some_and(|line| line.starts_with(warning)),
        "E-37: {dry:?}"
    );
    ensure!(
        dry.stderr.contains("will leave behind: container side;"),
        "C05: {dry:?}"
    );
    let place = &twins.ds;
    let synced = place.ds(&[
        "undo",
        "agent",
        "--sync-last-applied",
        "--change-cause",
        "side2 is broken",
    ])?;
    ensure!(synced.code == 0 && !synced.stderr.contains("Warning"), "{synced:?}");
    let set = place.object("ds/agent")?;
    ensure!(
        set["metadata"]["annotations"]["kubernetes.io/change-cause"] == "side2 is broken",
        "E-62: {set}"
    );
    place.send("apply", &renamed(V3).to_string())?;
    let names: Vec<_> = container_names(place)?;
    ensure!(
        names == ["main", "side2"],
        "C05: the next apply removes what the undo brought back, got {names:?}"
    );
    Ok(())
}

/// C05: after a restart and a bad image, the repaired annotation says what it said: the next apply changes nothing.
#[tokio::test]
async fn the_apply_after_an_undo_starts_no_rollout() -> Result<()> {
    let Some(place) = Place::new("undo-restarted").await? else {
        return Ok(());
    };
    let manifest = daemon_set(V1, None).to_string();
    place.send("apply", &manifest)?;
    recorded(&place).await?;
    for words in [
        &["restart", "agent"][..],
        &["set-image", "agent", "main=registry.test/agent:2-bad"],
        &["undo", "agent", "--sync-last-applied"],
    ] {
        let ran = place.ds(words)?;
        ensure!(ran.code == 0, "{words:?}: {ran:?}");
        recorded(&place).await?;
    }
    let before = place.object("ds/agent")?;
    let mark = &before["spec"]["template"]["metadata"]["annotations"]["kubectl.kubernetes.io/restartedAt"];
    ensure!(mark.is_string(), "the restart came back: {before}");
    place.send("apply", &manifest)?;
    let after = place.object("ds/agent")?;
    ensure!(
        before["spec"] == after["spec"] && before["metadata"]["generation"] == after["metadata"]["generation"],
        "the next apply changes nothing: {after:#}"
    );
    let idle = place.ds(&["undo", "agent", "--to-revision=4", "--sync-last-applied"])?;
    ensure!(idle.stderr.contains("has no effect"), "{idle:?}");
    Ok(())
}

/// C51: the manager that will conflict is named before it does.
#[tokio::test]
async fn server_side_apply_is_named_with_its_manager() -> Result<()> {
    let Some(place) = Place::new("undo-ssa").await? else {
        return Ok(());
    };
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("agent.json").display().to_string();
    let apply = |image: &str| -> Result<Ran> {
        std::fs::write(&file, daemon_set(image, None).to_string())?;
        place.kubectl(&["apply", "--server-side", "--field-manager=ci", "-f", &file])
    };
    ensure!(apply(V1)?.code == 0);
    recorded(&place).await?;
    let words = "server-side apply by ci: its next apply conflicts";
    let set = place.ds(&["set-image", "agent", &format!("main={V2}")])?;
    ensure!(set.code == 0 && set.stderr.contains(words), "{set:?}");
    let conflict = apply(V3)?;
    ensure!(
        conflict.code == 1 && conflict.stderr.contains("conflict with \"kubectl-ds\""),
        "{conflict:?}"
    );
    recorded(&place).await?;
    let undone = place.ds(&["undo", "agent", "--change-cause", "back", "--sync-last-applied"])?;
    ensure!(undone.stderr.contains("has no effect on that"), "{undone:?}");
    ensure!(undone.code == 0 && undone.stderr.contains(words), "{undone:?}");
    ensure!(
        undone
            .stderr
            .contains("history goes on showing revision 1 with its own"),
        "E-62: {undone:?}"
    );
    ensure!(apply(V1)?.code == 0, "the same values are no conflict");
    Ok(())
}

fn container_names(place: &Place) -> Result<Vec<String>> {
    let set = place.object("ds/agent")?;
    let containers = set["spec"]["template"]["spec"]["containers"]
        .as_array()
        .cloned()
        .unwrap_or_default();
    Ok(containers
        .iter()
        .filter_map(|container| container["name"].as_str().map(str::to_owned))
        .collect())
}
