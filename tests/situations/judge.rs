//! Whether a diagnosis is what a situation must be told as.

use std::collections::BTreeSet;

use kubectl_ds::domain::diagnosis::{
    Diagnosis,
    code::{Code, Severity},
    finding::{Finding, Place},
    verdict::State,
};
use kubectl_ds::domain::snapshot::Snapshot;

use super::situation::{At, Situation};

impl Situation {
    /// `Err` with what is wrong in the diagnosis of that snapshot.
    pub fn judge(&self, snapshot: &Snapshot, diagnosis: &Diagnosis) -> Result<(), String> {
        let mut wrong = Vec::new();
        if !self.states.contains(&diagnosis.verdict.state) {
            wrong.push(format!("the verdict is none of {:?}", self.states));
        }
        match self.finding {
            None => Self::judge_silence(diagnosis, &mut wrong),
            Some((code, at)) => self.judge_finding(code, &self.places(at, snapshot), diagnosis, &mut wrong),
        }
        if wrong.is_empty() {
            return Ok(());
        }
        Err(format!("{}: {}\n{}", self.name, wrong.join("; "), shown(diagnosis)))
    }

    /// Whether no alarm is raised, and the rollout has at most come to its end.
    pub fn is_silent(&self, diagnosis: &Diagnosis) -> bool {
        let state = diagnosis.verdict.state;
        loud(diagnosis).next().is_none() && (state == State::Done || self.states.contains(&state))
    }

    fn judge_silence(diagnosis: &Diagnosis, wrong: &mut Vec<String>) {
        wrong.extend(loud(diagnosis).map(|finding| format!("a false alarm: {}", finding.code)));
    }

    /// The finding is there, with its places, and nothing comes before it that is not expected beside it.
    fn judge_finding(&self, code: Code, places: &BTreeSet<Place>, diagnosis: &Diagnosis, wrong: &mut Vec<String>) {
        match diagnosis.findings.iter().find(|it| it.code == code) {
            Some(found) => {
                let told: BTreeSet<Place> = found.places.iter().cloned().collect();
                if told != *places {
                    wrong.push(format!("{code} is at {told:?}, not at {places:?}"));
                }
                if found.evidence.is_empty() || found.remedy.text.is_empty() {
                    wrong.push(format!("{code} has no evidence or no remedy"));
                }
                if found.severity < self.severity {
                    wrong.push(format!("{code} is {:?} only", found.severity));
                }
            }
            None => wrong.push(format!("{code} is not found")),
        }
        let others = loud(diagnosis).filter(|it| it.code != code && !self.also.contains(&it.code));
        wrong.extend(others.map(|finding| format!("also found {}", finding.code)));
    }

    fn places(&self, at: At, snapshot: &Snapshot) -> BTreeSet<Place> {
        match at {
            At::Set => BTreeSet::new(),
            At::Nodes(numbers) => numbers.iter().map(|number| Place::node(&self.node(*number))).collect(),
            At::Named(number, pod) => {
                let node = Some(self.node(number));
                let pod = Some(pod.to_owned());
                [Place { node, pod }].into()
            }
            At::Pods(which) => snapshot.pods().filter(|pod| which(pod)).map(Place::pod).collect(),
        }
    }
}

fn loud(diagnosis: &Diagnosis) -> impl Iterator<Item = &Finding> {
    diagnosis.findings.iter().filter(|it| it.severity > Severity::Info)
}

/// A diagnosis for the eyes of whoever has to find out.
pub fn shown(diagnosis: &Diagnosis) -> String {
    let verdict = &diagnosis.verdict;
    let mut text = format!("  {:?}: {}\n", verdict.state, verdict.reason);
    for finding in &diagnosis.findings {
        let places: Vec<_> = finding
            .places
            .iter()
            .map(|place| {
                let word = |part: &Option<String>| part.clone().unwrap_or_else(|| "-".to_owned());
                format!("{} {}", word(&place.node), word(&place.pod))
            })
            .collect();
        let (code, severity) = (finding.code, finding.severity);
        text += &format!("  {severity:?} {code}: {} [{}]\n", finding.summary, places.join(", "));
        text += &format!(
            "    {:?} {:?} | {} | {}\n",
            finding.blocks,
            finding.heals,
            finding.remedy.text,
            finding.remedy.command.as_deref().unwrap_or_default()
        );
    }
    text
}
