//! The text of a manifest → the objects in it, as kubectl's reader (YAML 1.1, or JSON) takes it apart. Not here: which
//! texts there are, and which of the objects are meant.

use anyhow::Result;
use serde_json::Value;

use crate::{domain::json, error::Failure};

/// The objects of a text of one or several documents; the items of a List are taken out of it. `origin` is the file.
///
/// # Errors
/// Neither YAML nor JSON, or no object that says what it is, in kubectl's words.
pub(super) fn objects(text: &str, origin: &str) -> Result<Vec<Value>> {
    let mut objects = Vec::new();
    for document in documents(text, origin)?
        .into_iter()
        .filter(|document| !document.is_null())
    {
        check(&document, origin)?;
        match json::at(&document, &["items"]) {
            Some(Value::Array(items)) if json::text(&document, &["kind"]).ends_with("List") => {
                for item in items {
                    check(item, origin)?;
                    objects.push(item.clone());
                }
            }
            _ => objects.push(document),
        }
    }
    Ok(objects)
}

/// JSON documents one after the other, with or without `---` between them; the rest from where it is no JSON is YAML.
fn documents(text: &str, origin: &str) -> Result<Vec<Value>> {
    let mut documents = Vec::new();
    let mut rest = text.trim_start_matches('\u{feff}');
    loop {
        rest = rest.trim_start();
        if let (false, Some(after)) = (documents.is_empty(), rest.strip_prefix("---")) {
            rest = after.trim_start();
        }
        let mut values = serde_json::Deserializer::from_str(rest).into_iter::<Value>();
        match values.next() {
            Some(Ok(value)) if rest.starts_with('{') => {
                rest = &rest[values.byte_offset()..];
                documents.push(value);
            }
            _ => break,
        }
    }
    // The indentation of the first line means something in YAML.
    let rest = if documents.is_empty() { text } else { rest };
    documents.extend(yaml(rest).map_err(|error| Failure::error(format!("error parsing {origin}: {error}")))?);
    Ok(documents)
}

fn yaml(text: &str) -> Result<Vec<Value>, serde_yaml::Error> {
    // YAML 1.1: `0644` is a file mode, `yes` is true. Of a key that is there twice the last counts.
    let options = serde_yaml::options! {
        legacy_octal_numbers: true,
        duplicate_keys: serde_yaml::DuplicateKeyPolicy::LastWins,
    };
    let mut documents: Vec<Value> = serde_yaml::from_multiple_with_options(text, options)?;
    documents.iter_mut().for_each(whole);
    Ok(documents)
}

/// Whole numbers that were written as others (`08`, `1e3`, `1.0`) become whole: on its way through JSON kubectl's reader
/// makes no difference.
fn whole(value: &mut Value) {
    match value {
        Value::Object(map) => map.values_mut().for_each(whole),
        Value::Array(items) => items.iter_mut().for_each(whole),
        Value::Number(number) if number.is_f64() => {
            // Below 2^53 every whole number has just one float, so that nothing is rounded.
            if let Some(float) = number
                .as_f64()
                .filter(|float| float.fract() == 0.0 && float.abs() < 9e15)
            {
                #[allow(clippy::cast_possible_truncation, reason = "it is whole and in range")]
                let integer = float as i64;
                *value = Value::from(integer);
            }
        }
        _ => {}
    }
}

/// Whether a document says what it is, in the words of kubectl's decoder.
fn check(object: &Value, origin: &str) -> Result<()> {
    let wrong = |why: String| Err(Failure::error(format!("unable to decode \"{origin}\": {why}")).into());
    let Value::Object(_) = object else {
        return wrong(format!("couldn't get version/kind; {} is no object", type_of(object)));
    };
    let missing = |field: &str| {
        let mut shown = object.clone();
        shown.sort_all_objects();
        wrong(format!("Object '{field}' is missing in '{shown}'"))
    };
    let (kind, version) = (json::text(object, &["kind"]), json::text(object, &["apiVersion"]));
    if kind.is_empty() {
        return missing("Kind");
    }
    if version.is_empty() {
        return missing("apiVersion");
    }
    for field in ["name", "namespace"] {
        match json::at(object, &["metadata", field]) {
            None | Some(Value::String(_) | Value::Null) => {}
            Some(other) => {
                let found = type_of(other);
                return wrong(format!(
                    "json: cannot unmarshal {found} into Go struct field ObjectMeta.metadata.{field} of type string"
                ));
            }
        }
    }
    if kind == "DaemonSet" && version != "apps/v1" {
        let (name, namespace) = (
            json::text(object, &["metadata", "name"]),
            json::text(object, &["metadata", "namespace"]),
        );
        return Err(Failure::error(format!(
            "resource mapping not found for name: \"{name}\" namespace: \"{namespace}\" from \"{origin}\": no matches for \
             kind \"{kind}\" in version \"{version}\"\nensure CRDs are installed first"
        ))
        .into());
    }
    Ok(())
}

fn type_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "bool",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

#[cfg(test)]
#[path = "manifest_text_test.rs"]
mod tests;
