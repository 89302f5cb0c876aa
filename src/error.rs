//! Any error → the lines kubectl would print, and an exit code. The only such place.

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

/// An error that a verb raises itself, in words for a person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    message: String,
    exit: Exit,
}

impl Failure {
    /// One with this exit code; the message without the `error: ` prefix.
    pub fn new(exit: Exit, message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            exit,
        }
    }

    /// An error.
    pub fn error(message: impl Into<String>) -> Self {
        Self::new(Exit::Error, message)
    }

    /// Wrong usage.
    pub fn usage(message: impl Into<String>) -> Self {
        Self::new(Exit::Usage, message)
    }
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Failure {}

/// What to print for an error, and what to end with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    /// One or more lines for standard error.
    pub text: String,
    /// The exit code.
    pub exit: Exit,
}

/// Words for any error.
pub fn report(error: &anyhow::Error) -> Report {
    let exit = error
        .downcast_ref::<Failure>()
        .map_or(Exit::Error, |failure| failure.exit);
    Report {
        text: format!("error: {error}"),
        exit,
    }
}
