//! Tables: their headers, their order, their width.

use std::{ffi::OsStr, io::Write as _};

use anyhow::{Result, ensure};
use serde_json::{Value, json};
use tempfile::NamedTempFile;

use crate::{
    cluster::build::say,
    side_by_side::binary,
    snapshots::alone,
    tmux::{Terminal, is_there},
};

/// A node's name as long as clouds make them.
const NODE: &str = "ip-10-0-17-21.eu-central-1.compute.internal";
const IMAGE: &str = "registry.test/team/observability/node-agent:2026.12.1-with-a-long-tag";

fn set(name: &str, desired: i64, ready: i64, created: &str) -> Value {
    json!({"apiVersion": "apps/v1", "kind": "DaemonSet",
        "metadata": {"name": name, "namespace": "fleet", "uid": name, "generation": 1, "creationTimestamp": created},
        "spec": {"selector": {"matchLabels": {"app": name}},
            "template": {"metadata": {"labels": {"app": name}}, "spec": {"containers": [{"name": "main", "image": IMAGE}]}}},
        "status": {"observedGeneration": 1, "desiredNumberScheduled": desired, "updatedNumberScheduled": desired,
            "numberReady": ready, "numberAvailable": ready, "currentNumberScheduled": desired}})
}

/// Three DaemonSets; `agent` has two revisions and a pod on a node.
fn file() -> Result<NamedTempFile> {
    let mut items = vec![
        set("agent", 3, 0, "2026-01-01T10:00:00Z"),
        set("beta", 20, 20, "2026-01-03T10:00:00Z"),
        set("core", 1, 0, "2026-01-02T10:00:00Z"),
    ];
    let owner =
        json!([{"apiVersion": "apps/v1", "kind": "DaemonSet", "name": "agent", "uid": "agent", "controller": true}]);
    for (number, image) in [(1, "registry.test/team/observability/node-agent:2026.11.3"), (2, IMAGE)] {
        let template = json!({"$patch": "replace", "metadata": {"labels": {"app": "agent"}},
            "spec": {"containers": [{"name": "main", "image": image}]}});
        items.push(
            json!({"apiVersion": "apps/v1", "kind": "ControllerRevision", "revision": number,
            "metadata": {"name": format!("agent-{number}"), "namespace": "fleet", "uid": format!("r{number}"),
                "labels": {"app": "agent", "controller-revision-hash": number.to_string()}, "ownerReferences": owner,
                "creationTimestamp": "2026-01-01T10:00:00Z"},
            "data": {"spec": {"template": template}}}),
        );
    }
    items.push(json!({"apiVersion": "v1", "kind": "Pod",
        "metadata": {"name": "agent-x7f2q", "namespace": "fleet", "uid": "p", "ownerReferences": owner,
            "labels": {"app": "agent", "controller-revision-hash": "2", "pod-template-generation": "1"},
            "creationTimestamp": "2026-01-01T10:00:00Z"},
        "spec": {"nodeName": NODE, "containers": [{"name": "main", "image": IMAGE}]},
        "status": {"phase": "Pending", "containerStatuses": [{"name": "main", "ready": false, "restartCount": 0, "image": IMAGE,
            "imageID": "", "state": {"waiting": {"reason": "ImagePullBackOff", "message": "Back-off pulling image: not found"}}}]}}));
    items.push(json!({"apiVersion": "v1", "kind": "Node", "metadata": {"name": NODE},
        "status": {"conditions": [{"type": "Ready", "status": "True"}]}}));
    let mut file = NamedTempFile::new()?;
    file.write_all(
        json!({"apiVersion": "v1", "kind": "List", "items": items})
            .to_string()
            .as_bytes(),
    )?;
    Ok(file)
}

/// Runs a line on the file.
fn on(file: &NamedTempFile, line: &str) -> Result<crate::side_by_side::Ran> {
    let path = file.path().display().to_string();
    let mut words: Vec<&str> = line.split(' ').collect();
    words.extend(["-n", "fleet", "--snapshot", &path]);
    alone(&words, "")
}

fn first_words(text: &str) -> Vec<&str> {
    let words = text.lines().filter_map(|line| line.split_whitespace().next());
    words.collect()
}

