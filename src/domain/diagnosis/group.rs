//! Equal findings on many nodes are one finding with many places.

use std::cmp::Reverse;

use super::finding::{Finding, Heals};

/// How many proofs a merged finding keeps: the others say the same about other places.
const PROOFS: usize = 3;
/// How many objects one command names: whoever deletes more at once wants to look in between.
const NAMED: usize = 10;

/// Merges findings with the same code and summary, worst first.
pub(super) fn group(findings: Vec<Finding>) -> Vec<Finding> {
    let mut groups: Vec<(Finding, Vec<String>)> = Vec::new();
    let mut known = std::collections::BTreeMap::new();
    for finding in findings {
        let index = *known
            .entry((finding.code, finding.summary.clone()))
            .or_insert(groups.len());
        let command = finding.remedy.command.clone();
        match groups.get_mut(index) {
            Some((group, commands)) => {
                commands.extend(command);
                merge(group, finding);
            }
            None => groups.push((finding, command.into_iter().collect())),
        }
    }
    let whole = groups.into_iter().map(|(mut finding, commands)| {
        finding.places.sort();
        finding.places.dedup();
        finding.remedy.command = joined(&commands);
        finding
    });
    let mut whole: Vec<Finding> = whole.collect();
    whole.sort_by(|a, b| order(a).cmp(&order(b)).then_with(|| a.summary.cmp(&b.summary)));
    whole
}

/// Worst first, then what holds up most, then where there are most.
fn order(finding: &Finding) -> impl Ord + use<> {
    (
        Reverse(finding.severity),
        Reverse(finding.blocks),
        Reverse(finding.places.len()),
        finding.code,
    )
}

fn merge(group: &mut Finding, other: Finding) {
    group.places.extend(other.places);
    group.severity = group.severity.max(other.severity);
    group.blocks = group.blocks.max(other.blocks);
    group.since = match (group.since, other.since) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    };
    group.heals = match (group.heals, other.heals) {
        (Heals::Itself { at: a }, Heals::Itself { at: b }) => Heals::Itself {
            at: a.zip(b).map(|(a, b)| a.max(b)),
        },
        _ => Heals::Somebody,
    };
    for proof in other.evidence {
        if group.evidence.len() < PROOFS && !group.evidence.contains(&proof) {
            group.evidence.push(proof);
        }
    }
}

/// One command for all places, where the commands differ only in the pod or node that they name; otherwise the first.
fn joined(commands: &[String]) -> Option<String> {
    let first: Vec<&str> = commands.first()?.split(' ').collect();
    let all: Vec<Vec<&str>> = commands.iter().map(|command| command.split(' ').collect()).collect();
    let same_length = all.iter().all(|words| words.len() == first.len());
    let differs = |index: &usize| all.iter().any(|words| words.get(*index) != first.get(*index));
    let differing: Vec<usize> = (0..first.len()).filter(|_| same_length).filter(differs).collect();
    let [at] = differing[..] else {
        return commands.first().cloned();
    };
    // A word in quotes may be of several words here.
    let quoted = all.iter().any(|words| words[at].contains('\''));
    if at == 0 || quoted || !matches!(first[at - 1], "pod" | "node") {
        return commands.first().cloned();
    }
    let mut names: Vec<&str> = all.iter().map(|words| words[at]).collect();
    names.sort_unstable();
    names.dedup();
    names.truncate(NAMED);
    let mut words = first;
    let names = names.join(" ");
    words[at] = &names;
    Some(words.join(" "))
}

#[cfg(test)]
#[path = "group_test.rs"]
mod tests;
