//! Manifests given with `-f`: what both programs read, and what both refuse, in kubectl's words.

use anyhow::{Result, ensure};

use super::{Twins, daemon_set};
use crate::side_by_side::Ran;

const VERBS: [&[&str]; 5] = [
    &["rollout", "status", "--watch=false"],
    &["rollout", "history"],
    &["rollout", "restart"],
    &["rollout", "undo"],
    &["set", "image", "main=registry.test/agent:2"],
];

fn refused(what: &str, kubectl: &Ran, ds: &Ran) -> Result<()> {
    ensure!(
        kubectl.code != 0 && (&kubectl.stdout, &kubectl.stderr, kubectl.code) == (&ds.stdout, &ds.stderr, ds.code),
        "{what}: {kubectl:?} and {ds:?}"
    );
    Ok(())
}

/// The namespace of the line and the one of the manifest are two: nobody can know which was meant.
#[tokio::test]
async fn a_manifest_of_another_namespace_is_refused() -> Result<()> {
    let Some(twins) = Twins::new("manifest-namespace").await? else {
        return Ok(());
    };
    twins.send("create", &daemon_set("registry.test/agent:1", None)).await?;
    let mut other = daemon_set("registry.test/agent:1", None);
    other["metadata"]["namespace"] = twins.kubectl.namespace().into();
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("agent.json").display().to_string();
    std::fs::write(&file, other.to_string())?;
    for verb in VERBS.into_iter().chain([&["set", "image", "main=a:2", "--local"][..]]) {
        let line = [verb, &["-f", &file]].concat();
        let (kubectl, ds) = twins.ds.both(&line)?;
        refused(&line.join(" "), &kubectl, &ds)?;
        ensure!(ds.stderr.contains("You must pass '--namespace="), "{ds:?}");
    }
    twins.alike("afterwards")
}
