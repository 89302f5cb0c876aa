//! What our own `history` says beyond kubectl, on real objects.

use anyhow::{Context as _, Result};
use serde_json::{Value, json};

use super::{SOON, apply, daemon_set, done, three_revisions};
use crate::cluster::{POOL, eventually};
use crate::side_by_side::{Place, binary};

/// C13, C14: each revision with its change, its image and its pods; the present one marked.
#[tokio::test]
async fn the_table_counts_live_pods_and_names_changes() -> Result<()> {
    let Some(place) = Place::new("history-table").await? else {
        return Ok(());
    };
    let on_pool = |image: &str, cause| {
        let mut set = daemon_set("agent", image, Some(cause));
        set["spec"]["template"]["spec"]["nodeSelector"] = json!({POOL.0: POOL.1});
        set["spec"]["updateStrategy"] = json!({"type": "OnDelete"});
        set
    };
    apply(&place, &on_pool("registry.test/team/agent:v1", "same words")).await?;
    let nodes = desired_with_pods(&place).await?;
    apply(&place, &on_pool("registry.test/team/agent:v2", "same words")).await?;
    let table = place.ds(&["history", "agent"])?;
    assert_eq!(table.code, 0, "{}", table.stderr);
    let rows: Vec<Vec<&str>> = table
        .stdout
        .lines()
        .map(|line| line.split("   ").map(str::trim).filter(|it| !it.is_empty()).collect())
        .collect();
    assert_eq!(table.stdout.lines().next(), Some("daemonset.apps/agent "));
    assert_eq!(rows[1], ["REVISION", "AGE", "PODS", "IMAGES", "CHANGE", "CHANGE-CAUSE"]);
    let pods = nodes.to_string();
    assert_eq!(
        [&rows[2][..1], &rows[2][2..]].concat(),
        ["1", &pods, "agent:v1", "-", "same words"],
        "C14"
    );
    let second = [
        "2 *",
        "0",
        "agent:v2",
        "main image agent:v1 → agent:v2",
        "same words (inherited)",
    ];
    assert_eq!([&rows[3][..1], &rows[3][2..]].concat(), second, "C13, C14");
    Ok(())
}

async fn desired_with_pods(place: &Place) -> Result<i64> {
    let ask = async || {
        let set: Value = place.object("ds/agent")?;
        Ok((
            set["status"]["desiredNumberScheduled"].as_i64(),
            set["status"]["currentNumberScheduled"].as_i64(),
        ))
    };
    let (desired, _) = eventually("all pods are made", SOON, ask, |(desired, current)| {
        *desired > Some(0) && desired == current
    })
    .await?;
    desired.context("a count")
}

/// The diff of two stored templates, of one and the present one, and by another program.
#[tokio::test]
async fn diffs_show_what_differs() -> Result<()> {
    let Some(place) = Place::new("history-diff").await? else {
        return Ok(());
    };
    three_revisions(&place).await?;
    let changed = |diff: &str| -> Vec<String> {
        let signed = diff
            .lines()
            .filter(|line| line.starts_with(['+', '-']) && !line.starts_with("+++") && !line.starts_with("---"));
        signed.map(str::to_owned).collect()
    };
    for (range, old, new) in [
        ("1..2", "v1", "v2"),
        ("1", "v1", "v3"),
        ("2..current", "v2", "v3"),
        ("-1..-3", "v3", "v1"),
    ] {
        let said = place.ds(&["history", "agent", "--diff", range])?;
        assert_eq!(said.code, 0, "{range}: {}", said.stderr);
        let expected = [
            format!("-  - image: registry.test/agent:{old}"),
            format!("+  - image: registry.test/agent:{new}"),
        ];
        assert_eq!(changed(&said.stdout), expected, "{range}");
    }
    let same = place.ds(&["history", "agent", "--diff", "3"])?;
    assert_eq!((same.stdout.as_str(), same.code), ("", 0));
    assert!(same.stderr.contains("hold the same template"), "{}", same.stderr);
    let missing = place.ds(&["history", "agent", "--diff", "1..9"])?;
    assert_eq!(
        (missing.stderr.as_str(), missing.code),
        ("error: unable to find the specified revision 9\n", 1)
    );
    Ok(())
}

/// kubectl-ds with a program for diffs.
fn with_tool(place: &Place, words: &[&str], tool: &str) -> Result<(String, String, bool)> {
    let output = place
        .command(&binary(), words)
        .env("KUBECTL_EXTERNAL_DIFF", tool)
        .output()?;
    Ok((
        String::from_utf8(output.stdout)?,
        String::from_utf8(output.stderr)?,
        output.status.success(),
    ))
}

