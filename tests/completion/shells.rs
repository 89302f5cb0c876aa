//! Somebody at a terminal types `kubectl ds …` or `kubectl-ds …` and presses Tab, in real shells under tmux.

use std::ffi::OsStr;

use anyhow::{Context, Result, ensure};

use super::{By, Installed, two_sets};
use crate::{
    cluster::build::say,
    side_by_side::{Place, binary},
    tmux::{Terminal, is_there},
};

/// Columns and lines.
const SIZE: (u16, u16) = (100, 40);

/// With this variable a missing shell is a failure.
const REQUIRE: &str = "KUBECTL_DS_REQUIRE_SHELLS";

/// A file of the Debian package bash-completion, without which kubectl's script for bash does nothing.
const BASH_COMPLETION: &str = "/usr/share/bash-completion/bash_completion";

impl Terminal {
    /// Runs a line and waits until it is done.
    async fn run(&self, line: &str) -> Result<()> {
        self.type_text(&format!("{line}; clear; echo rea\"\"dy"))?;
        self.press("Enter")?;
        self.until(line, 60, |screen| screen.lines().any(|line| line == "ready"))
            .await
            .map(drop)
    }

    /// Types the beginning of a line on an empty screen and presses Tab, twice for a list. On a busy machine a second may
    /// be too short for an answer; then, as a person would, again.
    async fn tab(&self, line: &str, times: usize, done: impl Fn(&str) -> bool) -> Result<()> {
        let what = format!("{line}<TAB>");
        for _ in 0..5 {
            self.press("C-u")?;
            self.press("C-l")?;
            self.until("an empty screen", 30, |screen| screen.trim().lines().count() <= 1)
                .await?;
            self.type_text(line)?;
            for _ in 0..times {
                self.press("Tab")?;
            }
            if self.until(&what, 5, &done).await.is_ok() {
                return Ok(());
            }
        }
        self.until(&what, 5, &done).await.map(drop)
    }
}

/// Whether a line of the screen is `text`, apart from what the shell puts at its beginning.
fn ends(text: &str) -> impl Fn(&str) -> bool + use<> {
    let text = text.to_owned();
    move |screen: &str| screen.lines().any(|line| line.trim_end().ends_with(&text))
}

/// What is missing, unless it must be there.
fn missing(shell: &str) -> Result<bool> {
    let mut missing: Vec<&str> = [shell, "tmux"]
        .into_iter()
        .filter(|program| !is_there(program))
        .collect();
    if shell == "bash" && !std::path::Path::new(BASH_COMPLETION).is_file() {
        missing.push("bash-completion");
    }
    if missing.is_empty() {
        return Ok(false);
    }
    ensure!(
        std::env::var_os(REQUIRE).is_none(),
        "{REQUIRE} is set, and there is no {missing:?}"
    );
    say(&format!(
        "\n*** SKIPPED completion in {shell}: there is no {missing:?} ***"
    ));
    Ok(true)
}

/// The same in both shells; `begin` makes the shell complete kubectl.
async fn in_a_shell(shell: &str, program: &str, begin: &[&str]) -> Result<()> {
    if missing(shell)? {
        return Ok(());
    }
    let Some(place) = Place::new(&format!("in-{shell}")).await? else {
        return Ok(());
    };
    two_sets(&place)?;
    let installed = Installed::new(place.cluster().kubectl(), "ds", By::Script)?;
    let path = installed.path();
    let config = place.cluster().kubeconfig().as_os_str();
    let terminal = Terminal::start(
        program,
        SIZE,
        &[("PATH", &path), ("KUBECONFIG", config), ("TERM", OsStr::new("xterm"))],
    )?;
    for line in begin {
        terminal.run(line).await.context("the shell does not get ready")?;
    }
    let namespace = place.namespace();
    let ds = format!("kubectl ds -n {namespace}");
    let verb = format!("{ds} rollout rest");
    terminal.tab(&verb, 1, ends(&format!("{ds} rollout restart"))).await?;
    terminal
        .tab(&format!("{ds} status ot"), 1, ends(&format!("{ds} status other")))
        .await?;
    terminal
        .tab(&format!("{ds} undo ds/a"), 1, ends(&format!("{ds} undo ds/agent")))
        .await?;
    let space = format!("in-{}", &shell[..2]);
    terminal
        .tab(
            &format!("kubectl ds status --namespace={space}"),
            1,
            ends(&format!("--namespace={namespace}")),
        )
        .await?;
    terminal
        .tab(&format!("{ds} set-image agent ma"), 1, ends("set-image agent main="))
        .await?;
    // No blank was put after it, and the image of today comes whole, colons and all.
    terminal
        .tab(
            &format!("{ds} set-image agent main="),
            1,
            ends("set-image agent main=registry.test/agent:2"),
        )
        .await?;
    let newest_first = |screen: &str| matches!((screen.find("agent:2, "), screen.find("agent:1, ")), (Some(new), Some(old)) if new < old);
    terminal
        .tab(&format!("{ds} undo agent --to-revision "), 2, newest_first)
        .await
}

