//! The waves of a rollout in words and as a picture of plain characters. Sizes only: which node is in which wave nobody can
//! say (semantics B-23).

use super::orphan::count;
use crate::domain::plan::{Budget, Run};

/// The widest picture that is drawn pod by pod.
const WIDE: usize = 60;

/// `5 pods in 3 waves: 2, 2, 1`, where the pods of a wave become available together.
pub fn words(budget: &Budget) -> String {
    let pods: usize = budget.waves.iter().map(|run| run.waves * run.pods).sum();
    let sizes: Vec<String> = budget
        .waves
        .iter()
        .map(|run| match run.waves {
            1 => run.pods.to_string(),
            2 | 3 => vec![run.pods.to_string(); run.waves].join(", "),
            more => format!("{} × {more}", run.pods),
        })
        .collect();
    let mut words = format!("{} in {}", count(pods, "pod"), count(budget.count(), "wave"));
    if budget.count() > 1 {
        words = format!("{words}: {}", sizes.join(", "));
    }
    match budget.surges() {
        true => format!("{words}; each new pod comes before its old one goes"),
        false => words,
    }
}

/// `[##] [##] [#]`, or `[50 pods] × 100  [1 pod]` where that would be too wide.
pub fn picture(budget: &Budget) -> String {
    let width: usize = budget.waves.iter().map(|run| run.waves * (run.pods + 3)).sum();
    match width <= WIDE {
        true => {
            let waves = budget.waves.iter();
            let waves = waves.flat_map(|run| std::iter::repeat_n(format!("[{}]", "#".repeat(run.pods)), run.waves));
            waves.collect::<Vec<_>>().join(" ")
        }
        false => budget.waves.iter().map(folded).collect::<Vec<_>>().join("  "),
    }
}

fn folded(run: &Run) -> String {
    let wave = format!("[{}]", count(run.pods, "pod"));
    match run.waves {
        1 => wave,
        more => format!("{wave} × {more}"),
    }
}
