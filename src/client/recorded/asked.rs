//! A request to the API server, taken apart: which resource, which object, by what it is selected.

use http::Uri;
use percent_encoding::percent_decode_str;
use serde_json::Value;

use crate::domain::{
    json,
    saved::{RESOURCES, Resource},
    selector,
};

/// What is asked for.
#[derive(Debug)]
pub(super) struct Asked {
    pub(super) resource: Resource,
    pub(super) namespace: Option<String>,
    pub(super) name: Option<String>,
    pub(super) watch: bool,
    labels: Option<Value>,
    fields: Vec<Field>,
}

/// A part of a field selector.
#[derive(Debug)]
struct Field {
    path: String,
    equal: bool,
    value: String,
}

impl Asked {
    /// `None` for a path that leads to none of the saved resources.
    ///
    /// # Errors
    /// A selector that cannot be read.
    pub(super) fn of(uri: &Uri) -> Option<Result<Self, String>> {
        let decode = |text: &str| percent_decode_str(text).decode_utf8_lossy().into_owned();
        let parts: Vec<String> = uri
            .path()
            .split('/')
            .filter(|part| !part.is_empty())
            .map(decode)
            .collect();
        let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
        let (version, rest) = match parts.as_slice() {
            ["api", version, rest @ ..] => ((*version).to_owned(), rest),
            ["apis", group, version, rest @ ..] => (format!("{group}/{version}"), rest),
            _ => return None,
        };
        let (namespace, rest) = match rest {
            ["namespaces", namespace, rest @ ..] if !rest.is_empty() => (Some((*namespace).to_owned()), rest),
            rest => (None, rest),
        };
        let (plural, name) = match rest {
            [plural] => (*plural, None),
            [plural, name] => (*plural, Some((*name).to_owned())),
            _ => return None,
        };
        let resource = RESOURCES
            .into_iter()
            .find(|known| known.plural == plural && known.version == version)?;
        let mut asked = Self {
            resource,
            namespace,
            name,
            watch: false,
            labels: None,
            fields: Vec::new(),
        };
        for pair in uri.query().unwrap_or_default().split('&') {
            let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
            let value = decode(&value.replace('+', " "));
            match key {
                "watch" => asked.watch = matches!(value.as_str(), "true" | "1"),
                "labelSelector" if !value.trim().is_empty() => match selector::parse(&value) {
                    Ok(labels) => asked.labels = Some(labels),
                    Err(why) => return Some(Err(why)),
                },
                "fieldSelector" => asked.fields.extend(value.split(',').filter_map(field)),
                _ => {}
            }
        }
        Some(Ok(asked))
    }

    /// Whether labels select the objects.
    pub(super) fn by_label(&self) -> bool {
        self.labels.is_some()
    }

    /// Whether the object is one of those that are asked for.
    pub(super) fn takes(&self, object: &Value) -> bool {
        let namespace = json::text(object, &["metadata", "namespace"]);
        let label = |key: &str| json::at(object, &["metadata", "labels", key])?.as_str();
        self.namespace.as_deref().is_none_or(|wanted| wanted == namespace)
            && self
                .labels
                .as_ref()
                .is_none_or(|labels| selector::matches(labels, label))
            && self.fields.iter().all(|field| field.agrees(object))
    }
}

impl Field {
    fn agrees(&self, object: &Value) -> bool {
        let path: Vec<&str> = self.path.split('.').collect();
        (json::text(object, &path) == self.value) == self.equal
    }
}

fn field(text: &str) -> Option<Field> {
    let (path, equal, value) = match (text.split_once("!="), text.split_once("=="), text.split_once('=')) {
        (Some((path, value)), ..) => (path, false, value),
        (_, Some((path, value)), _) | (_, _, Some((path, value))) => (path, true, value),
        _ => return None,
    };
    Some(Field {
        path: path.trim().to_owned(),
        equal,
        value: value.trim().to_owned(),
    })
}
