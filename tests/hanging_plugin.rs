//! A credential plugin that hangs: it holds up nobody for longer than they allow, and nothing of it stays behind.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
    time::{Duration, Instant},
};

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};

use crate::{
    cluster::eventually,
    gate::Gate,
    side_by_side::{Place, binary, manifest},
};

/// Long enough for a busy machine, and much shorter than a plugin hangs.
const SOON: Duration = Duration::from_secs(20);

/// A plugin that tells in the file `pids` who it is and who its child is, and hangs.
const HANGS: &str = "sleep 600 & echo $$ $! > $FOLDER/pids.new; mv $FOLDER/pids.new $FOLDER/pids; wait";

fn user(folder: &Path, script: &str, mode: &str) -> Value {
    json!({"exec": {
        "apiVersion": "client.authentication.k8s.io/v1", "command": "sh", "args": ["-c", script],
        "env": [{"name": "FOLDER", "value": folder}], "interactiveMode": mode,
    }})
}

/// A kubeconfig for a server that nobody gets to ask.
fn config(folder: &Path, user: &Value) -> Result<PathBuf> {
    let file = folder.join("config");
    let config = json!({
        "clusters": [{"name": "c", "cluster": {"server": "https://127.0.0.1:1", "insecure-skip-tls-verify": true}}],
        "users": [{"name": "u", "user": user}], "contexts": [{"name": "x", "context": {"cluster": "c", "user": "u"}}],
        "current-context": "x",
    });
    fs::write(&file, config.to_string())?;
    Ok(file)
}

fn ds(config: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(binary());
    command
        .args(arguments)
        .env("KUBECONFIG", config)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// Whether a process runs; one that has ended and waits to be asked for its end does not.
fn runs(process: &str) -> bool {
    let state = Command::new("ps").args(["-o", "stat=", "-p", process]).output();
    state.is_ok_and(|ran| {
        ran.stdout
            .first()
            .is_some_and(|state| *state != b'Z' && *state != b'\n')
    })
}

/// The processes that a plugin has named, once it has.
async fn named(folder: &Path) -> Result<Vec<String>> {
    let file = folder.join("pids");
    let ask = || async { Ok(fs::read_to_string(&file)?) };
    let text = eventually("the plugin runs", SOON, ask, |_| true).await?;
    Ok(text.split_whitespace().map(str::to_owned).collect())
}

async fn all_gone(folder: &Path) -> Result<()> {
    let processes = named(folder).await?;
    ensure!(processes.len() == 2, "{processes:?}");
    let left = || async { Ok(processes.iter().filter(|it| runs(it)).count()) };
    eventually("nothing of the plugin runs", SOON, left, |left| *left == 0).await?;
    Ok(())
}

async fn ended(child: std::process::Child) -> Result<Output> {
    let ended = tokio::task::spawn_blocking(move || child.wait_with_output());
    Ok(tokio::time::timeout(SOON, ended).await.context("still running")???)
}

fn interrupt(process: u32) -> Result<()> {
    let sent = Command::new("kill").args(["-INT", &process.to_string()]).status()?;
    ensure!(sent.success());
    Ok(())
}

#[tokio::test]
async fn an_interrupt_ends_both_at_once() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let config = config(folder.path(), &user(folder.path(), HANGS, "IfAvailable"))?;
    let child = ds(&config, &["history", "agent"]).spawn()?;
    named(folder.path()).await?;
    interrupt(child.id())?;
    let output = ended(child).await?;
    ensure!(output.status.code() == Some(130), "{output:?}");
    all_gone(folder.path()).await
}

#[tokio::test]
async fn limits_of_time_hold() -> Result<()> {
    let late = "error: timed out waiting for the condition\n";
    let request = "Unable to connect to the server: getting credentials: exec: executable sh did not end in time\n";
    let image = "main=registry.test/agent:2";
    for (arguments, code, words) in [
        (&["status", "agent", "--timeout=1s"][..], 3, late),
        (&["set-image", "agent", image, "--wait", "--timeout=1s"], 3, late),
        (&["history", "agent", "--request-timeout=1s"], 1, request),
    ] {
        let folder = tempfile::tempdir()?;
        let config = config(folder.path(), &user(folder.path(), HANGS, "Never"))?;
        let begun = Instant::now();
        let output = ended(ds(&config, arguments).spawn()?).await?;
        let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
        ensure!(
            output.status.code() == Some(code) && stderr == words,
            "{arguments:?}: {output:?}"
        );
        ensure!(begun.elapsed() >= Duration::from_secs(1), "{arguments:?}: not before");
        all_gone(folder.path()).await?;
    }
    Ok(())
}

/// Whoever presses Tab waits for a second, and then has no plugin either.
#[tokio::test]
async fn completion_leaves_nothing_behind() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let config = config(folder.path(), &user(folder.path(), HANGS, "Never"))?;
    let output = ended(ds(&config, &["__complete", "status", ""]).spawn()?).await?;
    ensure!(output.status.success() && output.stdout == b":4\n", "{output:?}");
    all_gone(folder.path()).await
}

