//! What the server warns of (`Warning` headers): the same texts in both programs, each once.

use anyhow::{Result, ensure};

use super::{Twins, daemon_set};

fn warnings(stderr: &str) -> Vec<&str> {
    let of_server = |line: &&str| line.starts_with("Warning: would violate PodSecurity");
    stderr.lines().filter(of_server).collect()
}

#[tokio::test]
async fn warnings_of_the_server_are_passed_on() -> Result<()> {
    let Some(twins) = Twins::new("warnings").await? else {
        return Ok(());
    };
    twins.send("create", &daemon_set("registry.test/agent:1", None)).await?;
    for place in [&twins.kubectl, &twins.ds] {
        let label = "pod-security.kubernetes.io/warn=restricted";
        let ran = place.kubectl(&["label", "namespace", place.namespace(), label])?;
        ensure!(ran.code == 0, "{ran:?}");
    }
    for line in [
        &["set", "image", "ds/agent", "main=registry.test/agent:2"][..],
        &["rollout", "restart", "ds/agent"],
        &["rollout", "undo", "ds/agent"],
    ] {
        let (kubectl, ds) = twins.run(line).await?;
        let (expected, told) = (warnings(&kubectl.stderr), warnings(&ds.stderr));
        ensure!(
            expected.len() == 1 && expected == told,
            "{line:?}: {kubectl:?} and {ds:?}"
        );
    }
    let strict = [
        "set",
        "image",
        "ds/agent",
        "main=registry.test/agent:3",
        "--warnings-as-errors",
    ];
    let (kubectl, ds) = twins.run(&strict).await?;
    for ran in [&kubectl, &ds] {
        ensure!(
            ran.code == 1 && ran.stderr.ends_with("error: 1 warning received\n"),
            "the change is made, and the code says that there was a warning: {ran:?}"
        );
    }
    ensure!(kubectl.stdout == ds.stdout, "{kubectl:?} and {ds:?}");
    let none = ["rollout", "history", "ds/agent", "--warnings-as-errors"];
    let (kubectl, ds) = twins.run(&none).await?;
    ensure!(kubectl.code == 0 && ds.code == 0, "{kubectl:?} and {ds:?}");
    Ok(())
}
