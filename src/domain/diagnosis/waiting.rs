//! Containers that wait or end again and again: crashes, configuration, init containers (C02).

use k8s_openapi::api::core::v1::Pod;

use super::{finding::Finding, scene::Scene};

/// Why a container does not run.
pub(super) fn find(_scene: &Scene<'_>, _pod: &Pod) -> Option<Finding> {
    None
}
