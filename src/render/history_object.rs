//! A stored revision as an object for programs: what it holds, and what the table says of it. Not the DaemonSet with an old
//! template grafted on, as kubectl shows it (semantics E-26, C15).

use serde_json::{Value, json};

use crate::domain::{daemonset::DaemonSet, json, record::Record, revision::Revision};

/// The object of an owned revision. `livePods` is null where pods may not be read, `changes` where no earlier revision is
/// stored.
pub fn owned(set: &DaemonSet, record: &Record) -> Value {
    let mut object = stored(set, record.revision);
    let changes = record
        .changes
        .as_ref()
        .map(|changes| changes.iter().map(ToString::to_string).collect::<Vec<_>>());
    object["current"] = json!(record.current);
    object["livePods"] = json!(record.pods);
    object["changes"] = json!(changes);
    object["changeCauseInherited"] = json!(record.inherited);
    object
}

/// The object of a revision that belongs to nobody and would be adopted (C44).
pub fn orphan(set: &DaemonSet, revision: &Revision) -> Value {
    let mut object = stored(set, revision);
    object["orphan"] = json!(true);
    object
}

/// `spec.template` is where the revision's own data has it, and where kubectl's form of it is too.
fn stored(set: &DaemonSet, revision: &Revision) -> Value {
    json!({
        "apiVersion": "kubectl-ds/v1",
        "kind": "DaemonSetRevision",
        "metadata": {"name": revision.name(), "namespace": set.namespace()},
        "daemonSet": set.name(),
        "revision": revision.number(),
        "name": revision.name(),
        "hash": revision.hash(),
        "createdAt": json::at(revision.object(), &["metadata", "creationTimestamp"]),
        "changeCause": revision.change_cause(),
        "orphan": false,
        "current": false,
        "livePods": null,
        "spec": {"template": revision.template()},
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::record::records;
    use k8s_openapi::api::core::v1::Pod;

    #[test]
    fn a_revision_is_shown_as_stored_with_what_is_known_of_it() {
        let template = json!({"spec": {"containers": [{"name": "main", "image": "agent:1"}]}});
        let set = DaemonSet::new(json!({"metadata": {"name": "agent", "namespace": "kube-system"},
            "spec": {"template": template}, "status": {"numberReady": 3}}));
        let stored = json!({"metadata": {"name": "agent-x", "creationTimestamp": "2026-01-01T00:00:00Z",
            "labels": {"controller-revision-hash": "x"}}, "revision": 1,
            "data": {"spec": {"template": {"$patch": "replace", "spec": template["spec"]}}}});
        let history = [Revision::parse(&stored.to_string()).expect("a revision")];
        let pods: [Pod; 0] = [];
        let object = owned(&set, &records(&set, &history, Some(pods.iter()))[0]);
        for (member, value) in [
            ("revision", json!(1)),
            ("name", json!("agent-x")),
            ("hash", json!("x")),
            ("createdAt", json!("2026-01-01T00:00:00Z")),
            ("current", json!(true)),
            ("livePods", json!(0)),
            ("changes", Value::Null),
        ] {
            assert_eq!(object[member], value, "C15 {member}");
        }
        assert_eq!(
            object["spec"]["template"], template,
            "C15: the stored template, without the patch directive"
        );
        assert!(object.get("status").is_none(), "C15: nothing of today's object");
        assert_eq!(orphan(&set, &history[0])["orphan"], true, "C44");
    }
}
