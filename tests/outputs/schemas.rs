//! The JSON Schemas agree with each other, and hold what has been promised: members may come, none may go.

use anyhow::{Context, Result, ensure};
use serde_json::Value;

const STATUS: &str = include_str!("../../schemas/status.schema.json");
const EVENTS: &str = include_str!("../../schemas/status-events.schema.json");
const HISTORY: &str = include_str!("../../schemas/history.schema.json");

fn read(text: &str) -> Result<Value> {
    let schema = serde_json::from_str(text)?;
    jsonschema::meta::validate(&schema).map_err(|error| anyhow::anyhow!("no schema: {error}"))?;
    Ok(schema)
}

#[test]
fn an_event_describes_nodes_and_findings_as_the_document_does() -> Result<()> {
    let (status, events) = (read(STATUS)?, read(EVENTS)?);
    for name in ["node", "finding", "code", "time"] {
        let of = |schema: &Value| schema["$defs"][name].clone();
        ensure!(of(&status).is_object() && of(&status) == of(&events), "{name}");
    }
    for name in ["counters", "verdict"] {
        let (one, other) = (&status["$defs"]["status"]["properties"][name], &events["$defs"][name]);
        ensure!(one.is_object() && one == other, "{name}");
    }
    Ok(())
}

/// What programs rely on, by schema and definition.
const PROMISED: [(&str, &str, &str); 7] = [
    (
        EVENTS,
        "rollout",
        "apiVersion kind namespace name time type revision counters verdict",
    ),
    (
        EVENTS,
        "nodeChange",
        "apiVersion kind namespace name time type node pods",
    ),
    (
        EVENTS,
        "findingChange",
        "apiVersion kind namespace name time type resolved finding",
    ),
    (EVENTS, "end", "apiVersion kind namespace name time type exitCode state"),
    (
        EVENTS,
        "node",
        "node pod revision eligible done updated state since why codes",
    ),
    (
        HISTORY,
        "revision",
        "apiVersion kind metadata daemonSet revision name hash createdAt changeCause orphan current livePods spec",
    ),
    (HISTORY, "list", "apiVersion kind metadata items"),
];

#[test]
fn no_member_that_was_promised_is_gone() -> Result<()> {
    for (schema, definition, members) in PROMISED {
        let schema = read(schema)?;
        let required = schema["$defs"][definition]["required"].as_array().context(definition)?;
        for member in members.split(' ') {
            ensure!(required.iter().any(|it| it == member), "{member} of {definition}");
        }
    }
    Ok(())
}
