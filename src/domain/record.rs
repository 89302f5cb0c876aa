//! What a history tells of each stored revision: what it changed, who runs it, whether it is the present one, and which
//! others it could be taken for. Which revision a reference means is in `history`, one revision alone in `revision`.

use k8s_openapi::api::core::v1::Pod;

use super::{
    daemonset::DaemonSet,
    history, pod,
    revision::Revision,
    template,
    template_diff::{Change, changes},
};

/// A stored revision and what the others, the DaemonSet and its pods say about it.
#[derive(Debug, Clone)]
pub struct Record<'a> {
    /// The revision.
    pub revision: &'a Revision,
    /// It holds the present template, and of several that do it is the one the controller keeps (semantics C-24).
    pub current: bool,
    /// Pods that carry its hash and have not ended; `None` where pods may not be read.
    pub pods: Option<usize>,
    /// What it changed against the revision before it by number; `None` for the first that is still stored.
    pub changes: Option<Vec<Change>>,
    /// Its change-cause is also that of the revision first stored before it: most likely nobody wrote it for this change,
    /// and it was copied because it stood on the DaemonSet (C13, semantics E-62).
    pub inherited: bool,
    /// Another revision has the same number (semantics E-27).
    pub same_number: bool,
    /// It was first stored before the one before it: an undo gave an old revision a new number (semantics C-23).
    pub reused: bool,
}

/// One record for each revision, in their order, which is ascending. `pods` are those of the DaemonSet.
pub fn records<'a, 'b>(
    set: &DaemonSet,
    revisions: &'a [Revision],
    pods: Option<impl Iterator<Item = &'b Pod>>,
) -> Vec<Record<'a>> {
    let current = history::current(set, revisions);
    let hashes: Option<Vec<&str>> =
        pods.map(|pods| pods.filter(|pod| !pod::terminal(pod)).filter_map(pod::hash).collect());
    let one = |(index, revision): (usize, &'a Revision)| {
        let before = index.checked_sub(1).and_then(|index| revisions.get(index));
        let cause = revision.change_cause();
        Record {
            revision,
            current: current.is_some_and(|current| std::ptr::eq(current, revision)),
            pods: hashes
                .as_ref()
                .map(|hashes| hashes.iter().filter(|hash| **hash == revision.hash()).count()),
            changes: before.map(|before| changes(before.template(), revision.template())),
            inherited: cause.is_some() && earlier(revision, revisions).any(|it| it.change_cause() == cause),
            same_number: revisions
                .iter()
                .filter(|other| other.number() == revision.number())
                .count()
                > 1,
            reused: before.is_some_and(|before| revision.created() < before.created()),
        }
    };
    revisions.iter().enumerate().map(one).collect()
}

/// The revision that was first stored before this one; several where the time, which is in whole seconds, does not tell.
/// An undo gives an old revision a new number, so the order of the numbers is not the order of the causes.
fn earlier<'a>(revision: &Revision, revisions: &'a [Revision]) -> impl Iterator<Item = &'a Revision> {
    let moment = |it: &Revision| (it.created(), it.number());
    let this = moment(revision);
    let before = move || revisions.iter().filter(move |other| moment(other) < this);
    let last = before().map(Revision::created).max();
    before().filter(move |other| Some(other.created()) == last)
}

/// Groups of revisions that hold one and the same template. The controller would keep one of each group and relabel
/// every pod as running it, whatever it runs (C39, semantics C-24, C-25).
pub fn duplicates<'a>(revisions: impl IntoIterator<Item = &'a Revision>) -> Vec<Vec<&'a Revision>> {
    let mut groups: Vec<Vec<&Revision>> = Vec::new();
    for revision in revisions {
        let twin = |group: &&mut Vec<&Revision>| template::same(group[0].template(), revision.template());
        match groups.iter_mut().find(twin) {
            Some(group) => group.push(revision),
            None => groups.push(vec![revision]),
        }
    }
    groups.retain(|group| group.len() > 1);
    groups
}

/// The revision of a number: of several the last one read (semantics E-27), and from the newest for a negative one, -1
/// being the newest. `None` for 0.
pub fn numbered(revisions: &[Revision], number: i64) -> Option<&Revision> {
    if number < 0 {
        let back = usize::try_from(number.unsigned_abs()).ok()?;
        return revisions.get(revisions.len().checked_sub(back)?);
    }
    revisions
        .iter()
        .rev()
        .find(|revision| number > 0 && revision.number() == number)
}

#[cfg(test)]
#[path = "record_test.rs"]
mod tests;