/// kubectl's rules: at a terminal a plugin is asked by the person, as a part of the terminal's foreground; else it has no
/// input, and one that needs a terminal is not begun.
#[tokio::test]
async fn a_terminal_is_the_plugins_where_there_is_one() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let asks = "printf '%s\\n' \"$KUBERNETES_EXEC_INFO\" > $FOLDER/info; read -r answer; echo \"<$answer>\" > $FOLDER/answer; exit 1";
    let answer = || fs::read_to_string(folder.path().join("answer"));
    let info = || fs::read_to_string(folder.path().join("info"));
    let typed = |mode: &str, at_a_terminal: bool| -> Result<Output> {
        let config = config(folder.path(), &user(folder.path(), asks, mode))?;
        let _ = (
            fs::remove_file(folder.path().join("answer")),
            fs::remove_file(folder.path().join("info")),
        );
        let mut command = match at_a_terminal {
            true => {
                let mut command = Command::new("script");
                command.args(["-qec", &format!("{} history agent", binary().display()), "/dev/null"]);
                command
            }
            false => ds(&config, &["history", "agent"]),
        };
        command.env("KUBECONFIG", &config).stdin(Stdio::piped());
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn()?;
        std::io::Write::write_all(&mut child.stdin.take().context("no input")?, b"typed\n")?;
        Ok(child.wait_with_output()?)
    };
    for mode in ["IfAvailable", "Always"] {
        typed(mode, true).context("the program `script` (Debian: bsdutils)")?;
        ensure!(
            answer()? == "<typed>\n" && info()?.contains("\"interactive\":true"),
            "{mode}"
        );
    }
    for at_a_terminal in [true, false] {
        typed("Never", at_a_terminal)?;
        ensure!(answer()? == "<>\n" && info()?.contains("\"interactive\":false"));
    }
    typed("IfAvailable", false)?;
    ensure!(answer()? == "<>\n" && info()?.contains("\"interactive\":false"));
    let refused = typed("Always", false)?;
    ensure!(
        String::from_utf8_lossy(&refused.stderr).contains("exec plugin cannot support interactive mode")
            && info().is_err(),
        "{refused:?}"
    );
    Ok(())
}

/// The credential is out of date with each request, and the plugin hangs from a certain moment on: the watches that are
/// open go on, and when they are cut, time and interrupt still hold.
#[tokio::test]
async fn a_refresh_that_hangs_does_not_freeze_a_watch() -> Result<()> {
    let Some(place) = Place::new("refresh").await? else {
        return Ok(());
    };
    place.send("create", &manifest("agent", "registry.test/agent:1", &json!({})))?;
    place.rolled_out("agent")?;
    let ran = place.kubectl(&["set", "image", "ds/agent", "main=registry.test/agent:never-ready"])?;
    ensure!(ran.code == 0, "{ran:?}");
    let mut gate = Gate::new(&place).await?;
    let shared: Value = serde_json::from_slice(&fs::read(place.cluster().kubeconfig())?)?;
    let answer = json!({
        "kind": "ExecCredential", "apiVersion": "client.authentication.k8s.io/v1",
        "status": {"token": shared["users"][0]["user"]["token"], "expirationTimestamp": "2020-01-01T00:00:00Z"},
    });
    for interrupted in [true, false] {
        let folder = tempfile::tempdir()?;
        fs::write(folder.path().join("answer"), answer.to_string())?;
        let script = format!("test -e $FOLDER/hang || exec cat $FOLDER/answer; {HANGS}");
        let config = gate.kubeconfig(folder.path(), Some(user(folder.path(), &script, "Never")))?;
        let (out, log) = (folder.path().join("out"), folder.path().join("log"));
        let child = ds(
            &config,
            &["status", "agent", "-n", place.namespace(), "--timeout=30s", "-v6"],
        )
        .stdout(fs::File::create(&out)?)
        .stderr(fs::File::create(&log)?)
        .spawn()?;
        let watches = || async { Ok(fs::read_to_string(&log)?.matches("watch=true").count()) };
        eventually("three watches", SOON, watches, |count| *count == 3).await?;
        let told = || async { Ok(fs::read_to_string(&out)?.lines().count()) };
        let before = eventually("a first line", SOON, told, |lines| *lines > 0).await?;
        fs::write(folder.path().join("hang"), "")?;
        let other = format!("main=registry.test/agent:{interrupted}-never-ready");
        ensure!(place.kubectl(&["set", "image", "ds/agent", &other])?.code == 0);
        eventually("the next line", SOON, told, |lines| *lines > before).await?;
        gate.close().await;
        gate.open().await?;
        named(folder.path()).await?;
        if interrupted {
            interrupt(child.id())?;
        }
        let output = tokio::task::spawn_blocking(move || child.wait_with_output());
        let output = tokio::time::timeout(SOON * 3, output)
            .await
            .context("still running")???;
        let expected = if interrupted { 130 } else { 3 };
        ensure!(
            output.status.code() == Some(expected),
            "{output:?} {}",
            fs::read_to_string(&log)?
        );
        all_gone(folder.path()).await?;
    }
    Ok(())
}
