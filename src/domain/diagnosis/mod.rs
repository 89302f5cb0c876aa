//! What is wrong with a rollout, where, what it blocks and what to do: a pure function from a snapshot to a verdict and
//! findings. One file for each family of causes; how they are shown is not here.

pub(super) mod about;
mod admission;
mod affinity;
mod apart;
mod budget;
mod case;
pub mod code;
mod contested;
mod controller;
mod crash;
mod creation;
mod diagnose;
mod eligibility;
mod ended;
mod ending;
mod exit;
pub mod finding;
pub(super) mod fit;
#[cfg(test)]
#[allow(dead_code, reason = "each family of causes uses its part")]
pub(crate) mod fixture_test;
mod group;
#[cfg(test)]
mod healthy_test;
mod image_fault;
mod images;
mod missing;
mod moments;
mod mount;
mod node;
pub mod node_table;
mod normal;
mod objections;
mod own_rules;
mod ownership;
mod part;
#[cfg(test)]
mod pending_test;
mod pod;
pub(super) mod ports;
mod probe;
#[cfg(test)]
mod quoted_test;
pub mod refusal;
mod rejected;
mod running;
mod said;
mod sandbox;
pub mod scene;
pub mod standing;
mod starting;
mod state_word;
mod template;
pub(super) mod turn;
mod under_way;
mod unscheduled;
pub mod verdict;
mod waiting;
#[cfg(test)]
mod whole_test;
pub(super) mod words;

pub use diagnose::{Diagnosis, diagnose};
pub(super) use node::down;
pub(super) use normal::Normal;
pub(super) use pod::cause;
