//! The controller's own rolling-update tests and the worked examples (semantics B.8, B.9, B.10): what the plan says of each
//! state is what the controller then does.

use serde_json::{Value, json};

use super::{Plan, Role, WhatIf, plan};
use crate::domain::{
    daemonset::DaemonSet,
    diagnosis::fixture_test::{World, pod, template},
};

const UNREADY: &str = "2026-01-01T11:59:50Z";

/// The plan for another template, the third one.
pub(super) fn changed(world: &World) -> Plan {
    let mut next = world.set.clone();
    next["spec"]["template"] = template("agent:3");
    plan(&world.snapshot(), &DaemonSet::new(next))
}

/// The plan for the rollout that is under way.
pub(super) fn under_way(world: &World) -> Plan {
    plan(&world.snapshot(), &DaemonSet::new(world.set.clone()))
}

fn world(nodes: usize, unavailable: Value, surge: Value) -> World {
    let mut world = World::healthy(nodes);
    world.set["spec"]["updateStrategy"]["rollingUpdate"] = json!({"maxUnavailable": unavailable, "maxSurge": surge});
    world
}

/// Deleted at once, made at once, gone first within the budget.
fn step(plan: &Plan) -> (usize, usize, usize) {
    let (deleted, created) = plan.at_once();
    (deleted, created, plan.budget.as_ref().map_or(0, |budget| budget.first))
}

fn waves(plan: &Plan) -> Vec<(usize, usize)> {
    let budget = plan.budget.as_ref().expect("a budget");
    budget.waves.iter().map(|run| (run.waves, run.pods)).collect()
}

fn total(plan: &Plan) -> i64 {
    plan.budget.as_ref().expect("a budget").total
}

/// Pods of revision 2 that are not available any more, on the first nodes.
fn unready(world: &mut World, nodes: usize) {
    (1..=nodes).for_each(|node| world.unready(node, UNREADY));
}

#[test]
fn the_first_worked_example() {
    let plain = changed(&world(5, json!(2), json!(0)));
    assert_eq!(step(&plain), (0, 0, 2), "B.8: 2 of 5 candidates");
    assert_eq!(waves(&plain), [(2, 2), (1, 1)], "B.8: 2, 2, 1");
    assert_eq!(plain.of(Role::InTurn).count(), 5, "B-23: a set, not an order");

    let mut one = world(5, json!(2), json!(0));
    unready(&mut one, 1);
    assert_eq!(step(&changed(&one)), (1, 0, 1), "B.8 (a): that one and 1 candidate");
    let mut three = world(5, json!(2), json!(0));
    unready(&mut three, 3);
    assert_eq!(step(&changed(&three)), (3, 0, 0), "B.8 (b): those 3 and no candidate");
    let mut stuck = world(5, json!(2), json!(0));
    stuck.terminate(1, "2026-01-01T12:00:20Z");
    let plan = changed(&stuck);
    assert_eq!(step(&plan), (0, 0, 1), "B.8 (c): only 1 candidate");
    assert_eq!(plan.of(Role::Ending).count(), 1, "A-42");
    let percent = changed(&world(5, json!("30%"), json!(0)));
    assert_eq!(total(&percent), 2, "B.8 (d)");
    let mut broken = world(5, json!(3), json!(0));
    unready(&mut broken, 5);
    assert_eq!(step(&changed(&broken)), (5, 0, 0), "B.8 (e): all 5 at once");
}

#[test]
fn the_second_worked_example() {
    let plan = changed(&world(5, json!(0), json!(1)));
    assert_eq!(step(&plan), (0, 0, 1), "B.9: one more pod");
    assert_eq!(waves(&plan), [(5, 1)], "B.9: node after node");
    let mut unwell = world(5, json!(0), json!(1));
    unready(&mut unwell, 1);
    let plan = changed(&unwell);
    assert_eq!(
        step(&plan),
        (0, 1, 1),
        "B.9: W gets its new pod at once, on top of maxSurge"
    );
    assert_eq!(plan.of(Role::AtOnce).count(), 1);
}

#[test]
fn new_pods_that_never_become_ready_stop_it() {
    assert_eq!(
        step(&changed(&world(5, json!(3), json!(0)))),
        (0, 0, 3),
        "B-60: delete 3"
    );
    let mut later = World::outdated(5);
    later.limits(3, 0);
    for node in 1..=3 {
        later.pods[node - 1] = pod(&format!("n{node}"), 2);
        later.unready(node, UNREADY);
    }
    assert_eq!(step(&under_way(&later)), (0, 0, 0), "B-60: then nothing");
}

#[test]
fn another_update_before_the_first_one_is_through() {
    let mut world = World::outdated(5);
    world.limits(2, 0);
    for node in 1..=2 {
        world.pods[node - 1] = pod(&format!("n{node}"), 2);
        world.unready(node, UNREADY);
    }
    let plan = changed(&world);
    assert_eq!(
        step(&plan),
        (2, 0, 0),
        "B-61: the 2 unready pods, the 3 old ready ones are untouched"
    );
    assert_eq!(waves(&plan), [(1, 2), (1, 1)], "B-61");
}

