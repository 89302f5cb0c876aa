//! `orphan-delete`: the DaemonSet goes, its pods stay (semantics D.2). Shown before, backed up, done once, proven after.
//! Which state the work is found in is decided here; the steps are in `orphan_forecast`, `orphan_proof`,
//! `orphan_replace` and `orphan_next`.

use std::path::Path;

use anyhow::Result;

use super::{
    backup_file::{self, Saved},
    context::Context,
    follow,
    orphan_args::OrphanDeleteArgs,
    orphan_forecast::{confirm, delete, show},
    orphan_next::Next,
    orphan_proof::{self, Gone},
    orphan_replace::{self, Step, reporting},
};
use serde_json::Value;

use crate::{
    client::Cluster,
    domain::{daemonset::DaemonSet, leftover::Leftover, rival::Rival, shell},
    error::{Exit, Failure},
    render::{
        change::{DryRun, success},
        orphan::{self, counts, deleted},
    },
};

/// What all steps work with.
pub struct Work<'a> {
    /// The arguments.
    pub args: &'a OrphanDeleteArgs,
    /// Whether anything is to be done at all.
    pub dry_run: DryRun,
    /// Where the backup is, or goes.
    pub path: &'a Path,
    /// What comes next.
    pub next: Option<&'a Next>,
    /// The connection.
    pub cluster: &'a Cluster,
}

/// Runs `orphan-delete`.
///
/// # Errors
/// Wrong usage, a refusal, what the server answers, or an end that cannot be proven.
pub async fn run(args: OrphanDeleteArgs, context: &mut Context) -> Result<Exit> {
    let dry_run = args.dry_run.read(context)?;
    let name = args.name(context)?;
    args.output_is_name()?;
    args.headers.apply(false, context);
    if args.replace && !args.wait {
        return Err(Failure::usage("--replace waits for every step: it cannot be used with --wait=false").into());
    }
    let cluster = context.cluster().await?;
    let namespace = cluster.namespace();
    let path = args.backup.clone().unwrap_or_else(|| backup_file::default_path(&name));
    let saved = backup_file::read(&path, namespace, &name);
    let present = match cluster.daemonset(namespace, &name).await {
        Ok(set) => Ok(set),
        Err(kube::Error::Api(status)) if status.code == 404 => Err(kube::Error::Api(status)),
        Err(error) => return Err(error.into()),
    };
    let next = match &args.next {
        Some(file) if file == "-" => {
            return Err(Failure::usage("--next needs a file: it is read again if this has to go on later").into());
        }
        Some(file) => Some(Next::read(file, &cluster).await?),
        None => None,
    };
    let work = Work {
        args: &args,
        dry_run,
        path: &path,
        next: next.as_ref(),
        cluster: &cluster,
    };
    if let Some(set) = work.created_before(&present, saved.as_ref()).await? {
        return orphan_replace::created_before(&work, set, context).await;
    }
    match (present, saved) {
        (Err(error), saved) => match work.left_before(saved).await? {
            Some((saved, left)) => orphan_replace::gone_before(&work, saved, left, context).await,
            None => {
                let error = error.into();
                let exit = context.report(&error);
                super::target::suggest(&cluster, &error, context).await;
                Ok(exit)
            }
        },
        // An earlier run has got as far as this and was interrupted.
        (Ok(set), Some(saved)) if saved.uid == set.uid() && orphaning(&set) && dry_run == DryRun::None => {
            let words = format!("{}: being deleted already, its pods kept", set.qualified_name());
            context.err.line(&words);
            let before = cluster
                .matching(namespace, set.selector())
                .await?
                .owned_by_or_free(set.uid());
            work.after(&set, &before, &[], args.relabel, context).await
        }
        (Ok(set), _) if set.terminating() => {
            let words = format!(
                "{} is already being deleted (finalizers: {}): nothing was begun; it waits {}",
                set.qualified_name(),
                set.finalizers().join(", "),
                orphan::waits_for(&set)
            );
            Err(Failure::error(words).into())
        }
        (Ok(set), _) => work.whole(&set, context).await,
    }
}

