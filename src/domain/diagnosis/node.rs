//! A pod whose node is not ready, has stopped answering, or is gone.

use k8s_openapi::api::core::v1::Pod;

use super::{finding::Finding, scene::Scene};

/// What is wrong with the pod's node.
pub(super) fn find(_scene: &Scene<'_>, _pod: &Pod) -> Option<Finding> {
    None
}
