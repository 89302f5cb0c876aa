//! The forms of an answer that a verb knows, and the columns by which `status` can be put in order.

use super::{answer::Candidate, wanted::Wanted};
use crate::render::{nodes, overview};

/// The values of `-o`, each with what it gives.
pub(super) fn output(verb: &str) -> &'static [(&'static str, &'static str)] {
    match verb {
        "history" => &[
            ("wide", "whole images, all changes, hashes"),
            ("kubectl", "kubectl's two columns"),
            ("json", ""),
            ("yaml", ""),
            ("name", ""),
        ],
        "why" => &[
            ("wide", "a table, with revisions and ages"),
            ("json", ""),
            ("yaml", ""),
            ("name", ""),
        ],
        "status" => &[
            ("wide", "all nodes, more columns, nothing cut"),
            ("json", "one document, at the end"),
            ("yaml", "one document, at the end"),
            ("name", ""),
        ],
        "dry-run-plan" => &[
            ("wide", "a line for each node"),
            ("json", "everything, for a program"),
            ("yaml", ""),
            ("name", ""),
        ],
        "orphan-delete" => &[("name", "")],
        _ => &[("json", ""), ("yaml", ""), ("name", "")],
    }
}

/// The values of `--sort-by`, of the table that the line asks for: nodes where a DaemonSet is named.
pub(super) fn columns(named: bool) -> Wanted {
    let columns = if named {
        &nodes::COLUMNS[..]
    } else {
        &overview::COLUMNS[..]
    };
    Wanted::Fixed(columns.iter().map(|column| Candidate::new(*column, "")).collect())
}
