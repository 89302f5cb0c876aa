//! Small objects for the tests of pods that are not scheduled: the pod of n1 that is not bound, and others on that node.

use serde_json::{Value, json};

use super::{finding::Finding, fixture_test::World, scene::Scene, unscheduled::find};
use crate::domain::snapshot::Snapshot;

pub(super) const EARLIER: &str = "2026-01-01T11:34:00Z";

pub(super) const JUST: &str = "2026-01-01T11:59:58Z";

/// A world in which the pod of n1 is not bound since `at`, with what the scheduler says.
pub(super) fn pending(at: &str, message: &str) -> World {
    let mut world = World::healthy(2);
    world.counters([2, 1, 1]);
    let pod = &mut world.pods[0];
    pod["metadata"]["creationTimestamp"] = at.into();
    pod["spec"]["nodeName"] = Value::Null;
    pod["spec"]["affinity"] = json!({"nodeAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": {"nodeSelectorTerms":
        [{"matchFields": [{"key": "metadata.name", "operator": "In", "values": ["n1"]}]}]}}});
    pod["status"] = json!({"phase": "Pending", "conditions": [{"type": "PodScheduled", "status": "False",
        "reason": "Unschedulable", "message": message, "lastTransitionTime": at}]});
    world
}

/// What is found about the first pod.
pub(super) fn first(snapshot: &Snapshot) -> Finding {
    let pod = snapshot.pods().next().expect("a pod");
    find(&Scene::new(snapshot), pod).expect("a finding")
}

pub(super) fn told(world: &World) -> Finding {
    first(&world.snapshot())
}

/// Another pod on n1.
pub(super) fn other(name: &str, spec: Value) -> Value {
    let mut spec = spec;
    spec["nodeName"] = "n1".into();
    spec["containers"] = spec
        .get("containers")
        .cloned()
        .unwrap_or_else(|| json!([{"name": "x"}]));
    json!({"metadata": {"name": name, "namespace": "web", "uid": name}, "spec": spec, "status": {"phase": "Running"}})
}

pub(super) fn texts(finding: &Finding) -> String {
    let texts: Vec<_> = finding
        .evidence
        .iter()
        .map(|it| format!("{}: {}", it.object, it.text))
        .collect();
    texts.join("\n")
}

pub(super) const CPU: &str = "0/2 nodes are available: 1 Insufficient cpu, 1 node(s) didn't satisfy plugin(s) [NodeAffinity]. \
                   preemption: 0/2 nodes are available: 2 No preemption victims found for incoming pod.";
