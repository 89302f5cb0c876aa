//! Verbs on saved objects (`--snapshot`): which of them can be, and how they then go about it.

use crate::{
    cli::{RolloutVerb, Verb},
    error::Failure,
};

impl Verb {
    /// The verb as it works on saved objects: a rollout among them is looked at once, and no server has a version.
    ///
    /// # Errors
    /// The refusal of a verb that changes a cluster.
    pub fn on_a_snapshot(mut self) -> Result<Self, Failure> {
        let refused = |verb: &str| {
            let words = format!("{verb} changes a cluster, and --snapshot is for looking at saved objects");
            Err(Failure::usage(words))
        };
        match &mut self {
            Self::Status(args) | Self::Rollout(RolloutVerb::Status(args)) => {
                (args.watch, args.wait_for_create) = (false, false);
            }
            Self::Version(args) => args.client = true,
            Self::DryRunPlan(args) => args.offline = true,
            Self::Undo(_) | Self::Rollout(RolloutVerb::Undo(_)) => return refused("undo"),
            Self::Restart(_) | Self::Rollout(RolloutVerb::Restart(_)) => return refused("restart"),
            Self::SetImage(_) | Self::Set(_) => return refused("set-image"),
            Self::OrphanDelete(_) => return refused("orphan-delete"),
            _ => {}
        }
        Ok(self)
    }
}
