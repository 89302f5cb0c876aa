//! Crash loops, by exit code, signal and memory; and containers that only failed once.

use serde_json::{Value, json};

use super::super::{
    code::{Code, Severity},
    fixture_test::{World, pod_event},
};

const AT: &str = "2026-01-01T11:50:00Z";

fn end(code: i64, reason: &str, message: &str) -> Value {
    json!({"exitCode": code, "reason": reason, "message": message,
        "startedAt": "2026-01-01T11:57:00Z", "finishedAt": "2026-01-01T11:57:02Z"})
}

fn looping(restarts: i64, last: &Value) -> World {
    let mut world = World::healthy(3);
    world.state(1, AT, json!({"waiting": {"reason": "CrashLoopBackOff", "message": "back-off 5m0s restarting failed container=main pod=agent-n1_fleet(x)"}}));
    let status = &mut world.pods[0]["status"]["containerStatuses"][0];
    status["restartCount"] = restarts.into();
    status["lastState"] = json!({"terminated": last});
    world
}

#[test]
fn ends_are_told_apart() {
    let cases = [
        (
            end(2, "Error", ""),
            Code::CrashLoop,
            "container main ends again and again: exit code 2",
        ),
        (
            end(139, "Error", ""),
            Code::CrashLoop,
            "container main ends again and again: exit code 139 (SIGSEGV)",
        ),
        (
            end(137, "Error", ""),
            Code::CrashLoop,
            "container main ends again and again: exit code 137 (SIGKILL)",
        ),
        (
            end(0, "Completed", ""),
            Code::CrashLoop,
            "container main ends again and again: exit code 0 (it ends by itself, and a daemon must not)",
        ),
        (
            end(127, "Error", ""),
            Code::CrashLoop,
            "container main ends again and again: exit code 127 (command not found)",
        ),
        (
            end(137, "OOMKilled", ""),
            Code::OutOfMemory,
            "container main ends again and again: killed because the memory of the node ran out",
        ),
        (
            end(1, "Error", "exec /agent: exec format error"),
            Code::CrashLoop,
            "container main ends again and again: its program is for another platform (exec format error)",
        ),
        (
            end(
                128,
                "StartError",
                r#"failed to create containerd task: failed to create shim task: OCI runtime create failed: runc create failed: unable to start container process: exec: "agentd": executable file not found in $PATH: unknown"#,
            ),
            Code::ContainerError,
            r#"container main ends again and again: cannot be started: exec: "agentd": executable file not found in $PATH: unknown"#,
        ),
        (
            end(-1_073_741_819, "Error", ""),
            Code::CrashLoop,
            "container main ends again and again: exit code -1073741819",
        ),
    ];
    for (last, code, summary) in cases {
        let found = looping(6, &last).finding();
        assert_eq!(
            (found.code, found.summary.as_str(), found.severity),
            (code, summary, Severity::Error)
        );
    }
}

#[test]
fn proof_and_remedy_are_enough_to_act() {
    let found = looping(6, &end(2, "Error", "loading\nfatal: no config\n")).finding();
    assert_eq!(
        found.evidence[0].text,
        "container main waits: CrashLoopBackOff, 6 restarts, last exit code 2 at 2026-01-01T11:57:02Z: fatal: no config",
        "C02"
    );
    assert_eq!(
        found.remedy.command.as_deref(),
        Some("kubectl -n fleet logs agent-n1 -c main --previous")
    );
    assert!(found.remedy.text.contains("kubectl ds undo agent -n fleet"));
    assert_eq!(found.since, AT.parse().ok());
}

#[test]
fn the_memory_limit_is_named() {
    let mut world = looping(3, &end(137, "OOMKilled", ""));
    world.pods[0]["spec"]["containers"][0]["resources"] = json!({"limits": {"memory": "64Mi"}});
    world.set["spec"]["template"]["spec"]["containers"][0]["resources"] = json!({"limits": {"memory": "64Mi"}});
    assert!(
        world
            .finding()
            .summary
            .ends_with("killed for using more memory than its limit 64Mi")
    );
}

#[test]
fn between_two_ends_it_is_still_a_loop() {
    let mut world = looping(4, &end(2, "Error", ""));
    let status = &mut world.pods[0]["status"]["containerStatuses"][0];
    status["state"] = json!({"terminated": end(2, "Error", "")});
    assert_eq!(
        world.finding().code,
        Code::CrashLoop,
        "terminated, about to be restarted"
    );
    let status = &mut world.pods[0]["status"]["containerStatuses"][0];
    status["state"] = json!({"running": {"startedAt": "2026-01-01T11:59:30Z"}});
    let found = world.finding();
    assert_eq!(
        (found.code, found.severity),
        (Code::CrashLoop, Severity::Error),
        "runs again, for how long?"
    );
    world.pods[0]["status"]["containerStatuses"][0]["state"]["running"]["startedAt"] = "2026-01-01T11:58:00Z".into();
    assert_ne!(world.finding().code, Code::CrashLoop, "it has outlived that");
}

