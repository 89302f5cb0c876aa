//! Whether two pod templates mean the same. What differs, in words, is in `template_diff`.
//!
//! The API server and the controller compare templates after decoding (semantics G-23) or byte by byte (C-3, E-34);
//! the first is blind to spelling, the second is not. Here it is meaning that counts: `1000m` is `1`, an absent list is
//! an empty one, and the order of members is nothing. The order of list elements is kept: the server starts a rollout
//! for it.

use serde_json::{Map, Value};

use super::quantity;
pub use super::template_diff::{Change, Step, changes};

/// How the members or the value under a field are to be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reading {
    /// By structure; what is empty is as good as absent.
    Structure,
    /// A map of the user's own keys, in which an empty value is still a value (`nodeSelector: {pool: ""}`).
    Keys,
    /// A map of resource names to quantities.
    Quantities,
    /// One quantity.
    Quantity,
    /// By structure, but an empty one differs from an absent one: an empty selector selects everything.
    Selector,
}

/// How the value of the member `field` of a pod template is read.
pub(crate) fn reading(field: &str) -> Reading {
    match field {
        "labels" | "annotations" | "nodeSelector" | "matchLabels" | "volumeAttributes" | "options" => Reading::Keys,
        "limits" | "requests" | "overhead" => Reading::Quantities,
        "sizeLimit" | "divisor" => Reading::Quantity,
        "labelSelector" | "namespaceSelector" => Reading::Selector,
        _ => Reading::Structure,
    }
}

/// Members that the server leaves out when they have their zero value; all other zeros say something.
fn zero_is_absent(field: &str) -> bool {
    const FIELDS: [&str; 9] = [
        "hostNetwork",
        "hostPID",
        "hostIPC",
        "stdin",
        "stdinOnce",
        "tty",
        "readOnly",
        "hostPort",
        "initialDelaySeconds",
    ];
    FIELDS.contains(&field)
}

/// Whether two pod templates are equal in meaning. Patch directives (`$patch`) are ignored, and so is a null
/// `creationTimestamp` as old servers stored it (semantics H-10). Fields this program does not know are compared too.
pub fn same(a: &Value, b: &Value) -> bool {
    agree("", Some(a), Some(b))
}

/// Whether the values of a member `field` mean the same; `None` where the member is absent.
pub(crate) fn agree(field: &str, a: Option<&Value>, b: Option<&Value>) -> bool {
    let reading = reading(field);
    let (a, b) = (a.filter(|value| !value.is_null()), b.filter(|value| !value.is_null()));
    match (a, b) {
        (None, None) => true,
        (None, Some(only)) | (Some(only), None) => nothing(field, reading, only),
        (Some(Value::Object(a)), Some(Value::Object(b))) => members_agree(reading, a, b),
        (Some(Value::Array(a)), Some(Value::Array(b))) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| agree("", Some(a), Some(b)))
        }
        (Some(a), Some(b)) if reading == Reading::Quantity => amount(a) == amount(b),
        (Some(a), Some(b)) => a == b,
    }
}

/// Whether a present value is as good as an absent one.
fn nothing(field: &str, reading: Reading, value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(_) if reading == Reading::Quantity => amount(value) == amount(&Value::from(0)),
        Value::String(text) => text.is_empty(),
        Value::Array(elements) => elements.is_empty(),
        Value::Object(members) => match reading {
            Reading::Keys | Reading::Quantities => members.is_empty(),
            Reading::Selector => false,
            _ => members
                .iter()
                .all(|(field, value)| directive(field) || agree(field, Some(value), None)),
        },
        Value::Bool(set) => !set && zero_is_absent(field),
        Value::Number(number) => number.as_i64() == Some(0) && (zero_is_absent(field) || reading == Reading::Quantity),
    }
}

fn members_agree(reading: Reading, a: &Map<String, Value>, b: &Map<String, Value>) -> bool {
    let equal = |field: &String| match reading {
        Reading::Keys => a.get(field) == b.get(field),
        Reading::Quantities => a.get(field).map(amount) == b.get(field).map(amount),
        _ => directive(field) || agree(field, a.get(field), b.get(field)),
    };
    a.keys().all(equal) && b.keys().all(equal)
}

/// Patch directives are instructions, not content (semantics C-3, I-7).
pub(crate) fn directive(field: &str) -> bool {
    field.starts_with('$')
}

/// A quantity as a number where it is one, else as its text: then only the same text is the same.
fn amount(value: &Value) -> Result<i128, String> {
    let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    quantity::nano(&text).ok_or(text)
}

#[cfg(test)]
#[path = "template_test.rs"]
mod tests;
