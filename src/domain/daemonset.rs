//! A DaemonSet as the server sent it. Kept as a JSON value: what is written back or compared must not lose fields that
//! are newer than this program; the accessors read what is needed.

use jiff::Timestamp;
use serde_json::Value;

use super::json;

/// `kubernetes.io/change-cause`: the annotation that `rollout history` shows (semantics E-23).
pub const CHANGE_CAUSE: &str = "kubernetes.io/change-cause";
/// The annotation in which `kubectl apply` keeps what it sent last (semantics E-37).
pub const LAST_APPLIED: &str = "kubectl.kubernetes.io/last-applied-configuration";
/// The template annotation that `kubectl rollout restart` sets (semantics E-40).
pub const RESTARTED_AT: &str = "kubectl.kubernetes.io/restartedAt";
/// The annotation that carries the template generation (semantics G-26).
pub const TEMPLATE_GENERATION: &str = "deprecated.daemonset.template.generation";

/// One DaemonSet.
#[derive(Debug, Clone, PartialEq)]
pub struct DaemonSet(Value);

/// `spec.updateStrategy`, its limits as written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Strategy {
    /// Pods are replaced when somebody deletes them.
    OnDelete,
    /// Pods are replaced within limits; each an integer (`"2"`) or a percentage (`"30%"`).
    RollingUpdate {
        /// How many nodes may be without an available pod.
        max_unavailable: String,
        /// How many nodes may have a second pod meanwhile.
        max_surge: String,
    },
    /// A type this program does not know.
    Other(String),
}

/// The counters of `status` (semantics B-40); absent ones are zero (B-43).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Counters {
    /// Nodes that should run a pod.
    pub desired: i64,
    /// Of those, nodes that have one.
    pub current: i64,
    /// Of those, nodes whose first pod is ready.
    pub ready: i64,
    /// Of those, nodes whose first pod is of the current template.
    pub updated: i64,
    /// Of those, nodes whose first pod is available.
    pub available: i64,
    /// Nodes that should not run a pod and have one.
    pub misscheduled: i64,
}

impl DaemonSet {
    /// Wraps an object of kind DaemonSet.
    pub fn new(object: Value) -> Self {
        Self(object)
    }

    /// The object as the server sent it.
    pub fn object(&self) -> &Value {
        &self.0
    }

    /// `metadata.name`.
    pub fn name(&self) -> &str {
        json::text(&self.0, &["metadata", "name"])
    }

    /// `metadata.namespace`.
    pub fn namespace(&self) -> &str {
        json::text(&self.0, &["metadata", "namespace"])
    }

    /// `metadata.uid`.
    pub fn uid(&self) -> &str {
        json::text(&self.0, &["metadata", "uid"])
    }

    /// `metadata.resourceVersion`.
    pub fn resource_version(&self) -> &str {
        json::text(&self.0, &["metadata", "resourceVersion"])
    }

    /// `daemonset.apps/NAME`, as kubectl prints it (semantics E-2).
    pub fn qualified_name(&self) -> String {
        format!("daemonset.apps/{}", self.name())
    }

    /// `metadata.generation`.
    pub fn generation(&self) -> i64 {
        json::int(&self.0, &["metadata", "generation"])
    }

    /// `status.observedGeneration`.
    pub fn observed_generation(&self) -> i64 {
        json::int(&self.0, &["status", "observedGeneration"])
    }

    /// Whether a deletion is under way.
    pub fn terminating(&self) -> bool {
        json::at(&self.0, &["metadata", "deletionTimestamp"]).is_some()
    }

    /// `metadata.finalizers`: what must happen before a deleted one is gone.
    pub fn finalizers(&self) -> Vec<&str> {
        let finalizers = json::list(&self.0, &["metadata", "finalizers"]);
        finalizers.iter().filter_map(Value::as_str).collect()
    }

    /// `metadata.creationTimestamp`.
    pub fn created(&self) -> Option<Timestamp> {
        json::time(&self.0, &["metadata", "creationTimestamp"])
    }

    /// A metadata annotation.
    pub fn annotation(&self, key: &str) -> Option<&str> {
        json::at(&self.0, &["metadata", "annotations", key]).and_then(Value::as_str)
    }

    /// `spec.template`, or null where it is absent.
    pub fn template(&self) -> &Value {
        json::at(&self.0, &["spec", "template"]).unwrap_or(&Value::Null)
    }

    /// `spec.selector`, or null where it is absent.
    pub fn selector(&self) -> &Value {
        json::at(&self.0, &["spec", "selector"]).unwrap_or(&Value::Null)
    }

    /// `spec.minReadySeconds`, in seconds.
    pub fn min_ready_seconds(&self) -> i64 {
        json::int(&self.0, &["spec", "minReadySeconds"])
    }

    /// `spec.updateStrategy` with the API server's defaults (semantics B-13).
    pub fn strategy(&self) -> Strategy {
        let spec = &["spec", "updateStrategy"];
        let limit = |name, default: &str| match json::at(&self.0, &[spec[0], spec[1], "rollingUpdate", name]) {
            Some(Value::String(text)) => text.clone(),
            Some(Value::Number(number)) => number.to_string(),
            _ => default.to_owned(),
        };
        match json::text(&self.0, &["spec", "updateStrategy", "type"]) {
            "RollingUpdate" | "" => Strategy::RollingUpdate {
                max_unavailable: limit("maxUnavailable", "1"),
                max_surge: limit("maxSurge", "0"),
            },
            "OnDelete" => Strategy::OnDelete,
            other => Strategy::Other(other.to_owned()),
        }
    }

    /// Who changed the template last, and when: manager and RFC 3339 time from the managed fields.
    pub fn last_template_change(&self) -> Option<(&str, &str)> {
        let entries = json::list(&self.0, &["metadata", "managedFields"]).iter();
        let changes = entries.filter(|entry| json::at(entry, &["fieldsV1", "f:spec", "f:template"]).is_some());
        let newest = changes.max_by_key(|entry| json::time(entry, &["time"]))?;
        Some((json::text(newest, &["manager"]), json::text(newest, &["time"])))
    }

    /// The counters of `status`.
    pub fn counters(&self) -> Counters {
        let count = |name| json::int(&self.0, &["status", name]);
        Counters {
            desired: count("desiredNumberScheduled"),
            current: count("currentNumberScheduled"),
            ready: count("numberReady"),
            updated: count("updatedNumberScheduled"),
            available: count("numberAvailable"),
            misscheduled: count("numberMisscheduled"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn absent_counters_are_zero_and_defaults_are_the_servers() {
        let empty = DaemonSet::new(json!({"spec": {"updateStrategy": null}, "status": {"numberReady": null}}));
        assert_eq!(empty.counters(), Counters::default(), "B-43");
        let (max_unavailable, max_surge) = ("1".to_owned(), "0".to_owned());
        assert_eq!(
            empty.strategy(),
            Strategy::RollingUpdate {
                max_unavailable,
                max_surge
            },
            "B-13"
        );
    }

    #[test]
    fn limits_are_kept_as_written() {
        let set = DaemonSet::new(json!({"spec": {"updateStrategy": {
            "type": "RollingUpdate", "rollingUpdate": {"maxUnavailable": "30%", "maxSurge": 2}}}}));
        let (max_unavailable, max_surge) = ("30%".to_owned(), "2".to_owned());
        assert_eq!(
            set.strategy(),
            Strategy::RollingUpdate {
                max_unavailable,
                max_surge
            }
        );
    }
}
