//! The controller itself: it has not looked yet, it has lost the thread, it is told to stop.

use jiff::{SignedDuration, Timestamp};

use super::{
    code::{Blocks, Code, Severity},
    creation::{missing, refused},
    finding::{Evidence, Finding, Heals, Place, Remedy},
    moments::{last_work, node_changed, spec_changed, status_changed},
    scene::{Scene, seen},
    turn::{Stand, Turns},
    words::count,
};
use crate::domain::{pod, shell};

/// A controller looks within moments; one that is just starting, or has much to do, within this time.
const SOON: SignedDuration = SignedDuration::from_secs(30);
/// Unmet expectations hold a DaemonSet so long (semantics B-5, S12): only what is older proves something.
const PATIENCE: SignedDuration = SignedDuration::from_mins(5);

/// What the controller does not do.
pub(super) fn find(scene: &Scene<'_>, turns: &Turns<'_>) -> Vec<Finding> {
    let set = scene.set();
    if set.terminating() {
        return vec![being_deleted(scene)];
    }
    if set.generation() > set.observed_generation() {
        return vec![not_observed(scene, turns)];
    }
    without_pod(scene, turns)
        .into_iter()
        .chain(uncounted(scene, turns))
        .collect()
}

fn finding(scene: &Scene<'_>, code: Code, summary: impl Into<String>, field: String, remedy: Remedy) -> Finding {
    Finding {
        code,
        severity: Severity::Info,
        summary: summary.into(),
        places: Vec::new(),
        evidence: vec![Evidence::field(format!("daemonset/{}", scene.set().name()), field)],
        blocks: Blocks::Rollout,
        heals: Heals::Itself { at: None },
        remedy,
        since: None,
        apart: None,
    }
}

/// Semantics D-12 to D-16.
fn being_deleted(scene: &Scene<'_>) -> Finding {
    let set = scene.set();
    let finalizers = set.finalizers();
    let others = finalizers
        .iter()
        .filter(|name| !matches!(**name, "orphan" | "foregroundDeletion"));
    let foreign: Vec<&str> = others.copied().collect();
    let (summary, remedy) = if finalizers.contains(&"orphan") {
        (
            "is being deleted; its pods and revisions stay",
            "wait for the garbage collector; whoever takes the finalizer orphan away by hand destroys the pods",
        )
    } else if finalizers.contains(&"foregroundDeletion") {
        ("is being deleted, its pods first", "wait until the pods are gone")
    } else {
        ("is being deleted", "wait, or see what the finalizers wait for")
    };
    let since = crate::domain::json::time(set.object(), &["metadata", "deletionTimestamp"]);
    let field = format!(
        "metadata.deletionTimestamp is set, finalizers: {}",
        finalizers.join(", ")
    );
    let mut finding = finding(scene, Code::BeingDeleted, summary, field, Remedy::text(remedy));
    finding.since = since;
    if since.is_some_and(|since| scene.ago(since) > PATIENCE) {
        finding.severity = Severity::Warning;
        finding.heals = Heals::Somebody;
        finding.summary = match foreign.is_empty() {
            true => format!("{summary}; the garbage collector has not finished"),
            false => format!("{summary}; held by finalizer {}", foreign.join(", ")),
        };
        let show = shell::command("kubectl -n {} get ds {} -o yaml", &[set.namespace(), set.name()]);
        finding.remedy = finding.remedy.command(show);
    }
    finding
}

/// C41, S12. Nothing is alarming while the moment of the change is not known.
fn not_observed(scene: &Scene<'_>, turns: &Turns<'_>) -> Finding {
    let set = scene.set();
    let changed = spec_changed(set);
    let at_work = scene.events(set.uid()).iter().any(|event| seen(event) > changed);
    let alive = changed.is_some() && at_work || refused(scene, turns).is_some();
    let age = changed.map_or(SignedDuration::ZERO, |changed| scene.ago(changed));
    let (generation, observed) = (set.generation(), set.observed_generation());
    let field = format!("metadata.generation {generation}, status.observedGeneration {observed}");
    let summary = format!("the controller has not looked at generation {generation} yet");
    let text = "wait a moment; if it stays so, see whether kube-controller-manager runs";
    let mut found = finding(scene, Code::NotObserved, summary, field, Remedy::text(text));
    found.since = changed;
    if age >= SOON && !(alive && age < PATIENCE) && refused(scene, turns).is_none() {
        found.severity = if age < PATIENCE {
            Severity::Warning
        } else {
            Severity::Error
        };
        found.heals = Heals::Somebody;
        let (namespace, name) = (set.namespace(), set.name());
        found
            .summary
            .push_str(": kube-controller-manager is down, or fails on this DaemonSet");
        found.remedy = Remedy::text(format!(
            "see whether kube-controller-manager runs and has a leader, and what its log says about {namespace}/{name}"
        ))
        .command("kubectl -n kube-system get lease kube-controller-manager -o yaml");
    }
    found
}

