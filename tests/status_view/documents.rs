//! `-o`: what a program gets, held against the schema.

use anyhow::{Result, ensure};
use serde_json::{Value, json};

use super::{MISSING, change, place};
use crate::side_by_side::{Ran, manifest};

/// The document of an answer, which must be as the schema says.
fn valid(ran: &Ran) -> Result<Value> {
    let schema: Value = serde_json::from_str(include_str!("../../schemas/status.schema.json"))?;
    let validator = jsonschema::draft202012::options()
        .should_validate_formats(true)
        .build(&schema)?;
    let document: Value = serde_json::from_str(&ran.stdout)?;
    let wrong: Vec<String> = validator
        .iter_errors(&document)
        .map(|error| format!("{}: {error}", error.instance_path()))
        .collect();
    ensure!(wrong.is_empty(), "{wrong:#?} in {document:#}");
    Ok(document)
}

#[tokio::test]
async fn documents_are_as_the_schema_says() -> Result<()> {
    let Some(place) = place("view-json").await? else {
        return Ok(());
    };
    let done = valid(&place.ds(&["status", "agent", "-o", "json"])?)?;
    ensure!(
        done["verdict"]["state"] == "done" && done["nodes"][2]["done"] == true,
        "{done:#}"
    );
    ensure!(
        done["findings"] == json!([]) && done["missing"] == json!([]),
        "{done:#}"
    );
    change(&place, MISSING, &json!({}))?;
    let once = ["status", "agent", "--watch=false", "-o", "json"];
    let sick = |ran: &Ran| ran.stdout.contains("\"severity\": \"error\"");
    let once = valid(&place.until(&crate::side_by_side::binary(), &once, sick).await?)?;
    let findings = once["findings"].as_array().into_iter().flatten();
    let mut images = findings.filter(|finding| finding["code"].as_str().is_some_and(|code| code.starts_with("image-")));
    let finding = images.next().unwrap_or(&Value::Null);
    ensure!(
        finding["severity"] == "error" && finding["blocks"] == "budget",
        "{once:#}"
    );
    ensure!(
        finding["places"][0]["pod"]
            .as_str()
            .is_some_and(|pod| pod.starts_with("agent-")),
        "{once:#}"
    );
    let followed = place.ds(&["status", "agent", "--timeout=4s", "-o", "json"])?;
    ensure!(
        followed.code == 3 && followed.stderr.contains("Waiting for daemon set"),
        "progress is not part of the answer: {followed:?}"
    );
    ensure!(valid(&followed)?["kind"] == "DaemonSetStatus");
    place.send("create", &manifest("other", "registry.test/agent:1", &json!({})))?;
    for line in [
        &["status", "-o", "json"][..],
        &["status", "agent", "other", "--watch=false", "-o", "json"],
    ] {
        let list = valid(&place.ds(line)?)?;
        let names: Vec<_> = list["items"]
            .as_array()
            .into_iter()
            .flatten()
            .map(|item| &item["name"])
            .collect();
        ensure!(
            list["kind"] == "DaemonSetStatusList" && names == ["agent", "other"],
            "{list:#}"
        );
    }
    let yaml = place.ds(&["status", "agent", "--watch=false", "-o", "yaml"])?;
    ensure!(yaml.stdout.contains("kind: DaemonSetStatus\n"), "{yaml:?}");
    let name = place.ds(&["status", "agent", "--watch=false", "-o", "name"])?;
    ensure!(name.stdout == "daemonset.apps/agent\n", "{name:?}");
    let wide = place.ds(&["status", "agent", "--watch=false", "-o", "wide"])?;
    ensure!(
        wide.stdout.contains("UPDATED") && wide.stdout.contains("FOUND"),
        "{wide:?}"
    );
    let overview = place.ds(&["status", "-o", "wide"])?;
    ensure!(overview.stdout.contains("MISSCHEDULED   STRATEGY"), "{overview:?}");
    let wrong = place.ds(&["status", "agent", "-o", "xml"])?;
    ensure!(
        wrong.code == 2 && wrong.stderr.contains("json,name,yaml,wide"),
        "{wrong:?}"
    );
    Ok(())
}
