//! Pods that admission changed in a way that matters, so that they differ from the template (C55).

use super::{finding::Finding, scene::Scene};

/// Pods that admission changed.
pub(super) fn find(_scene: &Scene<'_>) -> Vec<Finding> {
    Vec::new()
}
