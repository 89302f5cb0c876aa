//! What an error of a watch means: a right that is missing, a routine re-list, or trouble worth telling.

use kube::{Error, runtime::watcher};

/// The meaning of an error.
pub(super) enum Outage {
    /// The objects may not be listed.
    Unlisted,
    /// They may be listed and not watched.
    Unwatched,
    /// A 410 or a cut: the watch heals itself (case R10).
    Routine,
    /// The server cannot be reached, or refuses.
    Trouble(Box<Error>),
}

impl Outage {
    pub(super) fn of(error: watcher::Error) -> Self {
        match error {
            watcher::Error::InitialListFailed(Error::Api(status)) if status.code == 403 => Self::Unlisted,
            watcher::Error::WatchStartFailed(Error::Api(status)) if status.code == 403 => Self::Unwatched,
            watcher::Error::InitialListFailed(error) | watcher::Error::WatchStartFailed(error) => match error {
                Error::Api(status) if status.code == 410 => Self::Routine,
                error => Self::Trouble(Box::new(error)),
            },
            _ => Self::Routine,
        }
    }
}
