//! From the words, selectors and files of a command line to the DaemonSets that are meant (semantics E-3 to E-7).

use anyhow::Result;
use clap::Args;

use super::{context::Context, manifest};
use crate::{
    client::Cluster,
    domain::{
        daemonset::DaemonSet,
        target::{self, Target},
    },
    error::Failure,
};

/// The arguments by which kubectl's commands are told what to work on.
#[derive(Debug, Args, Clone, Default)]
pub struct TargetArgs {
    /// NAME, ds/NAME, daemonset NAME…; several are allowed
    #[arg(value_name = "NAME")]
    pub words: Vec<String>,
    /// Label selector, e.g. app=agent or 'tier in (edge,core)'
    #[arg(short = 'l', long, value_name = "SELECTOR")]
    pub selector: Option<String>,
    /// Manifest that names the DaemonSets; a folder, or - for standard input; can be given several times
    #[arg(short, long, value_name = "FILE", value_delimiter = ',')]
    pub filename: Vec<String>,
    /// Folder with a kustomization that names the DaemonSets
    #[arg(short, long, value_name = "DIR")]
    pub kustomize: Option<String>,
    /// Look into the folders of --filename too
    #[arg(short = 'R', long)]
    pub recursive: bool,
}

/// What a command line asks for, before the cluster was asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Wanted {
    /// These, each with its namespace where a manifest says one.
    Named(Vec<(Option<String>, String)>),
    /// Whatever the selector matches in the namespace.
    Every(Option<String>),
    /// Nothing was said.
    Nothing,
}

/// What became of asking the cluster for them.
#[derive(Default)]
pub struct Found {
    /// The DaemonSets, in the order they were asked for.
    pub sets: Vec<DaemonSet>,
    /// One error for each that could not be had; the others are still worked on (semantics E-5).
    pub errors: Vec<anyhow::Error>,
}

impl TargetArgs {
    /// Reads the words, the selector and the files.
    ///
    /// # Errors
    /// kubectl's words for forms that contradict each other (semantics E-4), or a manifest that cannot be read.
    pub fn wanted(&self, context: &Context) -> Result<Wanted> {
        match (self.filename.is_empty(), self.kustomize.as_deref()) {
            (false, Some(_)) => Err(Failure::usage("only one of -f or -k can be specified").into()),
            (true, None) => match target::parse(&self.words, self.selector.as_deref(), context.spelling) {
                Ok(Target::Named(names)) => Ok(Wanted::Named(names.into_iter().map(|name| (None, name)).collect())),
                Ok(Target::Every { selector }) => Ok(Wanted::Every(selector)),
                Ok(Target::Nothing) => Ok(Wanted::Nothing),
                Err(words) => Err(Failure::usage(words).into()),
            },
            _ if !self.words.is_empty() || self.selector.is_some() => Err(Failure::usage(
                "when paths, URLs, or stdin is provided as input, you may not specify resource arguments as well",
            )
            .into()),
            (false, None) => Ok(Wanted::Named(manifest::names(
                &manifest::read(&self.filename, self.recursive)?,
                context.options.namespace.as_deref(),
            )?)),
            (true, Some(folder)) => Ok(Wanted::Named(manifest::names(
                &manifest::kustomize(folder)?,
                context.options.namespace.as_deref(),
            )?)),
        }
    }
}

impl Wanted {
    /// The same, or kubectl's refusal where nothing was said.
    ///
    /// # Errors
    /// `required resource not specified` (semantics E-4).
    pub fn required(self) -> Result<Self> {
        match self {
            Self::Nothing => Err(Failure::usage("required resource not specified").into()),
            wanted => Ok(wanted),
        }
    }

    /// Gets them from the cluster, each name on its own.
    ///
    /// # Errors
    /// A list that fails as a whole; single names that fail are in the result.
    pub async fn find(&self, cluster: &Cluster) -> Result<Found> {
        let mut found = Found::default();
        match self {
            Self::Nothing => {}
            Self::Every(selector) => {
                let listed = cluster.daemonsets(Some(cluster.namespace()), selector.as_deref()).await;
                found.sets = listed.map_err(|error| unmatched(error, selector.as_deref().unwrap_or_default()))?;
            }
            Self::Named(names) => {
                let gets = names.iter().map(|(namespace, name)| {
                    cluster.daemonset(namespace.as_deref().unwrap_or(cluster.namespace()), name)
                });
                for result in futures::future::join_all(gets).await {
                    match result {
                        Ok(set) => found.sets.push(set),
                        Err(error) => found.errors.push(error.into()),
                    }
                }
            }
        }
        Ok(found)
    }
}

/// A selector that the server cannot read, in the words that kubectl puts around it (semantics E-6).
fn unmatched(mut error: kube::Error, selector: &str) -> kube::Error {
    if let kube::Error::Api(status) = &mut error
        && status.code == 400
    {
        status.message = format!(
            "Unable to find \"apps/v1, Resource=daemonsets\" that match label selector \"{selector}\", field selector \
             \"\": {}",
            status.message
        );
    }
    error
}

/// The name that was not found, if that is what the error says.
pub fn missing(error: &anyhow::Error) -> Option<String> {
    match error.downcast_ref::<kube::Error>()? {
        kube::Error::Api(status) if status.code == 404 => Some(status.details.as_ref()?.name.clone()),
        _ => None,
    }
}

/// Lists names near to one that was not found.
pub async fn suggest(cluster: &Cluster, error: &anyhow::Error, context: &mut Context) {
    let Some(name) = missing(error) else { return };
    let Ok(sets) = cluster.daemonsets(Some(cluster.namespace()), None).await else {
        return;
    };
    let names: Vec<_> = sets.iter().map(DaemonSet::name).collect();
    let mut near: Vec<_> = names.iter().copied().filter(|known| known.contains(&name)).collect();
    near.extend(
        similar::get_close_matches(name.as_str(), &names, 3, 0.7)
            .into_iter()
            .filter(|known| !known.contains(&name)),
    );
    if !near.is_empty() {
        context.err.line(&format!("did you mean {}?", near.join(" or ")));
    }
}
