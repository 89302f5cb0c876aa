//! Everything that speaks against a change: the blockers, then what a person should know before it is made.

use std::cmp::Reverse;

use super::{
    budget::Budget,
    impediments::impediments,
    node::NodePlan,
    objection::{Kind, Objection},
    role::Role,
};
use crate::domain::{
    daemonset::{DaemonSet, LAST_APPLIED},
    diagnosis::{
        code::Severity,
        finding::Finding,
        scene::Scene,
        turn::Turns,
        words::{count, pick, size},
    },
    images::containers,
    json,
    last_applied::{Applied, applied},
    manager::{Manager, managers},
    pod, shell,
    snapshot::Snapshot,
};

/// What objections are found in.
pub(super) struct Seen<'s, 'a> {
    /// As it is.
    pub(super) present: &'s Snapshot,
    /// As it will be.
    pub(super) scene: &'s Scene<'a>,
    pub(super) turns: &'s Turns<'a>,
    /// What is wrong now.
    pub(super) findings: &'s [Finding],
    pub(super) nodes: &'s [NodePlan],
    pub(super) budget: Option<&'s Budget>,
    pub(super) effective: bool,
}

impl<'s> Seen<'s, '_> {
    fn of(&self, roles: &[Role]) -> impl Iterator<Item = &'s NodePlan> {
        let nodes = self.nodes.iter();
        nodes.filter(move |node| roles.contains(&node.role))
    }

    /// Nodes that use up the budget until somebody acts.
    pub(super) fn held(&self) -> impl Iterator<Item = &'s str> {
        let held = self.nodes.iter().filter(|node| node.held);
        held.map(|node| node.node.as_str())
    }

    /// What becomes of the node.
    pub(super) fn role(&self, name: &str) -> Option<Role> {
        let found = self.nodes.binary_search_by(|node| node.node.as_str().cmp(name)).ok()?;
        self.nodes.get(found).map(|node| node.role)
    }
}

/// All of them, blockers first.
pub(super) fn objections(seen: &Seen<'_, '_>) -> Vec<Objection> {
    let mut found = impediments(seen);
    found.extend(beyond(seen));
    found.extend(all(seen));
    found.extend(lost(seen));
    found.extend(waits(seen));
    if seen.effective {
        found.extend(no_rollback(seen));
        found.extend(applies(&seen.present.daemonset, seen.scene.set()));
        found.extend(managers(&seen.present.daemonset).iter().map(managed));
    }
    found.sort_by_key(|objection| Reverse(objection.severity));
    found
}

/// More pods than the budget go at once (C10, semantics B-22). With surge nothing goes before its successor is there.
fn beyond(seen: &Seen<'_, '_>) -> Option<Objection> {
    let budget = seen.budget.filter(|_| !seen.turns.surges())?;
    let nodes: Vec<&NodePlan> = seen.of(&[Role::AtOnce]).collect();
    if nodes.len() <= size(budget.total) {
        return None;
    }
    let ready = |node: &&&NodePlan| {
        let pods = seen.scene.pods_on(&node.node).iter();
        pods.filter(|pod| !pod::terminating(pod))
            .any(|pod| pod::ready_since(pod).is_some())
    };
    let serving = nodes.iter().filter(ready).count();
    let serve = match serving {
        0 => String::new(),
        some => format!("; {some} of them {} ready and serve", pick(some, "is", "are")),
    };
    let summary = format!(
        "{} replaced at once, outside the budget of {}: their old pods are not available now{serve}",
        pods_are(nodes.len()),
        budget.total
    );
    let found = Objection::new(Kind::BeyondBudget, Severity::Warning, summary);
    Some(found.on(nodes.iter().map(|node| node.node.as_str())))
}

fn pods_are(number: usize) -> String {
    format!("{} {}", count(number, "pod"), pick(number, "is", "are"))
}

/// No pod stays while the others are replaced.
fn all(seen: &Seen<'_, '_>) -> Option<Objection> {
    let budget = seen.budget.filter(|_| !seen.turns.surges())?;
    let waiting = seen.of(&[Role::InTurn, Role::LosesInTurn]).count();
    let staying = seen.of(&[Role::Keeps]).count();
    (waiting > 1 && budget.first >= waiting && staying == 0).then(|| {
        let summary =
            format!("all {waiting} available pods go at the same time: no pod serves until the new ones are ready");
        Objection::new(Kind::AllAtOnce, Severity::Warning, summary)
            .remedy("lower maxUnavailable, or make the new pods come first with maxSurge")
    })
}

