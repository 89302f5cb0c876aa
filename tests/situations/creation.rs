//! Pods that the API server refuses to have created, and DaemonSets that no node is eligible for (C03, C12, C17).

use anyhow::Result;
use kubectl_ds::domain::diagnosis::{code::Code, verdict::State};
use serde_json::{Value, json};

use super::situation::{At, Make, Situation};
use super::stage::Stage;

/// All of the family.
pub fn all() -> Vec<Situation> {
    vec![
        refused("quota-exhausted", Code::QuotaExceeded, |stage| {
            Box::pin(async move {
                let quota = json!({"apiVersion": "v1", "kind": "ResourceQuota", "metadata": {"name": "few"}, "spec": {"hard": {"pods": "0"}}});
                stage.create(&quota).await?;
                // Until the quota's controller has counted for the first time, nothing is admitted for another reason.
                stage
                    .until_object("v1", "ResourceQuota", "few", |quota| {
                        quota["status"]["hard"]["pods"] == "0"
                    })
                    .await?;
                create(stage, json!({}), "exceeded quota").await
            })
        }),
        refused("pod-security-restricted", Code::PodSecurity, |stage| {
            Box::pin(async move {
                stage
                    .label_namespace("pod-security.kubernetes.io/enforce", "restricted")
                    .await?;
                create(stage, json!({}), "violates PodSecurity").await
            })
        }),
        refused("denied-by-policy", Code::WebhookDenied, |stage| {
            Box::pin(async move {
                stage
                    .deny(
                        "!object.spec.containers.exists(c, c.image.startsWith(\"registry.test/\"))",
                        "images must come from registry.example",
                    )
                    .await?;
                create(stage, json!({}), "images must come from").await
            })
        }),
        refused("webhook-does-not-answer", Code::WebhookDenied, |stage| {
            Box::pin(async move {
                stage.broken_webhook().await?;
                create(stage, json!({}), "failed calling webhook").await
            })
        }),
        refused("priority-class-missing", Code::CreationRefused, |stage| {
            Box::pin(async move {
                create(
                    stage,
                    json!({"spec": {"priorityClassName": "agents"}}),
                    "no PriorityClass",
                )
                .await
            })
        }),
        refused("limit-range-too-small", Code::CreationRefused, |stage| {
            Box::pin(async move {
                let limits = json!([{"type": "Container", "max": {"cpu": "100m"}}]);
                stage.create(&json!({"apiVersion": "v1", "kind": "LimitRange", "metadata": {"name": "small"}, "spec": {"limits": limits}})).await?;
                let main =
                    json!({"name": "main", "image": "registry.test/agent:1", "resources": {"limits": {"cpu": "1"}}});
                create(
                    stage,
                    json!({"spec": {"containers": [main]}}),
                    "maximum cpu usage per Container",
                )
                .await
            })
        }),
        Situation::new("no-node-has-the-label", |stage| {
            Box::pin(idle(
                stage,
                json!({"spec": {"nodeSelector": {"accelerator": "none-such"}}}),
            ))
        })
        .is(&[State::Idle])
        .finds(Code::NoEligibleNode, At::Set)
        .mildly(),
        Situation::new("every-node-is-tainted", |stage| Box::pin(idle(stage, json!({}))))
            .shaped(|_, node| node.taint("dedicated", "gpu", "NoExecute"))
            .is(&[State::Idle])
            .finds(Code::NoEligibleNode, At::Set)
            .mildly(),
    ]
}

fn refused(name: &'static str, code: Code, make: Make) -> Situation {
    Situation::new(name, make)
        .nodes(2)
        .is(&[State::Stalled])
        .finds(code, At::Nodes(&[1, 2]))
}

async fn create(stage: &Stage<'_>, pod: Value, words: &str) -> Result<()> {
    stage
        .create(&stage.agent_with("1", &json!({"spec": {"template": pod}})))
        .await?;
    stage.until(words, |it| it.event("FailedCreate", words)).await
}

async fn idle(stage: &Stage<'_>, pod: Value) -> Result<()> {
    stage
        .create(&stage.agent_with("1", &json!({"spec": {"template": pod}})))
        .await?;
    stage
        .until("it is observed", |it| {
            it.observed() && it.counter("desiredNumberScheduled") == 0
        })
        .await
}