#[tokio::test]
async fn in_bash() -> Result<()> {
    let begin = [
        &format!("source {BASH_COMPLETION}")[..],
        "source <(kubectl completion bash)",
    ];
    in_a_shell("bash", "bash --norc --noprofile", &begin).await
}

#[tokio::test]
async fn in_zsh() -> Result<()> {
    let begin = [
        "autoload -Uz compinit",
        "compinit -u -D",
        "source <(kubectl completion zsh)",
    ];
    in_a_shell("zsh", "zsh -f", &begin).await
}

/// The printed script completes a direct call of the program at every depth: verbs, verbs of kubectl's spelling, and the
/// flags of each. That the files are what is printed is `scripts`' to prove, and says nothing of this.
async fn called_directly(shell: &str, program: &str, begin: &[&str]) -> Result<()> {
    if missing(shell)? {
        return Ok(());
    }
    for name in ["kubectl-ds", "kubectl-daemonset_rollout"] {
        let folder = tempfile::tempdir()?;
        std::os::unix::fs::symlink(binary(), folder.path().join(name))?;
        let mut path = folder.path().as_os_str().to_owned();
        path.push(":");
        path.push(std::env::var_os("PATH").unwrap_or_default());
        let terminal = Terminal::start(program, SIZE, &[("PATH", &path), ("TERM", OsStr::new("xterm"))])?;
        for line in begin {
            let line = line.replace("NAME", name);
            terminal.run(&line).await.context("the shell does not get ready")?;
        }
        for (typed, completed) in [
            ("und", "undo"),
            ("undo --sync", "undo --sync-last-applied"),
            ("orphan-delete --rel", "orphan-delete --relabel"),
            ("set-image --roll", "set-image --rollback-on-failure"),
            ("rollout un", "rollout undo"),
            ("rollout undo --sync", "rollout undo --sync-last-applied"),
            ("rollout status --exit", "rollout status --exit-code"),
            ("set im", "set image"),
            ("set image --roll", "set image --rollback-on-failure"),
        ] {
            // zsh puts a `=` after a flag that may have a value, and takes it away again when none is typed.
            let (done, value) = (
                ends(&format!("{name} {completed}")),
                ends(&format!("{name} {completed}=")),
            );
            let done = move |screen: &str| done(screen) || value(screen);
            terminal.tab(&format!("{name} {typed}"), 1, done).await?;
        }
    }
    Ok(())
}

#[tokio::test]
async fn called_directly_in_bash() -> Result<()> {
    let begin = ["source <(NAME completion bash)"];
    called_directly("bash", "bash --norc --noprofile", &begin).await
}

#[tokio::test]
async fn called_directly_in_zsh() -> Result<()> {
    let begin = [
        "autoload -Uz compinit",
        "compinit -u -D",
        "source <(NAME completion zsh)",
    ];
    called_directly("zsh", "zsh -f", &begin).await
}

#[tokio::test]
async fn called_directly_in_fish() -> Result<()> {
    // Grey suggestions would stand on the screen before Tab is pressed.
    let begin = ["set -g fish_autosuggestion_enabled 0", "NAME completion fish | source"];
    called_directly("fish", "fish --no-config", &begin).await
}
