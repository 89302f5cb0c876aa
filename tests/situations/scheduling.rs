//! Pods that the scheduler cannot bring to their node, each for another reason.

use anyhow::Result;
use kubectl_ds::domain::diagnosis::{code::Code, verdict::State};
use serde_json::{Value, json};

use super::situation::{At, Make, Situation, every, on_first};
use super::stage::Stage;

/// All of the family: of two nodes the first cannot take the pod.
pub fn all() -> Vec<Situation> {
    let mut all = resources();
    all.extend(rules());
    all
}

fn stuck(name: &'static str, code: Code, make: Make) -> Situation {
    Situation::new(name, make)
        .nodes(2)
        .is(&[State::Stalled])
        .finds(code, At::Pods(on_first))
}

fn resources() -> Vec<Situation> {
    vec![
        stuck("node-has-no-cpu-left", Code::InsufficientResources, |stage| {
            Box::pin(async move {
                stage
                    .create(&stage.tenant("greedy", 1, &requests(json!({"cpu": "3800m"}))))
                    .await?;
                pending(stage, requests(json!({"cpu": "500m"})), "Insufficient cpu").await
            })
        }),
        stuck("node-has-no-memory-left", Code::InsufficientResources, |stage| {
            Box::pin(async move {
                stage
                    .create(&stage.tenant("greedy", 1, &requests(json!({"memory": "15Gi"}))))
                    .await?;
                pending(stage, requests(json!({"memory": "2Gi"})), "Insufficient memory").await
            })
        }),
        stuck("node-has-no-disk-left", Code::InsufficientResources, |stage| {
            Box::pin(async move {
                stage
                    .create(&stage.tenant("greedy", 1, &requests(json!({"ephemeral-storage": "90Gi"}))))
                    .await?;
                pending(
                    stage,
                    requests(json!({"ephemeral-storage": "20Gi"})),
                    "Insufficient ephemeral-storage",
                )
                .await
            })
        }),
        stuck("node-has-no-device", Code::InsufficientResources, |stage| {
            Box::pin(async move {
                let gpu = json!({"resources": {"limits": {"nvidia.com/gpu": "1"}}});
                let spec = json!({"spec": {"containers": [container(gpu)]}});
                pending(stage, spec, "Insufficient nvidia.com/gpu").await
            })
        })
        .later(900)
        .shaped(|number, node| {
            if number == 2 {
                node.allocatable.insert("nvidia.com/gpu".into(), "1".into());
            }
        }),
        stuck("node-has-too-many-pods", Code::TooManyPods, |stage| {
            Box::pin(async move {
                stage.create(&stage.tenant("first", 1, &json!({}))).await?;
                pending(stage, json!({}), "Too many pods").await
            })
        })
        .shaped(|number, node| {
            if number == 1 {
                node.allocatable.insert("pods".into(), "1".into());
            }
        }),
        stuck("host-port-is-taken", Code::HostPort, |stage| {
            Box::pin(async move {
                let port = json!({"ports": [{"containerPort": 9100, "hostPort": 9100}]});
                let spec = json!({"spec": {"containers": [container(port)]}});
                stage.create(&stage.tenant("exporter", 1, &spec)).await?;
                pending(stage, spec, "didn't have free ports").await
            })
        }),
    ]
}