#[test]
fn every_table_can_be_rows_alone() -> Result<()> {
    let file = file()?;
    let all = on(&file, "status --no-headers")?;
    ensure!(first_words(&all.stdout) == ["agent", "beta", "core"], "{all:?}");
    let history = on(&file, "history agent --no-headers")?;
    ensure!(
        first_words(&history.stdout) == ["1", "2"],
        "no name, no empty line: {history:?}"
    );
    for line in [
        "rollout history ds/agent --no-headers",
        "history agent -o kubectl --no-headers",
    ] {
        let kubectls = on(&file, line)?;
        ensure!(
            kubectls.stdout == "1         <none>\n2         <none>\n",
            "{kubectls:?}"
        );
    }
    let why = on(&file, "why --ds agent --no-headers")?;
    ensure!(first_words(&why.stdout) == [NODE], "{why:?}");
    let several = on(&file, "why --no-headers")?;
    ensure!(first_words(&several.stdout) == [NODE; 3], "{several:?}");
    let one = on(&file, "status agent --no-headers")?;
    ensure!(!one.stdout.contains("NODE ") && one.stdout.contains(NODE), "{one:?}");
    Ok(())
}

#[test]
fn the_order_is_that_of_a_column_in_tables_and_documents() -> Result<()> {
    let file = file()?;
    for (column, expected) in [
        ("desired", ["core", "agent", "beta"]),
        ("AGE", ["beta", "core", "agent"]),
        ("ready", ["agent", "core", "beta"]),
    ] {
        let ran = on(&file, &format!("status --no-headers --sort-by {column}"))?;
        ensure!(first_words(&ran.stdout) == expected, "{column}: {ran:?}");
        let names = on(&file, &format!("status -o name --sort-by {column}"))?;
        let expected = expected.map(|name| format!("daemonset.apps/{name}"));
        ensure!(names.stdout.lines().eq(expected), "{column}: {names:?}");
    }
    for (line, names) in [
        ("status --sort-by node", "allowed columns are: namespace,name,desired,"),
        (
            "status agent --sort-by desired",
            "allowed columns are: node,pod,revision,updated,state,since,why\n",
        ),
    ] {
        let wrong = on(&file, line)?;
        ensure!(
            wrong.code == 2 && wrong.stderr.contains("unable to sort by ") && wrong.stderr.contains(names),
            "{line}: {wrong:?}"
        );
    }
    Ok(())
}

#[tokio::test]
async fn tables_fit_a_terminal_and_are_whole_where_that_is_asked_for() -> Result<()> {
    if !is_there("tmux") {
        say("\n*** SKIPPED tables on a terminal: there is no tmux ***");
        return Ok(());
    }
    let file = file()?;
    let terminal = Terminal::start(
        "sh",
        (72, 40),
        &[("TERM", OsStr::new("xterm")), ("PS1", OsStr::new("$ "))],
    )?;
    let (program, path) = (binary().display().to_string(), file.path().display().to_string());
    for (index, (line, header)) in [
        ("status agent", "NODE "),
        ("history agent", "REVISION "),
        ("why --ds agent", "NODE "),
        ("status", "NAME "),
    ]
    .into_iter()
    .enumerate()
    {
        let run = |wide: &str, mark: &str| {
            terminal.type_text(&format!(
                "clear; {program} {line} {wide} -n fleet --snapshot {path}; echo it''{mark}"
            ))?;
            terminal.press("Enter")
        };
        let mark = format!("-done-{index}");
        run("", &mark)?;
        let screen = terminal
            .until(line, 30, |screen| screen.contains(&format!("it{mark}")))
            .await?;
        let mut table = screen.lines().skip_while(|line| !line.starts_with(header)).take(3);
        ensure!(
            table.clone().count() == 3 && table.any(|line| line.contains('…')) || header == "NAME ",
            "{line}: cut:\n{screen}"
        );
        let mark = format!("-whole-{index}");
        run("-o wide", &mark)?;
        let screen = terminal
            .until(line, 30, |screen| screen.contains(&format!("it{mark}")))
            .await?;
        let text = screen.replace('\n', "");
        let whole = match line {
            "history agent" => IMAGE,
            "status" => "RollingUpdate, maxUnavailable",
            _ => NODE,
        };
        ensure!(
            text.contains(whole),
            "{line}: whole, whatever the terminal is:\n{screen}"
        );
    }
    Ok(())
}
