//! One look at a rollout: what is wrong, and what that means under the rules of the wait.

use anyhow::Result;

use super::{context::Context, rules::Rules};
use crate::{
    domain::{
        allowance::Open,
        diagnosis::{
            code::{Code, Severity},
            diagnose,
            scene::Scene,
            standing::standings,
            verdict::State,
        },
        estimate::estimate,
        failing::{Failed, failed},
        report::Report,
        rollout::{Phase, Rollout},
        roster::{self, Moves, Names},
        snapshot::{Right, Snapshot},
    },
    error::Failure,
    render::{
        findings, nodes,
        panel::{self, View},
        progress,
    },
};

/// What was seen.
pub struct Look {
    /// All that can be shown.
    pub view: View,
    /// What is left open, where the rules let that pass.
    pub open: Option<Open>,
    /// Why the rollout is to be given up, if it stays so.
    pub failed: Option<Failed>,
    /// The nodes that it is about, where nodes may be read.
    pub wanted: Option<Names>,
    rollout: Rollout,
}

impl Look {
    /// Looks; `start` are the nodes that it was about in the beginning.
    ///
    /// # Errors
    /// A rule that cannot be kept without a right that is missing.
    pub fn at(snapshot: &Snapshot, rules: &Rules, start: Option<&Names>) -> Result<Self> {
        if rules.allowance.ignored.is_some() && snapshot.around.missing.contains(&Right::Nodes) {
            return Err(Failure::error("--ignore-nodes needs the right to list nodes, which is missing").into());
        }
        let (scene, found) = (Scene::new(snapshot), diagnose(snapshot));
        let wanted = scene.knows_nodes().then(|| roster::wanted(&scene));
        let moves = match (start, &wanted) {
            (Some(start), Some(now)) => Some(Moves::since(start, now, &rules.allowance.nodes(&scene).done)),
            _ => None,
        };
        let moving = matches!(found.verdict.state, State::Progressing | State::Waiting);
        Ok(Self {
            open: rules.allowance.lets_pass(&scene),
            failed: failed(&scene, &found, rules.max_failures()),
            wanted,
            view: View {
                estimate: if moving { estimate(&scene) } else { None },
                moves: moves.filter(|moves| !moves.none()),
                fleet: standings(&scene, &found.findings).into_iter().map(|it| it.1).collect(),
                found,
            },
            rollout: scene.rollout,
        })
    }

    /// The answer as a document; `ended` says more than the verdict where the wait ended for another reason.
    pub fn report(&self, snapshot: &Snapshot, ended: Option<State>) -> Report {
        let (found, moves) = (&self.view.found, self.view.moves.as_ref());
        let mut report = Report::new(snapshot, &self.rollout, found, self.open.as_ref(), moves);
        report.verdict.state = ended.unwrap_or(report.verdict.state);
        report
    }

    /// Whether something is wrong, or may be soon.
    pub fn worrying(&self) -> bool {
        let findings = &self.view.found.findings;
        findings.iter().any(|finding| finding.severity > Severity::Info)
    }

    /// The same without what the lines of a rollout say already: which pods somebody must delete.
    pub fn besides_notes(mut self) -> Self {
        if matches!(
            self.rollout.phase,
            Phase::Stalled | Phase::WaitingForDeletion | Phase::Idle
        ) {
            let said = [Code::OutdatedTemplate, Code::OnDelete, Code::NoEligibleNode];
            self.view.found.findings.retain(|finding| !said.contains(&finding.code));
        }
        self
    }

    /// Everything as lines.
    pub fn lines(&self, style: nodes::Style) -> Vec<String> {
        panel::full(&self.view, style)
    }

    /// The findings alone, in full, without those that pass by themselves.
    pub fn worries(&self, style: nodes::Style) -> Vec<String> {
        let style = findings::Style {
            now: style.now,
            width: None,
            colour: style.colour,
        };
        let findings = self.view.found.findings.iter();
        let worrying = findings.filter(|finding| finding.severity > Severity::Info);
        worrying.flat_map(|finding| findings::lines(finding, style)).collect()
    }
}

/// How an answer is drawn: cut to the terminal, if it is one, and unless it is to be whole.
pub fn style(context: &Context, rules: &Rules) -> nodes::Style {
    let layout = context.layout();
    nodes::Style {
        now: context.now(),
        width: layout.width,
        all: rules.all_nodes,
        wide: context.whole,
        colour: context.terminal.colour,
        bare: layout.bare,
        sort: rules.sort,
    }
}

/// How a live view is drawn: it always fits the terminal.
pub fn live(context: &Context, rules: &Rules) -> nodes::Style {
    nodes::Style {
        width: progress::size().map(|(width, _)| width),
        wide: false,
        ..style(context, rules)
    }
}
