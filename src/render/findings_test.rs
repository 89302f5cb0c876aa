//! Findings in full and on one line.

use super::*;
use crate::domain::diagnosis::{
    code::Code,
    finding::{Evidence, Place, Remedy},
};

pub(in crate::render) fn finding(nodes: usize) -> Finding {
    let place = |number: usize| Place {
        node: Some(format!("n{number}")),
        pod: Some(format!("agent-{number}")),
    };
    Finding {
        code: Code::ImageNotFound,
        severity: Severity::Error,
        summary: "container main: image registry.test/agent:2 not found".to_owned(),
        places: (1..=nodes).map(place).collect(),
        evidence: vec![Evidence::field("pod/agent-1", "ErrImagePull")],
        blocks: Blocks::Budget,
        heals: Heals::Somebody,
        remedy: Remedy::text("push the tag or go back to the former image").command("kubectl ds undo agent -n fleet"),
        since: "2026-01-01T11:55:00Z".parse().ok(),
        apart: None,
    }
}

fn style(width: Option<usize>) -> Style {
    Style {
        now: "2026-01-01T12:00:00Z".parse().expect("a time"),
        width,
        colour: false,
    }
}

#[test]
fn the_first_line_is_what_the_next_where_and_the_last_what_to_do() {
    assert_eq!(
        lines(&finding(1), style(None)),
        [
            "ERROR container main: image registry.test/agent:2 not found",
            "  on n1 (pod agent-1) for 5m; uses up the budget",
            "  → push the tag or go back to the former image",
            "    kubectl ds undo agent -n fleet",
        ]
    );
}

#[test]
fn many_places_are_counted_and_what_separates_them_is_said() {
    let mut many = finding(14);
    many.apart = Some(Apart {
        key: "kernelVersion".to_owned(),
        value: "6.1".to_owned(),
        sick: 14,
        healthy: 0,
    });
    assert_eq!(
        lines(&many, style(None))[1],
        "  on n1, n2 and 12 more for 5m; all 14 have kernelVersion 6.1, no healthy node has it; uses up the budget"
    );
    assert_eq!(
        line(&many),
        "error image-not-found: container main: image registry.test/agent:2 not found (n1, n2 and 12 more)"
    );
    assert_eq!(
        line(&finding(3)).split(" (").last(),
        Some("n1, n2, n3)"),
        "three are named"
    );
}

#[test]
fn what_passes_by_itself_says_so_and_about_when() {
    let mut slow = finding(0);
    (slow.severity, slow.blocks, slow.since) = (Severity::Info, Blocks::Nothing, None);
    slow.heals = Heals::Itself {
        at: "2026-01-01T12:00:20Z".parse().ok(),
    };
    slow.remedy = Remedy::text("wait");
    let expected = [
        "INFO container main: image registry.test/agent:2 not found",
        "  passes by itself, in about 20s",
        "  → wait",
    ];
    assert_eq!(lines(&slow, style(None)), expected);
}

#[test]
fn lines_fit_and_colour_takes_no_room() {
    for line in lines(&finding(14), style(Some(30))) {
        assert!(console::measure_text_width(&line) <= 30, "{line}");
    }
    let coloured = Style {
        colour: true,
        ..style(Some(30))
    };
    let first = lines(&finding(1), coloured).remove(0);
    assert_eq!(
        first, "\u{1b}[31mERROR\u{1b}[0m container main: image r…",
        "the word is there without colour too"
    );
    let mut bad = finding(1);
    bad.summary = "two\nlines \u{1b}[2J".to_owned();
    assert_eq!(lines(&bad, style(None))[0], "ERROR two\\nlines ^[[2J");
}
