//! The whole of it, in full and fitted.

use super::*;
use crate::{
    domain::{diagnosis::code::Severity, roster::Names},
    render::{
        findings::tests::finding,
        nodes::tests::{node, style},
    },
};

fn view() -> View {
    let nodes = vec![
        node("n1", false, "ImagePullBackOff", "image registry.test/agent:2 not found"),
        node("n2", false, "Running", ""),
        node("n3", true, "Running", ""),
    ];
    let names = |text: &str| text.split(' ').map(str::to_owned).collect::<Names>();
    View {
        found: Diagnosis {
            verdict: Verdict {
                state: State::Stalled,
                reason: "budget 1, held by n1".to_owned(),
                ends: None,
            },
            findings: vec![finding(1)],
            nodes,
        },
        fleet: vec![Standing::Stuck, Standing::Old, Standing::New],
        estimate: Some(Estimate {
            left: SignedDuration::from_secs(240),
            pods: 3,
            each: SignedDuration::from_secs(38),
        }),
        moves: Some(Moves::since(&names("n0 n1 n3"), &names("n1 n2 n3"), &names("n3"))),
    }
}

#[test]
fn everything_in_its_order() {
    let expected = [
        "STALLED: budget 1, held by n1",
        "NODE   POD              REVISION   STATE              SINCE   WHY",
        "n1     agent-n1-x7f2q   6          ImagePullBackOff   5m      image registry.test/agent:2 not found",
        "n2     agent-n2-x7f2q   6          Running            5m",
        "1 of 3 nodes are done",
        "ERROR container main: image registry.test/agent:2 not found",
        "  on n1 (pod agent-1) for 5m; uses up the budget",
        "  → push the tag or go back to the former image",
        "    kubectl ds undo agent -n fleet",
        "1 of 3 starting nodes done (n0 left); 1 joined later: n2",
        "about 4 min left (an estimate: 3 pods took 38 s each)",
    ];
    assert_eq!(full(&view(), style(None)), expected);
    let mut live = fitted(&view(), style(Some(100)), 13);
    let grid: Vec<String> = live.drain(1..3).collect();
    assert_eq!(grid, ["Son", "S stuck 1  o old 1  n new 1"]);
    assert_eq!(live, expected, "there is room for all");
}

#[test]
fn it_fits_whatever_the_terminal_is() {
    let mut view = view();
    let many = (10..60).map(|number| node(&format!("n{number}"), false, "Running", ""));
    view.found.nodes.extend(many);
    view.fleet.extend(std::iter::repeat_n(Standing::Old, 4000));
    for number in 0..20 {
        let mut more = finding(5);
        more.severity = Severity::Warning;
        more.summary.push_str(&number.to_string());
        view.found.findings.push(more);
    }
    for (width, height) in [(20, 3), (40, 8), (80, 24), (120, 40), (10, 1), (80, 0)] {
        let lines = fitted(&view, style(Some(width)), height);
        assert!(lines.len() <= height, "{height}: {lines:#?}");
        assert!(
            lines.iter().all(|line| console::measure_text_width(line) <= width),
            "{width}: {lines:#?}"
        );
    }
    let lines = fitted(&view, style(Some(80)), 24);
    assert!(
        lines
            .iter()
            .any(|line| line.starts_with("… and ") && line.ends_with(" more")),
        "{lines:#?}"
    );
    assert!(
        lines
            .iter()
            .any(|line| line.starts_with("… and ") && line.ends_with(" more findings")),
        "{lines:#?}"
    );
    assert!(
        lines.iter().any(|line| line.starts_with("ERROR ")),
        "the worst is seen: {lines:#?}"
    );
}

#[test]
fn a_verdict_that_says_no_more_than_the_bar_is_not_said() {
    let said = |state, reason: &str, ends: Option<&str>| {
        let ends = ends.and_then(|time| time.parse().ok());
        let reason = reason.to_owned();
        verdict(&Verdict { state, reason, ends }, style(None))
    };
    assert_eq!(said(State::Progressing, "3 of 10 nodes done", None), None);
    assert_eq!(said(State::Done, "all of it", None), None);
    assert_eq!(
        said(State::Waiting, "minReadySeconds on n2", Some("2026-01-01T12:00:18Z")).as_deref(),
        Some("waiting: minReadySeconds on n2 (about 18s more)")
    );
}

#[test]
fn spans_are_rounded() {
    let of = |seconds| span(SignedDuration::from_secs(seconds));
    assert_eq!(
        [of(0), of(38), of(119), of(130), of(9000)],
        ["1 s", "38 s", "119 s", "2 min", "3 h"]
    );
}
