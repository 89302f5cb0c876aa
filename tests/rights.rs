//! Rights differ: what may not be read is said once, and the rest works (C65).

use anyhow::{Result, ensure};
use serde_json::{Value, json};

use crate::side_by_side::{Place, Ran, manifest};

impl Place {
    /// Runs kubectl-ds as a user who has these verbs on these resources of the namespace, and nothing else.
    pub fn ds_with_rights(&self, user: &str, rules: &[(&str, &str, &[&str])], arguments: &[&str]) -> Result<Ran> {
        let rules = rules
            .iter()
            .map(|(group, resource, verbs)| json!({"apiGroups": [group], "resources": [resource], "verbs": verbs}));
        self.ds_with_rules(user, &rules.collect::<Vec<_>>(), arguments)
    }

    /// The same with the rules of the Role as they are written.
    pub fn ds_with_rules(&self, user: &str, rules: &[Value], arguments: &[&str]) -> Result<Ran> {
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
    let rights = [
        "list pods",
        "list controllerrevisions.apps",
        "list nodes",
        "list events",
        "list daemonsets.apps, replicasets.apps, replicationcontrollers, statefulsets.apps, jobs.batch",
        "watch daemonsets.apps",
    ];
    ensure!(warnings.len() == rights.len(), "each missing right once: {ran:?}");
    for (warning, right) in warnings.iter().zip(rights) {
        ensure!(
            warning.starts_with(&format!("Warning: no right to {right}: ")),
            "{ran:?}"
        );
    }
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

#[tokio::test]
async fn a_role_that_names_the_daemonset_is_enough_to_follow_it() -> Result<()> {
    let Some(place) = Place::new("named").await? else {
        return Ok(());
    };
    place.send("apply", &manifest("agent", "registry.test/agent:slow", &json!({})))?;
    let all = ["get", "list", "watch"];
    let rules = [
        json!({"apiGroups": ["apps"], "resources": ["daemonsets"], "verbs": all, "resourceNames": ["agent"]}),
        json!({"apiGroups": ["apps"], "resources": ["controllerrevisions"], "verbs": all}),
        json!({"apiGroups": [""], "resources": ["pods"], "verbs": all}),
    ];
    let ran = place.ds_with_rules("restricted-1", &rules, &["status", "agent", "--timeout=120s"])?;
    ensure!(
        ran.code == 0 && ran.stdout.lines().count() > 1 && !ran.stderr.contains("watch"),
        "C65: {ran:?}"
    );
    let history = place.ds_with_rules("restricted-1", &rules, &["history", "agent"])?;
    ensure!(history.code == 0 && history.stderr.is_empty(), "{history:?}");
    let other = place.ds_with_rules("restricted-1", &rules, &["status", "other"])?;
    ensure!(other.code == 1 && other.stderr.contains("Forbidden"), "{other:?}");
    Ok(())
}

#[tokio::test]
async fn what_may_be_listed_and_not_watched_is_read_again() -> Result<()> {
    let Some(place) = Place::new("unwatched").await? else {
        return Ok(());
    };
    let (get_list, all) = (["get", "list"], ["get", "list", "watch"]);
    for (unwatched, others) in [("pods", "controllerrevisions"), ("controllerrevisions", "pods")] {
        place.send(
            "apply",
            &manifest("agent", "registry.test/agent:slow", &json!({"minReadySeconds": 2})),
        )?;
        let rules = [
            json!({"apiGroups": ["", "apps"], "resources": [unwatched], "verbs": get_list}),
            json!({"apiGroups": ["", "apps"], "resources": [others, "daemonsets"], "verbs": all}),
        ];
        let ran = place.ds_with_rules("restricted-2", &rules, &["status", "agent", "--timeout=120s"])?;
        ensure!(
            ran.code == 0 && ran.stdout.ends_with("successfully rolled out\n"),
            "{ran:?}"
        );
        let said = ran.stderr.matches("Warning: no right to watch").count();
        ensure!(said == 1 && ran.stderr.contains(unwatched), "once, by name: {ran:?}");
        ensure!(place.kubectl(&["delete", "ds", "agent", "--cascade=foreground"])?.code == 0);
    }
    Ok(())
}
