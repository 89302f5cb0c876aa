//! What the update strategy holds up, and pods that it will remove for good (C06, C08, C20).

use kube::api::DeleteParams;
use kubectl_ds::domain::diagnosis::{code::Code, verdict::State};
use serde_json::json;

use super::situation::{At, Situation, every, new, on_first};

/// All of the family.
pub fn all() -> Vec<Situation> {
    vec![
        Situation::new("surge-against-a-host-port", |stage| {
            Box::pin(async move {
                let surge = json!({"spec": {
                    "updateStrategy": {"type": "RollingUpdate", "rollingUpdate": {"maxSurge": 1, "maxUnavailable": 0}},
                    "template": {"spec": {"containers": [{"name": "main", "image": "registry.test/agent:1", "ports": [{"containerPort": 9100, "hostPort": 9100}]}]}},
                }});
                stage.healthy_with("1", &surge).await?;
                stage.roll_to("2").await?;
                stage.until("the port is taken", |it| it.unschedulable("didn't have free ports")).await
            })
        })
        .is(&[State::Stalled])
        .finds(Code::SurgeHostPort, At::Pods(new)),
        Situation::new("on-delete-waits", |stage| {
            Box::pin(async move {
                stage.healthy_with("1", &json!({"spec": {"updateStrategy": {"type": "OnDelete"}}})).await?;
                stage.roll_to("2").await?;
                stage.until("it is observed", |it| it.observed() && it.counter("updatedNumberScheduled") == 0).await
            })
        })
        .is(&[State::Paused])
        .finds(Code::OnDelete, At::Pods(every))
        .mildly(),
        // The taint came after the pod; the next rollout takes the pod away for good.
        Situation::new("pod-on-a-tainted-node", |stage| {
            Box::pin(async move {
                stage.healthy("1").await?;
                stage.cluster().taint_node(&stage.node(1), "dedicated", Some("gpu"), "NoSchedule").await?;
                // The controller counts anew when something else changes (semantics A-56).
                stage.merge("apps/v1", "DaemonSet", "agent", json!({"spec": {"revisionHistoryLimit": 9}})).await?;
                stage.until("it is misscheduled", |it| it.counter("numberMisscheduled") == 1 && it.observed()).await
            })
        })
        .is(&[State::Done])
        .finds(Code::Misscheduled, At::Pods(on_first))
        .mildly(),
        Situation::new("being-deleted", |stage| {
            Box::pin(async move {
                let held = json!({"spec": {"template": {"metadata": {"finalizers": ["example.com/hold"]}}}});
                stage.healthy_with("1", &held).await?;
                stage.delete("apps/v1", "DaemonSet", "agent", &DeleteParams::foreground()).await?;
                stage.until("it is being deleted", |it| it.set["metadata"]["deletionTimestamp"].is_string()).await
            })
        })
        .is(&[State::Deleted])
        .finds(Code::BeingDeleted, At::Set)
        .mildly()
        .also(&[Code::HeldByFinalizer]),
    ]
}