/// Eligible nodes without a pod, where no creation is refused (C48).
fn without_pod(scene: &Scene<'_>, turns: &Turns<'_>) -> Vec<Finding> {
    if refused(scene, turns).is_some() {
        return Vec::new();
    }
    let set = scene.set();
    let mut found: Vec<Finding> = Vec::new();
    // The counters are the controller's own word that it knows about the gap: a pod that has just gone is no gap yet.
    let known = set.counters().current < turns.base;
    let work = last_work(scene).max(status_changed(set));
    for turn in missing(turns) {
        let since = work.max(scene.node(turn.node).and_then(node_changed));
        let stuck = known && since.is_some_and(|since| scene.ago(since) > PATIENCE);
        let field = format!(
            "eligible, no pod; status.currentNumberScheduled {}",
            set.counters().current
        );
        let mut one = match stuck {
            true => stuck_at(scene, field),
            false => finding(
                scene,
                Code::NotCreated,
                "no pod yet",
                field,
                Remedy::text("wait: the controller makes one within moments"),
            ),
        };
        one.places = vec![Place::node(turn.node)];
        one.since = since;
        one.blocks = if turn.uses { Blocks::Budget } else { Blocks::Node };
        found.push(one);
    }
    found
}

fn stuck_at(scene: &Scene<'_>, field: String) -> Finding {
    let set = scene.set();
    let remedy = Remedy::text(
        "nudge the controller with a change of the metadata; if nothing comes of it, restart kube-controller-manager",
    )
    .command(shell::command(
        "kubectl -n {} annotate ds {} {} --overwrite",
        &[
            set.namespace(),
            set.name(),
            &format!("nudge={}", set.resource_version()),
        ],
    ));
    let summary = match scene.snapshot.around.events {
        Some(_) => "eligible and without a pod for more than 5 minutes, though no creation is refused",
        // Refusals are told in events alone.
        None => {
            "eligible and without a pod for more than 5 minutes; without events nobody can say whether pods are refused"
        }
    };
    let mut finding = finding(scene, Code::ControllerStuck, summary, field, remedy);
    finding.severity = Severity::Error;
    finding.heals = Heals::Somebody;
    finding
}

/// By their own timestamps all pods are available, and the controller does not count them (C21). Other counters of desired
/// pods than there are eligible nodes are old ones: a taint alone does not refresh them (semantics A-56).
fn uncounted(scene: &Scene<'_>, turns: &Turns<'_>) -> Option<Finding> {
    let (set, counters) = (scene.set(), scene.set().counters());
    let wanted = || turns.all.iter().filter(|turn| turn.eligible != Some(false));
    let all_done = turns.base > 0 && turns.unseen == 0 && wanted().all(|turn| turn.stand == Stand::Done);
    if !all_done
        || counters.desired != turns.base
        || counters.available >= counters.desired && counters.updated >= counters.desired
    {
        return None;
    }
    let ready = wanted()
        .flat_map(|turn| &turn.pods)
        .map(|pod| pod::ready_since(pod).flatten());
    let last = ready.collect::<Option<Vec<Timestamp>>>()?.into_iter().max()?;
    let available = last
        .checked_add(SignedDuration::from_secs(set.min_ready_seconds().max(0)))
        .ok()?;
    let since = Some(available).max(last_work(scene)).max(status_changed(set))?;
    let counted = format!("{} updated and {} available", counters.updated, counters.available);
    let field = format!("status: {counted} of {}", counters.desired);
    let summary = format!(
        "the status counts {counted} of {}, though by their own timestamps all pods are",
        count(super::words::size(counters.desired), "node")
    );
    let mut found = stuck_at(scene, field);
    found.summary = summary;
    found.since = Some(since);
    (scene.ago(since) > PATIENCE).then_some(found)
}

#[cfg(test)]
#[path = "controller_test.rs"]
mod tests;
