//! Completion, asked for as kubectl asks: what is offered on a real cluster, and what happens where there is none. How it
//! looks to somebody who presses Tab is in `completion/shells.rs`.

mod failing;
mod scripts;
mod shells;

use std::{
    env,
    ffi::OsString,
    fs,
    os::unix::fs::{PermissionsExt, symlink},
    path::Path,
    process::Command,
};

use anyhow::{Context, Result, bail, ensure};
use serde_json::json;
use tempfile::TempDir;

use crate::side_by_side::{Place, binary, manifest};

/// How `kubectl_complete-…` comes to PATH.
#[derive(Debug, Clone, Copy)]
enum By {
    /// The script of `completions/`.
    Script,
    /// A symbolic link to the program.
    Link,
}

/// A folder for PATH: kubectl, the program as the plugin `name`, and its completion.
struct Installed {
    folder: TempDir,
}

impl Installed {
    fn new(kubectl: &Path, name: &str, by: By) -> Result<Self> {
        let folder = tempfile::tempdir()?;
        let at = |file: &str| folder.path().join(file);
        symlink(kubectl, at("kubectl"))?;
        symlink(binary(), at(&format!("kubectl-{name}")))?;
        let completion = at(&format!("kubectl_complete-{name}"));
        match by {
            By::Link => symlink(binary(), completion)?,
            By::Script => {
                let printed = Command::new(binary()).args(["completion", "kubectl"]).output()?;
                fs::write(&completion, printed.stdout)?;
                fs::set_permissions(&completion, fs::Permissions::from_mode(0o755))?;
            }
        }
        Ok(Self { folder })
    }

    fn path(&self) -> OsString {
        let mut path = self.folder.path().as_os_str().to_owned();
        path.push(":");
        path.push(env::var_os("PATH").unwrap_or_default());
        path
    }

    /// Holds that `kubectl __complete` prints what is accepted for these words. On a busy machine a second may be too short
    /// for an answer, so it is asked again.
    fn offers(&self, kubeconfig: &Path, words: &[&str], accepted: impl Fn(&str) -> bool) -> Result<()> {
        let mut printed = String::new();
        for _ in 0..10 {
            printed = self.complete(kubeconfig, words)?;
            if accepted(&printed) {
                return Ok(());
            }
        }
        bail!("R03 {words:?}: {printed}")
    }

    fn complete(&self, kubeconfig: &Path, words: &[&str]) -> Result<String> {
        let ran = Command::new(self.folder.path().join("kubectl"))
            .arg("__complete")
            .args(words)
            .env("PATH", self.path())
            .env("KUBECONFIG", kubeconfig)
            .output()?;
        ensure!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
        let stderr = String::from_utf8(ran.stderr)?;
        ensure!(
            stderr
                .lines()
                .all(|line| line.starts_with("Completion ended with directive") || line.starts_with("[Debug] ")),
            "nothing but kubectl's own line: {stderr}"
        );
        Ok(String::from_utf8(ran.stdout)?)
    }
}

/// The DaemonSets `agent`, with two revisions, and `other`.
fn two_sets(place: &Place) -> Result<()> {
    for name in ["agent", "other"] {
        place.send("apply", &manifest(name, &format!("registry.test/{name}:1"), &json!({})))?;
        place.rolled_out(name)?;
    }
    let ran = place.kubectl(&["set", "image", "ds/agent", "main=registry.test/agent:2"])?;
    ensure!(ran.code == 0, "{ran:?}");
    place.rolled_out("agent")
}

