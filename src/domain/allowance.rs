//! What may be left open when a rollout counts as done: so many nodes without an available pod, and nodes that are not
//! looked at. Only where somebody asked for it; the rule itself is kubectl's, all nodes (C59).

use serde_json::Value;

use super::{
    diagnosis::scene::Scene,
    rollout::Step,
    roster::{self, Names},
    selector,
};

/// How many nodes may be without an available pod.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Limit {
    /// So many.
    Nodes(usize),
    /// So many percent of those that count, rounded down.
    Percent(usize),
}

impl Limit {
    /// Reads `3` or `10%`.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn parse(text: &str) -> Result<Self, String> {
        let wrong = || format!("must be a number or a percentage such as 10%: {text}");
        match text.strip_suffix('%') {
            Some(number) => match number.parse() {
                Ok(percent @ 0..=100) => Ok(Self::Percent(percent)),
                _ => Err(wrong()),
            },
            None => text.parse().map(Self::Nodes).map_err(|_| wrong()),
        }
    }

    /// The number of nodes, of so many that count: never all of them.
    fn of(self, nodes: usize) -> usize {
        let limit = match self {
            Self::Nodes(limit) => limit,
            Self::Percent(percent) => nodes.saturating_mul(percent) / 100,
        };
        limit.min(nodes.saturating_sub(1))
    }
}

/// What is allowed.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Allowance {
    /// How many nodes may be without an available pod.
    pub unavailable: Option<Limit>,
    /// Nodes with these labels do not count.
    pub ignored: Option<Value>,
}

/// The nodes of a rollout by how they are, pod by pod and not by the counters.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Nodes {
    /// An available pod of the present template.
    pub done: Names,
    /// An available pod of another template.
    pub old: Names,
    /// No available pod.
    pub unavailable: Names,
    /// Not looked at.
    pub ignored: Names,
    /// How many more there should be, by the counters, where nodes may not be read: no pod of theirs is there.
    pub unseen: usize,
}

/// What a rollout that counts as done leaves open.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Open {
    /// Nodes without an available pod.
    pub unavailable: Names,
    /// Nodes that were not looked at and are not done.
    pub ignored: Names,
    /// Further nodes without a pod, whose names may not be read.
    pub unseen: usize,
}

impl Allowance {
    /// Whether anything is allowed at all.
    pub fn any(&self) -> bool {
        self.unavailable.is_some() || self.ignored.is_some()
    }

    /// Sorts the nodes of a rollout.
    pub fn nodes(&self, scene: &Scene<'_>) -> Nodes {
        let mut nodes = Nodes::default();
        for name in roster::wanted(scene) {
            let mut available = scene
                .pods_on(&name)
                .iter()
                .filter(|pod| scene.available(pod))
                .peekable();
            let some = available.peek().is_some();
            let done = available.any(|pod| scene.updated(pod) && !super::pod::terminating(pod));
            let kind = match (done, some) {
                _ if !done && self.ignores(scene, &name) => &mut nodes.ignored,
                (true, _) => &mut nodes.done,
                (_, true) => &mut nodes.old,
                _ => &mut nodes.unavailable,
            };
            kind.insert(name);
        }
        if !scene.knows_nodes() {
            let seen = nodes.done.len() + nodes.old.len() + nodes.unavailable.len();
            let desired = usize::try_from(scene.set().counters().desired).unwrap_or_default();
            nodes.unseen = desired.saturating_sub(seen);
        }
        nodes
    }

    fn ignores(&self, scene: &Scene<'_>, name: &str) -> bool {
        let labels = scene.node(name).and_then(|node| node.metadata.labels.as_ref());
        let label = |key: &str| labels.and_then(|labels| labels.get(key)).map(String::as_str);
        self.ignored
            .as_ref()
            .is_some_and(|selector| selector::matches(selector, label))
    }

    /// What the rollout leaves open, if that is allowed and nothing else is to be done. At least one node must be done
    /// (C59), and no pod may only count as updated (semantics D-24).
    pub fn lets_pass(&self, scene: &Scene<'_>) -> Option<Open> {
        if !self.any() || scene.rollout.step == Step::NotObserved || !scene.rollout.pretenders.is_empty() {
            return None;
        }
        let nodes = self.nodes(scene);
        let unavailable = nodes.unavailable.len() + nodes.unseen;
        let counted = nodes.done.len() + nodes.old.len() + unavailable;
        let limit = self.unavailable.map_or(0, |limit| limit.of(counted));
        let passes = !nodes.done.is_empty() && nodes.old.is_empty() && unavailable <= limit;
        passes.then_some(Open {
            unavailable: nodes.unavailable,
            ignored: nodes.ignored,
            unseen: nodes.unseen,
        })
    }
}

#[cfg(test)]
#[path = "allowance_test.rs"]
mod tests;
