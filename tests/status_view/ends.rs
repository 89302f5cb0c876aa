//! A wait that ends early, for better or worse, and what the log of one says.

use std::time::Duration;

use anyhow::{Result, ensure};
use serde_json::json;

use super::{GOOD, MISSING, a_node, change, ended, place};
use crate::side_by_side::{Place, binary, manifest};

#[tokio::test]
async fn a_rollout_that_is_stuck_is_given_up_and_says_why() -> Result<()> {
    let Some(place) = place("view-stuck").await? else {
        return Ok(());
    };
    change(&place, MISSING, &json!({}))?;
    for verb in [&["status", "agent"][..], &["rollout", "status", "ds/agent"]] {
        let line = [verb, &["--fail-fast", "--grace=3s", "--timeout=90s"]].concat();
        let ran = place.ds(&line)?;
        ensure!(ran.code == 4, "C02: {ran:?}");
        ensure!(
            ran.stdout
                .lines()
                .all(|line| line.starts_with("Waiting for daemon set")),
            "kubectl's lines and nothing else: {ran:?}"
        );
        ensure!(ran.stderr.contains(": error image-"), "a line in the log: {ran:?}");
        ensure!(
            ran.stderr.contains("\nERROR ") && ran.stderr.contains("→ "),
            "in full at the end: {ran:?}"
        );
        let last = ran.stderr.lines().last().unwrap_or_default();
        ensure!(
            last.starts_with("error: ") && last.contains("will not finish by itself: "),
            "{ran:?}"
        );
    }
    let once = place.ds(&["status", "agent", "--watch=false", "--exit-code"])?;
    ensure!(once.code == 4 && once.stdout.contains("STALLED: "), "{once:?}");
    ensure!(
        once.stdout.contains("NODE ")
            && once.stdout.contains("ImagePull")
            && once.stdout.contains("0 of 3 nodes are done"),
        "{once:?}"
    );
    Ok(())
}

#[tokio::test]
async fn what_recovers_within_the_grace_is_no_failure_and_is_told_once_each_way() -> Result<()> {
    let Some(place) = place("view-recovers").await? else {
        return Ok(());
    };
    change(
        &place,
        "registry.test/agent:2",
        &json!({"kubectl-ds.test/fault": "image-pull"}),
    )?;
    let child = place
        .command(
            &binary(),
            &[
                "status",
                "agent",
                "--fail-fast",
                "--max-failures=0",
                "--grace=40s",
                "--timeout=110s",
            ],
        )
        .spawn()?;
    let pulls = [
        "get",
        "pods",
        "-o",
        "jsonpath={.items[*].status.containerStatuses[*].state.waiting.reason}",
    ];
    let kubectl = place.cluster().kubectl();
    place.until(kubectl, &pulls, |ran| ran.stdout.contains("Pull")).await?;
    // Long enough to be told, and shorter than the grace.
    tokio::time::sleep(Duration::from_secs(8)).await;
    let cure = ["annotate", "pods", "--all", "--overwrite", "kubectl-ds.test/fault=none"];
    let once = ["status", "agent", "--watch=false", "--exit-code"];
    let mut cured = false;
    for _ in 0..100 {
        place.kubectl(&cure)?;
        cured = place.ds(&once)?.code == 0;
        if cured {
            break;
        }
    }
    let ran = ended(child)?;
    ensure!(cured && ran.code == 0, "C02: {ran:?}");
    ensure!(ran.stdout.ends_with("successfully rolled out\n"), "{ran:?}");
    let told = |word: &str| ran.stderr.matches(word).count();
    ensure!(told("\"agent\": error image-") == 1, "when it appears: {ran:?}");
    ensure!(
        told("\"agent\": resolved: error image-") == 1,
        "and when it goes: {ran:?}"
    );
    Ok(())
}

