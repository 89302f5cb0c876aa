//! The arguments of `dry-run-plan`, and which change of a DaemonSet they mean.

use anyhow::Result;
use clap::{ArgGroup, Args};
use jiff::Timestamp;
use serde_json::Value;

use super::{table_args::HeaderArgs, value};
use crate::{
    domain::{
        change::{self, Notes},
        daemonset::DaemonSet,
        history::{self, Reference},
        images::{self, Pair},
        plan::{Next, WhatIf},
        snapshot::Snapshot,
    },
    error::Failure,
};

/// Arguments of `dry-run-plan`.
#[derive(Debug, Args)]
#[command(
    group = ArgGroup::new("source").args(["image", "to_revision", "to_hash", "restart", "filename", "adopt"]),
    after_help = "Examples:\n  # A new image: which nodes, how many at a time, what is in the way, how long\n  kubectl ds \
                        dry-run-plan agent --image main=registry.example/agent:2\n\n  # A rollback, with larger steps than \
                        the DaemonSet has\n  kubectl ds dry-run-plan agent --to-revision 3 --max-unavailable 25%\n\n  # A \
                        manifest before it is applied\n  kubectl ds dry-run-plan -f agent.yaml --diff\n\n  # The rollout \
                        that is under way: will it finish?\n  kubectl ds dry-run-plan agent\n\n  # In a pipeline: exit code \
                        4 where it cannot finish\n  kubectl ds dry-run-plan -f agent.yaml --exit-code\n\n  # From saved \
                        objects, without a cluster\n  kubectl ds dry-run-plan agent --restart --snapshot bundle.yaml\n\n  # What another DaemonSet will do with \
                        the pods, once this one is deleted without them\n  kubectl ds dry-run-plan agent --adopt new.yaml"
)]
pub struct PlanArgs {
    /// NAME, ds/NAME, daemonset NAME…; several are allowed
    #[arg(value_name = "NAME")]
    pub words: Vec<String>,
    /// Label selector, e.g. app=agent or 'tier in (edge,core)'
    #[arg(short = 'l', long, value_name = "SELECTOR")]
    pub selector: Option<String>,
    /// The change: this image for a container (CONTAINER=IMAGE); can be given several times
    #[arg(long, value_name = "CONTAINER=IMAGE")]
    pub image: Vec<String>,
    /// The change: back to this revision; 0 for the newest that differs from the present template
    #[arg(long, value_name = "NUMBER", value_parser = value::int, allow_hyphen_values = true)]
    pub to_revision: Option<i64>,
    /// The change: back to the revision of this hash, or the beginning of it
    #[arg(long, value_name = "HASH")]
    pub to_hash: Option<String>,
    /// The change: new pods from the same template
    #[arg(long)]
    pub restart: bool,
    /// The change: this manifest applied (- for standard input); names the DaemonSets too
    #[arg(short, long, value_name = "FILE")]
    pub filename: Option<String>,
    /// Not a change, but a successor: what the DaemonSet of this manifest will do with the pods and revisions if this one is
    /// deleted and its pods are kept
    #[arg(long, value_name = "FILE", conflicts_with_all = ["offline", "diff", "all_nodes", "output", "max_unavailable", "max_surge", "min_ready_seconds", "strategy", "exit_code"])]
    pub adopt: Option<String>,
    /// Assume this maxUnavailable, e.g. 3 or 25%
    #[arg(long, value_name = "LIMIT")]
    pub max_unavailable: Option<String>,
    /// Assume this maxSurge, e.g. 3 or 25%
    #[arg(long, value_name = "LIMIT")]
    pub max_surge: Option<String>,
    /// Assume this minReadySeconds
    #[arg(long, value_name = "SECONDS", allow_hyphen_values = true)]
    pub min_ready_seconds: Option<i64>,
    /// Assume this update strategy: RollingUpdate or OnDelete
    #[arg(long, value_name = "STRATEGY")]
    pub strategy: Option<String>,
    /// Do not have the server check the change
    #[arg(long)]
    pub offline: bool,
    /// Show the templates as a diff too
    #[arg(long)]
    pub diff: bool,
    /// A line for each node
    #[arg(long)]
    pub all_nodes: bool,
    /// Exit code 4 if the change cannot finish
    #[arg(long)]
    pub exit_code: bool,
    /// Name under which the server would note who changed a field
    #[arg(long, value_name = "NAME", default_value = "kubectl-ds", hide_short_help = true)]
    pub field_manager: String,
    /// Headers.
    #[command(flatten)]
    pub headers: HeaderArgs,
    /// json, yaml, name, or wide (a line for each node)
    #[arg(short, long, value_name = "FORMAT")]
    pub output: Option<String>,
}

