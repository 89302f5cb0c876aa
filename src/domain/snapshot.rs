//! What a view is computed from: one DaemonSet with its revisions and pods, as they were at one moment.

use std::sync::Arc;

use jiff::Timestamp;
use k8s_openapi::api::core::v1::Pod;

use super::{daemonset::DaemonSet, revision::Revision};

/// One DaemonSet and everything that belongs to it.
#[derive(Debug, Clone)]
pub struct Snapshot {
    /// The DaemonSet.
    pub daemonset: DaemonSet,
    /// The revisions it owns, ascending by number; `None` where they may not be read.
    pub revisions: Option<Arc<Vec<Revision>>>,
    /// The pods it owns; `None` where they may not be read. Shared, since a live view takes one snapshot for each change.
    pub pods: Option<Vec<Arc<Pod>>>,
    /// The moment it was taken, by the server's clock where that is known.
    pub taken: Timestamp,
}

impl Snapshot {
    /// The pods, none where they may not be read.
    pub fn pods(&self) -> impl Iterator<Item = &Pod> {
        self.pods.iter().flatten().map(Arc::as_ref)
    }

    /// The revisions, ascending, none where they may not be read.
    pub fn revisions(&self) -> &[Revision] {
        self.revisions.as_deref().map_or(&[], Vec::as_slice)
    }
}
