//! Pods where none should be, more than one where one should be, and no eligible node at all.

use super::{finding::Finding, scene::Scene};

/// Pods on the wrong nodes.
pub(super) fn find(_scene: &Scene<'_>) -> Vec<Finding> {
    Vec::new()
}
