//! When the budget is used up for good, and when it is merely in use.

use serde_json::json;

use super::super::{
    code::{Blocks, Code, Severity},
    finding::Finding,
    fixture_test::{World, held, passes, pod},
    scene::Scene,
    turn::Turns,
};
use super::find;

fn found(world: &World, findings: &[Finding]) -> Vec<Finding> {
    let snapshot = world.snapshot();
    let scene = Scene::new(&snapshot);
    find(&scene, &Turns::new(&scene), findings)
}

/// n4 and n5 are dead with pods of the present template.
fn dead() -> (World, Vec<Finding>) {
    let mut world = World::outdated(5);
    for node in [4, 5] {
        world.pods[node - 1] = pod(&format!("n{node}"), 2);
        world.unready(node, "2026-01-01T10:02:00Z");
    }
    let dead = ["n4", "n5"].map(|node| held(Code::NodeUnreachable, node, "its node does not answer"));
    (world, dead.to_vec())
}

#[test]
fn the_first_line_says_who_uses_the_budget_up_and_how_to_go_on() {
    let (world, dead) = dead();
    let found = found(&world, &dead);
    let [only] = found.as_slice() else {
        panic!("one: {found:#?}")
    };
    assert_eq!(
        (only.code, only.severity, only.blocks),
        (Code::BudgetUsedUp, Severity::Error, Blocks::Rollout)
    );
    let summary = "budget 1 (maxUnavailable) is used up by 2 nodes (its node does not answer); 3 healthy nodes wait";
    assert_eq!(only.summary, summary, "C01");
    let nodes: Vec<_> = only.places.iter().filter_map(|place| place.node.as_deref()).collect();
    assert_eq!(nodes, ["n4", "n5"]);
    let text = "bring n4, n5 back or delete the Node objects if gone for good, or raise maxUnavailable to at least 3 to go on \
                without";
    assert_eq!(only.remedy.text, text);
    let patch = r#"kubectl -n fleet patch ds agent --type=merge -p '{"spec":{"updateStrategy":{"rollingUpdate":{"maxUnavailable":3}}}}'"#;
    assert_eq!(only.remedy.command.as_deref(), Some(patch));
}

#[test]
fn pods_that_fail_are_no_reason_to_raise_the_budget() {
    let mut world = World::outdated(3);
    world.pods[2] = pod("n3", 2);
    world.unready(3, "2026-01-01T11:50:00Z");
    let crash = held(Code::CrashLoop, "n3", "container main: exits with 1");
    let found = found(&world, std::slice::from_ref(&crash));
    assert_eq!(
        found[0].summary,
        "budget 1 (maxUnavailable) is used up by 1 node (container main: exits with 1); 2 healthy nodes wait"
    );
    assert_eq!(found[0].remedy, crash.remedy);
}

#[test]
fn a_budget_in_use_by_what_passes_or_that_leaves_room_is_not_used_up() {
    let (mut world, dead) = dead();
    assert_eq!(found(&world, &[]), [], "nothing is known that needs somebody");
    let starting = passes(Code::Starting, "n4", "container main starts", None);
    assert_eq!(found(&world, &[starting]), []);
    world.limits(3, 0);
    assert_eq!(found(&world, &dead), []);
    world.limits(1, 0);
    for node in [1, 2, 3] {
        world.pods[node - 1] = pod(&format!("n{node}"), 2);
    }
    assert_eq!(found(&world, &dead), [], "no node waits");
}

#[test]
fn under_on_delete_old_pods_are_listed_the_unwell_first() {
    let mut world = World::outdated(6);
    world.set["spec"]["updateStrategy"] = json!({"type": "OnDelete"});
    world.pods[0] = pod("n1", 2);
    world.unready(5, "2026-01-01T11:50:00Z");
    world.taint(6, "dedicated:NoSchedule");
    let found = found(&world, &[]);
    assert_eq!(
        (found[0].code, found[0].severity, found[0].places.len()),
        (Code::OnDelete, Severity::Info, 4),
        "C06"
    );
    assert_eq!(
        found[0].remedy.command.as_deref(),
        Some("kubectl -n fleet delete pod agent-n5 agent-n2 agent-n3")
    );
}
