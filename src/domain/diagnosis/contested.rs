//! Somebody puts the template back, or rewrites it again and again (C43, C50). Only by traces that a person's own undo, or a
//! busy day, does not leave.

use jiff::{SignedDuration, Timestamp};

use super::{
    code::{Blocks, Code, Severity},
    finding::{Evidence, Finding, Heals, Remedy},
    scene::Scene,
};
use crate::domain::{
    daemonset::{DaemonSet, TEMPLATE_GENERATION},
    json,
    manager::{Manager, managers},
    revision::Revision,
    shell,
};

/// So many changes, at least one a minute, are nobody's deployments; by kubectl twice as many are a person's busy day.
const OFTEN: i64 = 10;
/// Putting back so soon is an answer to the change.
const AT_ONCE: SignedDuration = SignedDuration::from_mins(2);
/// What was put back earlier is not news.
const NEWS: SignedDuration = SignedDuration::from_hours(1);
/// A template that is being rewritten was rewritten within this time.
const LATELY: SignedDuration = SignedDuration::from_mins(5);

/// Who contests the template.
pub(super) fn find(scene: &Scene<'_>) -> Option<Finding> {
    rewritten(scene).or_else(|| put_back(scene))
}

/// Each revision keeps the template generation of its creation (semantics C-2): how many changes there were since.
fn rewritten(scene: &Scene<'_>) -> Option<Finding> {
    let set = scene.set();
    let generation = number(set.annotation(TEMPLATE_GENERATION)?)?;
    let last = set.last_template_change();
    let patience = if last.is_some_and(|(manager, _)| by_hand(manager)) {
        2
    } else {
        1
    };
    let changes = scene.snapshot.revisions().iter().filter_map(|revision| {
        let then = json::text(revision.object(), &["metadata", "annotations", TEMPLATE_GENERATION]);
        let (changes, created) = (generation.checked_sub(number(then)?)?, revision.created()?);
        let minutes = scene.ago(created).as_mins();
        let enough = changes >= OFTEN * patience && changes >= minutes.saturating_mul(patience);
        (minutes >= 0 && enough).then_some((changes, created, revision))
    });
    let (changes, created, revision) = changes.max_by_key(|(changes, ..)| *changes)?;
    let stale = last
        .and_then(|(_, at)| at.parse::<Timestamp>().ok())
        .is_some_and(|at| scene.ago(at) > LATELY);
    let proof = Evidence::field(
        format!("controllerrevision/{}", revision.name()),
        format!(
            "stored {created} for template generation {}; now it is {generation}",
            generation - changes
        ),
    );
    let summary = format!(
        "something rewrites the template again and again{}",
        by(last.map(|(manager, _)| manager))
    );
    let mut finding = finding(set, summary, proof);
    finding.severity = Severity::Error;
    finding.blocks = Blocks::Rollout;
    finding.since = Some(created);
    (!stale).then_some(finding)
}

/// The newest revision but one had hardly come when a program, not a person with kubectl, went back to an older one.
fn put_back(scene: &Scene<'_>) -> Option<Finding> {
    let set = scene.set();
    let mut revisions: Vec<&Revision> = scene.snapshot.revisions().iter().collect();
    revisions.sort_by_key(|revision| revision.number());
    let (current, aside) = match revisions[..] {
        [.., aside, current] => (current, aside),
        _ => return None,
    };
    let (manager, at) = set.last_template_change()?;
    let at: Timestamp = at.parse().ok()?;
    let (came, older) = (aside.created()?, current.created()?);
    let lasted = at.duration_since(came);
    let soon = older < came && !lasted.is_negative() && lasted <= AT_ONCE;
    let is_current = scene.current.is_some_and(|it| it.name() == current.name());
    if !soon || !is_current || by_hand(manager) || scene.ago(at) > NEWS {
        return None;
    }
    let proof = Evidence::field(
        format!("controllerrevision/{}", aside.name()),
        format!("stored {came}; {manager} changed the template back at {at}"),
    );
    let mut finding = finding(
        set,
        format!("{manager} has put the template back to an earlier one"),
        proof,
    );
    finding.since = Some(at);
    Some(finding)
}

fn finding(set: &DaemonSet, summary: String, proof: Evidence) -> Finding {
    let owners: Vec<String> = managers(set)
        .into_iter()
        .map(|manager| match manager {
            Manager::Owner { kind, name } => format!("{kind} {name}, which owns it"),
            Manager::Tool { tool, mark } => format!("{tool} ({mark})"),
        })
        .collect();
    let text = match owners.is_empty() {
        true => "find out who else writes this DaemonSet, and change the template there".to_owned(),
        false => format!("change the template where it is looked after: {}", owners.join("; ")),
    };
    let show = shell::command(
        "kubectl -n {} get ds {} -o yaml --show-managed-fields",
        &[set.namespace(), set.name()],
    );
    Finding {
        code: Code::TemplateContested,
        severity: Severity::Warning,
        summary,
        places: Vec::new(),
        evidence: vec![proof],
        blocks: Blocks::Nothing,
        heals: Heals::Somebody,
        remedy: Remedy::text(text).command(show),
        since: None,
        apart: None,
    }
}

/// A person, as far as the name of the program tells; a program without a name may be anybody's.
fn by_hand(manager: &str) -> bool {
    matches!(manager, "" | "unknown") || manager.starts_with("kubectl")
}

fn by(manager: Option<&str>) -> String {
    match manager {
        Some(manager) if !manager.is_empty() => format!(" (last: {manager})"),
        _ => String::new(),
    }
}

fn number(text: &str) -> Option<i64> {
    text.parse().ok()
}
