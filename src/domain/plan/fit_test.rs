//! What the scheduler will object to is known before.

use serde_json::json;

use crate::domain::{
    daemonset::DaemonSet,
    diagnosis::fixture_test::{World, template},
    plan::{
        Kind, Verdict,
        objections_test::{kinds, only},
        plan,
    },
};

#[test]
fn what_the_scheduler_objects_to_is_known_before() {
    let mut world = World::healthy(3);
    world.neighbours.push(json!({
        "metadata": {"name": "hog", "namespace": "other"},
        "spec": {"nodeName": "n2", "containers": [{"name": "c", "resources": {"requests": {"cpu": "3500m"}},
            "ports": [{"containerPort": 80, "hostPort": 80}]}]}}));
    let planned = |spec: serde_json::Value| {
        let mut next = world.set.clone();
        next["spec"]["template"] = template("agent:3");
        for (key, value) in spec.as_object().expect("members") {
            next["spec"]["template"]["spec"]["containers"][0][key] = value.clone();
        }
        plan(&world.snapshot(), &DaemonSet::new(next))
    };
    assert_eq!(
        kinds(&planned(json!({"resources": {"requests": {"cpu": "500m"}}}))),
        [],
        "it just fits"
    );
    let tight = planned(json!({"resources": {"requests": {"cpu": "1"}}}));
    assert_eq!(
        (tight.verdict, only(&tight).kind),
        (Verdict::Blocked, Kind::Unschedulable),
        "C09"
    );
    assert_eq!(only(&tight).nodes, ["n2"], "C09: for that node alone");
    let huge = planned(json!({"resources": {"requests": {"memory": "64Gi"}}}));
    assert_eq!(only(&huge).nodes.len(), 3, "more than any node has");
    let port = planned(json!({"ports": [{"containerPort": 80, "hostPort": 80, "protocol": "TCP"}]}));
    assert_eq!(only(&port).nodes, ["n2"]);
    assert!(
        only(&port)
            .summary
            .ends_with("host port 80/TCP is held by pod hog in other"),
        "{}",
        only(&port).summary
    );
}
