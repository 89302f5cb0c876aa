//! A pod as the controller would make it for a node, to ask the server whether it takes one (C17), and what it answers.

use serde::Serialize;
use serde_json::{Map, Value, json};

use super::{
    daemonset::{DaemonSet, TEMPLATE_GENERATION},
    json, pod,
    revision::HASH_LABEL,
};

/// What the server says to a dry-run creation. It is asked with the rights of who asks, not with the controller's: a
/// policy that looks at the user can answer differently.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "answer", rename_all = "camelCase")]
pub enum Probe {
    /// It takes the pod.
    Accepted {
        /// What admission changed so that the pod does not fit its node, in a clause each (C55).
        objections: Vec<String>,
    },
    /// It refuses the pod.
    Refused {
        /// The HTTP status.
        code: u16,
        /// The reason in a word, e.g. `Forbidden`.
        reason: String,
        /// In the server's words.
        message: String,
    },
    /// Who asks may not create pods, so that nothing is known.
    NotAllowed {
        /// In the server's words.
        message: String,
    },
}

/// The pod that the controller would make for a node (semantics ), of the revision with this hash.
/// Without `blockOwnerDeletion`, for which a person would need rights that have nothing to do with the question.
pub fn pod(set: &DaemonSet, node: &str, hash: Option<&str>) -> Value {
    let template = set.template();
    let mut spec = json::at(template, &["spec"]).cloned().unwrap_or_else(|| json!({}));
    let terms = json!([{"matchFields": [{"key": "metadata.name", "operator": "In", "values": [node]}]}]);
    let required = json!({"nodeSelectorTerms": terms});
    if let Some(spec) = spec.as_object_mut() {
        let affinity = member(member(spec, "affinity"), "nodeAffinity");
        affinity.insert("requiredDuringSchedulingIgnoredDuringExecution".to_owned(), required);
        let tolerations = super::toleration::of_template(&Value::Object(spec.clone()));
        spec.insert("tolerations".to_owned(), tolerations.into());
    }
    let mut labels = Map::new();
    for (key, value) in json::strings(template, &["metadata", "labels"]) {
        labels.insert(key.to_owned(), value.into());
    }
    let generation = set.annotation(TEMPLATE_GENERATION);
    labels.extend(generation.map(|generation| (pod::GENERATION_LABEL.to_owned(), generation.into())));
    labels.extend(hash.map(|hash| (HASH_LABEL.to_owned(), hash.into())));
    let copied = |name: &str| json::at(template, &["metadata", name]).cloned().unwrap_or(Value::Null);
    json!({
        "apiVersion": "v1",
        "kind": "Pod",
        "metadata": {
            "generateName": format!("{}-", set.name()),
            "namespace": set.namespace(),
            "labels": labels,
            "annotations": copied("annotations"),
            "finalizers": copied("finalizers"),
            "ownerReferences": [{"apiVersion": "apps/v1", "kind": "DaemonSet", "name": set.name(), "uid": set.uid(),
                "controller": true}],
        },
        "spec": spec,
    })
}

/// The object member of this name, made where it is absent or something else.
fn member<'a>(of: &'a mut Map<String, Value>, name: &str) -> &'a mut Map<String, Value> {
    let value = of.entry(name).or_insert_with(|| json!({}));
    if !value.is_object() {
        *value = json!({});
    }
    match value {
        Value::Object(members) => members,
        // It has just been made one.
        _ => unreachable!("an object"),
    }
}

#[cfg(test)]
#[path = "probe_test.rs"]
mod tests;
