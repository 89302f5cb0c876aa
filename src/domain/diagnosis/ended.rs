//! Pods that have failed: evicted, rejected by the kubelet, or ended, and when the next one comes.

use k8s_openapi::api::core::v1::Pod;

use super::{finding::Finding, scene::Scene};

/// Why a pod has failed.
pub(super) fn find(_scene: &Scene<'_>, _pod: &Pod) -> Option<Finding> {
    None
}
