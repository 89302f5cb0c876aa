//! Which label is named, and when none is.

use super::super::{
    code::{Code, Severity},
    finding::{Finding, Place},
    fixture_test::{World, held},
    scene::Scene,
    turn::Turns,
};
use super::apart;

fn told(world: &World, sick: &[&str], change: impl Fn(&mut Finding)) -> Option<(String, String, usize, usize)> {
    let mut finding = held(Code::CrashLoop, "n1", "x");
    finding.places = sick.iter().map(|node| Place::node(node)).collect();
    change(&mut finding);
    let snapshot = world.snapshot();
    let scene = Scene::new(&snapshot);
    apart(&scene, &Turns::new(&scene), &finding).map(|it| (it.key, it.value, it.sick, it.healthy))
}

#[test]
fn the_label_that_only_the_sick_nodes_have_is_named() {
    let mut world = World::healthy(6);
    let none = told(&world, &["n1", "n2"], |_| {});
    assert_eq!(none, None, "all nodes are alike");
    for node in [0, 1] {
        world.nodes[node]["status"]["nodeInfo"]["kernelVersion"] = "6.1.0".into();
    }
    let kernel = ("kernelVersion".to_owned(), "6.1.0".to_owned(), 2, 0);
    assert_eq!(told(&world, &["n1", "n2"], |_| {}), Some(kernel));
    for node in [0, 1] {
        world.nodes[node]["metadata"]["labels"]["kubernetes.io/arch"] = "arm64".into();
    }
    let arch = ("kubernetes.io/arch".to_owned(), "arm64".to_owned(), 2, 0);
    assert_eq!(
        told(&world, &["n1", "n2"], |_| {}),
        Some(arch),
        "the first of equally good ones"
    );
    world.nodes[2]["metadata"]["labels"]["kubernetes.io/arch"] = "arm64".into();
    world.nodes[3]["status"]["nodeInfo"]["kernelVersion"] = "6.1.0".into();
    assert_eq!(
        told(&world, &["n1", "n2"], |_| {}),
        None,
        "a quarter of the healthy nodes has each"
    );
    let single = told(&world, &["n1"], |_| {});
    assert_eq!(single, None, "one node has every label of its own");
    let mild = told(&world, &["n1", "n2"], |finding| finding.severity = Severity::Info);
    assert_eq!(mild, None);
}

#[test]
fn where_no_node_is_healthy_or_known_nothing_is_told_apart() {
    let world = World::healthy(2);
    assert_eq!(told(&world, &["n1", "n2"], |_| {}), None);
    assert_eq!(told(&world, &["gone-1", "gone-2"], |_| {}), None);
}