#[tokio::test]
async fn sick_pods_of_the_old_template_never_fail_a_rollout() -> Result<()> {
    let Some(place) = Place::new("view-old").await? else {
        return Ok(());
    };
    place.send(
        "create",
        &manifest("agent", "registry.test/agent:crash-loop", &json!({})),
    )?;
    let restarts = [
        "get",
        "pods",
        "-o",
        "jsonpath={.items[*].status.containerStatuses[*].state.waiting.reason}",
    ];
    let kubectl = place.cluster().kubectl();
    place
        .until(kubectl, &restarts, |ran| ran.stdout.contains("CrashLoopBackOff"))
        .await?;
    change(&place, GOOD, &json!({}))?;
    let line = [
        "status",
        "agent",
        "--fail-fast",
        "--max-failures=0",
        "--grace=0s",
        "--timeout=90s",
    ];
    let ran = place.ds(&line)?;
    ensure!(
        ran.code == 0 && ran.stdout.ends_with("successfully rolled out\n"),
        "C02: {ran:?}"
    );
    Ok(())
}

#[tokio::test]
async fn what_is_allowed_lets_it_pass_and_is_named() -> Result<()> {
    let Some(place) = place("view-allowed").await? else {
        return Ok(());
    };
    let budget = json!({"spec": {"updateStrategy": {"rollingUpdate": {"maxUnavailable": 3}}}}).to_string();
    ensure!(place.kubectl(&["patch", "ds/agent", "-p", &budget])?.code == 0);
    let node = a_node(&place)?;
    let sick = json!({"kubectl-ds.test/fault": "never-ready", "kubectl-ds.test/fault-nodes": node});
    change(&place, "registry.test/agent:2", &sick)?;
    let ran = place.ds(&["status", "agent", "--allow-unavailable=1", "--timeout=60s"])?;
    ensure!(
        ran.code == 0
            && ran.stdout.ends_with(
                "daemon set \"agent\" is done with 1 node not available (allowed by --allow-unavailable 1)\n"
            ),
        "C59: {ran:?}"
    );
    let selector = format!("kubernetes.io/hostname={node}");
    let ran = place.ds(&[
        "rollout",
        "status",
        "ds/agent",
        "--ignore-nodes",
        &selector,
        "--timeout=60s",
    ])?;
    ensure!(
        ran.code == 0
            && ran
                .stdout
                .contains(&format!("1 node not done (ignored by --ignore-nodes {selector})")),
        "C59: {ran:?}"
    );
    let (folded, all) = (
        place.ds(&["status", "agent", "--watch=false"])?,
        place.ds(&["status", "agent", "--watch=false", "--all-nodes"])?,
    );
    ensure!(
        folded.stdout.contains("2 of 3 nodes are done") && all.stdout.matches("\nnode-").count() == 3,
        "{folded:?} and {all:?}"
    );
    let less = place.ds(&["status", "agent", "--allow-unavailable=30%", "--timeout=4s"])?;
    ensure!(less.code == 3, "30% of 3 is none: {less:?}");
    ensure!(
        less.stderr.contains("2 of 3 nodes are done"),
        "where it stands: {less:?}"
    );
    ensure!(
        less.stderr.ends_with("error: timed out waiting for the condition\n"),
        "the last line is the error: {less:?}"
    );
    let wrong = place.ds(&["status", "agent", "--allow-unavailable=x"])?;
    ensure!(wrong.code == 2 && wrong.stdout.is_empty(), "{wrong:?}");
    Ok(())
}

#[tokio::test]
async fn a_change_that_waits_is_given_up_early_and_taken_back() -> Result<()> {
    let Some(place) = place("view-back").await? else {
        return Ok(());
    };
    let begun = std::time::Instant::now();
    let image = format!("main={MISSING}");
    let ran = place.ds(&[
        "set-image",
        "agent",
        &image,
        "--rollback-on-failure",
        "--fail-fast",
        "--grace=2s",
        "--timeout=300s",
    ])?;
    ensure!(ran.code == 4 && begun.elapsed() < Duration::from_secs(120), "{ran:?}");
    ensure!(ran.stderr.contains("will not finish by itself"), "{ran:?}");
    let object = place.object("ds/agent")?;
    let now = &object["spec"]["template"]["spec"]["containers"][0]["image"];
    ensure!(now == GOOD, "{now} after {ran:?}");
    let unwaited = place.ds(&["restart", "agent", "--fail-fast"])?;
    ensure!(
        unwaited.code == 2 && unwaited.stderr.contains("--fail-fast needs --wait"),
        "{unwaited:?}"
    );
    Ok(())
}
