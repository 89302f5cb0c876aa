//! The arguments of `orphan-delete`, and what they mean on their own.

use std::{path::PathBuf, time::Duration};

use anyhow::Result;
use clap::Args;

use super::{change_args::DryRunArgs, context::Context, table_args::HeaderArgs, value};
use crate::{
    domain::{
        daemonset::DaemonSet,
        rival::Named,
        target::{self, Target},
    },
    error::Failure,
};

/// Arguments of `orphan-delete`.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  # Look first: which pods and revisions become ownerless, and who else would take them\n  \
                        kubectl ds orphan-delete agent --dry-run=server\n\n  # Delete it, keep its pods; the manifest \
                        goes to agent.daemonset.yaml\n  kubectl ds orphan-delete agent\n\n  # Have it back, its pods \
                        adopted as they are\n  kubectl create -f agent.daemonset.yaml\n\n  # What the next one would do with each pod\n  \
                        kubectl ds orphan-delete agent --next new.yaml --dry-run=client\n\n  # All of it: another selector, \
                        its pods labelled for it, in one go\n  kubectl ds orphan-delete agent --next new.yaml --relabel \
                        --replace\n\n  # In a script\n  kubectl ds orphan-delete agent --yes --backup \
                        /backups/agent.yaml --timeout 2m"
)]
pub struct OrphanDeleteArgs {
    /// NAME, ds/NAME or daemonset NAME; one at a time
    #[arg(value_name = "NAME")]
    pub words: Vec<String>,
    /// Write the manifest that re-creates the DaemonSet here; an existing file is never overwritten [default: NAME.daemonset.yaml]
    #[arg(long, value_name = "FILE")]
    pub backup: Option<PathBuf>,
    /// Go on although this controller's selector matches the pods; can be given several times
    #[arg(long, value_name = "KIND/NAME")]
    pub allow_adoption_by: Vec<Named>,
    /// Show what the DaemonSet of this manifest will do with the pods and revisions, one by one
    #[arg(long, value_name = "FILE")]
    pub next: Option<String>,
    /// With --next: first give pods and revisions the labels by which the next one finds them, so that nothing restarts
    #[arg(long, requires = "next")]
    pub relabel: bool,
    /// With --next: also create it, and follow until it has adopted the pods and its rollout is done
    #[arg(long, requires = "next")]
    pub replace: bool,
    /// Do not ask
    #[arg(short, long)]
    pub yes: bool,
    /// Dry run.
    #[command(flatten)]
    pub dry_run: DryRunArgs,
    /// Wait until it is gone and prove that nothing was lost
    #[arg(long, default_value = "true")]
    pub wait: bool,
    /// Give up waiting after this time, e.g. 90s or 10m; 0 waits for ever
    #[arg(long, value_name = "DURATION", value_parser = value::duration, default_value = "0", hide_default_value = true)]
    pub timeout: Duration,
    /// Print only the name: -o name
    #[arg(short, long, value_name = "FORMAT")]
    pub output: Option<String>,
    /// How tables look.
    #[command(flatten)]
    pub headers: HeaderArgs,
}

impl OrphanDeleteArgs {
    /// The one name that is meant.
    pub(super) fn name(&self, context: &Context) -> Result<String> {
        match target::parse(&self.words, None, context.spelling).map_err(Failure::usage)? {
            Target::Named(names) => match <[String; 1]>::try_from(names) {
                Ok([name]) => Ok(name),
                Err(_) => Err(Failure::usage("one daemon set at a time").into()),
            },
            Target::Every { .. } => Err(Failure::usage("resource(s) were provided, but no name was specified").into()),
            Target::Nothing => Err(Failure::usage("required resource not specified").into()),
        }
    }

    /// Refuses other formats than the name.
    pub(super) fn output_is_name(&self) -> Result<()> {
        match self.output.as_deref() {
            None | Some("" | "name") => Ok(()),
            // kubectl's words for its delete (semantics E-71).
            Some(other) => {
                let words = format!("unexpected -o output mode: {other}. We only support '-o name'");
                Err(Failure::usage(words).into())
            }
        }
    }

    /// Whether the name alone was asked for.
    pub(super) fn names_only(&self) -> bool {
        self.output.as_deref() == Some("name")
    }

    /// The line for the deletion, or the name alone where that was asked for.
    pub(super) fn tell(&self, context: &mut Context, line: &str, set: &DaemonSet) {
        match self.names_only() {
            true => context.out.line(&set.qualified_name()),
            false => context.out.line(line),
        }
    }
}
