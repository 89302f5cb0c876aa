//! A change of a DaemonSet in words: kubectl's lines for standard output, and what this program adds to them for standard
//! error, where it is in no script's way.

use super::clean::clean;
use crate::domain::{
    change::Change,
    daemonset::{CHANGE_CAUSE, DaemonSet, LAST_APPLIED, Strategy},
    history::NotFound,
    images::ContainerImage,
    json,
    last_applied::Applied,
    revision::Revision,
    template,
};

/// More changes than this are counted, not listed.
const MOST: usize = 12;

/// What a dry run adds to kubectl's lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DryRun {
    /// The change is made.
    None,
    /// Nothing is sent.
    Client,
    /// The server checks and answers, and keeps nothing.
    Server,
}

impl DryRun {
    /// The end of a line (semantics E-33, E-35, E-55).
    pub fn suffix(self) -> &'static str {
        match self {
            Self::None => "",
            Self::Client => " (dry run)",
            Self::Server => " (server dry run)",
        }
    }
}

/// kubectl's line for one object: `daemonset.apps/NAME OPERATION`, with the suffix of a dry run (semantics E-2).
pub fn success(set: &DaemonSet, operation: &str, dry_run: DryRun) -> String {
    format!("{} {operation}{}", set.qualified_name(), dry_run.suffix())
}

/// The operation of an undo that finds its template there already (semantics E-34).
pub fn skipped(number: i64) -> String {
    format!("skipped rollback (current template already matches revision {number})")
}

/// kubectl's warning before the undo of an applied object (semantics E-37).
pub fn applied_warning(set: &DaemonSet) -> String {
    format!(
        "Warning: resource daemonsets/{} was previously managed with 'kubectl apply'. Rolling back will not update the \
         {LAST_APPLIED} annotation, which may cause unexpected behavior on future 'kubectl apply' operations. Consider \
         using 'kubectl apply' with your previous configuration file instead.",
        set.name()
    )
}

/// What the next apply will do after a change (C05, C51). `asked` is `--sync-last-applied`; `stay` is what it would
/// leave behind even so, because apply never put it there.
pub fn next_apply(applied: &Applied, asked: bool, stay: &[String]) -> Option<String> {
    let stay = clean(&stay.join(", ")).into_owned();
    Some(match applied {
        Applied::Server(managers) => format!(
            "the template is managed with server-side apply by {}: its next apply conflicts where it sends something else, \
             until it is told --force-conflicts{}",
            clean(&managers.join(", ")),
            if asked {
                "; --sync-last-applied has no effect on that"
            } else {
                ""
            },
        ),
        Applied::No if asked => {
            format!("--sync-last-applied has no effect: there is no annotation {LAST_APPLIED}")
        }
        Applied::Client(_) if asked && stay.is_empty() => {
            format!("the template in the annotation {LAST_APPLIED} follows, in the same change")
        }
        Applied::Client(_) if asked => format!(
            "the template in the annotation {LAST_APPLIED} follows, in the same change; 'kubectl apply' never owned and \
             leaves: {stay}"
        ),
        Applied::Client(parts) if !parts.is_empty() => {
            let parts = clean(&parts.join(", ")).into_owned();
            let remedy = match stay.as_str() {
                "" => "; --sync-last-applied prevents it".to_owned(),
                stay if stay == parts => ", which it never owned".to_owned(),
                stay => format!("; --sync-last-applied prevents it but for {stay}, which it never owned"),
            };
            format!("the next 'kubectl apply' will leave behind: {parts}{remedy}")
        }
        Applied::Client(_) | Applied::No => return None,
    })
}

/// From where to where an undo goes, which number the controller will give to it, and what changes (C37).
pub fn undo(set: &DaemonSet, from: Option<&Revision>, to: &Revision, becomes: i64) -> Vec<String> {
    let from = match from {
        Some(from) => format!("revision {}", from.number()),
        None => "a template that is no revision yet".to_owned(),
    };
    let renumbered = if becomes == to.number() {
        String::new()
    } else {
        format!(", which becomes revision {becomes}")
    };
    let mut lines = vec![format!("{}: {from} → revision {}{renumbered}", set.name(), to.number())];
    let changes = template::changes(set.template(), to.template());
    lines.extend(
        changes
            .iter()
            .take(MOST)
            .map(|change| format!("  {}", clean(&change.to_string()))),
    );
    if changes.len() > MOST {
        lines.push(format!("  and {} more", changes.len() - MOST));
    }
    lines
}

