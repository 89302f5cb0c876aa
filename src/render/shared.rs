//! The terminal as all who write to it share it: while there is a live view, what they write goes above it.

use std::sync::{Arc, Mutex, PoisonError};

use super::progress::Screen;

/// Who has the terminal at present; clones are of the same one.
#[derive(Clone, Default)]
pub struct Shared(Arc<Mutex<Option<Screen>>>);

impl Shared {
    /// Lets a live view have it from now on, or nobody.
    pub fn give(&self, screen: Option<Screen>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = screen;
    }

    /// Writes without tearing what is on it.
    pub fn apart(&self, write: impl FnOnce()) {
        let screen = self.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
        match screen {
            Some(screen) => screen.apart(write),
            None => write(),
        }
    }
}
