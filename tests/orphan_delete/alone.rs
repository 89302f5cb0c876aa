//! The way there and back, without anybody else who wants the pods.

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};

use super::{SOON, Stage};
use crate::cluster::eventually;

#[tokio::test]
async fn it_says_what_becomes_ownerless_saves_deletes_and_proves() -> Result<()> {
    let Some(stage) = Stage::with_agent("orphan").await? else {
        return Ok(());
    };
    let pods = stage.owners("pods")?;
    let count = pods.len();
    let dry = stage.ds(&["orphan-delete", "agent", "--dry-run=server"])?;
    ensure!(dry.code == 0, "{dry:?}");
    let head = format!("it goes, and {count} pods and 1 revision become ownerless\n");
    ensure!(dry.stdout.contains(&head), "{dry:?}");
    let last = format!(
        "daemonset.apps \"agent\" deleted from {} namespace (server dry run)\n",
        stage.place.namespace()
    );
    ensure!(dry.stdout.ends_with(&last), "E-71: {dry:?}");
    for pod in stage.items("pods")? {
        let (name, node) = (&pod["metadata"]["name"], &pod["spec"]["nodeName"]);
        let row =
            |line: &str| line.contains(name.as_str().unwrap_or("?")) && line.contains(node.as_str().unwrap_or("?"));
        ensure!(dry.stdout.lines().any(row), "{name} on {node}: {dry:?}");
    }
    ensure!(stage.backup().is_none(), "a dry run writes nothing");
    let asked = stage.ds(&["orphan-delete", "agent"])?;
    ensure!(asked.code == 2 && asked.stderr.contains("say --yes"), "{asked:?}");
    ensure!(
        stage.backup().is_none() && stage.place.object("ds/agent").is_ok(),
        "nothing was done"
    );

    let before = stage.place.object("ds/agent")?;
    let ran = stage.ds(&["orphan-delete", "ds/agent", "--yes", "--timeout=60s"])?;
    ensure!(ran.code == 0, "{ran:?}");
    let expected = format!(
        "daemonset.apps \"agent\" deleted from {} namespace\n{count} pods and 1 revision are there and ownerless, none was \
         lost\n",
        stage.place.namespace()
    );
    ensure!(ran.stdout == expected, "C63: {ran:?}");
    ensure!(stage.place.object("ds/agent").is_err(), "it is gone");
    stage.ownerless(&pods)?;
    ensure!(
        stage.owners("controllerrevisions")?.values().all(String::is_empty),
        "D-18"
    );
    let again = stage.ds(&["orphan-delete", "agent", "--yes"])?;
    let said = format!("daemonset.apps/agent is deleted already: {count} pods and 1 revision are there and ownerless");
    ensure!(again.code == 0 && again.stdout.starts_with(&said), "{again:?}");

    let file = stage.folder().join("agent.daemonset.yaml").display().to_string();
    let created = stage.place.kubectl(&["create", "-f", &file])?;
    ensure!(created.code == 0, "{created:?}");
    stage.owned("DaemonSet/agent").await?;
    stage.place.rolled_out("agent")?;
    let now = stage.owners("pods")?;
    ensure!(
        now.keys().eq(pods.keys()),
        "D-20: no pod is restarted: {pods:?} {now:?}"
    );
    let after = stage.place.object("ds/agent")?;
    ensure!(before["spec"] == after["spec"], "{before} {after}");
    ensure!(
        before["metadata"]["annotations"] == after["metadata"]["annotations"],
        "D-25"
    );
    let revisions: Vec<_> = stage
        .items("controllerrevisions")?
        .iter()
        .map(|it| it["revision"].clone())
        .collect();
    ensure!(revisions == [json!(1)], "D-20: {revisions:?}");
    Ok(())
}

