//! What `snapshot` writes: enough for the same answers, no more than is needed, nothing secret where that is asked for.

use anyhow::{Result, ensure};
use serde_json::{Value, json};

use super::same::{ensure_the_same, place};
use crate::side_by_side::{Place, manifest};

fn read(file: &str) -> Result<Value> {
    Ok(serde_json::from_str(&std::fs::read_to_string(file)?)?)
}

fn kinds<'a>(snapshot: &'a Value, kind: &'a str) -> impl Iterator<Item = &'a Value> {
    let items = snapshot["items"].as_array().into_iter().flatten();
    items.filter(move |item| item["kind"] == kind)
}

#[tokio::test]
async fn a_snapshot_gives_the_same_answers_redacted_or_not() -> Result<()> {
    let Some(place) = place("taken").await? else {
        return Ok(());
    };
    ensure!(
        place
            .kubectl(&["annotate", "ds/agent", "example.com/owner=somebody-private"])?
            .code
            == 0
    );
    let folder = tempfile::tempdir()?;
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (plain, redacted, json) = (path("plain.yaml"), path("redacted.yaml"), path("all.json"));
    for line in [
        &["snapshot", "--output-file", &plain][..],
        &["snapshot", "agent", "stuck", "--redact", "--output-file", &redacted],
        &["snapshot", "-o", "json", "--output-file", &json],
    ] {
        let ran = place.ds(line)?;
        ensure!(
            ran.code == 0
                && ran.stdout.is_empty()
                && ran.stderr.contains("2 daemonsets, 3 controllerrevisions, 6 pods"),
            "{ran:?}"
        );
    }
    for file in [&plain, &json] {
        ensure_the_same(&place, file, &[])?;
        ensure!(std::fs::read_to_string(file)?.contains("hunter2-secret"), "{file}");
    }
    let text = std::fs::read_to_string(&redacted)?;
    for secret in ["hunter2", "somebody-private", "last-applied-configuration: "] {
        ensure!(!text.contains(secret), "{secret} is in {text}");
    }
    ensure!(
        text.contains("name: TOKEN") && text.contains("change-cause: second"),
        "{text}"
    );
    for line in [
        &["status", "stuck", "--watch=false", "--exit-code"][..],
        &["history", "agent", "-o", "name"],
        &["rollout", "history", "ds/agent"],
    ] {
        let (live, saved) = (place.ds(line)?, place.ds(&[line, &["--snapshot", &redacted]].concat())?);
        ensure!(
            live.code == saved.code && live.stdout.lines().count() == saved.stdout.lines().count(),
            "{saved:?}"
        );
    }
    // One that was taken in full can be redacted afterwards.
    let again = place.ds(&["snapshot", "--snapshot", &plain, "--redact"])?;
    ensure!(again.code == 0 && !again.stdout.contains("hunter2"), "{again:?}");
    Ok(())
}

#[tokio::test]
async fn a_file_is_kept_and_holds_no_more_than_was_asked_for() -> Result<()> {
    let Some(place) = place("one").await? else {
        return Ok(());
    };
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("one.json").display().to_string();
    let line = ["snapshot", "stuck", "-o", "json", "--output-file", &file];
    ensure!(place.ds(&line)?.code == 0);
    let before = read(&file)?;
    ensure!(kinds(&before, "DaemonSet").count() == 1 && kinds(&before, "Pod").count() == 3);
    ensure!(kinds(&before, "Node").count() >= 3 && kinds(&before, "ControllerRevision").count() == 1);
    ensure!(kinds(&before, "Event").all(|event| {
        event["involvedObject"]["name"]
            .as_str()
            .is_some_and(|name| name.starts_with("stuck"))
    }));
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        ensure!(
            std::fs::metadata(&file)?.permissions().mode() & 0o777 == 0o600,
            "for the user alone"
        );
    }
    let kept = place.ds(&line)?;
    ensure!(
        kept.code == 1 && kept.stderr.ends_with("is there already; --force overwrites it\n") && read(&file)? == before,
        "{kept:?}"
    );
    ensure!(place.ds(&[&line[..], &["--force"]].concat())?.code == 0);
    let nowhere = place.ds(&["snapshot", "--output-file", "/nowhere/at/all.yaml"])?;
    ensure!(
        nowhere.code == 1 && nowhere.stderr.contains("writing /nowhere/at/all.yaml"),
        "{nowhere:?}"
    );
    let missing = place.ds(&["snapshot", "stuk"])?;
    ensure!(missing.code == 1 && missing.stdout.is_empty(), "{missing:?}");
    Ok(())
}

#[tokio::test]
async fn what_may_not_be_read_is_named_and_known_to_be_missing() -> Result<()> {
    let Some(place) = Place::new("part").await? else {
        return Ok(());
    };
    place.send("apply", &manifest("agent", "registry.test/agent:1", &json!({})))?;
    place.rolled_out("agent")?;
    let rules: &[(&str, &str, &[&str])] = &[
        ("apps", "daemonsets", &["get", "list"]),
        ("", "pods", &["list"]),
        ("apps", "controllerrevisions", &["list"]),
    ];
    let ran = place.ds_with_rights("restricted-3", rules, &["snapshot", "agent", "-o", "json"])?;
    for resource in ["nodes", "events", "replicasets.apps", "jobs.batch"] {
        let line = format!("Warning: no right to list {resource}: not in the snapshot\n");
        ensure!(ran.stderr.contains(&line), "{ran:?}");
    }
    let snapshot: Value = serde_json::from_str(&ran.stdout)?;
    let said = snapshot["metadata"]["annotations"]["kubectl-ds/read"].as_str();
    ensure!(
        said == Some("daemonsets.apps,controllerrevisions.apps,pods,pods in all namespaces"),
        "{said:?}"
    );
    let status = place.ds_with_input(&["status", "agent", "--snapshot=-"], &ran.stdout)?;
    ensure!(
        status.code == 0 && status.stdout.ends_with("successfully rolled out\n"),
        "{status:?}"
    );
    Ok(())
}