/// `KUBECTL_EXTERNAL_DIFF` gets two folders, as from kubectl; its exit code 1 is no error, a higher one is.
#[tokio::test]
async fn another_program_may_show_the_diff() -> Result<()> {
    let Some(place) = Place::new("history-external").await? else {
        return Ok(());
    };
    three_revisions(&place).await?;
    let line = ["history", "agent", "--diff", "1..2"];
    let (diff, error, well) = with_tool(&place, &line, "diff -u -N")?;
    assert!(well, "{error}");
    assert!(diff.contains("\n+  - image: registry.test/agent:v2\n"), "{diff}");
    assert!(
        diff.contains("FROM-revision-1-") && diff.contains("TO-revision-2-"),
        "{diff}"
    );
    let (_, error, well) = with_tool(&place, &line, "diff --no-such-flag")?;
    assert!(!well && error.contains("KUBECTL_EXTERNAL_DIFF"), "{error}");
    Ok(())
}

/// C39, C44: a copy of a revision is told by hash, and a revision that belongs to nobody is told as such. Made while the
/// DaemonSet is being deleted, since its controller would clean up after us.
#[tokio::test]
async fn copies_and_orphans_are_told() -> Result<()> {
    let Some(place) = Place::new("history-copies").await? else {
        return Ok(());
    };
    let mut set = daemon_set("agent", "registry.test/agent:v1", None);
    set["metadata"]["finalizers"] = json!(["kubectl-ds.test/hold"]);
    apply(&place, &set).await?;
    set["spec"]["template"]["spec"]["containers"][0]["image"] = "registry.test/agent:v2".into();
    apply(&place, &set).await?;
    done(&place, &["delete", "ds", "agent", "--wait=false"])?;
    let list: Value = serde_json::from_str(&done(&place, &["get", "controllerrevisions", "-o", "json"])?)?;
    let first = list["items"]
        .as_array()
        .into_iter()
        .flatten()
        .find(|it| it["revision"] == 1)
        .context("revision 1")?;
    let copy = |name: &str, hash: &str, owned: bool| {
        let mut copy = first.clone();
        let owners = if owned {
            first["metadata"]["ownerReferences"].clone()
        } else {
            json!([])
        };
        copy["metadata"] = json!({"name": name, "labels": {"app": "agent", "controller-revision-hash": hash}, "ownerReferences": owners});
        copy.to_string()
    };
    place.send("create", &copy("agent-copy", "copy", true))?;
    place.send("create", &copy("agent-lost", "lost", false))?;
    let table = place.ds(&["history", "agent"])?.stdout;
    assert!(table.contains("1 (copy)"), "{table}");
    assert!(table.contains("hold the same template"), "C39 {table}");
    assert!(
        table.contains("orphan, would be adopted: agent-lost, revision 1, agent:v1"),
        "C44 {table}"
    );
    assert!(!table.contains("(lost)"), "C44: an orphan is no row {table}");
    for words in [["ds/agent", "--revision=0"], ["ds/agent", "--revision=1"]] {
        let (kubectl, ours) = place.both(&["rollout", "history", words[0], words[1]])?;
        assert_eq!(
            (kubectl.stdout, kubectl.code),
            (ours.stdout, ours.code),
            "E-27 {words:?}"
        );
    }
    done(
        &place,
        &[
            "patch",
            "ds",
            "agent",
            "--type=merge",
            "-p",
            r#"{"metadata":{"finalizers":null}}"#,
        ],
    )?;
    Ok(())
}

/// E-28: no right to list revisions is kubectl's error; no right to list pods is one line, and the rest is shown.
#[tokio::test]
async fn missing_rights_are_told_in_one_line() -> Result<()> {
    let Some(place) = Place::new("history-rights").await? else {
        return Ok(());
    };
    if !place.cluster().is_ours() {
        return Ok(());
    }
    three_revisions(&place).await?;
    let kubeconfig = place.cluster().kubeconfig_of("restricted-1")?;
    let kubeconfig = format!("--kubeconfig={}", kubeconfig.display());
    let grant = |name: &str, resource: &str| -> Result<()> {
        done(
            &place,
            &[
                "create",
                "role",
                name,
                "--verb=get,list",
                &format!("--resource={resource}"),
            ],
        )?;
        let role = format!("--role={name}");
        done(&place, &["create", "rolebinding", name, &role, "--user=restricted-1"]).map(drop)
    };
    grant("sets", "daemonsets.apps")?;
    let line = ["rollout", "history", "ds/agent", &kubeconfig];
    let kubectl = place.cluster().kubectl();
    place
        .until(kubectl, &line, |ran| ran.stderr.contains("unable to find history"))
        .await?;
    let (kubectl_said, ours) = place.both(&line)?;
    assert_eq!(kubectl_said, ours, "E-28");
    grant("revisions", "controllerrevisions.apps")?;
    place.until(kubectl, &line, |ran| ran.code == 0).await?;
    let own = place.ds(&["history", "agent", &kubeconfig])?;
    assert_eq!((own.code, own.stderr.lines().count()), (0, 1), "{}", own.stderr);
    assert!(own.stderr.contains("no right to list pods"), "{}", own.stderr);
    assert!(own.stdout.contains("agent:v3"), "{}", own.stdout);
    Ok(())
}
