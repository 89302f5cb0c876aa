//! Node by node: which pod is there, of which revision, how it is, and why.

use std::collections::BTreeSet;

use jiff::Timestamp;
use k8s_openapi::api::core::v1::Pod;
use serde::Serialize;

use super::{
    about::About,
    code::Code,
    finding::Finding,
    scene::Scene,
    state_word,
    turn::{Stand, Turn, Turns},
};
use crate::domain::{pod, revision::Revision};

/// One node, or one pod on it where there are several.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct NodeState {
    /// The node; `None` for a pod whose target cannot be known.
    pub node: Option<String>,
    /// The pod, if there is one.
    pub pod: Option<String>,
    /// The number of the revision whose template the pod runs, where that is known.
    pub revision: Option<i64>,
    /// Whether the controller wants a pod here; `None` where nodes may not be read.
    pub eligible: Option<bool>,
    /// Whether this node is finished: an available pod of the present template, or rightly none.
    pub done: bool,
    /// Whether the pod is of the present template (semantics B-17); `None` without a pod.
    pub updated: Option<bool>,
    /// In a word, as `kubectl get pods` has it where it has one: `Running`, `ImagePullBackOff`, `Terminating`, `Missing`.
    pub state: String,
    /// Since when it is in that state.
    pub since: Option<Timestamp>,
    /// The cause, in a clause; empty where there is nothing to say.
    pub why: String,
    /// The findings that are about this node or pod.
    pub codes: Vec<Code>,
}

/// The word for a node that should run a pod and has none.
pub const MISSING: &str = "Missing";

/// One row for each node that should run a pod or has one, by node name; a row for each pod where there are several. Pods
/// whose node cannot be known come last.
pub(super) fn nodes(scene: &Scene<'_>, turns: &Turns<'_>, findings: &[Finding]) -> Vec<NodeState> {
    let about = About::new(findings);
    let table = Table {
        scene,
        about: &about,
        turns,
        pretenders: scene.rollout.pretenders.iter().map(|it| it.pod.as_str()).collect(),
    };
    let mut rows: Vec<NodeState> = Vec::new();
    for turn in &turns.all {
        if turn.pods.is_empty() {
            rows.push(table.missing(turn));
        }
        rows.extend(turn.pods.iter().map(|pod| table.row(pod, Some(turn))));
    }
    let lost = scene.snapshot.pods().filter(|pod| pod::node(pod).is_none());
    rows.extend(lost.map(|pod| table.row(pod, None)));
    rows
}

struct Table<'t, 'a> {
    scene: &'t Scene<'a>,
    about: &'t About<'t>,
    turns: &'t Turns<'a>,
    pretenders: BTreeSet<&'t str>,
}

impl Table<'_, '_> {
    fn missing(&self, turn: &Turn<'_>) -> NodeState {
        let found = self.about.node(turn.node);
        NodeState {
            node: Some(turn.node.to_owned()),
            pod: None,
            revision: None,
            eligible: turn.eligible,
            done: false,
            updated: None,
            state: MISSING.to_owned(),
            since: found.iter().find_map(|finding| finding.since),
            why: cause(found).unwrap_or("no pod yet").to_owned(),
            codes: codes(found),
        }
    }

    fn row(&self, pod: &Pod, turn: Option<&Turn<'_>>) -> NodeState {
        let of_node = turn.map_or(&[][..], |turn| self.about.node(turn.node));
        let found = [self.about.pod(pod::name(pod)), of_node].concat();
        let pretends = self.pretenders.contains(pod::name(pod));
        let updated = self.scene.updated(pod);
        // Whether an ineligible node's pod of the present template stays is not the rollout's business (semantics B-40).
        let alone = turn.is_some_and(|turn| turn.stand == Stand::Done);
        let why = match cause(&found) {
            Some(cause) => cause.to_owned(),
            None => turn.map_or("the node it is meant for cannot be known".to_owned(), |it| {
                self.turn(pod, it)
            }),
        };
        NodeState {
            node: turn.map(|turn| turn.node.to_owned()),
            pod: Some(pod::name(pod).to_owned()),
            revision: self.revision(pod),
            eligible: turn.and_then(|turn| turn.eligible),
            done: alone && !pretends,
            updated: Some(updated),
            state: state_word::word(pod),
            since: state_word::since(pod),
            why,
            codes: codes(&found),
        }
    }

    /// What the strategy does next with a pod that nothing is wrong with.
    fn turn(&self, pod: &Pod, turn: &Turn<'_>) -> String {
        let (old, going) = (!self.scene.updated(pod), pod::terminating(pod));
        match (turn.stand, self.turns.budget()) {
            _ if going => "is terminating".to_owned(),
            (Stand::Waits | Stand::AtOnce, None) if old => "waits for its deletion (OnDelete)".to_owned(),
            (Stand::Waits, Some(budget)) if old && turn.eligible == Some(false) => {
                format!("waits to be removed for good ({} {budget})", self.turns.limit())
            }
            (Stand::Waits, Some(budget)) if old => {
                format!(
                    "waits its turn ({} {budget}, {} in use)",
                    self.turns.limit(),
                    self.turns.used()
                )
            }
            (Stand::AtOnce, Some(_)) if old => "not available, is replaced at once".to_owned(),
            (Stand::Pair, _) if old => "stays until the new pod is available".to_owned(),
            (Stand::Pair, _) => "comes before the old pod goes".to_owned(),
            _ => String::new(),
        }
    }

    /// The revision whose template the pod runs: its own by label if that is true, else the newest that fits.
    fn revision(&self, running: &Pod) -> Option<i64> {
        let revisions = self.scene.snapshot.revisions();
        let labelled = revisions.iter().find(|it| pod::hash(running) == Some(it.hash()));
        let candidates = labelled.into_iter().chain(revisions.iter().rev());
        let mut fitting = candidates.filter(|revision| pod::runs(running, revision.template()));
        fitting.next().map(Revision::number)
    }
}

/// The worst that is known. That the budget is used up is what it leads to, not why it is so.
fn cause<'f>(found: &[&'f Finding]) -> Option<&'f str> {
    let own = |finding: &&&Finding| !finding.code.consequence();
    found.iter().find(own).map(|finding| finding.summary.as_str())
}

fn codes(found: &[&Finding]) -> Vec<Code> {
    let mut codes: Vec<Code> = Vec::new();
    for finding in found {
        if !codes.contains(&finding.code) {
            codes.push(finding.code);
        }
    }
    codes
}

#[cfg(test)]
#[path = "node_table_test.rs"]
mod tests;
