//! Failed pods: evicted, rejected, ended.

use serde_json::json;

use super::super::{
    code::{Blocks, Code, Severity},
    finding::Heals,
    fixture_test::{World, set_event},
};

fn failed(reason: &str, message: &str) -> World {
    let mut world = World::healthy(2);
    world.unready(1, "2026-01-01T11:59:58Z");
    world.pods[0]["status"]["phase"] = "Failed".into();
    world.pods[0]["status"]["reason"] = reason.into();
    world.pods[0]["status"]["message"] = message.into();
    world.pods[0]["status"]["containerStatuses"] = json!(null);
    world
}

fn failures(mut world: World, count: i64, at: &str) -> World {
    let mut event = set_event(
        "FailedDaemonPod",
        "Found failed daemon pod fleet/agent-x on node n1, will try to kill it",
        at,
    );
    event["count"] = count.into();
    world.events = vec![
        event,
        set_event(
            "FailedDaemonPod",
            "Found failed daemon pod fleet/agent-y on node n10, will try to kill it",
            "2026-01-01T12:00:00Z",
        ),
    ];
    world
}

#[test]
fn an_eviction_is_a_warning_with_the_nodes_condition() {
    let cases = [
        (
            "The node had condition: [DiskPressure]. ",
            "evicted: the node has DiskPressure",
        ),
        (
            "The node was low on resource: ephemeral-storage. Threshold quantity: 10Gi, available: 9Gi. ",
            "evicted: the node is low on ephemeral-storage",
        ),
        (
            "Pod ephemeral local storage usage exceeds the total limit of containers 1Gi. ",
            "evicted: it uses more ephemeral storage than its limit",
        ),
        ("", "evicted: the node needed the room"),
    ];
    for (message, summary) in cases {
        let found = failed("Evicted", message).finding();
        assert_eq!(
            (found.code, found.summary.as_str(), found.severity),
            (Code::PodEvicted, summary, Severity::Warning),
            "C23"
        );
        assert_eq!(
            found.heals,
            Heals::Itself { at: None },
            "the first one is replaced at once"
        );
    }
}

#[test]
fn a_loop_of_evictions_is_one_finding_about_the_node() {
    let mut world = failures(
        failed("Evicted", "The node had condition: [DiskPressure]. "),
        40,
        "2026-01-01T11:50:00Z",
    );
    let pressure = json!({"type": "DiskPressure", "status": "True", "lastTransitionTime": "2026-01-01T10:30:00Z"});
    world.nodes[0]["status"]["conditions"]
        .as_array_mut()
        .expect("a list")
        .push(pressure);
    let found = world.finding();
    assert_eq!((found.severity, found.heals), (Severity::Warning, Heals::Somebody));
    assert_eq!(found.summary, "evicted again and again: the node has DiskPressure");
    assert!(
        found.evidence.iter().any(|proof| proof.text.contains("40 failed pods")),
        "{found:?}"
    );
    assert_eq!(found.since, "2026-01-01T10:30:00Z".parse().ok());
}

#[test]
fn the_next_try_follows_the_backoff() {
    let cases = [
        (1, "2026-01-01T12:00:00Z", Some("2026-01-01T12:00:01Z")),
        (2, "2026-01-01T12:00:00Z", Some("2026-01-01T12:00:02Z")),
        (2, "2026-01-01T11:50:00Z", None),
    ];
    for (count, last, next) in cases {
        let found = failures(failed("OutOfcpu", ""), count, last).finding();
        let next = next.map(|next| next.parse().expect("a time"));
        assert_eq!(found.heals, Heals::Itself { at: next }, "A-45: {count}");
        assert_eq!(found.severity, Severity::Warning);
    }
}

#[test]
fn a_kubelet_that_rejects_again_and_again_needs_somebody() {
    let cases = [
        (
            "OutOfcpu",
            "Pod was rejected: Node didn't have enough resource: cpu, requested: 500, used: 1850, capacity: 1930",
            "rejected by the kubelet: the node has too little cpu",
        ),
        (
            "NodeAffinity",
            "Pod was rejected: Predicate NodeAffinity failed",
            "rejected by the kubelet: the node does not match the pod's selector or affinity",
        ),
        (
            "NodePorts",
            "",
            "rejected by the kubelet: a host port is taken on the node",
        ),
        (
            "UnexpectedAdmissionError",
            "Allocate failed due to requested number of devices unavailable for nvidia.com/gpu",
            "rejected by the kubelet: the node has too few healthy nvidia.com/gpu",
        ),
    ];
    for (reason, message, summary) in cases {
        let found = failures(failed(reason, message), 5, "2026-01-01T11:59:50Z").finding();
        assert_eq!(
            (found.code, found.summary.as_str()),
            (Code::KubeletRejected, summary),
            "A-64, C24"
        );
        assert_eq!(
            (found.severity, found.blocks, found.heals),
            (Severity::Error, Blocks::Budget, Heals::Somebody)
        );
    }
}

#[test]
fn other_failures_are_told_as_they_are() {
    let shutdown = failed(
        "Terminated",
        "Pod was terminated in response to imminent node shutdown.",
    )
    .finding();
    assert_eq!(
        (shutdown.code, shutdown.summary.as_str()),
        (Code::PodFailed, "failed: its node shuts down")
    );
    assert_eq!(failed("", "").finding().summary, "failed: no reason is given");
    let mut ended = failed("", "");
    ended.pods[0]["status"]["containerStatuses"] = json!([{"name": "main", "image": "", "imageID": "", "ready": false,
        "restartCount": 0, "state": {"terminated": {"exitCode": 3, "finishedAt": "2026-01-01T11:59:00Z"}}}]);
    let found = ended.finding();
    assert_eq!(found.summary, "failed: container main: exit code 3");
    assert_eq!(found.since, "2026-01-01T11:59:00Z".parse().ok());
    let mut succeeded = World::healthy(1);
    succeeded.pods[0]["status"]["phase"] = "Succeeded".into();
    assert_eq!(succeeded.diagnosis().findings, [], "A-41: replaced at once");
}
