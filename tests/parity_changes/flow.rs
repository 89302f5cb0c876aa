//! Whole stories: the life of a DaemonSet through changes, and a change that fails and goes back by itself.

use anyhow::{Result, ensure};
use serde_json::json;

use super::{Twins, daemon_set, images, recorded, state};
use crate::side_by_side::{Place, manifest};

const V1: &str = "registry.test/agent:1";

fn one_container(cause: &str) -> serde_json::Value {
    let mut set = daemon_set(V1, Some(cause));
    if let Some(containers) = set["spec"]["template"]["spec"]["containers"].as_array_mut() {
        containers.truncate(1);
    }
    set
}

/// Create with a cause; nothing to undo; update to two containers; both causes; dry runs; back; a wrong number; forth.
#[tokio::test]
async fn a_life_with_undo_is_the_same_in_both_programs() -> Result<()> {
    let Some(twins) = Twins::new("flow").await? else {
        return Ok(());
    };
    let numbers = |history: &str| -> Vec<String> {
        let rows = history.lines().skip(2).filter(|line| !line.is_empty());
        rows.map(|row| row.split_whitespace().next().unwrap_or_default().to_owned())
            .collect()
    };
    twins.send("create", &one_container("one container")).await?;
    let nothing = twins.agree(&["rollout", "undo", "ds/agent", "--to-revision=1"]).await?;
    ensure!(nothing.stdout.contains("skipped rollback"), "{nothing:?}");
    twins.send("replace", &daemon_set(V1, Some("two containers"))).await?;
    let history = twins.agree(&["rollout", "history", "ds/agent"]).await?;
    ensure!(
        history.stdout.contains("one container") && history.stdout.contains("two containers"),
        "{history:?}"
    );
    let before = state(&twins.ds)?;
    twins
        .agree(&["rollout", "undo", "ds/agent", "--dry-run=client", "--to-revision=1"])
        .await?;
    twins
        .agree(&["rollout", "undo", "ds/agent", "--dry-run=server", "--to-revision=1"])
        .await?;
    ensure!(state(&twins.ds)? == before, "dry runs change nothing");
    twins.agree(&["rollout", "undo", "ds/agent", "--to-revision=1"]).await?;
    ensure!(images(&twins.ds)?.len() == 2, "one container and the init container");
    let history = twins.agree(&["rollout", "history", "ds/agent"]).await?;
    ensure!(numbers(&history.stdout) == ["2", "3"], "C-23: {history:?}");
    let before = state(&twins.ds)?;
    let wrong = twins
        .agree(&["rollout", "undo", "ds/agent", "--to-revision=1000000"])
        .await?;
    ensure!(wrong.code == 1 && state(&twins.ds)? == before, "{wrong:?}");
    twins.agree(&["rollout", "undo", "ds/agent"]).await?;
    ensure!(images(&twins.ds)?.len() == 3, "two containers again");
    let history = twins.agree(&["rollout", "history", "ds/agent"]).await?;
    ensure!(numbers(&history.stdout) == ["3", "4"], "C-23: {history:?}");
    Ok(())
}

/// The new image never gets ready: both events are told, the old template is back, the exit code says so.
#[tokio::test]
async fn a_failed_rollout_goes_back_by_itself() -> Result<()> {
    let Some(place) = Place::new("goes-back").await? else {
        return Ok(());
    };
    place.send("create", &manifest("agent", "registry.test/agent:1", &json!({})))?;
    place.rolled_out("agent")?;
    let good = place.ds(&[
        "set-image",
        "agent",
        "main=registry.test/agent:2",
        "--rollback-on-failure",
        "--timeout=60s",
    ])?;
    ensure!(
        good.code == 0 && good.stdout.ends_with("successfully rolled out\n"),
        "{good:?}"
    );
    let bad = [
        "set-image",
        "agent",
        "main=registry.test/agent:3-crash-loop",
        "--change-cause=bad",
        "--rollback-on-failure",
        "--timeout=4s",
    ];
    let bad = place.ds(&bad)?;
    ensure!(bad.code == 4, "rolled back is code 4: {bad:?}");
    let (updated, back) = (
        "daemonset.apps/agent image updated\n",
        "daemonset.apps/agent rolled back\n",
    );
    ensure!(
        bad.stdout.contains(updated) && bad.stdout.ends_with(back),
        "both are told: {bad:?}"
    );
    ensure!(bad.stderr.contains("timed out waiting for the condition"), "{bad:?}");
    recorded(&place).await?;
    ensure!(images(&place)?[0] == "registry.test/agent:2", "{bad:?}");
    let set = place.object("ds/agent")?;
    ensure!(
        set["metadata"]["annotations"]
            .get("kubernetes.io/change-cause")
            .is_none(),
        "the cause went too: {set}"
    );
    place.rolled_out("agent")?;
    let waited = place.ds(&["undo", "agent", "--wait", "--timeout=4s"])?;
    ensure!(
        waited.code == 3,
        "an undo to the broken image does not finish: {waited:?}"
    );
    Ok(())
}
