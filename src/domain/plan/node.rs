//! What becomes of one node, and why, as the plan says it.

use k8s_openapi::api::core::v1::Pod;
use serde::Serialize;

use super::role::{Judged, Role};
use crate::domain::{
    diagnosis::{
        about::{About, holds},
        code::Code,
        down,
        finding::Finding,
        scene::Scene,
        turn::Turn,
    },
    placement::Placement,
    pod,
};

/// What becomes of one node.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct NodePlan {
    /// Its name.
    pub node: String,
    /// What becomes of it.
    pub role: Role,
    /// Its pods.
    pub pods: Vec<String>,
    /// Whether the controller will want a pod there; `None` where nodes may not be read.
    pub eligible: Option<bool>,
    /// Why it is so, in a clause; empty where there is nothing to say.
    pub why: String,
    /// Whether it uses up one of the budget when the strategy counts first.
    pub uses: bool,
    /// Whether that stays so until somebody acts.
    pub held: bool,
    /// Pods that are deleted at once.
    pub deleted: Vec<String>,
    /// Whether a pod is made at once.
    pub created: bool,
}

impl NodePlan {
    /// What `turn` comes to, given how it was judged.
    pub(super) fn new(turn: &Turn<'_>, judged: &Judged<'_>, scene: &Scene<'_>, about: &About<'_>) -> Self {
        let down = down(scene, turn.node);
        let living = |pod: &&&Pod| !pod::terminating(pod);
        // That the budget is used up is what it leads to, not why it is so.
        let own = |found: &&&Finding| !matches!(found.code, Code::BudgetUsedUp | Code::OnDelete);
        let found = || turn.pods.iter().flat_map(|pod| about.pod(pod::name(pod))).filter(own);
        let first = found().next().map(|finding| finding.summary.as_str());
        let reason = || match scene.placement(turn.node) {
            Some(placement) => placement.reason.as_ref().map(ToString::to_string).unwrap_or_default(),
            None => "the node does not exist".to_owned(),
        };
        let young = || {
            turn.pods
                .iter()
                .filter(living)
                .all(|pod| pod::ready_since(pod).is_some())
        };
        let (why, held) = match judged.role {
            Role::AtOnce | Role::Gains | Role::Ending if down => {
                ("its node is not ready or does not answer".to_owned(), true)
            }
            Role::AtOnce if !turn.pods.iter().any(|pod| pod::terminal(pod)) && young() => {
                ("its pod is ready, but not yet for minReadySeconds".to_owned(), false)
            }
            Role::AtOnce => (first.unwrap_or("its old pod is not available").to_owned(), false),
            Role::Gains => ("it has no pod yet".to_owned(), false),
            Role::Settles | Role::Pair | Role::Ending => {
                let words = match judged.role {
                    Role::Ending => "its pod is terminating",
                    _ => "its pod of the new revision is not available",
                };
                (first.unwrap_or(words).to_owned(), found().any(|finding| holds(finding)))
            }
            Role::Leaving => (first.map_or_else(reason, str::to_owned), down),
            Role::LosesAtOnce | Role::LosesInTurn | Role::NotEligible => (reason(), down),
            Role::InTurn | Role::Keeps | Role::OnDelete => (String::new(), false),
        };
        let names = |pods: &[&Pod]| pods.iter().map(|pod| pod::name(pod).to_owned()).collect();
        Self {
            node: turn.node.to_owned(),
            role: judged.role,
            pods: names(&turn.pods),
            eligible: turn.eligible,
            why,
            uses: judged.uses,
            held: held && judged.uses,
            deleted: names(&judged.deleted),
            created: judged.created,
        }
    }

    /// A node that should run no pod and has none.
    pub(super) fn apart(name: &str, placement: &Placement) -> Self {
        Self {
            node: name.to_owned(),
            role: Role::NotEligible,
            pods: Vec::new(),
            eligible: Some(false),
            why: placement.reason.as_ref().map(ToString::to_string).unwrap_or_default(),
            uses: false,
            held: false,
            deleted: Vec::new(),
            created: false,
        }
    }
}
