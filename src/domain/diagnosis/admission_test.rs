//! What admission changes: what matters, and what must not be mentioned.

use serde_json::{Value, json};

use super::super::{
    code::{Code, Severity},
    finding::Finding,
    fixture_test::World,
};

/// A world whose first pod is not bound: the scheduler says `message`.
fn unbound(message: &str) -> World {
    let mut world = World::healthy(3);
    let pod = &mut world.pods[0];
    pod["spec"]["nodeName"] = Value::Null;
    pod["spec"]["affinity"] = json!({"nodeAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": {"nodeSelectorTerms": [
        {"matchFields": [{"key": "metadata.name", "operator": "In", "values": ["n1"]}]}]}}});
    pod["status"] = json!({"phase": "Pending", "conditions": [{"type": "PodScheduled", "status": "False", "reason": "Unschedulable",
        "message": message, "lastTransitionTime": "2026-01-01T11:50:00Z"}]});
    world
}

fn changes(world: &World) -> Vec<Finding> {
    let mut findings = world.diagnosis().findings;
    findings.retain(|found| found.code == Code::ChangedAtAdmission);
    findings
}

#[test]
fn a_node_selector_that_the_controller_does_not_know_is_told() {
    let mut world = unbound("0/3 nodes are available: 1 node(s) didn't match Pod's node affinity/selector");
    world.pods[0]["spec"]["nodeSelector"] = json!({"pool": "a"});
    let found = changes(&world);
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0].severity, Severity::Error, "C55");
    assert!(
        found[0]
            .summary
            .starts_with("nodeSelector pool=a was added at admission"),
        "{}",
        found[0].summary
    );
    world.nodes[0]["metadata"]["labels"]["pool"] = "a".into();
    assert_eq!(
        changes(&world),
        [],
        "the node has the label: that is not what keeps the pod away"
    );
    world.nodes[0]["metadata"]["labels"]["pool"] = "b".into();
    world.set["spec"]["template"]["spec"]["nodeSelector"] = json!({"pool": "a"});
    assert_eq!(changes(&world), [], "the template has it");
}

#[test]
fn a_node_affinity_that_the_controller_never_writes_is_told() {
    let mut world = unbound("0/3 nodes are available: 1 node(s) didn't match Pod's node affinity/selector");
    let terms = &mut world.pods[0]["spec"]["affinity"]["nodeAffinity"]["requiredDuringSchedulingIgnoredDuringExecution"]
        ["nodeSelectorTerms"];
    terms[0]["matchExpressions"] = json!([{"key": "zone", "operator": "In", "values": ["a"]}]);
    assert!(
        changes(&world)[0]
            .summary
            .starts_with("a node affinity on zone was added")
    );
    world.pods[0]["status"]["conditions"][0]["message"] = "0/3 nodes are available: 1 Insufficient cpu".into();
    assert_eq!(changes(&world), []);
}

#[test]
fn requests_count_where_they_do_not_fit() {
    let mut world = unbound("0/3 nodes are available: 1 Insufficient cpu");
    world.pods[0]["spec"]["containers"][0]["resources"] = json!({"requests": {"cpu": "8", "memory": "1Gi"}});
    let found = changes(&world);
    assert_eq!(found[0].summary, "container main: request cpu=8 was set at admission");
    assert_eq!(found[0].severity, Severity::Warning);
    for resources in [json!({"requests": {"cpu": "8000m"}}), json!({"limits": {"cpu": "8"}})] {
        world.set["spec"]["template"]["spec"]["containers"][0]["resources"] = resources;
        assert_eq!(changes(&world), [], "the template asks for it");
    }
}

#[test]
fn an_image_and_a_memory_limit_count_where_they_fail() {
    let mut world = World::healthy(2);
    world.pods[0]["spec"]["containers"][0]["image"] = "mirror.test/agent:2".into();
    assert_eq!(world.diagnosis().findings, [], "a rewritten image is no fault");
    world.state(
        1,
        "2026-01-01T11:50:00Z",
        json!({"waiting": {"reason": "ImagePullBackOff"}}),
    );
    assert_eq!(
        changes(&world)[0].summary,
        "container main: image mirror.test/agent:2 was put in place of agent:2 at admission"
    );
    let mut world = World::healthy(2);
    world.pods[0]["spec"]["containers"][0]["resources"] = json!({"limits": {"memory": "64Mi"}});
    assert_eq!(world.diagnosis().findings, [], "a LimitRange is no fault");
    let killed = json!({"terminated": {"exitCode": 137, "reason": "OOMKilled"}});
    world.state(1, "2026-01-01T11:50:00Z", killed);
    assert_eq!(
        changes(&world)[0].summary,
        "container main: memory limit 64Mi was set at admission"
    );
    world.set["spec"]["template"]["spec"]["containers"][0]["resources"] = json!({"limits": {"memory": "65536Ki"}});
    assert_eq!(changes(&world), []);
}

#[test]
fn a_scheduler_that_nobody_asked_for_is_told() {
    let mut world = unbound("");
    world.pods[0]["status"]["conditions"] = json!([]);
    world.pods[0]["spec"]["schedulerName"] = "default-scheduler".into();
    assert_eq!(changes(&world), []);
    world.pods[0]["spec"]["schedulerName"] = "other".into();
    assert!(
        changes(&world)[0]
            .summary
            .starts_with("schedulerName other was put in place")
    );
}

#[test]
fn what_admission_usually_does_is_not_mentioned() {
    let mut world = World::healthy(2);
    for pod in &mut world.pods {
        let spec = &mut pod["spec"];
        spec["nodeSelector"] = json!({"pool": "a"});
        spec["tolerations"] =
            json!([{"key": "node.kubernetes.io/not-ready", "operator": "Exists", "effect": "NoExecute"}]);
        spec["serviceAccountName"] = "default".into();
        spec["priority"] = 1000.into();
        spec["schedulerName"] = "default-scheduler".into();
        spec["volumes"] = json!([{"name": "kube-api-access-x", "projected": {"sources": []}}]);
        spec["containers"]
            .as_array_mut()
            .expect("a list")
            .push(json!({"name": "mesh", "image": "mesh:1"}));
        spec["initContainers"] = json!([{"name": "mesh-init", "image": "mesh:1"}]);
        let mut status = pod["status"]["containerStatuses"][0].clone();
        status["name"] = "mesh".into();
        pod["status"]["containerStatuses"]
            .as_array_mut()
            .expect("a list")
            .push(status);
        pod["status"]["initContainerStatuses"] = json!([{"name": "mesh-init", "image": "mesh:1", "imageID": "", "ready": true,
            "restartCount": 0, "state": {"terminated": {"exitCode": 0, "reason": "Completed"}}}]);
    }
    assert_eq!(world.diagnosis().findings, []);
}
