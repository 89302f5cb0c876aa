//! Saved objects in the place of a cluster: the reading commands give the same answer on both, and what is no snapshot, or
//! cannot be done with one, is refused.

mod example;
mod same;
mod taken;

use std::process::{Command, Stdio};

use anyhow::{Result, ensure};

use crate::side_by_side::{Ran, binary};

/// Runs kubectl-ds where there is no cluster.
pub fn alone(arguments: &[&str], input: &str) -> Result<Ran> {
    use std::io::Write as _;
    let mut child = Command::new(binary())
        .args(arguments)
        .env("KUBECONFIG", "/nowhere")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    if let Some(mut stdin) = child.stdin.take() {
        // A program that refuses reads nothing.
        let _ = stdin.write_all(input.as_bytes());
    }
    let output = child.wait_with_output()?;
    Ok(Ran {
        stdout: String::from_utf8(output.stdout)?,
        stderr: String::from_utf8(output.stderr)?,
        code: output.status.code().unwrap_or(-1),
    })
}

const SET: &str = "
apiVersion: apps/v1
kind: DaemonSet
metadata: {name: agent, namespace: fleet, uid: u, generation: 1, creationTimestamp: '2026-01-01T10:00:00Z'}
spec: {selector: {matchLabels: {app: agent}}, template: {metadata: {labels: {app: agent}}}}
status: {observedGeneration: 1, desiredNumberScheduled: 3, updatedNumberScheduled: 1, numberReady: 3, numberAvailable: 3}
";

#[test]
fn a_file_or_standard_input_is_looked_at_once_and_says_what_it_lacks() -> Result<()> {
    let once = alone(&["status", "agent", "--snapshot", "-"], SET)?;
    let line = "Waiting for daemon set \"agent\" rollout to finish: 1 out of 3 new pods have been updated...\n";
    ensure!(
        once.code == 0 && once.stdout.starts_with(line),
        "its namespace is the only one: {once:?}"
    );
    for what in ["pods", "controllerrevisions.apps"] {
        let lacks = format!("Warning: the snapshot has no {what}: ");
        ensure!(once.stderr.matches(&lacks).count() == 1, "{once:?}");
    }
    let asked = alone(&["status", "agent", "--snapshot=-", "--exit-code"], SET)?;
    ensure!(asked.code == 3, "{asked:?}");
    for verb in ["status", "restart"] {
        let unset = alone(&[verb, "agent", "--snapshot="], SET)?;
        ensure!(
            unset.code == 2 && unset.stderr.contains("a file is needed"),
            "a variable that is not set: {unset:?}"
        );
    }
    let history = alone(&["history", "agent", "--snapshot=-"], SET)?;
    ensure!(
        history.code == 1 && history.stderr.contains("the snapshot has no controllerrevisions.apps"),
        "{history:?}"
    );
    let other = alone(&["status", "agnt", "--snapshot=-"], SET)?;
    ensure!(
        other.code == 1
            && other.stderr
                == "Error from server (NotFound): daemonsets.apps \"agnt\" not found\ndid you mean agent?\n",
        "{other:?}"
    );
    let elsewhere = alone(&["status", "agent", "--snapshot=-", "-n", "default"], SET)?;
    ensure!(elsewhere.code == 1, "{elsewhere:?}");
    let version = alone(&["version", "--snapshot=-"], SET)?;
    ensure!(version.code == 0 && !version.stdout.contains("Server"), "{version:?}");
    Ok(())
}

#[test]
fn nothing_is_changed_in_a_snapshot() -> Result<()> {
    for verb in [
        &["undo", "agent"][..],
        &["restart", "agent"],
        &["set-image", "agent", "a=b"],
        &["set", "image", "ds/agent", "a=b"],
        &["orphan-delete", "agent"],
        &["rollout", "undo", "ds/agent"],
        &["rollout", "restart", "ds/agent"],
    ] {
        let ran = alone(&[verb, &["--snapshot=-"]].concat(), SET)?;
        ensure!(
            ran.code == 2 && ran.stdout.is_empty() && ran.stderr.contains("--snapshot is for looking"),
            "{verb:?}: {ran:?}"
        );
    }
    Ok(())
}

#[test]
fn what_is_no_snapshot_is_refused_with_the_reason() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let file = |name: &str, bytes: &[u8]| -> Result<String> {
        let path = folder.path().join(name);
        std::fs::write(&path, bytes)?;
        Ok(path.display().to_string())
    };
    for (path, why) in [
        (file("a", b"\xffa")?, "not UTF-8 text (byte 0)"),
        (file("b", b"\x1f\x8b\x08")?, "compressed; unpack it first"),
        (file("c", b"hello")?, "neither YAML nor JSON of Kubernetes objects"),
        (file("d", b"{\"kind\": \"List\", \"items\": [")?, ""),
        (file("e", b"kind: ConfigMap\napiVersion: v1\n")?, "(found 1 ConfigMap)"),
        ("/nowhere/at/all".to_owned(), "no such file or directory"),
    ] {
        let ran = alone(&["status", "--snapshot", &path], "")?;
        ensure!(
            ran.code == 1 && ran.stderr.starts_with(&format!("error: snapshot {path}: ")) && ran.stderr.contains(why),
            "{path}: {ran:?}"
        );
    }
    Ok(())
}

/// As with any other name that is not found: an empty table would say that all is well.
#[test]
fn a_selector_that_matches_no_node_is_an_error() -> Result<()> {
    let text = format!("{SET}---\napiVersion: v1\nkind: Node\nmetadata: {{name: n1, labels: {{pool: edge}}}}\n");
    let why = |selector| alone(&["why", "--ds", "agent", "-l", selector, "--snapshot=-"], &text);
    let none = why("pool=core")?;
    ensure!(
        none.code == 1 && none.stdout.is_empty() && none.stderr == "error: no node matches the selector pool=core\n",
        "{none:?}"
    );
    let one = why("pool=edge")?;
    ensure!(one.code == 0 && one.stdout.contains("n1"), "{one:?}");
    let failures = alone(
        &["status", "agent", "--fail-fast", "--max-failures=10%", "--snapshot=-"],
        &text,
    )?;
    ensure!(
        failures.code == 2 && failures.stderr.contains("a whole number of pods is needed"),
        "{failures:?}"
    );
    Ok(())
}
