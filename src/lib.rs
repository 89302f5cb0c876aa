//! `kubectl ds`: DaemonSet rollouts with kubectl's words and the truth pod by pod.
//!
//! Four layers, a folder each, and one direction of dependence:
//!
//! - [`domain`] is pure: values in, values out. No async, no I/O, no clock, no printing.
//! - [`client`] is all I/O with a cluster. It knows `domain`, never how something is shown.
//! - [`render`] turns domain values into text and writes only to the `Write` it is given.
//! - [`command`] has a verb a file: its arguments, and the road `client → domain → render` (and back for a change).
//!
//! [`cli`] is the clap tree, [`error`] the only place where an error becomes words and an exit code.

pub mod client;
pub mod command;
pub mod domain;
pub mod error;
pub mod render;
