//! Pods and revisions without an owner, and other controllers that want the same pods (C19, C44).

use super::{finding::Finding, scene::Scene};

/// Who else has to do with the pods.
pub(super) fn find(_scene: &Scene<'_>) -> Vec<Finding> {
    Vec::new()
}
