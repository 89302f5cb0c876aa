//! One pod that is not well: which of its causes comes first (semantics A-70, 9 to 12).

use k8s_openapi::api::core::v1::Pod;

use super::{
    crash, ended, ending, finding::Finding, images, node, running, scene::Scene, starting, unscheduled, waiting,
};
use crate::domain::pod;

/// The first cause that explains why the pod is not available; `None` for one that is, unless it ends again and again
/// meanwhile.
pub(in crate::domain) fn cause(scene: &Scene<'_>, pod: &Pod) -> Option<Finding> {
    if pod::terminating(pod) {
        return ending::find(scene, pod);
    }
    if pod::terminal(pod) {
        return ended::find(scene, pod);
    }
    if let Some(gone) = node::gone(scene, pod) {
        return Some(gone);
    }
    if scene.available(pod) {
        return crash::flapping(scene, pod);
    }
    // A node that does not answer comes before the containers, whose states are stale then. One whose network is not ready
    // comes after: the pod may be the very one that has to make it ready.
    let searches = [
        unscheduled::find,
        node::silent,
        images::find,
        waiting::find,
        node::find,
        starting::find,
        running::find,
    ];
    searches.iter().find_map(|find| find(scene, pod))
}

#[cfg(test)]
#[path = "pod_test.rs"]
mod tests;
