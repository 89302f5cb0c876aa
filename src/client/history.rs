//! What a history is made of: stored revisions, those that would be adopted, and pods, read together.

use std::sync::Arc;

use k8s_openapi::api::core::v1::Pod;
use kube::Error;

use super::{Cluster, read::allowed};
use crate::domain::{daemonset::DaemonSet, revision::Revision};

/// The revisions and pods of one DaemonSet.
#[derive(Debug, Clone)]
pub struct History {
    /// The revisions it owns, ascending by number.
    pub revisions: Vec<Revision>,
    /// Revisions that match its selector and belong to nobody: it would adopt them (semantics D-2).
    pub orphans: Vec<Revision>,
    /// The pods it owns; `None` where they may not be read.
    pub pods: Option<Vec<Arc<Pod>>>,
}

impl Cluster {
    /// The stored history of a DaemonSet, with its pods where `pods` are wanted.
    ///
    /// # Errors
    /// As the server answers, but for a missing right to list pods.
    pub async fn history(&self, set: &DaemonSet, pods: bool) -> Result<History, Error> {
        let listed = async { if pods { allowed(self.pods(set).await) } else { Ok(None) } };
        let (matching, pods) = tokio::try_join!(self.matching_revisions(set), listed)?;
        let (orphans, revisions) = matching
            .into_iter()
            .partition(|revision| revision.controller_uid().is_none());
        Ok(History {
            revisions,
            orphans,
            pods,
        })
    }
}
