//! One pod in its scene: what searches ask of it, how much a cause weighs for it, and findings about it.

use jiff::{SignedDuration, Timestamp};
use k8s_openapi::{
    api::core::v1::{Event, Node, Pod, PodCondition},
    apimachinery::pkg::apis::meta::v1::Time,
};

use super::{
    code::{Blocks, Code, Severity},
    finding::{Evidence, Finding, Heals, Place, Remedy},
    scene::{self, Scene},
};
use crate::domain::{limits::limits, pod, shell};

/// A pod that is looked at.
#[derive(Clone, Copy)]
pub(super) struct Case<'a> {
    /// What surrounds it.
    pub(super) scene: &'a Scene<'a>,
    /// The pod.
    pub(super) pod: &'a Pod,
}

impl<'a> Case<'a> {
    pub(super) fn new(scene: &'a Scene<'a>, pod: &'a Pod) -> Self {
        Self { scene, pod }
    }

    /// `pod/NAME`, as evidence names it.
    pub(super) fn object(&self) -> String {
        format!("pod/{}", pod::name(self.pod))
    }

    /// The node that the pod is on, where it exists and nodes were read.
    pub(super) fn node(&self) -> Option<&'a Node> {
        self.scene.node(pod::node(self.pod)?)
    }

    /// Whether the pod is bound to its node.
    pub(super) fn bound(&self) -> bool {
        pod::bound(self.pod)
    }

    /// A condition of the pod.
    pub(super) fn condition(&self, type_: &str) -> Option<&'a PodCondition> {
        let conditions = self.pod.status.as_ref()?.conditions.as_ref()?;
        conditions.iter().find(|condition| condition.type_ == type_)
    }

    /// Since when a condition of the pod has the given status, if it has.
    pub(super) fn since(&self, type_: &str, status: &str) -> Option<Timestamp> {
        let condition = self.condition(type_).filter(|condition| condition.status == status)?;
        at(condition.last_transition_time.as_ref())
    }

    /// Since when the pod is not ready; else since it was created.
    pub(super) fn unready(&self) -> Option<Timestamp> {
        self.since("Ready", "False").or_else(|| self.created())
    }

    /// The text, if it is the same for every pod: a summary must not name what differs.
    pub(super) fn common<'t>(&self, text: &'t str) -> Option<&'t str> {
        let own = [
            pod::name(self.pod),
            pod::uid(self.pod),
            pod::node(self.pod).unwrap_or_default(),
        ];
        let named = own.iter().any(|own| !own.is_empty() && text.contains(own));
        let mut words = text.split(|c: char| !c.is_ascii_hexdigit());
        let hash = words.any(|word| word.len() >= 12 && word.contains(|c: char| c.is_ascii_digit()));
        (!text.is_empty() && !named && !hash).then_some(text)
    }

    /// When the pod was created.
    pub(super) fn created(&self) -> Option<Timestamp> {
        at(self.pod.metadata.creation_timestamp.as_ref())
    }

    /// The newest warning about the pod that `is` what is looked for, if it was seen after `after`.
    pub(super) fn newest(&self, after: Option<Timestamp>, is: impl Fn(&Event) -> bool) -> Option<&'a Event> {
        let events = self.scene.events(pod::uid(self.pod)).iter();
        let mut fresh = events.take_while(|event| after.is_none() || scene::seen(event) > after);
        fresh.find(|event| is(event)).copied()
    }

    /// `kubectl -n NAMESPACE …`, with a quoted word in the place of each `{}` of `form`.
    pub(super) fn kubectl(&self, form: &str, words: &[&str]) -> String {
        let namespace = [self.scene.set().namespace()];
        shell::command("kubectl -n {} ", &namespace) + &shell::command(form, words)
    }

    /// `kubectl … describe pod NAME`.
    pub(super) fn describe(&self) -> String {
        self.kubectl("describe pod {}", &[pod::name(self.pod)])
    }

    /// The command that goes back, for a pod of the present revision: to the newest earlier one of which a pod is available,
    /// which is the proof that it works, or where none is, to the previous one.
    pub(super) fn back(&self) -> Option<String> {
        let (scene, set) = (self.scene, self.scene.set());
        let current = scene.current.map(|current| current.number());
        let earlier = || {
            let revisions = scene.snapshot.revisions().iter().rev();
            revisions.filter(move |revision| Some(revision.number()) != current)
        };
        let previous = earlier().next().filter(|_| scene.updated(self.pod))?;
        let works = |hash: &str| {
            let mut pods = scene.snapshot.pods();
            pods.any(|pod| pod::hash(pod) == Some(hash) && scene.available(pod))
        };
        let proven = earlier().find(|revision| works(revision.hash()));
        let to = proven.filter(|revision| revision.number() != previous.number());
        let to = to.map_or(String::new(), |revision| {
            format!(" --to-revision={}", revision.number())
        });
        Some(shell::command("kubectl ds undo {} -n {}", &[set.name(), set.namespace()]) + &to)
    }

    /// A finding about the pod that needs somebody, weighed by [`Case::weight`].
    pub(super) fn finding(&self, code: Code, summary: impl Into<String>, proof: Evidence, remedy: Remedy) -> Finding {
        let (severity, blocks) = self.weight();
        Finding {
            code,
            severity,
            summary: summary.into(),
            places: vec![Place::pod(self.pod)],
            evidence: vec![proof],
            blocks,
            heals: Heals::Somebody,
            remedy,
            since: None,
            apart: None,
        }
    }

    /// How much it weighs that the pod is not available, and what that holds up. A pod of an earlier template is replaced at
    /// once and without limit (semantics B-22, B-30.4), so it never fails a rollout (C02). A pod on a node that is not
    /// eligible is nobody's duty, yet it counts against the budget (B-26).
    fn weight(&self) -> (Severity, Blocks) {
        let old = !self.scene.updated(self.pod) && !pod::terminating(self.pod);
        let placement = pod::node(self.pod).and_then(|node| self.scene.placement(node));
        let wanted = placement.is_none_or(|placement| placement.runs);
        let severity = if old || !wanted {
            Severity::Warning
        } else {
            Severity::Error
        };
        (severity, if old { Blocks::Nothing } else { self.blocks() })
    }

    /// What it holds up that a pod of the present template, or a terminating one, is not available (semantics B-21, B-30).
    fn blocks(&self) -> Blocks {
        let others = pod::node(self.pod).map_or(&[][..], |node| self.scene.pods_on(node));
        let mut others = others
            .iter()
            .filter(|other| pod::uid(other) != pod::uid(self.pod) && !pod::terminating(other));
        let strategy = self.scene.set().strategy();
        let base = self.scene.set().counters().desired;
        match limits(&strategy, base) {
            // A pod that has ended and is terminating counts nowhere; where another one is, a terminating one neither.
            _ if pod::terminating(self.pod) && (pod::terminal(self.pod) || others.next().is_some()) => Blocks::Nothing,
            None => Blocks::Node,
            Some(limits) if limits.surge > 0 => match others.any(|other| !self.scene.updated(other)) {
                true => Blocks::Budget,
                false => Blocks::Node,
            },
            Some(_) => Blocks::Budget,
        }
    }
}

