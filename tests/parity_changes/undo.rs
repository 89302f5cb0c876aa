//! `undo` (semantics E-30 to E-38, E-60, E-106, E-107).

use anyhow::{Result, ensure};
use serde_json::json;

use super::{Twins, daemon_set, images, recorded};
use crate::side_by_side::Place;

const V1: &str = "registry.test/agent:1";
const V2: &str = "registry.test/agent:2";
const V3: &str = "registry.test/agent:3";

/// E-31 to E-36: previous, chosen, back again; the object and its revisions are what kubectl makes of them.
#[tokio::test]
async fn undo_restores_what_kubectl_restores() -> Result<()> {
    let Some(twins) = Twins::new("undo").await? else {
        return Ok(());
    };
    twins.send("create", &daemon_set(V1, Some("first"))).await?;
    let only = twins.agree(&["rollout", "undo", "ds/agent"]).await?;
    ensure!(
        only.stderr.ends_with("error: no last revision to roll back to\n") && only.code == 1,
        "E-31: {only:?}"
    );
    let same = twins.agree(&["rollout", "undo", "ds/agent", "--to-revision=1"]).await?;
    ensure!(
        same.stdout
            .contains("skipped rollback (current template already matches revision 1)"),
        "E-34: {same:?}"
    );
    twins.send("replace", &daemon_set(V2, Some("second"))).await?;
    twins.send("replace", &daemon_set(V3, None)).await?;
    for words in [
        &["ds/agent", "--dry-run=server"][..],
        &["ds/agent", "--to-revision=3", "--dry-run=server"],
        &["ds/agent", "--dry-run=client"],
        &["ds/agent", "--to-revision=1", "--dry-run=client"],
        &["ds/agent", "--to-revision=3", "--dry-run=client"],
        &["ds/agent", "--dry-run"],
        &["ds/agent", "--dry-run=true", "--to-revision=2"],
        &["ds/agent", "--dry-run=client", "-o", "name"],
        &["ds/agent", "--to-revision=-1"],
        &["ds/agent", "--to-revision=1000000"],
        &["ds/agent", "--to-revision=1"],
        &["daemonset", "agent"],
        &["daemonsets.apps", "agent", "-o", "name"],
        &["ds", "agent"],
        &["ds", "-l", "team=x"],
        &["ds", "-l", "team=nobody"],
        &["ds/agent", "--dry-run=false"],
    ] {
        twins.agree(&[&["rollout", "undo"], words].concat()).await?;
    }
    Ok(())
}

/// E-5, E-31: errors in kubectl's words, the others are worked on.
#[tokio::test]
async fn undo_errors_are_kubectls() -> Result<()> {
    let Some(twins) = Twins::new("undo-errors").await? else {
        return Ok(());
    };
    twins.send("create", &daemon_set(V1, None)).await?;
    twins.send("replace", &daemon_set(V2, None)).await?;
    for words in [
        &["ds", "nope", "agent"][..],
        &["ds/nope"],
        &["ds/agent", "--to-revision=-1"],
        &["ds/agent", "--to-revision=7"],
        &["ds", "-l", "a==b=c"],
    ] {
        let (kubectl, ds) = twins.run(&[&["rollout", "undo"], words].concat()).await?;
        let last = |text: &str| text.lines().last().unwrap_or_default().to_owned();
        ensure!(
            last(&kubectl.stderr) == last(&ds.stderr),
            "{words:?}: {kubectl:?} and {ds:?}"
        );
        ensure!((kubectl.stdout, kubectl.code) == (ds.stdout, ds.code), "{words:?}");
        twins.alike(&words.join(" "))?;
    }
    let usage: [&[&str]; 4] = [
        &[],
        &["ds/agent", "--dry-run=maybe"],
        &["ds/agent", "-o", "wide"],
        &["ds/agent", "extra"],
    ];
    for words in usage {
        let (kubectl, ds) = twins.run(&[&["rollout", "undo"], words].concat()).await?;
        ensure!(
            (kubectl.code, ds.code) == (1, 2),
            "usage has a code of its own: {words:?} {ds:?}"
        );
        let start = |text: &str| text.split(", allowed").next().unwrap_or_default().to_owned();
        ensure!(
            start(&kubectl.stderr).trim_end() == start(&ds.stderr).trim_end(),
            "{words:?}: {kubectl:?} and {ds:?}"
        );
    }
    Ok(())
}

