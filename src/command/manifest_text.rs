//! The text of a manifest → the objects in it, as kubectl's reader (YAML 1.1, or JSON) takes it apart. Not here: which
//! texts there are, and which of the objects are meant.

use anyhow::Result;
use serde_json::Value;

use crate::{client::documents::documents, domain::json, error::Failure};

/// The objects of a text of one or several documents; the items of a List are taken out of it. `origin` is the file.
///
/// # Errors
/// Neither YAML nor JSON, or no object that says what it is, in kubectl's words.
pub(super) fn objects(text: &str, origin: &str) -> Result<Vec<Value>> {
    let mut objects = Vec::new();
    let documents = documents(text).map_err(|error| Failure::error(format!("error parsing {origin}: {error}")))?;
    for document in documents.into_iter().filter(|document| !document.is_null()) {
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
