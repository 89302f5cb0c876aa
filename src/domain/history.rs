//! What a DaemonSet's stored revisions mean together: which one is current, which one is the previous one, which one a
//! number or a hash names (semantics C). One revision alone is in `revision`.

use std::fmt;

use super::{
    daemonset::{DaemonSet, TEMPLATE_GENERATION},
    json,
    revision::Revision,
    template,
};

/// Which stored revision somebody asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reference {
    /// The newest one that differs in meaning from the present template (S5).
    Previous,
    /// The one with this number.
    Number(i64),
    /// The one with this hash, or with the only hash that begins so.
    Hash(String),
}

/// Why no stored revision is meant. Displays as kubectl's words where it has some (semantics E-31).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NotFound {
    /// Nothing differs from the present template.
    NoPrevious,
    /// No revision has this number; `now` is the number that its template has today, where that can be known.
    Number {
        /// What was asked for.
        wanted: i64,
        /// Today's number of the template that was first stored under `wanted`.
        now: Option<i64>,
    },
    /// Several revisions with different templates have this number, which only hands other than the controller's write.
    Several {
        /// What was asked for.
        wanted: i64,
        /// The hashes of all that have it.
        hashes: Vec<String>,
    },
    /// No hash begins so.
    Hash(String),
    /// Several hashes begin so.
    Ambiguous {
        /// What was asked for.
        wanted: String,
        /// All that begin so.
        hashes: Vec<String>,
    },
}

impl fmt::Display for NotFound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoPrevious => f.write_str("no last revision to roll back to"),
            Self::Number { wanted, .. } => write!(f, "unable to find specified revision {wanted} in history"),
            Self::Several { wanted, hashes } => write!(
                f,
                "revision {wanted} is stored more than once, with different templates: hashes {}",
                hashes.join(", ")
            ),
            Self::Hash(wanted) => write!(f, "unable to find a revision with hash {wanted} in history"),
            Self::Ambiguous { wanted, hashes } => {
                write!(f, "hash {wanted} is that of several revisions: {}", hashes.join(", "))
            }
        }
    }
}

impl std::error::Error for NotFound {}

/// The revision of the present template: equal in meaning, and of several the one with the highest number, as the
/// controller chooses (semantics C-24). `None` while the controller has not recorded the template (S5).
pub fn current<'a>(set: &DaemonSet, revisions: &'a [Revision]) -> Option<&'a Revision> {
    let same = revisions
        .iter()
        .filter(|revision| template::same(revision.template(), set.template()));
    same.max_by_key(|revision| revision.number())
}

/// Finds the revision that `reference` means in a history of `set`.
///
/// # Errors
/// [`NotFound`], with what is known instead.
pub fn find<'a>(set: &DaemonSet, revisions: &'a [Revision], reference: &Reference) -> Result<&'a Revision, NotFound> {
    match reference {
        Reference::Previous => {
            let other = revisions
                .iter()
                .filter(|revision| !template::same(revision.template(), set.template()));
            other
                .max_by_key(|revision| revision.number())
                .ok_or(NotFound::NoPrevious)
        }
        Reference::Number(wanted) => by_number(set, revisions, *wanted),
        Reference::Hash(wanted) => by_hash(revisions, wanted),
    }
}

fn by_number<'a>(set: &DaemonSet, revisions: &'a [Revision], wanted: i64) -> Result<&'a Revision, NotFound> {
    let mut holders = revisions
        .iter()
        .filter(|revision| wanted > 0 && revision.number() == wanted);
    let Some(first) = holders.next() else {
        let now = renumbered(set, revisions, wanted);
        return Err(NotFound::Number { wanted, now });
    };
    let others: Vec<&Revision> = holders.collect();
    if others
        .iter()
        .all(|other| template::same(other.template(), first.template()))
    {
        return Ok(first);
    }
    let all = std::iter::once(first).chain(others);
    let hashes = all.map(|revision| revision.hash().to_owned()).collect();
    Err(NotFound::Several { wanted, hashes })
}

fn by_hash<'a>(revisions: &'a [Revision], wanted: &str) -> Result<&'a Revision, NotFound> {
    if let Some(exact) = revisions.iter().rev().find(|revision| revision.hash() == wanted) {
        return Ok(exact);
    }
    let begin: Vec<&Revision> = revisions
        .iter()
        .filter(|revision| revision.hash().starts_with(wanted))
        .collect();
    match begin.as_slice() {
        _ if wanted.is_empty() => Err(NotFound::Hash(wanted.to_owned())),
        [] => Err(NotFound::Hash(wanted.to_owned())),
        [only] => Ok(only),
        several => {
            let hashes = several.iter().map(|revision| revision.hash().to_owned()).collect();
            Err(NotFound::Ambiguous {
                wanted: wanted.to_owned(),
                hashes,
            })
        }
    }
}

/// The number that the controller will give to `target` once its template is the present one: one more than the highest
/// of the others, or its own if that is higher (semantics C-21, C-23). The controller tells others by their bytes.
pub fn becomes(revisions: &[Revision], target: &Revision) -> i64 {
    let others = revisions.iter().filter(|revision| revision.data() != target.data());
    let highest = others.map(Revision::number).max().unwrap_or_default().max(0);
    // As in the controller, nothing is above the highest number there is: the revision keeps its own.
    target.number().max(highest.wrapping_add(1))
}

/// The numbers of other revisions with the same data as `target`. Going to one of several, the controller keeps the
/// highest and labels every pod with its hash, so that no pod is replaced (semantics C-24, C-25).
pub fn copies(revisions: &[Revision], target: &Revision) -> Vec<i64> {
    let others = revisions.iter().filter(|revision| revision.name() != target.name());
    others
        .filter(|revision| revision.data() == target.data())
        .map(Revision::number)
        .collect()
}

/// An undo gives the old revision a new number (C37). The generation annotation that each revision keeps from its
/// creation (semantics C-2) tells the number it was stored under first, as long as both have counted in step.
fn renumbered(set: &DaemonSet, revisions: &[Revision], wanted: i64) -> Option<i64> {
    let first = |revision: &Revision| -> Option<i64> {
        json::text(revision.object(), &["metadata", "annotations", TEMPLATE_GENERATION])
            .parse()
            .ok()
    };
    let generation: i64 = set.annotation(TEMPLATE_GENERATION)?.parse().ok()?;
    let in_step = current(set, revisions).is_some_and(|current| current.number() == generation)
        && revisions
            .iter()
            .all(|revision| first(revision).is_some_and(|first| first <= revision.number()));
    let mut stored = revisions.iter().filter(|revision| first(revision) == Some(wanted));
    match (in_step, stored.next(), stored.next()) {
        (true, Some(only), None) => Some(only.number()),
        _ => None,
    }
}

#[cfg(test)]
#[path = "history_test.rs"]
mod tests;
