//! A controller that has stopped: what it does not see, does not make and does not clear away (C41, C48). On a control plane
//! whose controller manager has been killed; what it would have done before is plain objects.

use anyhow::{Context, Result};
use kube::api::DeleteParams;
use kubectl_ds::domain::diagnosis::{code::Code, verdict::State};
use serde_json::{Value, json};

use super::situation::{At, Situation, every};
use super::stage::Stage;

/// All of the family.
pub fn all() -> Vec<Situation> {
    vec![
        Situation::new("change-not-observed", |stage| Box::pin(stage.healthy("1")))
            .uncontrolled(|stage| Box::pin(stage.roll_to("2")))
            .later(120)
            .is(&[State::NotObserved])
            .finds(Code::NotObserved, At::Set),
        Situation::new("creation-not-observed", |_| Box::pin(async { Ok(()) }))
            .uncontrolled(|stage| Box::pin(async move { stage.create(&stage.agent("1")).await.map(drop) }))
            .later(120)
            .is(&[State::NotObserved])
            .finds(Code::NotObserved, At::Set),
        // A pod vanishes and nobody makes another.
        Situation::new("pod-not-made", |stage| Box::pin(stage.healthy("1")))
            .uncontrolled(|stage| {
                Box::pin(async move {
                    let pod = stage.pod_on(1).await?;
                    stage
                        .delete("v1", "Pod", &pod, &DeleteParams::default().grace_period(0))
                        .await?;
                    stage.until("it is gone", |it| it.pods.len() == 2).await?;
                    // The controller has seen it, and made nothing of it.
                    let counted = json!({"currentNumberScheduled": 2, "numberReady": 2, "numberAvailable": 2,
                        "updatedNumberScheduled": 2, "numberUnavailable": 1});
                    stage.status("DaemonSet", "agent", &counted).await
                })
            })
            .later(600)
            .is(&[State::Stalled])
            .finds(Code::ControllerStuck, At::Nodes(&[1])),
        Situation::new("two-pods-on-a-node", |stage| Box::pin(stage.healthy("1")))
            .nodes(1)
            .uncontrolled(|stage| Box::pin(async move { twin(stage, true).await }))
            .is(&[State::Done, State::Stalled])
            .later(300)
            .finds(Code::ExcessPods, At::Pods(every)),
        Situation::new("ownerless-pod-matches", |stage| Box::pin(stage.healthy("1")))
            .nodes(1)
            .uncontrolled(|stage| Box::pin(async move { twin(stage, false).await }))
            .is(&[State::Done])
            .finds(Code::Adoption, At::Named(1, "agent-twin"))
            .mildly(),
        // A second later nothing is wrong yet.
        Situation::new("change-just-made", |stage| Box::pin(stage.healthy("1")))
            .uncontrolled(|stage| Box::pin(stage.roll_to("2")))
            .is(&[State::NotObserved]),
    ]
}

/// A copy of the pod on the first node, owned by the DaemonSet or by nobody, ready as the first one is.
async fn twin(stage: &Stage<'_>, owned: bool) -> Result<()> {
    let pods = stage.objects().await?.pods;
    let mut copy = pods.into_iter().next().context("no pod")?;
    let status = copy["status"].take();
    let metadata = copy["metadata"].as_object_mut().context("no metadata")?;
    metadata.retain(|key, _| key == "labels" || owned && key == "ownerReferences");
    metadata.insert("name".into(), json!("agent-twin"));
    copy["apiVersion"] = json!("v1");
    copy["kind"] = json!("Pod");
    stage.create(&copy).await?;
    let status: Value = json!({"phase": "Running", "conditions": status["conditions"], "containerStatuses": status["containerStatuses"]});
    stage.status("Pod", "agent-twin", &status).await?;
    stage.until("it is ready", |it| it.ready() == 2).await
}
