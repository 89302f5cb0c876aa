//! Pods that keep another one from the node: by a host port, or by anti-affinity.

use serde_json::{Value, json};

use super::super::{
    code::{Blocks, Code, Severity},
    fixture_test::pod,
    pending_test::{EARLIER, first, other, pending, told},
};

fn on_port(port: i32) -> Value {
    json!([{"name": "x", "ports": [{"containerPort": port, "hostPort": port, "protocol": "TCP"}]}])
}

const PORTS: &str = "0/2 nodes are available: 1 node(s) didn't have free ports for the requested pod ports.";

#[test]
fn a_host_port_has_a_holder() {
    let mut world = pending(EARLIER, PORTS);
    world.pods[0]["spec"]["containers"][0]["ports"] = json!([{"containerPort": 1, "hostPort": 9100}]);
    world.neighbours = vec![
        other(
            "udp",
            json!({"containers": [{"name": "x", "ports": [{"containerPort": 1, "hostPort": 9100, "protocol": "UDP"}]}]}),
        ),
        other("web-1", json!({"containers": on_port(9100)})),
    ];
    let found = told(&world);
    assert_eq!((found.code, found.severity), (Code::HostPort, Severity::Error));
    assert_eq!(found.summary, "host port 9100/TCP is held by pod web/web-1");
    world.neighbours[1]["metadata"]["ownerReferences"] =
        json!([{"apiVersion": "apps/v1", "kind": "DaemonSet", "name": "exporter", "uid": "e", "controller": true}]);
    let found = told(&world);
    assert_eq!(
        found.summary,
        "host port 9100/TCP is held by a pod of daemonset.apps/exporter in web"
    );
    assert_eq!(found.evidence[0].object, "pod/web/web-1");
    world.neighbours[1]["metadata"]["deletionTimestamp"] = "2026-01-01T12:00:05Z".into();
    assert_eq!(told(&world).severity, Severity::Info, "about to be free");
}

#[test]
fn surge_against_a_host_port_never_ends() {
    let mut world = pending(EARLIER, PORTS);
    world.counters([0, 2, 2]);
    world.set["spec"]["updateStrategy"]["rollingUpdate"] = json!({"maxSurge": 1, "maxUnavailable": 0});
    world.pods[0]["spec"]["containers"] = on_port(8080);
    let mut old = pod("n1", 1);
    old["metadata"]["name"] = "agent-old".into();
    old["metadata"]["uid"] = "old".into();
    old["spec"]["containers"] = on_port(8080);
    world.pods.push(old);
    let found = told(&world);
    assert_eq!(
        (found.code, found.severity, found.blocks),
        (Code::SurgeHostPort, Severity::Error, Blocks::Rollout),
        "C08"
    );
    assert_eq!(
        found.summary,
        "host port 8080/TCP is held by the old pod on the same node: maxSurge cannot work with a host port"
    );
    let mut snapshot = world.snapshot();
    snapshot.around.neighbours = None;
    assert_eq!(
        first(&snapshot).code,
        Code::SurgeHostPort,
        "seen without the right to list other pods"
    );
    world.pods[2]["status"]["conditions"][3]["status"] = "False".into();
    let found = told(&world);
    assert_eq!(
        (found.code, found.severity),
        (Code::Unscheduled, Severity::Info),
        "A-43: the old pod is deleted"
    );
}

#[test]
fn affinity_between_pods_is_found_on_the_node() {
    let anti = json!({"podAntiAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": [
        {"topologyKey": "kubernetes.io/hostname", "labelSelector": {"matchLabels": {"app": "db"}}, "namespaceSelector": {}}]}});
    let mut world = pending(
        EARLIER,
        "0/2 nodes are available: 1 node(s) didn't match pod anti-affinity rules.",
    );
    let affinity = &mut world.pods[0]["spec"]["affinity"];
    affinity["podAntiAffinity"] = anti["podAntiAffinity"].clone();
    let mut db = other("db-0", json!({}));
    db["metadata"]["labels"] = json!({"app": "db"});
    world.neighbours = vec![db];
    let found = told(&world);
    assert_eq!(
        (found.code, found.summary.as_str()),
        (Code::PodAffinity, "its anti-affinity does not bear pod web/db-0")
    );
    // The other way round, as the neighbour has it.
    let mut world = pending(
        EARLIER,
        "0/2 nodes are available: 1 node(s) didn't satisfy existing pods anti-affinity rules.",
    );
    let mut hermit = other(
        "hermit",
        json!({"affinity": {"podAntiAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": [
        {"topologyKey": "kubernetes.io/hostname", "labelSelector": {}, "namespaces": ["fleet"]}]}}}),
    );
    hermit["metadata"]["labels"] = json!({});
    world.neighbours = vec![hermit];
    let found = told(&world);
    assert_eq!(
        found.summary,
        "pod web/hermit has an anti-affinity that does not bear it"
    );
}
