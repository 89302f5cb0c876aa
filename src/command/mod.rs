//! A verb a file: its arguments and its `run`. Nothing is printed here but through the context's streams.

pub mod completion;
pub mod context;
pub mod follow;
pub mod manifest;
pub mod status;
pub mod target;
pub mod value;
pub mod version;
