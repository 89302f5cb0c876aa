//! Nothing is wrong here, however it may look: no finding above info.

use anyhow::Result;
use kube::api::DeleteParams;
use serde_json::json;

use super::situation::Situation;
use super::stage::Stage;

/// All of the family.
pub fn all() -> Vec<Situation> {
    let mut all = rollouts();
    all.extend(nodes());
    all.extend(past());
    all
}

fn rollouts() -> Vec<Situation> {
    vec![
        Situation::new("rolled-out", |stage| Box::pin(stage.healthy("1"))),
        Situation::new("rolled-out-twice", |stage| Box::pin(twice(stage, json!({})))),
        Situation::new("rolled-out-by-surge", |stage| {
            Box::pin(twice(
                stage,
                json!({"updateStrategy": {"rollingUpdate": {"maxSurge": 1, "maxUnavailable": 0}}}),
            ))
        }),
        Situation::new("undone", |stage| {
            Box::pin(async move {
                twice(stage, json!({})).await?;
                stage.roll_to("1").await?;
                stage.rolled_out().await
            })
        }),
        Situation::new("on-delete-all-new", |stage| {
            Box::pin(async move {
                stage
                    .healthy_with("1", &json!({"spec": {"updateStrategy": {"type": "OnDelete"}}}))
                    .await
            })
        }),
        Situation::new("host-network-with-host-ports", |stage| {
            Box::pin(async move {
                let main =
                    json!({"name": "main", "image": "registry.test/agent:1", "ports": [{"containerPort": 9100}]});
                let spec = json!({"template": {"spec": {"hostNetwork": true, "containers": [main]}}});
                twice(stage, spec).await
            })
        }),
        Situation::new("sidecar-injected", |stage| {
            Box::pin(async move {
                stage.mutate("spec: Object.spec{containers: [Object.spec.containers{name: \"mesh\", image: \"mesh.test/proxy:1\"}]}").await?;
                twice(stage, json!({})).await
            })
        }),
        Situation::new("image-mirrored-at-admission", |stage| {
            Box::pin(async move {
                let mirrored =
                    "[JSONPatch{op: \"replace\", path: \"/spec/containers/0/image\", value: \"mirror.test/agent:1\"}]";
                stage.mutate_by_patch(mirrored).await?;
                stage.healthy("1").await
            })
        }),
        Situation::new("neighbours-with-other-selectors", |stage| {
            Box::pin(async move {
                let labels = json!({"app": "other"});
                let other = json!({"metadata": {"name": "other"}, "spec": {"selector": {"matchLabels": labels}, "template": {"metadata": {"labels": labels}}}});
                stage.create(&stage.agent_with("1", &other)).await?;
                stage
                    .create(
                        &json!({"apiVersion": "v1", "kind": "Service", "metadata": {"name": "agent"},
                    "spec": {"selector": {"app": "agent"}, "ports": [{"port": 80}]}}),
                    )
                    .await?;
                stage
                    .create(
                        &json!({"apiVersion": "policy/v1", "kind": "PodDisruptionBudget", "metadata": {"name": "agent"},
                    "spec": {"selector": {"matchLabels": {"app": "agent"}}, "maxUnavailable": 0}}),
                    )
                    .await?;
                let deployment = json!({"kind": "Deployment", "metadata": {"name": "agent"}, "spec": {"replicas": 0, "updateStrategy": null}});
                stage.create(&stage.agent_with("1", &deployment)).await?;
                twice(stage, json!({})).await
            })
        }),
        Situation::new("nodes-may-not-be-read", |stage| Box::pin(twice(stage, json!({})))).blind(),
    ]
}

fn nodes() -> Vec<Situation> {
    vec![
        // The second node is nobody's business: the DaemonSet does not tolerate its taint.
        Situation::new("a-node-is-tainted-on-purpose", |stage| Box::pin(all_but_one(stage))).shaped(|number, node| {
            if number == 2 {
                node.taint("node-role.kubernetes.io/control-plane", "", "NoSchedule");
            }
        }),
        Situation::new("a-node-is-cordoned", |stage| Box::pin(stage.healthy("1"))).shaped(|number, node| {
            node.unschedulable = number == 2;
        }),
        Situation::new("nodes-joined", |stage| {
            Box::pin(async move {
                stage.healthy("1").await?;
                stage.join(1).await?;
                stage.until("it runs there too", |it| it.rolled_out(4)).await
            })
        }),
        Situation::new("a-node-left", |stage| {
            Box::pin(async move {
                stage.healthy("1").await?;
                let pod = stage.pod_on(3).await?;
                stage.cluster().delete_node(&stage.node(3)).await?;
                stage
                    .delete("v1", "Pod", &pod, &DeleteParams::default().grace_period(0))
                    .await?;
                stage
                    .until("two are left", |it| it.rolled_out(2) && it.pods.len() == 2)
                    .await
            })
        }),
        Situation::new("a-node-has-little-memory", |stage| {
            Box::pin(async move {
                stage.healthy("1").await?;
                let pressure =
                    json!({"type": "MemoryPressure", "status": "True", "reason": "KubeletHasInsufficientMemory"});
                stage
                    .status("Node", &stage.node(1), &json!({"conditions": [pressure]}))
                    .await?;
                stage
                    .until("it is tainted", |it| {
                        it.nodes
                            .iter()
                            .any(|node| node["spec"]["taints"].to_string().contains("memory-pressure"))
                    })
                    .await
            })
        }),
    ]
}

