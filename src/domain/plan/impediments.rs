//! Blockers: what a change cannot get past by itself, and nodes that it cannot finish.

use super::{
    budget::in_turn,
    fit,
    objection::{Kind, Objection},
    objections::Seen,
    role::Role,
};
use crate::domain::{
    diagnosis::{
        code::{Code, Severity},
        down,
        ports::{HostPort, host_ports},
        words::{count, pick},
    },
    history, image,
    images::containers,
    shell,
};

/// All of them.
pub(super) fn impediments(seen: &Seen<'_, '_>) -> Vec<Objection> {
    let set = &seen.present.daemonset;
    if set.terminating() {
        let summary = "the DaemonSet is being deleted: the controller does nothing for it any more";
        return vec![Objection::new(Kind::BeingDeleted, Severity::Error, summary)];
    }
    let controller = seen.findings.iter().find(|finding| {
        matches!(finding.code, Code::NotObserved | Code::ControllerStuck) && finding.severity > Severity::Info
    });
    let controller = controller.map(|finding| Objection {
        command: finding.remedy.command.clone(),
        ..Objection::new(Kind::Controller, Severity::Error, finding.summary.clone()).remedy(finding.remedy.text.clone())
    });
    let found = [controller, budget(seen), surge(seen), twice(seen), held(seen)];
    let mut found: Vec<Objection> = found.into_iter().flatten().chain(fit::unschedulable(seen)).collect();
    found.extend(images(seen));
    found
}

/// Images of the next template that no node can pull; the API server takes any text (semantics E-56, C34).
fn images(seen: &Seen<'_, '_>) -> Vec<Objection> {
    let images = containers(seen.scene.set().template()).into_iter();
    let wrong = images.filter_map(|it| Some((it.container, image::check(&it.to).err()?, it.to)));
    wrong
        .map(|(container, why, image)| {
            let summary = format!("container {container}: the image \"{image}\" {why}");
            Objection::new(Kind::InvalidImage, Severity::Error, summary)
        })
        .collect()
}

fn patch(seen: &Seen<'_, '_>, limits: &str) -> String {
    let set = &seen.present.daemonset;
    let patch = format!(r#"{{"spec":{{"updateStrategy":{{"rollingUpdate":{limits}}}}}}}"#);
    shell::command(
        "kubectl -n {} patch ds {} --type=merge -p {}",
        &[set.namespace(), set.name(), &patch],
    )
}

/// Healthy nodes wait for ever (C01).
fn budget(seen: &Seen<'_, '_>) -> Option<Objection> {
    let budget = seen.budget.filter(|budget| budget.spent())?;
    let surge = seen.turns.surges();
    let waiting = seen.nodes.iter().filter(|node| in_turn(node.role, surge)).count();
    let held: Vec<&str> = seen.held().collect();
    if waiting == 0 || held.is_empty() {
        return None;
    }
    let enough = held.len().saturating_add(1);
    let summary = format!(
        "budget {} ({}), used up by {} that cannot finish: none of {} in turn will be updated",
        budget.total,
        budget.limit,
        count(held.len(), "node"),
        count(waiting, "healthy node")
    );
    let them = pick(held.len(), "it", "them");
    let first = match held.iter().all(|node| down(seen.scene, node)) {
        true => format!(
            "bring {them} back, or delete the Node {} if gone for good",
            pick(held.len(), "object", "objects")
        ),
        false => format!("see with 'why' what is wrong with {them}"),
    };
    let words = format!(
        "{first}, or raise {} to at least {enough} to go on without {them}",
        budget.limit
    );
    let limits = format!(r#"{{"{}":{enough}}}"#, budget.limit);
    let found = Objection::new(Kind::BudgetUsedUp, Severity::Error, summary).on(held);
    Some(found.remedy(words).command(patch(seen, &limits)))
}

/// The rollout goes on without them and is never done (C01).
fn held(seen: &Seen<'_, '_>) -> Option<Objection> {
    let budget = seen.budget.filter(|budget| !budget.spent())?;
    let held: Vec<&str> = seen.held().collect();
    (!held.is_empty()).then(|| {
        let summary = format!(
            "{} cannot finish and {} {} of the budget of {} until somebody acts: {} at a time for the others",
            count(held.len(), "node"),
            pick(held.len(), "uses", "use"),
            held.len(),
            budget.total,
            budget.at_a_time
        );
        let words = "'status' and 'why' say what is wrong there and what to do";
        Objection::new(Kind::NodeHeld, Severity::Warning, summary)
            .on(held)
            .remedy(words)
    })
}

/// Where the old pod is available and holds a port of the host that the new one needs too (C08).
fn surge(seen: &Seen<'_, '_>) -> Option<Objection> {
    if !seen.turns.surges() {
        return None;
    }
    let set = seen.scene.set();
    let pod = fit::pod(set)?;
    let wanted = host_ports(pod.spec.as_ref()?);
    let mut taken = Vec::new();
    let mut nodes = Vec::new();
    for turn in &seen.turns.all {
        let role = seen.role(turn.node);
        if !matches!(role, Some(Role::InTurn | Role::Pair)) {
            continue;
        }
        let old = turn.pods.iter().filter(|pod| !seen.scene.updated(pod));
        let held: Vec<HostPort<'_>> = old.filter_map(|pod| pod.spec.as_ref()).flat_map(host_ports).collect();
        let both = wanted
            .iter()
            .filter(|port| held.iter().any(|held| held.conflicts(port)));
        let both: Vec<String> = both.map(ToString::to_string).collect();
        if !both.is_empty() {
            nodes.push(turn.node);
            taken.extend(both);
        }
    }
    taken.sort_unstable();
    taken.dedup();
    (!nodes.is_empty()).then(|| {
        let summary = format!(
            "surge cannot succeed: host port {} is held by the old pod on the same node until the new one is available",
            taken.join(", ")
        );
        Objection::new(Kind::SurgeHostPort, Severity::Error, summary)
            .on(nodes)
            .remedy("replace pods one after the other instead: maxSurge 0 and maxUnavailable 1")
            .command(patch(seen, r#"{"maxSurge":0,"maxUnavailable":1}"#))
    })
}

/// A revision that is stored twice (C39).
fn twice(seen: &Seen<'_, '_>) -> Option<Objection> {
    let revisions = seen.present.revisions();
    let current = seen.scene.current.filter(|_| seen.effective)?;
    let copies = history::copies(revisions, current);
    (!copies.is_empty()).then(|| {
        let numbers: Vec<String> = copies.iter().map(i64::to_string).collect();
        let summary = format!(
            "revision {} is stored twice, also as {}: the controller will take every pod for up to date and replace none",
            current.number(),
            numbers.join(", ")
        );
        let copy = revisions
            .iter()
            .find(|other| other.name() != current.name() && other.data() == current.data());
        let command = copy.map(|copy| {
            shell::command(
                "kubectl -n {} delete controllerrevision {}",
                &[seen.present.daemonset.namespace(), copy.name()],
            )
        });
        Objection {
            command,
            ..Objection::new(Kind::DuplicateRevision, Severity::Error, summary).remedy("delete the copy first")
        }
    })
}
