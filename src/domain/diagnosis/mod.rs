//! What is wrong with a rollout, where, what it blocks and what to do: a pure function from a snapshot to a verdict and
//! findings. One file for each family of causes; how they are shown is not here.

mod about;
mod admission;
mod apart;
mod budget;
pub mod code;
mod controller;
mod creation;
mod diagnose;
mod eligibility;
mod ended;
mod ending;
pub mod finding;
#[cfg(test)]
#[allow(dead_code, reason = "each family of causes uses its part")]
pub(super) mod fixture_test;
mod group;
mod images;
mod node;
pub mod node_table;
mod ownership;
mod pod;
mod running;
pub mod scene;
mod starting;
mod state_word;
mod template;
mod turn;
mod under_way;
mod unscheduled;
pub mod verdict;
mod waiting;
mod words;

pub use diagnose::{Diagnosis, diagnose};
