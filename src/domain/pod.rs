//! What one pod of a DaemonSet is: ready, available, of which node, of which template.

use jiff::{SignedDuration, Timestamp};
use k8s_openapi::{
    api::core::v1::{Container, Pod},
    apimachinery::pkg::apis::meta::v1::OwnerReference,
};
use serde_json::Value;

use super::{json, revision::HASH_LABEL};

/// The label with the template generation a pod was made for (semantics A-26).
pub const GENERATION_LABEL: &str = "pod-template-generation";

/// The pod's name.
pub fn name(pod: &Pod) -> &str {
    pod.metadata.name.as_deref().unwrap_or_default()
}

/// The revision hash the pod is labelled with. Labels can lie (semantics C-28).
pub fn hash(pod: &Pod) -> Option<&str> {
    label(pod, HASH_LABEL)
}

/// The template generation the pod is labelled with.
pub fn template_generation(pod: &Pod) -> Option<&str> {
    label(pod, GENERATION_LABEL)
}

/// One of the pod's labels.
pub fn label<'a>(pod: &'a Pod, key: &str) -> Option<&'a str> {
    pod.metadata.labels.as_ref()?.get(key).map(String::as_str)
}

/// The pod's uid.
pub fn uid(pod: &Pod) -> &str {
    pod.metadata.uid.as_deref().unwrap_or_default()
}

/// The pod's controller, if it has one.
pub fn controller(pod: &Pod) -> Option<&OwnerReference> {
    let owners = pod.metadata.owner_references.as_deref().unwrap_or_default();
    owners.iter().find(|owner| owner.controller == Some(true))
}

/// Whether a deletion of the pod is under way.
pub fn terminating(pod: &Pod) -> bool {
    pod.metadata.deletion_timestamp.is_some()
}

/// Whether the pod has ended for good: phase Failed or Succeeded.
pub fn terminal(pod: &Pod) -> bool {
    let phase = pod.status.as_ref().and_then(|status| status.phase.as_deref());
    matches!(phase, Some("Failed" | "Succeeded"))
}

/// Whether the scheduler has bound the pod to a node.
pub fn bound(pod: &Pod) -> bool {
    let node = pod.spec.as_ref().and_then(|spec| spec.node_name.as_deref());
    node.is_some_and(|node| !node.is_empty())
}

/// The node the pod is bound to, or the one its name affinity asks for (semantics A-21).
pub fn node(pod: &Pod) -> Option<&str> {
    let spec = pod.spec.as_ref()?;
    if let Some(node) = spec.node_name.as_deref().filter(|node| !node.is_empty()) {
        return Some(node);
    }
    let affinity = spec.affinity.as_ref()?.node_affinity.as_ref()?;
    let required = affinity.required_during_scheduling_ignored_during_execution.as_ref()?;
    let fields = required
        .node_selector_terms
        .iter()
        .filter_map(|term| term.match_fields.as_ref())
        .flatten();
    let names = fields.filter(|field| field.key == "metadata.name" && field.operator == "In");
    match names.filter_map(|field| field.values.as_deref()).next() {
        Some([node]) => Some(node),
        _ => None,
    }
}

/// What the pods of one node are sorted by; the first is the one that stays (semantics A-44).
pub fn seniority(pod: &Pod) -> (bool, Option<Timestamp>, &str) {
    let created = pod.metadata.creation_timestamp.as_ref().map(|time| time.0);
    (!bound(pod), created, name(pod))
}

/// Since when the pod is ready, if it is: condition Ready is True, the phase is not consulted (semantics B-15). The inner
/// value is absent where the condition carries no time.
pub fn ready_since(pod: &Pod) -> Option<Option<Timestamp>> {
    let conditions = pod.status.as_ref()?.conditions.as_ref()?;
    let ready = conditions
        .iter()
        .find(|condition| condition.type_ == "Ready" && condition.status == "True")?;
    Some(ready.last_transition_time.as_ref().map(|time| time.0))
}

/// Whether the pod is available at `now`: ready for `min_ready_seconds` (semantics B-16).
pub fn available(pod: &Pod, min_ready_seconds: i64, now: Timestamp) -> bool {
    match ready_since(pod) {
        Some(_) if min_ready_seconds <= 0 => true,
        // A moment out of the calendar is still to come.
        Some(Some(since)) => since
            .checked_add(SignedDuration::from_secs(min_ready_seconds))
            .is_ok_and(|then| then <= now),
        _ => false,
    }
}

