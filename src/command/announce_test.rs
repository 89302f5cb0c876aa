//! What a log says of findings that come, go and flap.

use super::*;
use crate::domain::diagnosis::{
    code::Blocks,
    finding::{Evidence, Heals, Remedy},
};

fn finding(summary: &str, node: &str) -> Finding {
    Finding {
        code: Code::CrashLoop,
        severity: Severity::Error,
        summary: summary.to_owned(),
        places: vec![Place::node(node)],
        evidence: vec![Evidence::field("pod/x", "y")],
        blocks: Blocks::Budget,
        heals: Heals::Somebody,
        remedy: Remedy::text("mend it"),
        since: None,
        apart: None,
    }
}

/// What is said when `findings` are looked at every half second for so many seconds.
fn during(announcer: &mut Announcer, clock: &mut Instant, findings: &[Finding], seconds: u32) -> Vec<String> {
    let mut said = Vec::new();
    for _ in 0..=seconds * 2 {
        said.extend(announcer.news(findings, *clock).into_iter().map(|said| said.line));
        *clock += Duration::from_millis(500);
    }
    said
}

fn end(announcer: &mut Announcer, findings: &[Finding]) -> Vec<String> {
    announcer.end(findings).into_iter().map(|said| said.line).collect()
}

#[test]
fn it_is_told_once_when_it_stays_and_once_when_it_is_gone() {
    let (mut log, mut clock) = (Announcer::default(), Instant::now());
    let bad = [finding("broken", "n1")];
    assert_eq!(during(&mut log, &mut clock, &bad, 1), [""; 0], "not at once");
    assert_eq!(during(&mut log, &mut clock, &bad, 5), ["error crash-loop: broken (n1)"]);
    assert_eq!(
        during(&mut log, &mut clock, &[], 9),
        ["resolved: error crash-loop: broken (n1)"]
    );
    assert_eq!(during(&mut log, &mut clock, &[], 9), [""; 0]);
    let again = during(&mut log, &mut clock, &bad, 9);
    assert_eq!(
        again,
        ["error crash-loop: broken (n1) (seen 2 times)"],
        "not the same line"
    );
}

#[test]
fn what_flaps_is_no_news() {
    let (mut log, mut clock) = (Announcer::default(), Instant::now());
    let bad = [finding("broken", "n1")];
    for _ in 0..10 {
        assert_eq!(during(&mut log, &mut clock, &bad, 1), [""; 0]);
        assert_eq!(during(&mut log, &mut clock, &[], 1), [""; 0]);
    }
    during(&mut log, &mut clock, &bad, 5);
    for _ in 0..10 {
        assert_eq!(during(&mut log, &mut clock, &[], 1), [""; 0], "it stays told");
        assert_eq!(during(&mut log, &mut clock, &bad, 1), [""; 0]);
    }
}

#[test]
fn other_words_for_the_same_place_are_the_same_and_slow_is_no_line() {
    let (mut log, mut clock) = (Announcer::default(), Instant::now());
    assert_eq!(during(&mut log, &mut clock, &[finding("exit 1", "n1")], 5).len(), 1);
    assert_eq!(during(&mut log, &mut clock, &[finding("exit 2", "n1")], 5), [""; 0]);
    let both = [finding("exit 2", "n1"), finding("other", "n2")];
    assert_eq!(during(&mut log, &mut clock, &both, 5), ["error crash-loop: other (n2)"]);
    let mut slow = finding("slow", "n3");
    (slow.code, slow.severity) = (Code::Starting, Severity::Info);
    assert_eq!(during(&mut log, &mut clock, &[&both[..], &[slow]].concat(), 5), [""; 0]);
}

#[test]
fn the_end_resolves_what_was_told() {
    let (mut log, mut clock) = (Announcer::default(), Instant::now());
    let bad = [finding("broken", "n1")];
    log.news(&bad, clock);
    assert_eq!(log.untold(&bad).len(), 1);
    assert_eq!(end(&mut log, &[]), [""; 0], "it was never told");
    during(&mut log, &mut clock, &bad, 5);
    assert!(log.untold(&bad).is_empty());
    assert_eq!(end(&mut log, &bad), [""; 0], "it is still there");
    assert_eq!(end(&mut log, &[]), ["resolved: error crash-loop: broken (n1)"]);
    assert_eq!(end(&mut log, &[]), [""; 0]);
}
