//! What a DaemonSet rollout is and means. Pure: no async, no I/O, no clock, no printing.

pub mod daemonset;
pub mod json;
pub mod pod;
pub mod quantity;
pub mod revision;
pub mod selector;
pub mod snapshot;
pub mod target;
pub mod template;
pub mod template_diff;
pub mod template_words;
