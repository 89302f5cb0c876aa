//! What is said of a rollout by every verb that looks at one: where it stands, and what cannot be known or will not move.

use super::context::Context;
use crate::{
    domain::{daemonset::DaemonSet, rollout::Rollout, snapshot::Snapshot},
    render::{clean::clean, rights, status},
};

/// Prints the line for where a rollout stands, and what belongs to it.
pub fn standing(context: &mut Context, set: &DaemonSet, found: &Rollout) {
    context.out.line(&status::line(set, found));
    let (now, layout) = (context.now(), context.layout());
    for note in status::notes(set, found, now, layout) {
        context.out.line(&note);
    }
}

/// Says that a DaemonSet is being deleted: its controller no longer acts on it (semantics B-3), so that a rollout of it
/// does not go on.
pub fn deletion(context: &mut Context, set: &DaemonSet) {
    if set.terminating() {
        let finalizers = set.finalizers().join(", ");
        let held = if finalizers.is_empty() {
            String::new()
        } else {
            format!(", held by finalizers {finalizers}")
        };
        let words = format!(
            "daemon set \"{}\" is being deleted{held}: its controller no longer acts on it",
            set.name()
        );
        context.err.line(&clean(&words));
    }
}

/// Says once what may not be read, and what is therefore not known.
pub fn rights(context: &mut Context, snapshot: &Snapshot) {
    let saved = context.options.snapshot.is_some();
    for line in rights::lines(snapshot, saved) {
        context.warn_once(&line);
    }
}
