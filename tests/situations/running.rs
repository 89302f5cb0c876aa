//! Pods that run and are not available, and pods that are not allowed to end.

use kube::api::DeleteParams;
use kubectl_ds::domain::diagnosis::{code::Code, verdict::State};
use serde_json::json;

use super::situation::{At, Situation, ending, new, on_first};

/// All of the family.
pub fn all() -> Vec<Situation> {
    vec![
        Situation::new("readiness-probe-fails", |stage| {
            Box::pin(async move {
                stage.healthy("1").await?;
                let probe = json!({"httpGet": {"path": "/ready", "port": 8080}});
                let main = json!({"name": "main", "image": "registry.test/agent:2-never-ready", "readinessProbe": probe});
                stage.change(json!({"containers": [main]})).await?;
                stage.until("a probe fails", |it| it.event("Unhealthy", "Readiness")).await
            })
        })
        .later(600)
        .is(&[State::Stalled])
        .finds(Code::ProbeFailing, At::Pods(new))
        .also(&[Code::BudgetUsedUp]),
        // Nothing says why: told after the time that any container may take.
        Situation::new("not-ready-without-a-word", |stage| {
            Box::pin(async move {
                stage.healthy("1").await?;
                stage.roll_to("2-silent").await?;
                stage.until("it runs", |it| it.with_image("2-silent").any(|pod| pod["status"]["phase"] == "Running")).await
            })
        })
        .later(1200)
        .is(&[State::Stalled])
        .finds(Code::NotReady, At::Pods(new))
        .also(&[Code::BudgetUsedUp]),
        Situation::new("readiness-gate-not-met", |stage| {
            Box::pin(async move {
                stage.healthy("1").await?;
                stage.change(json!({
                    "readinessGates": [{"conditionType": "example.com/attached"}],
                    "containers": [{"name": "main", "image": "registry.test/agent:2-gate"}],
                })).await?;
                stage.until("it runs", |it| it.with_image("2-gate").any(|pod| pod["status"]["phase"] == "Running")).await
            })
        })
        .later(600)
        .is(&[State::Stalled])
        .finds(Code::ReadinessGate, At::Pods(new))
        .also(&[Code::BudgetUsedUp]),
        // A pod whose node's clock is two minutes ahead is available two minutes late.
        Situation::new("clock-ahead", |stage| {
            Box::pin(async move {
                stage.create(&stage.agent_with("1", &json!({"spec": {"minReadySeconds": 2}}))).await?;
                stage.rolled_out().await?;
                let ahead = jiff::Timestamp::now() + jiff::SignedDuration::from_mins(2);
                let ready = json!({"conditions": [{"type": "Ready", "status": "True", "lastTransitionTime": ahead.strftime("%Y-%m-%dT%H:%M:%SZ").to_string()}]});
                stage.status("Pod", &stage.pod_on(1).await?, &ready).await?;
                stage.until("it is not counted as available", |it| it.counter("numberAvailable") == 2).await
            })
        })
        .is(&[State::Waiting])
        .finds(Code::ClockAhead, At::Pods(on_first)),
        Situation::new("pod-held-by-finalizer", |stage| {
            Box::pin(async move {
                stage.healthy("1").await?;
                let pod = stage.pod_on(1).await?;
                let hold = json!({"metadata": {"finalizers": ["example.com/hold"]}});
                stage.merge("v1", "Pod", &pod, hold).await?;
                stage.delete("v1", "Pod", &pod, &DeleteParams::default()).await?;
                // The kubelet's part is done; the next pod is there already.
                let done = json!({"terminated": {"exitCode": 0, "reason": "Completed"}});
                let ended = json!([{"name": "main", "image": "", "imageID": "", "ready": false, "restartCount": 0, "state": done}]);
                let status = json!({"phase": "Succeeded", "containerStatuses": ended,
                    "conditions": [{"type": "Ready", "status": "False", "reason": "PodCompleted"}]});
                stage.status("Pod", &pod, &status).await?;
                stage.until("another pod is ready", |it| it.pods.len() == 4 && it.rolled_out(3)).await
            })
        })
        .later(60)
        .is(&[State::Done])
        .finds(Code::HeldByFinalizer, At::Pods(ending)),
        // The kubelet answers and does not come to an end with the pod.
        Situation::new("termination-overdue", |stage| {
            Box::pin(async move {
                let slow = json!({"kubectl-ds.test/terminate-after": "300s"});
                stage.healthy_with("1", &json!({"spec": {"template": {"metadata": {"annotations": slow}}}})).await?;
                stage.roll_to("2").await?;
                stage.until("a pod is ending", |it| it.pods.iter().any(|pod| pod["metadata"]["deletionTimestamp"].is_string())).await
            })
        })
        .later(180)
        .is(&[State::Stalled])
        .finds(Code::TerminationOverdue, At::Pods(ending))
        .also(&[Code::BudgetUsedUp]),
    ]
}
