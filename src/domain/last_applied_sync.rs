//! The last-applied annotation after an undo, so that the next `kubectl apply` does what it would have done right after
//! the apply that first sent the restored template (C05). Which parts the next apply leaves behind without that is in
//! `last_applied`.
//!
//! Apply removes what stands in the annotation and not in its manifest. So a part belongs there only if apply put it
//! there: with what the server or `kubectl restart` added in it, the next apply would remove that and replace every pod.

use serde_json::{Map, Value};

use super::{
    daemonset::{LAST_APPLIED, RESTARTED_AT},
    json,
    last_applied::left_behind,
    revision::Revision,
    template::agree,
    template_diff::{Step, keyed, list_key},
};

/// Members of a container that the server fills in.
const FILLED_IN: [&str; 3] = ["imagePullPolicy", "terminationMessagePath", "terminationMessagePolicy"];

/// `annotation` with a pod template that knows the parts of `to` that apply put there: those that the annotation names,
/// and those that the copy of the annotation in the revision names (semantics C-2, H-11), all with the values of `to`.
/// Where the revision has no copy, what `to` brings beside the `present` template counts as applied too. All else in the
/// annotation stays; `None` where it holds no pod template.
pub fn synced(annotation: &str, present: &Value, to: &Revision) -> Option<String> {
    let mut object: Value = serde_json::from_str(annotation).ok()?;
    let known = json::at(&object, &["spec", "template"])?.clone();
    let copy = json::text(to.object(), &["metadata", "annotations", LAST_APPLIED]);
    let copy: Value = serde_json::from_str(copy).unwrap_or_default();
    let copy = json::at(&copy, &["spec", "template"]);
    let added = match copy {
        Some(_) => Vec::new(),
        None => left_behind(annotation, present, to.template())
            .into_iter()
            .map(|change| change.path)
            .collect(),
    };
    let shapes: Vec<&Value> = std::iter::once(&known).chain(copy).collect();
    let mut template = project(&[], "", &shapes, to.template(), &added).unwrap_or_else(|| Value::Object(Map::new()));
    forget_restart(&mut template);
    *object.get_mut("spec")?.get_mut("template")? = template;
    // kubectl ends the annotation with a line feed, as its encoder does.
    let end = if annotation.ends_with('\n') { "\n" } else { "" };
    Some(format!("{object}{end}"))
}

/// The parts of `target` at `path` that one of `shapes` has too or that are `added`. `None` where there are none.
fn project(path: &[Step], field: &str, shapes: &[&Value], target: &Value, added: &[Vec<Step>]) -> Option<Value> {
    if added.iter().any(|added| added == path) {
        return Some(without_filled_in(target));
    }
    if shapes.is_empty() && !added.iter().any(|added| added.starts_with(path)) {
        return None;
    }
    if let Some(same) = shapes.first().filter(|shape| agree(field, Some(shape), Some(target))) {
        return Some((*same).clone());
    }
    match target {
        Value::Object(members) if shapes.iter().all(|shape| shape.is_object()) => {
            let first = shapes.first().and_then(|shape| shape.as_object());
            let kept = first.into_iter().flat_map(Map::keys);
            let rest = members
                .keys()
                .filter(|key| !first.is_some_and(|first| first.contains_key(*key)));
            let parts: Map<String, Value> = kept
                .chain(rest)
                .filter_map(|key| {
                    let here = [path, &[Step::Member(key.clone())]].concat();
                    let below: Vec<&Value> = shapes.iter().filter_map(|shape| shape.get(key)).collect();
                    let value = members.get(key).filter(|value| !value.is_null())?;
                    Some((key.clone(), project(&here, key, &below, value, added)?))
                })
                .collect();
            // An empty map says that the whole map is apply's: without it in the manifest, all of it would be removed.
            let empty = parts.is_empty() && !members.is_empty();
            (!empty).then(|| parts.into())
        }
        Value::Array(elements) if by_element(field) => {
            let parts = keyed(field, elements).into_iter().filter_map(|(key, element)| {
                let here = [path, &[Step::Element(key.clone())]].concat();
                let below: Vec<&Value> = shapes
                    .iter()
                    .filter_map(|shape| element_of(field, shape, &key))
                    .collect();
                // A list element with neither is not apply's, nor is anything in it.
                let apart = below.is_empty() && !added.contains(&here);
                (!apart).then(|| project(&here, "", &below, element, added)).flatten()
            });
            let parts: Vec<Value> = parts.collect();
            (!parts.is_empty()).then(|| parts.into())
        }
        _ => Some(target.clone()),
    }
}

/// Whether apply merges the list element by element; the others are written and removed whole (semantics I-7).
fn by_element(field: &str) -> bool {
    list_key(field).is_some_and(|members| !members.is_empty())
}

fn element_of<'a>(field: &str, list: &'a Value, wanted: &str) -> Option<&'a Value> {
    let elements = keyed(field, list.as_array()?).into_iter();
    elements
        .filter(|(key, _)| key == wanted)
        .map(|(_, element)| element)
        .next()
}

/// The annotation of `kubectl rollout restart` is never apply's: removed again it would restart everything once more.
fn forget_restart(template: &mut Value) {
    let Some(metadata) = template.get_mut("metadata").and_then(Value::as_object_mut) else {
        return;
    };
    let annotations = metadata.get_mut("annotations").and_then(Value::as_object_mut);
    if annotations.is_some_and(|all| all.shift_remove(RESTARTED_AT).is_some() && all.is_empty()) {
        metadata.shift_remove("annotations");
    }
}

fn without_filled_in(value: &Value) -> Value {
    let Some(members) = value.as_object().filter(|members| members.contains_key("image")) else {
        return value.clone();
    };
    let said = |(key, value): &(&String, &Value)| {
        let nothing = *key == "resources" && value.as_object().is_some_and(Map::is_empty);
        !nothing && !FILLED_IN.contains(&key.as_str())
    };
    let said = members.iter().filter(said);
    Value::Object(said.map(|(key, value)| (key.clone(), value.clone())).collect())
}

#[cfg(test)]
#[path = "last_applied_sync_test.rs"]
mod tests;
