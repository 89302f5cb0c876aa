//! The label that best tells the nodes of a finding from the healthy ones.

use std::collections::{BTreeMap, BTreeSet};

use k8s_openapi::api::core::v1::Node;

use super::{
    code::Severity,
    finding::{Apart, Finding},
    scene::Scene,
    turn::{Stand, Turns},
};

/// Labels by which nodes come in kinds; the first of equally good ones is named.
const LABELS: [&str; 11] = [
    "kubernetes.io/os",
    "kubernetes.io/arch",
    "cloud.google.com/gke-nodepool",
    "eks.amazonaws.com/nodegroup",
    "kubernetes.azure.com/agentpool",
    "karpenter.sh/nodepool",
    "alpha.eksctl.io/nodegroup-name",
    "topology.kubernetes.io/zone",
    "topology.kubernetes.io/region",
    "node.kubernetes.io/instance-type",
    "node-role.kubernetes.io/control-plane",
];
/// Fields of the node's info; they name what runs there.
const INFO: [&str; 4] = ["kernelVersion", "kubeletVersion", "containerRuntimeVersion", "osImage"];

/// The label or node-info field that most of the sick nodes share and most of the healthy ones do not have. `None` for a
/// single node, for what passes by itself, and where no label tells them apart clearly.
pub(super) fn apart(scene: &Scene<'_>, turns: &Turns<'_>, finding: &Finding) -> Option<Apart> {
    let sick: BTreeSet<&str> = finding
        .places
        .iter()
        .filter_map(|place| place.node.as_deref())
        .collect();
    if finding.severity == Severity::Info || sick.len() < 2 {
        return None;
    }
    let well = |stand: Stand| matches!(stand, Stand::Done | Stand::Waits);
    let healthy = turns
        .all
        .iter()
        .filter(|turn| well(turn.stand) && !sick.contains(turn.node));
    let healthy: Vec<&Node> = healthy.filter_map(|turn| scene.node(turn.node)).collect();
    let sick: Vec<&Node> = sick.into_iter().filter_map(|name| scene.node(name)).collect();
    if sick.len() < 2 || healthy.is_empty() {
        return None;
    }
    let found = LABELS.iter().chain(&INFO).filter_map(|key| best(key, &sick, &healthy));
    // Of equally good ones the first: `max_by_key` would take the last.
    found.rev().max_by_key(|apart| {
        let share = |part: usize, whole: usize| part.saturating_mul(1000).checked_div(whole).unwrap_or_default();
        share(apart.sick, sick.len())
            .saturating_add(1000)
            .saturating_sub(share(apart.healthy, healthy.len()))
    })
}

/// The value that most of the sick nodes have, if nearly all of them have it and hardly a healthy one does.
fn best(key: &str, sick: &[&Node], healthy: &[&Node]) -> Option<Apart> {
    let mut values: BTreeMap<&str, usize> = BTreeMap::new();
    for value in sick.iter().filter_map(|node| value(node, key)) {
        *values.entry(value).or_default() += 1;
    }
    let (value, having) = values.into_iter().max_by_key(|(_, count)| *count)?;
    let among = healthy
        .iter()
        .filter(|node| self::value(node, key) == Some(value))
        .count();
    let clear = having.saturating_mul(10) >= sick.len().saturating_mul(9) && among.saturating_mul(10) <= healthy.len();
    clear.then(|| Apart {
        key: key.to_owned(),
        value: value.to_owned(),
        sick: having,
        healthy: among,
    })
}

fn value<'n>(node: &'n Node, key: &str) -> Option<&'n str> {
    let info = node.status.as_ref().and_then(|status| status.node_info.as_ref());
    match key {
        "kernelVersion" => info.map(|info| info.kernel_version.as_str()),
        "kubeletVersion" => info.map(|info| info.kubelet_version.as_str()),
        "containerRuntimeVersion" => info.map(|info| info.container_runtime_version.as_str()),
        "osImage" => info.map(|info| info.os_image.as_str()),
        _ => node.metadata.labels.as_ref()?.get(key).map(String::as_str),
    }
}

#[cfg(test)]
#[path = "apart_test.rs"]
mod tests;