fn rules() -> Vec<Situation> {
    vec![
        stuck("another-pod-keeps-it-away", Code::PodAffinity, |stage| {
            Box::pin(async move {
                stage.create(&stage.tenant("loner", 1, &json!({}))).await?;
                pending(stage, affinity("podAntiAffinity", "loner"), "anti-affinity").await
            })
        }),
        stuck("another-pod-is-missing", Code::PodAffinity, |stage| {
            Box::pin(async move {
                stage.create(&stage.tenant("cache", 2, &json!({}))).await?;
                pending(stage, affinity("podAffinity", "cache"), "pod affinity rules").await
            })
        }),
        stuck("node-lacks-the-spread-label", Code::TopologySpread, |stage| {
            Box::pin(async move {
                let spread = json!({"maxSkew": 1, "topologyKey": "example.com/rack", "whenUnsatisfiable": "DoNotSchedule",
                    "labelSelector": {"matchLabels": {"app": "agent"}}});
                pending(stage, json!({"spec": {"topologySpreadConstraints": [spread]}}), "topology spread").await
            })
        })
        .shaped(|number, node| {
            if number == 2 {
                node.label("example.com/rack", "a");
            }
        }),
        stuck("claim-does-not-exist", Code::Volume, |stage| {
            Box::pin(async move {
                let volume = json!([{"name": "data", "persistentVolumeClaim": {"claimName": "agent-data"}}]);
                pending(stage, json!({"spec": {"volumes": volume}}), "persistentvolumeclaim \"agent-data\" not found").await
            })
        })
        .finds(Code::Volume, At::Pods(every)),
        // The pod was made before the taint, and cannot come to the node any more.
        stuck("tainted-while-the-pod-was-pending", Code::UntoleratedTaint, |stage| {
            Box::pin(async move {
                stage.create(&stage.tenant("greedy", 1, &requests(json!({"cpu": "3800m"})))).await?;
                pending(stage, requests(json!({"cpu": "500m"})), "Insufficient cpu").await?;
                stage.cluster().taint_node(&stage.node(1), "dedicated", Some("gpu"), "NoSchedule").await?;
                stage.until("the scheduler sees the taint", |it| it.unschedulable("untolerated taint")).await
            })
        })
        .is(&[State::Done])
        .also(&[Code::Misscheduled]),
        stuck("node-selector-from-admission", Code::ChangedAtAdmission, |stage| {
            Box::pin(async move {
                stage.mutate_by_patch("[JSONPatch{op: \"add\", path: \"/spec/nodeSelector/pool\", value: \"a\"}]").await?;
                pending(stage, json!({}), "node affinity/selector").await
            })
        })
        .shaped(|number, node| {
            if number == 2 {
                node.label("pool", "a");
            }
        })
        .also(&[Code::NodeSelector]),
        stuck("scheduling-gate", Code::SchedulingGate, |stage| {
            Box::pin(async move {
                let gates = json!({"spec": {"schedulingGates": [{"name": "example.com/quota"}]}});
                pending(stage, gates, "scheduling gates").await
            })
        })
        .later(900)
        .finds(Code::SchedulingGate, At::Pods(every)),
        // The scheduler that the pods ask for does not exist: nobody says anything.
        stuck("scheduler-does-not-exist", Code::NoScheduler, |stage| {
            Box::pin(async move {
                let template = json!({"spec": {"template": {"spec": {"schedulerName": "gpu-scheduler"}}}});
                stage.create(&stage.agent_with("1", &template)).await?;
                stage.until("pods are there", |it| it.pods.len() == 2).await
            })
        })
        .later(120)
        .finds(Code::NoScheduler, At::Pods(every)),
    ]
}

/// Creates the DaemonSet with this in its pods and waits until the scheduler says that of one of them.
async fn pending(stage: &Stage<'_>, pod: Value, words: &str) -> Result<()> {
    stage
        .create(&stage.agent_with("1", &json!({"spec": {"template": pod}})))
        .await?;
    stage.until(words, |it| it.unschedulable(words)).await
}

fn container(more: Value) -> Value {
    let mut container = json!({"name": "main", "image": "registry.test/agent:1"});
    for (key, value) in more.as_object().into_iter().flatten() {
        container[key] = value.clone();
    }
    container
}

fn requests(resources: Value) -> Value {
    json!({"spec": {"containers": [container(json!({"resources": {"requests": resources}}))]}})
}

fn affinity(kind: &str, app: &str) -> Value {
    let term = json!({"topologyKey": "kubernetes.io/hostname", "labelSelector": {"matchLabels": {"app": app}}});
    json!({"spec": {"affinity": {kind: {"requiredDuringSchedulingIgnoredDuringExecution": [term]}}}})
}
