//! Suggested commands are copied into a shell: no name of an object says anything else there, whatever it is.

use serde_json::Value;

use super::{diagnose, fixture_test::World};
use crate::domain::{json, saved};

/// What a shell would obey, and what would end a quote.
const EVIL: &str = "'; $(reboot) `y` | z > w & \"q\" #";

/// Ends all names with it, and puts it into messages.
fn spoil(value: &mut Value) {
    let named = |member: &str| {
        matches!(
            member,
            "name" | "namespace" | "nodeName" | "key" | "topologyKey" | "resourceVersion"
        )
    };
    match value {
        Value::Array(items) => items.iter_mut().for_each(spoil),
        Value::Object(members) => {
            for (member, value) in members {
                match value {
                    Value::String(text)
                        if named(member) && !text.starts_with("kubernetes.io/") && text != "metadata.name" =>
                    {
                        text.push_str(EVIL);
                    }
                    Value::String(text) if member == "message" => *text = text.replace('-', EVIL),
                    Value::Array(items) if member == "values" => {
                        for item in items {
                            *item = format!("{}{EVIL}", item.as_str().unwrap_or_default()).into();
                        }
                    }
                    value => spoil(value),
                }
            }
        }
        _ => {}
    }
}

/// The objects of a file, all names spoiled, around its DaemonSet `agent`.
fn world(file: &mut Value) -> World {
    let mut world = World::healthy(0);
    world.revisions.clear();
    let items = file["items"].as_array_mut().expect("items");
    let set = items
        .iter()
        .position(|item| item["kind"] == "DaemonSet" && item["metadata"]["name"] == "agent");
    world.set = items.remove(set.expect("a DaemonSet"));
    let uid = world.set["metadata"]["uid"].clone();
    for item in items.iter().cloned() {
        let owned = json::list(&item, &["metadata", "ownerReferences"])
            .iter()
            .any(|owner| owner["uid"] == uid);
        match item["kind"].as_str().unwrap_or_default() {
            "Node" => world.nodes.push(item),
            "Event" => world.events.push(item),
            "Pod" if owned => {
                world.neighbours.push(item.clone());
                world.pods.push(item);
            }
            "Pod" => world.neighbours.push(item),
            "ControllerRevision" if owned => world.revisions.push(item),
            _ => {}
        }
    }
    let all = [
        &mut world.nodes,
        &mut world.events,
        &mut world.pods,
        &mut world.neighbours,
        &mut world.revisions,
    ];
    all.into_iter().flatten().chain([&mut world.set]).for_each(spoil);
    world
}

/// What of a command stands outside of quotes.
fn bare(command: &str) -> String {
    let (mut bare, mut quoted, mut letters) = (String::new(), false, command.chars());
    while let Some(letter) = letters.next() {
        match letter {
            '\'' => quoted = !quoted,
            '\\' if !quoted => drop(letters.next()),
            letter if !quoted => bare.push(letter),
            _ => {}
        }
    }
    assert!(!quoted, "quotes are left open: {command}");
    bare
}

#[test]
fn no_name_leaves_its_place_in_a_command() {
    let mut seen = std::collections::BTreeSet::new();
    for entry in std::fs::read_dir("tests/fixtures/situations").expect("the fixtures") {
        let path = entry.expect("a file").path();
        let text = std::fs::read_to_string(&path).expect("text");
        let mut file: Value = serde_json::from_str(&text).expect("JSON");
        let taken = json::time(&file, &["metadata", "annotations", saved::TAKEN]);
        let mut snapshot = world(&mut file).snapshot();
        snapshot.taken = taken.expect("the moment");
        for finding in diagnose(&snapshot).findings {
            let Some(command) = finding.remedy.command else {
                continue;
            };
            let bare = bare(&command);
            let obeyed = |letter: char| "$`|&;<>\"(){}[]*?~#!\n".contains(letter);
            assert!(!bare.contains(obeyed), "{}: {command}", path.display());
            seen.insert(bare);
        }
    }
    assert!(seen.len() > 12, "only these commands: {seen:#?}");
}
