//! What becomes of ownerless revisions when a DaemonSet comes: which one is its template's, which numbers they get, which
//! are cleaned up (semantics C.3 to C.5, D-20 to D-26).

use std::collections::BTreeSet;

use k8s_openapi::api::core::v1::Pod;
use serde_json::Value;

use super::{adoption::Scene, daemonset::DaemonSet, json, pod, revision::Revision, selector, template};

/// What becomes of a revision.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Becomes {
    /// Adopted as it is; an undo can go back to it.
    Kept,
    /// Adopted: it holds the DaemonSet's template and has this number then.
    Current(i64),
    /// Deleted: another one holds the same (semantics C-24).
    Merged,
    /// Deleted, now or once no pod runs it: there are more than `revisionHistoryLimit` (semantics C-31).
    Pruned,
    /// Not adopted: the selector does not match, or it is being deleted.
    Ignored,
}

/// The history as it will be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stored {
    /// Number, name and hash of each revision that was looked at, ascending by number, and what becomes of it.
    pub revisions: Vec<(i64, String, String, Becomes)>,
    /// The number of the revision that will be made, if the template is in none.
    pub created: Option<i64>,
}

/// What the controller makes of the revisions when it constructs its history.
pub fn stored(scene: Scene<'_>) -> Stored {
    let next = scene.next;
    let adopted = |revision: &&Revision| {
        let going = json::at(revision.object(), &["metadata", "deletionTimestamp"]).is_some();
        !going && selector::matches(next.selector(), |key| revision.label(key))
    };
    let same = |revision: &&Revision| template::same(revision.template(), next.template());
    let mine: Vec<&Revision> = scene.revisions.iter().filter(adopted).collect();
    let current = mine
        .iter()
        .copied()
        .filter(same)
        .max_by_key(|revision| revision.number());
    let others = mine.iter().filter(|revision| !same(revision));
    let wanted = 1 + others.map(|revision| revision.number()).max().unwrap_or_default();
    let becomes = |revision: &Revision| match current {
        _ if !adopted(&revision) => Becomes::Ignored,
        Some(current) if current.name() == revision.name() => Becomes::Current(wanted.max(revision.number())),
        _ if same(&revision) => Becomes::Merged,
        _ => Becomes::Kept,
    };
    let entry = |revision: &Revision| {
        let (name, hash) = (revision.name().to_owned(), revision.hash().to_owned());
        (revision.number(), name, hash, becomes(revision))
    };
    let mut revisions: Vec<_> = scene.revisions.iter().map(entry).collect();
    revisions.sort_by(|a, b| (a.0, &a.1).cmp(&(b.0, &b.1)));
    Stored {
        revisions,
        created: current.is_none().then_some(wanted),
    }
}

impl Stored {
    /// Whether the pod's hash label will be that of the DaemonSet's template. Of several equal revisions one is kept, and
    /// every pod gets its hash (semantics C-24). Where none is left, the hash is made anew from the same template as
    /// before (semantics D-26): then a hash that no revision explains, on a pod made of this template, is it.
    pub fn current(&self, pod: &Pod, next: &DaemonSet) -> bool {
        let merged = self.revisions.iter().any(|(.., becomes)| *becomes == Becomes::Merged);
        merged || self.truly_current(pod, next)
    }

    /// The same without the relabelling of C-24, which proves nothing of what a pod runs.
    pub fn truly_current(&self, pod: &Pod, next: &DaemonSet) -> bool {
        let Some(hash) = pod::hash(pod) else { return false };
        let known = self.revisions.iter().find(|(_, _, known, _)| known == hash);
        match known.map(|(.., becomes)| becomes) {
            Some(Becomes::Current(_) | Becomes::Merged) => true,
            Some(Becomes::Kept | Becomes::Pruned) => false,
            Some(Becomes::Ignored) | None => self.created.is_some() && made_of(pod, next.template()),
        }
    }

    /// Takes out what the controller cleans up: at first with every pod still there, in the end with those that stay
    /// (semantics C-30 to C-33).
    pub fn prune(&mut self, scene: Scene<'_>, kept: &[&Pod]) {
        let limit = json::at(scene.next.object(), &["spec", "revisionHistoryLimit"]).and_then(Value::as_u64);
        let limit = usize::try_from(limit.unwrap_or(10)).unwrap_or(usize::MAX);
        let merged = self.revisions.iter().any(|(.., becomes)| *becomes == Becomes::Merged);
        let hashes = |pods: &mut dyn Iterator<Item = &Pod>| -> BTreeSet<String> {
            pods.filter_map(|pod| pod::hash(pod)).map(str::to_owned).collect()
        };
        let all = hashes(&mut scene.pods.iter().map(AsRef::as_ref));
        let rest = hashes(&mut kept.iter().copied());
        for live in [all, rest] {
            let old = self
                .revisions
                .iter()
                .filter(|(.., becomes)| *becomes == Becomes::Kept)
                .count();
            let mut excess = old.saturating_sub(limit);
            for (_, _, hash, becomes) in &mut self.revisions {
                let is_live = !merged && live.contains(hash.as_str());
                if excess > 0 && *becomes == Becomes::Kept && !is_live {
                    *becomes = Becomes::Pruned;
                    excess -= 1;
                }
            }
        }
    }
}

/// Whether a pod is made of a template as far as can be seen: everything that stands in the template is in the pod, but
/// for what the controller and admission put in its place (semantics ).
fn made_of(pod: &Pod, template: &Value) -> bool {
    let Ok(object) = serde_json::to_value(pod) else {
        return false;
    };
    let without = |spec: &Value| {
        let mut spec = spec.clone();
        if let Some(members) = spec.as_object_mut() {
            for member in ["affinity", "tolerations"] {
                members.shift_remove(member);
            }
        }
        spec
    };
    let part = |of: &Value, path: &[&str]| json::at(of, path).cloned().unwrap_or_default();
    covers(
        &part(&object, &["metadata", "labels"]),
        &part(template, &["metadata", "labels"]),
    ) && covers(
        &part(&object, &["metadata", "annotations"]),
        &part(template, &["metadata", "annotations"]),
    ) && covers(
        &without(&part(&object, &["spec"])),
        &without(&part(template, &["spec"])),
    )
}

/// Whether everything in `part` is in `whole`; lists whatever their order, since admission adds to them.
fn covers(whole: &Value, part: &Value) -> bool {
    match (whole, part) {
        (Value::Object(whole), Value::Object(part)) => part.iter().all(|(member, part)| match whole.get(member) {
            Some(whole) => covers(whole, part),
            None => template::agree(member, None, Some(part)),
        }),
        (Value::Array(whole), Value::Array(part)) => {
            part.iter().all(|part| whole.iter().any(|whole| covers(whole, part)))
        }
        (whole, part) => template::agree("", Some(whole), Some(part)),
    }
}
