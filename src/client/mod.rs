//! All I/O with a cluster: configuration, reading, watching, writing. Knows nothing of how a value is shown.

mod agent;
mod answer;
mod around;
mod cause;
mod check;
mod clock;
mod cluster;
pub mod config;
mod credentials;
pub mod documents;
mod environment;
pub mod failure;
#[cfg(test)]
pub(crate) mod fuzz_test;
pub mod history;
mod identity;
mod kubeconfig;
pub mod leftover;
pub mod names;
mod outage;
mod page;
mod plugin;
mod plugin_process;
mod probe;
mod proxy;
mod read;
mod recorded;
mod refresh;
mod requests;
mod resolve;
mod retry;
pub mod save;
mod service_account;
mod store;
mod successor;
mod trace;
mod transport;
mod warning;
pub mod watch;
pub mod write;

pub use cluster::Cluster;
