//! Answers for programs: one document where one object was named, else a list, so that the form depends on the command line
//! alone.

use serde_json::{Value, json};

use super::context::Context;
use crate::{
    domain::{json::text, report::VERSION},
    render::output::Format,
};

/// Prints the documents, each with a `name`; as `kind` with `items` unless `one` was named.
/// Nothing is printed for none: then an error was.
pub fn print(format: Format, kind: &str, one: bool, mut documents: Vec<Value>, context: &mut Context) {
    if documents.is_empty() {
        return;
    }
    if format == Format::Name {
        for document in &documents {
            let line = format!("daemonset.apps/{}", text(document, &["name"]));
            context.out.line(&line);
        }
        return;
    }
    let document = match documents.len() {
        1 if one => documents.remove(0),
        _ => json!({"apiVersion": VERSION, "kind": kind, "items": documents}),
    };
    let mut out = Vec::new();
    // A Vec takes every write.
    let _ = format.write(&document, &mut out);
    context.out.exactly(&String::from_utf8_lossy(&out));
}
