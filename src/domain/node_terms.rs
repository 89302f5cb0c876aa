//! Node selectors and required node affinity: which of their parts a node does not meet, and what it has instead
//! (semantics ). The same for a template's and for a pod's spec. Not here: what that decides.

use std::fmt;

use k8s_openapi::api::core::v1::Node;
use serde::Serialize;
use serde_json::Value;

use super::json;

/// A label that a node selector asks for and a node does not have.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Label {
    /// The label's key.
    pub key: String,
    /// The value that is asked for.
    pub wanted: String,
    /// The value that the node has; `None` where it lacks the label.
    pub found: Option<String>,
}

/// One term of a required node affinity, which is met only where all of its requirements are.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Term {
    /// Its place among the terms, from 1.
    pub number: usize,
    /// How many requirements it has; one without any matches no node (semantics A-16).
    pub requirements: usize,
    /// Those that the node does not meet.
    pub failing: Vec<Requirement>,
}

/// One requirement that a node does not meet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Requirement {
    /// The label's key, or a field of the node such as `metadata.name`.
    pub key: String,
    /// `In`, `NotIn`, `Exists`, `DoesNotExist`, `Gt`, `Lt`, or one that is unknown and never met.
    pub operator: String,
    /// The values, as they are written.
    pub values: Vec<String>,
    /// Whether it is about a field and not about a label.
    pub field: bool,
    /// The value that the node has; `None` where it lacks the label.
    pub found: Option<String>,
}

/// The labels of a spec's `nodeSelector` that the node does not have, in the order of the document.
pub fn labels(spec: &Value, node: &Node) -> Vec<Label> {
    let wanted = json::strings(spec, &["nodeSelector"]).into_iter();
    wanted
        .filter(|(key, value)| label(node, key) != Some(value))
        .map(|(key, value)| Label {
            key: key.to_owned(),
            wanted: value.to_owned(),
            found: label(node, key).map(str::to_owned),
        })
        .collect()
}

/// What every term of a spec's required node affinity fails by; `None` where one of them is met, or nothing is required.
/// An affinity without terms is met nowhere, and gives an empty list (semantics A-16).
pub fn terms(spec: &Value, node: &Node) -> Option<Vec<Term>> {
    let required = [
        "affinity",
        "nodeAffinity",
        "requiredDuringSchedulingIgnoredDuringExecution",
    ];
    let required = json::at(spec, &required)?;
    let terms = json::list(required, &["nodeSelectorTerms"]).iter().enumerate();
    let terms: Vec<Term> = terms.map(|(index, term)| read(index + 1, term, node)).collect();
    let met = |term: &Term| term.requirements > 0 && term.failing.is_empty();
    (!terms.iter().any(met)).then_some(terms)
}

/// The term that fails by the fewest requirements.
pub fn nearest(terms: &[Term]) -> Option<&Term> {
    terms
        .iter()
        .filter(|term| term.requirements > 0)
        .min_by_key(|term| term.failing.len())
}

fn label<'a>(node: &'a Node, key: &str) -> Option<&'a str> {
    node.metadata.labels.as_ref()?.get(key).map(String::as_str)
}

/// A requirement that cannot be read is not met (semantics A-7).
fn read(number: usize, term: &Value, node: &Node) -> Term {
    let (expressions, fields) = (
        json::list(term, &["matchExpressions"]),
        json::list(term, &["matchFields"]),
    );
    let name = node.metadata.name.as_deref().unwrap_or_default();
    let mut failing = Vec::new();
    for requirement in expressions {
        let found = label(node, json::text(requirement, &["key"]));
        if !expression_holds(requirement, found) {
            failing.push(miss(requirement, false, found));
        }
    }
    for requirement in fields {
        let found = (json::text(requirement, &["key"]) == "metadata.name").then_some(name);
        if !field_holds(requirement, found.unwrap_or_default()) {
            failing.push(miss(requirement, true, found));
        }
    }
    Term {
        number,
        requirements: expressions.len() + fields.len(),
        failing,
    }
}

fn miss(requirement: &Value, field: bool, found: Option<&str>) -> Requirement {
    Requirement {
        key: json::text(requirement, &["key"]).to_owned(),
        operator: json::text(requirement, &["operator"]).to_owned(),
        values: values(requirement).into_iter().map(str::to_owned).collect(),
        field,
        found: found.map(str::to_owned),
    }
}

fn values(requirement: &Value) -> Vec<&str> {
    let values = json::list(requirement, &["values"]).iter();
    values.filter_map(Value::as_str).collect()
}

/// Semantics A-17. Whether a requirement can be used is seen first: by one with a value that no label can have, which older
/// servers took, a term matches nothing.
fn expression_holds(requirement: &Value, value: Option<&str>) -> bool {
    let values = values(requirement);
    if !values.iter().all(|value| may_be_a_label(value)) {
        return false;
    }
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

/// Empty, or up to 63 letters, digits and `-_.` with a letter or digit at both ends.
fn may_be_a_label(value: &str) -> bool {
    let bytes = value.as_bytes();
    let ends = [bytes.first(), bytes.last()];
    bytes.len() <= 63
        && ends.into_iter().flatten().all(u8::is_ascii_alphanumeric)
        && bytes
            .iter()
            .all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(byte))
}

/// Semantics A-18.
fn field_holds(requirement: &Value, value: &str) -> bool {
    match (
        json::text(requirement, &["operator"]),
        json::list(requirement, &["values"]),
    ) {
        ("In", [wanted]) => wanted == value,
        ("NotIn", [unwanted]) => unwanted != value,
        _ => false,
    }
}

impl fmt::Display for Label {
    /// `tier=edge, node has tier=core`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { key, wanted, found } = self;
        match found {
            Some(found) => write!(f, "{key}={wanted}, node has {key}={found}"),
            None => write!(f, "{key}={wanted}, node has no label {key}"),
        }
    }
}

impl fmt::Display for Term {
    /// `term 1: zone NotIn [a], node has zone=a`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "term {}: ", self.number)?;
        if self.requirements == 0 {
            return f.write_str("has no requirement, and so matches no node");
        }
        for (index, requirement) in self.failing.iter().enumerate() {
            write!(f, "{}{requirement}", if index == 0 { "" } else { "; " })?;
        }
        Ok(())
    }
}

impl fmt::Display for Requirement {
    /// `zone NotIn [a], node has zone=a`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { key, operator, .. } = self;
        write!(f, "{key} {operator}")?;
        if !self.values.is_empty() {
            write!(f, " [{}]", self.values.join(" "))?;
        }
        match &self.found {
            Some(found) if self.field => write!(f, ", node is {found}"),
            Some(found) => write!(f, ", node has {key}={found}"),
            None => write!(f, ", node has no label {key}"),
        }
    }
}
