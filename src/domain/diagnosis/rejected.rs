//! Pods that a kubelet does not admit although they are bound to its node (semantics A-64).

const DEVICES: &str = "look at the device plugin of the node: it has fewer healthy devices than the scheduler counts";

/// What the kubelet rejects a pod for, and what to do; `None` where it does not reject it.
pub(super) fn rejection(reason: &str, message: &str) -> Option<(String, &'static str)> {
    if let Some(resource) = reason.strip_prefix("OutOf") {
        let words = match resource {
            "pods" => "the node has no room for one more pod".to_owned(),
            resource => format!("the node has too little {resource}"),
        };
        return Some((
            words,
            "free the resource on the node (static pods and pods of other schedulers count too), or lower the request",
        ));
    }
    // `Allocate failed due to requested number of devices unavailable for nvidia.com/gpu. Requested: 1, Available: 0, …`
    if let Some((_, device)) = message.split_once("devices unavailable for ") {
        let device = device
            .split([' ', ','])
            .next()
            .unwrap_or_default()
            .trim_end_matches('.');
        return Some((format!("the node has too few healthy {device}"), DEVICES));
    }
    let labels =
        "look at the labels of the node and at the selector and affinity of the pod: they do not agree any more";
    let (words, remedy) = match reason {
        "NodeAffinity" | "NodeSelectorMismatching" => {
            ("the node does not match the pod's selector or affinity", labels)
        }
        "NodeName" => ("the pod names another node", labels),
        "NodePorts" => (
            "a host port is taken on the node",
            "find which pod or process of the node holds the host port",
        ),
        "TaintToleration" => (
            "a NoExecute taint of the node is not tolerated",
            "tolerate the taint, or take it off the node",
        ),
        "UnexpectedAdmissionError" => ("a device or resource of the node cannot be handed out", DEVICES),
        "TopologyAffinityError" => (
            "its resources cannot be placed on one NUMA node",
            "lower the request, or change the topology policy of the kubelet",
        ),
        "SMTAlignmentError" => (
            "its CPUs are no whole cores",
            "request whole cores, or change the CPU manager policy",
        ),
        "SysctlForbidden" => (
            "it sets a sysctl that the kubelet does not allow",
            "allow the sysctl on the node (--allowed-unsafe-sysctls), or remove it from the template",
        ),
        "AppArmor" => (
            "its AppArmor profile is not on the node",
            "load the profile on the node",
        ),
        "PodOSNotSupported" | "PodOSSelectorNodeLabelDoesNotMatch" | "PodOSNodeLabelMismatch" => (
            "it is for another operating system",
            "keep the DaemonSet off these nodes: nodeSelector kubernetes.io/os",
        ),
        "NodeShutdown" => ("the node is shutting down", "wait until the node is up again"),
        "VolumeAttachmentLimitExceeded" => (
            "the node can attach no more volumes",
            "move pods with volumes off the node",
        ),
        "InvalidNodeInfo" => (
            "the kubelet does not know its own node yet",
            "wait; then look at the kubelet of the node",
        ),
        _ if message.starts_with("Pod was rejected") => {
            let words = match reason {
                "" => "for a reason not told".to_owned(),
                reason => reason.to_owned(),
            };
            return Some((words, "look at the message: the kubelet says there why"));
        }
        _ => return None,
    };
    Some((words.to_owned(), remedy))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_resource_is_named() {
        let words = |reason: &str| rejection(reason, "").map(|(words, _)| words);
        assert_eq!(words("OutOfcpu").as_deref(), Some("the node has too little cpu"));
        assert_eq!(
            words("OutOfnvidia.com/gpu").as_deref(),
            Some("the node has too little nvidia.com/gpu")
        );
        assert_eq!(
            words("OutOfpods").as_deref(),
            Some("the node has no room for one more pod")
        );
        assert_eq!(words("Evicted"), None);
        let message = "Allocate failed due to requested number of devices unavailable for nvidia.com/gpu. Requested: 1, Available: 0, which is unexpected";
        let device = rejection("UnexpectedAdmissionError", message).map(|(words, _)| words);
        assert_eq!(device.as_deref(), Some("the node has too few healthy nvidia.com/gpu"));
        assert_eq!(
            rejection("New", "Pod was rejected: new")
                .map(|(words, _)| words)
                .as_deref(),
            Some("New")
        );
    }
}
