//! The table of nodes: what is folded, what is cut, and that nothing wraps.

use super::*;

pub(in crate::render) fn node(name: &str, done: bool, state: &str, why: &str) -> NodeState {
    NodeState {
        node: Some(name.to_owned()),
        pod: (state != "Missing").then(|| format!("agent-{name}-x7f2q")),
        revision: (state != "Missing").then_some(if done { 7 } else { 6 }),
        eligible: Some(true),
        done,
        updated: Some(done),
        state: state.to_owned(),
        since: "2026-01-01T11:55:00Z".parse().ok(),
        why: why.to_owned(),
        codes: Vec::new(),
    }
}

pub(in crate::render) fn style(width: Option<usize>) -> Style {
    Style {
        now: "2026-01-01T12:00:00Z".parse().expect("a time"),
        width,
        all: false,
        wide: false,
        colour: false,
        bare: false,
        sort: None,
    }
}

fn some() -> Vec<NodeState> {
    vec![
        node("n1", true, "Running", ""),
        node("n2", false, "Running", ""),
        node("n3", false, "ImagePullBackOff", "image registry.test/agent:2 not found"),
        node("n4", false, "Missing", "node n4 is not ready"),
    ]
}

#[test]
fn nodes_that_are_done_are_a_count() {
    let expected = [
        "NODE   POD              REVISION   STATE              SINCE   WHY",
        "n2     agent-n2-x7f2q   6          Running            5m",
        "n3     agent-n3-x7f2q   6          ImagePullBackOff   5m      image registry.test/agent:2 not found",
        "n4     <none>           <none>     Missing            5m      node n4 is not ready",
    ];
    assert_eq!(lines(&some(), style(None), None), expected);
    assert_eq!(count(&some()).as_deref(), Some("1 of 4 nodes are done"));
    let all = Style {
        all: true,
        ..style(None)
    };
    assert_eq!(lines(&some(), all, None).len(), 5, "--all-nodes");
    assert_eq!(lines(&some()[..1], style(None), None), [""; 0], "nothing to say");
    assert_eq!(
        (count(&[]), count(&some()[..1])),
        (None, Some("1 of 1 node is done".to_owned()))
    );
}

#[test]
fn a_node_is_done_when_all_its_pods_are() {
    let states = [node("n1", true, "Running", ""), node("n1", false, "Terminating", "")];
    assert_eq!(count(&states).as_deref(), Some("0 of 1 node is done"));
}

#[test]
fn no_line_is_wider_than_the_terminal_and_no_table_higher() {
    for width in [20, 40, 60, 80] {
        for line in lines(&some(), style(Some(width)), None) {
            assert!(console::measure_text_width(&line) <= width, "{width}: {line}");
        }
    }
    let many: Vec<_> = (10..40)
        .map(|number| node(&format!("n{number}"), false, "Running", ""))
        .chain(some())
        .collect();
    let cut = lines(&many, style(None), Some(5));
    assert_eq!(cut.len(), 5);
    assert!(
        cut[1].starts_with("n3 ") && cut[2].starts_with("n4 "),
        "those with a reason first: {cut:?}"
    );
    assert_eq!(cut[4], "… and 30 more");
    assert_eq!(lines(&some(), style(None), Some(1)), [""; 0]);
    assert_eq!(
        lines(&some(), style(None), Some(2)),
        [""; 0],
        "a header alone says nothing"
    );
    assert_eq!(lines(&some(), style(None), Some(4)).len(), 4, "all fit");
}

#[test]
fn rows_alone_and_in_another_order() {
    let first = |sort: &'static str| {
        let style = Style {
            bare: true,
            sort: Some(sort),
            ..style(None)
        };
        let lines = lines(&some(), style, None);
        assert_eq!(lines.len(), 3, "no header: {lines:?}");
        lines[0].split(' ').next().unwrap_or_default().to_owned()
    };
    assert_eq!(
        COLUMNS.map(first),
        ["n2", "n2", "n2", "n2", "n3", "n2", "n3"],
        "by {COLUMNS:?}"
    );
    let style = Style {
        bare: true,
        ..style(None)
    };
    assert_eq!(
        (
            lines(&some(), style, Some(2)).len(),
            lines(&some(), style, Some(1)).len()
        ),
        (2, 0),
        "nothing rather than a count of what is not shown"
    );
}

#[test]
fn text_from_the_cluster_stays_harmless_and_on_its_line() {
    let states = [node("n1", false, "\u{1b}[2JBad", "two\nlines\u{202e}")];
    let lines = lines(&states, style(None), None);
    assert_eq!(lines.len(), 2);
    assert!(
        lines[1].contains("^[[2JBad") && lines[1].ends_with("two lines\\u202e"),
        "{lines:?}"
    );
}
