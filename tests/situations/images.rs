//! Images that cannot be pulled: which, and why.

use anyhow::Result;
use kubectl_ds::domain::diagnosis::{code::Code, verdict::State};

use super::situation::{At, Make, Situation, new};
use super::stage::Stage;

/// All of the family. Each is a rollout from a healthy template to a bad image.
pub fn all() -> Vec<Situation> {
    vec![
        bad("image-not-found", Code::ImageNotFound, |stage| {
            Box::pin(roll(stage, "2-image-pull", "ImagePullBackOff"))
        }),
        bad("image-wants-credentials", Code::ImageAuth, |stage| {
            Box::pin(roll(stage, "2-image-auth", "ImagePullBackOff"))
        }),
        bad("image-registry-unknown-host", Code::ImageRegistry, |stage| {
            Box::pin(roll(stage, "2-image-registry", "ImagePullBackOff"))
        }),
        bad("image-for-another-platform", Code::ImagePlatform, |stage| {
            Box::pin(roll(stage, "2-image-platform", "ImagePullBackOff"))
        }),
        bad("image-pulled-too-often", Code::ImageRegistry, |stage| {
            Box::pin(roll(stage, "2-image-quota", "ImagePullBackOff"))
        }),
        bad("image-name-invalid", Code::ImageName, |stage| {
            Box::pin(roll(stage, "2-image-name", "InvalidImageName"))
        }),
        bad("image-never-pulled", Code::ImagePull, |stage| {
            Box::pin(roll(stage, "2-image-never", "ErrImageNeverPull"))
        }),
        Situation::new("image-of-init-container-not-found", |stage| {
            Box::pin(async move {
                stage.healthy("1").await?;
                let init = serde_json::json!([{"name": "prep", "image": "registry.test/prep:2-init-pull"}]);
                stage.change(serde_json::json!({"initContainers": init})).await?;
                stage
                    .until("an init image is missing", |it| it.waits("ImagePullBackOff"))
                    .await
            })
        })
        .is(&[State::Stalled])
        .finds(
            Code::ImageNotFound,
            At::Pods(|pod| {
                let init = pod
                    .spec
                    .as_ref()
                    .and_then(|spec| spec.init_containers.as_ref()?.first()?.image.clone());
                init.is_some_and(|image| image.ends_with("init-pull"))
            }),
        )
        .also(&[Code::BudgetUsedUp]),
    ]
}

fn bad(name: &'static str, code: Code, make: Make) -> Situation {
    Situation::new(name, make)
        .is(&[State::Stalled])
        .finds(code, At::Pods(new))
        .also(&[Code::BudgetUsedUp])
}

async fn roll(stage: &Stage<'_>, tag: &str, reason: &str) -> Result<()> {
    stage.healthy("1").await?;
    stage.roll_to(tag).await?;
    stage.until(reason, |it| it.waits(reason)).await
}