impl Finding {
    /// Known since then.
    pub(super) fn since(mut self, since: Option<Timestamp>) -> Self {
        self.since = since;
        self
    }

    /// With one more proof, if there is one.
    pub(super) fn also(mut self, proof: Option<Evidence>) -> Self {
        self.evidence.extend(proof);
        self
    }

    /// Nothing that needs a look: it passes by itself, about at `at`.
    pub(super) fn passing(mut self, at: Option<Timestamp>) -> Self {
        self.severity = Severity::Info;
        self.heals = Heals::Itself { at };
        self
    }

    /// No more than a warning.
    pub(super) fn warning(mut self) -> Self {
        self.severity = self.severity.min(Severity::Warning);
        self
    }
}

/// The moment of an optional time.
pub(super) fn at(time: Option<&Time>) -> Option<Timestamp> {
    time.map(|time| time.0)
}

/// The moment `seconds` after another; `None` out of the calendar.
pub(super) fn later(than: Timestamp, seconds: i64) -> Option<Timestamp> {
    than.checked_add(SignedDuration::from_secs(seconds)).ok()
}

/// An event as evidence: reason and what was said, with how often.
pub(super) fn proof(event: &Event, object: String, said: &str) -> Evidence {
    let reason = event.reason.as_deref().unwrap_or_default();
    match scene::times(event) {
        1 => Evidence::event(object, format!("{reason}: {said}")),
        times => Evidence::event(object, format!("{reason} ({times} times): {said}")),
    }
}
