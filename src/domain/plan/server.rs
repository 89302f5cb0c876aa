//! What the API server says to the patch of a plan, sent to it as a dry run.

use serde::Serialize;

use super::{
    objection::{Kind, Objection},
    plan::Plan,
};
use crate::domain::diagnosis::code::Severity;

/// Its answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Server {
    /// It was not asked.
    NotAsked,
    /// It would take the patch.
    Accepts,
    /// It would not.
    Refuses,
}

impl Plan {
    /// With the server's answer: the patch is taken, or refused in these words.
    #[must_use]
    pub fn answered(mut self, refusal: Option<&str>) -> Self {
        let Some(words) = refusal else {
            self.server = Server::Accepts;
            return self;
        };
        self.server = Server::Refuses;
        let words = format!("the server refuses the change: {}", words.trim_end());
        self.with(Objection::new(Kind::Refused, Severity::Error, words))
    }
}
