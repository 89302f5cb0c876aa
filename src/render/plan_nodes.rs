//! The nodes of a plan as a table: those that fare alike on one line, or each on its own.

use super::table::{Layout, Table};
use crate::domain::plan::{NodePlan, Plan, Role};

/// Nodes that are named before the others are counted.
const NAMED: usize = 4;

/// What becomes of a node of this role.
pub fn words(role: Role) -> &'static str {
    match role {
        Role::AtOnce => "replaced at once",
        Role::InTurn => "replaced in turn",
        Role::LosesAtOnce => "loses its pod at once",
        Role::LosesInTurn => "loses its pod in turn",
        Role::Gains => "gets a pod",
        Role::Ending => "gets its new pod when the old one has ended",
        Role::Leaving => "its pod ends, none follows",
        Role::Pair => "loses the old pod when the new one is available",
        Role::Settles => "has its new pod, not available yet",
        Role::Keeps => "keeps its pod",
        Role::OnDelete => "keeps the old pod until it is deleted",
        Role::NotEligible => "no pod is meant for it",
    }
}

/// The table as lines, a header first; none where no node is known.
pub fn lines(plan: &Plan, all: bool, layout: Layout) -> Vec<String> {
    let table = if all { each(plan) } else { folded(plan) };
    table.map(|table| table.lines(layout)).unwrap_or_default()
}

fn each(plan: &Plan) -> Option<Table> {
    let mut table = Table::new(&["NODE", "POD", "WHAT BECOMES OF IT", "WHY"]);
    for node in &plan.nodes {
        let pods = if node.pods.is_empty() {
            "<none>".to_owned()
        } else {
            node.pods.join(",")
        };
        table.row(vec![node.node.clone(), pods, words(node.role).to_owned(), why(node)]);
    }
    (!plan.nodes.is_empty()).then_some(table)
}

fn folded(plan: &Plan) -> Option<Table> {
    let mut groups: Vec<(Role, String, Vec<&str>)> = Vec::new();
    for node in &plan.nodes {
        let why = why(node);
        match groups
            .iter_mut()
            .find(|(role, known, _)| *role == node.role && *known == why)
        {
            Some((.., nodes)) => nodes.push(&node.node),
            None => groups.push((node.role, why, vec![&node.node])),
        }
    }
    groups.sort_by_key(|(role, _, nodes)| (*role, std::cmp::Reverse(nodes.len())));
    let mut table = Table::new(&["NODES", "WHAT BECOMES OF THEM", "WHY", "WHICH"]);
    for (role, why, nodes) in &groups {
        let named = nodes.iter().take(NAMED).copied().collect::<Vec<_>>().join(", ");
        let which = match nodes.len().saturating_sub(NAMED) {
            0 => named,
            more => format!("{named} and {more} more"),
        };
        table.row(vec![
            nodes.len().to_string(),
            words(*role).to_owned(),
            why.clone(),
            which,
        ]);
    }
    (!groups.is_empty()).then_some(table)
}

fn why(node: &NodePlan) -> String {
    match node.why.as_str() {
        "" => "-".to_owned(),
        why if node.held => format!("{why}; until somebody acts"),
        why => why.to_owned(),
    }
}
