//! That nodes can be lost as they are in real life: they fall silent, come back, and are deleted.

use std::collections::BTreeSet;

use anyhow::{Result, ensure};
use k8s_openapi::api::apps::v1::DaemonSet;
use k8s_openapi::api::core::v1::{Node, Pod};
use kube::api::{Api, DeleteParams, ListParams, PostParams};
use serde_json::json;

use super::{SOON, daemon_set, kubectl};
use crate::cluster::{Cluster, eventually};

/// The pods of a silent node stay for ever; they go, and new ones become ready, when it answers again.
#[tokio::test]
async fn node_falls_silent_comes_back_and_is_deleted() -> Result<()> {
    let Some(cluster) = Cluster::shared() else {
        return Ok(());
    };
    let namespace = cluster.namespace("silent").await?;
    let nodes = cluster
        .add_nodes("silent", 2, |_, node| node.label("kubectl-ds.test/for", "silence"))
        .await?;
    let client = cluster.client().await?;
    let sets: Api<DaemonSet> = Api::namespaced(client.clone(), &namespace.name);
    let pods: Api<Pod> = Api::namespaced(client.clone(), &namespace.name);
    let set = daemon_set(
        "agent",
        "registry.test/agent:v1",
        "registry.test/init:v1",
        json!({"kubectl-ds.test/for": "silence"}),
    )?;
    sets.create(&PostParams::default(), &set).await?;
    let ready = |want: i32| {
        let ask = || async { Ok(sets.get("agent").await?.status.map_or(0, |status| status.number_ready)) };
        eventually("ready pods", SOON, ask, move |ready| *ready == want)
    };
    ready(2).await?;

    cluster.silence_node(&nodes[0]).await?;
    cluster.until_node_is(&nodes[0], false).await?;
    let before = pods.list(&ListParams::default()).await?.items;
    pods.delete_collection(&DeleteParams::default(), &ListParams::default())
        .await?;
    // Deleted together: the other node's pod goes and is replaced, this one stays.
    let terminating = || async {
        let listed = pods.list(&ListParams::default()).await?.items;
        let on = |pod: &Pod| {
            pod.spec
                .as_ref()
                .and_then(|spec| spec.node_name.clone())
                .unwrap_or_default()
        };
        let known = |pod: &Pod| before.iter().any(|old| old.metadata.uid == pod.metadata.uid);
        Ok(listed.iter().map(|pod| (on(pod), known(pod))).collect::<BTreeSet<_>>())
    };
    let wanted = [(nodes[0].clone(), true), (nodes[1].clone(), false)].into();
    eventually("the silent node's pod stays", SOON, terminating, |seen| *seen == wanted).await?;

    cluster.revive_node(&nodes[0]).await?;
    cluster.until_node_is(&nodes[0], true).await?;
    let wanted = [(nodes[0].clone(), false), (nodes[1].clone(), false)].into();
    eventually("both nodes have new pods", SOON, terminating, |seen| *seen == wanted).await?;
    ready(2).await?;

    cluster.delete_node(&nodes[0]).await?;
    let desired = || async {
        Ok(sets
            .get("agent")
            .await?
            .status
            .map_or(0, |status| status.desired_number_scheduled))
    };
    // The controller looks again only when something else happens.
    cluster
        .label_node(&nodes[1], "kubectl-ds.test/touched", Some("true"))
        .await?;
    kubectl(cluster, &["-n", &namespace.name, "rollout", "restart", "ds/agent"])?;
    eventually("one node is left", SOON, desired, |desired| *desired == 1).await?;
    ensure!(Api::<Node>::all(client).get_opt(&nodes[0]).await?.is_none());
    Ok(())
}