#[test]
fn one_end_is_no_loop() {
    let mut world = looping(0, &Value::Null);
    world.pods[0]["status"]["containerStatuses"][0]["state"] = json!({"terminated": end(1, "Error", "")});
    let found = world.finding();
    assert_eq!(
        (found.severity, found.summary.as_str()),
        (Severity::Warning, "container main has ended: exit code 1")
    );
}

#[test]
fn a_pod_that_recovered_is_well_and_one_that_is_ready_for_a_moment_is_not() {
    let mut world = World::healthy(2);
    let status = &mut world.pods[0]["status"]["containerStatuses"][0];
    status["restartCount"] = 5.into();
    status["lastState"] = json!({"terminated": {"exitCode": 1, "reason": "Error",
        "startedAt": "2026-01-01T10:59:00Z", "finishedAt": "2026-01-01T10:59:30Z"}});
    assert_eq!(world.diagnosis().findings, [], "it runs since 11:00");
    let status = &mut world.pods[0]["status"]["containerStatuses"][0];
    status["lastState"]["terminated"]["startedAt"] = "2026-01-01T11:55:00Z".into();
    status["lastState"]["terminated"]["finishedAt"] = "2026-01-01T11:58:50Z".into();
    status["state"]["running"]["startedAt"] = "2026-01-01T11:59:00Z".into();
    let found = world.finding();
    assert_eq!((found.code, found.severity), (Code::CrashLoop, Severity::Warning));
    world.pods[0]["status"]["containerStatuses"][0]["lastState"]["terminated"]["startedAt"] =
        "2025-12-01T00:00:00Z".into();
    assert_eq!(
        world.diagnosis().findings,
        [],
        "the last run was long: a restart, no loop"
    );
}

#[test]
fn a_rebooted_node_is_no_crash() {
    let mut world = looping(1, &end(137, "ContainerStatusUnknown", ""));
    let status = &mut world.pods[0]["status"]["containerStatuses"][0];
    status["state"] = json!({"running": {"startedAt": "2026-01-01T11:59:50Z"}});
    status["started"] = true.into();
    world.unready(1, "2026-01-01T11:59:40Z");
    assert_eq!(world.finding().severity, Severity::Info);
}

#[test]
fn the_kubelet_that_kills_for_a_probe_is_not_a_crash() {
    let mut world = looping(4, &end(137, "Error", ""));
    let mut event = pod_event(
        "n1",
        "Unhealthy",
        r#"Liveness probe failed: Get "http://10.0.0.4:8080/healthz": dial tcp 10.0.0.4:8080: connect: connection refused"#,
        "2026-01-01T11:57:01Z",
    );
    event["involvedObject"]["fieldPath"] = "spec.containers{main}".into();
    world.events = vec![event];
    let found = world.finding();
    assert_eq!(found.code, Code::ProbeFailing);
    assert_eq!(
        found.summary,
        "container main: liveness probe fails: connection refused; the kubelet restarts it each time"
    );
    world.events[0]["lastTimestamp"] = "2026-01-01T11:40:00Z".into();
    assert_eq!(world.finding().code, Code::CrashLoop, "in an earlier run");
}

#[test]
fn an_init_container_is_a_cause_of_its_own() {
    let mut world = World::healthy(2);
    world.state(1, AT, json!({"waiting": {"reason": "PodInitializing"}}));
    world.pods[0]["status"]["initContainerStatuses"] = json!([{"name": "prep", "image": "prep:1", "imageID": "", "ready": false,
        "restartCount": 3, "state": {"waiting": {"reason": "CrashLoopBackOff"}}, "lastState": {"terminated": end(1, "Error", "no route")}}]);
    let found = world.finding();
    assert_eq!(
        (found.code, found.summary.as_str()),
        (Code::InitContainer, "init container prep fails: exit code 1")
    );
    world.pods[0]["status"]["initContainerStatuses"][0]["state"] =
        json!({"terminated": {"exitCode": 0, "reason": "Completed"}});
    assert_eq!(world.finding().code, Code::Starting, "it has ended well at last");
}
