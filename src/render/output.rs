//! `-o json|yaml|name`: objects as text for programs, and as YAML for people. Faithful: nothing is cleaned here but by the
//! formats' own escaping. Not here: tables and what only this program shows.

use std::{
    io::{self, Write},
    str::FromStr,
};

use serde::Serialize as _;
use serde_json::{Value, json};

use super::yaml::{visible, yaml};
use crate::domain::json::text;

/// How an object is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// JSON, indented by four as kubectl does.
    Json,
    /// YAML, members sorted as kubectl does.
    Yaml,
    /// `daemonset.apps/NAME`.
    Name,
}

impl FromStr for Format {
    type Err = String;

    fn from_str(word: &str) -> Result<Self, String> {
        match word {
            "json" => Ok(Self::Json),
            "yaml" => Ok(Self::Yaml),
            "name" => Ok(Self::Name),
            other => Err(format!(
                "unable to match a printer suitable for the output format \"{other}\", allowed formats are: json,name,yaml"
            )),
        }
    }
}

impl Format {
    /// Writes one object, ended by a newline.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write(self, object: &Value, out: &mut dyn Write) -> io::Result<()> {
        match self {
            Self::Json => writeln!(out, "{}", json(object)),
            Self::Yaml => write!(out, "{}", yaml(object)),
            Self::Name => writeln!(out, "{}", name(object)),
        }
    }
}

/// JSON, indented by four.
pub fn json(value: &Value) -> String {
    let mut out = Vec::new();
    let format = serde_json::ser::PrettyFormatter::with_indent(b"    ");
    // A Value is always JSON, and a Vec takes every write.
    let _ = value.serialize(&mut serde_json::Serializer::with_formatter(&mut out, format));
    visible(&String::from_utf8_lossy(&out))
}

/// `daemonset.apps/NAME` (semantics E-2).
fn name(object: &Value) -> String {
    let kind = text(object, &["kind"]).to_lowercase();
    match text(object, &["apiVersion"]).split_once('/') {
        Some((group, _)) => format!("{kind}.{group}/{}", text(object, &["metadata", "name"])),
        None => format!("{kind}/{}", text(object, &["metadata", "name"])),
    }
}

/// A `List` of objects: one document, whatever their number.
pub fn list(items: Vec<Value>) -> Value {
    json!({"apiVersion": "v1", "kind": "List", "metadata": {"resourceVersion": ""}, "items": items})
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_the_group() {
        let object = json!({"apiVersion": "apps/v1", "kind": "DaemonSet", "metadata": {"name": "agent"}});
        let mut out = Vec::new();
        Format::Name.write(&object, &mut out).expect("a Vec takes it");
        assert_eq!(out, b"daemonset.apps/agent\n", "E-2");
    }

    #[test]
    fn other_formats_are_refused_with_the_list_of_right_ones() {
        let error = "wide".parse::<Format>().expect_err("no such format");
        assert!(error.ends_with("allowed formats are: json,name,yaml"), "E-2 {error}");
    }
}
