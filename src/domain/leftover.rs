//! What a DaemonSet leaves behind when it is deleted with policy Orphan, and the proof that all of it is still there and
//! belongs to nobody (semantics D-15, D-18).

use std::sync::Arc;

use k8s_openapi::api::core::v1::Pod;
use serde_json::Value;

use super::{json, pod, revision::Revision, rival::Rival};

/// Pods and revisions, whoever owns them.
#[derive(Debug, Clone, Default)]
pub struct Leftover {
    /// The pods.
    pub pods: Vec<Arc<Pod>>,
    /// The revisions, ascending by number.
    pub revisions: Vec<Revision>,
}

impl Leftover {
    /// Those that the DaemonSet of this uid owns.
    pub fn owned_by(&self, uid: &str) -> Self {
        self.filtered(|owner| owner == Some(uid))
    }

    /// Those that the DaemonSet of this uid owns or that nobody does.
    pub fn owned_by_or_free(&self, uid: &str) -> Self {
        self.filtered(|owner| owner.is_none_or(|owner| owner == uid))
    }

    /// Those that nobody owns.
    pub fn free(&self) -> Self {
        self.filtered(|owner| owner.is_none())
    }

    fn filtered(&self, keep: impl Fn(Option<&str>) -> bool) -> Self {
        let owner = |pod: &Pod| pod::controller(pod).map(|owner| owner.uid.clone());
        Self {
            pods: self
                .pods
                .iter()
                .filter(|pod| keep(owner(pod).as_deref()))
                .cloned()
                .collect(),
            revisions: self
                .revisions
                .iter()
                .filter(|revision| keep(revision.controller_uid()))
                .cloned()
                .collect(),
        }
    }

    /// What the `takers` leave.
    pub fn without(&self, takers: &[Rival]) -> Self {
        let taken =
            |of: fn(&Rival) -> &[String], name: &str| takers.iter().any(|it| of(it).iter().any(|it| it == name));
        let (pods, stored) = (self.pods.iter(), self.revisions.iter());
        Self {
            pods: pods
                .filter(|pod| !taken(|it| &it.pods, pod::name(pod)))
                .cloned()
                .collect(),
            revisions: stored
                .filter(|it| !taken(|it| &it.revisions, it.name()))
                .cloned()
                .collect(),
        }
    }

    /// The pods by node, those without one last.
    pub fn by_node(&self) -> Vec<&Pod> {
        let mut pods: Vec<&Pod> = self.pods.iter().map(Arc::as_ref).collect();
        pods.sort_by_key(|pod| (pod::node(pod).is_none(), pod::node(pod), pod::name(pod)));
        pods
    }
}

/// What became of the objects of a DaemonSet that is gone.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Proof {
    /// How many pods are there and ownerless.
    pub pods: usize,
    /// How many revisions are there and ownerless.
    pub revisions: usize,
    /// What another controller owns now, and which: `pod a-1`, `DaemonSet/b`.
    pub adopted: Vec<(String, String)>,
    /// Pods that are gone, and were on their way out or had ended before.
    pub ended: Vec<String>,
    /// What is gone after a controller was let to adopt it, and which.
    pub taken: Vec<(String, String)>,
    /// What is gone and should not be.
    pub lost: Vec<String>,
    /// What still names the deleted DaemonSet as its owner: the garbage collector will delete it (semantics D-16).
    pub owned: Vec<String>,
}

impl Proof {
    /// Whether nothing is lost and nothing will be.
    pub fn holds(&self) -> bool {
        self.lost.is_empty() && self.owned.is_empty()
    }
}

