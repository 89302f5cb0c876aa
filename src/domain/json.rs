//! Reading paths of JSON objects whose schema may be newer than this program. Absent, null and a value of another type
//! all read as "not there", so that an odd object never stops a view.

use jiff::Timestamp;
use serde_json::Value;

/// The value at `path` (member names), or `None` where any step is absent or null.
pub fn at<'a>(value: &'a Value, path: &[&str]) -> Option<&'a Value> {
    path.iter()
        .try_fold(value, |value, key| value.get(key))
        .filter(|value| !value.is_null())
}

/// The string at `path`, or `""`.
pub fn text<'a>(value: &'a Value, path: &[&str]) -> &'a str {
    at(value, path).and_then(Value::as_str).unwrap_or_default()
}

/// The integer at `path`, or 0: absent counters are zero (semantics B-43).
pub fn int(value: &Value, path: &[&str]) -> i64 {
    at(value, path).and_then(Value::as_i64).unwrap_or_default()
}

/// The list at `path`, or an empty one.
pub fn list<'a>(value: &'a Value, path: &[&str]) -> &'a [Value] {
    at(value, path).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

/// The string members of the object at `path` in the order of the document, e.g. labels.
pub fn strings<'a>(value: &'a Value, path: &[&str]) -> Vec<(&'a str, &'a str)> {
    let members = at(value, path).and_then(Value::as_object);
    members
        .into_iter()
        .flatten()
        .filter_map(|(key, value)| Some((key.as_str(), value.as_str()?)))
        .collect()
}

/// The RFC 3339 time at `path`.
pub fn time(value: &Value, path: &[&str]) -> Option<Timestamp> {
    text(value, path).parse().ok()
}
