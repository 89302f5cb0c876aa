//! The plan itself: what a change does to which node, put together from the parts.

use jiff::{SignedDuration, Timestamp};
use serde::{Serialize, Serializer};
use serde_json::Value;

use super::{
    budget::Budget,
    estimate::{Estimate, estimate},
    foreseen::foreseen,
    node::NodePlan,
    objection::Objection,
    objections::{Seen, objections},
    role::{Judge, Role},
    server::Server,
};
use crate::domain::{
    daemonset::{DaemonSet, Strategy},
    diagnosis::{
        about::About,
        diagnose,
        scene::Scene,
        turn::{Turn, Turns},
        words::size,
    },
    history, pod,
    report::{self, VERSION},
    revision::Revision,
    snapshot::Snapshot,
    template,
};

/// The kind of the document.
const KIND: &str = "DaemonSetPlan";

/// What a change comes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// It cannot finish: there are blockers.
    Blocked,
    /// No pod is replaced, made or removed.
    Nothing,
    /// Old pods wait for somebody to delete them (semantics B-36).
    WaitsForDeletion,
    /// It goes its way.
    Proceeds,
}

/// One difference of the templates.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Difference {
    /// Where: `containers[main].image`.
    pub field: String,
    /// What stands there now.
    pub from: Option<Value>,
    /// What will.
    pub to: Option<Value>,
    /// The same in words.
    pub words: String,
}

impl Difference {
    fn new(change: template::Change) -> Self {
        Self {
            field: change.place(),
            words: change.to_string(),
            from: change.from,
            to: change.to,
        }
    }
}

/// A change before it is made.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Plan {
    api_version: &'static str,
    kind: &'static str,
    /// The DaemonSet.
    pub name: String,
    /// Its namespace.
    pub namespace: String,
    /// What it comes to.
    pub verdict: Verdict,
    /// Whether something is to be changed, and not only the rollout foreseen that is under way.
    pub asked: bool,
    /// Whether the template will mean something else: only then a rollout starts.
    pub effective: bool,
    /// What changes in the template.
    pub changes: Vec<Difference>,
    /// The number of the revision that holds the present template, where it is stored.
    pub from: Option<i64>,
    /// The number that the next template will have as a revision; `None` where revisions may not be read.
    pub to: Option<i64>,
    /// How pods will be replaced.
    pub strategy: report::Plan,
    /// How many at a time; `None` where pods are replaced by hand.
    pub budget: Option<Budget>,
    /// Node by node, by name.
    pub nodes: Vec<NodePlan>,
    /// With surge: how many pods on nodes that are no longer meant go at once, since more than wanted are available
    /// (semantics B-31). The others go when their turn comes.
    pub lost_first: usize,
    /// What speaks against it, blockers first.
    pub objections: Vec<Objection>,
    /// How long it takes, guessed.
    pub estimate: Option<Estimate>,
    /// What the API server says to the patch.
    pub server: Server,
    /// What could not be read for want of a right.
    pub missing: Vec<String>,
    /// The moment the snapshot was taken.
    pub taken: Timestamp,
}

/// What becomes of `snapshot` when its DaemonSet is changed to `next`; of the rollout that is under way where it is the same.
pub fn plan(snapshot: &Snapshot, next: &DaemonSet) -> Plan {
    let present = &snapshot.daemonset;
    let effective = !template::same(present.template(), next.template());
    let changed = present.object().get("spec") != next.object().get("spec");
    let later = if changed {
        foreseen(snapshot, next)
    } else {
        snapshot.clone()
    };
    let scene = Scene::new(&later);
    let turns = Turns::new(&scene);
    let found = diagnose(snapshot);
    let about = About::new(&found.findings);
    let rolls = matches!(next.strategy(), Strategy::RollingUpdate { .. });
    let judge = Judge {
        scene: &scene,
        surge: turns.surges(),
        rolls,
    };
    let mut nodes: Vec<NodePlan> = turns
        .all
        .iter()
        .map(|turn| NodePlan::new(turn, &judge.node(turn), &scene, &about))
        .collect();
    let apart = scene.nodes().filter(|(_, _, placement)| !placement.runs);
    let apart = apart.filter(|(name, ..)| turns.all.binary_search_by(|turn| turn.node.cmp(name)).is_err());
    nodes.extend(apart.map(|(name, _, placement)| NodePlan::apart(name, placement)));
    nodes.sort_by(|one, other| one.node.cmp(&other.node));
    let budget = Budget::new(&turns, &next.strategy(), &nodes);
    let objections = objections(&Seen {
        present: snapshot,
        scene: &scene,
        turns: &turns,
        findings: &found.findings,
        nodes: &nodes,
        budget: budget.as_ref(),
        effective,
    });
    let current = history::current(present, snapshot.revisions());
    Plan {
        api_version: VERSION,
        kind: KIND,
        name: present.name().to_owned(),
        namespace: present.namespace().to_owned(),
        verdict: verdict(&objections, &nodes),
        asked: changed,
        effective,
        changes: template::changes(present.template(), next.template())
            .into_iter()
            .map(Difference::new)
            .collect(),
        from: current.map(Revision::number),
        to: becomes(snapshot, &scene),
        strategy: report::plan(next),
        // What cannot finish takes no time that could be told.
        estimate: estimate(snapshot, next, budget.as_ref(), &nodes)
            .filter(|_| !objections.iter().any(Objection::blocks)),
        server: Server::NotAsked,
        lost_first: lost_first(&scene, &turns, &nodes),
        budget,
        nodes,
        objections,
        missing: report::missing(snapshot),
        taken: snapshot.taken,
    }
}

