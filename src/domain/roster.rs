//! Which nodes a rollout is about, and which joined or left since it was first looked at (C25).

use std::collections::BTreeSet;

use super::{diagnosis::scene::Scene, pod};

/// Names of nodes.
pub type Names = BTreeSet<String>;

/// The nodes that should run a pod; where nodes may not be read, those that have one.
pub fn wanted(scene: &Scene<'_>) -> Names {
    if scene.knows_nodes() {
        let wanted = scene.nodes().filter(|(_, _, placement)| placement.runs);
        return wanted.map(|(name, _, _)| name.to_owned()).collect();
    }
    let living = scene.snapshot.pods().filter(|pod| !pod::terminal(pod));
    living.filter_map(pod::node).map(str::to_owned).collect()
}

/// What has changed since the start.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Moves {
    /// How many nodes there were at the start.
    pub starting: usize,
    /// Of those, how many are still wanted and done.
    pub done: usize,
    /// Nodes that joined since.
    pub joined: Names,
    /// Nodes that left since, or are no longer eligible.
    pub left: Names,
}

impl Moves {
    /// Compares the nodes of the start with those of now, of which `done` are done.
    pub fn since(start: &Names, now: &Names, done: &Names) -> Self {
        Self {
            starting: start.len(),
            done: start.intersection(done).count(),
            joined: now.difference(start).cloned().collect(),
            left: start.difference(now).cloned().collect(),
        }
    }

    /// Whether nobody came or went.
    pub fn none(&self) -> bool {
        self.joined.is_empty() && self.left.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn those_who_came_and_went_are_told_from_those_of_the_start() {
        let names = |text: &str| text.split(' ').map(str::to_owned).collect::<Names>();
        let moves = Moves::since(&names("n1 n2 n3"), &names("n2 n3 n4 n5"), &names("n2 n3 n4"));
        assert_eq!((moves.starting, moves.done), (3, 2), "C25");
        assert_eq!((moves.joined, moves.left), (names("n4 n5"), names("n1")), "C25");
        assert!(Moves::since(&names("a"), &names("a"), &Names::new()).none());
    }
}
