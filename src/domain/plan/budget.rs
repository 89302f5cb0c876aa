//! The budget of the update strategy as it will be: what it is made of, who uses it up, and the waves that it allows.
//! Which node comes first nobody can say (semantics B-23): sets and counts only.

use serde::Serialize;

use super::{node::NodePlan, role::Role};
use crate::domain::{
    daemonset::Strategy,
    diagnosis::{turn::Turns, words::size},
};

/// How many nodes the strategy works on at a time.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Budget {
    /// The field that counts: `maxUnavailable` or `maxSurge`.
    pub limit: &'static str,
    /// As written: a number or a percentage.
    pub written: String,
    /// The number of eligible nodes.
    pub base: i64,
    /// What that comes to (semantics B-10 to B-12).
    pub total: i64,
    /// Who uses it up when the strategy counts first.
    pub used: Vec<Use>,
    /// Of those that should run a pod, how many have none and are not known by name.
    pub unseen: i64,
    /// The pods that can go first, or come first with surge: what is then left.
    pub first: usize,
    /// How many at a time after that, with those that do not come back by themselves still in the way.
    pub at_a_time: usize,
    /// The waves, if the pods of one become available together: how many in a row have how many pods.
    pub waves: Vec<Run>,
}

/// A node that uses up one of the budget.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Use {
    /// The node.
    pub node: String,
    /// Why, in a clause.
    pub why: String,
    /// Whether it stays so until somebody acts.
    pub held: bool,
}

/// Waves of the same size in a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Run {
    /// How many waves.
    pub waves: usize,
    /// How many pods in each.
    pub pods: usize,
}

impl Budget {
    /// `None` where pods are not replaced by the strategy.
    pub(super) fn new(turns: &Turns<'_>, strategy: &Strategy, nodes: &[NodePlan]) -> Option<Self> {
        let Strategy::RollingUpdate {
            max_unavailable,
            max_surge,
        } = strategy
        else {
            return None;
        };
        let surge = turns.surges();
        let total = turns.budget()?;
        let uses = nodes.iter().filter(|node| node.uses);
        let used: Vec<Use> = uses
            .map(|node| Use {
                node: node.node.clone(),
                why: node.why.clone(),
                held: node.held,
            })
            .collect();
        let unseen = if surge { 0 } else { turns.unseen };
        let left = |without: usize| size(total).saturating_sub(without);
        let first = left(used.len().saturating_add(size(unseen)));
        let at_a_time = left(used.iter().filter(|node| node.held).count());
        let waiting = nodes.iter().filter(|node| in_turn(node.role, surge)).count();
        let first = first.min(waiting);
        Some(Self {
            limit: turns.limit(),
            written: if surge { max_surge } else { max_unavailable }.clone(),
            base: turns.base,
            total,
            used,
            unseen,
            first,
            at_a_time,
            waves: waves(waiting, first, at_a_time),
        })
    }

    /// The number of waves.
    pub fn count(&self) -> usize {
        self.waves.iter().fold(0, |sum, run| sum.saturating_add(run.waves))
    }

    /// Whether a second pod comes before the first one goes.
    pub fn surges(&self) -> bool {
        self.limit == "maxSurge"
    }

    /// Whether nothing that waits for it can ever go on by itself.
    pub fn spent(&self) -> bool {
        self.at_a_time == 0
    }
}

/// Whether a node waits for the budget. With surge a pod that goes for good waits for others instead (semantics B-31).
pub(super) fn in_turn(role: Role, surge: bool) -> bool {
    role == Role::InTurn || role == Role::LosesInTurn && !surge
}

/// What is left of the budget by those that are under way goes first; then they are done, and all of it can be used.
fn waves(waiting: usize, first: usize, at_a_time: usize) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    let mut add = |waves: usize, pods: usize| match runs.last_mut() {
        _ if waves == 0 || pods == 0 => {}
        Some(last) if last.pods == pods => last.waves = last.waves.saturating_add(waves),
        _ => runs.push(Run { waves, pods }),
    };
    add(1, first);
    let rest = waiting.saturating_sub(first);
    if let (Some(whole), Some(part)) = (rest.checked_div(at_a_time), rest.checked_rem(at_a_time)) {
        add(whole, at_a_time);
        add(1, part);
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waves_begin_with_what_is_left_and_end_with_the_rest() {
        let runs = |waiting, first, each| {
            let runs = waves(waiting, first, each).into_iter();
            runs.map(|run| (run.waves, run.pods)).collect::<Vec<_>>()
        };
        assert_eq!(runs(5, 2, 2), [(2, 2), (1, 1)], "B.8: 2, 2, 1");
        assert_eq!(runs(4, 1, 2), [(1, 1), (1, 2), (1, 1)], "B.8 (a)");
        assert_eq!(runs(5000, 1, 1), [(5000, 1)]);
        assert_eq!(runs(3, 0, 0), [], "nothing ever goes");
        assert_eq!(runs(0, 0, 3), []);
    }
}