impl Work<'_> {
    /// The object that an earlier run created from the file, and then ended.
    async fn created_before(
        &self,
        present: &Result<DaemonSet, kube::Error>,
        saved: Option<&Saved>,
    ) -> Result<Option<DaemonSet>> {
        let Some(next) = self.next else { return Ok(None) };
        let Some((set, same)) = next.there(self.cluster).await? else {
            return Ok(None);
        };
        let ours = match (present, saved) {
            // It is the one that is to go, unless that one was saved before and had another uid.
            (Ok(present), saved) if present.uid() == set.uid() => {
                let ours = same && self.args.replace && saved.is_some_and(|saved| saved.uid != set.uid());
                return Ok(ours.then_some(set));
            }
            (Ok(_), _) => false,
            (Err(_), _) => same && self.args.replace,
        };
        match ours {
            true => Ok(Some(set)),
            false => Err(Failure::error(format!("daemonsets.apps \"{}\" already exists", set.name())).into()),
        }
    }

    /// What a DaemonSet that is gone has left: by its backup, or as far as the next one selects it.
    async fn left_before(&self, saved: Option<Saved>) -> Result<Option<(Option<Saved>, Leftover)>> {
        let selector = match (&saved, self.next) {
            (Some(saved), _) => saved.set.selector(),
            (None, Some(next)) => next.set.selector(),
            (None, None) => return Ok(None),
        };
        let left = self.cluster.matching(self.cluster.namespace(), selector).await?;
        let free = left.free();
        let found = saved.is_some() || !free.pods.is_empty() || !free.revisions.is_empty();
        Ok(found.then_some((saved, left)))
    }

    /// From the beginning.
    async fn whole(&self, set: &DaemonSet, context: &mut Context) -> Result<Exit> {
        let (left, controllers) = tokio::try_join!(
            self.cluster.matching(set.namespace(), set.selector()),
            self.cluster.controllers(Some(set.namespace()))
        )?;
        let left = left.owned_by(set.uid());
        let (takers, labels) = show(self, set, &left, &controllers, context).await?;
        let known = backup_file::check(self.path, set)?;
        if self.dry_run != DryRun::None {
            if self.dry_run == DryRun::Server {
                self.cluster.delete_orphaning(set, true).await?;
            }
            self.args.tell(context, &deleted(set, self.dry_run), set);
            if let Some(next) = self.next.filter(|_| self.args.replace) {
                self.args
                    .tell(context, &success(&next.set, "created", self.dry_run), &next.set);
            }
            return Ok(Exit::Done);
        }
        let counts = counts(left.pods.len(), left.revisions.len());
        let what = format!("Delete {} and leave {counts} without an owner?", set.qualified_name());
        confirm(self.args, &what, context).await?;
        backup_file::write(self.path, set)?;
        let kept = if known { "is already in" } else { "is in" };
        let path = self.path.display().to_string();
        let back = shell::command("kubectl create -f {}", &[&path]);
        context
            .err
            .line(&format!("the manifest to re-create it {kept} {path}: {back}"));
        if let (Some(next), Some(labels)) = (self.next, &labels) {
            next.label(labels, &left.without(&takers), self.cluster, context)
                .await?;
        }
        let set = delete(set, self.cluster, context).await?;
        self.args.tell(context, &deleted(&set, self.dry_run), &set);
        self.after(&set, &left, &takers, labels.is_some(), context).await
    }

    /// Waits until it is gone, says what is there, and goes on with the next one.
    async fn after(
        &self,
        set: &DaemonSet,
        before: &Leftover,
        takers: &[Rival],
        relabelling: bool,
        context: &mut Context,
    ) -> Result<Exit> {
        if !self.args.wait {
            return Ok(Exit::Done);
        }
        let deadline = follow::deadline(self.args.timeout);
        let mut step = Step::Deleting;
        let result = async {
            if orphan_proof::until_gone(set, self.cluster, deadline, context).await? == Gone::TimedOut {
                return Ok(Exit::Unfinished);
            }
            step = Step::Deleted;
            let aside = self.args.names_only();
            let proven = orphan_proof::prove(set, before, takers, self.cluster, aside, context).await?;
            let labels: Option<&Value> = relabelling.then(|| set.selector());
            Ok(proven.max(orphan_replace::create(self, labels, deadline, &mut step, context).await?))
        }
        .await;
        reporting(self, step, result, context)
    }
}

/// Whether its deletion is under way and keeps the pods.
fn orphaning(set: &DaemonSet) -> bool {
    set.terminating() && set.finalizers().contains(&"orphan")
}
