//! What differs between two pod templates, as a list of changes. Their wording is in `template_words`.

use serde_json::{Map, Value};

use super::template::{Reading, agree, directive, reading};

/// One step of the path to what changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// A member of an object: `spec`, `hostNetwork`, a label's key.
    Member(String),
    /// An element of a list, by the text that tells it from the others: a container's name, a mount's path.
    Element(String),
}

/// One difference. At least one of `from` and `to` is there.
#[derive(Debug, Clone, PartialEq)]
pub struct Change {
    /// Where, from the pod template down.
    pub path: Vec<Step>,
    /// The old value; `None` where there was none.
    pub from: Option<Value>,
    /// The new value; `None` where there is none any more.
    pub to: Option<Value>,
    /// The same elements in another order; `from` and `to` are then the lists of what tells them apart.
    pub reordered: bool,
}

/// What differs in meaning from `old` to `new` (two pod templates), in the order of the new one, containers first.
/// Empty exactly when `same(old, new)`.
pub fn changes(old: &Value, new: &Value) -> Vec<Change> {
    let mut found = Vec::new();
    compare(&[], "", Some(old), Some(new), &mut found);
    found.sort_by_key(|change| rank(&change.path));
    found
}

/// The value at the end of a path that a change names, in another template; `None` where there is none.
pub(crate) fn lookup<'a>(template: &'a Value, path: &[Step]) -> Option<&'a Value> {
    let mut field = "";
    let found = path.iter().try_fold(template, |value, step| match step {
        Step::Member(key) => {
            field = key;
            value.get(key)
        }
        Step::Element(wanted) => {
            let elements = keyed(field, value.as_array()?);
            elements
                .into_iter()
                .find(|(key, _)| key == wanted)
                .map(|(_, element)| element)
        }
    });
    found.filter(|value| !value.is_null())
}

/// Images and containers are what people look for first, metadata last.
fn rank(path: &[Step]) -> u8 {
    let named = |step: usize, name: &str| matches!(path.get(step), Some(Step::Member(field)) if field == name);
    match path {
        _ if named(1, "containers") && named(3, "image") => 0,
        _ if named(1, "initContainers") && named(3, "image") => 1,
        _ if named(1, "containers") || named(1, "initContainers") => 2,
        _ if named(0, "spec") => 3,
        _ => 4,
    }
}

fn compare(path: &[Step], field: &str, old: Option<&Value>, new: Option<&Value>, found: &mut Vec<Change>) {
    if agree(field, old, new) {
        return;
    }
    let (old, new) = (
        old.filter(|value| !value.is_null()),
        new.filter(|value| !value.is_null()),
    );
    let nowhere = Value::Null;
    match (old.unwrap_or(&nowhere), new.unwrap_or(&nowhere)) {
        (Value::Array(_) | Value::Null, Value::Array(_) | Value::Null) if list_key(field).is_some() => {
            elements(path, field, array(old), array(new), found);
        }
        (Value::Object(a), Value::Object(b)) if !whole(field) => members(path, field, Some(a), Some(b), found),
        (Value::Object(a), Value::Null) if grouping(field) => members(path, field, Some(a), None, found),
        (Value::Null, Value::Object(b)) if grouping(field) => members(path, field, None, Some(b), found),
        _ => found.push(Change {
            path: path.to_vec(),
            from: old.cloned(),
            to: new.cloned(),
            reordered: false,
        }),
    }
}

fn members(
    path: &[Step],
    field: &str,
    old: Option<&Map<String, Value>>,
    new: Option<&Map<String, Value>>,
    found: &mut Vec<Change>,
) {
    let keys_of_users = matches!(reading(field), Reading::Keys | Reading::Quantities);
    let gone = old
        .into_iter()
        .flat_map(Map::keys)
        .filter(|key| !new.is_some_and(|new| new.contains_key(*key)));
    for key in new.into_iter().flat_map(Map::keys).chain(gone) {
        let (a, b) = (old.and_then(|old| old.get(key)), new.and_then(|new| new.get(key)));
        let here = [path, &[Step::Member(key.clone())]].concat();
        if keys_of_users {
            let one =
                |value: Option<&Value>| Value::Object(value.map(|v| (key.clone(), v.clone())).into_iter().collect());
            if !agree(field, Some(&one(a)), Some(&one(b))) {
                found.push(Change {
                    path: here,
                    from: a.cloned(),
                    to: b.cloned(),
                    reordered: false,
                });
            }
        } else if !directive(key) && !alias(key, old, new) {
            compare(&here, key, a, b, found);
        }
    }
}

/// `serviceAccount` is the old name of `serviceAccountName`; the server keeps both alike.
fn alias(key: &str, old: Option<&Map<String, Value>>, new: Option<&Map<String, Value>>) -> bool {
    let follows = |members: Option<&Map<String, Value>>| {
        members.is_none_or(|members| members.get(key) == members.get("serviceAccountName"))
    };
    key == "serviceAccount" && follows(old) && follows(new)
}

