//! Pods that are terminating: within their grace period, overdue, or held by a finalizer (C07).

use k8s_openapi::api::core::v1::Pod;

use super::{finding::Finding, scene::Scene};

/// Why a terminating pod is still there.
pub(super) fn find(_scene: &Scene<'_>, _pod: &Pod) -> Option<Finding> {
    None
}