impl Plan {
    /// The nodes of a role.
    pub fn of(&self, role: Role) -> impl Iterator<Item = &NodePlan> {
        self.nodes.iter().filter(move |node| node.role == role)
    }

    /// How many pods are deleted, and how many made, before the first wave.
    pub fn at_once(&self) -> (usize, usize) {
        let deleted = self.nodes.iter().map(|node| node.deleted.len()).sum();
        (deleted, self.nodes.iter().filter(|node| node.created).count())
    }

    /// With one more objection, found elsewhere.
    #[must_use]
    pub fn with(mut self, objection: Objection) -> Self {
        if objection.blocks() {
            self.verdict = Verdict::Blocked;
        }
        self.objections.push(objection);
        self.objections
            .sort_by_key(|objection| std::cmp::Reverse(objection.severity));
        self
    }
}

/// With surge an available pod too many goes where no pod is meant (semantics B-30, B-31).
fn lost_first(scene: &Scene<'_>, turns: &Turns<'_>, nodes: &[NodePlan]) -> usize {
    let waiting = nodes.iter().filter(|node| node.role == Role::LosesInTurn).count();
    let counts = |turn: &&Turn<'_>| {
        let living = || turn.pods.iter().filter(|pod| !pod::terminating(pod));
        let old = living().find(|pod| !scene.updated(pod));
        old.or(living().next()).is_some_and(|pod| scene.available(pod))
    };
    let available = turns.all.iter().filter(counts).count();
    match turns.surges() {
        true => available.saturating_sub(size(turns.base)).min(waiting),
        false => 0,
    }
}

/// The number of the next template as a revision (semantics C-21 to C-23).
fn becomes(snapshot: &Snapshot, scene: &Scene<'_>) -> Option<i64> {
    let revisions = snapshot.revisions.as_deref()?;
    match scene.current {
        Some(stored) => Some(history::becomes(revisions, stored)),
        None => revisions
            .iter()
            .map(Revision::number)
            .max()
            .unwrap_or_default()
            .checked_add(1),
    }
}

fn verdict(objections: &[Objection], nodes: &[NodePlan]) -> Verdict {
    let any = |roles: &[Role]| nodes.iter().any(|node| roles.contains(&node.role));
    if objections.iter().any(Objection::blocks) {
        Verdict::Blocked
    } else if any(&[Role::OnDelete]) {
        Verdict::WaitsForDeletion
    } else if any(&[
        Role::AtOnce,
        Role::InTurn,
        Role::LosesAtOnce,
        Role::LosesInTurn,
        Role::Gains,
        Role::Ending,
        Role::Leaving,
        Role::Pair,
        Role::Settles,
    ]) || nodes.iter().any(|node| !node.deleted.is_empty())
    {
        Verdict::Proceeds
    } else {
        Verdict::Nothing
    }
}

/// A span in whole seconds, rounded up.
pub(super) fn seconds<S: Serializer>(span: &SignedDuration, serializer: S) -> Result<S::Ok, S::Error> {
    let part = i64::from(span.subsec_nanos() > 0);
    serializer.serialize_i64(span.as_secs().saturating_add(part))
}
