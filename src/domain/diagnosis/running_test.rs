//! Pods that run and are not available.

use serde_json::{Value, json};

use super::super::{
    code::{Code, Severity},
    finding::Heals,
    fixture_test::{World, pod_event},
};

const HTTP: &str = "Readiness probe failed: HTTP probe failed with statuscode: 503";

/// A pod that started at `started` and is not ready since `since`.
fn unready(started: &str, since: &str) -> World {
    let mut world = World::healthy(3);
    world.state(1, since, json!({"running": {"startedAt": started}}));
    world.pods[0]["metadata"]["creationTimestamp"] = started.into();
    world
}

fn probed(mut world: World, kind: &str) -> World {
    world.pods[0]["spec"]["containers"][0][kind] =
        json!({"httpGet": {"port": 80}, "periodSeconds": 10, "failureThreshold": 3});
    world
}

fn min_ready(seconds: i64, ready: Value) -> World {
    let mut world = World::healthy(2);
    world.set["spec"]["minReadySeconds"] = seconds.into();
    world.pods[0]["status"]["conditions"][3]["lastTransitionTime"] = ready;
    world
}

#[test]
fn a_failing_probe_is_named_with_what_it_says() {
    let cases = [
        (HTTP, "container main: readiness probe fails: HTTP 503"),
        (
            r#"Readiness probe failed: Get "http://10.1.2.3:8080/ready": context deadline exceeded (Client.Timeout exceeded while awaiting headers)"#,
            "container main: readiness probe fails: no answer in time",
        ),
        (
            r#"Readiness probe failed: dial tcp 10.1.2.3:8080: connect: connection refused"#,
            "container main: readiness probe fails: connection refused",
        ),
        (
            "Readiness probe failed: no lease\nmore",
            "container main: readiness probe fails: no lease",
        ),
        ("Readiness probe failed: ", "container main: readiness probe fails"),
        (
            "Readiness probe errored and resulted in unknown state: rpc error: code = DeadlineExceeded desc = deadline exceeded",
            "container main: readiness probe fails: no answer in time",
        ),
        (
            "Liveness probe failed: HTTP probe failed with statuscode: 500",
            "container main: liveness probe fails: HTTP 500",
        ),
        (
            "Startup probe failed: HTTP probe failed with statuscode: 500",
            "container main: startup probe fails: HTTP 500",
        ),
    ];
    for (message, summary) in cases {
        let mut world = unready("2026-01-01T11:00:00Z", "2026-01-01T11:30:00Z");
        world.events = vec![pod_event("n1", "Unhealthy", message, "2026-01-01T11:59:55Z")];
        let started = !message.starts_with("Startup");
        world.pods[0]["status"]["containerStatuses"][0]["started"] = started.into();
        let found = world.finding();
        assert_eq!(
            (found.code, found.summary.as_str(), found.severity),
            (Code::ProbeFailing, summary, Severity::Error)
        );
        assert_eq!(found.since, "2026-01-01T11:30:00Z".parse().ok());
    }
}

#[test]
fn a_pod_that_is_only_slow_to_become_ready_is_no_fault() {
    let young = unready("2026-01-01T11:58:00Z", "2026-01-01T11:58:00Z");
    let found = young.finding();
    assert_eq!((found.code, found.severity), (Code::Starting, Severity::Info));
    let mut probing = probed(young, "readinessProbe");
    probing.events = vec![pod_event("n1", "Unhealthy", HTTP, "2026-01-01T11:59:55Z")];
    let found = probing.finding();
    assert_eq!(
        (found.code, found.severity),
        (Code::ProbeFailing, Severity::Info),
        "it may pass yet"
    );
    let mut late = unready("2026-01-01T11:50:00Z", "2026-01-01T11:50:00Z");
    late.events = vec![pod_event("n1", "Unhealthy", HTTP, "2026-01-01T11:59:55Z")];
    assert_eq!(late.finding().severity, Severity::Error);
}

#[test]
fn a_startup_probe_has_the_time_that_it_allows() {
    let mut world = probed(unready("2026-01-01T11:50:00Z", "2026-01-01T11:50:00Z"), "startupProbe");
    world.pods[0]["status"]["containerStatuses"][0]["started"] = false.into();
    world.pods[0]["spec"]["containers"][0]["startupProbe"]["failureThreshold"] = 90.into();
    world.events = vec![pod_event(
        "n1",
        "Unhealthy",
        "Startup probe failed: dial tcp: connection refused",
        "2026-01-01T11:59:55Z",
    )];
    assert_eq!(world.finding().severity, Severity::Info, "it may take 15 minutes");
    world.pods[0]["spec"]["containers"][0]["startupProbe"]["failureThreshold"] = 3.into();
    assert_eq!(world.finding().severity, Severity::Error);
    world.events.clear();
    assert!(
        world
            .finding()
            .summary
            .starts_with("container main: startup probe fails"),
        "started=false tells"
    );
}

