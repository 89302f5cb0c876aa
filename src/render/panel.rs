//! All that is to be said of a rollout below its line or bar: the verdict, the nodes, the findings, who came and went, how
//! long it may take. Fitted to a terminal while it is followed, in full at the end.

use jiff::SignedDuration;

use super::{
    age::age,
    clean::clean_line,
    findings,
    fit::cut,
    grid,
    nodes::{self, Style},
};
use crate::domain::{
    diagnosis::{
        Diagnosis,
        standing::Standing,
        verdict::{State, Verdict},
    },
    estimate::Estimate,
    roster::Moves,
};

/// Lines of findings that are shown however long the table of nodes is.
const FINDINGS: usize = 4;
/// A view of fewer lines shows no grid of nodes.
const LOW: usize = 9;
/// The columns of a terminal whose width is not known.
const WIDE: usize = 80;

/// What is shown.
#[derive(Debug, Clone)]
pub struct View {
    /// What was found.
    pub found: Diagnosis,
    /// How each node stands, by name.
    pub fleet: Vec<Standing>,
    /// How long it may take.
    pub estimate: Option<Estimate>,
    /// Who came and went.
    pub moves: Option<Moves>,
}

/// Everything, however long; only the table of nodes is cut to the width, where there is one.
pub fn full(view: &View, style: Style) -> Vec<String> {
    let wide = Style { width: None, ..style };
    let mut lines: Vec<String> = verdict(&view.found.verdict, style).into_iter().collect();
    lines.extend(nodes::lines(&view.found.nodes, style, None));
    lines.extend(nodes::count(&view.found.nodes));
    lines.extend(found(view, wide).concat());
    lines.extend(end(view));
    lines
}

/// As much as fits into so many lines; each fits the width.
pub fn fitted(view: &View, style: Style, height: usize) -> Vec<String> {
    let mut lines: Vec<String> = verdict(&view.found.verdict, style).into_iter().collect();
    // A view that is too low for both has the lines that say why.
    if height >= LOW {
        let width = style.width.unwrap_or(WIDE);
        lines.extend(grid::lines(&view.fleet, (width, height / 3), style.colour));
    }
    let (count, last) = (nodes::count(&view.found.nodes), end(view));
    let room = height.saturating_sub(lines.len() + usize::from(count.is_some()) + last.len());
    let blocks = found(view, style);
    let wanted: usize = blocks.iter().map(Vec::len).sum();
    let rows = room.saturating_sub(wanted.min(FINDINGS.max(room / 2)));
    let table = nodes::lines(&view.found.nodes, style, Some(rows));
    let room = room.saturating_sub(table.len());
    lines.extend(table);
    lines.extend(count);
    lines.extend(some(blocks, room));
    lines.extend(last);
    if let Some(width) = style.width {
        // Colours take no room, and only the grid and findings, which fit already, have them.
        lines
            .iter_mut()
            .filter(|line| !line.contains('\u{1b}'))
            .for_each(|line| *line = cut(line, width));
    }
    lines.truncate(height);
    lines
}

/// Whole findings as long as there is room, and how many more there are.
fn some(blocks: Vec<Vec<String>>, room: usize) -> Vec<String> {
    let all: usize = blocks.iter().map(Vec::len).sum();
    if all <= room {
        return blocks.concat();
    }
    let mut lines = Vec::new();
    let mut hidden = blocks.len();
    for block in blocks {
        let left = room.saturating_sub(lines.len() + 1);
        if left == 0 {
            break;
        }
        lines.extend(block.into_iter().take(left));
        hidden -= 1;
    }
    if hidden > 0 && room > 0 {
        lines.push(format!("… and {hidden} more findings"));
    }
    lines
}

fn found(view: &View, style: Style) -> Vec<Vec<String>> {
    let style = findings::Style {
        now: style.now,
        width: style.width,
        colour: style.colour,
    };
    let each = view.found.findings.iter();
    each.map(|finding| findings::lines(finding, style)).collect()
}

/// The verdict, where it says more than the line or the bar above it.
fn verdict(verdict: &Verdict, style: Style) -> Option<String> {
    let word = match verdict.state {
        State::Done | State::Idle | State::Progressing => return None,
        State::Waiting => "waiting",
        State::Stalled => "STALLED",
        State::Paused => "paused",
        State::NotObserved => "not observed",
        State::Superseded => "superseded",
        State::Deleted => "deleted",
    };
    let ends = verdict.ends.filter(|ends| *ends > style.now);
    let ends = ends.map(|ends| format!(" (about {} more)", age(Some(style.now), ends)));
    let reason = match verdict.reason.as_str() {
        "" => String::new(),
        reason => format!(": {}", clean_line(reason)),
    };
    Some(format!("{word}{reason}{}", ends.unwrap_or_default()))
}

fn end(view: &View) -> Vec<String> {
    let mut lines: Vec<String> = view.moves.iter().filter_map(moves).collect();
    lines.extend(view.estimate.map(estimate));
    lines
}

/// `3 of 3 starting nodes done (n1 left); 2 joined later: n4, n5`; `None` where nobody came or went.
pub fn moves(moves: &Moves) -> Option<String> {
    const NAMED: usize = 5;
    if moves.none() {
        return None;
    }
    let list = |names: &std::collections::BTreeSet<String>| {
        let named: Vec<&str> = names.iter().take(NAMED).map(String::as_str).collect();
        match names.len().saturating_sub(NAMED) {
            0 => named.join(", "),
            more => format!("{} and {more} more", named.join(", ")),
        }
    };
    let mut line = format!("{} of {} starting nodes done", moves.done, moves.starting);
    if !moves.left.is_empty() {
        line.push_str(&format!(" ({} left)", list(&moves.left)));
    }
    if !moves.joined.is_empty() {
        line.push_str(&format!(
            "; {} joined later: {}",
            moves.joined.len(),
            list(&moves.joined)
        ));
    }
    Some(clean_line(&line).into_owned())
}

/// `about 4 min left (an estimate: 3 pods took 38 s each)`.
fn estimate(estimate: Estimate) -> String {
    format!(
        "about {} left (an estimate: {} pods took {} each)",
        span(estimate.left),
        estimate.pods,
        span(estimate.each)
    )
}

/// `90 s`, `3 min`, `2 h`.
pub(super) fn span(span: SignedDuration) -> String {
    match span.as_secs() {
        seconds @ ..120 => format!("{} s", seconds.max(1)),
        seconds @ ..7200 => format!("{} min", (seconds + 30) / 60),
        seconds => format!("{} h", (seconds + 1800) / 3600),
    }
}

#[cfg(test)]
#[path = "panel_test.rs"]
mod tests;
