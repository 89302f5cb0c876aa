//! What `orphan-delete` shows and asks before it does anything, and the one deletion.

use anyhow::Result;

use super::{context::Context, orphan_args::OrphanDeleteArgs, orphan_delete::Work};
use crate::{
    client::{Cluster, leftover::Controllers},
    domain::{
        backup,
        daemonset::DaemonSet,
        leftover::Leftover,
        manager::managers,
        relabel::Relabel,
        rival::{Rival, rivals},
    },
    error::Failure,
    render::{change::DryRun, orphan},
};

/// How often the deletion is tried anew because something else of the object changed meanwhile.
const ATTEMPTS: usize = 6;

/// Shows what will be, and returns who was let to adopt something and which labels are to be set. In a dry run this is the
/// answer, else it is what a question is asked about.
///
/// # Errors
/// A controller that would adopt something and was not allowed to; what the server answers.
pub async fn show(
    work: &Work<'_>,
    set: &DaemonSet,
    left: &Leftover,
    controllers: &Controllers,
    context: &mut Context,
) -> Result<(Vec<Rival>, Option<Relabel>)> {
    let (now, layout) = (context.now(), context.layout());
    for line in orphan::leftover(set, left, now, layout) {
        work.say(&line, context);
    }
    let warnings = orphan::warnings(set, left, &managers(set));
    for line in warnings.into_iter().chain(orphan::unknown(&controllers.unknown)) {
        context.err.line(&line);
    }
    let pods = left.by_node();
    let (allowed, refused): (Vec<_>, Vec<_>) = rivals(&controllers.found, set.uid(), &pods, &left.revisions)
        .into_iter()
        .partition(|rival| work.args.allow_adoption_by.contains(&rival.controller));
    for rival in &allowed {
        work.say(&format!("will be adopted by {}", orphan::rival(rival)), context);
    }
    if !refused.is_empty() {
        return Err(refusal(&refused).into());
    }
    let Some(next) = work.next else {
        return Ok((allowed, None));
    };
    let left = left.without(&allowed);
    let from = (set.selector(), true);
    let (lines, labels) = next
        .foresee(from, &left, work.args.relabel, work.cluster, context)
        .await?;
    for line in lines {
        work.say(&line, context);
    }
    Ok((allowed, labels))
}

impl Work<'_> {
    /// A line of the forecast: the answer where nothing else is asked for.
    pub(super) fn say(&self, line: &str, context: &mut Context) {
        match self.dry_run != DryRun::None && !self.args.names_only() {
            true => context.out.line(line),
            false => context.err.line(line),
        }
    }
}

fn refusal(refused: &[Rival]) -> Failure {
    let lines: Vec<String> = refused
        .iter()
        .map(|rival| format!("  {}", orphan::rival(rival)))
        .collect();
    let flags: Vec<String> = refused
        .iter()
        .map(|rival| format!("--allow-adoption-by {}", rival.controller))
        .collect();
    Failure::error(format!(
        "these controllers select the same pods: they would adopt them at once, and delete those that are too many for \
         them\n{}\nnothing was deleted; to let them: {}",
        lines.join("\n"),
        flags.join(" ")
    ))
}

/// Asks on a terminal; elsewhere only `--yes` will do.
///
/// # Errors
/// Another answer than yes, or nobody to ask.
pub async fn confirm(args: &OrphanDeleteArgs, question: &str, context: &mut Context) -> Result<()> {
    if args.yes {
        return Ok(());
    }
    if !context.terminal.asks {
        let words = "there is no terminal to ask on, and nothing was done: look at what is said above, then say --yes";
        return Err(Failure::usage(words).into());
    }
    context.err.text(&format!("{question} [y/N] "));
    let answer = tokio::task::spawn_blocking(|| {
        let mut line = String::new();
        std::io::stdin().read_line(&mut line).map(|_| line)
    });
    match answer.await??.trim().to_ascii_lowercase().as_str() {
        "y" | "yes" => Ok(()),
        _ => Err(Failure::error("nothing was done").into()),
    }
}

/// Deletes exactly what was shown and saved. The controller writes the status all the time, so a conflict is looked into;
/// any other change of the object means that it is no longer the one that was shown.
///
/// # Errors
/// As the server answers; another object than the one that was shown.
pub async fn delete(set: &DaemonSet, cluster: &Cluster, context: &mut Context) -> Result<DaemonSet> {
    let mut set = set.clone();
    for attempt in 1.. {
        match cluster.delete_orphaning(&set, false).await {
            Ok(()) => return Ok(set),
            Err(kube::Error::Api(status)) if status.code == 409 && attempt < ATTEMPTS => {}
            Err(error) if matches!(&error, kube::Error::Api(status) if status.code < 500) => return Err(error.into()),
            Err(error) => {
                context.report(&error.into());
                let words = "whether it was deleted is not known; the same command again finds out and goes on";
                return Err(Failure::error(words).into());
            }
        }
        let now = cluster.daemonset(set.namespace(), set.name()).await?;
        if now.uid() != set.uid() || now.terminating() || backup::manifest(&now) != backup::manifest(&set) {
            let words = format!("{} was changed meanwhile; nothing was deleted", set.qualified_name());
            return Err(Failure::error(words).into());
        }
        set = now;
    }
    unreachable!("the last attempt returns")
}
