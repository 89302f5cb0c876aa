//! Findings as text: in full with what to do, or on one line for a log.

use jiff::Timestamp;

use super::{age::age, clean::clean_line, fit::cut};
use crate::domain::{
    diagnosis::{
        code::{Blocks, Severity},
        finding::{Apart, Finding, Heals},
    },
    plan::Objection,
};

/// Names that are said before the others are counted.
const NAMED: usize = 3;

/// How findings are drawn.
#[derive(Debug, Clone, Copy)]
pub struct Style {
    /// The moment that ages are counted to.
    pub now: Timestamp,
    /// Columns of the terminal; without, nothing is cut.
    pub width: Option<usize>,
    /// Colour is wanted and possible.
    pub colour: bool,
}

/// One finding: severity and summary, then where and what it holds up, then what to do, as a sentence and as a command.
pub fn lines(finding: &Finding, style: Style) -> Vec<String> {
    let remedy = (finding.remedy.text.as_str(), finding.remedy.command.as_deref());
    block(
        finding.severity,
        &finding.summary,
        &place(finding, style.now),
        remedy,
        style,
    )
}

fn block(
    level: Severity,
    summary: &str,
    place: &str,
    (remedy, command): (&str, Option<&str>),
    style: Style,
) -> Vec<String> {
    let word = severity(level);
    let summary = clean_line(summary);
    let fit = |line: String| style.width.map_or(line.clone(), |width| cut(&line, width));
    let first = fit(format!("{word} {summary}"));
    let mut lines = vec![match (style.colour, first.strip_prefix(word)) {
        (true, Some(rest)) => format!("{}{word}\u{1b}[0m{rest}", colour(level)),
        _ => first,
    }];
    let indented = |text: &str| fit(format!("  {}", clean_line(text)));
    lines.extend((!place.is_empty()).then(|| indented(place)));
    lines.extend((!remedy.is_empty()).then(|| indented(&format!("→ {remedy}"))));
    lines.extend(command.map(|command| indented(&format!("  {command}"))));
    lines
}

/// What speaks against a plan, in the same form.
pub fn objection(objection: &Objection, style: Style) -> Vec<String> {
    let nodes: Vec<&str> = objection.nodes.iter().map(String::as_str).collect();
    let place = match listed(&nodes) {
        names if names.is_empty() => names,
        names => format!("on {names}"),
    };
    block(
        objection.severity,
        &objection.summary,
        &place,
        (&objection.remedy, objection.command.as_deref()),
        style,
    )
}

/// One finding on one line, with its stable name: `error image-not-found: SUMMARY (n3, n4 and 12 more)`.
pub fn line(finding: &Finding) -> String {
    let word = severity(finding.severity).to_lowercase();
    let names = names(finding);
    let places = if names.is_empty() {
        String::new()
    } else {
        format!(" ({names})")
    };
    clean_line(&format!("{word} {}: {}{places}", finding.code, finding.summary)).into_owned()
}

fn severity(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "ERROR",
        Severity::Warning => "WARNING",
        Severity::Info => "INFO",
    }
}

fn colour(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "\u{1b}[31m",
        Severity::Warning => "\u{1b}[33m",
        Severity::Info => "\u{1b}[36m",
    }
}

/// `on n3, n4 and 12 more for 5m; all 14 have kernelVersion 6.1; uses up the budget`.
fn place(finding: &Finding, now: Timestamp) -> String {
    let mut parts = Vec::new();
    let names = names(finding);
    let pod = match finding.places.as_slice() {
        [place] => place.pod.as_deref().filter(|_| place.node.is_some()),
        _ => None,
    };
    let since = finding.since.map(|since| format!("for {}", age(Some(since), now)));
    let words = [
        (!names.is_empty()).then(|| format!("on {names}")),
        pod.map(|pod| format!("(pod {pod})")),
        since,
    ];
    let words: Vec<String> = words.into_iter().flatten().collect();
    parts.extend((!words.is_empty()).then(|| words.join(" ")));
    parts.extend(
        finding
            .apart
            .as_ref()
            .map(|apart| separates(apart, nodes(finding).len())),
    );
    parts.extend(blocks(finding));
    if let Heals::Itself { at } = finding.heals {
        let when = at
            .filter(|at| *at > now)
            .map(|at| format!(", in about {}", age(Some(now), at)));
        parts.push(format!("passes by itself{}", when.unwrap_or_default()));
    }
    parts.join("; ")
}

fn blocks(finding: &Finding) -> Option<String> {
    match (finding.blocks, nodes(finding).len()) {
        (Blocks::Nothing, _) => None,
        (Blocks::Node, 0 | 1) => Some("holds up this node only".to_owned()),
        (Blocks::Node, _) => Some("holds up these nodes only".to_owned()),
        (Blocks::Budget, _) => Some("uses up the budget".to_owned()),
        (Blocks::Rollout, _) => Some("holds up the rollout".to_owned()),
    }
}

/// What the sick nodes have in common: `all 5 have kernelVersion 6.1, no healthy node has`.
fn separates(apart: &Apart, nodes: usize) -> String {
    let sick = match apart.sick >= nodes {
        true => format!("all {nodes} have"),
        false => format!("{} of {nodes} have", apart.sick),
    };
    let healthy = match apart.healthy {
        0 => "no healthy node has it".to_owned(),
        1 => "1 healthy node has it too".to_owned(),
        more => format!("{more} healthy nodes have it too"),
    };
    format!("{sick} {} {}, {healthy}", apart.key, apart.value)
}

/// The nodes, each once; a pod where its node is not known.
fn nodes(finding: &Finding) -> Vec<&str> {
    let mut nodes: Vec<&str> = Vec::new();
    for place in &finding.places {
        let name = place.node.as_deref().or(place.pod.as_deref());
        nodes.extend(name.filter(|name| !nodes.contains(name)));
    }
    nodes
}

fn names(finding: &Finding) -> String {
    listed(&nodes(finding))
}

/// `n3, n4 and 12 more`.
fn listed(nodes: &[&str]) -> String {
    match nodes.len() {
        0 => String::new(),
        few if few <= NAMED => nodes.join(", "),
        many => format!("{} and {} more", nodes[..NAMED - 1].join(", "), many + 1 - NAMED),
    }
}

#[cfg(test)]
#[path = "findings_test.rs"]
pub(super) mod tests;
