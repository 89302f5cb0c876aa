//! The pod template as `kubectl rollout history --revision` and `undo --dry-run=client` print it (semantics F), byte for
//! byte as kubectl v1.37. Belongs here: what that block shows and how. Not here: where the template comes from.

mod container;
mod env;
mod go;
mod pod;
mod probe;
mod spelling;
#[cfg(test)]
mod tests;
mod volume;
mod volume_forms;
mod writer;

pub use pod::template_block;
