//! Rollouts that take their time and are well: no finding above info, and never a verdict that calls for somebody.

use anyhow::Result;
use kubectl_ds::domain::diagnosis::verdict::State;
use serde_json::{Value, json};

use super::situation::Situation;
use super::stage::Stage;

/// Under way, one way or another.
const MOVING: &[State] = &[State::Progressing, State::Waiting];

/// All of the family.
pub fn all() -> Vec<Situation> {
    let mut all = starts();
    all.extend(replacements());
    all
}

fn starts() -> Vec<Situation> {
    vec![
        Situation::new("just-created", |stage| {
            Box::pin(async move { stage.create(&stage.agent("1-slow")).await.map(drop) })
        })
        .is(&[State::NotObserved, State::Progressing, State::Waiting]),
        Situation::new("slow-to-be-ready", |stage| {
            Box::pin(async move {
                stage.create(&stage.agent("1-slow")).await?;
                stage.until("pods run", |it| running(&it.pods) == 3).await
            })
        })
        .is(MOVING),
        Situation::new("slow-to-be-pulled", |stage| {
            Box::pin(async move {
                stage.create(&stage.agent("1-creating")).await?;
                stage.until("containers are made", |it| it.waits("PodInitializing")).await
            })
        })
        .is(MOVING),
        Situation::new("slow-to-be-pulled-for-a-rollout", |stage| {
            Box::pin(async move {
                stage.healthy("1").await?;
                stage.roll_to("2-creating").await?;
                stage.until("containers are made", |it| it.waits("PodInitializing")).await
            })
        })
        .is(MOVING),
        Situation::new("ready-and-not-yet-available", |stage| {
            Box::pin(async move {
                stage.create(&stage.agent_with("1", &json!({"spec": {"minReadySeconds": 20}}))).await?;
                stage.until("pods are ready", |it| it.ready() == 3).await
            })
        })
        .is(MOVING),
        Situation::new("nodes-are-joining", |stage| {
            Box::pin(async move {
                stage.healthy_with("1", &json!({"spec": {"template": {"metadata": {"annotations": {"kubectl-ds.test/ready-after": "8s"}}}}})).await?;
                stage.join(2).await?;
                stage.until("pods run there", |it| it.pods.len() == 5).await
            })
        })
        .is(MOVING),
    ]
}

fn replacements() -> Vec<Situation> {
    vec![
        Situation::new("rollout-in-the-middle", |stage| Box::pin(middle(stage, json!({})))).is(MOVING),
        Situation::new("rollout-of-half-at-once", |stage| {
            Box::pin(middle(
                stage,
                json!({"updateStrategy": {"rollingUpdate": {"maxUnavailable": "50%"}}}),
            ))
        })
        .nodes(4)
        .is(MOVING),
        Situation::new("surge-in-the-middle", |stage| {
            Box::pin(middle(
                stage,
                json!({"updateStrategy": {"rollingUpdate": {"maxSurge": 1, "maxUnavailable": 0}}}),
            ))
        })
        .is(MOVING),
        Situation::new("rollout-with-min-ready-seconds", |stage| {
            Box::pin(async move {
                stage
                    .healthy_with("1", &json!({"spec": {"minReadySeconds": 8}}))
                    .await?;
                stage.roll_to("2").await?;
                stage
                    .until("a new pod is ready", |it| {
                        it.with_image(":2")
                            .any(|pod| super::objects::condition(pod, "Ready")["status"] == "True")
                    })
                    .await
            })
        })
        .is(MOVING),
        Situation::new("restart-in-the-middle", |stage| {
            Box::pin(async move {
                let slow = json!({"kubectl-ds.test/ready-after": "8s"});
                stage
                    .healthy_with("1", &json!({"spec": {"template": {"metadata": {"annotations": slow}}}}))
                    .await?;
                let at = json!({"kubectl.kubernetes.io/restartedAt": "2026-01-01T00:00:00Z"});
                stage
                    .merge(
                        "apps/v1",
                        "DaemonSet",
                        "agent",
                        json!({"spec": {"template": {"metadata": {"annotations": at}}}}),
                    )
                    .await?;
                stage
                    .until("a pod is replaced", |it| it.ready() == 2 && it.pods.len() == 3)
                    .await
            })
        })
        .is(MOVING),
        Situation::new("ending-within-its-grace", |stage| {
            Box::pin(async move {
                let slow = json!({"kubectl-ds.test/terminate-after": "12s"});
                let template =
                    json!({"metadata": {"annotations": slow}, "spec": {"terminationGracePeriodSeconds": 60}});
                stage
                    .healthy_with("1", &json!({"spec": {"template": template}}))
                    .await?;
                stage.roll_to("2").await?;
                stage
                    .until("a pod is ending", |it| {
                        it.pods
                            .iter()
                            .any(|pod| pod["metadata"]["deletionTimestamp"].is_string())
                    })
                    .await
            })
        })
        .is(MOVING),
        Situation::new("undo-of-a-crashing-template", |stage| {
            Box::pin(async move {
                let slow = json!({"kubectl-ds.test/ready-after": "8s"});
                stage
                    .healthy_with("1", &json!({"spec": {"template": {"metadata": {"annotations": slow}}}}))
                    .await?;
                stage.roll_to("2-crash-loop").await?;
                stage.until("it crashes", |it| it.restarts(2)).await?;
                stage.roll_to("1").await?;
                // The crashing pod is an old one now; it is replaced at once.
                stage
                    .until("it is replaced", |it| {
                        it.with_image("crash-loop").count() == 0 && it.pods.len() == 3
                    })
                    .await
            })
        })
        .is(&[State::Progressing, State::Waiting, State::Done]),
    ]
}

fn running(pods: &[Value]) -> usize {
    pods.iter().filter(|pod| pod["status"]["phase"] == "Running").count()
}

/// A rollout to pods that take eight seconds, of which the first one runs.
async fn middle(stage: &Stage<'_>, mut spec: Value) -> Result<()> {
    spec["template"] = json!({"metadata": {"annotations": {"kubectl-ds.test/ready-after": "8s"}}});
    stage.healthy_with("1", &json!({"spec": spec})).await?;
    stage.roll_to("2").await?;
    stage
        .until("a new pod runs", |it| {
            it.with_image(":2").any(|pod| pod["status"]["phase"] == "Running")
        })
        .await
}