/// What the next template comes from.
pub enum Source {
    /// The rollout that is under way.
    UnderWay,
    /// New images.
    Images(Vec<Pair>),
    /// A stored revision.
    Undo(Reference),
    /// The mark of a restart, RFC 3339.
    Restart(String),
    /// Manifests; the one of the DaemonSet's name counts.
    Manifests(Vec<Value>),
}

impl PlanArgs {
    /// What the limits are assumed to be.
    pub fn what_if(&self) -> WhatIf {
        WhatIf {
            strategy: self.strategy.clone(),
            max_unavailable: self.max_unavailable.clone(),
            max_surge: self.max_surge.clone(),
            min_ready_seconds: self.min_ready_seconds,
        }
    }

    /// The change that is asked for; `manifests` were read from `--filename`.
    ///
    /// # Errors
    /// Wrong usage.
    pub fn source(&self, manifests: Vec<Value>) -> Result<Source> {
        if self.filename.is_some() {
            return Ok(Source::Manifests(manifests));
        }
        if !self.image.is_empty() {
            let (words, pairs) = images::split(&self.image).map_err(Failure::usage)?;
            return match words.first() {
                Some(word) => Err(Failure::usage(format!("--image {word}: give CONTAINER=IMAGE")).into()),
                None => Ok(Source::Images(pairs)),
            };
        }
        Ok(match (&self.to_hash, self.to_revision) {
            (Some(hash), _) if hash.is_empty() => {
                return Err(Failure::usage("--to-hash needs a hash, or the beginning of one").into());
            }
            (Some(hash), _) => Source::Undo(Reference::Hash(hash.clone())),
            (None, Some(0)) => Source::Undo(Reference::Previous),
            (None, Some(number)) => Source::Undo(Reference::Number(number)),
            (None, None) if self.restart => {
                Source::Restart(Timestamp::now().strftime("%Y-%m-%dT%H:%M:%SZ").to_string())
            }
            (None, None) => Source::UnderWay,
        })
    }
}

impl Source {
    /// The DaemonSet of `snapshot` as it makes it.
    ///
    /// # Errors
    /// A change that cannot be made, in words.
    pub fn next(&self, snapshot: &Snapshot, what_if: &WhatIf) -> Result<Next> {
        let set = &snapshot.daemonset;
        let notes = Notes::default();
        let next = match self {
            Self::UnderWay => Next::under_way(set),
            Self::Images(pairs) => {
                let images = images::plan(set.template(), pairs, true);
                let images = images.map_err(|refused| Failure::error(refused.to_string()))?;
                let change = change::set_images(set, &images, &notes).map_err(Failure::error)?;
                Next::changed(set, &change)
            }
            Self::Undo(reference) => {
                let to = history::find(set, snapshot.revisions(), reference);
                let to = to.map_err(|error| Failure::error(error.to_string()))?;
                Next::changed(set, &change::undo(set, to, &notes).map_err(Failure::error)?)
            }
            Self::Restart(at) => Next::changed(set, &change::restart(set, at).map_err(Failure::error)?),
            Self::Manifests(manifests) => Next::applied(set, manifest_of(set, manifests)?),
        };
        next.with(what_if).map_err(|words| Failure::usage(words).into())
    }
}

fn manifest_of<'m>(set: &DaemonSet, manifests: &'m [Value]) -> Result<&'m Value> {
    let named = |key: &str, object: &Value| {
        object
            .pointer(&format!("/metadata/{key}"))
            .and_then(Value::as_str)
            .map(str::to_owned)
    };
    let mut found = manifests.iter().filter(|object| {
        named("name", object).as_deref() == Some(set.name())
            && named("namespace", object).is_none_or(|namespace| namespace == set.namespace())
    });
    match (found.next(), found.next()) {
        (Some(one), None) => Ok(one),
        (None, _) => Err(Failure::error(format!("the manifest has no daemon set \"{}\"", set.name())).into()),
        (Some(_), Some(_)) => {
            Err(Failure::error(format!("the manifest has daemon set \"{}\" twice", set.name())).into())
        }
    }
}
