//! The DaemonSet controller: whether it has observed the present spec, and whether it acts.

use super::{finding::Finding, scene::Scene};

/// What the controller leaves undone.
pub(super) fn find(_scene: &Scene<'_>) -> Vec<Finding> {
    Vec::new()
}