/// D-25: what was at template generation 2 is so again, and a later change still replaces every pod.
#[tokio::test]
async fn the_template_generation_survives() -> Result<()> {
    let Some(stage) = Stage::with_agent("generation").await? else {
        return Ok(());
    };
    let changed = stage.ds(&[
        "set-image",
        "agent",
        "main=registry.test/agent:2",
        "--wait",
        "--timeout=120s",
    ])?;
    ensure!(changed.code == 0, "{changed:?}");
    let named = stage.ds(&["orphan-delete", "agent", "-y", "-o", "name", "--backup=other.yaml"])?;
    ensure!(
        named.code == 0 && named.stdout == "daemonset.apps/agent\n",
        "E-71: {named:?}"
    );
    ensure!(
        named.stderr.contains("3 pods and 2 revisions are there") || !stage.place.cluster().is_ours(),
        "{named:?}"
    );
    let file = stage.folder().join("other.yaml").display().to_string();
    let created = stage.place.kubectl(&["create", "-f", &file])?;
    ensure!(created.code == 0, "{created:?}");
    stage.owned("DaemonSet/agent").await?;
    let key = "deprecated.daemonset.template.generation";
    let set = stage.place.object("ds/agent")?;
    ensure!(set["metadata"]["annotations"][key] == "2", "D-25: {set}");
    let undone = stage.ds(&["undo", "agent", "--wait", "--timeout=120s"])?;
    ensure!(
        undone.code == 0,
        "D-18, D-20: the history is there and the rollout is real: {undone:?}"
    );
    Ok(())
}

/// C64: what is being deleted already is left alone, unless it was this program that began it.
#[tokio::test]
async fn what_is_being_deleted_is_not_deleted_anew() -> Result<()> {
    let Some(stage) = Stage::with_agent("held").await? else {
        return Ok(());
    };
    let hold = json!({"metadata": {"finalizers": ["example.com/hold"]}}).to_string();
    let patched = stage
        .place
        .kubectl(&["patch", "ds/agent", "--type=merge", "-p", &hold])?;
    ensure!(patched.code == 0, "{patched:?}");
    let ran = stage.ds(&["orphan-delete", "agent", "--yes", "--timeout=3s"])?;
    ensure!(ran.code == 3, "{ran:?}");
    ensure!(
        ran.stderr
            .contains("Warning: it stays until somebody removes its own finalizers"),
        "{ran:?}"
    );
    ensure!(
        ran.stderr
            .contains("timed out waiting for the condition on daemonsets/agent"),
        "E-73: {ran:?}"
    );
    ensure!(
        ran.stderr
            .contains("for whoever looks after finalizer example.com/hold"),
        "{ran:?}"
    );
    let refused = stage.ds(&["orphan-delete", "agent", "--yes", "--backup=second.yaml"])?;
    ensure!(
        refused.code == 1
            && refused
                .stderr
                .contains("already being deleted (finalizers: example.com/hold)"),
        "{refused:?}"
    );
    ensure!(
        refused.stdout.is_empty() && !stage.folder().join("second.yaml").exists(),
        "{refused:?}"
    );
    let free = json!({"metadata": {"finalizers": null}}).to_string();
    stage
        .place
        .kubectl(&["patch", "ds/agent", "--type=merge", "-p", &free])?;
    let gone = async || Ok(stage.place.object("ds/agent").is_err());
    eventually("it is gone", SOON, gone, |gone| *gone).await?;
    stage.ownerless(&stage.owners("pods")?)?;
    Ok(())
}

/// C47: a pod that is on its way out is named, and its end is no loss.
#[tokio::test]
async fn a_terminating_pod_is_named_and_no_loss() -> Result<()> {
    let Some(stage) = Stage::new("ending").await? else {
        return Ok(());
    };
    let mut set: Value = serde_json::from_str(&crate::side_by_side::manifest("agent", super::V1, &json!({})))?;
    set["spec"]["template"]["metadata"]["finalizers"] = json!(["example.com/hold"]);
    set["metadata"]["labels"]["app.kubernetes.io/managed-by"] = json!("Helm");
    stage.place.send("create", &set.to_string())?;
    stage.place.rolled_out("agent")?;
    let pods = stage.items("pods")?;
    let name = pods[0]["metadata"]["name"].as_str().context("no name")?;
    stage.place.kubectl(&["delete", "pod", name, "--wait=false"])?;
    let ran = stage.ds(&["orphan-delete", "agent", "--yes", "--timeout=60s"])?;
    ensure!(ran.code == 0, "{ran:?}");
    ensure!(
        ran.stderr.contains(&format!("Warning: still terminating: {name};")),
        "{ran:?}"
    );
    ensure!(
        ran.stderr
            .contains("Warning: looked after by Helm (app.kubernetes.io/managed-by=Helm)"),
        "{ran:?}"
    );
    let free = json!({"metadata": {"finalizers": null}}).to_string();
    for pod in &pods {
        let name = pod["metadata"]["name"].as_str().context("no name")?;
        stage
            .place
            .kubectl(&["patch", "pod", name, "--type=merge", "-p", &free])?;
    }
    Ok(())
}
