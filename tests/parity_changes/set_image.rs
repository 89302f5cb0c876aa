//! `set-image` (semantics E-50 to E-58, E-61, E-110).

use anyhow::{Result, ensure};
use serde_json::{Value, json};

use super::{Twins, daemon_set, images};

#[tokio::test]
async fn set_image_changes_what_kubectl_changes() -> Result<()> {
    let Some(twins) = Twins::new("images").await? else {
        return Ok(());
    };
    twins
        .send("create", &daemon_set("registry.test/agent:1", Some("first")))
        .await?;
    for words in [
        &["ds/agent", "main=registry.test/agent:2"][..],
        &["ds/agent", "main=registry.test/agent:2"],
        &[
            "ds",
            "agent",
            "main=registry.test:5000/agent:3",
            "prep=registry.test/prep:2",
        ],
        &["daemonset", "agent", "side=registry.test/a:1", "side=registry.test/b:1"],
        &["ds/agent", "main=registry.test/agent:4", "--dry-run=client"],
        &["ds/agent", "main=registry.test/agent:4", "--dry-run=server"],
        &[
            "ds/agent",
            "main=registry.test/agent:4",
            "--dry-run=server",
            "-o",
            "name",
        ],
        &["ds/agent", "main=registry.test/agent:4", "--dry-run"],
        &["ds/agent", "main=registry.test:5000/agent:3", "-o", "name"],
        &["ds", "-l", "team=x", "main=registry.test/agent:5"],
        &["ds", "-l", "team=nobody", "main=registry.test/agent:5"],
        &["ds", "--all", "main=registry.test/agent:6"],
        &["ds/agent", "main=registry.test/agent:7", "-o", "name"],
        &["ds/nope", "ds/agent", "main=registry.test/agent:8"],
    ] {
        twins.agree(&[&["set", "image"], words].concat()).await?;
    }
    Ok(())
}

/// E-51, S4: the star reaches init containers too; in both programs once it is confirmed in ours.
#[tokio::test]
async fn the_star_is_kubectls_once_confirmed() -> Result<()> {
    let Some(twins) = Twins::new("images-star").await? else {
        return Ok(());
    };
    twins.send("create", &daemon_set("registry.test/agent:1", None)).await?;
    let star = ["set", "image", "ds/agent", "*=registry.test/all:1"];
    let refused = twins.ds.ds(&star)?;
    ensure!(
        refused.code == 1 && refused.stderr.contains("different repositories"),
        "C33: {refused:?}"
    );
    let (kubectl, ds) = (
        twins.kubectl.kubectl(&star)?,
        twins.ds.ds(&[&star[..], &["--yes"]].concat())?,
    );
    ensure!((kubectl.stdout, kubectl.code) == (ds.stdout, ds.code), "{}", ds.stderr);
    ensure!(images(&twins.kubectl)? == images(&twins.ds)?, "E-51, S4");
    twins
        .agree(&["set", "image", "ds/agent", "*=registry.test/all:2"])
        .await?;
    Ok(())
}

#[tokio::test]
async fn set_image_errors_are_kubectls() -> Result<()> {
    let Some(twins) = Twins::new("images-errors").await? else {
        return Ok(());
    };
    twins.send("create", &daemon_set("registry.test/agent:1", None)).await?;
    let usage: [&[&str]; 11] = [
        &["ds/agent"],
        &["ds/agent", "*=a", "b=c"],
        &["ds", "main=a"],
        &["main=a"],
        &[],
        &["ds", "--all", "-l", "a=b", "main=a"],
        &["ds/agent", "main-"],
        &["main=a", "ds/agent"],
        &["ds/agent", "main=a", "--local"],
        &["ds/agent", "main=a", "--dry-run=maybe"],
        &["ds/agent", "main=a", "-o", "wide"],
    ];
    for words in usage {
        let (kubectl, ds) = twins.run(&[&["set", "image"], words].concat()).await?;
        ensure!(
            (kubectl.code, ds.code) == (1, 2),
            "usage has a code of its own: {words:?} {kubectl:?} {ds:?}"
        );
        let start = |text: &str| text.split(", allowed").next().unwrap_or_default().trim_end().to_owned();
        ensure!(
            start(&kubectl.stderr) == start(&ds.stderr),
            "E-53 {words:?}: {kubectl:?} and {ds:?}"
        );
        twins.alike(&words.join(" "))?;
    }
    Ok(())
}

