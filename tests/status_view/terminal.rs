//! What somebody sees who follows a stuck rollout on a terminal, of whatever kind and size, and how that is left.

use std::{
    ffi::OsStr,
    process::{Command, Stdio},
    time::Duration,
};

use anyhow::{Context, Result, ensure};
use serde_json::json;

use super::{MISSING, change, place};
use crate::{
    cluster::build::say,
    side_by_side::{Place, binary},
    tmux::{Terminal, is_there},
};

/// A place where `agent` is stuck.
async fn stuck(prefix: &str) -> Result<Option<Place>> {
    if !is_there("tmux") {
        say("\n*** SKIPPED the view on a terminal: there is no tmux ***");
        return Ok(None);
    }
    let Some(place) = place(prefix).await? else {
        return Ok(None);
    };
    change(&place, MISSING, &json!({}))?;
    Ok(Some(place))
}

/// A terminal in which `status` follows it.
async fn following(place: &Place, flags: &str, size: (u16, u16), variables: &[(&str, &str)]) -> Result<Terminal> {
    let mut all = vec![
        ("KUBECONFIG", place.cluster().kubeconfig().as_os_str()),
        ("TERM", OsStr::new("xterm")),
        ("PS1", OsStr::new("$ ")),
    ];
    all.extend(variables.iter().map(|(name, value)| (*name, OsStr::new(*value))));
    // The variables are those of the shell: tmux gives it a TERM of its own.
    let set: Vec<String> = variables
        .iter()
        .map(|(name, value)| format!("{name}={value}"))
        .collect();
    let terminal = Terminal::start("sh", size, &all)?;
    let line = format!("{} status agent -n {} {flags}", binary().display(), place.namespace());
    terminal
        .until("a prompt", 30, |screen| !screen.trim().is_empty())
        .await?;
    terminal.type_text(&format!("{} {line}", set.join(" ")))?;
    terminal.press("Enter")?;
    Ok(terminal)
}

/// The finding is there, with the table, the grid and the verdict.
fn shown(screen: &str) -> bool {
    let parts = ["NODE ", "\nERROR ", "STALLED: ", "\nS stuck "];
    parts.iter().all(|part| screen.contains(part))
}

/// There is one of each, and nothing of what was drawn before.
fn once(screen: &str) -> Result<()> {
    for part in ["agent [", "NODE ", "STALLED: ", "nodes are done", "\nS stuck 1  "] {
        ensure!(screen.matches(part).count() == 1, "{part} once in:\n{screen}");
    }
    Ok(())
}

#[tokio::test]
async fn it_is_redrawn_in_place_and_fits() -> Result<()> {
    let Some(place) = stuck("view-live").await? else {
        return Ok(());
    };
    let terminal = following(&place, "", (72, 16), &[]).await?;
    terminal.until("the finding below the bar", 60, shown).await?;
    // Many redraws later there is still one of each.
    tokio::time::sleep(Duration::from_secs(3)).await;
    let screen = terminal.until("the same", 10, shown).await?;
    once(&screen)?;
    ensure!(screen.contains('…'), "cut, not wrapped:\n{screen}");
    // A terminal breaks the lines that are too long for it, and joins them when it is made wider.
    for (columns, lines) in [(50, 20), (110, 30), (80, 24)] {
        terminal.resize(columns, lines)?;
        let fits = |screen: &str| {
            let longest = screen.lines().map(|line| line.chars().count()).max();
            let filled = usize::from(columns) - 12;
            shown(screen) && longest.is_some_and(|longest| longest > filled.min(80))
        };
        terminal.until("the same in another size", 30, fits).await?;
        tokio::time::sleep(Duration::from_millis(1500)).await;
        let screen = terminal.until("it stays", 10, fits).await?;
        once(&screen).with_context(|| format!("{columns}x{lines}"))?;
    }
    // Back to the good image: the bar and kubectl's line stay, what was wrong goes.
    change(&place, super::GOOD, &json!({}))?;
    let screen = terminal
        .until("the end", 90, |screen| screen.contains("successfully rolled out"))
        .await?;
    ensure!(
        screen.matches("agent [").count() == 1 && !screen.contains("NODE ") && !screen.contains("ERROR "),
        "{screen}"
    );
    Ok(())
}

