//! Containers that cannot be made or started.

use serde_json::json;

use super::super::{
    code::{Code, Severity},
    fixture_test::World,
};

fn waiting(reason: &str, message: &str) -> World {
    let mut world = World::healthy(2);
    world.state(
        1,
        "2026-01-01T11:50:00Z",
        json!({"waiting": {"reason": reason, "message": message}}),
    );
    world
}

#[test]
fn what_is_missing_is_named_and_other_errors_are_quoted() {
    let cases = [
        (
            "CreateContainerConfigError",
            r#"configmap "agent-cfg" not found"#,
            Code::ConfigError,
            "container main: ConfigMap agent-cfg does not exist",
        ),
        (
            "CreateContainerConfigError",
            r#"secret "token" not found"#,
            Code::ConfigError,
            "container main: Secret token does not exist",
        ),
        (
            "CreateContainerConfigError",
            "couldn't find key level in ConfigMap fleet/agent-cfg",
            Code::ConfigError,
            "container main: ConfigMap agent-cfg has no key level",
        ),
        (
            "CreateContainerConfigError",
            r#"container has runAsNonRoot and image will run as root (pod: "agent-n1_fleet(pod-n1)", container: main)"#,
            Code::ContainerError,
            "container main cannot be started (CreateContainerConfigError): runAsNonRoot is set, and the image runs as root",
        ),
        (
            "CreateContainerError",
            "context deadline exceeded",
            Code::ContainerError,
            "container main cannot be started (CreateContainerError): the container runtime does not answer in time",
        ),
        (
            "RunContainerError",
            r#"failed to create containerd task: failed to create shim task: OCI runtime create failed: runc create failed: unable to start container process: exec: "agentd": executable file not found in $PATH: unknown"#,
            Code::ContainerError,
            r#"container main cannot be started (RunContainerError): exec: "agentd": executable file not found in $PATH: unknown"#,
        ),
        (
            "PostStartHookError",
            "",
            Code::ContainerError,
            "container main cannot be started (PostStartHookError)",
        ),
        (
            "CreateContainerError",
            "failed to reserve container name agent-n1_fleet",
            Code::ContainerError,
            "container main cannot be started (CreateContainerError)",
        ),
        (
            "SomethingNew",
            "odd",
            Code::ContainerError,
            "container main cannot be started (SomethingNew): odd",
        ),
    ];
    for (reason, message, code, summary) in cases {
        let found = waiting(reason, message).finding();
        assert_eq!(
            (found.code, found.summary.as_str(), found.severity),
            (code, summary, Severity::Error)
        );
    }
}

#[test]
fn what_the_kubelet_has_not_read_yet_passes() {
    let message = "services have not yet been read at least once, cannot construct envvars";
    let mut world = waiting("CreateContainerConfigError", message);
    assert_eq!(world.finding().severity, Severity::Error, "not for ten minutes");
    world.unready(1, "2026-01-01T11:59:30Z");
    assert_eq!(world.finding().severity, Severity::Info);
}

#[test]
fn the_worst_container_speaks_for_the_pod() {
    let mut world = waiting("ContainerCreating", "");
    let mut second = world.pods[0]["status"]["containerStatuses"][0].clone();
    second["name"] = "side".into();
    second["state"] = json!({"waiting": {"reason": "CreateContainerError", "message": "odd"}});
    world.pods[0]["status"]["containerStatuses"]
        .as_array_mut()
        .expect("a list")
        .push(second);
    assert!(world.finding().summary.starts_with("container side"));
}
