//! Situations about nodes and bare pods: on nodes of their own, since they are tainted and deleted.

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};

use super::{Stage, V1};
use crate::side_by_side::manifest;

const FOR: &str = "kubectl-ds.test/for";

/// A stage with nodes for it alone, and `agent` on them. The name of the stage names the nodes too.
async fn stage(name: &str, nodes: usize) -> Result<Option<(Stage, Vec<String>, Value)>> {
    let Some(stage) = Stage::new(name).await? else {
        return Ok(None);
    };
    // A name that no earlier run has used.
    let prefix = stage.place.namespace().to_owned();
    let nodes = stage
        .place
        .cluster()
        .add_nodes(&prefix, nodes, |_, node| node.label(FOR, &prefix))
        .await?;
    let mut set: Value = serde_json::from_str(&manifest("agent", V1, &json!({})))?;
    set["spec"]["template"]["spec"]["nodeSelector"] = json!({FOR: prefix});
    Ok(Some((stage, nodes, set)))
}

async fn remove(stage: &Stage, nodes: &[String]) -> Result<()> {
    for node in nodes {
        // It may be gone by the test itself.
        let _ = stage.place.cluster().delete_node(node).await;
    }
    Ok(())
}

/// with their nodes go their pods; the others stay.
#[tokio::test]
async fn pods_of_two_nodes_that_are_gone_are_deleted() -> Result<()> {
    let Some((stage, nodes, set)) = stage("lost", 4).await? else {
        return Ok(());
    };
    stage.place.send("create", &set.to_string())?;
    stage.place.rolled_out("agent")?;
    stage.orphan(&[])?;
    for node in &nodes[..2] {
        stage.place.cluster().delete_node(node).await?;
    }
    let foretold = stage.foretell(&set, &[])?;
    foretold.is(&[("kept as it is", 2), ("deleted", 2)])?;
    stage.place.send("create", &set.to_string())?;
    foretold.comes_true(&stage, "agent").await?;
    remove(&stage, &nodes).await
}

/// B-26: a taint keeps, drives away, or lets go with the next template.
#[tokio::test]
async fn taints_decide_who_stays() -> Result<()> {
    let Some((stage, nodes, set)) = stage("tainted", 3).await? else {
        return Ok(());
    };
    stage.place.send("create", &set.to_string())?;
    stage.place.rolled_out("agent")?;
    stage.orphan(&[])?;
    let cluster = stage.place.cluster();
    cluster.taint_node(&nodes[0], "test", Some("x"), "NoSchedule").await?;
    cluster.taint_node(&nodes[1], "test", Some("x"), "NoExecute").await?;
    // Adopted ones that the taint controller deletes are gone already; who is there is foretold.
    let foretold = stage.foretell(&set, &[])?;
    stage.place.send("create", &set.to_string())?;
    foretold.comes_true(&stage, "agent").await?;
    std::fs::remove_file(stage.folder().join("agent.daemonset.yaml"))?;
    let mut next = set.clone();
    next["metadata"]["annotations"] = json!({"deprecated.daemonset.template.generation": "8"});
    next["spec"]["template"]["spec"]["containers"][0]["image"] = json!("registry.test/agent:2");
    stage.settled().await?;
    let foretold = stage.foretell(&next, &[])?;
    foretold.is(&[("deleted and not made anew", 1), ("replaced", 1)])?;
    stage.orphan(&[])?;
    stage.place.send("create", &next.to_string())?;
    foretold.comes_true(&stage, "agent").await?;
    remove(&stage, &nodes).await
}

/// D-5: of two pods on a node the older one stays, whoever made it; a bare one is then replaced.
#[tokio::test]
async fn bare_pods_are_adopted_and_the_older_one_stays() -> Result<()> {
    let Some((stage, nodes, set)) = stage("bare", 3).await? else {
        return Ok(());
    };
    let bare = |name: &str, node: &str| {
        json!({"apiVersion": "v1", "kind": "Pod", "metadata": {"name": name}, "spec": {"nodeName": node,
            "terminationGracePeriodSeconds": 1, "containers": [{"name": "main", "image": V1}]}})
        .to_string()
    };
    stage.place.send("create", &bare("older", &nodes[0]))?;
    // The server's times are in seconds.
    let older = stage.place.object("pod/older")?["metadata"]["creationTimestamp"].clone();
    let second = async || Ok(jiff::Timestamp::now().to_string());
    let older = older.as_str().context("no time")?.trim_end_matches('Z').to_owned();
    crate::cluster::eventually("a later second", super::SOON, second, |now: &String| {
        !now.starts_with(&older)
    })
    .await?;
    stage.place.send("create", &set.to_string())?;
    stage.place.rolled_out("agent")?;
    stage.orphan(&[])?;
    stage.place.send("create", &bare("younger", &nodes[1]))?;
    let labelled = stage
        .place
        .kubectl(&["label", "pod", "older", "younger", "app=agent"])?;
    ensure!(labelled.code == 0, "{labelled:?}");
    let foretold = stage.foretell(&set, &[])?;
    foretold.is(&[("kept as it is", 2), ("deleted", 2), ("replaced", 1)])?;
    stage.place.send("create", &set.to_string())?;
    foretold.comes_true(&stage, "agent").await?;
    remove(&stage, &nodes).await
}
