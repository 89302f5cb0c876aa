//! The word is that of `kubectl get pods`.

use k8s_openapi::api::core::v1::Pod;
use serde_json::{Value, json};

use super::{since, word};

fn pod(value: Value) -> Pod {
    serde_json::from_value(value).expect("a pod")
}

/// One container with its state.
fn container(name: &str, ready: bool, state: Value) -> Value {
    json!({"name": name, "image": "", "imageID": "", "ready": ready, "restartCount": 0, "state": state})
}

#[test]
fn the_word_is_kubectls() {
    let waiting = |reason: &str| json!({"waiting": {"reason": reason}});
    let running = json!({"running": {}});
    let ended = |code: i64, reason: &str| json!({"terminated": {"exitCode": code, "reason": reason}});
    let with = |containers: Vec<Value>| json!({"status": {"phase": "Running", "containerStatuses": containers}});
    let starting = |state: Value| {
        json!({"spec": {"containers": [], "initContainers": [{"name": "a"}, {"name": "b"}]},
            "status": {"phase": "Pending", "initContainerStatuses": [container("a", true, ended(0, "Completed")),
                container("b", false, state)], "containerStatuses": [container("main", false, waiting("PodInitializing"))]}})
    };
    let sidecar = json!({"spec": {"containers": [], "initContainers": [{"name": "s", "restartPolicy": "Always"}]},
        "status": {"phase": "Running", "initContainerStatuses": [{"name": "s", "image": "", "imageID": "", "ready": true,
            "started": true, "restartCount": 0, "state": {"running": {}}}],
            "containerStatuses": [container("main", true, running.clone())]}});
    let ready = json!([{"type": "Ready", "status": "True"}]);
    let mut completed = with(vec![
        container("job", false, ended(0, "Completed")),
        container("main", true, running.clone()),
    ]);
    let not_ready = completed.clone();
    completed["status"]["conditions"] = ready;
    let gone = json!({"metadata": {"deletionTimestamp": "2026-01-01T10:00:00Z"}, "status": {"phase": "Running"}});
    let mut lost = gone.clone();
    lost["status"]["reason"] = "NodeLost".into();
    let gated = json!([{"type": "PodScheduled", "status": "False", "reason": "SchedulingGated"}]);
    let cases = [
        ("Running", with(vec![container("main", true, running.clone())])),
        ("Running", with(vec![container("main", false, running)])),
        ("Pending", json!({"status": {"phase": "Pending"}})),
        ("Unknown", json!({})),
        (
            "SchedulingGated",
            json!({"status": {"phase": "Pending", "conditions": gated}}),
        ),
        (
            "ContainerCreating",
            with(vec![container("main", false, waiting("ContainerCreating"))]),
        ),
        (
            "ImagePullBackOff",
            with(vec![container("main", false, waiting("ImagePullBackOff"))]),
        ),
        ("Error", with(vec![container("main", false, ended(1, "Error"))])),
        (
            "ExitCode:3",
            with(vec![container("main", false, json!({"terminated": {"exitCode": 3}}))]),
        ),
        (
            "Signal:9",
            with(vec![container(
                "main",
                false,
                json!({"terminated": {"exitCode": 3, "signal": 9}}),
            )]),
        ),
        (
            "OOMKilled",
            with(vec![
                container("a", false, ended(137, "OOMKilled")),
                container("b", false, ended(1, "Error")),
            ]),
        ),
        ("Running", completed),
        ("NotReady", not_ready),
        ("Evicted", json!({"status": {"phase": "Failed", "reason": "Evicted"}})),
        ("Init:1/2", starting(json!({"running": {}}))),
        ("Init:1/2", starting(waiting("PodInitializing"))),
        ("Init:CrashLoopBackOff", starting(waiting("CrashLoopBackOff"))),
        ("Init:Error", starting(ended(2, "Error"))),
        ("Init:ExitCode:2", starting(json!({"terminated": {"exitCode": 2}}))),
        ("PodInitializing", starting(ended(0, "Completed"))),
        ("Running", sidecar),
        ("Terminating", gone),
        ("Unknown", lost),
    ];
    for (expected, value) in cases {
        assert_eq!(word(&pod(value.clone())), expected, "{value}");
    }
}

#[test]
fn a_termination_began_when_it_was_asked_for() {
    let value = json!({"metadata": {"deletionTimestamp": "2026-01-01T10:00:30Z", "deletionGracePeriodSeconds": 30}});
    let asked = since(&pod(value)).map(|it| it.to_string());
    assert_eq!(asked.as_deref(), Some("2026-01-01T10:00:00Z"));
    assert_eq!(since(&pod(json!({}))), None);
}
