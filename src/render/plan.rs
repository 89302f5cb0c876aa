//! A plan as text: what it comes to, the numbers, the nodes, what is against it. The nodes are `plan_nodes`', the picture of
//! the waves is `waves`'.

use std::fmt::Write as _;

use jiff::Timestamp;

use super::{
    clean::clean_line,
    findings::{self, Style},
    orphan::count,
    panel::span,
    plan_nodes,
    table::Layout,
    waves,
};
use crate::domain::plan::{Budget, Kind, Objection, Plan, Role, Server, Verdict};

/// Changes that are shown before the others are counted.
const CHANGES: usize = 6;
/// Nodes that are named where they use the budget up.
const NAMED: usize = 3;

/// What the plan comes to, in one line.
pub fn verdict(plan: &Plan) -> String {
    let words = match plan.verdict {
        Verdict::Blocked => {
            let mut blockers = plan.objections.iter().filter(|it| it.blocks());
            let first = blockers.next().map_or("", |first| first.summary.as_str());
            match blockers.count() {
                0 => format!("BLOCKED: {first}"),
                more => format!("BLOCKED: {first} (and {more} more)"),
            }
        }
        Verdict::Nothing if plan.effective => "a new revision, and no pod is replaced, made or removed".to_owned(),
        Verdict::Nothing if plan.asked => "no rollout will start: the template means the same as now".to_owned(),
        Verdict::Nothing => "no rollout is under way, no pod is replaced, made or removed".to_owned(),
        Verdict::WaitsForDeletion => {
            let waiting = plan.of(Role::OnDelete).count();
            format!(
                "{} until somebody deletes {}",
                stay(waiting),
                if waiting == 1 { "it" } else { "them" }
            )
        }
        Verdict::Proceeds => proceeds(plan),
    };
    clean_line(&format!("daemonset.apps/{}: {words}", plan.name)).into_owned()
}

fn proceeds(plan: &Plan) -> String {
    let held = plan.objections.iter().find(|it| it.kind == Kind::NodeHeld);
    let mut words = match held {
        Some(held) => format!(
            "goes on, but {} cannot finish until somebody acts",
            count(held.nodes.len(), "node")
        ),
        None => "can finish".to_owned(),
    };
    let turn = plan.of(Role::InTurn).count();
    if let (Some(budget), true) = (&plan.budget, turn > 0) {
        let _ = write!(
            words,
            "; {} replaced in turn, {} at a time",
            count(turn, "pod"),
            budget.at_a_time.min(turn)
        );
    }
    words
}

/// The lines below the verdict, each with what it is about in front.
pub fn facts(plan: &Plan) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = |name: &str, text: String| lines.push(clean_line(&format!("{name:<10} {text}")).into_owned());
    for (index, change) in plan.changes.iter().take(CHANGES).enumerate() {
        line(if index == 0 { "template" } else { "" }, change.words.clone());
    }
    if plan.asked && plan.changes.is_empty() {
        line("template", "the same in meaning: no rollout starts by it".to_owned());
    }
    if let Some(more) = plan.changes.len().checked_sub(CHANGES).filter(|more| *more > 0) {
        line("", format!("and {more} more; --diff shows all"));
    }
    match (plan.from, plan.to) {
        (Some(from), Some(to)) if plan.effective => line("revision", format!("{from} → {to}")),
        (None, Some(to)) if plan.effective => line("revision", format!("(not stored) → {to}")),
        (Some(from), _) => line("revision", from.to_string()),
        _ => {}
    }
    line("strategy", strategy(plan));
    if let Some(words) = at_once(plan) {
        line("at once", words);
    }
    if let Some(budget) = plan.budget.as_ref().filter(|budget| budget.count() > 0) {
        line("in turn", waves::words(budget));
        line("", waves::picture(budget));
    }
    if plan.lost_first > 0 {
        let words = format!(
            "{} first, since more than wanted are available",
            count(plan.lost_first, "lost pod")
        );
        line("", words);
    }
    if let Some(words) = estimate(plan) {
        line("time", words);
    }
    match plan.server {
        Server::NotAsked => {}
        Server::Accepts => line("server", "would accept it (asked with a dry run)".to_owned()),
        Server::Refuses => line("server", "refuses it (asked with a dry run)".to_owned()),
    }
    lines
}

