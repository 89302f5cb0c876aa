//! `--output-events json`: what changes, one JSON object a line, on standard output; all else goes where progress goes. Nothing
//! is written where that was not asked for.

use jiff::Timestamp;

use super::{announce::Said, context::Context, followed::Followed};
use crate::{
    domain::{
        diagnosis::{code::Severity, finding::Finding},
        events::{Change, Event, changes},
        report::Report,
    },
    error::Exit,
};

/// Has events written from now on.
pub fn open(context: &mut Context) {
    context.events = Some(context.set_aside());
    // Lines, and not a view.
    context.terminal.live = false;
}

/// Gives standard output back: what became of writing to it counts.
pub fn close(context: &mut Context) {
    if let Some(out) = context.events.take() {
        context.out = out;
    }
}

/// What is otherwise than it was when this was called last.
pub fn news(one: &mut Followed, context: &mut Context) {
    if context.events.is_none() {
        return;
    }
    let Some(report) = one.report() else { return };
    for change in changes(one.reported.as_ref(), &report) {
        write(change, report.taken, &one.namespace, &one.name, context);
    }
    one.reported = Some(report);
}

/// A finding that has come to stay, or is gone.
pub fn finding(one: &Followed, said: &Said, context: &mut Context) {
    appeared(one, &said.finding, said.resolved, context);
}

/// What is still wrong with a rollout that is over, as far as that has not been said.
pub fn rest(one: &Followed, findings: &[Finding], context: &mut Context) {
    for finding in one.announcer.untold(findings) {
        appeared(one, finding, false, context);
    }
}

fn appeared(one: &Followed, finding: &Finding, resolved: bool, context: &mut Context) {
    let change = Change::Finding {
        resolved,
        finding: finding.clone(),
    };
    write(change, context.now(), &one.namespace, &one.name, context);
}

/// That it is over.
pub fn end(one: &Followed, exit: Exit, context: &mut Context) {
    let state = one.report().map(|report| report.verdict.state);
    let exit_code = exit as u8;
    let change = Change::End { exit_code, state };
    write(change, context.now(), &one.namespace, &one.name, context);
}

/// All events of a rollout that is looked at once.
pub fn once(report: &Report, exit: Exit, context: &mut Context) {
    let findings = report.findings.iter().filter(|it| it.severity > Severity::Info);
    let findings = findings.map(|finding| Change::Finding {
        resolved: false,
        finding: finding.clone(),
    });
    let end = Change::End {
        exit_code: exit as u8,
        state: Some(report.verdict.state),
    };
    let all = changes(None, report).into_iter().chain(findings).chain([end]);
    for change in all {
        write(change, report.taken, &report.namespace, &report.name, context);
    }
}

fn write(change: Change, time: Timestamp, namespace: &str, name: &str, context: &mut Context) {
    let Some(out) = &mut context.events else { return };
    let event = Event::new((namespace, name), time, change);
    // What is made of texts and numbers is always JSON.
    if let Ok(text) = serde_json::to_string(&event) {
        out.exactly(&format!("{text}\n"));
    }
}