#[test]
fn unready_pods_first() {
    for (limit, all) in [(1, 10), (5, 10), (10, 10), (11, 11)] {
        let mut world = world(20, json!(limit), json!(0));
        unready(&mut world, 10);
        let (deleted, _, first) = step(&changed(&world));
        assert_eq!((deleted, deleted + first), (10, all), "B-62 with {limit}");
    }
}

#[test]
fn unready_pods_of_the_new_template_use_up_the_budget() {
    let mut world = World::outdated(100);
    world.limits(10, 0);
    for node in 1..=88 {
        world.pods[node - 1] = pod(&format!("n{node}"), 2);
        world.unready(node, UNREADY);
    }
    (89..=90).for_each(|node| world.unready(node, UNREADY));
    assert_eq!(
        step(&under_way(&world)),
        (2, 0, 0),
        "B-63: exactly the 2 old unavailable ones"
    );
}

/// The new pod of a node beside its old one.
fn beside(world: &mut World, node: usize, ready: bool) {
    let mut new = pod(&format!("n{node}"), 2);
    new["metadata"]["name"] = format!("new-n{node}").into();
    new["metadata"]["uid"] = format!("new-n{node}").into();
    new["metadata"]["creationTimestamp"] = "2026-01-01T11:59:40Z".into();
    if !ready {
        new["status"]["conditions"][3]["status"] = "False".into();
    }
    world.pods.push(new);
}

#[test]
fn surge_makes_first_and_deletes_then() {
    let start = changed(&world(5, json!(0), json!(2)));
    assert_eq!(
        (step(&start), waves(&start)),
        ((0, 0, 2), vec![(2, 2), (1, 1)]),
        "B-64: create 2"
    );
    let mut pairs = World::outdated(5);
    pairs.limits(0, 2);
    (1..=2).for_each(|node| beside(&mut pairs, node, false));
    let plan = under_way(&pairs);
    assert_eq!(
        (step(&plan), plan.of(Role::Pair).count()),
        ((0, 0, 0), 2),
        "B-64: nothing"
    );
    let mut ready = World::outdated(5);
    ready.limits(0, 2);
    (1..=2).for_each(|node| beside(&mut ready, node, true));
    let plan = under_way(&ready);
    assert_eq!(step(&plan), (2, 0, 2), "B-64: create 2 and delete 2");
}

#[test]
fn surge_replaces_what_is_unavailable_without_limit() {
    let mut broken = world(5, json!(0), json!(3));
    unready(&mut broken, 5);
    assert_eq!(step(&changed(&broken)), (0, 5, 0), "B-65: create 5");
    // Three new pods, two of them ready for less than 15 s; another old pod is not ready.
    let mut young = World::outdated(5);
    young.limits(0, 3);
    young.set["spec"]["minReadySeconds"] = 15.into();
    for node in 1..=3 {
        beside(&mut young, node, node < 3);
        let last = young.pods.len() - 1;
        young.pods[last]["status"]["conditions"][3]["lastTransitionTime"] = "2026-01-01T11:59:50Z".into();
    }
    young.unready(4, UNREADY);
    assert_eq!(step(&under_way(&young)), (0, 1, 0), "B-65, t=310: create 1");
}

#[test]
fn a_node_that_is_no_longer_meant_gives_its_pod_up() {
    let mut world = World::healthy(5);
    world.limits(0, 1);
    world.taint(1, "node-role.kubernetes.io/control-plane:NoSchedule");
    let plan = changed(&world);
    let lost: Vec<&str> = plan.of(Role::LosesInTurn).map(|node| node.node.as_str()).collect();
    assert_eq!((step(&plan), lost), ((0, 0, 1), vec!["n1"]), "B-66: create 1");
    assert_eq!(plan.lost_first, 1, "B-66: and delete the one, 5 available > 4 wanted");
    assert_eq!(waves(&plan), [(4, 1)], "B-66: then one node at a time");
}

#[test]
fn limits_as_they_are_scaled() {
    assert_eq!(total(&changed(&world(0, json!("50%"), json!(0)))), 0, "B-67: no nodes");
    assert_eq!(total(&changed(&world(2, json!(0), json!(0)))), 1, "B-67: 0/0");
    assert_eq!(total(&changed(&world(2, json!("50%"), json!(0)))), 1, "B-67");
    assert_eq!(total(&changed(&world(2, json!(0), json!("100%")))), 2, "B-67");
    let mut ending = world(3, json!("50%"), json!(0));
    ending.terminate(1, "2026-01-01T12:00:20Z");
    assert_eq!(total(&changed(&ending)), 2, "B-67: with one pod terminating");
}

#[test]
fn what_if_counts_with_other_limits() {
    let world = world(5, json!(1), json!(0));
    let what_if = WhatIf {
        max_unavailable: Some("60%".to_owned()),
        ..WhatIf::default()
    };
    let mut next = world.set.clone();
    next["spec"]["template"] = template("agent:3");
    let next = what_if.applied_to(&DaemonSet::new(next)).expect("allowed");
    let plan = plan(&world.snapshot(), &next);
    assert_eq!((step(&plan), waves(&plan)), ((0, 0, 3), vec![(1, 3), (1, 2)]));
}
