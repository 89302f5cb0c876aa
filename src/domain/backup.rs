//! A DaemonSet as the manifest that re-creates it so that its pods are adopted as they are. Writing it is `command`'s.

use serde_json::{Map, Value};

use super::daemonset::DaemonSet;

/// What the server sets in `metadata`. Owner references are left out with it: an owner that is gone by then, or has
/// another uid, would have the garbage collector delete the DaemonSet and its pods.
const SERVER_SET: [&str; 10] = [
    "uid",
    "resourceVersion",
    "generation",
    "creationTimestamp",
    "deletionTimestamp",
    "deletionGracePeriodSeconds",
    "selfLink",
    "generateName",
    "managedFields",
    "ownerReferences",
];
/// Finalizers that only a deletion sets (semantics D-12).
const OF_DELETION: [&str; 2] = ["orphan", "foregroundDeletion"];

/// The manifest: without status and without what the server sets, but with the generation annotation, which is honoured
/// when the object is created: a counter that began anew would let old pods pass for updated ones (semantics D-24,
/// D-25).
pub fn manifest(set: &DaemonSet) -> Value {
    let mut object = Map::new();
    object.insert("apiVersion".to_owned(), "apps/v1".into());
    object.insert("kind".to_owned(), "DaemonSet".into());
    object.extend(set.object().as_object().cloned().unwrap_or_default());
    object.shift_remove("status");
    if let Some(metadata) = object.get_mut("metadata").and_then(Value::as_object_mut) {
        for member in SERVER_SET {
            metadata.shift_remove(member);
        }
        if let Some(finalizers) = metadata.get_mut("finalizers").and_then(Value::as_array_mut) {
            finalizers.retain(|finalizer| !OF_DELETION.iter().any(|known| finalizer == known));
            if finalizers.is_empty() {
                metadata.shift_remove("finalizers");
            }
        }
    }
    object.into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::daemonset::TEMPLATE_GENERATION;
    use serde_json::json;

    #[test]
    fn what_the_server_sets_is_left_out_and_the_generation_stays() {
        let metadata = json!({"name": "agent", "namespace": "ops", "labels": {"a": "b"}, "annotations": {TEMPLATE_GENERATION: "4"}});
        let spec = json!({"selector": {}, "newerField": 1.50});
        let mut full = metadata.clone();
        for member in SERVER_SET {
            full[member] = json!("x");
        }
        full["finalizers"] = json!(["orphan", "example.com/hold"]);
        let set = DaemonSet::new(json!({"metadata": full, "spec": spec, "status": {"numberReady": 1}}));
        let mut kept = metadata;
        kept["finalizers"] = json!(["example.com/hold"]);
        let expected = json!({"apiVersion": "apps/v1", "kind": "DaemonSet", "metadata": kept, "spec": spec});
        assert_eq!(manifest(&set), expected, "D-25");
        let last = DaemonSet::new(json!({"metadata": {"name": "agent", "finalizers": ["foregroundDeletion"]}}));
        assert!(manifest(&last)["metadata"].get("finalizers").is_none());
    }
}
