//! Node by node: should a DaemonSet run a pod there, may one stay, and why not (semantics A.1 to A.3). Not here: whether
//! the scheduler and the kubelet take the pod (A.8).

use k8s_openapi::api::core::v1::{Node, Taint};
use serde_json::{Value, json};

use super::{daemonset::DaemonSet, json};

/// What the controller decides for one node (semantics A-1).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Placement {
    /// A pod is made where there is none.
    pub runs: bool,
    /// A pod that is there may stay.
    pub stays: bool,
    /// Why no pod is made there.
    pub reason: Option<Reason>,
}

/// Why a DaemonSet wants no pod on a node.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reason {
    /// The template names another node.
    NodeName(String),
    /// The node lacks this label of the node selector, or has another value.
    NodeSelector(String),
    /// No term of the required node affinity matches.
    NodeAffinity,
    /// Taints that are not tolerated, as `KEY=VALUE:EFFECT`.
    Taints(Vec<String>),
}

/// Decides for one node; the first check that fails decides (semantics A-3). Only labels, name and taints count.
pub fn placement(set: &DaemonSet, node: &Node) -> Placement {
    let never = |reason| Placement {
        runs: false,
        stays: false,
        reason: Some(reason),
    };
    let name = node.metadata.name.as_deref().unwrap_or_default();
    let label = |key: &str| node.metadata.labels.as_ref()?.get(key).map(String::as_str);
    let spec = json::at(set.template(), &["spec"]).unwrap_or(&Value::Null);
    let wanted = json::text(spec, &["nodeName"]);
    if !wanted.is_empty() && wanted != name {
        return never(Reason::NodeName(wanted.to_owned()));
    }
    let differs = |(key, value): &(&str, &str)| label(key) != Some(value);
    if let Some((key, value)) = json::strings(spec, &["nodeSelector"]).into_iter().find(differs) {
        return never(Reason::NodeSelector(format!("{key}={value}")));
    }
    let required = [
        "affinity",
        "nodeAffinity",
        "requiredDuringSchedulingIgnoredDuringExecution",
    ];
    if let Some(required) = json::at(spec, &required) {
        let terms = json::list(required, &["nodeSelectorTerms"]);
        if !terms.iter().any(|term| term_matches(term, name, label)) {
            return never(Reason::NodeAffinity);
        }
    }
    let tolerations = tolerations(spec);
    let tolerated = |taint: &Taint| tolerations.iter().any(|toleration| tolerates(toleration, taint));
    let taints = node.spec.iter().flat_map(|spec| spec.taints.iter().flatten());
    let bad: Vec<&Taint> = taints
        .filter(|taint| matches!(taint.effect.as_str(), "NoSchedule" | "NoExecute") && !tolerated(taint))
        .collect();
    let word = |taint: &&Taint| match taint.value.as_deref().unwrap_or_default() {
        "" => format!("{}:{}", taint.key, taint.effect),
        value => format!("{}={value}:{}", taint.key, taint.effect),
    };
    Placement {
        runs: bad.is_empty(),
        stays: bad.iter().all(|taint| taint.effect != "NoExecute"),
        reason: (!bad.is_empty()).then(|| Reason::Taints(bad.iter().map(word).collect())),
    }
}

/// All requirements of a term hold; a term without any matches nothing, and so does one that cannot be read (semantics
///
fn term_matches<'a>(term: &Value, name: &str, label: impl Fn(&str) -> Option<&'a str>) -> bool {
    let (expressions, fields) = (
        json::list(term, &["matchExpressions"]),
        json::list(term, &["matchFields"]),
    );
    !(expressions.is_empty() && fields.is_empty())
        && expressions
            .iter()
            .all(|requirement| expression_holds(requirement, label(json::text(requirement, &["key"]))))
        && fields.iter().all(|requirement| field_holds(requirement, name))
}

/// Semantics A-17.
fn expression_holds(requirement: &Value, value: Option<&str>) -> bool {
    let values: Vec<&str> = json::list(requirement, &["values"])
        .iter()
        .filter_map(Value::as_str)
        .collect();
    let among = value.is_some_and(|value| values.contains(&value));
    let compare = |holds: fn(i64, i64) -> bool| match (value.map(str::parse), values.as_slice()) {
        (Some(Ok(value)), [limit]) => limit.parse().is_ok_and(|limit| holds(value, limit)),
        _ => false,
    };
    match json::text(requirement, &["operator"]) {
        "In" => among,
        "NotIn" => !values.is_empty() && !among,
        "Exists" => values.is_empty() && value.is_some(),
        "DoesNotExist" => values.is_empty() && value.is_none(),
        "Gt" => compare(|value, limit| value > limit),
        "Lt" => compare(|value, limit| value < limit),
        _ => false,
    }
}

/// Semantics A-18.
fn field_holds(requirement: &Value, name: &str) -> bool {
    let value = match json::text(requirement, &["key"]) {
        "metadata.name" => name,
        _ => "",
    };
    match (
        json::text(requirement, &["operator"]),
        json::list(requirement, &["values"]),
    ) {
        ("In", [wanted]) => wanted == value,
        ("NotIn", [unwanted]) => unwanted != value,
        _ => false,
    }
}

/// The template's tolerations and the automatic ones (semantics A-10).
fn tolerations(spec: &Value) -> Vec<Value> {
    const AUTOMATIC: [(&str, &str); 6] = [
        ("not-ready", "NoExecute"),
        ("unreachable", "NoExecute"),
        ("disk-pressure", "NoSchedule"),
        ("memory-pressure", "NoSchedule"),
        ("pid-pressure", "NoSchedule"),
        ("unschedulable", "NoSchedule"),
    ];
    let network = [("network-unavailable", "NoSchedule")];
    let host = json::at(spec, &["hostNetwork"]) == Some(&Value::Bool(true));
    let automatic = AUTOMATIC.iter().chain(network.iter().filter(|_| host));
    let automatic = automatic.map(
        |(key, effect)| json!({"key": format!("node.kubernetes.io/{key}"), "operator": "Exists", "effect": effect}),
    );
    json::list(spec, &["tolerations"])
        .iter()
        .cloned()
        .chain(automatic)
        .collect()
}

/// Semantics.
fn tolerates(toleration: &Value, taint: &Taint) -> bool {
    let text = |member: &str| json::text(toleration, &[member]);
    let (effect, key) = (text("effect"), text("key"));
    (effect.is_empty() || effect == taint.effect)
        && (key.is_empty() || key == taint.key)
        && match text("operator") {
            "" | "Equal" => text("value") == taint.value.as_deref().unwrap_or_default(),
            "Exists" => true,
            _ => false,
        }
}

#[cfg(test)]
#[path = "placement_test.rs"]
mod tests;
