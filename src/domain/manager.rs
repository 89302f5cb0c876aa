//! Who looks after a DaemonSet from outside and would put it back: an operator that owns it, or a deployment tool by the
//! marks it leaves on objects. Not here: who owns which field of it (`last_applied`).

use serde_json::Value;

use super::{daemonset::DaemonSet, json};

/// The marks of the tools: label or annotation, and whose it is.
pub(super) const MARKS: [(&str, &str); 12] = [
    ("argocd.argoproj.io/tracking-id", "Argo CD"),
    ("argocd.argoproj.io/instance", "Argo CD"),
    ("kustomize.toolkit.fluxcd.io/name", "Flux"),
    ("helm.toolkit.fluxcd.io/name", "Flux"),
    ("meta.helm.sh/release-name", "Helm"),
    ("addonmanager.kubernetes.io/mode", "the addon manager"),
    ("objectset.rio.cattle.io/id", "Rancher"),
    ("kapp.k14s.io/app", "kapp"),
    ("olm.owner", "the Operator Lifecycle Manager"),
    ("config.k8s.io/owning-inventory", "kpt or Config Sync"),
    ("configsync.gke.io/resource-id", "Config Sync"),
    ("app.kubernetes.io/managed-by", ""),
];

/// Somebody who looks after the DaemonSet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Manager {
    /// Another object owns it.
    Owner {
        /// Kind of the owner.
        kind: String,
        /// Name of the owner.
        name: String,
    },
    /// A tool has left its mark.
    Tool {
        /// Whose it is.
        tool: String,
        /// The mark, `KEY=VALUE`.
        mark: String,
    },
}

/// Everybody who looks after `set`, each tool once, by its plainest mark.
pub fn managers(set: &DaemonSet) -> Vec<Manager> {
    let owners = json::list(set.object(), &["metadata", "ownerReferences"]).iter();
    let mut found: Vec<Manager> = owners
        .map(|owner| Manager::Owner {
            kind: json::text(owner, &["kind"]).to_owned(),
            name: json::text(owner, &["name"]).to_owned(),
        })
        .collect();
    let mut tools: Vec<String> = Vec::new();
    for (key, tool) in MARKS {
        let marks = ["labels", "annotations"].map(|place| json::at(set.object(), &["metadata", place, key]));
        let Some(value) = marks.into_iter().flatten().find_map(Value::as_str) else {
            continue;
        };
        let tool = if tool.is_empty() { value } else { tool };
        if !tools.iter().any(|known| known.eq_ignore_ascii_case(tool)) {
            tools.push(tool.to_owned());
            found.push(Manager::Tool {
                tool: tool.to_owned(),
                mark: format!("{key}={value}"),
            });
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn owners_and_tools_are_named_once() {
        let set = DaemonSet::new(json!({"metadata": {
            "ownerReferences": [{"kind": "Agent", "name": "main"}],
            "labels": {"app.kubernetes.io/managed-by": "Helm", "argocd.argoproj.io/instance": "agents"},
            "annotations": {"meta.helm.sh/release-name": "agent", "argocd.argoproj.io/tracking-id": "agents:apps/DaemonSet:ops/agent"},
        }}));
        let tool = |tool: &str, mark: &str| Manager::Tool {
            tool: tool.to_owned(),
            mark: mark.to_owned(),
        };
        let owner = Manager::Owner {
            kind: "Agent".to_owned(),
            name: "main".to_owned(),
        };
        let argo = tool(
            "Argo CD",
            "argocd.argoproj.io/tracking-id=agents:apps/DaemonSet:ops/agent",
        );
        assert_eq!(
            managers(&set),
            [owner, argo, tool("Helm", "meta.helm.sh/release-name=agent")]
        );
        let other = DaemonSet::new(json!({"metadata": {"labels": {"app.kubernetes.io/managed-by": "ours"}}}));
        assert_eq!(managers(&other), [tool("ours", "app.kubernetes.io/managed-by=ours")]);
        assert_eq!(managers(&DaemonSet::new(json!({}))), []);
    }
}
