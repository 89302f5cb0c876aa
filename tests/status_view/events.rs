//! `--output-events`: what a program gets line by line while a rollout is followed, held against the schema.

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};

use super::{GOOD, MISSING, change, place};
use crate::side_by_side::Ran;

/// The events of an answer, each of which must be as the schema says.
fn events(ran: &Ran) -> Result<Vec<Value>> {
    let schema: Value = serde_json::from_str(include_str!("../../schemas/status-events.schema.json"))?;
    let validator = jsonschema::draft202012::options()
        .should_validate_formats(true)
        .build(&schema)?;
    let read = |line: &str| -> Result<Value> {
        let event: Value = serde_json::from_str(line).with_context(|| line.to_owned())?;
        let wrong: Vec<String> = validator.iter_errors(&event).map(|error| error.to_string()).collect();
        ensure!(wrong.is_empty(), "{wrong:#?} in {event:#}");
        Ok(event)
    };
    ran.stdout.lines().map(read).collect()
}

fn of<'e>(events: &'e [Value], kind: &'e str) -> impl Iterator<Item = &'e Value> {
    events.iter().filter(move |event| event["type"] == kind)
}

#[tokio::test]
async fn each_change_of_a_rollout_is_one_line_and_the_end_is_the_last() -> Result<()> {
    let Some(place) = place("view-events").await? else {
        return Ok(());
    };
    change(&place, "registry.test/agent:2", &json!({}))?;
    let line = ["status", "agent", "--output-events", "json", "--timeout=90s"];
    let ran = place.ds(&line)?;
    let all = events(&ran)?;
    ensure!(ran.code == 0 && all[0]["type"] == "rollout", "{ran:?}");
    let end = all.last().context("an end")?;
    ensure!(
        end["type"] == "end" && end["exitCode"] == 0 && end["state"] == "done",
        "{end:#}"
    );
    let mut done: Vec<&str> = of(&all, "node")
        .filter(|event| event["pods"][0]["done"] == true && event["pods"][0]["revision"] == 2)
        .filter_map(|event| event["node"].as_str())
        .collect();
    done.sort_unstable();
    done.dedup();
    ensure!(done.len() == 3, "every node is told when it is done: {all:#?}");
    ensure!(
        all.windows(2).all(|pair| pair[0] != pair[1]),
        "no line twice in a row: {all:#?}"
    );
    ensure!(
        ran.stderr.ends_with("successfully rolled out\n"),
        "kubectl's lines are progress here: {ran:?}"
    );
    let once = place.ds(&["rollout", "status", "ds/agent", "--output-events=json"])?;
    let types: Vec<_> = events(&once)?.iter().map(|event| event["type"].clone()).collect();
    ensure!(types == ["rollout", "end"], "what is over is told at once: {once:?}");
    Ok(())
}

#[tokio::test]
async fn what_is_wrong_is_told_when_it_comes_and_when_it_goes() -> Result<()> {
    let Some(place) = place("view-events-bad").await? else {
        return Ok(());
    };
    change(&place, MISSING, &json!({}))?;
    let ran = place.ds(&[
        "status",
        "agent",
        "--output-events",
        "json",
        "--fail-fast",
        "--grace=4s",
        "--timeout=90s",
    ])?;
    let all = events(&ran)?;
    let end = all.last().context("an end")?;
    ensure!(ran.code == 4 && end["type"] == "end" && end["exitCode"] == 4, "{ran:?}");
    let image = |event: &&Value| {
        event["finding"]["code"]
            .as_str()
            .is_some_and(|code| code.starts_with("image-"))
    };
    let found: Vec<_> = of(&all, "finding").filter(image).collect();
    ensure!(
        found.len() == 1 && found[0]["resolved"] == false && found[0]["finding"]["severity"] == "error",
        "once: {all:#?}"
    );
    let once = place.ds(&[
        "status",
        "agent",
        "--watch=false",
        "--exit-code",
        "--output-events",
        "json",
    ])?;
    let now = events(&once)?;
    ensure!(
        once.code == 4 && of(&now, "finding").any(|event| image(&event)),
        "looked at once: {once:?}"
    );
    let late = place.ds(&["status", "agent", "--output-events", "json", "--timeout=1s"])?;
    ensure!(
        late.code == 3 && events(&late)?.last().is_some_and(|end| end["exitCode"] == 3),
        "{late:?}"
    );
    let child = place
        .command(
            &crate::side_by_side::binary(),
            &["status", "agent", "--output-events", "json", "--timeout=90s"],
        )
        .spawn()?;
    // Until it is said, and a little longer than it is waited for before something is said.
    tokio::time::sleep(std::time::Duration::from_secs(6)).await;
    change(&place, GOOD, &json!({}))?;
    let ran = super::ended(child)?;
    let all = events(&ran)?;
    let told: Vec<_> = of(&all, "finding")
        .filter(image)
        .map(|event| event["resolved"] == true)
        .collect();
    ensure!(ran.code == 0 && told == [false, true], "{ran:?}");
    for wrong in [
        &["status", "--output-events", "json"][..],
        &["status", "agent", "--output-events", "yaml"],
        &["status", "agent", "--output-events", "json", "-o", "yaml"],
    ] {
        let ran = place.ds(wrong)?;
        ensure!(ran.code == 2 && ran.stdout.is_empty(), "{ran:?}");
    }
    Ok(())
}