#[tokio::test]
async fn a_terminal_may_know_ascii_alone_or_draw_nothing() -> Result<()> {
    let Some(place) = stuck("view-plain").await? else {
        return Ok(());
    };
    let ascii = following(&place, "", (80, 24), &[("LC_ALL", "C")]).await?;
    let dumb = following(&place, "", (80, 24), &[("TERM", "dumb")]).await?;
    let talking = following(&place, "-v=6", (80, 24), &[]).await?;
    let screen = ascii.until("the finding", 60, shown).await?;
    once(&screen)?;
    ensure!(
        screen.is_ascii() && screen.contains("  > "),
        "the remedy, in ASCII:\n{screen}"
    );
    let screen = dumb
        .until("a line in the log", 60, |screen| screen.contains(": error image-"))
        .await?;
    ensure!(
        screen.contains("Waiting for daemon set") && !screen.contains("agent [") && !screen.contains("STALLED"),
        "plain lines:\n{screen}"
    );
    // Requests are told above the view, while there is one: events are read every few seconds.
    let told = |screen: &str| shown(screen) && screen.contains(" 200 OK");
    talking.until("a view and requests", 60, told).await?;
    tokio::time::sleep(Duration::from_secs(6)).await;
    once(&talking.until("the same", 30, shown).await?)?;
    dumb.press("C-c")?;
    dumb.until("the farewell", 30, |screen| screen.contains("interrupted: "))
        .await?;
    Ok(())
}

#[tokio::test]
async fn an_interrupt_leaves_the_view_and_says_how_to_go_on() -> Result<()> {
    let Some(place) = stuck("view-left").await? else {
        return Ok(());
    };
    let terminal = following(&place, "", (120, 24), &[]).await?;
    terminal.until("the finding below the bar", 60, shown).await?;
    terminal.press("C-c")?;
    let again = format!("'kubectl ds status agent -n {}' follows it\n", place.namespace());
    let left = |screen: &str| screen.contains(&again);
    let screen = terminal.until("the farewell and a prompt", 30, left).await?;
    once(&screen)?;
    ensure!(
        screen.contains("\ninterrupted: the rollout goes on without being watched; '"),
        "on a line of its own:\n{screen}"
    );
    terminal.type_text("echo code $?")?;
    terminal.press("Enter")?;
    terminal
        .until("the exit code", 10, |screen| screen.contains("\ncode 130"))
        .await?;
    Ok(())
}

/// The first interrupt cannot be looked at while a manifest is waited for; the second needs nobody to look.
#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_second_interrupt_ends_it_at_once() -> Result<()> {
    let mut child = Command::new(binary())
        .args(["status", "-f", "-"])
        .env("KUBECONFIG", "/nowhere")
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()?;
    let id = child.id().to_string();
    let interrupt = || -> Result<()> {
        let sent = Command::new("kill").args(["-INT", &id]).status()?;
        ensure!(sent.success(), "it is gone");
        Ok(())
    };
    // The first may come before the program listens: then that one ends it, as it does with any program.
    let status = format!("/proc/{id}/status");
    crate::cluster::eventually(
        "it handles interrupts",
        Duration::from_secs(20),
        || async { Ok(std::fs::read_to_string(&status)?) },
        |text| {
            let caught = text.lines().find_map(|line| line.strip_prefix("SigCgt:"));
            let mask = caught.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
            mask.is_some_and(|mask| mask & 0b10 != 0)
        },
    )
    .await?;
    interrupt()?;
    tokio::time::sleep(Duration::from_millis(300)).await;
    ensure!(child.try_wait()?.is_none(), "nobody has looked at the first one yet");
    interrupt()?;
    let code = tokio::task::spawn_blocking(move || child.wait()).await??.code();
    ensure!(code == Some(130), "{code:?}");
    Ok(())
}
