//! Pods that are not scheduled, and why not: for their own node, not for the cluster.

use serde_json::{Value, json};

use super::super::{
    code::{Blocks, Code, Severity},
    pending_test::{CPU, EARLIER, JUST, first, pending, told},
};

#[test]
fn what_admission_added_is_told_apart() {
    let mut world = pending(
        EARLIER,
        "0/2 nodes are available: 2 node(s) didn't match Pod's node affinity/selector.",
    );
    world.pods[0]["spec"]["nodeSelector"] = json!({"pool": "a"});
    let found = told(&world);
    assert_eq!(found.code, Code::NodeSelector);
    assert_eq!(
        found.summary, "nodeSelector pool=a was added at admission; the controller still counts the node as eligible",
        "C55"
    );
    assert_eq!(found.evidence[0].text, "pool=a, node has no label pool");
}

#[test]
fn a_taint_that_came_late_is_the_nodes() {
    let mut world = pending(EARLIER, "0/2 nodes are available: 1 node(s) had untolerated taint(s).");
    world.nodes[0]["spec"]["taints"] = json!([{"key": "dedicated", "value": "gpu", "effect": "NoSchedule"}]);
    let found = world.diagnosis().findings;
    let found = found
        .iter()
        .find(|it| it.code == Code::UntoleratedTaint)
        .expect("the taint");
    assert_eq!(
        (found.severity, found.blocks),
        (Severity::Warning, Blocks::Budget),
        "B-26"
    );
    assert_eq!(found.summary, "taint dedicated=gpu:NoSchedule is not tolerated");
    world.set["spec"]["template"]["spec"]["tolerations"] = json!([{"key": "dedicated", "operator": "Exists"}]);
    let found = world.diagnosis().findings;
    let found = found
        .iter()
        .find(|it| it.code == Code::UntoleratedTaint)
        .expect("the taint");
    assert_eq!(found.severity, Severity::Error);
    assert!(
        found
            .summary
            .starts_with("the pod does not tolerate taint dedicated=gpu:NoSchedule; "),
        "{found:?}"
    );
}

#[test]
fn gates_and_schedulers_are_given_a_moment() {
    let gated = |at: &str| {
        let mut world = pending(at, "Scheduling is blocked due to non-empty scheduling gates");
        world.pods[0]["status"]["conditions"][0]["reason"] = "SchedulingGated".into();
        world.pods[0]["spec"]["schedulingGates"] = json!([{"name": "example.com/quota"}]);
        told(&world)
    };
    let found = gated(EARLIER);
    assert_eq!(found.code, Code::SchedulingGate);
    assert_eq!(found.summary, "scheduling gate example.com/quota has not been removed");
    assert_eq!(
        (found.severity, gated(JUST).severity),
        (Severity::Error, Severity::Info)
    );
    let unseen = |at: &str| {
        let mut world = pending(at, "");
        world.pods[0]["spec"]["schedulerName"] = "fast".into();
        world.pods[0]["status"]["conditions"] = json!([]);
        told(&world)
    };
    let found = unseen(EARLIER);
    assert_eq!(
        (found.code, found.severity),
        (Code::NoScheduler, Severity::Error),
        "A-63"
    );
    assert_eq!(found.summary, "no scheduler serves schedulerName fast");
    let found = unseen(JUST);
    assert_eq!((found.code, found.severity), (Code::Unscheduled, Severity::Info));
    assert!(!found.evidence.is_empty());
}

#[test]
fn a_pod_for_no_node_is_no_crash() {
    for values in [json!([]), json!(["n1", "n2"]), Value::Null] {
        let mut world = pending(EARLIER, CPU);
        let terms = json!([{"matchFields": [{"key": "metadata.name", "operator": "In", "values": values}]}]);
        let required = "requiredDuringSchedulingIgnoredDuringExecution";
        world.pods[0]["spec"]["affinity"]["nodeAffinity"][required]["nodeSelectorTerms"] = terms;
        let found = told(&world);
        assert_eq!(found.code, Code::Unscheduled);
        assert!(found.summary.starts_with("target unknown"), "C04 {found:?}");
        assert_eq!(found.places[0].node, None);
    }
}

#[test]
fn the_schedulers_words_are_taken_where_nothing_else_is_known() {
    let said = |message: &str| {
        let mut snapshot = pending(EARLIER, message).snapshot();
        snapshot.around.neighbours = None;
        let found = first(&snapshot);
        (found.code, found.summary)
    };
    let tail = ", 1 node(s) didn't satisfy plugin(s) [NodeAffinity]. no new claims to deallocate, preemption: 0/2 nodes are \
                available: 1 No preemption victims found for incoming pod, 1 Preemption is not helpful for scheduling.";
    for (message, code, words) in [
        (
            "1 Insufficient cpu, 1 Insufficient nvidia.com/gpu",
            Code::InsufficientResources,
            "its node has too little cpu, nvidia.com/gpu free",
        ),
        (
            "1 Too many pods",
            Code::TooManyPods,
            "its node runs as many pods as it may",
        ),
        (
            "1 node(s) didn't have free ports for the requested pod ports",
            Code::HostPort,
            "a host port",
        ),
        (
            "1 node(s) didn't match pod anti-affinity rules",
            Code::PodAffinity,
            "its anti-affinity",
        ),
        (
            "1 node(s) didn't match pod affinity rules",
            Code::PodAffinity,
            "its pod affinity",
        ),
        (
            "1 node(s) didn't satisfy existing pods anti-affinity rules",
            Code::PodAffinity,
            "a pod on its node",
        ),
        (
            "1 node(s) didn't match pod topology spread constraints (missing required label)",
            Code::TopologySpread,
            "its topology spread constraint needs",
        ),
        (
            "1 node(s) didn't match pod topology spread constraints",
            Code::TopologySpread,
            "its topology spread constraint does",
        ),
        (
            "persistentvolumeclaim \"my.data\" not found",
            Code::Volume,
            "persistentvolumeclaim \"my.data\" not found",
        ),
        (
            "pod has unbound immediate PersistentVolumeClaims",
            Code::Volume,
            "pod has unbound immediate PersistentVolumeClaims",
        ),
        (
            "1 node(s) exceed max volume count",
            Code::Volume,
            "exceed max volume count",
        ),
        (
            "1 node(s) had no available volume zone",
            Code::Volume,
            "had no available volume zone",
        ),
        (
            "1 node(s) had untolerated taint {a: b}",
            Code::UntoleratedTaint,
            "a taint",
        ),
        (
            "1 node(s) were unschedulable",
            Code::UntoleratedTaint,
            "its node is cordoned",
        ),
        (
            "1 node(s) cannot be understood",
            Code::Unscheduled,
            "the scheduler does not take it",
        ),
    ] {
        let (found, summary) = said(&format!("0/2 nodes are available: {message}{tail}"));
        assert_eq!(found, code, "A-62 {message}: {summary}");
        assert!(summary.starts_with(words), "A-62 {message}: {summary}");
    }
    // Before 1.27 the other nodes are counted in other words.
    let old = "0/36 nodes are available: 35 node(s) didn't match Pod's node affinity/selector, 1 Insufficient memory.";
    assert_eq!(said(old).0, Code::InsufficientResources);
    let all = "0/36 nodes are available: 36 node(s) didn't match Pod's node affinity/selector.";
    assert_eq!(said(all).0, Code::NodeSelector);
}
