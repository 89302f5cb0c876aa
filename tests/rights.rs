//! Rights differ: what may not be read is said once, and the rest works (C65).

use anyhow::{Result, ensure};
use serde_json::json;

use crate::side_by_side::{Place, Ran, manifest};

impl Place {
    /// Runs kubectl-ds as a user who has these verbs on these resources of the namespace, and nothing else.
    pub fn ds_with_rights(&self, user: &str, rules: &[(&str, &str, &[&str])], arguments: &[&str]) -> Result<Ran> {
        let rules: Vec<_> = rules
            .iter()
            .map(|(group, resource, verbs)| json!({"apiGroups": [group], "resources": [resource], "verbs": verbs}))
            .collect();
        let rbac = "rbac.authorization.k8s.io";
        let role =
            json!({"apiVersion": format!("{rbac}/v1"), "kind": "Role", "metadata": {"name": user}, "rules": rules});
        let binding = json!({"apiVersion": format!("{rbac}/v1"), "kind": "RoleBinding", "metadata": {"name": user},
            "roleRef": {"apiGroup": rbac, "kind": "Role", "name": user},
            "subjects": [{"apiGroup": rbac, "kind": "User", "name": user}]});
        self.send("apply", &role.to_string())?;
        self.send("apply", &binding.to_string())?;
        let config = self.cluster().kubeconfig_of(user)?.display().to_string();
        self.ds(&[arguments, &["--kubeconfig", &config]].concat())
    }
}

#[tokio::test]
async fn status_works_with_as_little_as_get_on_daemonsets() -> Result<()> {
    let Some(place) = Place::new("rights").await? else {
        return Ok(());
    };
    place.send("apply", &manifest("agent", "registry.test/agent:slow", &json!({})))?;
    let only_get: &[(&str, &str, &[&str])] = &[("apps", "daemonsets", &["get"])];
    // Not done at first, so it has to be followed, without the right to watch.
    let ran = place.ds_with_rights("restricted-1", only_get, &["status", "agent", "--timeout=120s"])?;
    ensure!(
        ran.code == 0 && ran.stdout.ends_with("successfully rolled out\n"),
        "{ran:?}"
    );
    let warnings: Vec<_> = ran.stderr.lines().collect();
    ensure!(warnings.len() == 2, "each missing right once: {ran:?}");
    ensure!(
        warnings[0].contains("no right to list pods") && warnings[1].contains("controllerrevisions"),
        "{ran:?}"
    );
    let pinned = place.ds_with_rights("restricted-1", only_get, &["status", "agent", "--revision=99"])?;
    ensure!(
        pinned.code == 1 && pinned.stderr.contains("--revision needs the right"),
        "a pin that cannot hold: {pinned:?}"
    );
    let none = place.ds_with_rights("restricted-2", &[], &["status", "agent"])?;
    ensure!(
        none.code == 1
            && none
                .stderr
                .starts_with("Error from server (Forbidden): daemonsets.apps \"agent\""),
        "{none:?}"
    );
    Ok(())
}