/// C34, S3, E-54, E-56: kubectl changes half of it, or what no node can pull; ours changes nothing.
#[tokio::test]
async fn a_wrong_pair_changes_nothing_in_ours() -> Result<()> {
    let Some(twins) = Twins::new("images-wrong").await? else {
        return Ok(());
    };
    twins.send("create", &daemon_set("registry.test/agent:1", None)).await?;
    let before = images(&twins.ds)?;
    let (kubectl, ds) = twins
        .run(&[
            "set",
            "image",
            "ds/agent",
            "main=registry.test/agent:2",
            "sdie=registry.test/side:2",
        ])
        .await?;
    ensure!((kubectl.code, ds.code) == (1, 1) && ds.stdout.is_empty(), "{ds:?}");
    let words = "error: unable to find container named \"sdie\"";
    ensure!(
        kubectl.stderr.starts_with(words) && ds.stderr.starts_with(words),
        "{ds:?}"
    );
    ensure!(ds.stderr.contains("containers: main, side; init: prep"), "C34: {ds:?}");
    for image in [
        "main=",
        "main=UPPER/Case:1",
        "main=registry.test/agent@sha256:short",
        "main=a:1 side=b:1",
    ] {
        let ran = twins.ds.ds(&["set", "image", "ds/agent", image])?;
        ensure!(
            ran.code == 1 && ran.stdout.is_empty() && ran.stderr.starts_with("error: image "),
            "{image}: {ran:?}"
        );
    }
    ensure!(images(&twins.ds)? == before, "S3");
    ensure!(
        images(&twins.kubectl)? != before,
        "what kubectl does is still what the case says"
    );
    let same = twins.ds.ds(&["set-image", "agent", "main=registry.test/agent:1"])?;
    ensure!(
        same.code == 0 && same.stdout.is_empty() && same.stderr.contains("unchanged"),
        "C35: {same:?}"
    );
    Ok(())
}

/// E-61, E-62: the cause is in the same change, so that the revision has it.
#[tokio::test]
async fn the_cause_reaches_the_revision() -> Result<()> {
    let Some(twins) = Twins::new("images-cause").await? else {
        return Ok(());
    };
    twins
        .send("create", &daemon_set("registry.test/agent:1", Some("first")))
        .await?;
    let (kubectl, ds) = twins
        .run(&["set", "image", "ds/agent", "main=registry.test/agent:2", "--record"])
        .await?;
    ensure!(
        (&kubectl.stdout, kubectl.code) == (&ds.stdout, ds.code),
        "{kubectl:?} {ds:?}"
    );
    let deprecated = "Flag --record has been deprecated, --record will be removed in the future\n";
    ensure!(
        kubectl.stderr == deprecated && ds.stderr.starts_with(deprecated),
        "E-61: {ds:?}"
    );
    let set = twins.ds.object("ds/agent")?;
    let cause = set["metadata"]["annotations"]["kubernetes.io/change-cause"]
        .as_str()
        .unwrap_or_default();
    ensure!(
        cause.contains("set image ds/agent main=registry.test/agent:2") && cause.ends_with("--record=true"),
        "{cause}"
    );
    let told = twins.ds.ds(&[
        "set-image",
        "agent",
        "main=registry.test/agent:3",
        "--change-cause",
        "third",
    ])?;
    ensure!(told.code == 0, "{told:?}");
    super::recorded(&twins.ds).await?;
    let revisions = twins.ds.object("controllerrevisions")?;
    let third = revisions["items"]
        .as_array()
        .and_then(|all| all.iter().find(|it| it["revision"] == 3))
        .cloned();
    let third = third.unwrap_or_default();
    ensure!(
        third["metadata"]["annotations"]["kubernetes.io/change-cause"] == "third",
        "E-62: {third}"
    );
    Ok(())
}

/// E-55: `--local` changes manifests without a request. The image is the same in both programs' output.
#[tokio::test]
async fn local_needs_no_server() -> Result<()> {
    let Some(twins) = Twins::new("images-local").await? else {
        return Ok(());
    };
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("agent.json").display().to_string();
    std::fs::write(&file, daemon_set("registry.test/agent:1", None).to_string())?;
    let line = [
        "set",
        "image",
        "-f",
        &file,
        "main=registry.test/agent:2",
        "--local",
        "-s",
        "http://127.0.0.1:1",
    ];
    for output in [&[][..], &["-o", "name"]] {
        let line = [&line[..], output].concat();
        let (kubectl, ds) = (twins.kubectl.kubectl(&line)?, twins.ds.ds(&line)?);
        ensure!(
            (&kubectl.stdout, kubectl.code) == (&ds.stdout, ds.code),
            "E-55, E-110: {kubectl:?} and {ds:?}"
        );
    }
    let json = twins.ds.ds(&[&line[..], &["-o", "json"]].concat())?;
    let object: Value = serde_json::from_str(&json.stdout)?;
    ensure!(
        object["spec"]["template"]["spec"]["containers"][0]["image"] == json!("registry.test/agent:2"),
        "{object}"
    );
    Ok(())
}
