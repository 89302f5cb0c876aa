//! The file that objects are saved in: a `List` as kubectl writes it, with annotations that say when and what was read.

use serde_json::{Map, Value, json};

use super::json;

/// The annotation with the moment the objects were read, by the server's clock, in RFC 3339.
pub const TAKEN: &str = "kubectl-ds/taken";
/// The annotation with the resources that were read, whether there were objects or not; of all others nothing is known.
pub const READ: &str = "kubectl-ds/read";
/// Among what was read: the pods of all namespaces on the nodes where something is needed that others hold.
pub const NEIGHBOURS: &str = "pods in all namespaces";

/// A resource of which objects are saved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Resource {
    /// `DaemonSet`.
    pub kind: &'static str,
    /// `apps/v1`.
    pub version: &'static str,
    /// `daemonsets`.
    pub plural: &'static str,
}

/// All of them.
pub const RESOURCES: [Resource; 9] = [
    resource("DaemonSet", "apps/v1", "daemonsets"),
    resource("ControllerRevision", "apps/v1", "controllerrevisions"),
    resource("Pod", "v1", "pods"),
    resource("Node", "v1", "nodes"),
    resource("Event", "v1", "events"),
    resource("ReplicaSet", "apps/v1", "replicasets"),
    resource("ReplicationController", "v1", "replicationcontrollers"),
    resource("StatefulSet", "apps/v1", "statefulsets"),
    resource("Job", "batch/v1", "jobs"),
];

const fn resource(kind: &'static str, version: &'static str, plural: &'static str) -> Resource {
    Resource { kind, version, plural }
}

impl Resource {
    /// `apps` of `apps/v1`; empty for the core group.
    pub fn group(self) -> &'static str {
        self.version.split_once('/').map_or("", |(group, _)| group)
    }

    /// `daemonsets.apps`, as RBAC and the server's errors name it.
    pub fn qualified(self) -> String {
        match self.group() {
            "" => self.plural.to_owned(),
            group => format!("{}.{group}", self.plural),
        }
    }

    /// The one of this kind.
    pub fn of(kind: &str, version: &str) -> Option<Self> {
        RESOURCES
            .into_iter()
            .find(|known| known.kind == kind && known.version == version)
    }
}

/// The file: objects, each with its kind, the moment, and what was read.
pub fn list(objects: Vec<Value>, taken: jiff::Timestamp, read: &[String]) -> Value {
    json!({
        "apiVersion": "v1",
        "kind": "List",
        "metadata": {"annotations": {TAKEN: taken.to_string(), READ: read.join(",")}},
        "items": objects,
    })
}

/// The newest moment that is found in an object, of those that lie in the past when it is read.
pub fn newest(object: &Value) -> Option<jiff::Timestamp> {
    const FIELDS: [&str; 12] = [
        "creationTimestamp",
        "eventTime",
        "finishedAt",
        "firstTimestamp",
        "lastHeartbeatTime",
        "lastObservedTime",
        "lastTimestamp",
        "lastTransitionTime",
        "lastUpdateTime",
        "startTime",
        "startedAt",
        "time",
    ];
    let deeper = |members: &Map<String, Value>| {
        let moments = members.iter().map(|(name, value)| match value {
            Value::String(text) if FIELDS.contains(&name.as_str()) => text.parse().ok(),
            value => newest(value),
        });
        moments.max().flatten()
    };
    match object {
        Value::Object(members) => deeper(members),
        Value::Array(items) => items.iter().map(newest).max().flatten(),
        _ => None,
    }
}

/// The resources that a file says were read; `None` for one that does not say it.
pub fn read(list: &Value) -> Option<Vec<String>> {
    let text = json::at(list, &["metadata", "annotations", READ])?.as_str()?;
    Some(text.split(',').map(str::to_owned).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_moment_is_in_no_plan() {
        let object = json!({"metadata": {"creationTimestamp": "2026-01-01T10:00:00Z",
                "deletionTimestamp": "2026-01-01T13:00:00Z", "annotations": {"next": "2026-01-02T00:00:00Z"}},
            "status": {"conditions": [{"lastTransitionTime": "2026-01-01T11:00:00Z"}, {"lastHeartbeatTime": null}]}});
        assert_eq!(newest(&object), "2026-01-01T11:00:00Z".parse().ok());
        assert_eq!(newest(&json!({"a": 1})), None);
    }

    #[test]
    fn a_file_says_what_was_read() {
        let moment = "2026-01-01T10:00:00Z".parse().expect("a time");
        let file = list(Vec::new(), moment, &["pods".to_owned(), NEIGHBOURS.to_owned()]);
        assert_eq!(read(&file), Some(vec!["pods".to_owned(), NEIGHBOURS.to_owned()]));
        assert_eq!(json::time(&file, &["metadata", "annotations", TAKEN]), Some(moment));
        assert_eq!(read(&json!({"kind": "List"})), None);
        assert_eq!(
            Resource::of("Job", "batch/v1").map(Resource::qualified),
            Some("jobs.batch".to_owned())
        );
    }
}
