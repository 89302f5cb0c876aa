//! What is guessed, from what, and when nothing is.

use serde_json::json;

use super::*;
use crate::domain::diagnosis::fixture_test::{World, pod};

/// `done` pods made one every `turn` seconds from 11:00 on, each ready after 20 seconds; the rest is old.
fn world(nodes: usize, done: usize, turn: i64) -> World {
    let mut world = World::healthy(nodes);
    let start: Timestamp = "2026-01-01T11:00:00Z".parse().expect("a time");
    for index in 0..nodes {
        if index >= done {
            world.pods[index] = pod(&format!("n{}", index + 1), 1);
            continue;
        }
        let created = start + SignedDuration::from_secs(turn * i64::try_from(index).expect("few"));
        let ready = created + SignedDuration::from_secs(20);
        world.pods[index]["metadata"]["creationTimestamp"] = json!(created);
        world.pods[index]["status"]["conditions"][3]["lastTransitionTime"] = json!(ready);
    }
    world
}

fn guess(world: &World) -> Option<(i64, usize, i64)> {
    let snapshot = world.snapshot();
    let found = estimate(&Scene::new(&snapshot))?;
    Some((found.left.as_secs(), found.pods, found.each.as_secs()))
}

#[test]
fn three_pods_are_enough_and_two_are_not() {
    assert_eq!(guess(&world(10, 2, 38)), None);
    assert_eq!(
        guess(&world(10, 3, 38)),
        Some((7 * 38, 3, 38)),
        "a turn has the end of the former pod in it"
    );
    assert_eq!(guess(&world(10, 10, 38)), None, "nothing is left");
    assert_eq!(
        guess(&world(10, 4, 5)),
        Some((6 * 20, 4, 20)),
        "a pod takes at least its own time"
    );
}

#[test]
fn several_at_once_share_the_time() {
    let mut world = world(10, 3, 0);
    world.set["spec"]["updateStrategy"]["rollingUpdate"]["maxUnavailable"] = json!(3);
    assert_eq!(guess(&world), Some((3 * 20, 3, 20)), "seven in batches of three");
    world.set["spec"]["minReadySeconds"] = json!(10);
    assert_eq!(guess(&world), Some((3 * 30, 3, 30)));
    world.set["spec"]["updateStrategy"] = json!({"type": "OnDelete"});
    assert_eq!(guess(&world), None, "nobody knows when somebody deletes");
}
