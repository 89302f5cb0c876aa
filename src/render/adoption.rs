//! What a DaemonSet will do with ownerless pods and revisions, in words and as a table.

use super::{
    clean::clean_line,
    orphan::{count, counts},
    table::{Layout, Table},
};
use crate::domain::{
    adoption::{Fate, Forecast},
    adoption_history::Becomes,
    daemonset::{DaemonSet, TEMPLATE_GENERATION},
    placement::Reason,
    relabel::Relabel,
};

/// More rows than this are counted, not listed.
const MOST: usize = 60;

/// The forecast: a head, a row for each pod, the revisions, and what should be known.
pub fn forecast(next: &DaemonSet, found: &Forecast, nodes_known: bool, layout: Layout) -> Vec<String> {
    let adopted = |fate: &Fate| !matches!(fate, Fate::Ignored | Fate::Ending);
    let pods = found.pods.iter().filter(|(.., fate)| adopted(fate)).count();
    let stored = found
        .stored
        .revisions
        .iter()
        .filter(|(.., it)| *it != Becomes::Ignored)
        .count();
    let mut lines = vec![format!(
        "the next {} will adopt {}",
        next.qualified_name(),
        counts(pods, stored)
    )];
    let mut table = Table::new(&["NODE", "POD", "BECOMES"]);
    for (node, pod, fate) in found.pods.iter().take(MOST) {
        let node = node.as_deref().unwrap_or("<none>").to_owned();
        table.row(vec![node, pod.clone(), words(fate, found.at_a_time)]);
    }
    for node in found.created.iter().take(MOST.saturating_sub(found.pods.len())) {
        table.row(vec![node.clone(), "<new>".to_owned(), "made at once".to_owned()]);
    }
    let rows = found.pods.len() + found.created.len();
    if rows > 0 {
        lines.extend(table.indented(layout));
    }
    if rows > MOST {
        lines.push(format!("  and {} more", rows - MOST));
    }
    for (number, name, _, becomes) in &found.stored.revisions {
        lines.push(format!(
            "  revision {number} ({}): {}",
            clean_line(name),
            revision(*number, becomes)
        ));
    }
    if let Some(number) = found.stored.created {
        lines.push(format!("  revision {number}: made"));
    }
    lines.extend(notes(next, found));
    if !nodes_known {
        lines.push(
            "  no right to list nodes: every node with a pod is taken for one that is meant, and new pods are not foreseen"
                .to_owned(),
        );
    }
    lines
}

/// What becomes of a pod.
fn words(fate: &Fate, at_a_time: Option<i64>) -> String {
    match fate {
        Fate::Kept => "kept as it is".to_owned(),
        Fate::KeptOther => "kept, although it runs another template".to_owned(),
        Fate::KeptOnDelete => "kept until somebody deletes it".to_owned(),
        Fate::Uncounted => "kept and never counted: it asks for no node".to_owned(),
        Fate::ReplacedAtOnce => "replaced at once: it has ended or is not available".to_owned(),
        Fate::ReplacedInWaves => match at_a_time {
            Some(number) => format!(
                "replaced, at most {} at a time",
                count(usize::try_from(number).unwrap_or(0), "node")
            ),
            None => "replaced".to_owned(),
        },
        Fate::RolledAway(why) => format!("deleted and not made anew: {}", reason(why)),
        Fate::Misplaced(why) => format!("deleted: {}", reason(why)),
        Fate::Excess(stays) => format!("deleted: {stays} stays on this node"),
        Fate::NodeGone => "deleted: its node is gone".to_owned(),
        Fate::Ignored => "left alone: the selector does not match".to_owned(),
        Fate::Ending => "left to end".to_owned(),
    }
}

fn reason(why: &Reason) -> String {
    match why {
        Reason::NodeName(name) => format!("the template is for node {name}"),
        Reason::NodeSelector(labels) => {
            let labels: Vec<_> = labels.iter().map(|it| format!("{}={}", it.key, it.wanted)).collect();
            format!("the node lacks {}", labels.join(", "))
        }
        Reason::NodeAffinity(_) => "the node affinity does not match".to_owned(),
        Reason::Taints(taints) => {
            let taints: Vec<_> = taints.iter().map(ToString::to_string).collect();
            format!("taint {} is not tolerated", taints.join(", "))
        }
    }
}

fn revision(number: i64, becomes: &Becomes) -> String {
    match becomes {
        Becomes::Kept => "adopted".to_owned(),
        Becomes::Current(same) if *same == number => "adopted, holds this template".to_owned(),
        Becomes::Current(other) => format!("adopted, holds this template, becomes revision {other}"),
        Becomes::Merged => "deleted: another one holds the same template".to_owned(),
        Becomes::Pruned => "deleted: more than revisionHistoryLimit are stored".to_owned(),
        Becomes::Ignored => "left alone: the selector does not match".to_owned(),
    }
}

fn notes(next: &DaemonSet, found: &Forecast) -> Vec<String> {
    let mut lines = Vec::new();
    let those = |wanted: fn(&Fate) -> bool| found.pods.iter().filter(|(.., fate)| wanted(fate)).count();
    let others = those(|fate| *fate == Fate::KeptOther);
    let merged = found.stored.revisions.iter().any(|(.., it)| *it == Becomes::Merged);
    if others > 0 && merged {
        lines.push(format!(
            "  {} would count as updated and go on running another template, since one template is stored twice; 'restart {}' \
             afterwards replaces them",
            count(others, "pod"),
            next.name()
        ));
    } else if others > 0 {
        lines.push(format!(
            "  {} would count as updated by label pod-template-generation and go on running another template; to have them \
             replaced, write into its metadata.annotations {TEMPLATE_GENERATION}: \"{}\"",
            count(others, "pod"),
            found.fresh_generation
        ));
    }
    if let Some(generation) = &found.sparing_generation {
        lines.push(format!(
            "  those that are replaced differ by their labels alone; to keep them as they are, write into its \
             metadata.annotations {TEMPLATE_GENERATION}: \"{}\"",
            clean_line(generation)
        ));
    }
    let beside = found
        .pods
        .iter()
        .filter(|(node, _, fate)| {
            matches!(fate, Fate::Ignored | Fate::Ending)
                && node.as_ref().is_some_and(|node| found.created.contains(node))
        })
        .count();
    if beside > 0 {
        lines.push(format!(
            "  {} will run beside another one on the same node",
            count(beside, "new pod")
        ));
    }
    lines
}

/// What `--relabel` adds to a manifest, and why.
pub fn spared(generation: &str) -> String {
    format!(
        "  it is created with annotation {TEMPLATE_GENERATION}: \"{}\", so that pods which differ by their labels alone are kept",
        clean_line(generation)
    )
}

/// How pods and revisions come under the new selector (C62). `flags` goes on with a command's own: `-n ops -l app=a`.
pub fn relabel(relabel: &Relabel, flags: &str) -> Vec<String> {
    let (when, overwrite) = match relabel.early {
        true => ("to have them adopted, label them first; --relabel does it:", ""),
        false => (
            "to have them adopted, label them when it is gone and before the next one is created, since its own selector needs \
             another value:",
            " --overwrite",
        ),
    };
    let words = clean_line(&relabel.words()).into_owned();
    vec![
        format!("  {when}"),
        format!("    kubectl label pods,controllerrevisions {flags} {words}{overwrite}"),
    ]
}

#[cfg(test)]
#[path = "adoption_test.rs"]
mod tests;
