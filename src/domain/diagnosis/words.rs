//! Turns of phrase that several searches use: counts, short lists of names, moments.

use jiff::{SignedDuration, Timestamp};

use crate::domain::placement::Reason;

/// How many names a sentence lists.
const NAMED: usize = 3;

/// `1 node`, `2 nodes`.
pub(in crate::domain) fn count(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", pick(number, "", "s"))
}

/// The form of a word that fits the number.
pub(in crate::domain) fn pick<'w>(number: usize, one: &'w str, several: &'w str) -> &'w str {
    if number == 1 { one } else { several }
}

/// A number of nodes of the API's kind as a count of things; none where it is negative.
pub(in crate::domain) fn size(number: i64) -> usize {
    usize::try_from(number).unwrap_or_default()
}

/// `n1, n2, n3 and 4 more`.
pub(in crate::domain) fn names<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    let all: Vec<&str> = names.into_iter().collect();
    let named = all.iter().take(NAMED).copied().collect::<Vec<_>>().join(", ");
    match all.len().saturating_sub(NAMED) {
        0 => named,
        more => format!("{named} and {more} more"),
    }
}

/// `since 10:02 UTC`, with the date where that is not within the last day. A moment, not an age: a sentence that a log
/// repeats when it changes must not change by the clock alone.
pub(in crate::domain) fn since(then: Timestamp, now: Timestamp) -> String {
    let format = match now.duration_since(then).abs() < SignedDuration::from_hours(24) {
        true => "%H:%M UTC",
        false => "%Y-%m-%d %H:%M UTC",
    };
    format!("since {}", then.strftime(format))
}

/// Why nodes are not eligible, whatever each of them has instead: `miss label tier=edge`.
pub(in crate::domain) fn reason(reason: &Reason) -> String {
    let all = |words: Vec<String>| words.join(", ");
    match reason {
        Reason::NodeName(name) => format!("are not node {name}, which the template names"),
        Reason::NodeSelector(labels) => {
            let labels = labels.iter().map(|label| format!("{}={}", label.key, label.wanted));
            format!("miss label {}", all(labels.collect()))
        }
        Reason::NodeAffinity(_) => "do not match the node affinity".to_owned(),
        Reason::Taints(taints) => {
            format!("have taint {}", all(taints.iter().map(ToString::to_string).collect()))
        }
    }
}
