//! That each fault looks as it does on a real node, and that annotations choose the pods that have it.

use anyhow::{Context, Result, ensure};
use futures::future::try_join_all;
use k8s_openapi::api::apps::v1::DaemonSet;
use k8s_openapi::api::core::v1::{Event, Pod};
use kube::api::{Api, DeleteParams, ListParams, Patch, PatchParams, PostParams};
use serde_json::{Value, json};

use super::{SOON, daemon_set};
use crate::cluster::{Cluster, eventually, stages::FAULTS};

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
    let selector = json!({"kubectl-ds.test/for": "faults"});
    let checks = FAULTS.iter().map(|fault| {
        let (client, namespace, selector) = (client.clone(), &namespace.name, selector.clone());
        Box::pin(async move {
            let sets: Api<DaemonSet> = Api::namespaced(client.clone(), namespace);
            let tag = |has: bool| if has { format!("v2-{fault}") } else { "v2".to_owned() };
            let of_init = fault.starts_with("init-");
            let image = format!("registry.test/agent:{}", tag(!of_init));
            let init = format!("registry.test/init:{}", tag(of_init));
            let mut set = serde_json::to_value(daemon_set(fault, &image, &init, selector)?)?;
            if *fault == "gate" {
                set["spec"]["template"]["spec"]["readinessGates"] = json!([{"conditionType": "example.com/attached"}]);
            }
            sets.create(&PostParams::default(), &serde_json::from_value(set)?)
                .await?;
            let ask = || looks(&client, namespace, fault);
            eventually(&format!("fault {fault}"), SOON, ask, |seen| expected(fault, seen)).await
        })
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
    let which = if fault.starts_with("init-") {
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
    let said = |words: &str| {
        seen["state"]["waiting"]["message"]
            .as_str()
            .is_some_and(|text| text.contains(words))
    };
    let waits = |reason: &str| phase("Pending") && state(reason) && unready;
    let pull = |words: &str| waits("ImagePullBackOff") && event("Failed") && said(words);
    let crash = |code: u64, reason: &str, told: &str| {
        let other = seen["other ready"] == true;
        phase("Running") && state("CrashLoopBackOff") && last(code, reason) && restarts && other && event(told)
    };
    match fault {
        "image-pull" | "init-pull" => pull(": not found"),
        "image-auth" => pull("401 Unauthorized"),
        "image-registry" => pull("no such host"),
        "image-platform" => pull("no match for platform"),
        "image-quota" => pull("429 Too Many Requests"),
        "image-name" => waits("InvalidImageName") && event("InspectFailed"),
        "image-never" => waits("ErrImageNeverPull") && event("ErrImageNeverPull"),
        "config-error" => waits("CreateContainerConfigError") && said("configmap") && event("Failed"),
        "missing-key" => waits("CreateContainerConfigError") && said("find key token in Secret") && event("Failed"),
        "failed-mount" => waits("PodInitializing") && event("FailedMount"),
        "failed-attach" => waits("PodInitializing") && event("FailedAttachVolume"),
        "failed-sandbox" => waits("PodInitializing") && event("FailedCreatePodSandBox"),
        "crash-loop" => crash(2, "Error", "BackOff"),
        "oom" => crash(137, "OOMKilled", "BackOff"),
        "segfault" => crash(139, "Error", "BackOff"),
        "exit-zero" => crash(0, "Completed", "BackOff"),
        "start-error" => crash(128, "StartError", "Failed"),
        "post-start" => state("PostStartHookError") && last(137, "Error") && event("FailedPostStartHook"),
        "liveness" | "startup" => crash(137, "Error", "Unhealthy"),
        "init-fail" => {
            phase("Pending") && state("CrashLoopBackOff") && last(1, "Error") && restarts && event("BackOff")
        }
        "never-ready" => phase("Running") && unready && seen["other ready"] == true && event("Unhealthy"),
        "silent" => phase("Running") && unready && seen["other ready"] == true,
        "gate" => phase("Running") && unready && seen["state"]["running"].is_object(),
        // That they become ready is seen after 20 s, well within the time that is waited.
        "slow" | "creating" => phase("Running") && seen["ready"] == "True",
        "reject" => phase("Failed") && seen["reason"] == "OutOfcpu",
        "unexpected" => phase("Failed") && seen["reason"] == "UnexpectedAdmissionError",
        "shutdown" => phase("Failed") && seen["reason"] == "NodeShutdown",
        "evict" => phase("Failed") && seen["reason"] == "Evicted" && unready,
        _ => false,
    }
}

/// Annotations of a single pod or template: a fault on one node only, its cure, and a finalizer that holds a pod.
#[tokio::test]
async fn annotations_steer_faults_of_single_pods() -> Result<()> {
    let Some(cluster) = Cluster::shared() else {
        return Ok(());
    };
    let namespace = cluster.namespace("steered").await?;
    let nodes = cluster
        .add_nodes("steered", 2, |_, node| node.label("kubectl-ds.test/for", "steering"))
        .await?;
    let client = cluster.client().await?;
    let pods: Api<Pod> = Api::namespaced(client.clone(), &namespace.name);
    let selector = json!({"kubectl-ds.test/for": "steering"});
    let mut set = serde_json::to_value(daemon_set(
        "agent",
        "registry.test/agent:v1",
        "registry.test/init:v1",
        selector,
    )?)?;
    set["spec"]["template"]["metadata"]["annotations"] = json!({
        "kubectl-ds.test/fault": "crash-loop", "kubectl-ds.test/fault-nodes": nodes[0], "kubectl-ds.test/ready-after": "1s",
    });
    let sets: Api<DaemonSet> = Api::namespaced(client, &namespace.name);
    sets.create(&PostParams::default(), &serde_json::from_value(set)?)
        .await?;
    let on = |node: String| {
        let pods = pods.clone();
        async move {
            let on_node = ListParams::default().fields(&format!("spec.nodeName={node}"));
            pods.list(&on_node)
                .await?
                .items
                .into_iter()
                .next()
                .context("no pod on the node")
        }
    };
    let is_ready = |pod: &Pod| {
        let mut conditions = pod.status.iter().flat_map(|status| status.conditions.iter().flatten());
        conditions.any(|each| each.type_ == "Ready" && each.status == "True")
    };
    let restarts = |pod: &Pod| {
        let statuses = pod
            .status
            .as_ref()
            .and_then(|status| status.container_statuses.as_ref());
        statuses.map_or(0, |statuses| statuses[0].restart_count)
    };
    eventually("the other node is spared", SOON, || on(nodes[1].clone()), is_ready).await?;
    let crashing = eventually("one crashes", SOON, || on(nodes[0].clone()), |pod| restarts(pod) >= 2).await?;
    ensure!(!is_ready(&crashing));

    let name = crashing.metadata.name.context("no name")?;
    let cure =
        json!({"metadata": {"annotations": {"kubectl-ds.test/fault": "none"}, "finalizers": ["kubectl-ds.test/hold"]}});
    pods.patch(&name, &PatchParams::default(), &Patch::Merge(cure)).await?;
    let cured = eventually("it is cured", SOON, || on(nodes[0].clone()), is_ready).await?;
    ensure!(restarts(&cured) >= 2, "a kubelet would not forget the restarts");

    let spared = on(nodes[1].clone()).await?.metadata.uid;
    pods.delete_collection(&DeleteParams::default(), &ListParams::default())
        .await?;
    eventually(
        "a pod without finalizer goes",
        SOON,
        || on(nodes[1].clone()),
        |pod| pod.metadata.uid != spared,
    )
    .await?;
    ensure!(pods.get(&name).await?.metadata.deletion_timestamp.is_some());
    let release = json!({"metadata": {"finalizers": null}});
    pods.patch(&name, &PatchParams::default(), &Patch::Merge(release))
        .await?;
    let gone = || async { Ok(pods.get_opt(&name).await?.is_none()) };
    eventually("a pod without finalizer goes", SOON, gone, |gone| *gone).await?;
    Ok(())
}