#[tokio::test]
async fn kubectl_is_told_what_is_on_the_cluster() -> Result<()> {
    let Some(place) = Place::new("tab").await? else {
        return Ok(());
    };
    two_sets(&place)?;
    let (namespace, config) = (place.namespace(), place.cluster().kubeconfig());
    let context = String::from_utf8(
        Command::new(place.cluster().kubectl())
            .args(["config", "current-context", "--kubeconfig"])
            .arg(config)
            .output()?
            .stdout,
    )?;
    let here = ["-n", namespace];
    let file = config.display().to_string();
    let attached = format!("-n={namespace}");
    let cases: Vec<(Vec<&str>, String)> = vec![
        ([&here[..], &["status", ""]].concat(), "agent\nother\n:4\n".into()),
        (vec!["status", "-n", namespace, "o"], "other\n:4\n".into()),
        (
            [&here[..], &["rollout", "status", ""]].concat(),
            "ds/agent\nds/other\n:4\n".into(),
        ),
        (
            [&here[..], &["undo", "daemonset/a"]].concat(),
            "daemonset/agent\n:4\n".into(),
        ),
        ([&here[..], &["restart", "agent", ""]].concat(), "other\n:4\n".into()),
        (
            [&here[..], &["set-image", "agent", ""]].concat(),
            "main=\tnow registry.test/agent:2\nprep=\tinit container, now registry.example/prep:1\n:38\n".into(),
        ),
        (
            [&here[..], &["set", "image", "ds/agent", "main="]].concat(),
            "main=registry.test/agent:2\tnow\n:38\n".into(),
        ),
        (
            [&here[..], &["set", "image", "ds/agent", "main=x", "m"]].concat(),
            ":38\n".into(),
        ),
        (
            vec!["status", &here[0], &namespace[..3], "--nope", "x", ""],
            ":4\n".into(),
        ),
        (
            vec!["--namespace", namespace, "status", "--kubeconfig", &file, "a"],
            "agent\n:4\n".into(),
        ),
        (vec!["status", "--namespace", namespace], format!("{namespace}\n:4\n")),
        (vec!["status", &attached], format!("{namespace}\n:4\n")),
        (vec!["--context", ""], format!("{}\n:4\n", context.trim())),
        (
            vec!["rollout", "re"],
            "restart\tReplace all pods, within the limits of the update strategy\n:4\n".into(),
        ),
    ];
    for by in [By::Script, By::Link] {
        let installed = Installed::new(place.cluster().kubectl(), "ds", by)?;
        for (words, expected) in &cases {
            let words = [&["ds"], &words[..]].concat();
            let offered = installed.offers(config, &words, |printed| printed == *expected);
            offered.with_context(|| format!("{by:?}, instead of {expected}"))?;
        }
        let newest_first = |printed: &str| {
            let lines: Vec<_> = printed.lines().collect();
            lines.len() == 3
                && lines[0].starts_with("2\tagent:2, ")
                && lines[0].ends_with(" old, present")
                && lines[1].starts_with("1\tagent:1, ")
                && lines[2] == ":36"
        };
        let words = ["ds", "undo", "-n", namespace, "agent", "--to-revision", ""];
        installed.offers(config, &words, newest_first)?;
        let words = ["ds", "history", "agent", "-n", namespace, "--diff=1..2"];
        installed.offers(config, &words, |printed| printed.starts_with("1..2\tagent:2, "))?;
    }
    Ok(())
}

#[tokio::test]
async fn it_works_under_a_longer_name() -> Result<()> {
    let Some(place) = Place::new("long-name").await? else {
        return Ok(());
    };
    place.send("apply", &manifest("agent", "registry.test/agent:1", &json!({})))?;
    for by in [By::Script, By::Link] {
        let installed = Installed::new(place.cluster().kubectl(), "daemonset_rollout", by)?;
        let words = ["daemonset-rollout", "status", "-n", place.namespace(), ""];
        installed.offers(place.cluster().kubeconfig(), &words, |printed| printed == "agent\n:4\n")?;
        let help = Command::new(installed.folder.path().join("kubectl"))
            .args(["daemonset-rollout", "undo", "--help"])
            .env("PATH", installed.path())
            .output()?;
        let help = String::from_utf8(help.stdout)?;
        ensure!(
            help.contains("Usage: kubectl daemonset-rollout undo")
                && help.contains("\n  kubectl daemonset-rollout undo agent\n")
                && !help.contains("kubectl ds"),
            "R04: {help}"
        );
        let wrong = Command::new(installed.folder.path().join("kubectl"))
            .args(["daemonset-rollout", "undo", "--nope"])
            .env("PATH", installed.path())
            .output()?;
        let wrong = String::from_utf8(wrong.stderr)?;
        ensure!(
            wrong.contains("See 'kubectl daemonset-rollout undo --help'"),
            "R04: {wrong}"
        );
    }
    Ok(())
}
