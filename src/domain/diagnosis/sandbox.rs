//! What a kubelet says about sandboxes and networks that it cannot make.

use k8s_openapi::api::core::v1::Event;

use super::said::between;

/// Why something cannot be made.
pub(super) struct Cause {
    /// In a clause that is the same on every node.
    pub(super) summary: String,
    /// What to do.
    pub(super) remedy: &'static str,
    /// Whether one try is enough to know.
    pub(super) certain: bool,
}

/// Whether an event is about a sandbox.
pub(super) fn is(event: &Event) -> bool {
    matches!(
        event.reason.as_deref(),
        Some(
            "FailedCreatePodSandBox"
                | "FailedPodSandBoxStatus"
                | "FailedCreatePodContainer"
                | "FailedPrepareDynamicResources"
                | "NetworkNotReady"
        )
    )
}

/// What keeps the sandbox from being made.
pub(super) fn cause(message: &str) -> Cause {
    let text = message.to_lowercase();
    let has = |fragments: &[&str]| fragments.iter().any(|fragment| text.contains(fragment));
    let network = "look at the network agent (CNI) on the node: its pod, and /etc/cni/net.d";
    let (summary, remedy) = if let Some(handler) = between(message, "no runtime for \"", "\"") {
        let summary = format!("the node has no runtime handler {handler}");
        return Cause {
            summary,
            remedy: "install the runtime of the RuntimeClass on the node, or keep the DaemonSet off it",
            certain: true,
        };
    } else if has(&[
        "no ip addresses available",
        "failed to assign an ip",
        "no available ip",
        "failed to allocate for range",
    ]) {
        (
            "the pod's sandbox cannot be made: no free IP address",
            "free addresses, or enlarge the range of the node",
        )
    } else if has(&["address already in use", "port is already allocated"]) {
        (
            "the pod's sandbox cannot be made: a host port is taken",
            "find what listens on the host port of the node",
        )
    } else if has(&["sandbox image", "pause image", "pull image", "/pause"]) {
        (
            "the pod's sandbox cannot be made: the sandbox (pause) image cannot be pulled",
            "make the registry of the sandbox image reachable from the node, or load the image",
        )
    } else if has(&[
        "network is not ready",
        "cni plugin not initialized",
        "networkpluginnotready",
    ]) {
        ("the network of the node is not ready", network)
    } else if has(&["network for sandbox", "cni", "set up pod", "setup network"]) {
        ("the pod's network cannot be made (CNI)", network)
    } else if has(&["prepare dynamic resources"]) {
        (
            "the dynamic resources of the pod cannot be prepared",
            "look at the DRA driver on the node: its pod has to run there",
        )
    } else if has(&["deadline exceeded", "deadlineexceeded"]) {
        (
            "the pod's sandbox cannot be made: the container runtime does not answer in time",
            "look at the container runtime of the node",
        )
    } else {
        (
            "the pod's sandbox cannot be made",
            "look at the event and at the container runtime of the node",
        )
    };
    Cause {
        summary: summary.to_owned(),
        remedy,
        certain: false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn causes_of_runtimes_are_told_apart() {
        let cases = [
            (
                r#"Failed to create pod sandbox: rpc error: code = Unknown desc = failed to setup network for sandbox "0f3c": plugin type="flannel" failed (add): loadFlannelSubnetEnv failed: open /run/flannel/subnet.env: no such file or directory"#,
                "the pod's network cannot be made (CNI)",
            ),
            (
                r#"Failed to create pod sandbox: rpc error: code = Unknown desc = failed to setup network for sandbox "0f3c": plugin type="host-local" failed (add): failed to allocate for range 0: no IP addresses available in range set: 10.0.0.1-10.0.0.254"#,
                "the pod's sandbox cannot be made: no free IP address",
            ),
            (
                r#"Failed to create pod sandbox: rpc error: code = Unknown desc = failed to get sandbox runtime: no runtime for "kata" is configured"#,
                "the node has no runtime handler kata",
            ),
            (
                r#"Failed to create pod sandbox: rpc error: code = Unknown desc = failed to get sandbox image "registry.k8s.io/pause:3.9": failed to pull image"#,
                "the pod's sandbox cannot be made: the sandbox (pause) image cannot be pulled",
            ),
            (
                "network is not ready: container runtime network not ready: NetworkReady=false reason:NetworkPluginNotReady message:Network plugin returns error: cni plugin not initialized",
                "the network of the node is not ready",
            ),
            (
                "Failed to create pod sandbox: rpc error: code = DeadlineExceeded desc = context deadline exceeded",
                "the pod's sandbox cannot be made: the container runtime does not answer in time",
            ),
            ("", "the pod's sandbox cannot be made"),
        ];
        for (message, summary) in cases {
            assert_eq!(cause(message).summary, summary, "{message}");
        }
    }
}