#[test]
fn without_events_the_state_tells_which_probe() {
    let world = unready("2026-01-01T11:00:00Z", "2026-01-01T11:30:00Z");
    let found = world.finding();
    assert_eq!((found.code, found.severity), (Code::NotReady, Severity::Error));
    let found = probed(world, "readinessProbe").finding();
    assert_eq!(
        (found.code, found.summary.as_str()),
        (Code::ProbeFailing, "container main: readiness probe fails")
    );
    let blink = unready("2026-01-01T11:00:00Z", "2026-01-01T11:59:50Z").finding();
    assert_eq!(blink.severity, Severity::Info);
}

#[test]
fn an_event_of_an_earlier_run_or_of_another_container_does_not_count() {
    let mut world = unready("2026-01-01T11:58:00Z", "2026-01-01T11:58:00Z");
    world.events = vec![pod_event("n1", "Unhealthy", HTTP, "2026-01-01T11:57:00Z")];
    assert_eq!(world.finding().code, Code::Starting);
    world.events = vec![pod_event("n1", "Unhealthy", HTTP, "2026-01-01T11:59:00Z")];
    world.events[0]["involvedObject"]["fieldPath"] = "spec.containers{side}".into();
    assert_eq!(world.finding().code, Code::Starting);
    let mut well = World::healthy(2);
    well.events = vec![pod_event("n1", "Unhealthy", HTTP, "2026-01-01T11:59:00Z")];
    assert_eq!(well.diagnosis().findings, [], "ready again");
}

#[test]
fn min_ready_seconds_pass_by_themselves() {
    let found = min_ready(30, json!("2026-01-01T11:59:48Z")).finding();
    assert_eq!((found.code, found.severity), (Code::MinReadySeconds, Severity::Info));
    assert_eq!(
        found.heals,
        Heals::Itself {
            at: "2026-01-01T12:00:18Z".parse().ok()
        },
        "C21"
    );
    assert_eq!(
        min_ready(30, json!("2026-01-01T12:00:03Z")).finding().severity,
        Severity::Info,
        "clocks differ a little"
    );
    let never = min_ready(30, Value::Null).finding();
    assert_eq!(
        (never.code, never.heals),
        (Code::MinReadySeconds, Heals::Somebody),
        "H-44"
    );
}

#[test]
fn a_clock_that_is_ahead_is_told() {
    let found = min_ready(30, json!("2026-01-01T12:02:00Z")).finding();
    assert_eq!(
        (found.code, found.severity),
        (Code::ClockAhead, Severity::Warning),
        "C21"
    );
    let mut world = min_ready(30, json!("2026-01-01T12:02:00Z"));
    world.set["spec"]["minReadySeconds"] = 0.into();
    assert_eq!(world.diagnosis().findings, [], "it does not matter then");
}

#[test]
fn a_readiness_gate_that_is_not_met_is_named() {
    let mut world = World::healthy(2);
    world.pods[0]["spec"]["readinessGates"] = json!([{"conditionType": "test/lb"}, {"conditionType": "test/met"}]);
    let conditions = &mut world.pods[0]["status"]["conditions"];
    conditions[3]["status"] = "False".into();
    conditions
        .as_array_mut()
        .expect("a list")
        .push(json!({"type": "test/met", "status": "True"}));
    let found = world.finding();
    assert_eq!((found.code, found.severity), (Code::ReadinessGate, Severity::Error));
    assert_eq!(found.summary, "readiness gate test/lb is not met");
    world.pods[0]["status"]["conditions"][2]["lastTransitionTime"] = "2026-01-01T11:59:00Z".into();
    assert_eq!(world.finding().severity, Severity::Info, "its controller gets a moment");
}

#[test]
fn a_liveness_probe_that_restarts_is_certain() {
    let mut world = unready("2026-01-01T11:59:00Z", "2026-01-01T11:50:00Z");
    world.events = vec![pod_event(
        "n1",
        "Unhealthy",
        "Liveness probe failed: HTTP probe failed with statuscode: 500",
        "2026-01-01T11:59:50Z",
    )];
    world.pods[0]["status"]["containerStatuses"][0]["restartCount"] = 2.into();
    let found = world.finding();
    assert_eq!(found.severity, Severity::Error);
    assert!(found.summary.ends_with("the kubelet restarts it each time"));
}

#[test]
fn the_probe_that_fails_now_is_the_one() {
    let mut world = unready("2026-01-01T11:00:00Z", "2026-01-01T11:30:00Z");
    let liveness = "Liveness probe failed: HTTP probe failed with statuscode: 500";
    world.pods[0]["status"]["containerStatuses"][0]["started"] = true.into();
    world.events = vec![
        pod_event("n1", "Unhealthy", "Startup probe failed: no", "2026-01-01T11:00:05Z"),
        pod_event("n1", "Unhealthy", liveness, "2026-01-01T11:10:00Z"),
        pod_event("n1", "Unhealthy", HTTP, "2026-01-01T11:59:55Z"),
    ];
    assert!(world.finding().summary.contains("readiness"));
    world.events[1] = pod_event("n1", "Unhealthy", liveness, "2026-01-01T11:59:50Z");
    assert!(
        world.finding().summary.contains("liveness"),
        "it restarts the container"
    );
}
