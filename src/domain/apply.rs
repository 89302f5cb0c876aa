//! What `kubectl apply` makes of a manifest and the object that is there: the patch it sends, and what comes out of it. The
//! three ways are the annotation of the last apply, the manifest, and the object (semantics I-7).

use serde_json::{Map, Value, json};

use super::{
    daemonset::{DaemonSet, LAST_APPLIED},
    template_diff::list_key,
};

/// The strategic merge patch of the spec: what the manifest says, and `null` for what the last apply said and it does not.
pub fn patch(set: &DaemonSet, manifest: &Value) -> Value {
    let last: Value = set
        .annotation(LAST_APPLIED)
        .and_then(|text| serde_json::from_str(text).ok())
        .unwrap_or_default();
    let spec = members(last.get("spec"), manifest.get("spec").unwrap_or(&Value::Null));
    json!({ "spec": spec })
}

fn members(last: Option<&Value>, next: &Value) -> Value {
    let Some(next) = next.as_object() else {
        return next.clone();
    };
    let mut patch = Map::new();
    for key in last.and_then(Value::as_object).into_iter().flat_map(Map::keys) {
        if next.get(key).is_none_or(Value::is_null) {
            patch.insert(key.clone(), Value::Null);
        }
    }
    for (key, value) in next.iter().filter(|(_, value)| !value.is_null()) {
        let before = last.and_then(|last| last.get(key));
        match (value, merge_key(key)) {
            (Value::Object(_), _) => {
                patch.insert(key.clone(), members(before, value));
            }
            (Value::Array(elements), Some(name)) => {
                let (order, list) = merged_list(key, name, before, elements);
                patch.insert(format!("$setElementOrder/{key}"), order);
                patch.insert(key.clone(), list);
            }
            _ => {
                patch.insert(key.clone(), value.clone());
            }
        }
    }
    patch.into()
}

/// The order and the elements of a list that is merged by the member `name`.
fn merged_list(field: &str, name: &str, before: Option<&Value>, elements: &[Value]) -> (Value, Value) {
    let before = before.and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    let same = |one: &Value, other: &Value| one.get(name).is_some() && one.get(name) == other.get(name);
    let order = elements.iter().map(|element| json!({name: element.get(name)}));
    let mut list: Vec<Value> = elements
        .iter()
        .map(|element| {
            let mut part = members(before.iter().find(|old| same(old, element)), element);
            // A volume has one source: another one takes the place of the first.
            if let (true, Some(part), Some(element)) = (field == "volumes", part.as_object_mut(), element.as_object()) {
                part.insert("$retainKeys".to_owned(), element.keys().cloned().collect());
            }
            part
        })
        .collect();
    let gone = before
        .iter()
        .filter(|old| !elements.iter().any(|element| same(old, element)));
    list.extend(gone.map(|old| json!({"$patch": "delete", name: old.get(name)})));
    (order.collect(), list.into())
}

/// The member by which elements are told apart; `None` for lists that are one value.
fn merge_key(field: &str) -> Option<&'static str> {
    match field {
        "sysctls" => None,
        _ => list_key(field)?.first().copied(),
    }
}

/// `object` after the patch, without a server: what the server fills in for new parts is missing.
pub fn merged(object: &Value, patch: &Value) -> Value {
    let (Some(old), Some(new)) = (object.as_object(), patch.as_object()) else {
        return without_directives(patch);
    };
    let mut out = old.clone();
    if new.get("$patch").is_some_and(|word| word == "replace") {
        return without_directives(patch);
    }
    if let Some(kept) = new.get("$retainKeys").and_then(Value::as_array) {
        out.retain(|key, _| kept.iter().any(|kept| kept == key));
    }
    for (key, value) in new.iter().filter(|(key, _)| !key.starts_with('$')) {
        let before = out.get(key).cloned().unwrap_or_default();
        match (value, merge_key(key), before.as_array()) {
            (Value::Null, ..) => {
                out.shift_remove(key);
            }
            (Value::Array(elements), Some(name), Some(before)) => {
                let order = new.get(&format!("$setElementOrder/{key}")).and_then(Value::as_array);
                let order = order.map_or(&[][..], Vec::as_slice);
                out.insert(key.clone(), list(name, before, elements, order));
            }
            _ => {
                out.insert(key.clone(), merged(&before, value));
            }
        }
    }
    out.into()
}

/// A list merged by the member `name`: in the given order first, what the patch does not name after it.
fn list(name: &str, before: &[Value], patch: &[Value], order: &[Value]) -> Value {
    let same = |one: &Value, other: &Value| one.get(name) == other.get(name);
    let deleted = |element: &Value| element.get("$patch").is_some_and(|word| word == "delete");
    let mut all: Vec<Value> = before.to_vec();
    for element in patch {
        let at = all.iter().position(|old| same(old, element));
        match at.and_then(|at| all.get_mut(at).map(|old| (at, old))) {
            Some((at, _)) if deleted(element) => {
                all.remove(at);
            }
            Some((_, old)) => *old = merged(old, element),
            None if deleted(element) => {}
            None => all.push(without_directives(element)),
        }
    }
    all.sort_by_key(|element| {
        order
            .iter()
            .position(|named| same(named, element))
            .unwrap_or(order.len())
    });
    all.into()
}

fn without_directives(value: &Value) -> Value {
    match value {
        Value::Object(members) => members
            .iter()
            .filter(|(key, value)| !key.starts_with('$') && !value.is_null())
            .map(|(key, value)| (key.clone(), without_directives(value)))
            .collect::<Map<String, Value>>()
            .into(),
        Value::Array(elements) => elements.iter().map(without_directives).collect(),
        other => other.clone(),
    }
}

#[cfg(test)]
#[path = "apply_test.rs"]
mod tests;
