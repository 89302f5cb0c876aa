//! `domain::placement` against the real controller: random nodes and templates, and which nodes get, keep and lose pods.
//! What is random is `generate`'s and `template`'s part, what the controller makes of it
//! `trial`'s.

mod compare;
mod generate;
mod template;
mod trial;

use anyhow::{Result, bail, ensure};
use proptest::{
    strategy::{Strategy, ValueTree},
    test_runner::{Config, RngSeed, TestCaseError, TestError, TestRunner},
    tuple::TupleValueTree,
};

use crate::cluster::{Cluster, Options};
use compare::Outcome;
use generate::Nodes;
use trial::Trial;

/// Templates that are tried on the same nodes.
const TEMPLATES: usize = 12;
/// On one set of nodes in this many, the nodes then change.
const CHANGES: usize = 3;
/// How often a case that went wrong is tried with less in it.
const SMALLER: u32 = 150;

/// What was compared, for the last line.
#[derive(Default)]
struct Tally {
    cases: usize,
    refused: usize,
    pairs: usize,
    pods: usize,
    kept: usize,
    lost: usize,
    reasons: Vec<String>,
}

/// A template on some nodes is a case; so many of them are compared as `KUBECTL_DS_PLACEMENT_CASES` says, 300 without it.
/// `KUBECTL_DS_PLACEMENT_SEED` makes other cases.
#[test]
fn pods_are_where_placement_says() -> Result<()> {
    let (cases, seed) = (
        number("KUBECTL_DS_PLACEMENT_CASES", 300)?,
        number("KUBECTL_DS_PLACEMENT_SEED", 1)?,
    );
    // These would take away the taints that they know, and the pods that do not tolerate one.
    let alone = Options {
        without: vec!["node-lifecycle-controller", "taint-eviction-controller"],
        ..Options::default()
    };
    let Some(cluster) = Cluster::own(alone) else {
        return Ok(());
    };
    let trial = Trial::new(&cluster)?;
    let mut runner = TestRunner::new(Config {
        failure_persistence: None,
        max_shrink_iters: SMALLER,
        rng_seed: RngSeed::Fixed(seed),
        ..Config::default()
    });
    let (mut tally, begun) = (Tally::default(), std::time::Instant::now());
    for round in 0.. {
        if tally.cases >= usize::try_from(cases)? {
            break;
        }
        let mut tree = |_: usize| template::spec().new_tree(&mut runner);
        let templates = (0..TEMPLATES).map(&mut tree).collect::<Result<Vec<_>, _>>();
        let templates = templates.map_err(|reason| anyhow::anyhow!("{reason}"))?;
        let nodes = generate::nodes(round % CHANGES == 0).new_tree(&mut runner);
        let nodes = nodes.map_err(|reason| anyhow::anyhow!("{reason}"))?;
        let specs: Vec<_> = templates.iter().map(ValueTree::current).collect();
        let outcomes = trial.run(&nodes.current(), &specs)?;
        for (outcome, template) in outcomes.into_iter().zip(templates) {
            match outcome {
                Outcome::Wrong(what) => {
                    let case = TupleValueTree::new((nodes, template));
                    bail!(
                        "seed {seed}, case {}: {}",
                        tally.cases + 1,
                        smallest(&mut runner, case, &trial, what)
                    );
                }
                other => tally.add(other),
            }
        }
    }
    ensure!(
        tally.refused < tally.cases / 3,
        "most of it is refused: {:?}",
        tally.reasons
    );
    ensure!(
        tally.pods * 10 > tally.pairs && tally.pods * 10 < tally.pairs * 9,
        "pods nowhere, or everywhere"
    );
    crate::cluster::build::say(&format!(
        "placement, seed {seed}: {tally}; {} s",
        begun.elapsed().as_secs()
    ));
    Ok(())
}

fn number(variable: &str, default: u64) -> Result<u64> {
    let value = std::env::var(variable).unwrap_or_default();
    Ok(if value.is_empty() { default } else { value.parse()? })
}

/// The least that still goes wrong, in words; `what` where it did so only once.
fn smallest(
    runner: &mut TestRunner,
    case: impl ValueTree<Value = (Nodes, serde_json::Value)>,
    trial: &Trial,
    what: String,
) -> String {
    let again = runner.run_one(case, |(nodes, template)| match trial.run(&nodes, &[template]) {
        Ok(outcomes) => match outcomes.into_iter().next() {
            Some(Outcome::Wrong(what)) => Err(TestCaseError::fail(what)),
            _ => Ok(()),
        },
        Err(error) => Err(TestCaseError::reject(format!("{error:#}"))),
    });
    match again {
        Err(TestError::Fail(smaller, _)) => smaller.to_string(),
        Err(TestError::Abort(reason)) => format!("{what}\nnot tried again: {reason}"),
        Ok(_) => format!("{what}\nwent right when it was tried again"),
    }
}

impl Tally {
    fn add(&mut self, outcome: Outcome) {
        match outcome {
            Outcome::Right(right) => {
                self.cases += 1;
                self.pairs += right.nodes;
                self.pods += right.pods;
                self.kept += right.kept;
                self.lost += right.lost;
            }
            Outcome::Refused(reason) => {
                self.refused += 1;
                self.reasons.push(reason);
            }
            Outcome::Wrong(_) => {}
        }
    }
}

impl std::fmt::Display for Tally {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self {
            cases,
            refused,
            pairs,
            pods,
            kept,
            lost,
            ..
        } = self;
        write!(
            f,
            "{cases} cases right, none wrong, {pods} pods on {pairs} nodes; after changes of nodes {kept} pods kept and {lost} lost; "
        )?;
        let share = 100 * refused / (cases + refused).max(1);
        write!(f, "{refused} templates ({share} %) refused by the server")
    }
}
