//! A verb a file: its arguments and its `run`. Nothing is printed here but through the context's streams.

pub mod completion;
pub mod context;
mod external_diff;
pub mod follow;
pub mod history;
pub mod history_diff;
mod history_objects;
pub mod manifest;
pub mod pin;
pub mod status;
pub mod target;
pub mod value;
pub mod version;
