//! Other controllers of a namespace that would adopt what a DaemonSet leaves behind: by selector, at once, and each by
//! the rules of its kind (semantics D-2, D-8; case C19). What they then do with it is theirs.

use std::fmt;

use k8s_openapi::api::core::v1::Pod;
use serde_json::{Value, json};

use super::{json, pod, revision::Revision, selector};

/// A kind of controller that adopts pods.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// `apps/v1`; adopts revisions too.
    DaemonSet,
    /// `apps/v1`; a Deployment's pods belong to its ReplicaSets.
    ReplicaSet,
    /// `v1`.
    ReplicationController,
    /// `apps/v1`; adopts revisions too, and of the pods only those named like its own.
    StatefulSet,
    /// `batch/v1`.
    Job,
}

impl Kind {
    /// All of them.
    pub const ALL: [Self; 5] = [
        Self::DaemonSet,
        Self::ReplicaSet,
        Self::ReplicationController,
        Self::StatefulSet,
        Self::Job,
    ];

    /// The kind that `word` names in one of kubectl's spellings: `ds`, `daemonset`, `replicasets.apps`, `Job`…
    pub fn parse(word: &str) -> Option<Self> {
        let word = word.to_ascii_lowercase();
        let bare = word.split('.').next().unwrap_or_default();
        Self::ALL.into_iter().find(|kind| {
            let long = kind.to_string().to_lowercase();
            bare == kind.short() || bare == long || bare.strip_suffix('s') == Some(&long)
        })
    }

    fn short(self) -> &'static str {
        match self {
            Self::DaemonSet => "ds",
            Self::ReplicaSet => "rs",
            Self::ReplicationController => "rc",
            Self::StatefulSet => "sts",
            Self::Job => "job",
        }
    }

    /// Group and version, and the plural of the resource.
    pub fn resource(self) -> (&'static str, &'static str) {
        match self {
            Self::DaemonSet => ("apps/v1", "daemonsets"),
            Self::ReplicaSet => ("apps/v1", "replicasets"),
            Self::ReplicationController => ("v1", "replicationcontrollers"),
            Self::StatefulSet => ("apps/v1", "statefulsets"),
            Self::Job => ("batch/v1", "jobs"),
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

/// A controller as it is named on a command line, `KIND/NAME`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Named {
    /// Its kind.
    pub kind: Kind,
    /// Its name.
    pub name: String,
}

impl fmt::Display for Named {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.kind.to_string().to_lowercase(), self.name)
    }
}

impl std::str::FromStr for Named {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let words = "must be KIND/NAME, e.g. daemonset/agent-b; kinds: daemonset, replicaset, replicationcontroller, \
                     statefulset, job";
        let (kind, name) = text.split_once('/').ok_or(words)?;
        match Kind::parse(kind) {
            Some(kind) if !name.is_empty() => Ok(Self {
                kind,
                name: name.to_owned(),
            }),
            _ => Err(words.to_owned()),
        }
    }
}

/// A controller that would adopt something, and what.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rival {
    /// Which one.
    pub controller: Named,
    /// Names of the pods it would adopt.
    pub pods: Vec<String>,
    /// Names of the revisions it would adopt.
    pub revisions: Vec<String>,
}

/// Which of the `controllers` would adopt pods or revisions that become ownerless. Objects of the DaemonSet with the uid
/// `leaving` are not among them: it is the one that goes.
pub fn rivals(controllers: &[(Kind, Value)], leaving: &str, pods: &[&Pod], revisions: &[Revision]) -> Vec<Rival> {
    let others = controllers
        .iter()
        .filter(|(kind, object)| json::text(object, &["metadata", "uid"]) != leaving && adopts(*kind, object));
    let rivals = others.map(|(kind, object)| {
        let name = json::text(object, &["metadata", "name"]);
        let selector = selector_of(*kind, object);
        let pods = pods.iter().filter(|pod| claims(*kind, name, &selector, pod));
        let stored = revisions
            .iter()
            .filter(|_| matches!(kind, Kind::DaemonSet | Kind::StatefulSet))
            .filter(|revision| selector::matches(&selector, |key| revision.label(key)));
        Rival {
            controller: Named {
                kind: *kind,
                name: name.to_owned(),
            },
            pods: pods.map(|pod| pod::name(pod).to_owned()).collect(),
            revisions: stored.map(|revision| revision.name().to_owned()).collect(),
        }
    });
    rivals
        .filter(|rival| !rival.pods.is_empty() || !rival.revisions.is_empty())
        .collect()
}

/// Whether the controller adopts anything at all: one that is going does not (semantics D-2), nor does a Job that is over
/// or is another controller's.
fn adopts(kind: Kind, object: &Value) -> bool {
    let over = || {
        let conditions = json::list(object, &["status", "conditions"]).iter();
        conditions
            .filter(|condition| condition["status"] == "True")
            .any(|condition| matches!(json::text(condition, &["type"]), "Complete" | "Failed"))
    };
    let foreign = || {
        let manager = json::text(object, &["spec", "managedBy"]);
        !manager.is_empty() && manager != "kubernetes.io/job-controller"
    };
    json::at(object, &["metadata", "deletionTimestamp"]).is_none() && !(kind == Kind::Job && (over() || foreign()))
}

/// Whether the selector of a controller matches an object whose labels `label` looks up.
pub fn selects<'a>(kind: Kind, object: &Value, label: impl Fn(&str) -> Option<&'a str>) -> bool {
    selector::matches(&selector_of(kind, object), label)
}

/// A ReplicationController selects by a plain map of labels.
fn selector_of(kind: Kind, object: &Value) -> Value {
    let selector = json::at(object, &["spec", "selector"]).cloned().unwrap_or_default();
    match kind {
        Kind::ReplicationController => json!({"matchLabels": selector}),
        _ => selector,
    }
}

/// Nobody adopts a pod that is going (semantics D-2). DaemonSets and Jobs adopt those that have ended too, ReplicaSets
/// and ReplicationControllers look at active ones only, a StatefulSet at those named `NAME-NUMBER`.
fn claims(kind: Kind, name: &str, selector: &Value, pod: &Pod) -> bool {
    let by_kind = match kind {
        Kind::DaemonSet | Kind::Job => true,
        Kind::ReplicaSet | Kind::ReplicationController => !pod::terminal(pod),
        Kind::StatefulSet => {
            let ordinal = pod::name(pod)
                .strip_prefix(name)
                .and_then(|rest| rest.strip_prefix('-'));
            ordinal.is_some_and(|it| !it.is_empty() && it.bytes().all(|byte| byte.is_ascii_digit()))
        }
    };
    by_kind && !pod::terminating(pod) && selector::matches(selector, |key| pod::label(pod, key))
}

#[cfg(test)]
#[path = "rival_test.rs"]
mod tests;
