//! Odd pods and odd surroundings: nothing panics, whatever is missing or absurd.

use serde_json::{Value, json};

use super::super::fixture_test::{World, pod_event};

const TIMES: [&str; 5] = [
    "9999-12-30T22:00:00Z",
    "-009999-01-02T02:00:00Z",
    "0000-01-01T00:00:00Z",
    "2026-01-01T12:00:00Z",
    "1970-01-01T00:00:00Z",
];

fn states(time: &str) -> Vec<Value> {
    let reasons = [
        "CrashLoopBackOff",
        "ErrImagePull",
        "CreateContainerConfigError",
        "ContainerCreating",
        "",
        "İ",
    ];
    let ended =
        json!({"exitCode": i32::MIN, "signal": i32::MAX, "startedAt": time, "finishedAt": TIMES[0], "message": "\n\n"});
    let mut states: Vec<Value> = reasons
        .iter()
        .map(|reason| json!({"waiting": {"reason": reason, "message": "é: \": ["}}))
        .collect();
    states.extend([
        json!({"running": {"startedAt": time}}),
        json!({"running": {}}),
        json!({"terminated": ended}),
        json!({"terminated": {"exitCode": i32::MAX}}),
        json!({}),
        Value::Null,
    ]);
    states
}

#[test]
fn absurd_times_and_states_do_no_harm() {
    for time in TIMES {
        for state in states(time) {
            for last in states(TIMES[1]).into_iter().skip(7) {
                let mut world = World::healthy(2);
                world.state(1, time, state.clone());
                world.set["spec"]["minReadySeconds"] = i64::MAX.into();
                let status = &mut world.pods[0]["status"]["containerStatuses"][0];
                status["restartCount"] = i32::MAX.into();
                status["lastState"] = last;
                world.pods[0]["metadata"]["creationTimestamp"] = time.into();
                world.nodes[0]["metadata"]["creationTimestamp"] = time.into();
                let mut event = pod_event("n1", "FailedMount", "\"volume \"", time);
                event["count"] = i32::MAX.into();
                world.events = vec![event, pod_event("n1", "Unhealthy", "Liveness probe", time)];
                assert!(
                    world
                        .diagnosis()
                        .findings
                        .iter()
                        .all(|found| !found.evidence.is_empty())
                );
                world.pods[0]["metadata"]["deletionTimestamp"] = time.into();
                world.pods[0]["metadata"]["deletionGracePeriodSeconds"] = i64::MIN.into();
                assert!(
                    world
                        .diagnosis()
                        .findings
                        .iter()
                        .all(|found| !found.evidence.is_empty())
                );
            }
        }
    }
}

#[test]
fn parts_that_are_missing_or_null_do_no_harm() {
    let paths = [
        "/status",
        "/spec",
        "/metadata/labels",
        "/metadata/creationTimestamp",
        "/metadata/uid",
        "/metadata/name",
        "/status/conditions",
        "/status/containerStatuses",
        "/status/phase",
        "/status/startTime",
        "/spec/containers",
        "/spec/nodeName",
        "/status/conditions/3/lastTransitionTime",
        "/status/containerStatuses/0/state",
    ];
    for phase in ["Running", "Pending", "Failed", "Succeeded", "Unknown", ""] {
        for path in paths {
            for node_status in [
                Value::Null,
                json!({}),
                json!({"conditions": null}),
                json!({"conditions": [{"type": "Ready", "status": "False"}]}),
            ] {
                let mut world = World::healthy(2);
                world.unready(1, "2026-01-01T11:00:00Z");
                world.pods[0]["status"]["phase"] = phase.into();
                world.nodes[0]["status"] = node_status;
                if let Some(place) = world.pods[0].pointer_mut(path) {
                    *place = Value::Null;
                }
                world.diagnosis();
            }
        }
    }
}
