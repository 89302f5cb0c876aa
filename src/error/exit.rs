//! Exit codes, and the failures that our own commands raise.

use std::fmt;

/// What the process ends with (documented in the README).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Exit {
    /// Done.
    Done = 0,
    /// An error: API, not found, forbidden, refused, deleted while watching.
    Error = 1,
    /// Wrong usage.
    Usage = 2,
    /// Not finished: the timeout passed, or `--watch=false --exit-code` and not done.
    Unfinished = 3,
    /// Stalled, failed, or rolled back.
    Failed = 4,
    /// Interrupted.
    Interrupted = 130,
}

/// A failure that a command decides on by itself, not one that a library reported.
///
/// Printed as `error: MESSAGE`, like every plain error of kubectl; several lines stay several lines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// What went wrong, in kubectl's words where it has some; without a prefix. Text from the cluster needs no
    /// cleaning here, the report does it.
    pub message: String,
    /// What the process ends with.
    pub exit: Exit,
}

impl Failure {
    /// One with this exit code; the message without the `error: ` prefix.
    pub fn new(exit: Exit, message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            exit,
        }
    }

    /// An error: exit code 1.
    pub fn error(message: impl Into<String>) -> Self {
        Self::new(Exit::Error, message)
    }

    /// Wrong usage: exit code 2.
    pub fn usage(message: impl Into<String>) -> Self {
        Self::new(Exit::Usage, message)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Failure {}

/// Several failures at once, each reported as if it were alone; the worst exit code counts.
#[derive(Debug)]
pub struct Failures(pub Vec<anyhow::Error>);

impl fmt::Display for Failures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} failures", self.0.len())
    }
}

impl std::error::Error for Failures {}