fn elements(path: &[Step], field: &str, old: &[Value], new: &[Value], found: &mut Vec<Change>) {
    let (old, new) = (keyed(field, old), keyed(field, new));
    for (key, b) in &new {
        let a = old.iter().find(|(other, _)| other == key).map(|(_, a)| *a);
        let here = [path, &[Step::Element(key.clone())]].concat();
        match a {
            Some(a) => compare(&here, "", Some(a), Some(b), found),
            None => found.push(Change {
                path: here,
                from: None,
                to: Some((*b).clone()),
                reordered: false,
            }),
        }
    }
    for (key, a) in old.iter().filter(|(key, _)| !new.iter().any(|(other, _)| other == key)) {
        let here = [path, &[Step::Element(key.clone())]].concat();
        found.push(Change {
            path: here,
            from: Some((*a).clone()),
            to: None,
            reordered: false,
        });
    }
    let common = |this: &[(String, &Value)], that: &[(String, &Value)]| -> Vec<String> {
        let both = this
            .iter()
            .filter(|(key, _)| that.iter().any(|(other, _)| other == key));
        both.map(|(key, _)| key.clone()).collect()
    };
    let (before, after) = (common(&old, &new), common(&new, &old));
    if before != after {
        let (from, to) = (Some(before.into()), Some(after.into()));
        found.push(Change {
            path: path.to_vec(),
            from,
            to,
            reordered: true,
        });
    }
}

/// Elements with what tells them apart; a second one of the same key gets a number, so that none is lost.
pub(crate) fn keyed<'a>(field: &str, elements: &'a [Value]) -> Vec<(String, &'a Value)> {
    let mut all: Vec<(String, &Value)> = Vec::with_capacity(elements.len());
    for element in elements {
        let key = key_of(field, element);
        let twins = all.iter().filter(|(_, other)| key_of(field, other) == key).count();
        all.push((
            if twins == 0 {
                key
            } else {
                format!("{key}#{}", twins + 1)
            },
            element,
        ));
    }
    all
}

/// The members that tell the elements of a list apart (semantics I-7); none of them: the whole element does. `None`
/// for lists that are one value, as `args`.
pub(crate) fn list_key(field: &str) -> Option<&'static [&'static str]> {
    Some(match field {
        "containers"
        | "initContainers"
        | "ephemeralContainers"
        | "env"
        | "volumes"
        | "imagePullSecrets"
        | "schedulingGates"
        | "resourceClaims"
        | "sysctls" => &["name"],
        "ports" => &["containerPort", "protocol"],
        "volumeMounts" => &["mountPath"],
        "volumeDevices" => &["devicePath"],
        "hostAliases" => &["ip"],
        "topologySpreadConstraints" => &["topologyKey", "whenUnsatisfiable"],
        "tolerations" | "envFrom" => &[],
        _ => return None,
    })
}

fn key_of(field: &str, element: &Value) -> String {
    let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    match list_key(field) {
        Some([]) | None if field == "tolerations" => toleration(element),
        Some([]) | None => element.to_string(),
        Some(members) => {
            let mut parts: Vec<String> = members
                .iter()
                .filter_map(|member| element.get(member))
                .map(text)
                .collect();
            if field == "ports" && element.get("protocol").is_none() {
                // As the server fills it in; manifests mostly leave it out.
                parts.push("TCP".to_owned());
            }
            parts.join("/")
        }
    }
}

/// A toleration as kubectl writes it (semantics F-15).
fn toleration(element: &Value) -> String {
    let text = |member| element.get(member).and_then(Value::as_str).unwrap_or_default();
    let mut words = text("key").to_owned();
    for (mark, member) in [("=", "value"), (":", "effect")] {
        if !text(member).is_empty() {
            words = format!("{words}{mark}{}", text(member));
        }
    }
    if !matches!(text("operator"), "" | "Equal") {
        words = format!("{words} op={}", text("operator"));
    }
    if let Some(seconds) = element.get("tolerationSeconds").filter(|seconds| !seconds.is_null()) {
        words = format!("{words} for {seconds}s");
    }
    words.trim_start().to_owned()
}

/// Objects whose parts make no sense alone.
fn whole(field: &str) -> bool {
    matches!(
        field,
        "affinity" | "labelSelector" | "namespaceSelector" | "valueFrom" | "lifecycle"
    )
}

/// Objects that only group: where one appears or goes, its members are what changed.
fn grouping(field: &str) -> bool {
    matches!(reading(field), Reading::Keys | Reading::Quantities)
        || matches!(field, "" | "metadata" | "spec" | "resources" | "securityContext")
}

fn array(value: Option<&Value>) -> &[Value] {
    value.and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

#[cfg(test)]
#[path = "template_diff_test.rs"]
mod tests;
