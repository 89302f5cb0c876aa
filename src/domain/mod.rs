//! What a DaemonSet rollout is and means. Pure: no async, no I/O, no clock, no printing.

pub mod backup;
pub mod change;
pub mod daemonset;
pub mod history;
pub mod image;
pub mod images;
pub mod json;
pub mod last_applied;
pub mod leftover;
pub mod limits;
pub mod manager;
pub mod plugin_name;
pub mod pod;
pub mod quantity;
pub mod record;
pub mod revision;
pub mod rival;
pub mod rollout;
pub mod selector;
pub mod snapshot;
pub mod target;
pub mod template;
pub mod template_diff;
pub mod template_words;
