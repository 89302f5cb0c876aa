//! A change before it is made, as data: what becomes of each node and its pod, how many at a time, what is in the way, how
//! long it takes. Computed from a snapshot and the DaemonSet as it will be; nothing is sent or shown here.

mod budget;
mod estimate;
mod fit;
mod foreseen;
mod impediments;
mod next;
mod node;
mod objection;
mod objections;
#[cfg(test)]
mod objections_test;
#[allow(clippy::module_inception, reason = "the noun itself")]
mod plan;
mod role;
mod room;
mod server;
#[cfg(test)]
mod upstream_test;
mod what_if;

pub use budget::{Budget, Run, Use};
pub use estimate::Estimate;
pub use next::Next;
pub use node::NodePlan;
pub use objection::{Kind, Objection};
pub use plan::{Plan, Verdict, plan};
pub use role::Role;
pub use room::crowded;
pub use server::Server;
pub use what_if::WhatIf;