/// `maxUnavailable 30% of 7 eligible nodes = 3, rounded up; 1 already used by n4 (its pod is not ready)`.
fn strategy(plan: &Plan) -> String {
    let mut words = plan.strategy.kind.clone();
    if let Some(budget) = &plan.budget {
        let _ = write!(words, ", {} {}", budget.limit, budget.written);
        if budget.written.ends_with('%') {
            let exact = percent(&budget.written).is_some_and(|percent| (percent * budget.base) % 100 == 0);
            let rounded = if exact { "" } else { ", rounded up" };
            let _ = write!(words, " of {} = {}{rounded}", eligible(budget.base), budget.total);
        } else {
            let _ = write!(words, " of {}", eligible(budget.base));
        }
        words.push_str(&used(budget));
    }
    if plan.strategy.min_ready_seconds > 0 {
        let _ = write!(words, "; minReadySeconds {}", plan.strategy.min_ready_seconds);
    }
    words
}

fn percent(written: &str) -> Option<i64> {
    written.strip_suffix('%')?.parse().ok()
}

fn eligible(base: i64) -> String {
    match base {
        1 => "1 eligible node".to_owned(),
        more => format!("{more} eligible nodes"),
    }
}

fn used(budget: &Budget) -> String {
    let mut words = String::new();
    if !budget.used.is_empty() {
        let named = budget.used.iter().take(NAMED);
        let named: Vec<String> = named.map(|used| format!("{} ({})", used.node, used.why)).collect();
        let more = match budget.used.len().saturating_sub(NAMED) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        let _ = write!(
            words,
            "; {} already used by {}{more}",
            budget.used.len(),
            named.join(", ")
        );
    }
    if budget.unseen > 0 {
        let _ = write!(
            words,
            "; {} already used by nodes without a pod, whose names may not be read",
            budget.unseen
        );
    }
    words
}

/// What the controller does before it counts.
fn at_once(plan: &Plan) -> Option<String> {
    let (deleted, created) = plan.at_once();
    let parts = [(deleted, "deleted"), (created, "made")];
    let parts: Vec<String> = parts
        .into_iter()
        .filter(|(number, _)| *number > 0)
        .map(|(number, what)| format!("{} {what}", count(number, "pod")))
        .collect();
    (!parts.is_empty()).then(|| format!("{}, outside the budget", parts.join(" and ")))
}

fn estimate(plan: &Plan) -> Option<String> {
    let guess = plan.estimate.as_ref()?;
    let range = match (span(guess.least), span(guess.most)) {
        (least, most) if least == most => least,
        (least, most) => format!("{least} to {most}"),
    };
    let mut basis = format!("{} to be ready, the median of the present pods", span(guess.ready));
    if guess.min_ready_seconds > 0 {
        let _ = write!(basis, ", {} s of minReadySeconds", guess.min_ready_seconds);
    }
    if guess.grace_seconds > 0 {
        let _ = write!(basis, ", up to {} s for the old pod to end", guess.grace_seconds);
    }
    let times = match guess.rounds {
        1 => String::new(),
        more => format!("; {more} rounds"),
    };
    Some(format!("about {range} (an estimate: {basis}{times})"))
}

fn stay(number: usize) -> String {
    match number {
        1 => "1 old pod stays".to_owned(),
        more => format!("{more} old pods stay"),
    }
}

/// What is against it, in full.
pub fn objections<'p>(objections: impl Iterator<Item = &'p Objection>, colour: bool) -> Vec<String> {
    let style = Style {
        now: Timestamp::UNIX_EPOCH,
        width: None,
        colour,
    };
    objections
        .flat_map(|objection| findings::objection(objection, style))
        .collect()
}

/// All of it; `all` has a line for each node instead of one for those that fare alike. `layout` is that of the table.
pub fn lines(plan: &Plan, all: bool, layout: Layout, colour: bool) -> Vec<String> {
    let mut lines = vec![verdict(plan)];
    lines.extend(facts(plan));
    lines.extend(plan_nodes::lines(plan, all, layout));
    lines.extend(objections(plan.objections.iter(), colour));
    lines
}

#[cfg(test)]
#[path = "plan_test.rs"]
mod tests;
