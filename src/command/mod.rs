//! A verb a file: its arguments and its `run`. Nothing is printed here but through the context's streams.

mod backup_file;
pub mod change;
pub mod change_args;
pub mod completion;
pub mod context;
mod external_diff;
pub mod follow;
pub mod history;
pub mod history_diff;
mod history_objects;
pub mod manifest;
pub mod orphan_args;
pub mod orphan_delete;
mod orphan_forecast;
mod orphan_next;
mod orphan_proof;
mod orphan_replace;
pub mod pin;
pub mod restart;
pub mod set_image;
pub mod status;
pub mod target;
pub mod tell;
pub mod undo;
pub mod value;
pub mod version;
pub mod wait;
