//! Domain values as text. Writes only to the `Write` it is given; no I/O with a cluster, no argument parsing.

pub mod adoption;
pub mod age;
pub mod ascii;
pub mod change;
pub mod clean;
pub mod diff;
pub mod findings;
mod fit;
mod frame;
mod grid;
pub mod history;
pub mod history_object;
pub mod nodes;
pub mod orphan;
pub mod output;
pub mod overview;
pub mod panel;
pub mod progress;
pub mod rights;
pub mod shared;
pub mod status;
pub mod table;
mod tabwriter;
pub mod template_block;
pub mod why;
pub mod yaml;
