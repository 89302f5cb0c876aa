//! Domain values as text. Writes only to the `Write` it is given; no I/O with a cluster, no argument parsing.

pub mod output;
pub mod template_block;
pub mod yaml;
