//! Nobody reads, the connection goes away, somebody interrupts: what was begun is brought to its end or said to be open.

use std::{
    io::Read,
    process::{Command, Stdio},
    time::Duration,
};

use anyhow::{Context, Result, ensure};
use serde_json::json;

use crate::side_by_side::{Place, binary, manifest};

const GOOD: &str = "registry.test/agent:1";

async fn place(prefix: &str) -> Result<Option<Place>> {
    let Some(place) = Place::new(prefix).await? else {
        return Ok(None);
    };
    place.send("create", &manifest("agent", GOOD, &json!({})))?;
    place.rolled_out("agent")?;
    Ok(Some(place))
}

fn image(place: &Place) -> Result<String> {
    let object = place.object("ds/agent")?;
    let image = object["spec"]["template"]["spec"]["containers"][0]["image"].as_str();
    Ok(image.context("no image")?.to_owned())
}

#[tokio::test]
async fn a_closed_pipe_does_not_stop_a_rollback() -> Result<()> {
    let Some(place) = place("unread").await? else {
        return Ok(());
    };
    let bad = [
        "set-image",
        "agent",
        "main=registry.test/agent:never-ready",
        "--rollback-on-failure",
        "--timeout=3s",
    ];
    let mut child = place.command(&binary(), &bad).spawn()?;
    drop(child.stdout.take());
    let status = child.wait()?;
    ensure!(
        status.code() == Some(4) && image(&place)? == GOOD,
        "{status}, {}",
        image(&place)?
    );
    Ok(())
}

#[tokio::test]
async fn a_full_disk_does_not_stop_a_rollback_and_is_told() -> Result<()> {
    let Some(place) = place("full").await? else {
        return Ok(());
    };
    if !std::path::Path::new("/dev/full").exists() {
        return Ok(());
    }
    let bad = [
        "set-image",
        "agent",
        "main=registry.test/agent:never-ready",
        "--rollback-on-failure",
        "--timeout=3s",
    ];
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full")?;
    let output = place.command(&binary(), &bad).stdout(Stdio::from(full)).output()?;
    let stderr = String::from_utf8(output.stderr)?;
    ensure!(
        output.status.code() == Some(4) && image(&place)? == GOOD,
        "{} {stderr}",
        output.status
    );
    ensure!(
        stderr.contains("error: writing the answer: No space left on device"),
        "{stderr}"
    );
    Ok(())
}

#[tokio::test]
async fn a_status_that_nobody_reads_is_no_success() -> Result<()> {
    let Some(place) = place("unread-status").await? else {
        return Ok(());
    };
    ensure!(
        place
            .kubectl(&["set", "image", "ds/agent", "main=registry.test/agent:slow"])?
            .code
            == 0
    );
    let mut child = place
        .command(&binary(), &["status", "agent", "--timeout=120s"])
        .spawn()?;
    let mut first = [0_u8; 8];
    child.stdout.take().context("no pipe")?.read_exact(&mut first)?;
    let status = child.wait()?;
    ensure!(status.code() == Some(3), "{status}");
    Ok(())
}

#[tokio::test]
async fn an_interrupted_wait_says_what_stays() -> Result<()> {
    let Some(place) = place("interrupted").await? else {
        return Ok(());
    };
    let bad = [
        "set-image",
        "agent",
        "main=registry.test/agent:never-ready",
        "--rollback-on-failure",
        "--timeout=60s",
    ];
    let child = place.command(&binary(), &bad).spawn()?;
    tokio::time::sleep(Duration::from_secs(2)).await;
    ensure!(
        Command::new("kill")
            .args(["-INT", &child.id().to_string()])
            .status()?
            .success()
    );
    let output = child.wait_with_output()?;
    let stderr = String::from_utf8(output.stderr)?;
    ensure!(output.status.code() == Some(130), "{} {stderr}", output.status);
    ensure!(stderr.ends_with("'kubectl ds undo agent' goes back\n"), "{stderr}");
    Ok(())
}

#[tokio::test]
async fn an_answer_for_a_program_has_nothing_else_in_it() -> Result<()> {
    let Some(place) = place("aside").await? else {
        return Ok(());
    };
    let image = "main=registry.test/agent:never-ready";
    let ran = place.ds(&["set-image", "agent", image, "--wait", "--timeout=2s", "-o", "json"])?;
    let object: serde_json::Value = serde_json::from_str(&ran.stdout).with_context(|| ran.stdout.clone())?;
    ensure!(object["kind"] == "DaemonSet" && ran.code == 3, "{ran:?}");
    ensure!(ran.stderr.contains("timed out waiting for the condition"), "{ran:?}");
    Ok(())
}

#[tokio::test]
async fn a_name_is_one_name_and_never_a_piece_of_a_request() -> Result<()> {
    let Some(place) = place("names").await? else {
        return Ok(());
    };
    for name in ["agent?x=y", "agent?dryRun=All&", "agent%2F..%2Fother", "a b", ".."] {
        let (kubectl, ds) = place.both(&["rollout", "restart", "ds", name])?;
        ensure!(ds.code == 1 && ds.stdout.is_empty(), "{name}: {kubectl:?} and {ds:?}");
    }
    let empty = place.ds(&["status", ""])?;
    ensure!(
        empty.code == 2 && empty.stderr == "error: resource name may not be empty\n",
        "{empty:?}"
    );
    let everywhere = place.ds(&["status", "agent", "-A"])?;
    ensure!(
        everywhere.code == 2 && everywhere.stderr.contains("across all namespaces"),
        "{everywhere:?}"
    );
    Ok(())
}

#[tokio::test]
async fn a_deletion_that_is_held_up_is_told() -> Result<()> {
    let Some(place) = place("held").await? else {
        return Ok(());
    };
    let hold = json!({"metadata": {"finalizers": ["example.com/hold"]}}).to_string();
    ensure!(place.kubectl(&["patch", "ds/agent", "--type=merge", "-p", &hold])?.code == 0);
    ensure!(place.kubectl(&["delete", "ds/agent", "--wait=false"])?.code == 0);
    let ran = place.ds(&["status", "agent", "--watch=false"])?;
    let told = "daemon set \"agent\" is being deleted, held by finalizers example.com/hold";
    let free = json!({"metadata": {"finalizers": null}}).to_string();
    ensure!(place.kubectl(&["patch", "ds/agent", "--type=merge", "-p", &free])?.code == 0);
    ensure!(ran.stderr.contains(told), "B-3: {ran:?}");
    Ok(())
}
