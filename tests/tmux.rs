//! A real terminal for tests: a program under tmux, with keys and a screen.

use std::{
    ffi::OsStr,
    process::Command,
    sync::atomic::{AtomicUsize, Ordering},
    time::Duration,
};

use anyhow::{Result, ensure};
use tempfile::TempDir;

use crate::cluster::eventually;

/// A terminal with one program in it.
pub struct Terminal {
    socket: String,
    home: TempDir,
}

impl Terminal {
    /// Starts it with so many columns and lines.
    pub fn start(program: &str, (columns, lines): (u16, u16), variables: &[(&str, &OsStr)]) -> Result<Self> {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let home = tempfile::tempdir()?;
        let mut command = Command::new("tmux");
        let socket = format!("kubectl-ds-test-{}-{count}", std::process::id());
        command
            .args([
                "-L",
                &socket,
                "-f",
                "/dev/null",
                "new-session",
                "-d",
                "-x",
                &columns.to_string(),
                "-y",
                &lines.to_string(),
                program,
            ])
            .env("HOME", home.path())
            .env("TMUX_TMPDIR", home.path())
            .env("LC_ALL", "C.UTF-8")
            .env_remove("TMUX")
            .envs(variables.iter().copied());
        ensure!(command.status()?.success(), "tmux");
        Ok(Self { socket, home })
    }

    fn tmux(&self, arguments: &[&str]) -> Result<String> {
        let ran = Command::new("tmux")
            .args(["-L", &self.socket])
            .args(arguments)
            .env("TMUX_TMPDIR", self.home.path())
            .output()?;
        ensure!(
            ran.status.success(),
            "tmux {arguments:?}: {}",
            String::from_utf8_lossy(&ran.stderr)
        );
        Ok(String::from_utf8(ran.stdout)?)
    }

    /// Types text as it is.
    pub fn type_text(&self, text: &str) -> Result<()> {
        self.tmux(&["send-keys", "-l", text]).map(drop)
    }

    /// Presses one key, by tmux's name for it.
    pub fn press(&self, key: &str) -> Result<()> {
        self.tmux(&["send-keys", key]).map(drop)
    }

    /// Gives it another size.
    pub fn resize(&self, columns: u16, lines: u16) -> Result<()> {
        let (columns, lines) = (columns.to_string(), lines.to_string());
        self.tmux(&["resize-window", "-x", &columns, "-y", &lines]).map(drop)
    }

    /// Waits until the screen is as wanted.
    pub async fn until(&self, what: &str, seconds: u64, done: impl Fn(&str) -> bool) -> Result<String> {
        let screen = || async { self.tmux(&["capture-pane", "-p"]) };
        eventually(what, Duration::from_secs(seconds), screen, |screen| done(screen)).await
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.tmux(&["kill-server"]);
    }
}

/// Whether a program is on PATH.
pub fn is_there(program: &str) -> bool {
    let found = Command::new("sh")
        .args(["-c", &format!("command -v {program}")])
        .output();
    found.is_ok_and(|ran| ran.status.success())
}