fn past() -> Vec<Situation> {
    vec![
        Situation::new("restarted-in-the-past", |stage| {
            Box::pin(async move {
                let fault =
                    json!({"kubectl-ds.test/fault": "crash-loop", "kubectl-ds.test/fault-nodes": stage.node(1)});
                let more = json!({"spec": {"template": {"metadata": {"annotations": fault}}}});
                stage.create(&stage.agent_with("1", &more)).await?;
                stage
                    .until("one has crashed", |it| it.restarts(2) && it.ready() == 2)
                    .await?;
                stage.cure(1).await?;
                stage.rolled_out().await
            })
        })
        .later(3600),
        Situation::new("pull-error-that-recovered", |stage| {
            Box::pin(async move {
                let fault =
                    json!({"kubectl-ds.test/fault": "image-registry", "kubectl-ds.test/fault-nodes": stage.node(1)});
                let more = json!({"spec": {"template": {"metadata": {"annotations": fault}}}});
                stage.create(&stage.agent_with("1", &more)).await?;
                stage
                    .until("one cannot be pulled", |it| {
                        it.waits("ImagePullBackOff") && it.ready() == 2
                    })
                    .await?;
                stage.cure(1).await?;
                stage.rolled_out().await
            })
        }),
        Situation::new("refused-in-the-past", |stage| {
            Box::pin(async move {
                let quota = json!({"apiVersion": "v1", "kind": "ResourceQuota", "metadata": {"name": "few"}, "spec": {"hard": {"pods": "0"}}});
                stage.create(&quota).await?;
                stage
                    .until_object("v1", "ResourceQuota", "few", |quota| {
                        quota["status"]["hard"]["pods"] == "0"
                    })
                    .await?;
                stage.create(&stage.agent("1")).await?;
                stage
                    .until("pods are refused", |it| it.event("FailedCreate", "exceeded quota"))
                    .await?;
                stage
                    .merge("v1", "ResourceQuota", "few", json!({"spec": {"hard": {"pods": "100"}}}))
                    .await?;
                // The controller would try again by itself, after a while.
                stage
                    .merge(
                        "apps/v1",
                        "DaemonSet",
                        "agent",
                        json!({"metadata": {"annotations": {"nudge": "1"}}}),
                    )
                    .await?;
                stage.rolled_out().await
            })
        }),
        Situation::new("evicted-in-the-past", |stage| {
            Box::pin(async move {
                stage.healthy("1").await?;
                let evicted = json!({"phase": "Failed", "reason": "Evicted", "message": "The node was low on resource: memory. "});
                let pod = stage.pod_on(1).await?;
                stage.status("Pod", &pod, &evicted).await?;
                stage
                    .until("it is replaced", |it| {
                        it.event("FailedDaemonPod", "")
                            && it.pods.iter().all(|each| each["metadata"]["name"] != pod.as_str())
                    })
                    .await?;
                stage.rolled_out().await
            })
        }),
        Situation::new("a-template-that-came-back-once", |stage| {
            Box::pin(async move {
                stage.healthy("1").await?;
                stage.roll_as("kubectl-set", "2").await?;
                stage.rolled_out().await?;
                stage.roll_as("kubectl-rollout", "1").await?;
                stage.rolled_out().await
            })
        }),
    ]
}

/// Rolled out with that spec, and then once more.
async fn twice(stage: &Stage<'_>, spec: serde_json::Value) -> Result<()> {
    stage.healthy_with("1", &json!({"spec": spec})).await?;
    stage.roll_to("2").await?;
    stage.rolled_out().await?;
    let gone = |pod: &serde_json::Value| pod["metadata"]["deletionTimestamp"].is_string();
    stage
        .until("the old pods are gone", |it| !it.pods.iter().any(gone))
        .await
}

async fn all_but_one(stage: &Stage<'_>) -> Result<()> {
    stage.create(&stage.agent("1")).await?;
    stage.until("it runs on the others", |it| it.rolled_out(2)).await
}
