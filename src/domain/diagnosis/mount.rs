//! What a kubelet says about volumes that it cannot mount.

use k8s_openapi::api::core::v1::Event;

use super::{
    missing::missing,
    said::{self, between},
    sandbox::Cause,
};

/// Whether an event is about a volume.
pub(super) fn is(event: &Event) -> bool {
    matches!(
        event.reason.as_deref(),
        Some("FailedMount" | "FailedAttachVolume" | "FailedMapVolume" | "FailedMountOnFilesystemMismatch")
    )
}

/// Which volume, and why.
pub(super) fn cause(message: &str) -> Cause {
    let message = message.replace("\\\"", "\"");
    let names = between(&message, "for volume \"", "\"").or_else(|| between(&message, "unmounted volumes=[", "]"));
    let volume = match names {
        Some(names) => {
            let names: Vec<&str> = names.split_whitespace().map(plain).collect();
            format!("volume {}", names.join(", "))
        }
        None => "a volume".to_owned(),
    };
    if let Some(missing) = missing(&message) {
        return Cause {
            summary: format!("{volume}: {missing}"),
            remedy: "create it, or correct the reference in the template",
            certain: true,
        };
    }
    let (why, remedy, certain) = if let Some((_, path)) = message.split_once("hostPath type check failed: ") {
        (
            said::clip(path),
            "make the path on the node, or correct the hostPath and its type",
            true,
        )
    } else if let Some(driver) = driver(&message) {
        (
            format!("CSI driver {driver} is not registered on the node"),
            "look at the node plugin of the CSI driver: its pod has to run on this node",
            false,
        )
    } else if message.contains("Multi-Attach error") {
        (
            "it is attached to another node".to_owned(),
            "pods on several nodes cannot share a ReadWriteOnce volume: use another kind of volume",
            true,
        )
    } else if message.contains("maximum number of volumes") || message.contains("max volume count") {
        (
            "the node has as many volumes attached as it can".to_owned(),
            "free a volume on the node, or take a larger instance type",
            false,
        )
    } else if message.contains("no such file or directory") {
        (
            "a file or directory is missing".to_owned(),
            "look at the event: it names what is missing on the node",
            false,
        )
    } else if message.contains("permission denied") || message.contains("access denied") {
        ("access denied".to_owned(), "look at the export and its rights", false)
    } else if message.contains("timed out waiting") || message.contains("deadline exceeded") {
        (
            "timed out".to_owned(),
            "look at the earlier events of the pod and at the storage driver on the node",
            false,
        )
    } else {
        (
            String::new(),
            "look at the event: it says what the mount ran into",
            false,
        )
    };
    let why = if why.is_empty() { why } else { format!(": {why}") };
    Cause {
        summary: format!("{volume} cannot be {}{why}", done(&message)),
        remedy,
        certain,
    }
}

/// A volume is attached to the node before it is mounted in the pod.
fn done(message: &str) -> &'static str {
    if message.starts_with("AttachVolume") || message.starts_with("Multi-Attach") {
        "attached"
    } else {
        "mounted"
    }
}

/// The token's volume has another name in each pod.
fn plain(name: &str) -> &str {
    if name.starts_with("kube-api-access-") {
        "kube-api-access"
    } else {
        name
    }
}

/// The driver that the kubelet does not know.
fn driver(message: &str) -> Option<&str> {
    message
        .contains("registered CSI drivers")
        .then(|| between(message, "driver name ", " not found"))
        .flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn volume_and_cause_are_named() {
        let cases = [
            (
                r#"MountVolume.SetUp failed for volume "cfg" : configmap "agent-cfg" not found"#,
                "volume cfg: ConfigMap agent-cfg does not exist",
            ),
            (
                r#"MountVolume.SetUp failed for volume "dev" : hostPath type check failed: /run/agent is not a directory"#,
                "volume dev cannot be mounted: /run/agent is not a directory",
            ),
            (
                "Unable to attach or mount volumes: unmounted volumes=[cfg data], unattached volumes=[], failed to process volumes=[]: timed out waiting for the condition",
                "volume cfg, data cannot be mounted: timed out",
            ),
            (
                r#"MountVolume.MountDevice failed for volume "pvc-1" : kubernetes.io/csi: attacher.MountDevice failed to create newCsiDriverClient: driver name csi.test not found in the list of registered CSI drivers"#,
                "volume pvc-1 cannot be mounted: CSI driver csi.test is not registered on the node",
            ),
            (
                r#"Multi-Attach error for volume "pvc-1" Volume is already exclusively attached to one node and can't be attached to another"#,
                "volume pvc-1 cannot be attached: it is attached to another node",
            ),
            ("MountVolume.SetUp failed", "a volume cannot be mounted"),
            ("", "a volume cannot be mounted"),
        ];
        for (message, summary) in cases {
            assert_eq!(cause(message).summary, summary, "{message}");
        }
    }
}
