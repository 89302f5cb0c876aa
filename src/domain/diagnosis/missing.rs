//! Objects that a pod refers to and that do not exist, read out of the messages that name them.

use super::said::between;

/// What is missing: `ConfigMap agent-cfg does not exist`, `Secret agent has no key token`.
pub(super) fn missing(message: &str) -> Option<String> {
    let text = message.replace("\\\"", "\"");
    if let Some(rest) = text.split_once("couldn't find key ").map(|(_, rest)| rest) {
        let (key, owner) = rest.split_once(" in ")?;
        let mut words = owner.split_whitespace();
        let (kind, name) = (words.next()?, words.next().unwrap_or_default());
        let name = name
            .rsplit('/')
            .next()
            .unwrap_or_default()
            .trim_end_matches([',', '.', ':']);
        return Some(format!("{kind} {name} has no key {key}"));
    }
    for (start, kind) in [
        ("non-existent config key: ", "a ConfigMap"),
        ("non-existent secret key: ", "a Secret"),
    ] {
        if let Some((_, key)) = text.split_once(start) {
            let key = key.split_whitespace().next().unwrap_or_default().trim_end_matches(',');
            return Some(format!("{kind} has no key {key}"));
        }
    }
    for (start, kind) in [
        ("configmap \"", "ConfigMap"),
        ("configmaps \"", "ConfigMap"),
        ("secret \"", "Secret"),
        ("secrets \"", "Secret"),
        ("persistentvolumeclaim \"", "PersistentVolumeClaim"),
        ("persistentvolumeclaims \"", "PersistentVolumeClaim"),
        ("serviceaccount \"", "ServiceAccount"),
        ("serviceaccounts \"", "ServiceAccount"),
    ] {
        let at = text.to_ascii_lowercase().find(start);
        let name = at.and_then(|at| between(text.get(at..)?, "\"", "\" not found"));
        if let Some(name) = name.filter(|name| !name.contains('"')) {
            return Some(format!("{kind} {name} does not exist"));
        }
    }
    None
}

/// The kubelet has not yet read what it needs: that passes by itself.
pub(super) fn not_yet_read(message: &str) -> bool {
    let fragments = [
        "services have not yet been read",
        "failed to sync configmap cache",
        "failed to sync secret cache",
        "kube-root-ca.crt",
        "not registered",
        "node not found",
    ];
    // A CSI driver that is `not found in the list of registered CSI drivers` is no such case.
    fragments.iter().any(|fragment| message.contains(fragment))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_is_named() {
        let cases = [
            (
                r#"configmap "agent-cfg" not found"#,
                Some("ConfigMap agent-cfg does not exist"),
            ),
            (
                r#"MountVolume.SetUp failed for volume "cfg" : configmap "agent-cfg" not found"#,
                Some("ConfigMap agent-cfg does not exist"),
            ),
            (
                r#"MountVolume.SetUp failed for volume "tls" : secret "agent-tls" not found"#,
                Some("Secret agent-tls does not exist"),
            ),
            (
                "couldn't find key level in ConfigMap fleet/agent-cfg",
                Some("ConfigMap agent-cfg has no key level"),
            ),
            (
                "couldn't find key token in Secret fleet/agent",
                Some("Secret agent has no key token"),
            ),
            ("couldn't find key token", None),
            (
                r#"MountVolume.SetUp failed for volume "cfg" : references non-existent config key: app.yaml"#,
                Some("a ConfigMap has no key app.yaml"),
            ),
            (r#"secrets "x" is forbidden: "#, None),
            (
                r#"error getting PVC "fleet/data": persistentvolumeclaim "data" not found"#,
                Some("PersistentVolumeClaim data does not exist"),
            ),
            (r#"İ configmap "é" not found"#, Some("ConfigMap é does not exist")),
            ("", None),
        ];
        for (message, found) in cases {
            assert_eq!(missing(message).as_deref(), found, "{message}");
        }
    }
}
