//! `status` of many: one line for each DaemonSet. Not here: what the words of a state are.

use std::cmp::{Ordering, Reverse};

use jiff::Timestamp;

use super::{
    age::age,
    status::{state, strategy},
    table::{Layout, Table, empty_last},
};
use crate::domain::{
    daemonset::DaemonSet,
    rollout::{Phase, Rollout},
};

/// The columns by which the lines can be put in order.
pub const COLUMNS: [&str; 11] = [
    "namespace",
    "name",
    "desired",
    "updated",
    "ready",
    "available",
    "revision",
    "state",
    "age",
    "misscheduled",
    "strategy",
];

/// How the table is drawn.
#[derive(Debug, Clone, Copy)]
pub struct Style {
    /// The moment that ages are counted to.
    pub now: Timestamp,
    /// A column for the namespace.
    pub namespaces: bool,
    /// Also pods on nodes that are no longer eligible, and the strategy.
    pub wide: bool,
    /// The room there is, and whether headers are wanted.
    pub layout: Layout,
}

/// One line for each DaemonSet, ended each.
pub fn table(rows: &[(&DaemonSet, &Rollout)], style: Style) -> String {
    let mut header = vec![
        "NAME",
        "DESIRED",
        "UPDATED",
        "READY",
        "AVAILABLE",
        "REVISION",
        "STATE",
        "AGE",
    ];
    if style.namespaces {
        header.insert(0, "NAMESPACE");
    }
    if style.wide {
        header.extend(["MISSCHEDULED", "STRATEGY"]);
    }
    let mut table = Table::new(&header);
    for (set, rollout) in rows {
        let counters = set.counters();
        let mut row = vec![
            set.name().to_owned(),
            counters.desired.to_string(),
            counters.updated.to_string(),
            counters.ready.to_string(),
            counters.available.to_string(),
            rollout
                .revision
                .map_or_else(|| "<unknown>".to_owned(), |number| number.to_string()),
            state(set, rollout),
            age(set.created(), style.now),
        ];
        if style.wide {
            row.extend([counters.misscheduled.to_string(), strategy(set)]);
        }
        if style.namespaces {
            row.insert(0, set.namespace().to_owned());
        }
        table.row(row);
    }
    table.text(style.layout)
}

/// Which of two lines comes first in the order of one of [`COLUMNS`]: numbers from the smallest, names from a, states from
/// the one that most needs a look; what is not known comes last.
pub fn order(column: &str, a: (&DaemonSet, &Rollout), b: (&DaemonSet, &Rollout)) -> Ordering {
    let number = |(set, _): (&DaemonSet, &Rollout)| {
        let counters = set.counters();
        match column {
            "desired" => counters.desired,
            "updated" => counters.updated,
            "ready" => counters.ready,
            "available" => counters.available,
            _ => counters.misscheduled,
        }
    };
    match column {
        "name" => a.0.name().cmp(b.0.name()),
        "namespace" => a.0.namespace().cmp(b.0.namespace()),
        "revision" => empty_last(a.1.revision, b.1.revision),
        "state" => urgency(a.1.phase).cmp(&urgency(b.1.phase)),
        // The latest has the smallest age.
        "age" => empty_last(a.0.created().map(Reverse), b.0.created().map(Reverse)),
        "strategy" => strategy(a.0).cmp(&strategy(b.0)),
        _ => number(a).cmp(&number(b)),
    }
}

fn urgency(phase: Phase) -> u8 {
    match phase {
        Phase::Stalled => 0,
        Phase::WaitingForDeletion => 1,
        Phase::Idle => 3,
        Phase::Done => 4,
        _ => 2,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::render::status::tests::{found, now, set};

    fn style(namespaces: bool, wide: bool) -> Style {
        Style {
            now: now(),
            namespaces,
            wide,
            layout: Layout::default(),
        }
    }

    #[test]
    fn there_is_a_line_for_each() {
        let set = set(json!({}), 0);
        let step = crate::domain::rollout::Step::Updating {
            updated: 3,
            desired: 10,
        };
        let found = found(step, Phase::Progressing, 0);
        let rows = [(&set, &found)];
        let expected = "NAMESPACE   NAME    DESIRED   UPDATED   READY   AVAILABLE   REVISION   STATE               AGE\n\
                        fleet       agent   10        3         4       4           2          updating, 3 of 10   90s\n";
        assert_eq!(table(&rows, style(true, false)), expected);
        let wide = table(&rows, style(false, true));
        assert!(
            wide.ends_with("90s   0              RollingUpdate, maxUnavailable 1, maxSurge 0\n"),
            "{wide}"
        );
    }

    #[test]
    fn every_column_has_an_order() {
        let of = |name: &str, number: i64, created: &str| {
            DaemonSet::new(
                json!({"metadata": {"name": name, "namespace": name, "creationTimestamp": created},
                "spec": {"updateStrategy": {"type": if number == 1 { "OnDelete" } else { "RollingUpdate" }}},
                "status": {"desiredNumberScheduled": number, "updatedNumberScheduled": number, "numberReady": number,
                    "numberAvailable": number, "numberMisscheduled": number}}),
            )
        };
        let (a, b) = (of("a", 1, "2026-01-02T00:00:00Z"), of("b", 2, "2026-01-01T00:00:00Z"));
        let step = crate::domain::rollout::Step::Complete;
        let (mut first, second) = (found(step, Phase::Stalled, 0), found(step, Phase::Done, 0));
        for column in COLUMNS {
            first.revision = Some(1);
            let order = |a, b| super::order(column, a, b);
            assert_eq!(order((&a, &first), (&b, &second)), Ordering::Less, "{column}");
            assert_eq!(order((&b, &second), (&a, &first)), Ordering::Greater, "{column}");
        }
        first.revision = None;
        assert_eq!(
            order("revision", (&a, &first), (&b, &second)),
            Ordering::Greater,
            "what is not known comes last"
        );
    }
}
