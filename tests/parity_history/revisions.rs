//! One revision in full: kubectl's block, and the object that is ours.

use anyhow::Result;
use serde_json::Value;

use super::{done, recorded, three_revisions};
use crate::side_by_side::Place;

/// Section F: the block of a rich template and of one with every form there is, byte for byte.
#[tokio::test]
async fn template_blocks_are_kubectls() -> Result<()> {
    let Some(place) = Place::new("history-blocks").await? else {
        return Ok(());
    };
    for (name, manifest) in [
        ("sensor", include_str!("../fixtures/rich.yaml")),
        ("every-form", include_str!("../fixtures/every-form.yaml")),
    ] {
        place.send("create", manifest)?;
        recorded(&place, name).await?;
        let (kubectl, ours) = place.both(&["rollout", "history", "ds", name, "--revision=1"])?;
        let diff = similar::TextDiff::from_lines(&kubectl.stdout, &ours.stdout)
            .unified_diff()
            .to_string();
        assert!(
            kubectl == ours,
            "{name}: kubectl (-) and ours (+):\n{diff}{}",
            ours.stderr
        );
        assert!(
            kubectl.stdout.lines().count() > 50,
            "{name} has a block: {}",
            kubectl.stderr
        );
    }
    Ok(())
}

/// E-24, E-104: an old revision by its number, and after an undo by its new one; ours from the newest, too.
#[tokio::test]
async fn revisions_are_shown_as_kubectl_does_also_after_an_undo() -> Result<()> {
    let Some(place) = Place::new("history-revisions").await? else {
        return Ok(());
    };
    three_revisions(&place).await?;
    done(&place, &["rollout", "undo", "ds/agent", "--to-revision=1"])?;
    recorded(&place, "agent").await?;
    for number in ["--revision=1", "--revision=2", "--revision=3", "--revision=4"] {
        let (kubectl, ours) = place.both(&["rollout", "history", "ds/agent", number])?;
        assert_eq!(kubectl, ours, "{number}");
    }
    let newest = place.kubectl(&["rollout", "history", "ds/agent", "--revision=4"])?;
    assert!(newest.stdout.contains("agent:v1"), "C-23: {}", newest.stdout);
    assert_eq!(
        place.ds(&["history", "agent", "--revision", "-1"])?,
        newest,
        "negative numbers count from the newest"
    );
    let oldest = place.kubectl(&["rollout", "history", "ds/agent", "--revision=2"])?;
    assert_eq!(place.ds(&["history", "agent", "--revision=-3"])?, oldest);
    Ok(())
}

/// On purpose: `-o json|yaml` shows the stored revision, not today's DaemonSet with an old template (E-26, C15), and the
/// list is one document. The template is at the place where kubectl's form has it.
#[tokio::test]
async fn difference_objects_are_the_stored_revisions() -> Result<()> {
    let Some(place) = Place::new("history-objects").await? else {
        return Ok(());
    };
    three_revisions(&place).await?;
    let line = ["rollout", "history", "ds/agent", "--revision=1", "-o", "json"];
    let (kubectl, ours) = place.both(&line)?;
    let (kubectl, ours): (Value, Value) = (
        serde_json::from_str(&kubectl.stdout)?,
        serde_json::from_str(&ours.stdout)?,
    );
    assert_eq!(kubectl["spec"]["template"], ours["spec"]["template"], "C15");
    assert_eq!(kubectl["kind"], "DaemonSet");
    for (member, value) in [
        ("revision", Value::from(1)),
        ("current", false.into()),
        ("livePods", 0.into()),
    ] {
        assert_eq!(ours[member], value, "C15 {member}");
    }
    let stored: Value = serde_json::from_str(&done(
        &place,
        &["get", "controllerrevision", &text(&ours["name"]), "-o", "json"],
    )?)?;
    assert_eq!(
        stored["metadata"]["labels"]["controller-revision-hash"], ours["hash"],
        "C15"
    );
    assert_eq!(stored["metadata"]["creationTimestamp"], ours["createdAt"], "C15");

    let list: Value = serde_yaml::from_str(&place.ds(&["history", "agent", "-o", "yaml"])?.stdout)?;
    let items: Vec<_> = list["items"].as_array().into_iter().flatten().collect();
    assert_eq!(list["kind"], "List");
    assert_eq!(
        items.iter().map(|it| it["revision"].as_i64()).collect::<Vec<_>>(),
        [Some(1), Some(2), Some(3)]
    );
    assert_eq!(
        items.iter().map(|it| it["current"] == true).collect::<Vec<_>>(),
        [false, false, true]
    );
    Ok(())
}

/// What our YAML says is what kubectl's reader reads: the every-form template comes back unchanged through an apply.
#[tokio::test]
async fn our_yaml_is_read_back_by_kubectl() -> Result<()> {
    let Some(place) = Place::new("history-yaml").await? else {
        return Ok(());
    };
    place.send("create", include_str!("../fixtures/every-form.yaml"))?;
    recorded(&place, "every-form").await?;
    let shown = place
        .ds(&["history", "every-form", "--revision=1", "-o", "yaml"])?
        .stdout;
    // The printed text itself, made a DaemonSet by the words around the template.
    let name = text(&serde_yaml::from_str::<Value>(&shown)?["name"]);
    let kept = |line: &&str| line.is_empty() || line.starts_with([' ', '-']) || ["metadata:", "spec:"].contains(line);
    let manifest = shown.lines().filter(kept).collect::<Vec<_>>().join("\n");
    let selector = "spec:\n  selector: {matchLabels: {app: every-form}}\n";
    let manifest = format!(
        "apiVersion: apps/v1\nkind: DaemonSet\n{}\n",
        manifest.replace("spec:\n  template:", &format!("{selector}  template:"))
    );
    place.send("create", &manifest)?;
    let template =
        |name: &str| -> Result<Value> { Ok(place.object(&format!("ds/{name}"))?["spec"]["template"].clone()) };
    assert_eq!(template(&name)?, template("every-form")?);
    Ok(())
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}
