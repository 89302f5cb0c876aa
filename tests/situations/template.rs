//! Pods that count as up to date and are not, and others who have a hand in the template or the pods (D-24, C-25, C19, C50).

use anyhow::{Context, Result};
use kube::api::DeleteParams;
use kubectl_ds::domain::diagnosis::{code::Code, verdict::State};
use serde_json::{Value, json};

use super::situation::{At, Situation, every};
use super::stage::Stage;

/// All of the family.
pub fn all() -> Vec<Situation> {
    vec![
        Situation::new("adopted-pods-pass-for-new", |stage| {
            Box::pin(async move {
                stage.healthy("1").await?;
                stage.delete("apps/v1", "DaemonSet", "agent", &DeleteParams::orphan()).await?;
                stage.until("it is gone", |it| it.set.is_null()).await?;
                stage.healthy("2").await
            })
        })
        .is(&[State::Stalled])
        .finds(Code::OutdatedTemplate, At::Pods(every)),
        Situation::new("relabelled-pods-pass-for-new", |stage| Box::pin(relabelled(stage)))
            .is(&[State::Stalled])
            .finds(Code::OutdatedTemplate, At::Pods(every)),
        Situation::new("selector-shared-with-a-sibling", |stage| {
            Box::pin(async move {
                stage.healthy("1").await?;
                let elsewhere = json!({"metadata": {"name": "sibling"}, "spec": {"template": {"spec": {"nodeSelector": {"none": "such"}}}}});
                stage.create(&stage.agent_with("1", &elsewhere)).await.map(drop)
            })
        })
        .is(&[State::Done])
        .finds(Code::SelectorShared, At::Set),
        Situation::new("selector-shared-with-a-replica-set", |stage| {
            Box::pin(async move {
                stage.healthy("1").await?;
                let spec = json!({"replicas": 0, "selector": {"matchLabels": {"app": "agent"}}, "template": stage.agent("1")["spec"]["template"]});
                stage.create(&json!({"apiVersion": "apps/v1", "kind": "ReplicaSet", "metadata": {"name": "debug"}, "spec": spec})).await.map(drop)
            })
        })
        .is(&[State::Done])
        .finds(Code::SelectorShared, At::Set),
        Situation::new("template-put-back", |stage| {
            Box::pin(async move {
                stage.healthy("1").await?;
                for _ in 0..3 {
                    stage.roll_as("kubectl-set", "2").await?;
                    stage.until("it is observed", |it| it.observed()).await?;
                    stage.roll_as("argocd-controller", "1").await?;
                    stage.until("it is observed", |it| it.observed()).await?;
                }
                Ok(())
            })
        })
        .is(&[State::Stalled, State::Superseded, State::Progressing, State::Done])
        .finds(Code::TemplateContested, At::Set),
    ]
}

/// C-25 without luck: while nothing is replaced (OnDelete) the template goes back to a revision of which there is a copy; all
/// pods are labelled as new and keep the other image.
async fn relabelled(stage: &Stage<'_>) -> Result<()> {
    stage.healthy("1").await?;
    let first = stage.all("apps/v1", "ControllerRevision").await?;
    let mut copy = first.into_iter().next().context("no revision")?;
    stage.roll_to("2").await?;
    stage.rolled_out().await?;
    stage
        .merge(
            "apps/v1",
            "DaemonSet",
            "agent",
            json!({"spec": {"updateStrategy": {"type": "OnDelete", "rollingUpdate": null}}}),
        )
        .await?;
    let metadata = copy["metadata"].as_object_mut().context("no metadata")?;
    metadata.retain(|key, _| ["labels", "annotations", "ownerReferences"].contains(&key.as_str()));
    copy["metadata"]["name"] = json!("agent-copy");
    copy["metadata"]["labels"]["controller-revision-hash"] = json!("copy");
    copy["apiVersion"] = json!("apps/v1");
    copy["kind"] = json!("ControllerRevision");
    stage.create(&copy).await?;
    stage.roll_to("1").await?;
    stage.rolled_out().await?;
    let strategy: Value = json!({"type": "RollingUpdate", "rollingUpdate": {"maxUnavailable": 1}});
    stage
        .merge(
            "apps/v1",
            "DaemonSet",
            "agent",
            json!({"spec": {"updateStrategy": strategy}}),
        )
        .await?;
    stage.rolled_out().await
}
