//! Somebody else in the namespace selects the same pods (case C19).

use anyhow::{Result, ensure};
use serde_json::{Value, json};

use super::{SOON, Stage, V1};
use crate::cluster::eventually;
use crate::side_by_side::manifest;

/// A controller of a kind that selects what `agent` selects.
fn same_selector(kind: &str, name: &str, more: &Value) -> String {
    let labels = json!({"app": "agent"});
    let spec = json!({"containers": [{"name": "main", "image": V1}], "terminationGracePeriodSeconds": 1});
    let mut object = json!({"apiVersion": "apps/v1", "kind": kind, "metadata": {"name": name}, "spec": {
        "selector": {"matchLabels": labels}, "template": {"metadata": {"labels": labels}, "spec": spec}}});
    for (key, value) in more.as_object().into_iter().flatten() {
        object["spec"][key] = value.clone();
    }
    object.to_string()
}

#[tokio::test]
async fn it_stops_for_every_controller_that_would_adopt_the_pods() -> Result<()> {
    let Some(stage) = Stage::with_agent("rivals").await? else {
        return Ok(());
    };
    let pods = stage.owners("pods")?;
    let count = pods.len();
    stage
        .place
        .send("create", &same_selector("ReplicaSet", "rs", &json!({"replicas": 0})))?;
    let deployment = same_selector("Deployment", "harmless", &json!({"replicas": 0}));
    stage.place.send("create", &deployment)?;
    let job = json!({"apiVersion": "batch/v1", "kind": "Job", "metadata": {"name": "job"}, "spec": {
        "manualSelector": true, "suspend": true, "selector": {"matchLabels": {"app": "agent"}},
        "template": {"metadata": {"labels": {"app": "agent"}}, "spec": {"restartPolicy": "Never",
            "containers": [{"name": "main", "image": V1}]}}}});
    stage.place.send("create", &job.to_string())?;
    let service = json!({"apiVersion": "v1", "kind": "Service", "metadata": {"name": "no-controller"},
        "spec": {"selector": {"app": "agent"}, "ports": [{"port": 80}]}});
    stage.place.send("create", &service.to_string())?;
    let ran = stage.ds(&["orphan-delete", "agent", "--yes", "--allow-adoption-by=jobs.batch/job"])?;
    ensure!(ran.code == 1 && ran.stdout.is_empty(), "{ran:?}");
    ensure!(
        ran.stderr
            .contains(&format!("  replicaset/rs: {count} pods and 0 revisions")),
        "{ran:?}"
    );
    ensure!(
        ran.stderr.contains("to let them: --allow-adoption-by replicaset/rs\n"),
        "{ran:?}"
    );
    ensure!(
        ran.stderr
            .contains(&format!("will be adopted by job/job: {count} pods")),
        "{ran:?}"
    );
    ensure!(
        !ran.stderr.contains("harmless") && !ran.stderr.contains("no-controller"),
        "no false alarm: {ran:?}"
    );
    ensure!(stage.backup().is_none(), "nothing was done");
    ensure!(stage.owners("pods")? == pods, "nothing was done");
    Ok(())
}

/// What was said of a second DaemonSet, and allowed, is what happens: it takes all, and its own younger pods go.
#[tokio::test]
async fn an_allowed_daemon_set_takes_them() -> Result<()> {
    let Some(stage) = Stage::with_agent("second").await? else {
        return Ok(());
    };
    let pods = stage.owners("pods")?;
    let mut second: Value = serde_json::from_str(&manifest("agent", V1, &json!({})))?;
    second["metadata"]["name"] = json!("second");
    stage.place.send("create", &second.to_string())?;
    stage.place.rolled_out("second")?;
    let flag = "--allow-adoption-by=ds/second";
    let ran = stage.ds(&["orphan-delete", "agent", "--yes", "--timeout=60s", flag])?;
    ensure!(ran.code == 0, "{ran:?}");
    let said = format!(
        "will be adopted by daemonset/second: {} pods and 1 revision",
        pods.len()
    );
    ensure!(ran.stderr.contains(&said), "{ran:?}");
    let ask = async || stage.owners("pods");
    let taken = |now: &std::collections::BTreeMap<String, String>| {
        now.keys().eq(pods.keys()) && now.values().all(|owner| owner == "DaemonSet/second")
    };
    eventually("the older pods are taken, the younger go", SOON, ask, taken).await?;
    Ok(())
}
