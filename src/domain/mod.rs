//! What a DaemonSet rollout is and means. Pure: no async, no I/O, no clock, no printing.

pub mod daemonset;
pub mod json;
pub mod pod;
pub mod revision;
pub mod selector;
pub mod snapshot;
pub mod target;
