//! Containers that end again and again, or cannot be made or started.

use anyhow::Result;
use kubectl_ds::domain::diagnosis::{code::Code, verdict::State};
use serde_json::{Value, json};

use super::situation::{At, Make, Situation, new};
use super::stage::Stage;

/// All of the family. Each is a rollout from a healthy template to a bad one.
pub fn all() -> Vec<Situation> {
    vec![
        bad("crash-loop", Code::CrashLoop, |stage| {
            Box::pin(loops(stage, "2-crash-loop"))
        }),
        bad("crash-loop-by-signal", Code::CrashLoop, |stage| {
            Box::pin(loops(stage, "2-segfault"))
        }),
        bad("crash-loop-that-exits-with-zero", Code::CrashLoop, |stage| {
            Box::pin(loops(stage, "2-exit-zero"))
        }),
        bad("out-of-memory", Code::OutOfMemory, |stage| {
            Box::pin(loops_with(
                stage,
                "2-oom",
                json!({"resources": {"limits": {"memory": "200Mi"}}}),
            ))
        }),
        bad("liveness-probe-kills", Code::ProbeFailing, |stage| {
            Box::pin(loops_with(stage, "2-liveness", json!({"livenessProbe": probe()})))
        }),
        bad("startup-probe-kills", Code::ProbeFailing, |stage| {
            Box::pin(loops_with(stage, "2-startup", json!({"startupProbe": probe()})))
        }),
        bad("command-not-in-image", Code::ContainerError, |stage| {
            Box::pin(loops(stage, "2-start-error"))
        }),
        bad("post-start-hook-fails", Code::ContainerError, |stage| {
            Box::pin(loops(stage, "2-post-start"))
        }),
        bad("config-map-missing", Code::ConfigError, |stage| {
            Box::pin(waits(stage, "2-config-error", "CreateContainerConfigError"))
        }),
        bad("secret-key-missing", Code::ConfigError, |stage| {
            Box::pin(waits(stage, "2-missing-key", "CreateContainerConfigError"))
        }),
        Situation::new("init-container-fails", |stage| {
            Box::pin(async move {
                stage.healthy("1").await?;
                let init = json!([{"name": "prep", "image": "registry.test/prep:2-init-fail"}]);
                stage.change(json!({"initContainers": init})).await?;
                stage.until("an init container fails", |it| it.restarts(2)).await
            })
        })
        .is(&[State::Stalled])
        .finds(
            Code::InitContainer,
            At::Pods(|pod| {
                let init = pod
                    .spec
                    .as_ref()
                    .and_then(|spec| spec.init_containers.as_ref()?.first()?.image.clone());
                init.is_some_and(|image| image.ends_with("init-fail"))
            }),
        )
        .also(&[Code::BudgetUsedUp]),
        // The rollout is undone by nobody, and an old pod crashes as well: that is no fault of the new template.
        Situation::new("crash-loop-on-one-node-only", |stage| {
            Box::pin(async move {
                let fault =
                    json!({"kubectl-ds.test/fault": "crash-loop", "kubectl-ds.test/fault-nodes": stage.node(1)});
                let more = json!({"spec": {"template": {"metadata": {"annotations": fault}}}});
                stage.create(&stage.agent_with("1", &more)).await?;
                stage.until("one crashes", |it| it.restarts(3) && it.ready() == 2).await
            })
        })
        .is(&[State::Stalled])
        .finds(Code::CrashLoop, At::Pods(super::situation::on_first)),
    ]
}

fn bad(name: &'static str, code: Code, make: Make) -> Situation {
    Situation::new(name, make)
        .is(&[State::Stalled])
        .finds(code, At::Pods(new))
        .also(&[Code::BudgetUsedUp])
}

fn probe() -> Value {
    json!({"httpGet": {"path": "/healthz", "port": 8080}, "periodSeconds": 10, "failureThreshold": 3})
}

/// The same with this in the container.
async fn loops_with(stage: &Stage<'_>, tag: &str, mut main: Value) -> Result<()> {
    stage.healthy("1").await?;
    main["name"] = json!("main");
    main["image"] = json!(format!("registry.test/agent:{tag}"));
    stage.change(json!({"containers": [main]})).await?;
    stage.until("it has ended three times", |it| it.restarts(3)).await
}

async fn loops(stage: &Stage<'_>, tag: &str) -> Result<()> {
    stage.healthy("1").await?;
    stage.roll_to(tag).await?;
    stage.until("it has ended three times", |it| it.restarts(3)).await
}

async fn waits(stage: &Stage<'_>, tag: &str, reason: &str) -> Result<()> {
    stage.healthy("1").await?;
    stage.roll_to(tag).await?;
    stage.until(reason, |it| it.waits(reason)).await
}
