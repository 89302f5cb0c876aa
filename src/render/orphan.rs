//! `orphan-delete` in words: what becomes ownerless, who would take it, who would put it back, what was proven.

use jiff::Timestamp;
use k8s_openapi::api::core::v1::Pod;

use super::{
    age::age,
    change::DryRun,
    clean::clean_line,
    table::{Layout, Table},
};
use crate::domain::{
    daemonset::DaemonSet,
    leftover::{Leftover, Proof},
    manager::Manager,
    pod,
    revision::Revision,
    rival::{Kind, Rival},
};

/// More pods than this are counted, not listed.
const MOST: usize = 30;

/// kubectl's line for the deletion (semantics E-71).
pub fn deleted(set: &DaemonSet, dry_run: DryRun) -> String {
    let (name, namespace, suffix) = (set.name(), set.namespace(), dry_run.suffix());
    format!("daemonset.apps \"{name}\" deleted from {namespace} namespace{suffix}")
}

/// `1 pod`, `5 pods`.
pub fn count(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

/// `5 pods and 2 revisions`.
pub fn counts(pods: usize, revisions: usize) -> String {
    format!("{} and {}", count(pods, "pod"), count(revisions, "revision"))
}

/// What becomes ownerless: pods by node, and the revisions.
pub fn leftover(set: &DaemonSet, left: &Leftover, now: Timestamp, layout: Layout) -> Vec<String> {
    let counts = counts(left.pods.len(), left.revisions.len());
    let mut lines = vec![format!(
        "{} in namespace {}: it goes, and {counts} become ownerless",
        set.qualified_name(),
        set.namespace()
    )];
    let mut table = Table::new(&["NODE", "POD", "REVISION", "STATE", "AGE"]);
    let pods = left.by_node();
    for pod in pods.iter().take(MOST) {
        table.row(row(pod, &left.revisions, now));
    }
    if !pods.is_empty() {
        lines.extend(table.indented(layout));
    }
    if pods.len() > MOST {
        lines.push(format!("  and {} more", pods.len() - MOST));
    }
    if !left.revisions.is_empty() {
        let stored = left
            .revisions
            .iter()
            .map(|it| format!("{} ({})", it.number(), it.name()));
        let stored = stored.collect::<Vec<_>>().join(", ");
        lines.push(format!("  revisions: {}", clean_line(&stored)));
    }
    lines.push(
        "  until a controller adopts them, a pod that ends or is evicted is not replaced, and a new node gets none"
            .to_owned(),
    );
    lines
}

fn row(running: &Pod, revisions: &[Revision], now: Timestamp) -> Vec<String> {
    let revision = revisions
        .iter()
        .find(|revision| pod::hash(running) == Some(revision.hash()));
    let created = running.metadata.creation_timestamp.as_ref();
    vec![
        pod::node(running).unwrap_or("<none>").to_owned(),
        pod::name(running).to_owned(),
        revision.map_or("<unknown>".to_owned(), |revision| revision.number().to_string()),
        state(running).to_owned(),
        age(created.map(|time| time.0), now),
    ]
}

/// A pod's state in a word.
pub fn state(running: &Pod) -> &str {
    let phase = running.status.as_ref().and_then(|status| status.phase.as_deref());
    match phase.unwrap_or("Unknown") {
        _ if pod::terminating(running) => "Terminating",
        "Running" if pod::ready_since(running).is_some() => "Ready",
        "Running" => "NotReady",
        phase => phase,
    }
}

/// What is worth a warning before the deletion.
pub fn warnings(set: &DaemonSet, left: &Leftover, managers: &[Manager]) -> Vec<String> {
    let mut lines = Vec::new();
    for manager in managers {
        lines.push(match manager {
            Manager::Owner { kind, name } => {
                format!("Warning: {kind}/{name} owns it and will create it again, as soon as it sees that it is gone")
            }
            Manager::Tool { tool, mark } => {
                format!("Warning: looked after by {tool} ({mark}): it will create it again, unless it is told not to")
            }
        });
    }
    let going: Vec<&str> = left
        .pods
        .iter()
        .filter(|pod| pod::terminating(pod))
        .map(|pod| pod::name(pod))
        .collect();
    if !going.is_empty() {
        lines.push(format!(
            "Warning: still terminating: {}; nobody adopts such a pod, and a DaemonSet created meanwhile starts another \
             one beside it",
            going.join(", ")
        ));
    }
    let counters = set.counters();
    if set.generation() > set.observed_generation() || counters.updated < counters.desired {
        let (updated, desired) = (counters.updated, counters.desired);
        lines.push(format!(
            "Warning: a rollout is under way ({updated} of {desired} updated): it stops here, the other pods stay as they are"
        ));
    }
    if !set.finalizers().is_empty() {
        lines.push(format!(
            "Warning: it stays until somebody removes its own finalizers: {}",
            set.finalizers().join(", ")
        ));
    }
    lines.iter().map(|line| clean_line(line).into_owned()).collect()
}

/// Kinds of controllers that may not be listed.
pub fn unknown(kinds: &[Kind]) -> Option<String> {
    let names: Vec<&str> = kinds.iter().map(|kind| kind.resource().1).collect();
    (!names.is_empty()).then(|| {
        format!(
            "Warning: no right to list {}: whether one of them would adopt the pods is not known",
            names.join(", ")
        )
    })
}

/// A controller that would adopt something.
pub fn rival(rival: &Rival) -> String {
    let counts = counts(rival.pods.len(), rival.revisions.len());
    clean_line(&format!("{}: {counts}", rival.controller)).into_owned()
}

/// What was proven, for standard output, and what was not, for standard error.
pub fn proof(proof: &Proof) -> (String, Vec<String>) {
    let counts = counts(proof.pods, proof.revisions);
    let adopted = match proof.adopted.len() + proof.taken.len() {
        0 => String::new(),
        number => format!(", {number} adopted by others"),
    };
    let lost = if proof.holds() { ", none was lost" } else { "" };
    let answer = format!("{counts} are there and ownerless{adopted}{lost}");
    let mut lines = Vec::new();
    for (object, by) in &proof.adopted {
        lines.push(format!("{object}: adopted by {by}"));
    }
    for (object, by) in &proof.taken {
        lines.push(format!("{object}: gone, after {by} was let to adopt it"));
    }
    for object in &proof.ended {
        lines.push(format!("{object}: ended meanwhile, as it was about to"));
    }
    for object in &proof.lost {
        lines.push(format!("{object}: gone"));
    }
    for object in &proof.owned {
        lines.push(format!(
            "{object}: still names the deleted DaemonSet as its owner: the garbage collector will delete it"
        ));
    }
    (answer, lines.iter().map(|line| clean_line(line).into_owned()).collect())
}

/// What a deletion that has begun waits for (semantics D-15, D-16).
pub fn waits_for(set: &DaemonSet) -> String {
    let finalizers = set.finalizers();
    let others: Vec<&str> = finalizers.iter().copied().filter(|it| *it != "orphan").collect();
    let mut said = Vec::new();
    if finalizers.contains(&"orphan") {
        said.push(
            "for the garbage collector (finalizer orphan), which has not released the pods yet; do not remove the \
             finalizer by hand: the pods would be deleted with their owner"
                .to_owned(),
        );
    }
    if !others.is_empty() {
        said.push(format!("for whoever looks after finalizer {}", others.join(", ")));
    }
    clean_line(&said.join(", and ")).into_owned()
}

#[cfg(test)]
#[path = "orphan_test.rs"]
mod tests;
