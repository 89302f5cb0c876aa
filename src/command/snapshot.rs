//! `snapshot`: everything the reading commands need, in one file.

use std::{
    io::Write as _,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, Result};
use clap::{Args, ValueEnum};
use serde_json::Value;

use super::{
    context::Context,
    target::{TargetArgs, Wanted},
};
use crate::{
    client::save::Collected,
    domain::{redact::Redaction, saved},
    error::{Exit, Failure, Failures},
    render::output,
};

/// Arguments of `snapshot`.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  # One DaemonSet with all that belongs to it, for a colleague or a bug report\n  kubectl ds \
                        snapshot agent -n kube-system --redact --output-file agent.yaml\n\n  # Look at it, anywhere, without a \
                        cluster\n  kubectl ds status agent --snapshot agent.yaml\n\n  # All DaemonSets of the cluster, \
                        to a pipe\n  kubectl ds snapshot -A | gzip > cluster.yaml.gz\n\nWhat is in it: the DaemonSets, \
                        their revisions, pods and events, all nodes, the pods of nodes where one of theirs finds no \
                        place, and other controllers that select the same pods. What may not be read is left out, and the \
                        file says so. With --redact values of environment variables, HTTP headers, annotations that \
                        are not known, attributes for volume drivers, and in all texts what follows flags with \
                        secret-looking names, accounts and query values of URLs and tokens are replaced, the same always \
                        by the same. Names, images, labels, addresses and the rest of messages stay."
)]
pub struct SnapshotArgs {
    /// Which DaemonSets; without any, all of the namespace
    #[command(flatten)]
    pub targets: TargetArgs,
    /// In all namespaces
    #[arg(short = 'A', long)]
    pub all_namespaces: bool,
    /// Format
    #[arg(short, long, value_enum, default_value_t = Format::Yaml)]
    pub output: Format,
    /// Write to this file instead of standard output; one that is there is kept, unless --force is given
    #[arg(long, value_name = "FILE")]
    pub output_file: Option<PathBuf>,
    /// Overwrite the file
    #[arg(long)]
    pub force: bool,
    /// Replace what may be secret
    #[arg(long)]
    pub redact: bool,
}

/// Formats of `snapshot`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// JSON
    Json,
    /// YAML
    Yaml,
}

/// Runs `snapshot`.
///
/// # Errors
/// Wrong usage, a file that is there already or cannot be written, or what the server answers.
pub async fn run(args: SnapshotArgs, context: &mut Context) -> Result<Exit> {
    let wanted = match args.targets.wanted(context)? {
        Wanted::Nothing => Wanted::Every(None),
        wanted => wanted,
    };
    if args.all_namespaces && matches!(wanted, Wanted::Named(_)) {
        let words = "a resource cannot be retrieved by name across all namespaces";
        return Err(Failure::usage(words).into());
    }
    if let Some(file) = args
        .output_file
        .as_deref()
        .filter(|file| !args.force && file.symlink_metadata().is_ok())
    {
        let words = format!("{} is there already; --force overwrites it", file.display());
        return Err(Failure::error(words).into());
    }
    let cluster = context.cluster().await?;
    let (sets, errors) = match &wanted {
        Wanted::Every(selector) if args.all_namespaces => {
            (cluster.daemonsets(None, selector.as_deref()).await?, Vec::new())
        }
        wanted => {
            let found = wanted.find(&cluster).await?;
            (found.sets, found.errors)
        }
    };
    if !errors.is_empty() {
        return Err(Failures(errors).into());
    }
    if sets.is_empty() {
        let namespace = if args.all_namespaces { "" } else { cluster.namespace() };
        return Ok(context.nothing_found(namespace, false));
    }
    let first = sets[0].namespace().to_owned();
    let namespace = sets.iter().all(|set| set.namespace() == first).then_some(first);
    let collected = cluster.collect(namespace.as_deref(), sets).await?;
    for unread in &collected.unread {
        context.warn_once(&format!("no right to list {unread}: not in the snapshot"));
    }
    let told = summary(&collected);
    let (read, unread) = (collected.read, !collected.unread.is_empty());
    let mut objects: Vec<Value> = collected
        .objects
        .into_values()
        .flat_map(|all| all.into_values())
        .collect();
    if args.redact {
        let mut redaction = Redaction::default();
        objects.iter_mut().for_each(|object| redaction.apply(object));
    }
    let text = text(args.output, &saved::list(objects, cluster.now(), &read));
    match &args.output_file {
        None => context.out.exactly(&text),
        Some(file) => {
            write(file, &text, args.force)?;
            let secrets = if args.redact {
                ""
            } else {
                "; not redacted: it may hold secrets"
            };
            let part = if unread {
                "; what is missing in it is said above"
            } else {
                ""
            };
            context.err.line(&format!("{}: {told}{part}{secrets}", file.display()));
        }
    }
    Ok(Exit::Done)
}

fn text(format: Format, list: &Value) -> String {
    match format {
        Format::Json => output::json(list) + "\n",
        Format::Yaml => crate::render::yaml::yaml(list),
    }
}

/// `2 daemonsets, 3 controllerrevisions, …`.
fn summary(collected: &Collected) -> String {
    let counted = saved::RESOURCES.iter().filter_map(|resource| {
        let count = collected
            .objects
            .get(resource)
            .map(|all| all.len())
            .filter(|count| *count > 0)?;
        let name = if count == 1 {
            resource.kind.to_lowercase()
        } else {
            resource.plural.to_owned()
        };
        Some(format!("{count} {name}"))
    });
    counted.collect::<Vec<_>>().join(", ")
}

/// Writes the file whole or not at all, for the user alone: it may hold secrets.
fn write(path: &Path, text: &str, force: bool) -> Result<()> {
    let doing = || format!("writing {}", path.display());
    let folder = match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    let mut file = tempfile::NamedTempFile::new_in(folder).with_context(doing)?;
    file.write_all(text.as_bytes()).with_context(doing)?;
    let done = if force {
        file.persist(path)
    } else {
        file.persist_noclobber(path)
    };
    done.map(drop).map_err(|error| error.error).with_context(doing)
}
