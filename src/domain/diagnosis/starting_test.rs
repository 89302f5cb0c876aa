//! Pods that start: normally, slowly, and not at all.

use serde_json::{Value, json};

use super::super::{
    code::{Code, Severity},
    fixture_test::{World, pod_event},
};

const CONFIG: &str = r#"MountVolume.SetUp failed for volume "cfg" : configmap "agent-cfg" not found"#;
const NETWORK: &str = "Failed to create pod sandbox: rpc error: code = Unknown desc = failed to setup network for sandbox \"0f3c\": plugin type=\"flannel\" failed (add)";

/// A pod created at `created` whose container is being made.
fn creating(created: &str) -> World {
    let mut world = World::healthy(4);
    world.state(1, created, json!({"waiting": {"reason": "ContainerCreating"}}));
    world.pods[0]["metadata"]["creationTimestamp"] = created.into();
    world.pods[0]["status"]["conditions"][0]["lastTransitionTime"] = created.into();
    world.pods[0]["status"]["phase"] = "Pending".into();
    world
}

fn times(mut event: Value, count: i64) -> Value {
    event["count"] = count.into();
    event
}

#[test]
fn a_start_within_the_usual_time_is_no_fault() {
    let found = creating("2026-01-01T11:58:00Z").finding();
    assert_eq!((found.code, found.severity), (Code::Starting, Severity::Info));
    let late = creating("2026-01-01T11:30:00Z").finding();
    assert_eq!((late.code, late.severity), (Code::Starting, Severity::Warning));
    assert_eq!(
        late.summary,
        "container main waits: ContainerCreating; others start within 1s"
    );
}

#[test]
fn what_was_slow_before_may_be_slow_again() {
    let mut world = creating("2026-01-01T11:46:00Z");
    for pod in &mut world.pods[1..] {
        pod["metadata"]["creationTimestamp"] = "2026-01-01T10:52:00Z".into();
    }
    assert_eq!(world.finding().severity, Severity::Info, "the others took 8 minutes");
}

#[test]
fn no_status_at_all_is_a_start() {
    for status in [
        json!({}),
        Value::Null,
        json!({"phase": "Pending"}),
        json!({"containerStatuses": null, "conditions": null}),
    ] {
        let mut world = creating("2026-01-01T11:59:30Z");
        world.pods[0]["status"] = status;
        assert_eq!(world.finding().severity, Severity::Info);
    }
}

#[test]
fn a_missing_object_is_known_at_once() {
    let mut world = creating("2026-01-01T11:59:50Z");
    world.events = vec![pod_event("n1", "FailedMount", CONFIG, "2026-01-01T11:59:55Z")];
    let found = world.finding();
    assert_eq!(
        (found.code, found.severity),
        (Code::VolumeMount, Severity::Error),
        "C66"
    );
    assert_eq!(found.summary, "volume cfg: ConfigMap agent-cfg does not exist");
}

#[test]
fn a_network_may_come_a_moment_later_but_not_much() {
    let mut world = creating("2026-01-01T11:59:30Z");
    world.events = vec![pod_event(
        "n1",
        "FailedCreatePodSandBox",
        NETWORK,
        "2026-01-01T11:59:55Z",
    )];
    let found = world.finding();
    assert_eq!(
        (found.code, found.severity),
        (Code::Sandbox, Severity::Info),
        "one try, right at the start"
    );
    world.events = vec![times(world.events[0].clone(), 9)];
    let found = world.finding();
    assert_eq!(
        (found.code, found.severity),
        (Code::Sandbox, Severity::Error),
        "C66: nine tries"
    );
    let mut world = creating("2026-01-01T11:50:00Z");
    world.events = vec![pod_event(
        "n1",
        "FailedCreatePodSandBox",
        NETWORK,
        "2026-01-01T11:51:00Z",
    )];
    assert_eq!(world.finding().severity, Severity::Error, "long ago, and nothing since");
}

#[test]
fn what_failed_and_then_worked_does_not_count() {
    let mut world = creating("2026-01-01T11:58:00Z");
    world.events = vec![pod_event("n1", "FailedMount", CONFIG, "2026-01-01T11:58:05Z")];
    let ready =
        json!({"type": "PodReadyToStartContainers", "status": "True", "lastTransitionTime": "2026-01-01T11:58:30Z"});
    world.pods[0]["status"]["conditions"]
        .as_array_mut()
        .expect("a list")
        .push(ready);
    let found = world.finding();
    assert_eq!((found.code, found.severity), (Code::Starting, Severity::Info));
    let mut world = creating("2026-01-01T11:58:00Z");
    world.events = vec![pod_event("n1", "FailedMount", CONFIG, "2026-01-01T11:58:05Z")];
    world.pods[0]["status"]["podIP"] = "10.0.0.9".into();
    assert_eq!(world.finding().code, Code::Starting, "it has an address");
    let mut world = World::healthy(2);
    world.events = vec![pod_event("n1", "FailedMount", CONFIG, "2026-01-01T10:59:00Z")];
    assert_eq!(world.diagnosis().findings, [], "it runs");
}

#[test]
fn an_init_container_that_runs_is_a_start() {
    let mut world = creating("2026-01-01T11:58:00Z");
    world.pods[0]["status"]["initContainerStatuses"] = json!([{"name": "prep", "image": "p", "imageID": "", "ready": false,
        "restartCount": 0, "state": {"running": {"startedAt": "2026-01-01T11:58:10Z"}}}]);
    let found = world.finding();
    assert_eq!(found.summary, "starting: init container prep has not ended yet");
    assert_eq!(found.severity, Severity::Info);
}

#[test]
fn volumes_that_each_pod_has_under_a_name_of_its_own_are_one_cause() {
    let cases = [
        (
            r#"MountVolume.SetUp failed for volume "kube-api-access-x7f2q" : boom"#,
            "volume kube-api-access cannot be mounted",
        ),
        (
            r#"Unable to attach or mount volumes: unmounted volumes=[data kube-api-access-x7f2q]: timed out waiting for the condition"#,
            "volume data, kube-api-access cannot be mounted: timed out",
        ),
        (
            r#"error processing PVC fleet/agent-n1-data: persistentvolumeclaim "agent-n1-data" not found"#,
            "a volume: PersistentVolumeClaim POD-data does not exist",
        ),
    ];
    for (message, summary) in cases {
        let mut world = creating("2026-01-01T11:50:00Z");
        world.events = vec![pod_event("n1", "FailedMount", message, "2026-01-01T11:59:00Z")];
        assert_eq!(world.finding().summary, summary);
    }
}
