//! Candidates that somebody must be asked for: the kubeconfig or the cluster. Small requests, one page each, at most as
//! long as the caller waits. Every failure is an empty list.

use std::time::{Duration, Instant};

use anyhow::Result;
use jiff::Timestamp;

use super::{
    answer::Candidate,
    wanted::{Entries, Wanted},
};
use crate::{
    client::{Cluster, config::ConnectOptions, names},
    domain::{history, images, revision::Revision},
    render::{age::age, history::image_names},
};

/// So much earlier than the caller stops waiting all is given up.
const HEAD_START: Duration = Duration::from_millis(50);

/// What is `wanted`, with the flags of the line.
pub(super) fn candidates(wanted: &Wanted, mut options: ConnectOptions, deadline: Instant) -> Vec<Candidate> {
    options.unattended = true;
    options.request_timeout = Some(left(deadline));
    options.verbosity = 0;
    options.log = None;
    let found = match wanted {
        Wanted::Config(entries) => entry_names(*entries, &options),
        _ => asked(wanted, &options, deadline),
    };
    found.unwrap_or_default()
}

/// At least a moment, since no time at all would mean for ever.
fn left(deadline: Instant) -> Duration {
    deadline
        .saturating_duration_since(Instant::now())
        .max(Duration::from_millis(1))
}

fn entry_names(entries: Entries, options: &ConnectOptions) -> Result<Vec<Candidate>> {
    let all = names::of_kubeconfig(options)?;
    let names = match entries {
        Entries::Contexts => all.contexts,
        Entries::Clusters => all.clusters,
        Entries::Users => all.users,
    };
    Ok(plain(names))
}

fn plain(names: Vec<String>) -> Vec<Candidate> {
    names.into_iter().map(|name| Candidate::new(name, "")).collect()
}

fn asked(wanted: &Wanted, options: &ConnectOptions, deadline: Instant) -> Result<Vec<Candidate>> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let found = runtime.block_on(async {
        let found = async { from_cluster(wanted, &Cluster::connect(options).await?).await };
        // Here and not by the program's end, which a credential plugin would outlive.
        tokio::time::timeout(left(deadline).saturating_sub(HEAD_START), found).await?
    });
    // Idle connections end with the process.
    runtime.shutdown_background();
    found
}

async fn from_cluster(wanted: &Wanted, cluster: &Cluster) -> Result<Vec<Candidate>> {
    match wanted {
        Wanted::Namespaces => Ok(plain(cluster.namespace_names().await?)),
        Wanted::DaemonSets { before, but } => {
            let mut names = cluster.daemonset_names().await?;
            names.retain(|name| !but.contains(name));
            Ok(plain(names.into_iter().map(|name| format!("{before}{name}")).collect()))
        }
        Wanted::Nodes { before, but } => {
            let mut names = cluster.node_names().await?;
            names.retain(|name| !but.contains(name));
            Ok(plain(names.into_iter().map(|name| format!("{before}{name}")).collect()))
        }
        Wanted::Containers { sets, but } => {
            let all = containers(cluster, sets).await?;
            let free = all.into_iter().filter(|it| !but.contains(&it.container));
            Ok(unique(free.map(|it| {
                let kind = if it.init { "init container, " } else { "" };
                Candidate::new(format!("{}=", it.container), format!("{kind}now {}", it.from))
            })))
        }
        Wanted::Image { sets, container } => {
            let all = containers(cluster, sets).await?;
            let same = all.into_iter().filter(|it| it.container == *container);
            Ok(unique(same.map(|it| {
                Candidate::new(format!("{}={}", it.container, it.from), "now")
            })))
        }
        Wanted::Revisions { set, before } => {
            let text = |revision: &Revision| format!("{before}{}", revision.number());
            revisions(cluster, set, text).await
        }
        Wanted::Hashes { set } => revisions(cluster, set, |revision| revision.hash().to_owned()).await,
        Wanted::Nothing | Wanted::Files | Wanted::Folders | Wanted::Fixed(_) | Wanted::Config(_) => Ok(Vec::new()),
    }
}

async fn containers(cluster: &Cluster, sets: &[String]) -> Result<Vec<images::ContainerImage>> {
    let gets = sets.iter().map(|name| cluster.daemonset(cluster.namespace(), name));
    let sets = futures::future::try_join_all(gets).await?;
    Ok(sets.iter().flat_map(|set| images::containers(set.template())).collect())
}

fn unique(candidates: impl Iterator<Item = Candidate>) -> Vec<Candidate> {
    let mut found: Vec<Candidate> = Vec::new();
    for candidate in candidates {
        if !found.iter().any(|known| known.text == candidate.text) {
            found.push(candidate);
        }
    }
    found
}

/// Newest first, each with its images and its age.
async fn revisions(cluster: &Cluster, set: &str, text: impl Fn(&Revision) -> String) -> Result<Vec<Candidate>> {
    let set = cluster.daemonset(cluster.namespace(), set).await?;
    let (mut revisions, now) = (cluster.revisions(&set).await?, Timestamp::now());
    let present = history::current(&set, &revisions).map(Revision::number);
    revisions.reverse();
    let one = |revision: &Revision| {
        let mark = if present == Some(revision.number()) {
            ", present"
        } else {
            ""
        };
        let (images, age) = (image_names(revision, false), age(revision.created(), now));
        Candidate::new(text(revision), format!("{images}, {age} old{mark}"))
    };
    Ok(revisions.iter().map(one).collect())
}
