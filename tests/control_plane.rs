//! The control plane itself: that a DaemonSet rolls out on it, that each fault looks as it does on a real node, and that
//! nodes can be lost. If these fail, no other test on the control plane means anything.

use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use futures::future::try_join_all;
use k8s_openapi::api::apps::v1::DaemonSet;
use k8s_openapi::api::core::v1::{Event, Node, Pod};
use kube::api::{Api, DeleteParams, ListParams, PostParams};
use serde_json::{Value, json};

use crate::cluster::{Cluster, POOL, eventually, stages::FAULTS};

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

/// One DaemonSet for each fault on a node of their own, all at once.
#[tokio::test]
async fn every_fault_looks_as_on_a_real_node() -> Result<()> {
    let Some(cluster) = Cluster::shared() else {
        return Ok(());
    };
    let namespace = cluster.namespace("faults").await?;
    cluster
        .add_nodes("faulty", 1, |_, node| node.label("kubectl-ds.test/for", "faults"))
        .await?;
    let client = cluster.client().await?;
    let checks = FAULTS.map(|fault| {
        let (client, namespace) = (client.clone(), &namespace.name);
        async move {
            let sets: Api<DaemonSet> = Api::namespaced(client.clone(), namespace);
            let (mut image, mut init) = (
                "registry.test/agent:v2-".to_owned() + fault,
                "registry.test/init:v1".to_owned(),
            );
            if fault == "init-fail" {
                (image, init) = ("registry.test/agent:v2".into(), "registry.test/init:init-fail".into());
            }
            let set = daemon_set(fault, &image, &init, json!({"kubectl-ds.test/for": "faults"}))?;
            sets.create(&PostParams::default(), &set).await?;
            let ask = || looks(&client, namespace, fault);
            eventually(&format!("fault {fault}"), SOON, ask, |seen| expected(fault, seen)).await
        }
    });
    try_join_all(checks).await?;
    Ok(())
}

/// What is seen of the one pod of a fault: `READY PHASE REASON STATE LAST RESTARTS EVENTS`.
async fn looks(client: &kube::Client, namespace: &str, fault: &str) -> Result<Value> {
    let pods: Api<Pod> = Api::namespaced(client.clone(), namespace);
    let pods = pods
        .list(&ListParams::default().labels(&format!("app={fault}")))
        .await?
        .items;
    let pod = pods
        .into_iter()
        .find(|pod| pod.metadata.deletion_timestamp.is_none())
        .context("no pod yet")?;
    let name = pod.metadata.name.clone().context("no name")?;
    let pod = serde_json::to_value(&pod)?;
    let events: Api<Event> = Api::namespaced(client.clone(), namespace);
    let events = events
        .list(&ListParams::default().fields(&format!("involvedObject.name={name}")))
        .await?
        .items;
    let from_kubelet = events
        .into_iter()
        .filter(|event| event.reporting_component.as_deref() == Some("kubelet"));
    let status = &pod["status"];
    let which = if fault == "init-fail" {
        "initContainerStatuses"
    } else {
        "containerStatuses"
    };
    let conditions = status["conditions"].as_array().cloned().unwrap_or_default();
    Ok(json!({
        "phase": status["phase"],
        "reason": status["reason"],
        "ready": conditions.iter().find(|each| each["type"] == "Ready").map(|each| each["status"].clone()),
        "state": status[which][0]["state"],
        "last": status[which][0]["lastState"],
        "restarts": status[which][0]["restartCount"],
        "other ready": status["containerStatuses"][1]["ready"],
        "events": from_kubelet.filter_map(|event| event.reason).collect::<Vec<_>>(),
    }))
}

fn expected(fault: &str, seen: &Value) -> bool {
    let state = |reason: &str| seen["state"]["waiting"]["reason"] == reason;
    let event = |reason: &str| {
        seen["events"]
            .as_array()
            .is_some_and(|events| events.contains(&json!(reason)))
    };
    let restarts = seen["restarts"].as_u64() >= Some(3);
    let last = |code: u64, reason: &str| {
        let last = &seen["last"]["terminated"];
        last["exitCode"] == code && last["reason"] == reason
    };
    let phase = |phase: &str| seen["phase"] == phase;
    let unready = seen["ready"] == "False";
    match fault {
        "image-pull" => phase("Pending") && state("ImagePullBackOff") && unready && event("Failed"),
        "config-error" => phase("Pending") && state("CreateContainerConfigError") && unready,
        "failed-mount" => phase("Pending") && state("PodInitializing") && unready && event("FailedMount"),
        "failed-sandbox" => phase("Pending") && state("PodInitializing") && event("FailedCreatePodSandBox"),
        "crash-loop" => {
            phase("Running") && state("CrashLoopBackOff") && last(2, "Error") && restarts && seen["other ready"] == true
        }
        "oom" => {
            phase("Running") && state("CrashLoopBackOff") && last(137, "OOMKilled") && restarts && event("BackOff")
        }
        "init-fail" => phase("Pending") && state("CrashLoopBackOff") && last(1, "Error") && restarts,
        "never-ready" => phase("Running") && unready && seen["other ready"] == true && event("Unhealthy"),
        // That it becomes ready is seen after 20 s, well within the time that is waited.
        "slow" => phase("Running") && seen["ready"] == "True",
        "reject" => phase("Failed") && seen["reason"] == "OutOfcpu",
        "evict" => phase("Failed") && seen["reason"] == "Evicted" && unready,
        _ => false,
    }
}

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
        Ok(listed
            .iter()
            .map(|pod| (on(pod), known(pod)))
            .collect::<std::collections::BTreeSet<_>>())
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
