//! What may be left open, and what never.

use super::*;
use crate::domain::{
    diagnosis::fixture_test::{NOW, World},
    snapshot::Snapshot,
};

fn passes(world: &World, unavailable: Option<&str>, ignored: Option<&str>) -> Option<(usize, usize)> {
    let allowance = Allowance {
        unavailable: unavailable.map(|text| Limit::parse(text).expect("a limit")),
        ignored: ignored.map(|text| selector::parse(text).expect("a selector")),
    };
    let snapshot: Snapshot = world.snapshot();
    let open = allowance.lets_pass(&Scene::new(&snapshot))?;
    Some((open.unavailable.len(), open.ignored.len()))
}

#[test]
fn so_many_nodes_may_be_without_an_available_pod() {
    let mut world = World::healthy(10);
    world.unready(3, NOW);
    assert_eq!(passes(&world, Some("1"), None), Some((1, 0)), "C59");
    assert_eq!(passes(&world, Some("10%"), None), Some((1, 0)), "C59");
    assert_eq!(
        passes(&world, Some("9%"), None),
        None,
        "rounded down: never more than was allowed"
    );
    assert_eq!(passes(&world, None, None), None, "nothing is allowed unasked");
    world.unready(4, NOW);
    assert_eq!(passes(&world, Some("1"), None), None);
    assert_eq!(passes(&world, Some("2"), None), Some((2, 0)));
}

#[test]
fn a_node_that_runs_an_old_pod_is_still_to_be_done() {
    let mut world = World::healthy(3);
    world.pods[0] = crate::domain::diagnosis::fixture_test::pod("n1", 1);
    assert_eq!(passes(&world, Some("2"), None), None);
    assert_eq!(
        passes(&world, Some("2"), Some("kubernetes.io/hostname=n1")),
        Some((0, 1))
    );
}

#[test]
fn never_less_than_one_available() {
    let mut world = World::healthy(1);
    world.unready(1, NOW);
    assert_eq!(passes(&world, Some("1"), None), None, "C59: one node, nothing ready");
    assert_eq!(passes(&world, Some("100%"), None), None, "C59");
    assert_eq!(
        passes(&world, None, Some("kubernetes.io/os=linux")),
        None,
        "all ignored is nothing done"
    );
    let mut two = World::healthy(2);
    two.unready(1, NOW);
    assert_eq!(passes(&two, Some("5"), None), Some((1, 0)));
}

#[test]
fn a_node_without_a_pod_is_not_available() {
    let mut world = World::healthy(3);
    world.pods.remove(1);
    assert_eq!(passes(&world, Some("1"), None), Some((1, 0)));
    assert_eq!(
        passes(&world, None, Some("kubernetes.io/hostname in (n2)")),
        Some((0, 1))
    );
    world.set["metadata"]["generation"] = 3.into();
    assert_eq!(
        passes(&world, Some("1"), None),
        None,
        "E-11: the controller has not looked yet"
    );
}

#[test]
fn limits_are_numbers_or_percentages() {
    assert_eq!(Limit::parse("3"), Ok(Limit::Nodes(3)));
    assert_eq!(Limit::parse("0%"), Ok(Limit::Percent(0)));
    for wrong in ["", "-1", "101%", "x", "%", "1.5"] {
        assert!(Limit::parse(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn without_the_right_to_read_nodes_the_counters_say_how_many_there_should_be() {
    let mut world = World::healthy(4);
    world.pods.truncate(2);
    let mut snapshot = world.snapshot();
    snapshot.around.nodes = None;
    let open = |limit| {
        let allowance = Allowance {
            unavailable: Some(Limit::Nodes(limit)),
            ignored: None,
        };
        allowance.lets_pass(&Scene::new(&snapshot)).map(|open| open.unseen)
    };
    assert_eq!((open(1), open(2)), (None, Some(2)), "C59, C65");
}
