//! Plans as a person reads them.

use serde_json::json;

use super::*;
use crate::domain::{
    daemonset::DaemonSet,
    diagnosis::fixture_test::{World, template},
    plan::{self, WhatIf},
};

fn planned(world: &World, what_if: &WhatIf) -> Plan {
    let mut next = world.set.clone();
    next["spec"]["template"] = template("agent:3");
    let next = what_if.applied_to(&DaemonSet::new(next)).expect("allowed");
    plan::plan(&world.snapshot(), &next)
}

fn shown(plan: &Plan, all: bool) -> String {
    lines(plan, all, Layout::default(), false).join("\n")
}

#[test]
fn a_change_that_goes_its_way() {
    let world = World::healthy(5);
    let two = WhatIf {
        max_unavailable: Some("30%".to_owned()),
        ..WhatIf::default()
    };
    insta::assert_snapshot!(shown(&planned(&world, &two).answered(None), false));
}

#[test]
fn nodes_that_are_not_available_go_at_once_and_one_node_holds_the_budget() {
    let mut world = World::healthy(6);
    world.unready(1, "2026-01-01T11:00:00Z");
    world.unready(2, "2026-01-01T11:00:00Z");
    insta::assert_snapshot!(shown(&planned(&world, &WhatIf::default()), false));
}

#[test]
fn a_refusal_of_the_server_comes_first() {
    let plan = planned(&World::healthy(2), &WhatIf::default());
    let plan = plan.answered(Some("DaemonSet.apps \"agent\" is invalid: \u{1b}[31mspec"));
    insta::assert_snapshot!(shown(&plan, true));
}

#[test]
fn nothing_starts_where_nothing_changes() {
    let world = World::healthy(2);
    let set = DaemonSet::new(world.set.clone());
    let plan = plan::plan(&world.snapshot(), &set);
    assert_eq!(
        verdict(&plan),
        "daemonset.apps/agent: no rollout is under way, no pod is replaced, made or removed"
    );
    let other = WhatIf {
        max_unavailable: Some("2".to_owned()),
        ..WhatIf::default()
    };
    let plan = plan::plan(&world.snapshot(), &other.applied_to(&set).expect("allowed"));
    assert_eq!(
        verdict(&plan),
        "daemonset.apps/agent: no rollout will start: the template means the same as now"
    );
}

#[test]
fn old_pods_stay_with_on_delete() {
    let by_hand = WhatIf {
        strategy: Some("OnDelete".to_owned()),
        ..WhatIf::default()
    };
    insta::assert_snapshot!(shown(&planned(&World::healthy(3), &by_hand), false));
}

#[test]
fn the_picture_is_folded_where_it_would_be_wide() {
    let budget = |waves: serde_json::Value| -> Budget {
        let world = World::healthy(1);
        let mut budget = planned(&world, &WhatIf::default()).budget.expect("a budget");
        budget.waves = waves
            .as_array()
            .expect("a list")
            .iter()
            .map(|run| plan::Run {
                waves: usize::try_from(run[0].as_u64().expect("a number")).expect("small"),
                pods: usize::try_from(run[1].as_u64().expect("a number")).expect("small"),
            })
            .collect();
        budget
    };
    let small = budget(json!([[2, 2], [1, 1]]));
    assert_eq!(waves::picture(&small), "[##] [##] [#]");
    assert_eq!(waves::words(&small), "5 pods in 3 waves: 2, 2, 1");
    let large = budget(json!([[100, 50], [1, 1]]));
    assert_eq!(waves::picture(&large), "[50 pods] × 100  [1 pod]");
    assert_eq!(waves::words(&large), "5001 pods in 101 waves: 50 × 100, 1");
}
