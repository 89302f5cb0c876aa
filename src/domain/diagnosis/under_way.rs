//! A rollout that is not done and that the controller has seen: does it move, wait, or need somebody? (semantics B-20 to B-31)

use jiff::Timestamp;

use super::{
    about::About,
    code::Severity,
    finding::{Finding, Heals},
    scene::Scene,
    turn::{Stand, Turn, Turns},
    verdict::{State, Verdict},
    words::{count, names, pick, since, size},
};

/// What is left, and what each part of it needs.
struct Left<'t, 'a> {
    scene: &'t Scene<'a>,
    turns: &'t Turns<'a>,
    /// Nodes that are not finished until somebody acts, and why.
    held: Vec<(&'t Turn<'a>, &'t Finding)>,
    /// Nodes that time or the controller finishes.
    moving: Vec<&'t Turn<'a>>,
    /// Healthy nodes with an old pod.
    waiting: usize,
}

/// The verdict by the nodes; `None` where by its pods nothing is left to do. Pods on nodes that are not eligible use up the
/// budget meanwhile (semantics B-26), and once all others are done the rollout is done without them.
pub(super) fn verdict(scene: &Scene<'_>, turns: &Turns<'_>, findings: &[Finding]) -> Option<Verdict> {
    let left = |turn: &Turn<'_>| turn.stand != Stand::Done && turn.eligible != Some(false);
    if turns.unseen == 0 && !turns.all.iter().any(left) {
        return None;
    }
    let about = About::new(findings);
    let (mut held, mut moving) = (Vec::new(), Vec::new());
    for turn in &turns.all {
        match (turn.holder(scene, &about), turn.stand) {
            (Some(finding), _) => held.push((turn, finding)),
            (None, Stand::Out | Stand::Pair | Stand::Closing | Stand::AtOnce) => moving.push(turn),
            (None, Stand::Done | Stand::Waits) => {}
        }
    }
    let left = Left {
        scene,
        turns,
        held,
        moving,
        waiting: turns.standing(Stand::Waits).count(),
    };
    Some(left.verdict(&about))
}

impl Left<'_, '_> {
    fn verdict(&self, about: &About<'_>) -> Verdict {
        let at_once = self.turns.standing(Stand::AtOnce).next().is_some();
        let held = self.held.iter().filter(|(turn, _)| turn.uses).count();
        let blocked = self.waiting > 0 && self.turns.budget().is_some_and(|budget| held >= size(budget));
        let only_held = self.waiting == 0 && self.moving.is_empty() && self.turns.unseen == 0;
        let state = match () {
            () if !at_once && (blocked || only_held) => State::Stalled,
            () if at_once || self.waiting > 0 || self.turns.unseen > 0 || self.creating(about) => State::Progressing,
            () => State::Waiting,
        };
        let reason = match state {
            State::Stalled if blocked => self.blocked(),
            State::Stalled => self.held(),
            State::Waiting => self.waits(about),
            _ => self.progress(),
        };
        let ends = (state == State::Waiting && self.held.is_empty())
            .then(|| self.ends(about))
            .flatten();
        Verdict { state, reason, ends }
    }

    /// Whether pods are still to be made.
    fn creating(&self, about: &About<'_>) -> bool {
        let mut missing = self.moving.iter().filter(|turn| turn.pods.is_empty());
        missing.any(|turn| about.node(turn.node).iter().all(|it| it.severity == Severity::Info))
    }

    /// `budget 1 is used up by n4 (node not ready since 10:02 UTC); 3 nodes wait`.
    fn blocked(&self) -> String {
        let users = self.held.iter().filter(|(turn, _)| turn.uses).copied();
        format!(
            "budget {} ({}) is used up by {}; {} {}",
            self.turns.budget().unwrap_or_default(),
            self.turns.limit(),
            self.causes(users.collect()),
            count(self.waiting, "healthy node"),
            pick(self.waiting, "waits", "wait"),
        )
    }

    fn held(&self) -> String {
        let held = self.causes(self.held.clone());
        format!("{held} {} somebody", pick(self.held.len(), "needs", "need"))
    }

    /// The nodes by what is wrong there: `n4, n5 (node not ready since 10:02 UTC) and n6 (…)`.
    fn causes(&self, held: Vec<(&Turn<'_>, &Finding)>) -> String {
        let mut groups: Vec<(&Finding, Vec<&str>)> = Vec::new();
        for (turn, finding) in held {
            match groups.iter_mut().find(|(known, _)| std::ptr::eq(*known, finding)) {
                Some((_, nodes)) => nodes.push(turn.node),
                None => groups.push((finding, vec![turn.node])),
            }
        }
        let now = self.scene.now();
        let said = groups.into_iter().map(|(finding, nodes)| {
            let when = finding
                .since
                .map(|then| format!(" {}", since(then, now)))
                .unwrap_or_default();
            format!("{} ({}{when})", names(nodes), finding.summary)
        });
        said.collect::<Vec<_>>().join(" and ")
    }

    fn progress(&self) -> String {
        let done = self
            .turns
            .standing(Stand::Done)
            .filter(|turn| turn.eligible != Some(false))
            .count();
        let mut parts = vec![format!("{done} of {} done", count(size(self.turns.base), "node"))];
        let moving = self.moving.len().saturating_add(size(self.turns.unseen));
        if moving > 0 {
            parts.push(format!("{moving} under way"));
        }
        if self.waiting > 0 {
            parts.push(format!("{} to come", self.waiting));
        }
        if !self.held.is_empty() {
            parts.push(self.held());
        }
        parts.join(", ")
    }

    /// `n3 (container main starts)`; what needs somebody meanwhile comes last.
    fn waits(&self, about: &About<'_>) -> String {
        let mut groups: Vec<(&str, Vec<&str>)> = Vec::new();
        for turn in &self.moving {
            let cause = turn
                .findings(self.scene, about)
                .first()
                .map(|finding| finding.summary.as_str());
            let cause = cause.unwrap_or(match turn.stand {
                Stand::Closing => "the old pod is on its way out",
                _ => "not available yet",
            });
            match groups.iter_mut().find(|(known, _)| *known == cause) {
                Some((_, nodes)) => nodes.push(turn.node),
                None => groups.push((cause, vec![turn.node])),
            }
        }
        let said = groups
            .into_iter()
            .map(|(cause, nodes)| format!("{} ({cause})", names(nodes)));
        let waits = format!("for {}", said.collect::<Vec<_>>().join(" and "));
        match self.held.is_empty() {
            true => waits,
            false => format!("{waits}; {}", self.held()),
        }
    }

    /// When the last of those that only need time is through, where that can be said of all.
    fn ends(&self, about: &About<'_>) -> Option<Timestamp> {
        let ends = self.moving.iter().map(|turn| {
            let found = turn.findings(self.scene, about);
            let times = found.iter().map(|finding| match finding.heals {
                Heals::Itself { at } => at,
                Heals::Somebody => None,
            });
            times.flatten().max()
        });
        ends.collect::<Option<Vec<_>>>()?.into_iter().max()
    }
}