/// Intended differences, by name.
#[tokio::test]
async fn undo_differs_on_purpose() -> Result<()> {
    let Some(twins) = Twins::new("undo-ours").await? else {
        return Ok(());
    };
    twins.send("create", &daemon_set(V1, None)).await?;
    twins.send("replace", &daemon_set(V2, None)).await?;
    // A kind alone is not "all".
    let (kubectl, ds) = twins.run(&["rollout", "undo", "ds", "--dry-run=server"]).await?;
    ensure!(
        (kubectl.code, ds.code) == (0, 2) && ds.stderr.contains("--all or -l"),
        "{kubectl:?} {ds:?}"
    );
    let all = twins.ds.ds(&["rollout", "undo", "ds", "--all", "--dry-run=server"])?;
    ensure!(all.stdout == kubectl.stdout && all.code == 0, "E-38: {all:?}");
    // H-4: kubectl prints the present object.
    let (kubectl, ds) = twins
        .run(&["rollout", "undo", "ds/agent", "--dry-run=client", "-o", "json"])
        .await?;
    let image = |text: &str| -> Result<String> {
        let object: serde_json::Value = serde_json::from_str(text)?;
        Ok(object["spec"]["template"]["spec"]["containers"][0]["image"].to_string())
    };
    ensure!(
        image(&kubectl.stdout)?.contains(V2) && image(&ds.stdout)?.contains(V1),
        "H-4"
    );
    // S8: it says so when nothing would change.
    let same = twins.ds.ds(&["undo", "agent", "--to-revision=2", "--dry-run=client"])?;
    ensure!(same.stderr.contains("nothing would change"), "S8: {same:?}");
    // C37: where a number went.
    let place = &twins.ds;
    ensure!(place.ds(&["undo", "agent"])?.code == 0);
    recorded(place).await?;
    let gone = place.ds(&["undo", "agent", "--to-revision=1"])?;
    ensure!(
        gone.stderr
            .contains("the template that was revision 1 is revision 3 now")
            && gone.code == 1,
        "{gone:?}"
    );
    // By hash.
    let stored = place.object("controllerrevisions")?;
    let old = stored["items"]
        .as_array()
        .and_then(|all| all.iter().find(|it| it["revision"] == 2))
        .cloned();
    let hash = old.and_then(|it| {
        it["metadata"]["labels"]["controller-revision-hash"]
            .as_str()
            .map(str::to_owned)
    });
    let hash = hash.unwrap_or_default();
    let undone = place.ds(&["undo", "agent", "--to-hash", &hash[..5]])?;
    ensure!(undone.code == 0 && images(place)?[0] == V2, "{undone:?}");
    Ok(())
}

/// C25, C39: the trap is real on the control plane, and it is told before it snaps.
#[tokio::test]
async fn a_copied_revision_is_warned_of() -> Result<()> {
    let Some(place) = Place::new("undo-copy").await? else {
        return Ok(());
    };
    place.send("create", &daemon_set(V1, None).to_string())?;
    recorded(&place).await?;
    place.send("replace", &daemon_set(V2, None).to_string())?;
    recorded(&place).await?;
    let stored = place.object("controllerrevisions")?;
    let first = stored["items"]
        .as_array()
        .and_then(|all| all.iter().find(|it| it["revision"] == 1))
        .cloned();
    let mut copy = first.unwrap_or_default();
    let old = &copy["metadata"];
    let kept = json!({"name": "agent-copy", "labels": old["labels"], "ownerReferences": old["ownerReferences"]});
    copy["metadata"] = kept;
    copy["revision"] = json!(9);
    place.send("create", &copy.to_string())?;
    let dry = place.ds(&["undo", "agent", "--to-revision=1", "--dry-run=server"])?;
    ensure!(
        dry.code == 0 && dry.stderr.contains("revision 1 is stored twice, also as 9"),
        "{dry:?}"
    );
    Ok(())
}
