//! `orphan-delete --replace`: what comes after the deletion, and, when it does not come to its end, what state that left and
//! the one command that goes on.

use anyhow::Result;
use serde_json::Value;
use tokio::time::Instant;

use super::{
    backup_file::Saved, context::Context, follow, orphan_delete::Work, orphan_forecast::confirm, orphan_next,
    orphan_proof,
};
use crate::{
    domain::{daemonset::DaemonSet, leftover::Leftover, shell},
    error::Exit,
    render::{
        change::{DryRun, success},
        clean::clean_line,
    },
};

/// How far the work is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// The deletion has begun.
    Deleting,
    /// The present one is gone.
    Deleted,
    /// The next one is there.
    Created,
}

/// Creates the next one and follows what it does; nothing without `--replace`. Pods that `selector` selects and that nobody
/// owns are labelled first, if they are to be: some may have come since.
///
/// # Errors
/// As the server answers.
pub async fn create(
    work: &Work<'_>,
    selector: Option<&Value>,
    deadline: Option<Instant>,
    step: &mut Step,
    context: &mut Context,
) -> Result<Exit> {
    let Some(next) = work.next.filter(|_| work.args.replace) else {
        return Ok(Exit::Done);
    };
    if let Some(selector) = selector {
        let left = work.cluster.matching(work.cluster.namespace(), selector).await?.free();
        if let Some(labels) = crate::domain::relabel::relabel(None, &next.set, &left) {
            next.label(&labels, &left, work.cluster, context).await?;
        }
    }
    let set = next.create(work.args.relabel, work.cluster, context).await?;
    *step = Step::Created;
    work.args.tell(context, &success(&set, "created", DryRun::None), &set);
    watch(work, set, deadline, context).await
}

/// Follows; where names alone were asked for, its lines go to standard error.
async fn watch(work: &Work<'_>, set: DaemonSet, deadline: Option<Instant>, context: &mut Context) -> Result<Exit> {
    let aside = work.args.names_only();
    if aside {
        std::mem::swap(&mut context.out, &mut context.err);
    }
    let result = orphan_next::follow(set, work.cluster, deadline, context).await;
    if aside {
        std::mem::swap(&mut context.out, &mut context.err);
    }
    result
}

/// An earlier run has created it.
///
/// # Errors
/// None; what fails is reported with the state it leaves.
pub async fn created_before(work: &Work<'_>, set: DaemonSet, context: &mut Context) -> Result<Exit> {
    let words = format!("{} is there already, as the file says", set.qualified_name());
    context.err.line(&words);
    if work.dry_run != DryRun::None {
        return Ok(Exit::Done);
    }
    let deadline = follow::deadline(work.args.timeout);
    let result = watch(work, set, deadline, context).await;
    reporting(work, Step::Created, result, context)
}

/// The present one is gone: says what is left of it, and goes on with the next one.
///
/// # Errors
/// As the server answers, and a question that was not answered with yes.
pub async fn gone_before(work: &Work<'_>, saved: Option<Saved>, left: Leftover, context: &mut Context) -> Result<Exit> {
    let mut worst = Exit::Done;
    if let Some(saved) = &saved {
        worst = orphan_proof::gone_already(saved, &left, work.args.names_only(), context);
    }
    let Some(next) = work.next else { return Ok(worst) };
    let selector = saved.as_ref().map_or(next.set.selector(), |saved| saved.set.selector());
    let free = left.free();
    let from = (selector, false);
    let (lines, labels) = next
        .foresee(from, &free, work.args.relabel, work.cluster, context)
        .await?;
    for line in lines {
        work.say(&line, context);
    }
    if work.dry_run != DryRun::None || !(work.args.replace || labels.is_some()) {
        return Ok(worst);
    }
    let deadline = follow::deadline(work.args.timeout);
    confirm(
        work.args,
        &format!("Go on with {}?", next.set.qualified_name()),
        context,
    )
    .await?;
    let mut step = Step::Deleted;
    let result = async {
        if let Some(labels) = &labels {
            next.label(labels, &free, work.cluster, context).await?;
        }
        create(work, None, deadline, &mut step, context).await
    }
    .await;
    Ok(worst.max(reporting(work, step, result, context)?))
}

/// Passes a good end on. Of any other with `--replace` it says what is there now and how to go on.
///
/// # Errors
/// Those of `result` without `--replace`.
pub fn reporting(work: &Work<'_>, step: Step, result: Result<Exit>, context: &mut Context) -> Result<Exit> {
    let exit = match result {
        Ok(Exit::Done) => return Ok(Exit::Done),
        result if !work.args.replace => return result,
        Ok(exit) => exit,
        Err(error) => context.report(&error),
    };
    let (path, next) = (work.path.display(), work.next.map_or("", |next| next.set.name()));
    let state = match step {
        Step::Deleting => format!(
            "the deletion has begun and keeps the pods; daemonset.apps/{next} is not created; the manifest from before is in {path}"
        ),
        Step::Deleted => format!(
            "it is deleted, its pods and revisions belong to nobody; daemonset.apps/{next} is not created; the manifest from before is in {path}"
        ),
        Step::Created => {
            format!("it is deleted and daemonset.apps/{next} is created; the manifest from before is in {path}")
        }
    };
    context.err.line(&format!("state: {}", clean_line(&state)));
    context
        .err
        .line(&format!("to go on: {}", again(std::env::args(), &context.program)));
    Ok(exit)
}

/// The command that was given, as a shell reads it, with `--yes`.
fn again(line: impl Iterator<Item = String>, program: &str) -> String {
    let mut words: Vec<String> = line.skip(1).map(|word| shell::quote(&word).into_owned()).collect();
    if !words.iter().any(|word| word == "--yes" || word == "-y") {
        words.push("--yes".to_owned());
    }
    format!("{program} {}", words.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_to_go_on_can_be_pasted() {
        let line = |words: &[&str]| {
            words
                .iter()
                .map(|word| (*word).to_owned())
                .collect::<Vec<_>>()
                .into_iter()
        };
        let words = [
            "kubectl-ds",
            "orphan-delete",
            "agent",
            "--next",
            "my file's.yaml",
            "--replace",
        ];
        let expected = "kubectl ds orphan-delete agent --next 'my file'\\''s.yaml' --replace --yes";
        assert_eq!(again(line(&words), "kubectl ds"), expected);
        assert_eq!(
            again(line(&["x", "orphan-delete", "-y"]), "kubectl ds"),
            "kubectl ds orphan-delete -y"
        );
    }
}