/// Whether the pod's containers are those of `template`: each container and init container of it is there with the same
/// image, command, arguments and environment. What admission added besides does not matter; the spec is the only
/// trustworthy evidence (semantics C-28).
pub fn runs(pod: &Pod, template: &Value) -> bool {
    let Some(spec) = pod.spec.as_ref() else { return false };
    let init = spec.init_containers.as_deref().unwrap_or_default();
    agree(&spec.containers, json::list(template, &["spec", "containers"]))
        && agree(init, json::list(template, &["spec", "initContainers"]))
}

fn agree(running: &[Container], wanted: &[Value]) -> bool {
    wanted.iter().all(|wanted| {
        let found = running
            .iter()
            .find(|container| container.name == json::text(wanted, &["name"]));
        found.is_some_and(|container| agrees(container, wanted))
    })
}

fn agrees(running: &Container, wanted: &Value) -> bool {
    let words = |name: &str| {
        json::list(wanted, &[name])
            .iter()
            .filter_map(Value::as_str)
            .collect::<Vec<_>>()
    };
    running.image.as_deref().unwrap_or_default() == json::text(wanted, &["image"])
        && running.command.as_deref().unwrap_or_default() == words("command")
        && running.args.as_deref().unwrap_or_default() == words("args")
        && json::list(wanted, &["env"]).iter().all(|wanted| {
            let variables = running.env.as_deref().unwrap_or_default();
            variables.iter().any(|variable| {
                variable.name == json::text(wanted, &["name"])
                    && variable.value.as_deref().unwrap_or_default() == json::text(wanted, &["value"])
            })
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn pod(value: Value) -> Pod {
        serde_json::from_value(value).expect("a pod")
    }

    #[test]
    fn target_node_is_the_bound_one_or_the_single_name_in_the_affinity() {
        let pinned = |values: Value| {
            pod(json!({"spec": {"containers": [], "affinity": {"nodeAffinity": {
                "requiredDuringSchedulingIgnoredDuringExecution": {"nodeSelectorTerms": [
                    {"matchFields": [{"key": "metadata.name", "operator": "In", "values": values}]}]}}}}}))
        };
        assert_eq!(node(&pinned(json!(["n3"]))), Some("n3"), "A-21");
        assert_eq!(
            node(&pinned(json!(["n3", "n4"]))),
            None,
            "A-21: not exactly one element"
        );
        assert_eq!(
            node(&pod(json!({"spec": {"containers": [], "nodeName": "n1"}}))),
            Some("n1")
        );
        assert_eq!(node(&pod(json!({}))), None);
    }

    #[test]
    fn availability_counts_from_the_ready_transition_and_equality_is_enough() {
        let ready = |time: Value| {
            pod(json!({"status": {"conditions": [{"type": "Ready", "status": "True", "lastTransitionTime": time}]}}))
        };
        let at = |text: &str| text.parse::<Timestamp>().expect("a time");
        let since = ready(json!("2026-01-01T00:00:00Z"));
        assert!(!available(&since, 10, at("2026-01-01T00:00:09Z")));
        assert!(available(&since, 10, at("2026-01-01T00:00:10Z")), "B-16");
        assert!(available(&ready(Value::Null), 0, at("2026-01-01T00:00:00Z")));
        assert!(!available(&ready(Value::Null), 1, at("2026-01-01T00:00:00Z")), "H-44");
        let end = ready(json!("9999-12-30T00:00:00Z"));
        assert!(!available(&end, i64::MAX, at("2026-01-01T00:00:00Z")), "no overflow");
    }

    #[test]
    fn a_pod_runs_a_template_whatever_admission_added() {
        let template =
            json!({"spec": {"containers": [{"name": "main", "image": "a:2", "env": [{"name": "X", "value": "1"}]}]}});
        let running = |image: &str, value: &str| {
            pod(json!({"spec": {"containers": [
                {"name": "main", "image": image, "env": [{"name": "ADDED"}, {"name": "X", "value": value}]},
                {"name": "injected", "image": "mesh:1"}]}}))
        };
        assert!(runs(&running("a:2", "1"), &template));
        assert!(!runs(&running("a:1", "1"), &template), "C-28");
        assert!(!runs(&running("a:2", "0"), &template), "C-28");
    }
}
