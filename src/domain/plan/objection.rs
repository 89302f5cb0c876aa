//! What speaks against a change: blockers, with which it cannot finish, and warnings.

use serde::Serialize;

use crate::domain::diagnosis::code::Severity;

/// What was found. Its name in JSON is in kebab case and never changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// The DaemonSet is being deleted: the controller does nothing any more (semantics B-3).
    BeingDeleted,
    /// The controller does not work on it.
    Controller,
    /// Nodes use up the whole budget and do not come back by themselves (C01).
    BudgetUsedUp,
    /// Nodes on which no pod can end or start.
    NodeHeld,
    /// A second pod cannot come beside the first one, which holds its host port (C08, semantics B-34).
    SurgeHostPort,
    /// The scheduler will not put the new pod on its node (C09, semantics A-60).
    Unschedulable,
    /// The revision is stored twice: every pod passes for up to date (C39, semantics C-25).
    DuplicateRevision,
    /// An image reference that no node can use (C34).
    InvalidImage,
    /// The server refuses the patch.
    Refused,
    /// More pods than the budget go at once (C10).
    BeyondBudget,
    /// All available pods go at once.
    AllAtOnce,
    /// Pods that run on nodes which are not eligible go for good (C20).
    LostForGood,
    /// No revision is left to roll back to (C38).
    NoRollback,
    /// The next `kubectl apply` does not know of the change (C05).
    LastApplied,
    /// Somebody else's server-side apply owns the template (C51).
    ServerSideApply,
    /// A tool or another object looks after the DaemonSet (C50).
    Managed,
    /// Old pods stay until somebody deletes them (C61).
    OnDelete,
    /// No node is eligible (C12).
    NoEligibleNode,
    /// Every wave waits for minReadySeconds.
    MinReadySeconds,
}

/// One of them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Objection {
    /// The stable name.
    pub kind: Kind,
    /// `Error` for a blocker.
    pub severity: Severity,
    /// What it is, in a sentence without an end.
    pub summary: String,
    /// The nodes it is about.
    pub nodes: Vec<String>,
    /// What to do; empty where there is nothing.
    pub remedy: String,
    /// A command that does it.
    pub command: Option<String>,
}

impl Objection {
    /// One with nothing to be done.
    pub fn new(kind: Kind, severity: Severity, summary: impl Into<String>) -> Self {
        Self {
            kind,
            severity,
            summary: summary.into(),
            nodes: Vec::new(),
            remedy: String::new(),
            command: None,
        }
    }

    pub(super) fn on<'n>(mut self, nodes: impl IntoIterator<Item = &'n str>) -> Self {
        self.nodes = nodes.into_iter().map(str::to_owned).collect();
        self
    }

    pub(super) fn remedy(mut self, words: impl Into<String>) -> Self {
        self.remedy = words.into();
        self
    }

    pub(super) fn command(mut self, command: String) -> Self {
        self.command = Some(command);
        self
    }

    /// Whether the change cannot finish.
    pub fn blocks(&self) -> bool {
        self.severity == Severity::Error
    }
}
