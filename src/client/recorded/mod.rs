//! Objects saved before, in the place of a server: what the reading commands ask for is answered from a file.

mod asked;
mod saved;
mod service;

pub(super) use saved::Saved;
pub(super) use service::Recorded;
