//! `restart` (semantics E-40 to E-42, E-109).

use anyhow::{Result, ensure};
use serde_json::{Value, json};

use super::{Twins, daemon_set, state};

const MARK: &str = "kubectl.kubernetes.io/restartedAt";

/// The state without the moment of the restart, and the moments.
fn apart(mut state: Value) -> (Value, Vec<String>) {
    let mut moments = Vec::new();
    let mut take = |annotations: &mut Value| {
        if let Some(Value::String(moment)) = annotations.get_mut(MARK).map(Value::take) {
            moments.push(moment);
        }
    };
    take(&mut state["spec"]["template"]["metadata"]["annotations"]);
    for revision in state["revisions"].as_array_mut().into_iter().flatten() {
        take(&mut revision["data"]["spec"]["template"]["metadata"]["annotations"]);
    }
    (state, moments)
}

#[tokio::test]
async fn restart_marks_the_template_as_kubectl_does() -> Result<()> {
    let Some(twins) = Twins::new("restart").await? else {
        return Ok(());
    };
    let mut set = daemon_set("registry.test/agent:1", None);
    set["spec"]["updateStrategy"] = json!({"type": "OnDelete"});
    twins.send("create", &set).await?;
    for words in [
        &["ds/agent"][..],
        &["ds", "-l", "team=x"],
        &["ds", "nope", "agent"],
        &["ds", "-l", "team=nobody"],
    ] {
        // Two marks within a second are one, for both programs (E-41).
        tokio::time::sleep(std::time::Duration::from_millis(1100)).await;
        let (kubectl, ds) = twins.run(&[&["rollout", "restart"], words].concat()).await?;
        ensure!(
            (&kubectl.stdout, kubectl.code) == (&ds.stdout, ds.code),
            "E-40 {words:?}: {kubectl:?} and {ds:?}"
        );
        let ((kubectl, theirs), (ds, ours)) = (apart(state(&twins.kubectl)?), apart(state(&twins.ds)?));
        ensure!(kubectl == ds, "{words:?}: {kubectl:#} and {ds:#}");
        let form = |moments: &[String]| {
            moments
                .iter()
                .map(|it| (it.len(), it[19..].to_owned()))
                .collect::<Vec<_>>()
        };
        ensure!(
            form(&theirs) == form(&ours),
            "E-40: local time, to the second: {theirs:?} and {ours:?}"
        );
    }
    let told = twins.ds.ds(&["restart", "agent", "-o", "name"])?;
    ensure!(
        told.stderr.contains("OnDelete: no pod is replaced until"),
        "C61: {told:?}"
    );
    ensure!(told.stdout == "daemonset.apps/agent\n", "E-2: {told:?}");
    Ok(())
}

#[tokio::test]
async fn a_second_restart_within_the_second_is_refused() -> Result<()> {
    let Some(twins) = Twins::new("restart-twice").await? else {
        return Ok(());
    };
    twins.send("create", &daemon_set("registry.test/agent:1", None)).await?;
    let place = &twins.ds;
    let words = "error: failed to create patch for agent: if restart has already been triggered within the past second, \
                 please wait before attempting to trigger another\n";
    // The clock may turn between two of them; not between each of four.
    let mut refused = 0;
    for _ in 0..4 {
        let ran = place.ds(&["restart", "agent"])?;
        ensure!(
            (ran.code, ran.stderr.as_str()) == (1, words) || ran.code == 0,
            "E-41: {ran:?}"
        );
        refused += ran.code;
    }
    ensure!(refused > 0, "E-41");
    Ok(())
}

/// Intended: a kind alone is not "all", and nothing found is an error where the words are ours.
#[tokio::test]
async fn restart_differs_on_purpose() -> Result<()> {
    let Some(twins) = Twins::new("restart-ours").await? else {
        return Ok(());
    };
    twins.send("create", &daemon_set("registry.test/agent:1", None)).await?;
    let refused = twins.ds.ds(&["rollout", "restart", "ds"])?;
    ensure!(
        refused.code == 2 && refused.stderr.contains("--all or -l"),
        "{refused:?}"
    );
    let all = twins.ds.ds(&["restart", "--all"])?;
    ensure!(
        all.stdout == "daemonset.apps/agent restarted\n" && all.code == 0,
        "{all:?}"
    );
    let none = twins.ds.ds(&["restart", "-l", "team=nobody"])?;
    ensure!(
        none.code == 1 && none.stderr.contains("No resources found"),
        "C29: {none:?}"
    );
    Ok(())
}
