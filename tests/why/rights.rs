//! `why` with few rights: pods are explained without nodes, and what is missing is said once (C65).

use anyhow::{Result, ensure};
use serde_json::json;

use crate::side_by_side::{Place, manifest};

#[tokio::test]
async fn pods_are_explained_without_the_right_to_list_nodes() -> Result<()> {
    let Some(place) = Place::new("why-rights").await? else {
        return Ok(());
    };
    place.send("apply", &manifest("agent", "registry.test/agent:v1", &json!({})))?;
    place.rolled_out("agent")?;
    let view: &[&str] = &["get", "list", "watch"];
    let rules: &[(&str, &str, &[&str])] = &[
        ("apps", "daemonsets", view),
        ("apps", "controllerrevisions", view),
        ("", "pods", view),
    ];
    let ran = place.ds_with_rights("restricted-3", rules, &["why"])?;
    ensure!(
        ran.code == 0 && ran.stdout.contains("<unknown>") && ran.stdout.contains("Running"),
        "C65 {ran:?}"
    );
    let warnings = ran
        .stderr
        .lines()
        .filter(|line| line.contains("no right to list nodes"))
        .count();
    ensure!(warnings == 1, "C65: once {ran:?}");
    let pod = place
        .kubectl(&["get", "pods", "-o", "jsonpath={.items[0].metadata.name}"])?
        .stdout;
    let ran = place.ds_with_rights("restricted-3", rules, &["why", &pod])?;
    ensure!(
        ran.code == 0 && ran.stdout.contains(&format!("pod {pod} Running")),
        "C65 {ran:?}"
    );
    let ran = place.ds_with_rights("restricted-3", rules, &["why", "nowhere"])?;
    ensure!(
        ran.code == 1 && ran.stderr.contains("without the right to list nodes"),
        "C65 {ran:?}"
    );
    Ok(())
}
