//! Pods that are bound to a node and get no further.

use anyhow::Result;
use kubectl_ds::domain::diagnosis::{code::Code, verdict::State};

use super::situation::{At, Make, Situation, new};
use super::stage::Stage;

/// All of the family. Each is a rollout from a healthy template.
pub fn all() -> Vec<Situation> {
    vec![
        bad("volume-of-missing-config-map", Code::VolumeMount, |stage| {
            Box::pin(roll(stage, "2-failed-mount", "FailedMount"))
        }),
        bad("volume-cannot-be-attached", Code::VolumeMount, |stage| {
            Box::pin(roll(stage, "2-failed-attach", "FailedAttachVolume"))
        }),
        bad("no-address-for-the-sandbox", Code::Sandbox, |stage| {
            Box::pin(roll(stage, "2-failed-sandbox", "FailedCreatePodSandBox"))
        }),
    ]
}

fn bad(name: &'static str, code: Code, make: Make) -> Situation {
    Situation::new(name, make)
        .is(&[State::Stalled])
        .finds(code, At::Pods(new))
        .also(&[Code::BudgetUsedUp])
}

async fn roll(stage: &Stage<'_>, tag: &str, event: &str) -> Result<()> {
    stage.healthy("1").await?;
    stage.roll_to(tag).await?;
    stage.until(event, |it| it.event(event, "")).await
}
