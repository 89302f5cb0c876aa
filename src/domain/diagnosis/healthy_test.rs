//! What is healthy or merely slow has nothing above `Info`: a false alarm is a bug like a miss.

use serde_json::json;

use super::{
    code::Severity,
    fixture_test::{World, node, pod, set_event},
    verdict::State,
};

type Made = (&'static str, State, World);

fn with(nodes: usize, change: impl Fn(&mut World)) -> World {
    let mut world = World::healthy(nodes);
    change(&mut world);
    world
}

fn old(nodes: usize, change: impl Fn(&mut World)) -> World {
    let mut world = World::outdated(nodes);
    change(&mut world);
    world
}

/// A pod of the present template that has just been made and starts.
fn start(world: &mut World, node: usize) {
    let mut young = pod(&format!("n{node}"), 2);
    young["metadata"]["creationTimestamp"] = "2026-01-01T11:59:55Z".into();
    young["status"] = json!({"phase": "Pending", "startTime": "2026-01-01T11:59:56Z",
        "conditions": [
            {"type": "PodScheduled", "status": "True", "lastTransitionTime": "2026-01-01T11:59:55Z"},
            {"type": "Initialized", "status": "True", "lastTransitionTime": "2026-01-01T11:59:56Z"},
            {"type": "ContainersReady", "status": "False", "lastTransitionTime": "2026-01-01T11:59:56Z"},
            {"type": "Ready", "status": "False", "reason": "ContainersNotReady",
                "lastTransitionTime": "2026-01-01T11:59:56Z"}],
        "containerStatuses": [{"name": "main", "image": "agent:2", "imageID": "", "ready": false, "started": false,
            "restartCount": 0, "state": {"waiting": {"reason": "ContainerCreating"}}}]});
    world.pods[node - 1] = young;
}

fn worlds() -> Vec<Made> {
    vec![
        ("rolled out", State::Done, World::healthy(3)),
        ("just changed", State::Progressing, World::outdated(3)),
        (
            "the first pods are gone",
            State::Progressing,
            old(3, |world| {
                world.remove(2);
                world.counters([0, 2, 2]);
                world.events.push(set_event(
                    "SuccessfulDelete",
                    "Deleted pod: agent-n2",
                    "2026-01-01T11:59:59Z",
                ));
            }),
        ),
        (
            "a pod ends within its grace",
            State::Progressing,
            old(3, |world| world.terminate(2, "2026-01-01T12:00:20Z")),
        ),
        (
            "the budget is in use by a pod that starts",
            State::Progressing,
            old(3, |world| start(world, 2)),
        ),
        (
            "the last pod starts",
            State::Waiting,
            with(3, |world| {
                start(world, 3);
                world.counters([3, 2, 2]);
            }),
        ),
        (
            "minReadySeconds run",
            State::Waiting,
            with(2, |world| {
                world.set["spec"]["minReadySeconds"] = 60.into();
                world.pods[1]["status"]["conditions"][3]["lastTransitionTime"] = "2026-01-01T11:59:40Z".into();
                world.counters([2, 2, 1]);
            }),
        ),
        (
            "surge, the second pod starts",
            State::Progressing,
            old(3, |world| {
                world.limits(0, 1);
                world.pods.push(serde_json::Value::Null);
                start(world, 4);
                world.pods[3]["spec"]["nodeName"] = "n1".into();
            }),
        ),
        (
            "a new DaemonSet",
            State::Progressing,
            with(3, |world| {
                world.pods.clear();
                world.set["metadata"]["creationTimestamp"] = "2026-01-01T11:59:59Z".into();
                world.set["status"]["currentNumberScheduled"] = 0.into();
                world.counters([0, 0, 0]);
            }),
        ),
        (
            "a DaemonSet not seen yet",
            State::NotObserved,
            with(2, |world| {
                world.pods.clear();
                world.set["metadata"]["creationTimestamp"] = "2026-01-01T11:59:59Z".into();
                world.set["status"] = json!({"desiredNumberScheduled": 0});
            }),
        ),
        (
            "a node has just come",
            State::Progressing,
            with(2, |world| {
                let mut young = node("n3");
                young["metadata"]["creationTimestamp"] = "2026-01-01T11:59:50Z".into();
                world.nodes.push(young);
            }),
        ),
        (
            "a node is cordoned",
            State::Done,
            with(2, |world| {
                world.taint(2, "node.kubernetes.io/unschedulable:NoSchedule");
                world.nodes[1]["spec"]["unschedulable"] = true.into();
            }),
        ),
        (
            "nodes are excluded by a taint",
            State::Done,
            with(2, |world| {
                world.nodes.push(node("n3"));
                world.taint(3, "node-role.kubernetes.io/control-plane:NoSchedule");
            }),
        ),
        (
            "a node is being registered",
            State::Done,
            with(2, |world| {
                world.nodes.push(node("n3"));
                world.taint(3, "node.kubernetes.io/not-ready:NoSchedule");
            }),
        ),
        (
            "OnDelete, all up to date",
            State::Done,
            with(2, |world| {
                world.set["spec"]["updateStrategy"] = json!({"type": "OnDelete"});
            }),
        ),
        (
            "OnDelete, old pods wait",
            State::Paused,
            old(2, |world| {
                world.set["spec"]["updateStrategy"] = json!({"type": "OnDelete"});
            }),
        ),
        (
            "no node is meant yet",
            State::Idle,
            with(2, |world| {
                world.pods.clear();
                world.set["status"]["desiredNumberScheduled"] = 0.into();
                world.counters([0, 0, 0]);
                world.set["spec"]["template"]["spec"]["nodeSelector"] = json!({"accelerator": "gpu"});
            }),
        ),
        (
            "the controller has not counted yet",
            State::Waiting,
            with(2, |world| {
                world.pods[1]["status"]["conditions"][3]["lastTransitionTime"] = "2026-01-01T11:59:59Z".into();
                world.counters([2, 1, 1]);
            }),
        ),
        (
            "a long history",
            State::Done,
            with(2, |world| {
                world.set["metadata"]["generation"] = 812.into();
                world.set["status"]["observedGeneration"] = 812.into();
                world.revisions[1]["revision"] = 400.into();
                world.revisions[0]["revision"] = 399.into();
            }),
        ),
        (
            "an old refusal",
            State::Done,
            with(2, |world| {
                world.events.push(set_event(
                    "FailedCreate",
                    "Error creating: exceeded quota: q",
                    "2026-01-01T11:59:00Z",
                ));
            }),
        ),
    ]
}

#[test]
fn the_healthy_and_the_slow_have_nothing_above_info() {
    for (name, state, world) in worlds() {
        let found = world.diagnosis();
        assert_eq!(found.verdict.state, state, "{name}: {found:#?}");
        let alarms: Vec<_> = found
            .findings
            .iter()
            .filter(|it| it.severity > Severity::Info)
            .collect();
        assert!(alarms.is_empty(), "{name}: {alarms:#?}");
    }
}

#[test]
fn the_same_without_rights_on_anything_around() {
    for (name, _, world) in worlds() {
        let mut snapshot = world.snapshot();
        snapshot.around = Default::default();
        let found = super::diagnose(&snapshot);
        let alarms: Vec<_> = found
            .findings
            .iter()
            .filter(|it| it.severity > Severity::Info)
            .collect();
        assert!(alarms.is_empty(), "{name}: {alarms:#?}");
        snapshot.pods = None;
        snapshot.revisions = None;
        let found = super::diagnose(&snapshot);
        let alarms: Vec<_> = found
            .findings
            .iter()
            .filter(|it| it.severity > Severity::Info)
            .collect();
        assert!(alarms.is_empty(), "{name}: {alarms:#?}");
    }
}

#[test]
fn odd_objects_are_no_reason_to_stop() {
    let mut world = World::healthy(2);
    world.set["spec"]["minReadySeconds"] = i64::MAX.into();
    world.set["spec"]["updateStrategy"]["rollingUpdate"]["maxUnavailable"] = "9223372036854775807%".into();
    world.set["status"] = json!({"desiredNumberScheduled": i64::MAX, "observedGeneration": i64::MIN});
    world.pods[0]["status"] = serde_json::Value::Null;
    world.pods[1]["metadata"]["deletionTimestamp"] = "2026-01-01T12:00:00Z".into();
    world.pods[1]["metadata"]["deletionGracePeriodSeconds"] = i64::MAX.into();
    world.diagnosis();
    world.set = json!({"metadata": null, "spec": null, "status": null});
    world.nodes[0] = json!({"metadata": {"name": "n1"}});
    world.diagnosis();
}
