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
