//! What `why` can say where a part may not be read (C65).

use super::{Step, why};
use crate::domain::diagnosis::fixture_test::World;

#[test]
fn without_nodes_the_pods_are_still_explained() {
    let mut world = World::healthy(2);
    world.unready(1, "2026-01-01T11:59:00Z");
    let mut snapshot = world.snapshot();
    snapshot.around.nodes = None;
    snapshot.around.missing = vec![crate::domain::snapshot::Right::Nodes];
    let found = why(&snapshot, None);
    assert_eq!(found.missing, ["nodes"], "C65");
    let all: Vec<_> = found.nodes.iter().map(|it| (it.eligible, it.exists, it.step)).collect();
    assert_eq!(
        all,
        [(None, None, Step::NotAvailable), (None, None, Step::Healthy)],
        "C65"
    );
}

#[test]
fn without_pods_nothing_is_said_of_them() {
    let mut snapshot = World::healthy(1).snapshot();
    snapshot.pods = None;
    let found = why(&snapshot, None);
    assert_eq!(
        (found.nodes[0].step, found.nodes[0].findings.len()),
        (Step::PodsUnknown, 0),
        "C65"
    );
}
