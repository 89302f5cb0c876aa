//! Where a rollout stands, in kubectl's lines and, on lines of their own, in ours.

use jiff::Timestamp;

use super::{
    age::age,
    clean::clean,
    orphan::count,
    table::{Layout, Table},
};
use crate::domain::{
    daemonset::{DaemonSet, Strategy},
    limits::limits,
    rollout::{Located, Phase, Rollout, Step},
    shell,
};

/// kubectl's line for a step (semantics E-11).
pub fn kubectl_line(name: &str, step: Step) -> String {
    match step {
        Step::NotObserved => "Waiting for daemon set spec update to be observed...".to_owned(),
        Step::Updating { updated, desired } => format!(
            "Waiting for daemon set \"{name}\" rollout to finish: {updated} out of {desired} new pods have been updated..."
        ),
        Step::Settling { available, desired } => format!(
            "Waiting for daemon set \"{name}\" rollout to finish: {available} of {desired} updated pods are available..."
        ),
        Step::Complete => format!("daemon set \"{name}\" successfully rolled out"),
    }
}

/// The line for where a rollout stands: kubectl's where that is the truth.
pub fn line(set: &DaemonSet, rollout: &Rollout) -> String {
    let name = set.name();
    let counters = set.counters();
    match rollout.phase {
        Phase::WaitingForDeletion => format!(
            "daemon set \"{name}\" is updated on delete: {} of {} pods run the present template, waiting for the others to \
             be deleted...",
            counters.updated, counters.desired
        ),
        Phase::Stalled => {
            let wrong = rollout.pretenders.len();
            format!(
                "daemon set \"{name}\" is not rolled out: {wrong} of {} pods count as updated and run another template",
                counters.desired
            )
        }
        Phase::Progressing if rollout.step == Step::Complete && rollout.leaving.is_empty() => format!(
            "Waiting for daemon set \"{name}\" rollout to finish: {} of {} pods that count as available are not there or not \
             ready...",
            rollout.lacking, counters.desired
        ),
        Phase::Progressing if rollout.step == Step::Complete => format!(
            "Waiting for daemon set \"{name}\" rollout to finish: {} terminating...",
            match rollout.leaving.len() {
                1 => "1 pod that counts as available is".to_owned(),
                many => format!("{many} pods that count as available are"),
            }
        ),
        _ => kubectl_line(name, rollout.step),
    }
}

/// What is to be said besides the line: nothing for a healthy rollout.
pub fn notes(set: &DaemonSet, rollout: &Rollout, now: Timestamp, layout: Layout) -> Vec<String> {
    match rollout.phase {
        Phase::Idle => vec![format!(
            "daemon set \"{}\" is idle: no node is eligible for it",
            set.name()
        )],
        Phase::WaitingForDeletion => {
            let mut lines = pods(&rollout.outdated, now, layout);
            lines.push("delete them, a few at a time, to go on:".to_owned());
            lines.push(deletion(set, &rollout.outdated));
            lines
        }
        Phase::Stalled => {
            let mut lines = pods(&rollout.pretenders, now, layout);
            lines.push(
                "the controller takes them for up to date by their labels; delete them to get the present template:"
                    .to_owned(),
            );
            lines.push(deletion(set, &rollout.pretenders));
            lines
        }
        _ => Vec::new(),
    }
}

/// The strategy in words, for `desired` eligible nodes:
/// `RollingUpdate, maxUnavailable 30% = 3 of 10, maxSurge 0, minReadySeconds 10`.
pub fn strategy(set: &DaemonSet) -> String {
    let desired = set.counters().desired;
    let strategy = set.strategy();
    let scaled = limits(&strategy, desired);
    let mut words = match (&strategy, scaled) {
        (
            Strategy::RollingUpdate {
                max_unavailable,
                max_surge,
            },
            Some(scaled),
        ) => format!(
            "RollingUpdate, maxUnavailable {}, maxSurge {}",
            limit(max_unavailable, scaled.unavailable, desired),
            limit(max_surge, scaled.surge, desired)
        ),
        (Strategy::OnDelete, _) => "OnDelete".to_owned(),
        (Strategy::Other(other), _) => clean(other).into_owned(),
        (Strategy::RollingUpdate { .. }, None) => "RollingUpdate".to_owned(),
    };
    if set.min_ready_seconds() > 0 {
        words.push_str(&format!(", minReadySeconds {}", set.min_ready_seconds()));
    }
    words
}

fn limit(written: &str, nodes: i64, desired: i64) -> String {
    match written.ends_with('%') {
        true => format!("{} = {nodes} of {desired}", clean(written)),
        false => clean(written).into_owned(),
    }
}

/// The counters for a progress bar: `updated 3, ready 4, available 4 of 5`.
pub fn progress(set: &DaemonSet) -> String {
    let counters = set.counters();
    format!(
        "updated {}, ready {}, available {} of {}",
        counters.updated, counters.ready, counters.available, counters.desired
    )
}

/// One word or two for a column.
pub fn state(set: &DaemonSet, rollout: &Rollout) -> String {
    let mut state = match (rollout.phase, rollout.step) {
        (Phase::Done, _) => "done".to_owned(),
        (Phase::Idle, _) => "idle, no eligible node".to_owned(),
        (Phase::Stalled, _) => match rollout.pretenders.len() {
            1 => "stalled, 1 pod runs another template".to_owned(),
            many => format!("stalled, {many} pods run another template"),
        },
        (Phase::WaitingForDeletion, _) => format!("waiting, {} to be deleted", count(rollout.outdated.len(), "pod")),
        (_, Step::NotObserved) => "not observed yet".to_owned(),
        (_, Step::Updating { updated, desired }) => format!("updating, {updated} of {desired}"),
        (_, Step::Settling { available, desired }) => format!("updated, {available} of {desired} available"),
        (_, Step::Complete) if rollout.leaving.is_empty() => format!(
            "finishing, {} not ready",
            count(usize::try_from(rollout.lacking).unwrap_or_default(), "pod")
        ),
        (_, Step::Complete) => format!("finishing, {} terminating", count(rollout.leaving.len(), "pod")),
    };
    if set.terminating() {
        state.push_str(", being deleted");
    }
    state
}

fn pods(pods: &[Located], now: Timestamp, layout: Layout) -> Vec<String> {
    let mut table = Table::new(&["NODE", "POD", "REVISION", "AGE"]);
    for pod in pods {
        table.row(vec![
            pod.node.clone().unwrap_or_else(|| "<unknown>".to_owned()),
            pod.pod.clone(),
            pod.revision
                .map_or_else(|| "<unknown>".to_owned(), |number| number.to_string()),
            age(pod.created, now),
        ]);
    }
    table.lines(layout)
}

fn deletion(set: &DaemonSet, pods: &[Located]) -> String {
    let names = shell::words(pods.iter().map(|pod| pod.pod.as_str()));
    shell::command("  kubectl delete pod -n {} ", &[set.namespace()]) + &names
}

#[cfg(test)]
#[path = "status_tests.rs"]
pub(super) mod tests;
