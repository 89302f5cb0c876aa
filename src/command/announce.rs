//! Findings in a log: a line when one has come to stay, and one when it is gone for good. Never the same line twice.

use std::{collections::BTreeSet, time::Duration};

use tokio::time::Instant;

use crate::{
    domain::diagnosis::{
        code::{Code, Severity},
        finding::{Finding, Place},
    },
    render::findings,
};

/// How long a finding must be there, or be gone, before that is worth a line; twice as long each time it comes back.
const SETTLING: Duration = Duration::from_secs(2);

/// What has been said of the findings of one rollout.
#[derive(Default)]
pub struct Announcer(Vec<Known>);

/// One thing to be said.
#[derive(Debug, Clone)]
pub struct Said {
    /// As a line.
    pub line: String,
    /// What is there, or was.
    pub finding: Finding,
    /// Whether it is gone.
    pub resolved: bool,
}

struct Known {
    code: Code,
    summary: String,
    places: BTreeSet<Place>,
    /// As it was when it was told.
    finding: Finding,
    /// Whether the log says that it is there.
    told: bool,
    /// How often the log has said so.
    times: u32,
    /// Since when it is otherwise than the log says.
    since: Option<Instant>,
}

impl Announcer {
    /// What is to be said now, of these findings; those that pass by themselves are none for a log.
    pub fn news(&mut self, findings: &[Finding], now: Instant) -> Vec<Said> {
        let mut news = Vec::new();
        let mut seen = vec![false; self.0.len()];
        for finding in findings.iter().filter(|finding| finding.severity > Severity::Info) {
            match self.0.iter().position(|known| known.is(finding)) {
                Some(index) => {
                    self.0[index].update(finding);
                    if let Some(seen) = seen.get_mut(index) {
                        *seen = true;
                    }
                }
                None => self.0.push(Known::new(finding)),
            }
        }
        seen.resize(self.0.len(), true);
        for (known, seen) in self.0.iter_mut().zip(seen) {
            news.extend(known.says(seen, now));
        }
        news
    }

    /// Those that have not been said to be there, since they have not been there for long.
    pub fn untold<'f>(&self, findings: &'f [Finding]) -> Vec<&'f Finding> {
        let told = |finding: &Finding| self.0.iter().any(|known| known.told && known.is(finding));
        let worrying = findings.iter().filter(|finding| finding.severity > Severity::Info);
        worrying.filter(|finding| !told(finding)).collect()
    }

    /// What ends the log of a rollout that is done: what was said and is not among these any more is resolved.
    pub fn end(&mut self, findings: &[Finding]) -> Vec<Said> {
        let gone = |known: &&mut Known| known.told && !findings.iter().any(|finding| known.is(finding));
        self.0.iter_mut().filter(gone).map(|known| known.resolved()).collect()
    }
}

impl Known {
    fn new(finding: &Finding) -> Self {
        Self {
            code: finding.code,
            summary: finding.summary.clone(),
            places: finding.places.iter().cloned().collect(),
            finding: finding.clone(),
            told: false,
            times: 0,
            since: None,
        }
    }

    /// Whether it is the same: a summary may change a little, e.g. by an exit code, while the place stays.
    fn is(&self, finding: &Finding) -> bool {
        self.code == finding.code
            && (self.summary == finding.summary || finding.places.iter().any(|place| self.places.contains(place)))
    }

    fn update(&mut self, finding: &Finding) {
        self.places.extend(finding.places.iter().cloned());
        if !self.told {
            self.summary.clone_from(&finding.summary);
            self.finding.clone_from(finding);
        }
    }

    fn says(&mut self, there: bool, now: Instant) -> Option<Said> {
        if there == self.told {
            self.since = None;
            return None;
        }
        let settling = SETTLING.saturating_mul(1 << self.times.min(6));
        let since = *self.since.get_or_insert(now);
        if now.saturating_duration_since(since) < settling {
            return None;
        }
        self.since = None;
        if !there {
            return Some(self.resolved());
        }
        self.told = true;
        self.times = self.times.saturating_add(1);
        Some(self.said(false))
    }

    fn resolved(&mut self) -> Said {
        self.told = false;
        self.said(true)
    }

    fn said(&self, resolved: bool) -> Said {
        let (gone, line) = (if resolved { "resolved: " } else { "" }, findings::line(&self.finding));
        Said {
            line: format!("{gone}{line}{}", self.again()),
            finding: self.finding.clone(),
            resolved,
        }
    }

    fn again(&self) -> String {
        match self.times {
            0 | 1 => String::new(),
            times => format!(" (seen {times} times)"),
        }
    }
}

#[cfg(test)]
#[path = "announce_test.rs"]
mod tests;
