//! The budget of the update strategy: who uses it up, what waits for it, and what waits for deletions.

use super::{
    about::About,
    code::{Blocks, Code, Severity},
    finding::{Evidence, Finding, Heals, Place, Remedy},
    scene::Scene,
    turn::{Stand, Turn, Turns},
    words::{count, names, pick, size},
};
use crate::domain::{pod, shell};

/// How many old pods one command deletes: a few at a time.
const A_FEW: usize = 3;

/// What the strategy holds up, given what else is known.
pub(super) fn find(scene: &Scene<'_>, turns: &Turns<'_>, findings: &[Finding]) -> Vec<Finding> {
    used_up(scene, turns, findings)
        .into_iter()
        .chain(on_delete(scene, turns))
        .collect()
}

/// Healthy nodes wait, and none of those that use up the budget gives it back by itself (C01, C07).
fn used_up(scene: &Scene<'_>, turns: &Turns<'_>, findings: &[Finding]) -> Option<Finding> {
    let budget = turns.budget()?;
    let waiting = turns.standing(Stand::Waits).count();
    let about = About::new(findings);
    let using = turns.all.iter().filter(|turn| turn.uses);
    let held: Vec<(&Turn<'_>, &Finding)> = using
        .filter_map(|turn| Some((turn, turn.holder(scene, &about)?)))
        .collect();
    // What holds up the whole rollout by itself needs no second finding that says so.
    let told = held.iter().all(|(_, cause)| cause.blocks == Blocks::Rollout);
    if waiting == 0 || held.len() < size(budget) || held.is_empty() || told {
        return None;
    }
    let mut causes: Vec<&Finding> = Vec::new();
    for (_, cause) in &held {
        if !causes
            .iter()
            .any(|known| known.code == cause.code && known.summary == cause.summary)
        {
            causes.push(cause);
        }
    }
    let set = scene.set();
    let limit = turns.limit();
    let said: Vec<&str> = causes.iter().map(|cause| cause.summary.as_str()).collect();
    let field = format!(
        "spec.updateStrategy.rollingUpdate.{limit}: {budget} of {}",
        count(size(turns.base), "node")
    );
    let proofs = causes.iter().filter_map(|cause| cause.evidence.first().cloned());
    let proof = Evidence::field(format!("daemonset/{}", set.name()), field);
    Some(Finding {
        code: Code::BudgetUsedUp,
        severity: Severity::Error,
        summary: format!(
            "budget {budget} ({limit}) is used up by {} ({}); {} {}",
            count(held.len(), "node"),
            said.join("; "),
            count(waiting, "healthy node"),
            pick(waiting, "waits", "wait")
        ),
        places: held.iter().map(|(turn, _)| place(scene, turn)).collect(),
        evidence: std::iter::once(proof).chain(proofs).collect(),
        blocks: Blocks::Rollout,
        heals: Heals::Somebody,
        remedy: remedy(scene, turns, &held, &causes),
        since: held.iter().filter_map(|(_, cause)| cause.since).min(),
        apart: None,
    })
}

fn place(scene: &Scene<'_>, turn: &Turn<'_>) -> Place {
    Place {
        node: Some(turn.node.to_owned()),
        pod: turn.awaited(scene).next().map(|pod| pod::name(pod).to_owned()),
    }
}

/// Trouble with nodes leaves two ways out; raising the budget over pods that fail would only break more nodes.
fn remedy(scene: &Scene<'_>, turns: &Turns<'_>, held: &[(&Turn<'_>, &Finding)], causes: &[&Finding]) -> Remedy {
    let of_nodes = |cause: &&Finding| {
        matches!(
            cause.code,
            Code::NodeNotReady
                | Code::NodeUnreachable
                | Code::NodeGone
                | Code::TerminationOverdue
                | Code::HeldByFinalizer
        )
    };
    let Some(first) = causes.iter().find(|cause| !of_nodes(cause)).or(causes.first()) else {
        return Remedy::text("see what is wrong with these nodes");
    };
    if !causes.iter().all(of_nodes) {
        return first.remedy.clone();
    }
    let enough = held.len().saturating_add(1);
    let limit = turns.limit();
    let nodes = names(held.iter().map(|(turn, _)| turn.node));
    let patch = format!(r#"{{"spec":{{"updateStrategy":{{"rollingUpdate":{{"{limit}":{enough}}}}}}}}}"#);
    let gone = |code: Code| matches!(code, Code::NodeNotReady | Code::NodeUnreachable | Code::NodeGone);
    let text = match causes.iter().all(|cause| gone(cause.code)) {
        true => format!(
            "bring {nodes} back or delete {} if gone for good, or raise {limit} to at least {enough} to go on without",
            pick(held.len(), "the Node object", "the Node objects")
        ),
        false => format!(
            "{} ({nodes}), or raise {limit} to at least {enough} to go on without",
            first.remedy.text
        ),
    };
    Remedy::text(text).command(shell::command(
        "kubectl -n {} patch ds {} --type=merge -p {}",
        &[scene.set().namespace(), scene.set().name(), &patch],
    ))
}

/// Old pods under OnDelete (semantics B-36; C06, C61), the unwell ones first. It is what the strategy says, so nothing is wrong.
fn on_delete(scene: &Scene<'_>, turns: &Turns<'_>) -> Option<Finding> {
    if turns.limits.is_some() {
        return None;
    }
    let nodes = turns.all.iter().filter(|turn| turn.eligible != Some(false));
    let pods = nodes.flat_map(|turn| &turn.pods).copied();
    let mut old: Vec<_> = pods
        .filter(|pod| !pod::terminating(pod) && !scene.updated(pod))
        .collect();
    old.sort_by_key(|pod| scene.available(pod));
    let few = shell::words(old.iter().take(A_FEW).map(|pod| pod::name(pod)));
    let set = scene.set();
    (!old.is_empty()).then(|| Finding {
        code: Code::OnDelete,
        severity: Severity::Info,
        summary: "strategy OnDelete: old pods stay until somebody deletes them".to_owned(),
        places: old.iter().map(|pod| Place::pod(pod)).collect(),
        evidence: vec![Evidence::field(
            format!("daemonset/{}", set.name()),
            "spec.updateStrategy.type: OnDelete",
        )],
        blocks: Blocks::Rollout,
        heals: Heals::Somebody,
        remedy: Remedy::text("delete old pods, a few at a time: each comes back from the present template")
            .command(shell::command("kubectl -n {} delete pod ", &[set.namespace()]) + &few),
        since: None,
        apart: None,
    })
}

#[cfg(test)]
#[path = "budget_test.rs"]
mod tests;