/// Pods on nodes that are not eligible, together for each reason (C20, semantics B-26).
fn lost(seen: &Seen<'_, '_>) -> Vec<Objection> {
    let mut reasons: Vec<(&str, bool, Vec<&str>)> = Vec::new();
    for node in seen.of(&[Role::LosesAtOnce, Role::LosesInTurn]) {
        let at_once = node.role == Role::LosesAtOnce;
        match reasons
            .iter_mut()
            .find(|(why, when, _)| *why == node.why && *when == at_once)
        {
            Some((.., nodes)) => nodes.push(&node.node),
            None => reasons.push((&node.why, at_once, vec![&node.node])),
        }
    }
    let found = reasons.into_iter().map(|(why, at_once, nodes)| {
        let summary = format!(
            "{} running but not eligible ({why}): {} removed for good{}",
            pods_are(nodes.len()),
            pick(nodes.len(), "it is", "they are"),
            if at_once { ", at once" } else { " in turn" }
        );
        Objection::new(Kind::LostForGood, Severity::Warning, summary)
            .on(nodes)
            .remedy(
                "to keep a pod there, change the tolerations, node selector or affinity of the template, or the node",
            )
    });
    found.collect()
}

/// What makes it slow or lets it wait, without being wrong.
fn waits(seen: &Seen<'_, '_>) -> Vec<Objection> {
    let mut found = Vec::new();
    let by_hand = seen.of(&[Role::OnDelete]).count();
    if by_hand > 0 {
        let kind = crate::domain::report::plan(seen.scene.set()).kind;
        let summary = format!(
            "update strategy {kind}: {} until somebody deletes {}",
            match by_hand {
                1 => "1 old pod stays".to_owned(),
                more => format!("{more} old pods stay"),
            },
            pick(by_hand, "it", "them")
        );
        found.push(Objection::new(Kind::OnDelete, Severity::Warning, summary));
    }
    let eligible = seen.nodes.iter().any(|node| node.eligible != Some(false));
    if seen.scene.knows_nodes() && !eligible {
        let summary = "no node is eligible: no pod will run";
        found.push(Objection::new(Kind::NoEligibleNode, Severity::Warning, summary));
    }
    let seconds = seen.scene.set().min_ready_seconds();
    let waves = seen.budget.map(Budget::count).unwrap_or_default();
    if let (true, Ok(number)) = (seconds > 0 && waves > 1, i64::try_from(waves)) {
        let summary = format!(
            "minReadySeconds {seconds} × {waves} waves: at least {} s of waiting",
            seconds.saturating_mul(number)
        );
        found.push(Objection::new(Kind::MinReadySeconds, Severity::Info, summary));
    }
    found
}

/// Only the present revision is kept once no pod runs an old one (C38, semantics C-34).
fn no_rollback(seen: &Seen<'_, '_>) -> Option<Objection> {
    let limit = json::at(seen.present.daemonset.object(), &["spec", "revisionHistoryLimit"])?;
    (limit == 0).then(|| {
        let summary = "revisionHistoryLimit is 0: after this rollout no rollback target will remain";
        let set = &seen.present.daemonset;
        let patch = r#"{"spec":{"revisionHistoryLimit":10}}"#;
        let command = shell::command(
            "kubectl -n {} patch ds {} --type=merge -p {}",
            &[set.namespace(), set.name(), patch],
        );
        Objection::new(Kind::NoRollback, Severity::Warning, summary)
            .remedy("raise it first")
            .command(command)
    })
}

/// What the next apply makes of the change (C05, C51).
fn applies(present: &DaemonSet, next: &DaemonSet) -> Option<Objection> {
    match applied(present, next.template()) {
        Applied::No => None,
        Applied::Server(managers) => {
            let summary = format!(
                "the template is managed with server-side apply by {}: its next apply conflicts where it sends something else",
                managers.join(", ")
            );
            Some(Objection::new(Kind::ServerSideApply, Severity::Warning, summary))
        }
        Applied::Client(parts) if !parts.is_empty() => {
            let summary = format!("the next 'kubectl apply' will leave behind: {}", parts.join(", "));
            let words = "'undo --sync-last-applied' lets the annotation follow";
            Some(Objection::new(Kind::LastApplied, Severity::Warning, summary).remedy(words))
        }
        Applied::Client(_) => {
            let manifest: serde_json::Value = serde_json::from_str(present.annotation(LAST_APPLIED)?).ok()?;
            let applied = containers(json::at(&manifest, &["spec", "template"])?);
            let other = containers(next.template()).into_iter().filter(|next| {
                let same = |known: &&crate::domain::images::ContainerImage| {
                    known.container == next.container && known.init == next.init
                };
                applied.iter().find(same).is_some_and(|known| known.from != next.from)
            });
            let other: Vec<String> = other.map(|image| image.container).collect();
            (!other.is_empty()).then(|| {
                let summary = format!(
                    "the manifest that was applied last has another image for {}: applying it again puts that back",
                    other.join(", ")
                );
                Objection::new(Kind::LastApplied, Severity::Info, summary).remedy("change the manifest too")
            })
        }
    }
}

/// Somebody would put it back (C50).
fn managed(manager: &Manager) -> Objection {
    let summary = match manager {
        Manager::Owner { kind, name } => format!("{kind} {name} owns the DaemonSet and may put the old template back"),
        Manager::Tool { tool, mark } => {
            format!("{tool} looks after the DaemonSet ({mark}) and may put the old template back")
        }
    };
    Objection::new(Kind::Managed, Severity::Warning, summary).remedy("make the change there")
}
