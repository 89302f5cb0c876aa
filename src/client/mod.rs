//! All I/O with a cluster: configuration, reading, watching, writing. Knows nothing of how a value is shown.

mod check;
mod cluster;
pub mod config;
mod environment;
pub mod failure;
pub mod history;
mod kubeconfig;
mod proxy;
mod read;
mod requests;
mod resolve;
mod service_account;
mod store;
mod transport;
pub mod watch;
pub mod write;

pub use cluster::Cluster;
