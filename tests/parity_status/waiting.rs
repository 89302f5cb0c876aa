//! Rollouts that are under way: followed, timed out, superseded, deleted.

use std::{process::Child, time::Duration};

use anyhow::{Context, Result, ensure};
use serde_json::json;

use crate::side_by_side::{Place, Ran, binary, manifest};

/// A template whose pods start and never become ready.
const NEVER: &str = "registry.test/agent:never-ready";
const GOOD: &str = "registry.test/agent:1";

fn ended(child: Child) -> Result<Ran> {
    let output = child.wait_with_output()?;
    Ok(Ran {
        stdout: String::from_utf8(output.stdout)?,
        stderr: String::from_utf8(output.stderr)?,
        code: output.status.code().context("ended by a signal")?,
    })
}

#[tokio::test]
async fn each_change_of_a_rollout_is_one_of_kubectls_lines() -> Result<()> {
    let Some(place) = Place::new("status-follow").await? else {
        return Ok(());
    };
    place.send("apply", &manifest("agent", GOOD, &json!({})))?;
    place.rolled_out("agent")?;
    ensure!(
        place
            .kubectl(&["set", "image", "ds/agent", "main=registry.test/agent:2"])?
            .code
            == 0
    );
    let line = ["rollout", "status", "ds/agent", "--timeout=120s"];
    let kubectl = place.command(place.cluster().kubectl(), &line).spawn()?;
    let ds = ended(place.command(&binary(), &line).spawn()?)?;
    let kubectl = ended(kubectl)?;
    ensure!(ds.code == 0 && kubectl.code == 0, "{kubectl:?} and {ds:?}");
    ensure!(ds.lines().last() == kubectl.lines().last(), "{kubectl:?} and {ds:?}");
    ensure!(
        ds.lines().len() == ds.stdout.lines().count(),
        "each change once: {ds:?}"
    );
    // They begin at different moments; what both could see must read the same.
    let steps: Vec<_> = ds
        .lines()
        .into_iter()
        .filter(|line| !kubectl.stdout.contains(line))
        .collect();
    ensure!(steps.len() <= 1, "{steps:?} of {ds:?} are not among {kubectl:?}");
    Ok(())
}

#[tokio::test]
async fn an_unfinished_rollout_reads_the_same_and_has_codes_of_its_own() -> Result<()> {
    let Some(place) = Place::new("status-stuck").await? else {
        return Ok(());
    };
    place.send("apply", &manifest("agent", NEVER, &json!({})))?;
    let once = ["rollout", "status", "ds/agent", "--watch=false"];
    place
        .until(place.cluster().kubectl(), &once, |ran| {
            ran.stdout.contains(" of 3 updated pods")
        })
        .await?;
    let (kubectl, ds) = place.both(&once)?;
    ensure!(kubectl == ds && ds.code == 0, "E-12: {kubectl:?} and {ds:?}");
    ensure!(
        place.ds(&["status", "agent", "--watch=false", "--exit-code"])?.code == 3,
        "C30"
    );
    let (kubectl, ds) = place.both(&["rollout", "status", "ds/agent", "--timeout=2s"])?;
    ensure!(
        ds.stderr == kubectl.stderr && ds.lines() == kubectl.lines(),
        "E-13: {kubectl:?} and {ds:?}"
    );
    ensure!(
        (kubectl.code, ds.code) == (1, 3),
        "a timeout has a code of its own: {ds:?}"
    );
    // Two that never end take one timeout together, not one each, and neither hides the other (C29, S7).
    place.send("apply", &manifest("second", NEVER, &json!({})))?;
    let begun = std::time::Instant::now();
    let both = place.ds(&["status", "agent", "second", "--timeout=3s"])?;
    ensure!(
        both.code == 3 && begun.elapsed() < Duration::from_secs(6),
        "{both:?} after {:?}",
        begun.elapsed()
    );
    ensure!(
        both.stdout.contains("\"agent\"") && both.stdout.contains("\"second\""),
        "{both:?}"
    );
    Ok(())
}

#[tokio::test]
async fn a_pinned_revision_that_is_superseded_ends_the_wait_and_says_by_whom() -> Result<()> {
    let Some(place) = Place::new("status-pin").await? else {
        return Ok(());
    };
    place.send("apply", &manifest("agent", NEVER, &json!({})))?;
    place
        .until(&binary(), &["status"], |ran| ran.stdout.contains(" 1 "))
        .await?;
    let pinned = place
        .command(&binary(), &["status", "agent", "--revision=1", "--timeout=60s"])
        .spawn()?;
    tokio::time::sleep(Duration::from_millis(500)).await;
    ensure!(
        place
            .kubectl(&["set", "image", "ds/agent", "main=registry.test/agent:3"])?
            .code
            == 0
    );
    let pinned = ended(pinned)?;
    ensure!(pinned.code == 3, "C11: {pinned:?}");
    ensure!(pinned.stderr.contains("revision 1 is superseded by"), "C11: {pinned:?}");
    ensure!(
        pinned.stderr.contains("changed by kubectl-set at 20"),
        "C11: {pinned:?}"
    );
    place.rolled_out("agent")?;
    ensure!(place.ds(&["status", "agent", "--revision=2"])?.code == 0);
    let unknown = place.ds(&["status", "agent", "--revision=9"])?;
    ensure!(
        unknown.code == 1 && unknown.stderr == "error: unable to find the specified revision\n",
        "{unknown:?}"
    );
    Ok(())
}

#[tokio::test]
async fn deletion_recreation_and_late_creation_are_told() -> Result<()> {
    let Some(place) = Place::new("status-gone").await? else {
        return Ok(());
    };
    place.send("apply", &manifest("agent", NEVER, &json!({})))?;
    let line = ["rollout", "status", "ds/agent", "--timeout=60s"];
    let (kubectl, ds) = (
        place.command(place.cluster().kubectl(), &line).spawn()?,
        place.command(&binary(), &line).spawn()?,
    );
    // Both must have begun to watch: their first line says so, and the DaemonSet does not change by itself.
    tokio::time::sleep(Duration::from_secs(2)).await;
    ensure!(place.kubectl(&["delete", "ds/agent"])?.code == 0);
    let (kubectl, ds) = (ended(kubectl)?, ended(ds)?);
    ensure!(
        (kubectl.code, &kubectl.stderr) == (ds.code, &ds.stderr),
        "E-13: {kubectl:?} and {ds:?}"
    );
    ensure!(
        ds.stderr == "error: object has been deleted\n" && ds.code == 1,
        "{ds:?}"
    );
    let awaited = place
        .command(&binary(), &["status", "agent", "--wait-for-create", "--timeout=60s"])
        .spawn()?;
    tokio::time::sleep(Duration::from_secs(1)).await;
    place.send("create", &manifest("agent", GOOD, &json!({})))?;
    let awaited = ended(awaited)?;
    ensure!(
        awaited.code == 0 && awaited.stdout.ends_with("successfully rolled out\n"),
        "C28: {awaited:?}"
    );
    ensure!(
        awaited.stderr == "waiting for daemon set \"agent\" to be created\n",
        "C28: {awaited:?}"
    );
    Ok(())
}
