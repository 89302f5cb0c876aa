//! Nodes that are not ready, have stopped answering, or are gone, and what a rollout makes of that (C01, C07).

use anyhow::Result;
use kubectl_ds::domain::diagnosis::{code::Code, verdict::State};
use serde_json::json;

use super::objects::condition;
use super::situation::{At, Situation, ending, on_first};
use super::stage::Stage;

/// All of the family.
pub fn all() -> Vec<Situation> {
    vec![
        Situation::new("budget-held-by-dead-nodes", |stage| {
            Box::pin(async move {
                stage.healthy("1").await?;
                lose(stage, &[1, 2]).await?;
                stage.roll_to("2").await?;
                let gone = |pod: &serde_json::Value| pod["metadata"]["deletionTimestamp"].is_string();
                stage
                    .until("their pods are ending", |it| {
                        it.pods.iter().filter(|pod| gone(pod)).count() == 2
                    })
                    .await
            })
        })
        .nodes(5)
        .later(60)
        .is(&[State::Stalled])
        .finds(Code::BudgetUsedUp, At::Pods(ending))
        .also(&[Code::NodeUnreachable, Code::TerminationOverdue]),
        Situation::new("ending-on-a-dead-node", |stage| {
            Box::pin(async move {
                let everywhere = json!({"spec": {"template": {"spec": {"tolerations": [{"operator": "Exists"}]}}}});
                stage.healthy_with("1", &everywhere).await?;
                lose(stage, &[1]).await?;
                stage.roll_to("2").await?;
                stage
                    .until("its pod is ending", |it| {
                        it.pods
                            .iter()
                            .any(|pod| pod["metadata"]["deletionTimestamp"].is_string())
                    })
                    .await
            })
        })
        .later(180)
        .is(&[State::Stalled])
        .finds(Code::TerminationOverdue, At::Pods(ending))
        .also(&[Code::BudgetUsedUp, Code::NodeUnreachable]),
        Situation::new("node-unreachable", |stage| {
            Box::pin(async move {
                stage.healthy("1").await?;
                lose(stage, &[1]).await
            })
        })
        // A node that does not answer is tainted, and wants no pod: the others are all there are, once the controller has counted.
        .is(&[State::Done, State::Waiting])
        .finds(Code::NodeUnreachable, At::Pods(on_first)),
        Situation::new("node-not-ready", |stage| {
            Box::pin(async move {
                stage.healthy("1").await?;
                stage.cluster().silence_node(&stage.node(1)).await?;
                let said = "container runtime network not ready: NetworkReady=false reason:NetworkPluginNotReady \
                    message:Network plugin returns error: cni plugin not initialized";
                let ready = json!({"type": "Ready", "status": "False", "reason": "KubeletNotReady", "message": said});
                stage
                    .status("Node", &stage.node(1), &json!({"conditions": [ready]}))
                    .await?;
                unready(stage).await
            })
        })
        .later(900)
        .is(&[State::Done, State::Waiting])
        .finds(Code::NodeNotReady, At::Pods(on_first)),
        // The pod stays until the garbage collector of pods comes.
        Situation::new("node-gone", |stage| {
            Box::pin(async move {
                stage.healthy("1").await?;
                stage.cluster().delete_node(&stage.node(1)).await?;
                stage.until("the node is gone", |it| it.nodes.len() == 2).await
            })
        })
        .is(&[State::Waiting, State::Done])
        .finds(Code::NodeGone, At::Pods(on_first))
        .mildly(),
    ]
}

/// The node lifecycle controller says of a node's pods that they are not ready; the fake kubelet, which may not have let go of
/// the node yet, would mend that once.
async fn unready(stage: &Stage<'_>) -> Result<()> {
    let pod = stage.pod_on(1).await?;
    let unready = json!({"conditions": [{"type": "Ready", "status": "False"}]});
    for _ in 0..2 {
        stage.status("Pod", &pod, &unready).await?;
        stage.until("its pod is not ready", |it| it.ready() == 2).await?;
    }
    stage.until("it is counted", |it| it.counter("numberReady") == 2).await
}

/// Silences nodes and waits until they and their pods count as lost.
async fn lose(stage: &Stage<'_>, numbers: &[usize]) -> Result<()> {
    for number in numbers {
        stage.cluster().silence_node(&stage.node(*number)).await?;
    }
    let unknown = |node: &&serde_json::Value| condition(node, "Ready")["status"] == "Unknown";
    let lost = numbers.len();
    stage
        .until("nodes are lost", |it| {
            it.nodes.iter().filter(unknown).count() == lost && it.ready() + lost == it.nodes.len()
        })
        .await
}
