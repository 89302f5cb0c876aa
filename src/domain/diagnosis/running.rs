//! Pods that run and are not available: probes, readiness gates, minReadySeconds, clocks.

use k8s_openapi::api::core::v1::Pod;

use super::{finding::Finding, scene::Scene};

/// Why a running pod is not available.
pub(super) fn find(_scene: &Scene<'_>, _pod: &Pod) -> Option<Finding> {
    None
}
