//! A real control plane for tests and for trying the tool: etcd, API server, controller manager and scheduler built from
//! pinned Go modules, with kwok in the kubelets' place.
//!
//! The integration crate uses it through [`Cluster::shared`], a person through `cargo cluster up`. Nothing here knows
//! what kubectl-ds does.

#![allow(
    dead_code,
    unused_imports,
    reason = "two programs share this code and neither uses all of it"
)]

pub mod binaries;
pub mod build;

pub mod folder;
pub mod instance;
pub mod namespace;
pub mod node_spec;
pub mod nodes;
pub mod servers;
pub mod shared;
pub mod stages;
pub mod start;
pub mod supervisor;
pub mod users;
pub mod wait;

pub use binaries::Binaries;

pub use instance::{Cluster, POOL};
pub use namespace::Namespace;
pub use node_spec::NodeSpec;
pub use start::Options;
pub use wait::eventually;
