//! The view of a rollout on hundreds of nodes, which do not fit on the screen one by one.

use std::{
    ffi::OsStr,
    process::{Command, Stdio},
};

use anyhow::{Result, ensure};
use serde_json::json;

use super::{GOOD, MISSING};
use crate::{
    cluster::{Cluster, Options, build::say},
    side_by_side::binary,
    tmux::{Terminal, is_there},
};

const NODES: usize = 400;

/// Runs kubectl with a manifest on its standard input.
fn kubectl(cluster: &Cluster, arguments: &[&str], input: &str) -> Result<()> {
    use std::io::Write as _;
    let mut child = Command::new(cluster.kubectl())
        .args(arguments)
        .env("KUBECONFIG", cluster.kubeconfig())
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()?;
    if let Some(mut stdin) = child.stdin.take() {
        let _ = stdin.write_all(input.as_bytes());
    }
    ensure!(child.wait()?.success(), "kubectl {arguments:?}");
    Ok(())
}

fn set(image: &str) -> String {
    json!({"apiVersion": "apps/v1", "kind": "DaemonSet", "metadata": {"name": "agent", "namespace": "default"},
        "spec": {"selector": {"matchLabels": {"app": "agent"}}, "template": {"metadata": {"labels": {"app": "agent"}},
            "spec": {"containers": [{"name": "main", "image": image}], "terminationGracePeriodSeconds": 1}}}})
    .to_string()
}

/// The letters of the grid: the lines between the verdict and the legend.
fn letters(screen: &str) -> String {
    let grid = screen
        .lines()
        .filter(|line| !line.is_empty() && line.chars().all(|letter| "SUoni".contains(letter)));
    grid.collect()
}

#[tokio::test]
async fn a_letter_stands_for_as_many_nodes_as_it_must() -> Result<()> {
    if !is_there("tmux") {
        say("\n*** SKIPPED the view of many nodes: there is no tmux ***");
        return Ok(());
    }
    let Some(cluster) = Cluster::own(Options {
        nodes: NODES,
        ..Options::default()
    }) else {
        return Ok(());
    };
    kubectl(&cluster, &["apply", "-f", "-"], &set(GOOD))?;
    kubectl(&cluster, &["rollout", "status", "ds/agent", "--timeout=240s"], "")?;
    kubectl(&cluster, &["apply", "-f", "-"], &set(MISSING))?;
    let variables = [
        ("KUBECONFIG", cluster.kubeconfig().as_os_str()),
        ("TERM", OsStr::new("xterm")),
    ];
    let line = format!("{} status agent -n default --color never", binary().display());
    let terminal = Terminal::start(&line, (60, 20), &variables)?;
    let stuck = |screen: &str| screen.contains("S stuck 1  o old 399\n") && screen.contains("\nERROR ");
    let screen = terminal.until("one is stuck, all others are old", 120, stuck).await?;
    ensure!(
        screen.contains("\na letter is 2 nodes and shows the worst\n"),
        "folded, as the legend says:\n{screen}"
    );
    let folded = letters(&screen);
    ensure!(
        folded.len() == NODES / 2 && folded.matches('S').count() == 1,
        "the worst of two is shown:\n{screen}"
    );
    ensure!(screen.matches("agent [").count() == 1, "one view:\n{screen}");
    // There is room for each in a larger one.
    terminal.resize(100, 40)?;
    let all = |screen: &str| stuck(screen) && letters(screen).len() == NODES;
    let screen = terminal.until("a letter for each", 60, all).await?;
    ensure!(
        letters(&screen).matches('S').count() == 1 && !screen.contains("a letter is"),
        "{screen}"
    );
    ensure!(screen.matches("agent [").count() == 1, "one view:\n{screen}");
    Ok(())
}
