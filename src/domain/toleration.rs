//! Taints and tolerations: which taints of a node a pod does not tolerate, and what comes near (semantics ).
//! Not here: what that decides.

use std::fmt;

use k8s_openapi::api::core::v1::{Node, Taint};
use serde::Serialize;
use serde_json::{Value, json};

use super::json;

const NETWORK_UNAVAILABLE: &str = "node.kubernetes.io/network-unavailable";

/// A taint with the effect `NoSchedule` or `NoExecute` that no toleration covers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Untolerated {
    /// The taint's key.
    pub key: String,
    /// Its value, mostly empty.
    pub value: String,
    /// `NoSchedule`, or `NoExecute`, by which pods that are there are deleted (semantics A-4).
    pub effect: String,
    /// The effects for which the same taint is tolerated (C03, C52).
    pub tolerated_effects: Vec<String>,
    /// The values for which a toleration of the same key and effect was meant.
    pub tolerated_values: Vec<String>,
    /// Whether `hostNetwork: true` in the template would tolerate it (semantics A-10, C53).
    pub host_network_tolerates: bool,
}

impl Untolerated {
    /// Whether a pod that is there is deleted (semantics A-4).
    pub fn evicts(&self) -> bool {
        self.effect == "NoExecute"
    }

    /// The toleration that would cover it, for a template.
    pub fn toleration(&self) -> Value {
        match self.value.as_str() {
            "" => json!({"key": self.key, "operator": "Exists", "effect": self.effect}),
            value => json!({"key": self.key, "operator": "Equal", "value": value, "effect": self.effect}),
        }
    }
}

impl fmt::Display for Untolerated {
    /// `KEY=VALUE:EFFECT`, as `kubectl taint` takes it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.value.as_str() {
            "" => write!(f, "{}:{}", self.key, self.effect),
            value => write!(f, "{}={value}:{}", self.key, self.effect),
        }
    }
}

/// The taints of the node that none of `tolerations` covers. `PreferNoSchedule` does not count (semantics A-5).
pub fn untolerated(tolerations: &[Value], node: &Node) -> Vec<Untolerated> {
    let taints = node.spec.iter().flat_map(|spec| spec.taints.iter().flatten());
    let tolerated = |taint: &Taint| tolerations.iter().any(|toleration| tolerates(toleration, taint));
    taints
        .filter(|taint| matches!(taint.effect.as_str(), "NoSchedule" | "NoExecute") && !tolerated(taint))
        .map(|taint| describe(taint, tolerations))
        .collect()
}

fn describe(taint: &Taint, tolerations: &[Value]) -> Untolerated {
    let of_effect = |effect: &str| Taint {
        effect: effect.to_owned(),
        ..taint.clone()
    };
    let others = ["NoSchedule", "NoExecute", "PreferNoSchedule"].into_iter();
    let others = others.filter(|effect| *effect != taint.effect);
    let others = others.filter(|effect| tolerations.iter().any(|it| tolerates(it, &of_effect(effect))));
    let near = tolerations.iter().filter(|toleration| {
        let text = |member: &str| json::text(toleration, &[member]);
        text("key") == taint.key && (text("effect").is_empty() || text("effect") == taint.effect)
    });
    Untolerated {
        key: taint.key.clone(),
        value: taint.value.clone().unwrap_or_default(),
        effect: taint.effect.clone(),
        tolerated_effects: others.map(str::to_owned).collect(),
        tolerated_values: near.map(|it| json::text(it, &["value"]).to_owned()).collect(),
        host_network_tolerates: taint.key == NETWORK_UNAVAILABLE && taint.effect == "NoSchedule",
    }
}

/// A template's tolerations and the automatic ones (semantics A-10).
pub fn of_template(spec: &Value) -> Vec<Value> {
    const AUTOMATIC: [(&str, &str); 6] = [
        ("node.kubernetes.io/not-ready", "NoExecute"),
        ("node.kubernetes.io/unreachable", "NoExecute"),
        ("node.kubernetes.io/disk-pressure", "NoSchedule"),
        ("node.kubernetes.io/memory-pressure", "NoSchedule"),
        ("node.kubernetes.io/pid-pressure", "NoSchedule"),
        ("node.kubernetes.io/unschedulable", "NoSchedule"),
    ];
    let network = [(NETWORK_UNAVAILABLE, "NoSchedule")];
    let host = json::at(spec, &["hostNetwork"]) == Some(&Value::Bool(true));
    let automatic = AUTOMATIC.iter().chain(network.iter().filter(|_| host));
    let automatic = automatic.map(|(key, effect)| json!({"key": key, "operator": "Exists", "effect": effect}));
    let mut all = json::list(spec, &["tolerations"]).to_vec();
    // One with the same key, effect, operator and value is replaced in place (semantics A-11).
    for added in automatic {
        let same = |known: &&mut Value| {
            let text = |it: &Value, member: &str| json::text(it, &[member]).to_owned();
            ["key", "effect", "operator", "value"]
                .iter()
                .all(|member| text(known, member) == text(&added, member))
        };
        match all.iter_mut().find(same) {
            Some(known) => *known = added,
            None => all.push(added),
        }
    }
    all
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

/// The `NoExecute` taints of the node that are tolerated for a time only, with the seconds: pods are evicted after it, and
/// made anew (C52).
pub fn finite(tolerations: &[Value], node: &Node) -> Vec<(String, i64)> {
    let taints = node.spec.iter().flat_map(|spec| spec.taints.iter().flatten());
    let found = taints.filter(|taint| taint.effect == "NoExecute").filter_map(|taint| {
        let seconds = tolerations.iter().filter(|toleration| tolerates(toleration, taint));
        let seconds = seconds
            .filter_map(|it| json::at(it, &["tolerationSeconds"])?.as_i64())
            .min()?;
        Some((describe(taint, tolerations).to_string(), seconds))
    });
    found.collect()
}
