//! The nodes of a rollout as a table: those that are not done, the others as a count.

use std::{
    cmp::{Ordering, Reverse},
    collections::BTreeMap,
};

use jiff::Timestamp;

use super::{
    age::age,
    fit::cut,
    table::{Layout, Table, empty_last},
};
use crate::domain::diagnosis::node_table::NodeState;

/// The columns by which the nodes can be put in order.
pub const COLUMNS: [&str; 7] = ["node", "pod", "revision", "updated", "state", "since", "why"];

/// What room there is, and what is wanted in it.
#[derive(Debug, Clone, Copy)]
pub struct Style {
    /// The moment that ages are counted to.
    pub now: Timestamp,
    /// Columns of the terminal; without, nothing is cut.
    pub width: Option<usize>,
    /// Nodes that are done have their line too.
    pub all: bool,
    /// Also whether the pod is of the present template, and the codes of what was found.
    pub wide: bool,
    /// Colour is wanted and possible.
    pub colour: bool,
    /// Rows alone, without headers.
    pub bare: bool,
    /// One of [`COLUMNS`] to put them in order by; by node, where none is named.
    pub sort: Option<&'static str>,
}

/// The table as lines, a header first; none where no node is to be shown. At most `rows` lines, where that is limited;
/// what is left out is counted in the last one. A table without a row is none.
pub fn lines(nodes: &[NodeState], style: Style, rows: Option<usize>) -> Vec<String> {
    let mut shown: Vec<&NodeState> = nodes.iter().filter(|node| style.all || !node.done).collect();
    let header = usize::from(!style.bare);
    if let Some(column) = style.sort {
        shown.sort_by(|a, b| order(column, a, b));
    }
    // Where not all can be seen, those come first about which something was found, then those with something to say.
    let fitting = rows.map_or(shown.len(), |rows| match shown.len() + header <= rows {
        true => shown.len(),
        false => rows.saturating_sub(header + 1),
    });
    let hidden = shown.len() - fitting;
    if fitting == 0 {
        return Vec::new();
    }
    if hidden > 0 {
        shown.sort_by_key(|node| (node.done, node.codes.is_empty(), node.why.is_empty()));
        shown.truncate(fitting);
    }
    let mut headers = vec!["NODE", "POD", "REVISION", "STATE", "SINCE", "WHY"];
    if style.wide {
        headers.splice(3..3, ["UPDATED"]);
        headers.push("FOUND");
    }
    let mut table = Table::new(&headers);
    for node in shown {
        table.row(row(node, style));
    }
    let mut lines = table.lines(Layout {
        width: style.width,
        bare: style.bare,
    });
    if hidden > 0 {
        let more = format!("… and {hidden} more");
        lines.push(style.width.map_or(more.clone(), |width| cut(&more, width)));
    }
    lines
}

/// Which of two nodes comes first.
fn order(column: &str, a: &NodeState, b: &NodeState) -> Ordering {
    match column {
        "pod" => empty_last(a.pod.as_ref(), b.pod.as_ref()),
        "revision" => empty_last(a.revision, b.revision),
        "updated" => empty_last(a.updated, b.updated),
        "state" => a.state.cmp(&b.state),
        // The latest has the smallest age.
        "since" => empty_last(a.since.map(Reverse), b.since.map(Reverse)),
        "why" => empty_last(
            Some(&a.why).filter(|it| !it.is_empty()),
            Some(&b.why).filter(|it| !it.is_empty()),
        ),
        _ => empty_last(a.node.as_ref(), b.node.as_ref()),
    }
}

fn row(node: &NodeState, style: Style) -> Vec<String> {
    let none = || "<none>".to_owned();
    let mut row = vec![
        node.node.clone().unwrap_or_else(none),
        node.pod.clone().unwrap_or_else(none),
        node.revision.map_or_else(
            || {
                if node.pod.is_some() {
                    "<unknown>".to_owned()
                } else {
                    none()
                }
            },
            |number| number.to_string(),
        ),
        node.state.clone(),
        node.since.map_or_else(none, |since| age(Some(since), style.now)),
        node.why.clone(),
    ];
    if style.wide {
        let updated = match node.updated {
            Some(true) => "yes",
            Some(false) => "no",
            None => "<none>",
        };
        row.splice(3..3, [updated.to_owned()]);
        let codes: Vec<String> = node.codes.iter().map(ToString::to_string).collect();
        row.push(codes.join(","));
    }
    row
}

/// `7 of 10 nodes are done`; `None` where no node is known.
pub fn count(nodes: &[NodeState]) -> Option<String> {
    let mut by_node: BTreeMap<&str, bool> = BTreeMap::new();
    for state in nodes {
        // A pod whose node cannot be known is not done, and stands for a node.
        let key = state.node.as_deref().or(state.pod.as_deref()).unwrap_or_default();
        *by_node.entry(key).or_insert(true) &= state.done;
    }
    let done = by_node.values().filter(|done| **done).count();
    match by_node.len() {
        0 => None,
        1 => Some(format!("{done} of 1 node is done")),
        all => Some(format!("{done} of {all} nodes are done")),
    }
}

#[cfg(test)]
#[path = "nodes_test.rs"]
pub(super) mod tests;
