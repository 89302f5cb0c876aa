//! What somebody sees who follows a stuck rollout on a terminal.

use std::{ffi::OsStr, time::Duration};

use anyhow::{Result, ensure};
use serde_json::json;

use super::{MISSING, change, place};
use crate::{
    cluster::build::say,
    side_by_side::binary,
    tmux::{Terminal, is_there},
};

#[tokio::test]
async fn it_is_redrawn_in_place_and_fits() -> Result<()> {
    if !is_there("tmux") {
        say("\n*** SKIPPED the view on a terminal: there is no tmux ***");
        return Ok(());
    }
    let Some(place) = place("view-live").await? else {
        return Ok(());
    };
    change(&place, MISSING, &json!({}))?;
    let config = place.cluster().kubeconfig().as_os_str();
    let terminal = Terminal::start(
        "sh",
        (72, 16),
        &[
            ("KUBECONFIG", config),
            ("TERM", OsStr::new("xterm")),
            ("PS1", OsStr::new("$ ")),
        ],
    )?;
    let line = format!("{} status agent -n {}", binary().display(), place.namespace());
    terminal
        .until("a prompt", 30, |screen| !screen.trim().is_empty())
        .await?;
    terminal.type_text(&line)?;
    terminal.press("Enter")?;
    let shown = |screen: &str| screen.contains("NODE ") && screen.contains("\nERROR ") && screen.contains("STALLED: ");
    terminal.until("the finding below the bar", 60, shown).await?;
    // Many redraws later there is still one of each.
    tokio::time::sleep(Duration::from_secs(3)).await;
    let screen = terminal.until("the same", 10, shown).await?;
    for (part, times) in [("agent [", 1), ("NODE ", 1), ("STALLED: ", 1), ("nodes are done", 1)] {
        ensure!(screen.matches(part).count() == times, "{part} once in:\n{screen}");
    }
    ensure!(screen.contains('…'), "cut, not wrapped:\n{screen}");
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