/// Compares what the DaemonSet with the uid `gone` owned `before` with what is there `now`, whoever owns it. What came
/// into being in between is looked at too. What one of the `takers` was let to adopt is its own to delete: of two equal
/// revisions, say, it keeps one (semantics C-24).
pub fn proof(gone: &str, before: &Leftover, now: &Leftover, takers: &[Rival]) -> Proof {
    let mut proof = Proof::default();
    let mut judge = |object: String, owner: Option<(&str, String)>, count: fn(&mut Proof) -> &mut usize| match owner {
        None => *count(&mut proof) += 1,
        Some((uid, _)) if uid == gone => proof.owned.push(object),
        Some((_, by)) => proof.adopted.push((object, by)),
    };
    let known = |pod: &Pod| before.pods.iter().any(|old| pod::uid(old) == pod::uid(pod));
    for pod in &now.pods {
        let owner = pod::controller(pod).map(|owner| (owner.uid.as_str(), format!("{}/{}", owner.kind, owner.name)));
        if known(pod) || owner.as_ref().is_some_and(|(uid, _)| *uid == gone) {
            judge(format!("pod {}", pod::name(pod)), owner, |proof| &mut proof.pods);
        }
    }
    for revision in &now.revisions {
        let text = |owner: &Value, member: &str| json::text(owner, &[member]).to_owned();
        let by = |owner| format!("{}/{}", text(owner, "kind"), text(owner, "name"));
        let owner = revision
            .controller()
            .map(|owner| (json::text(owner, &["uid"]), by(owner)));
        let known = before.revisions.iter().any(|old| old.name() == revision.name());
        if known || owner.as_ref().is_some_and(|(uid, _)| *uid == gone) {
            judge(format!("revision {}", revision.name()), owner, |proof| {
                &mut proof.revisions
            });
        }
    }
    let taker = |of: fn(&Rival) -> &[String], name: &str| {
        let taker = takers.iter().find(|taker| of(taker).iter().any(|known| known == name));
        taker.map(|taker| taker.controller.to_string())
    };
    let still = |old: &Pod| now.pods.iter().any(|pod| pod::uid(pod) == pod::uid(old));
    for pod in before.pods.iter().filter(|pod| !still(pod)) {
        let object = format!("pod {}", pod::name(pod));
        match taker(|taker| &taker.pods, pod::name(pod)) {
            Some(by) => proof.taken.push((object, by)),
            None if pod::terminating(pod) || pod::terminal(pod) => proof.ended.push(object),
            None => proof.lost.push(object),
        }
    }
    let stored = |old: &Revision| now.revisions.iter().any(|revision| revision.name() == old.name());
    for revision in before.revisions.iter().filter(|revision| !stored(revision)) {
        let object = format!("revision {}", revision.name());
        match taker(|taker| &taker.revisions, revision.name()) {
            Some(by) => proof.taken.push((object, by)),
            None => proof.lost.push(object),
        }
    }
    proof
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn pod(name: &str, owner: &str, phase: &str) -> Arc<Pod> {
        let owners = match owner {
            "" => json!([]),
            uid => json!([{"apiVersion": "apps/v1", "kind": "DaemonSet", "name": "x", "uid": uid, "controller": true}]),
        };
        let object =
            json!({"metadata": {"name": name, "uid": name, "ownerReferences": owners}, "status": {"phase": phase}});
        Arc::new(serde_json::from_value(object).expect("a pod"))
    }

    fn revision(name: &str, owner: &str) -> Revision {
        let owners = json!([{"kind": "DaemonSet", "name": "x", "uid": owner, "controller": !owner.is_empty()}]);
        let object = json!({"metadata": {"name": name, "ownerReferences": owners}, "data": {"spec": {"template": {}}}});
        Revision::parse(&object.to_string()).expect("a revision")
    }

    #[test]
    fn everything_is_accounted_for() {
        let before = Leftover {
            pods: ["kept", "taken", "pointing", "lost", "other"]
                .map(|name| pod(name, "gone", "Running"))
                .to_vec(),
            revisions: ["r1", "r2", "r3"].map(|name| revision(name, "gone")).to_vec(),
        };
        let mut before_ended = before.clone();
        before_ended.pods.push(pod("ended", "gone", "Failed"));
        let now = Leftover {
            pods: vec![
                pod("kept", "", "Running"),
                pod("taken", "new", "Running"),
                pod("pointing", "gone", "Running"),
                pod("other", "", "Running"),
                pod("late", "gone", "Pending"),
                pod("never-its-own", "", "Running"),
            ],
            revisions: vec![revision("r1", "")],
        };
        let expected = Proof {
            pods: 2,
            revisions: 1,
            adopted: vec![("pod taken".into(), "DaemonSet/x".into())],
            ended: vec!["pod ended".into()],
            taken: vec![("revision r3".into(), "daemonset/b".into())],
            lost: vec!["pod lost".into(), "revision r2".into()],
            owned: vec!["pod pointing".into(), "pod late".into()],
        };
        let taker = Rival {
            controller: "ds/b".parse().expect("a name"),
            pods: Vec::new(),
            revisions: vec!["r3".into()],
        };
        assert_eq!(proof("gone", &before_ended, &now, &[taker]), expected, "D-15, D-16");
        assert!(!expected.holds());
        let all = Leftover {
            pods: vec![pod("a", "", "Running")],
            revisions: vec![revision("r1", "")],
        };
        assert!(proof("gone", &all, &all, &[]).holds());
    }

    #[test]
    fn ownership_is_by_uid() {
        let all = Leftover {
            pods: vec![
                pod("own", "u1", "Running"),
                pod("free", "", "Running"),
                pod("foreign", "u2", "Running"),
            ],
            revisions: vec![revision("r1", "u1"), revision("r2", "")],
        };
        let count = |some: &Leftover| (some.pods.len(), some.revisions.len());
        assert_eq!(count(&all.owned_by("u1")), (1, 1));
        assert_eq!(count(&all.owned_by_or_free("u1")), (2, 2));
        assert_eq!(count(&all.free()), (1, 1));
    }
}
