//! Images that cannot be pulled: which, and why.

use k8s_openapi::api::core::v1::Pod;

use super::{finding::Finding, scene::Scene};

/// Why an image of the pod cannot be pulled.
pub(super) fn find(_scene: &Scene<'_>, _pod: &Pod) -> Option<Finding> {
    None
}
