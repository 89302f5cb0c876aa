//! As a plugin of the real kubectl: found on PATH, global flags at any place after `ds`, exit codes passed through.

use std::{env, fs, process::Command};

use anyhow::{Context, Result, ensure};
use serde_json::json;

use crate::side_by_side::{Place, binary, manifest};

#[tokio::test]
async fn kubectl_finds_it_hands_every_word_on_and_returns_its_exit_code() -> Result<()> {
    let Some(place) = Place::new("plugin").await? else {
        return Ok(());
    };
    place.send(
        "apply",
        &manifest("agent", "registry.test/agent:never-ready", &json!({})),
    )?;
    let folder = tempfile::tempdir()?;
    fs::copy(binary(), folder.path().join("kubectl-ds"))?;
    fs::copy(place.cluster().kubectl(), folder.path().join("kubectl"))?;
    let mut path = folder.path().as_os_str().to_owned();
    path.push(":");
    path.push(env::var_os("PATH").unwrap_or_default());
    let config = place.cluster().kubeconfig().display().to_string();
    let namespace = place.namespace();
    let kubectl = |words: &[&str]| -> Result<(i32, String, String)> {
        let ran = Command::new(folder.path().join("kubectl"))
            .args(words)
            .env("PATH", &path)
            .output()?;
        let code = ran.status.code().context("ended by a signal")?;
        Ok((code, String::from_utf8(ran.stdout)?, String::from_utf8(ran.stderr)?))
    };
    let places: [&[&str]; 4] = [
        &[
            "ds",
            "-n",
            namespace,
            "--kubeconfig",
            &config,
            "status",
            "agent",
            "--watch=false",
            "--exit-code",
        ],
        &[
            "ds",
            "status",
            "-n",
            namespace,
            "agent",
            "--watch=false",
            "--exit-code",
            "--kubeconfig",
            &config,
        ],
        &[
            "ds",
            "--kubeconfig",
            &config,
            "rollout",
            "-n",
            namespace,
            "status",
            "ds/agent",
            "--watch=false",
            "--exit-code",
        ],
        &[
            "ds",
            "rollout",
            "status",
            "ds/agent",
            "--timeout=1s",
            "-n",
            namespace,
            "--kubeconfig",
            &config,
        ],
    ];
    for words in places {
        let (code, stdout, stderr) = kubectl(words)?;
        ensure!(
            code == 3 && stdout.starts_with("Waiting for daemon set"),
            "R01 {words:?}: {code} {stdout} {stderr}"
        );
    }
    let (code, _, stderr) = kubectl(&["ds", "status", "--nope"])?;
    ensure!(
        code == 2 && stderr == "error: unknown flag: --nope\nSee 'kubectl ds status --help' for usage.\n",
        "{stderr}"
    );
    let (code, help, _) = kubectl(&["ds", "rollout", "status", "--help"])?;
    ensure!(
        code == 0 && help.contains("Usage: kubectl ds rollout status"),
        "E-92: {help}"
    );
    let (code, _, stderr) = kubectl(&["-n", namespace, "ds", "status"])?;
    ensure!(
        code == 1 && stderr.contains("flags cannot be placed before plugin name"),
        "R01, as README says: {stderr}"
    );
    Ok(())
}
