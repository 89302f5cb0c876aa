//! What an undo leaves behind for the next `kubectl apply` (C05), and how to repair it. Apply removes only what stands
//! in its last-applied annotation; an undo brings parts back without writing them there (semantics E-36, E-37).

use serde_json::Value;

use super::{
    daemonset::{DaemonSet, LAST_APPLIED, RESTARTED_AT},
    json,
    template::{Change, changes},
    template_diff::{Step, lookup},
};

/// What is known of how the object is applied.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Applied {
    /// Nobody applies it, as far as it tells.
    No,
    /// With the annotation: these parts of the template would be left behind by the next apply, in words.
    Client(Vec<String>),
    /// Server-side: these managers own parts of the template and will conflict (C51).
    Server(Vec<String>),
}

/// What the next apply would do after `set` got the template `target`.
pub fn applied(set: &DaemonSet, target: &Value) -> Applied {
    let managers = server_side_managers(set);
    if !managers.is_empty() {
        return Applied::Server(managers);
    }
    match set.annotation(LAST_APPLIED) {
        Some(text) => Applied::Client(parts(text, set.template(), target)),
        None => Applied::No,
    }
}

/// Managers that own fields of the pod template by server-side apply.
fn server_side_managers(set: &DaemonSet) -> Vec<String> {
    let entries = json::list(set.object(), &["metadata", "managedFields"]).iter();
    let appliers = entries.filter(|entry| {
        json::text(entry, &["operation"]) == "Apply" && json::at(entry, &["fieldsV1", "f:spec", "f:template"]).is_some()
    });
    let mut names: Vec<String> = appliers
        .map(|entry| json::text(entry, &["manager"]).to_owned())
        .collect();
    names.dedup();
    names
}

/// The subjects of [`left_behind`].
pub fn parts(annotation: &str, present: &Value, target: &Value) -> Vec<String> {
    let parts = left_behind(annotation, present, target).into_iter();
    parts.map(|change| change.subject()).collect()
}

/// Parts that the change from `present` to `target` adds and that `annotation` does not know. What the server fills in
/// is in both templates and so never listed; the mark of a restart is nobody's to remove.
pub(crate) fn left_behind(annotation: &str, present: &Value, target: &Value) -> Vec<Change> {
    let object: Value = serde_json::from_str(annotation).unwrap_or_default();
    let known = json::at(&object, &["spec", "template"]).unwrap_or(&Value::Null);
    let restart = |path: &[Step]| matches!(path.last(), Some(Step::Member(key)) if key == RESTARTED_AT);
    let added = changes(present, target)
        .into_iter()
        .filter(|change| change.from.is_none() && !change.reordered && !restart(&change.path));
    added
        .filter(|change| lookup(known, owned(&change.path)).is_none())
        .collect()
}

/// The part of a path that apply handles as one: an atomic list is written or removed whole (semantics I-7).
fn owned(path: &[Step]) -> &[Step] {
    match path {
        [list @ .., Step::Element(_)] if matches!(list.last(), Some(Step::Member(field)) if field == "tolerations" || field == "envFrom") => {
            list
        }
        path => path,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn template(containers: Value, tolerations: Value) -> Value {
        json!({"metadata": {"labels": {"app": "agent"}}, "spec": {"containers": containers, "tolerations": tolerations,
            "dnsPolicy": "ClusterFirst"}})
    }

    fn set(last_applied: &str, template: &Value, managers: Value) -> DaemonSet {
        let mut object = json!({"metadata": {"managedFields": managers}, "spec": {"template": template}});
        if !last_applied.is_empty() {
            object["metadata"]["annotations"] = json!({LAST_APPLIED: last_applied});
        }
        DaemonSet::new(object)
    }

    #[test]
    fn parts_that_the_next_apply_would_leave_behind_are_named() {
        let v1 = template(
            json!([{"name": "main", "image": "a:1", "env": [{"name": "FLAG", "value": "1"}]}, {"name": "side", "image": "s:1"}]),
            json!([{"key": "a"}]),
        );
        let v2 = template(
            json!([{"name": "main", "image": "a:2"}, {"name": "side2", "image": "s:1"}]),
            json!([{"key": "b"}]),
        );
        let sent = |template: &Value| json!({"spec": {"template": template}}).to_string();
        let expected = vec!["env FLAG of main".to_owned(), "container side".to_owned()];
        assert_eq!(
            applied(&set(&sent(&v2), &v2, json!([])), &v1),
            Applied::Client(expected),
            "C05"
        );
        assert_eq!(
            applied(&set(&sent(&v1), &v2, json!([])), &v1),
            Applied::Client(vec![]),
            "all of it is known"
        );
        let none = template(json!([{"name": "main", "image": "a:2"}]), Value::Null);
        let only = template(json!([{"name": "main", "image": "a:1"}]), json!([{"key": "a"}]));
        let expected = vec!["toleration a".to_owned()];
        assert_eq!(
            applied(&set(&sent(&none), &none, json!([])), &only),
            Applied::Client(expected),
            "no list yet"
        );
        assert_eq!(applied(&set("", &v2, json!([])), &v1), Applied::No);
        assert!(matches!(applied(&set("no json", &v2, json!([])), &v1), Applied::Client(all) if all.len() == 3));
    }

    #[test]
    fn server_side_apply_is_told_by_its_managers() {
        let entry = |manager: &str, operation: &str, fields: Value| json!({"manager": manager, "operation": operation, "fieldsV1": fields});
        let managers = json!([
            entry("ci", "Apply", json!({"f:spec": {"f:template": {"f:spec": {}}}})),
            entry("labeller", "Apply", json!({"f:metadata": {}})),
            entry("kubectl-set", "Update", json!({"f:spec": {"f:template": {}}})),
        ]);
        let v1 = template(json!([]), Value::Null);
        assert_eq!(
            applied(&set("", &v1, managers), &v1),
            Applied::Server(vec!["ci".to_owned()]),
            "C51"
        );
    }
}
