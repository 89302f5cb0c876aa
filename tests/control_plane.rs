//! The control plane itself. If these fail, no other test on the control plane means anything.

mod faults;
mod lost_nodes;

use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use k8s_openapi::api::apps::v1::DaemonSet;
use kube::api::{Api, PostParams};
use serde_json::{Value, json};

use crate::cluster::{Cluster, POOL};

const SOON: Duration = Duration::from_secs(60);

/// A DaemonSet with an init container and two containers; the image of the first one is given.
fn daemon_set(name: &str, image: &str, init_image: &str, node_selector: Value) -> Result<DaemonSet> {
    let labels = json!({"app": name});
    Ok(serde_json::from_value(json!({
        "metadata": {"name": name},
        "spec": {
            "selector": {"matchLabels": labels},
            "updateStrategy": {"rollingUpdate": {"maxUnavailable": "100%"}},
            "template": {
                "metadata": {"labels": labels},
                "spec": {
                    "nodeSelector": node_selector,
                    "terminationGracePeriodSeconds": 5,
                    "initContainers": [{"name": "init", "image": init_image}],
                    "containers": [{"name": "agent", "image": image}, {"name": "side", "image": "registry.test/side:v1"}],
                },
            },
        },
    }))?)
}

fn kubectl(cluster: &Cluster, arguments: &[&str]) -> Result<String> {
    let run = Command::new(cluster.kubectl())
        .arg("--kubeconfig")
        .arg(cluster.kubeconfig())
        .args(arguments)
        .output()?;
    ensure!(
        run.status.success(),
        "kubectl {arguments:?}: {}",
        String::from_utf8_lossy(&run.stderr)
    );
    Ok(String::from_utf8(run.stdout)?)
}

#[tokio::test]
async fn daemon_set_rolls_out_and_restarts() -> Result<()> {
    let Some(cluster) = Cluster::shared() else {
        return Ok(());
    };
    let namespace = cluster.namespace("rolls-out").await?;
    let sets: Api<DaemonSet> = Api::namespaced(cluster.client().await?, &namespace.name);
    let set = daemon_set(
        "agent",
        "registry.test/agent:v1",
        "registry.test/init:v1",
        json!({POOL.0: POOL.1}),
    )?;
    sets.create(&PostParams::default(), &set).await?;
    let status = ["-n", &namespace.name, "rollout", "status", "ds/agent", "--timeout=60s"];
    ensure!(kubectl(cluster, &status)?.contains("successfully rolled out"));
    kubectl(cluster, &["-n", &namespace.name, "rollout", "restart", "ds/agent"])?;
    ensure!(kubectl(cluster, &status)?.contains("successfully rolled out"));
    let set = sets.get("agent").await?.status.context("no status")?;
    ensure!(
        set.desired_number_scheduled >= 3 && set.number_ready == set.desired_number_scheduled,
        "{set:?}"
    );
    Ok(())
}
