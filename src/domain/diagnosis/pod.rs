//! One pod that is not well: which of its causes comes first (semantics A-70, 9 to 12).

use k8s_openapi::api::core::v1::Pod;

use super::{ended, ending, finding::Finding, images, node, running, scene::Scene, starting, unscheduled, waiting};

/// The first cause that explains why the pod is not available; `None` for one that is.
pub(super) fn cause(scene: &Scene<'_>, pod: &Pod) -> Option<Finding> {
    let searches = [
        ending::find,
        ended::find,
        unscheduled::find,
        node::find,
        images::find,
        waiting::find,
        starting::find,
        running::find,
    ];
    searches.iter().find_map(|find| find(scene, pod))
}
