//! What a program gets of each situation: the documents of `status`, `why`, `history` and `dry-run-plan`, and the events of
//! `status`, made by the program itself from the saved objects, are as their JSON Schemas say.

use std::{process::Command, sync::LazyLock};

use anyhow::{Context, Result, ensure};
use jsonschema::Validator;
use serde_json::Value;

use super::situation::Situation;
use crate::side_by_side::binary;

/// A verb, how its DaemonSet and a form are named, and its schema.
static DOCUMENTS: LazyLock<[(&[&str], Validator); 5]> = LazyLock::new(|| {
    let schema = |text: &str| {
        let schema: Value = serde_json::from_str(text).expect("a schema is JSON");
        let options = jsonschema::draft202012::options().should_validate_formats(true);
        options.build(&schema).expect("a schema")
    };
    [
        (
            &["status", "agent", "--watch=false", "-o", "json"],
            schema(include_str!("../../schemas/status.schema.json")),
        ),
        (
            &["why", "--ds", "agent", "-o", "json"],
            schema(include_str!("../../schemas/why.schema.json")),
        ),
        (
            &["history", "agent", "-o", "json"],
            schema(include_str!("../../schemas/history.schema.json")),
        ),
        (
            &["status", "agent", "--output-events", "json"],
            schema(include_str!("../../schemas/status-events.schema.json")),
        ),
        (
            &["dry-run-plan", "agent", "--restart", "-o", "json"],
            schema(include_str!("../../schemas/plan.schema.json")),
        ),
    ]
});

/// Holds the documents of one situation against the schemas.
pub fn check(situation: &Situation) -> Result<()> {
    let file = situation.file();
    for (verb, schema) in DOCUMENTS.iter() {
        let output = Command::new(binary())
            .args(*verb)
            .args(["-n", "fleet", "--snapshot"])
            .arg(&file)
            .env_remove("KUBECONFIG")
            .output()?;
        let what = || {
            let stderr = String::from_utf8_lossy(&output.stderr);
            format!("{} of {}: {} {stderr}", verb[0], situation.name, output.status)
        };
        ensure!(output.status.success(), "{}", what());
        // One document, or one a line.
        let documents = serde_json::Deserializer::from_slice(&output.stdout).into_iter::<Value>();
        let documents = documents.collect::<Result<Vec<_>, _>>().with_context(what)?;
        for document in &documents {
            let wrong: Vec<String> = schema
                .iter_errors(document)
                .map(|error| format!("{}: {error}", error.instance_path()))
                .collect();
            ensure!(wrong.is_empty(), "{}: {wrong:#?} in {document:#}", what());
        }
        let document = documents.first().with_context(what)?;
        // A document that says nothing would be as valid.
        let nodes = document["nodes"].as_array().map_or(0, Vec::len);
        ensure!(
            verb[0] != "why" || nodes > 0 || situation.finding.is_none(),
            "{}: no node in {document:#}",
            what()
        );
    }
    Ok(())
}
