//! Situations in which a DaemonSet is deleted and another one comes: what is foretold for each pod and each revision is
//! what the real controllers then do. Those about selectors and about nodes have files of their own.

use anyhow::{Context, Result, ensure};
use serde_json::json;

use super::foretold::like_agent;
use super::{SOON, Stage, V1, V2};
use crate::cluster::eventually;

#[tokio::test]
async fn the_same_template_keeps_everything() -> Result<()> {
    let Some(stage) = Stage::with_agent("same").await? else {
        return Ok(());
    };
    let foretold = stage.proves(&like_agent(V1)).await?;
    foretold.is(&[("kept as it is", stage.pods()?)])
}

/// S1, D-24: and the cure that is named does cure.
#[tokio::test]
async fn another_template_at_the_same_generation_is_never_rolled_out() -> Result<()> {
    let Some(stage) = Stage::with_agent("pretend").await? else {
        return Ok(());
    };
    let foretold = stage.foretell(&like_agent(V2), &[])?;
    foretold.is(&[("kept", stage.pods()?)])?;
    ensure!(foretold.text.contains("go on running another template"), "{foretold:?}");
    let mut cured = like_agent(V2);
    cured["metadata"]["annotations"] = json!({"deprecated.daemonset.template.generation": "2"});
    ensure!(
        foretold
            .text
            .contains("deprecated.daemonset.template.generation: \"2\""),
        "{foretold:?}"
    );
    let better = stage.foretell(&cured, &[])?;
    better.is(&[("replaced", stage.pods()?)])?;
    stage.orphan(&[])?;
    stage.place.send("create", &like_agent(V2).to_string())?;
    foretold.comes_true(&stage, "agent").await?;
    std::fs::remove_file(stage.folder().join("agent.daemonset.yaml"))?;
    stage.settled().await?;
    let better = stage.foretell(&cured, &[])?;
    stage.orphan(&[])?;
    stage.place.send("create", &cured.to_string())?;
    better.comes_true(&stage, "agent").await
}

#[tokio::test]
async fn another_template_at_another_generation_is_rolled_out() -> Result<()> {
    let Some(stage) = Stage::with_agent("rolled").await? else {
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
    let foretold = stage.proves(&like_agent("registry.test/agent:3")).await?;
    foretold.is(&[("replaced", stage.pods()?)])
}

/// C-23: going back to the template of revision 1, it becomes revision 3.
#[tokio::test]
async fn an_older_template_is_found_again_and_renumbered() -> Result<()> {
    let Some(stage) = Stage::with_agent("older").await? else {
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
    let foretold = stage.proves(&like_agent(V1)).await?;
    ensure!(
        foretold
            .text
            .contains("adopted, holds this template, becomes revision 3"),
        "{foretold:?}"
    );
    foretold.is(&[("replaced", stage.pods()?)])
}

/// Not available, so replaced at once: also with another name, which keeps the history (D-22).
#[tokio::test]
async fn another_name_takes_pods_and_history() -> Result<()> {
    let Some(stage) = Stage::with_agent("renamed").await? else {
        return Ok(());
    };
    let mut next = like_agent(V1);
    next["metadata"]["name"] = json!("successor");
    let foretold = stage.proves(&next).await?;
    foretold.is(&[("kept as it is", stage.pods()?)])
}

#[tokio::test]
async fn unavailable_pods_are_replaced_at_once() -> Result<()> {
    let Some(stage) = Stage::new("broken").await? else {
        return Ok(());
    };
    stage
        .place
        .send("create", &like_agent("registry.test/agent:1-crash-loop").to_string())?;
    let ask = async || {
        Ok(stage
            .items("pods")?
            .iter()
            .filter(|pod| pod["spec"]["nodeName"].is_string())
            .count())
    };
    eventually("pods are on nodes", SOON, ask, |count| *count > 2).await?;
    let mut next = like_agent(V2);
    next["metadata"]["annotations"] = json!({"deprecated.daemonset.template.generation": "5"});
    let foretold = stage.proves(&next).await?;
    foretold.is(&[("replaced at once", stage.pods()?)])
}

#[tokio::test]
async fn on_delete_keeps_what_is_old() -> Result<()> {
    let Some(stage) = Stage::with_agent("on-delete").await? else {
        return Ok(());
    };
    let mut next = like_agent(V2);
    next["metadata"]["annotations"] = json!({"deprecated.daemonset.template.generation": "4"});
    next["spec"]["updateStrategy"] = json!({"type": "OnDelete"});
    let foretold = stage.proves(&next).await?;
    foretold.is(&[("kept until somebody deletes it", stage.pods()?)])
}

/// D-26: the hash is made anew, and it is the same.
#[tokio::test]
async fn without_revisions_the_pods_are_still_known() -> Result<()> {
    let Some(stage) = Stage::with_agent("no-history").await? else {
        return Ok(());
    };
    stage.orphan(&[])?;
    stage.place.kubectl(&["delete", "controllerrevisions", "--all"])?;
    for (image, generation, fate) in [(V2, "7", "replaced"), (V1, "9", "kept as it is")] {
        let mut next = like_agent(image);
        next["metadata"]["annotations"] = json!({"deprecated.daemonset.template.generation": generation});
        let foretold = stage.foretell(&next, &[])?;
        foretold.is(&[(fate, stage.pods()?)])?;
        ensure!(foretold.text.contains("revision 1: made"), "{foretold:?}");
        if image == V1 {
            stage.place.send("create", &next.to_string())?;
            foretold.comes_true(&stage, "agent").await?;
        }
    }
    Ok(())
}

/// C47: it is not adopted, and another one comes beside it.
#[tokio::test]
async fn a_terminating_pod_gets_company() -> Result<()> {
    let Some(stage) = Stage::new("company").await? else {
        return Ok(());
    };
    let mut set = like_agent(V1);
    set["spec"]["template"]["metadata"]["finalizers"] = json!(["example.com/hold"]);
    stage.place.send("create", &set.to_string())?;
    stage.place.rolled_out("agent")?;
    let pods = stage.items("pods")?;
    let name = pods[0]["metadata"]["name"].as_str().context("no name")?;
    stage.place.kubectl(&["delete", "pod", name, "--wait=false"])?;
    let foretold = stage.proves(&set).await?;
    let result = foretold.is(&[
        ("kept as it is", pods.len() - 1),
        ("left to end", 1),
        ("made at once", 1),
    ]);
    ensure!(
        foretold
            .text
            .contains("1 new pod will run beside another one on the same node"),
        "{foretold:?}"
    );
    let free = json!({"metadata": {"finalizers": null}}).to_string();
    for pod in stage.items("pods")? {
        let name = pod["metadata"]["name"].as_str().context("no name")?;
        stage
            .place
            .kubectl(&["patch", "pod", name, "--type=merge", "-p", &free])?;
    }
    result
}
