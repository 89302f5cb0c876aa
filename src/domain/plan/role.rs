//! What becomes of one node: what the controller does there at once, and what in turn (semantics A.6, B.4 to B.6).

use k8s_openapi::api::core::v1::Pod;
use serde::Serialize;

use crate::domain::{
    diagnosis::{scene::Scene, turn::Turn},
    pod,
};

/// What a change means for a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// Its old pod is not available: it is replaced at once, whatever the budget (semantics B-22, B-31); or it has ended,
    /// and is made anew.
    AtOnce,
    /// Its old pod is available: it is replaced when the budget allows.
    InTurn,
    /// The node is no longer meant and its pod may not stay, or is not available: the pod goes at once, for good (A-47, B-26).
    LosesAtOnce,
    /// The node is no longer meant: its pod goes when its turn comes, and is not made again (C20, semantics B-26).
    LosesInTurn,
    /// It has no pod and gets one at once, outside the budget (semantics A-40).
    Gains,
    /// Its pod is on its way out; the new one comes when it is gone (semantics A-42).
    Ending,
    /// Its pod is on its way out, and none comes again.
    Leaving,
    /// Both pods are there; the old one goes when the new one is available (semantics B-30).
    Pair,
    /// Its pod is of the new template already and not available.
    Settles,
    /// Its pod is of the new template already.
    Keeps,
    /// Its old pod stays until somebody deletes it (semantics B-36).
    OnDelete,
    /// The controller wants no pod there, and there is none.
    NotEligible,
}

/// How one node was judged.
pub(super) struct Judged<'a> {
    /// What becomes of it.
    pub(super) role: Role,
    /// Whether it uses up one of the budget when the strategy counts first.
    pub(super) uses: bool,
    /// Pods that are deleted at once.
    pub(super) deleted: Vec<&'a Pod>,
    /// Whether a pod is made before any other is deleted.
    pub(super) created: bool,
}

/// Judges nodes as the controller does.
pub(super) struct Judge<'s, 'a> {
    pub(super) scene: &'s Scene<'a>,
    /// A second pod comes before the first one goes.
    pub(super) surge: bool,
    /// Old pods are replaced at all.
    pub(super) rolls: bool,
}

impl<'a> Judge<'_, 'a> {
    /// Judges one node: first what is done whatever the strategy, then the strategy.
    pub(super) fn node(&self, turn: &Turn<'a>) -> Judged<'a> {
        let (ending, alive): (Vec<&Pod>, Vec<&Pod>) = turn.pods.iter().partition(|pod| pod::terminating(pod));
        if !self.stays(turn.node, &alive) {
            let role = if alive.is_empty() {
                Role::Leaving
            } else {
                Role::LosesAtOnce
            };
            return self.judged(role, true, alive);
        }
        let (mut deleted, mut running): (Vec<&Pod>, Vec<&Pod>) = alive.into_iter().partition(|pod| pod::terminal(pod));
        running.sort_by_key(|pod| pod::seniority(pod));
        let (kept, excess): (Vec<&Pod>, Vec<&Pod>) = running.iter().copied().partition(|pod| self.kept(pod, &running));
        deleted.extend(excess);
        match kept.as_slice() {
            [] => self.empty(turn, &ending, deleted),
            [one] => self.lone(turn, one, deleted),
            [one, other, ..] => match self.scene.updated(one) {
                true => self.pair(one, other, deleted),
                false => self.pair(other, one, deleted),
            },
        }
    }

    /// Whether pods may stay there. Bound to a node that is gone, they are the garbage collector's (semantics A-48).
    fn stays(&self, node: &str, alive: &[&Pod]) -> bool {
        match self.scene.placement(node) {
            Some(placement) => placement.stays,
            None => !self.scene.knows_nodes() || alive.iter().any(|pod| pod::bound(pod)),
        }
    }

    /// Whether a running pod, of all on its node by seniority, is left there (semantics ).
    fn kept(&self, pod: &Pod, running: &[&Pod]) -> bool {
        let hash = self.scene.current.map(|current| current.hash());
        let current = |pod: &Pod| hash.is_some() && pod::hash(pod) == hash;
        let mut like = running
            .iter()
            .filter(|other| !self.surge || current(other) == current(pod));
        like.next().is_some_and(|first| pod::name(first) == pod::name(pod))
    }

    /// No running pod.
    fn empty(&self, turn: &Turn<'_>, ending: &[&Pod], deleted: Vec<&'a Pod>) -> Judged<'a> {
        let role = match (turn.eligible != Some(false), deleted.is_empty()) {
            (true, false) => Role::AtOnce,
            (true, true) if ending.is_empty() || self.surge => Role::Gains,
            (true, true) => Role::Ending,
            (false, false) => Role::LosesAtOnce,
            (false, true) => Role::Leaving,
        };
        let created = role == Role::Gains || role == Role::AtOnce && self.surge;
        Judged {
            created,
            ..self.judged(role, true, deleted)
        }
    }

    /// One running pod (semantics B-21, B-30).
    fn lone(&self, turn: &Turn<'_>, pod: &'a Pod, mut deleted: Vec<&'a Pod>) -> Judged<'a> {
        let (eligible, available) = (turn.eligible != Some(false), self.scene.available(pod));
        if self.scene.updated(pod) {
            let role = if available { Role::Keeps } else { Role::Settles };
            return self.judged(role, !available, deleted);
        }
        let role = match (eligible, available) {
            _ if !self.rolls => return self.judged(Role::OnDelete, false, deleted),
            (true, true) => Role::InTurn,
            (false, true) => Role::LosesInTurn,
            (true, false) => Role::AtOnce,
            (false, false) => Role::LosesAtOnce,
        };
        let created = role == Role::AtOnce && self.surge;
        if !available && !created {
            deleted.push(pod);
        }
        Judged {
            created,
            ..self.judged(role, !available, deleted)
        }
    }

    /// Two running pods with surge (semantics A-43, B-30).
    fn pair(&self, new: &'a Pod, old: &'a Pod, mut deleted: Vec<&'a Pod>) -> Judged<'a> {
        let (available, both) = (
            self.scene.available(new),
            self.scene.updated(new) && !self.scene.updated(old),
        );
        if available || pod::ready_since(old).is_none() {
            deleted.push(old);
            let role = if available { Role::Keeps } else { Role::Settles };
            return self.judged(role, false, deleted);
        }
        Judged {
            uses: true,
            ..self.judged(if both { Role::Pair } else { Role::Settles }, true, deleted)
        }
    }

    /// With surge only pairs use up the budget (semantics B-30).
    fn judged(&self, role: Role, uses: bool, deleted: Vec<&'a Pod>) -> Judged<'a> {
        Judged {
            role,
            uses: uses && self.rolls && !self.surge,
            deleted,
            created: false,
        }
    }
}
