//! Pods that have failed for good and are made again, and fail again.

use anyhow::Result;
use kubectl_ds::domain::diagnosis::{code::Code, verdict::State};

use super::situation::{At, Make, Situation, failed};
use super::stage::Stage;

/// All of the family. Each is a rollout from a healthy template; the controller tries again and again.
pub fn all() -> Vec<Situation> {
    vec![
        bad("evicted-again-and-again", Code::PodEvicted, |stage| {
            Box::pin(fails(stage, "2-evict"))
        }),
        bad("kubelet-has-no-cpu", Code::KubeletRejected, |stage| {
            Box::pin(fails(stage, "2-reject"))
        }),
        bad("kubelet-has-no-device", Code::KubeletRejected, |stage| {
            Box::pin(fails(stage, "2-unexpected"))
        }),
        bad("node-is-shutting-down", Code::KubeletRejected, |stage| {
            Box::pin(fails(stage, "2-shutdown"))
        }),
    ]
}

fn bad(name: &'static str, code: Code, make: Make) -> Situation {
    Situation::new(name, make)
        .is(&[State::Stalled])
        .finds(code, At::Pods(failed))
        .also(&[Code::BudgetUsedUp])
}

/// Until the backoff is so long that the failed pod stays for a while.
async fn fails(stage: &Stage<'_>, tag: &str) -> Result<()> {
    stage.healthy("1").await?;
    stage.roll_to(tag).await?;
    let is_failed = |pod: &serde_json::Value| pod["status"]["phase"] == "Failed";
    let often = |event: &&serde_json::Value| event["reason"] == "FailedDaemonPod";
    stage
        .until("it has failed four times", |it| {
            it.pods.iter().any(is_failed) && it.events.iter().filter(often).count() >= 4
        })
        .await
}