/// Container by container, old → new; `unchanged` where so (C32, C35).
pub fn images(set: &DaemonSet, images: &[ContainerImage]) -> Vec<String> {
    let line = |image: &ContainerImage| {
        let kind = if image.init { "init " } else { "" };
        match image.changes() {
            true => format!(
                "{}: {kind}{} {} → {}",
                set.name(),
                image.container,
                image.from,
                image.to
            ),
            false => format!("{}: {kind}{} unchanged, {}", set.name(), image.container, image.from),
        }
    };
    images.iter().map(|image| clean(&line(image)).into_owned()).collect()
}

/// No image is another one (C35): nothing is sent and nothing is restarted.
pub fn nothing_to_do(set: &DaemonSet, program: &str) -> String {
    format!(
        "{0}: no image changes, so no rollout starts; '{program} restart {0}' starts one",
        set.name()
    )
}

/// A warning before an undo to a template that is stored more than once (C39).
pub fn copied(set: &DaemonSet, to: &Revision, copies: &[i64]) -> Option<String> {
    let numbers: Vec<String> = copies.iter().map(i64::to_string).collect();
    (!copies.is_empty()).then(|| {
        format!(
            "Warning: {}: revision {} is stored twice, also as {}: the controller will take every pod for up to date and \
             replace none; delete the copy first",
            set.name(),
            to.number(),
            numbers.join(", ")
        )
    })
}

/// Where the cause of an undo is to be found: the revision exists already, and keeps the one it was made with (E-62).
pub fn noted(set: &DaemonSet, to: &Revision) -> String {
    format!(
        "{}: the change-cause is noted on the DaemonSet; history goes on showing revision {} with its own, and the next \
         change inherits this one unless it brings another",
        set.name(),
        to.number()
    )
}

/// A change without a cause is recorded with what stands on the DaemonSet (semantics C-2, H-11).
pub fn inherited_cause(set: &DaemonSet) -> Option<String> {
    let cause = set.annotation(CHANGE_CAUSE).filter(|cause| !cause.is_empty())?;
    Some(format!(
        "{}: the change-cause \"{}\" stands on the DaemonSet and will be recorded for this change too; --change-cause \
         gives it one of its own",
        set.name(),
        clean(cause)
    ))
}

/// What a change means for a DaemonSet as it is set up.
pub fn cautions(set: &DaemonSet, change: &Change) -> Vec<String> {
    let mut lines = Vec::new();
    if !change.effective {
        return lines;
    }
    if set.strategy() == Strategy::OnDelete {
        lines.push(format!(
            "{}: update strategy OnDelete: no pod is replaced until somebody deletes it",
            set.name()
        ));
    }
    if json::at(set.object(), &["spec", "revisionHistoryLimit"]).is_some_and(|limit| limit == 0) {
        lines.push(format!(
            "{}: revisionHistoryLimit is 0: once this is rolled out there is no revision to roll back to",
            set.name()
        ));
    }
    lines
}

/// What the server kept differs from what was sent: an admission plugin changed it, or the server no longer knows a
/// field (C46).
pub fn not_as_sent(change: &Change, answer: &DaemonSet) -> Vec<String> {
    let differ = template::changes(&change.template, answer.template());
    let lines = differ
        .iter()
        .take(MOST)
        .map(|change| format!("  {}", clean(&change.to_string())));
    let head = format!("{}: the API server changed what was sent:", answer.name());
    if differ.is_empty() {
        Vec::new()
    } else {
        std::iter::once(head).chain(lines).collect()
    }
}

/// What is known of a revision that was not found.
pub fn not_found(error: &NotFound, revisions: &[Revision]) -> Option<String> {
    let stored = || {
        let numbers: Vec<String> = revisions.iter().map(|revision| revision.number().to_string()).collect();
        (!numbers.is_empty()).then(|| format!("stored revisions: {}", numbers.join(", ")))
    };
    match error {
        NotFound::Number { wanted, now: Some(now) } => Some(format!(
            "the template that was revision {wanted} is revision {now} now: an undo gave it a new number"
        )),
        NotFound::Number { .. } | NotFound::Hash(_) => stored(),
        NotFound::NoPrevious if revisions.is_empty() => Some("no revision is stored".to_owned()),
        NotFound::NoPrevious => Some("no stored revision differs from the present template".to_owned()),
        NotFound::Several { .. } => Some("choose one of them with --to-hash".to_owned()),
        NotFound::Ambiguous { .. } => None,
    }
}

#[cfg(test)]
#[path = "change_test.rs"]
mod tests;
