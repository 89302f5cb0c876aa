//! The snapshot as the controller will see it once the change is made: the DaemonSet of the new template and, where a
//! revision is stored twice, every pod with the label that the controller then gives to it.

use std::sync::Arc;

use serde_json::Value;

use crate::domain::{
    daemonset::{DaemonSet, TEMPLATE_GENERATION},
    history,
    revision::HASH_LABEL,
    snapshot::Snapshot,
    template,
};

/// `snapshot` with `next` in the place of its DaemonSet.
pub(super) fn foreseen(snapshot: &Snapshot, next: &DaemonSet) -> Snapshot {
    let mut foreseen = snapshot.clone();
    foreseen.daemonset = observed(&snapshot.daemonset, next);
    relabel(&mut foreseen);
    foreseen
}

/// What the API server counts up with a change, and the controller has seen then (semantics G-23, B-1).
fn observed(present: &DaemonSet, next: &DaemonSet) -> DaemonSet {
    let mut object = next.object().clone();
    let generation = present.annotation(TEMPLATE_GENERATION).map(str::parse::<i64>);
    if let (false, Some(Ok(generation))) = (template::same(present.template(), next.template()), generation) {
        object["metadata"]["annotations"][TEMPLATE_GENERATION] = generation.saturating_add(1).to_string().into();
    }
    let generation = present.generation().saturating_add(1);
    object["metadata"]["generation"] = generation.into();
    if let Some(status) = object.get_mut("status").and_then(Value::as_object_mut) {
        status.insert("observedGeneration".to_owned(), generation.into());
    }
    DaemonSet::new(object)
}

/// Of several revisions with the template the controller keeps one and labels every pod with its hash, whatever the pod
/// runs (semantics C-24, C-25).
fn relabel(snapshot: &mut Snapshot) {
    let current = history::current(&snapshot.daemonset, snapshot.revisions());
    let Some(current) = current.filter(|current| !history::copies(snapshot.revisions(), current).is_empty()) else {
        return;
    };
    let hash = current.hash().to_owned();
    for pod in snapshot.pods.iter_mut().flatten() {
        let labels = Arc::make_mut(pod).metadata.labels.get_or_insert_default();
        labels.insert(HASH_LABEL.to_owned(), hash.clone());
    }
}
