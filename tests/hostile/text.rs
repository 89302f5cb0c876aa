//! Hostile text in every place of real situations where somebody can put text.

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use super::ensure_harmless;
use crate::snapshots::alone;

/// Moves the cursor, sets the title, colours, rings, reorders, hides, and tells a lie on a line of its own.
const HOSTILE: &str = "\u{1b}[2J\u{1b}]0;owned\u{7}\r\u{9b}31m\u{202e}\u{200b}\u{2066}\u{7f}\u{8}\0\nIT IS A LIE\n\t";
const LIE: &str = "IT IS A LIE";

/// What cannot be anything, in whichever object: the server would refuse it, or there would be other objects.
const FIXED: [&str; 10] = [
    "apiVersion",
    "kind",
    "name",
    "namespace",
    "uid",
    "nodeName",
    "resourceVersion",
    "type",
    "status",
    "phase",
];

/// Puts it behind the texts of an object; `all` also into enumerations, quantities and the values of labels.
fn spoil(value: &mut Value, all: bool) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(|item| spoil(item, all)),
        Value::Object(members) => {
            for (member, value) in members {
                let logic = [
                    "labels",
                    "matchLabels",
                    "nodeSelector",
                    "requests",
                    "limits",
                    "allocatable",
                ];
                match value {
                    Value::String(_) if FIXED[..7].contains(&member.as_str()) => {}
                    Value::String(_) if !all && FIXED.contains(&member.as_str()) => {}
                    Value::Object(_) if !all && logic.contains(&member.as_str()) => {}
                    value => spoil(value, all),
                }
            }
        }
        // Times are the server's own.
        Value::String(text) if text.parse::<jiff::Timestamp>().is_ok() => {}
        Value::String(text) => text.push_str(HOSTILE),
        _ => {}
    }
}

#[test]
fn no_text_of_a_real_situation_reaches_the_terminal_raw() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let mut views = 0;
    let all = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/situations"))?;
    let mut fixtures: Vec<_> = all.filter_map(|entry| Some(entry.ok()?.path())).collect();
    fixtures.sort();
    for (index, fixture) in fixtures.iter().enumerate().step_by(3) {
        let mut file: Value = serde_json::from_str(&std::fs::read_to_string(fixture)?)?;
        for item in file["items"].as_array_mut().context("items")? {
            spoil(item, index % 2 == 1);
        }
        let path = folder.path().join(format!("{index}.json")).display().to_string();
        std::fs::write(&path, file.to_string())?;
        for line in [
            &["status", "agent", "--watch=false"][..],
            &["status", "-A"],
            &["status", "agent", "--watch=false", "-o", "wide"],
            &["history", "agent"],
            &["history", "agent", "-o", "wide"],
            &["history", "agent", "--diff", "1..2"],
            &["why", "--ds", "agent"],
        ] {
            let ran = alone(&[line, &["--snapshot", &path]].concat(), "")?;
            let what = format!("{line:?} {}", fixture.display());
            ensure_harmless(&ran, &what)?;
            let lied = |text: &str| text.lines().any(|line| line.trim() == LIE);
            ensure!(!lied(&ran.stdout) && !lied(&ran.stderr), "{what}: {ran:?}");
            views += usize::from(ran.code != 1);
        }
    }
    ensure!(views > 150, "only {views} views");
    Ok(())
}
