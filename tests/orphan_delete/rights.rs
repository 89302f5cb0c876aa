//! With the rights that the README names and no more; and with a person who is asked.

use anyhow::{Result, ensure};
use serde_json::json;

use super::{Stage, V1};
use crate::side_by_side::manifest;

#[tokio::test]
async fn what_may_not_be_listed_is_named_and_the_rest_is_done() -> Result<()> {
    let Some(stage) = Stage::with_agent("few-rights").await? else {
        return Ok(());
    };
    let pods = stage.owners("pods")?;
    let rules: &[(&str, &str, &[&str])] = &[
        ("apps", "daemonsets", &["get", "delete", "create"]),
        ("apps", "controllerrevisions", &["list"]),
        ("", "pods", &["list"]),
    ];
    let next = stage.folder().join("next.json");
    std::fs::write(&next, manifest("agent", V1, &json!({})))?;
    let (next, backup) = (
        next.display().to_string(),
        stage.folder().join("b.yaml").display().to_string(),
    );
    let run = |more: &[&str]| {
        let line = [&["orphan-delete", "agent", "--timeout=60s", "--backup", &backup], more].concat();
        stage.place.ds_with_rights("restricted-1", rules, &line)
    };
    let foretold = run(&["--next", &next, "--dry-run=client"])?;
    ensure!(
        foretold.code == 0 && foretold.stdout.contains("no right to list nodes"),
        "{foretold:?}"
    );
    ensure!(
        foretold.stdout.matches("kept as it is").count() == pods.len(),
        "{foretold:?}"
    );
    let line = ["orphan-delete", "agent", "--yes", "--backup", &backup];
    let blind = stage.place.ds_with_rights("restricted-2", &rules[..1], &line)?;
    ensure!(
        blind.code == 1 && blind.stderr.starts_with("Error from server (Forbidden): "),
        "what cannot be shown is not deleted: {blind:?}"
    );
    ensure!(
        stage.owners("pods")? == pods && stage.place.object("ds/agent").is_ok(),
        "{blind:?}"
    );
    let ran = run(&["--yes"])?;
    let missing = "no right to list daemonsets, replicasets, replicationcontrollers, statefulsets, jobs: ";
    ensure!(ran.code == 0 && ran.stderr.contains(missing), "{ran:?}");
    stage.ownerless(&pods)?;
    Ok(())
}

/// Asked on a terminal, which `script` makes; anything but yes does nothing.
#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_person_is_asked_and_no_is_no() -> Result<()> {
    use std::{io::Write, process::Stdio};

    let Some(stage) = Stage::with_agent("asked").await? else {
        return Ok(());
    };
    let pods = stage.owners("pods")?;
    let line = format!(
        "{} orphan-delete agent -n {}",
        crate::side_by_side::binary().display(),
        stage.place.namespace()
    );
    let answer = |word: &str| -> Result<String> {
        let mut child = std::process::Command::new("script")
            .args(["-qec", &line, "/dev/null"])
            .env("KUBECONFIG", stage.place.cluster().kubeconfig())
            .current_dir(stage.folder())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        if let Some(stdin) = child.stdin.as_mut() {
            writeln!(stdin, "{word}")?;
        }
        Ok(String::from_utf8_lossy(&child.wait_with_output()?.stdout).into_owned())
    };
    for no in ["", "n", "yep"] {
        let said = answer(no)?;
        ensure!(
            said.contains("without an owner? [y/N]") && said.contains("error: nothing was done"),
            "{no}: {said}"
        );
        ensure!(
            stage.backup().is_none() && stage.owners("pods")? == pods,
            "{no}: nothing was done"
        );
    }
    let said = answer("yes")?;
    ensure!(said.contains("are there and ownerless, none was lost"), "{said}");
    ensure!(stage.backup().is_some(), "{said}");
    stage.ownerless(&pods)
}
