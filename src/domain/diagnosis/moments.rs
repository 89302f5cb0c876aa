//! When something was changed last, by the managed fields: the only place where objects say so.

use jiff::Timestamp;
use k8s_openapi::api::core::v1::Node;
use serde_json::Value;

use super::scene::Scene;
use crate::domain::{daemonset::DaemonSet, json};

/// When the spec of the DaemonSet was changed last; its creation where nobody can say and it was never observed.
pub(super) fn spec_changed(set: &DaemonSet) -> Option<Timestamp> {
    let of_spec = |entry: &&Value| json::at(entry, &["fieldsV1", "f:spec"]).is_some();
    let never = || set.created().filter(|_| set.observed_generation() == 0);
    newest(set, of_spec).or_else(never)
}

/// When the status of the DaemonSet changed last.
pub(super) fn status_changed(set: &DaemonSet) -> Option<Timestamp> {
    newest(set, |entry| json::at(entry, &["fieldsV1", "f:status"]).is_some())
}

fn newest(set: &DaemonSet, which: impl Fn(&&Value) -> bool) -> Option<Timestamp> {
    let entries = json::list(set.object(), &["metadata", "managedFields"]).iter();
    entries
        .filter(which)
        .filter_map(|entry| json::time(entry, &["time"]))
        .max()
}

/// When a node came to be what it is: its creation, the last change of its labels or taints, the last change of Ready.
pub(super) fn node_changed(node: &Node) -> Option<Timestamp> {
    let created = node.metadata.creation_timestamp.as_ref().map(|time| time.0);
    let entries = node.metadata.managed_fields.iter().flatten();
    let changes = entries.filter(|entry| {
        let fields = entry.fields_v1.as_ref().map(|fields| &fields.0);
        let has = |path: &[&str]| fields.is_some_and(|fields| json::at(fields, path).is_some());
        has(&["f:spec"]) || has(&["f:metadata", "f:labels"])
    });
    let changed = changes.filter_map(|entry| Some(entry.time.as_ref()?.0)).max();
    let conditions = node.status.iter().flat_map(|status| status.conditions.iter().flatten());
    let ready = conditions.filter(|condition| condition.type_ == "Ready");
    let ready = ready
        .filter_map(|condition| Some(condition.last_transition_time.as_ref()?.0))
        .max();
    created.max(changed).max(ready)
}

/// The newest trace of the controller's or of somebody's work on the DaemonSet: a change of its spec, an event about it, a
/// pod that was made.
pub(super) fn last_work(scene: &Scene<'_>) -> Option<Timestamp> {
    let event = scene
        .events(scene.set().uid())
        .iter()
        .find_map(|event| super::scene::seen(event));
    let created = scene
        .snapshot
        .pods()
        .filter_map(|pod| Some(pod.metadata.creation_timestamp.as_ref()?.0))
        .max();
    spec_changed(scene.set())
        .max(scene.set().created())
        .max(event)
        .max(created)
}
