//! A second pod beside the first one, where both need the same port of the host (semantics B-34, C08).

use std::collections::BTreeSet;

use k8s_openapi::api::core::v1::{Container, Pod};

use super::{
    code::{Blocks, Code, Severity},
    finding::{Evidence, Finding, Heals, Place, Remedy},
    scene::Scene,
    turn::{Stand, Turns},
};
use crate::domain::pod;

/// Surge pods that wait for a port that the old pod on their node holds.
pub(super) fn find(scene: &Scene<'_>, turns: &Turns<'_>) -> Vec<Finding> {
    let pairs = turns.standing(Stand::Pair).filter(|_| turns.surges());
    let found = pairs.filter_map(|turn| {
        let old = turn
            .pods
            .iter()
            .find(|pod| !pod::terminating(pod) && !scene.updated(pod))?;
        let new = turn
            .pods
            .iter()
            .find(|pod| !pod::terminating(pod) && scene.updated(pod))?;
        // One that is not available gives way at once (semantics A-43).
        scene.available(old).then(|| conflict(scene, old, new)).flatten()
    });
    found.collect()
}

fn conflict(scene: &Scene<'_>, old: &Pod, new: &Pod) -> Option<Finding> {
    let mut conditions = new.status.iter().flat_map(|status| status.conditions.iter().flatten());
    let scheduled = conditions.find(|it| it.type_ == "PodScheduled" && it.status == "False")?;
    let message = scheduled.message.as_deref().unwrap_or_default();
    if !message.contains("free ports") {
        return None;
    }
    let held = ports(old);
    let both: Vec<String> = ports(new).intersection(&held).cloned().collect();
    if both.is_empty() {
        return None;
    }
    let set = scene.set();
    let patch = r#"'{"spec":{"updateStrategy":{"rollingUpdate":{"maxSurge":0,"maxUnavailable":1}}}}'"#;
    let reason = scheduled.reason.as_deref().unwrap_or_default();
    Some(Finding {
        code: Code::SurgeHostPort,
        severity: Severity::Error,
        summary: format!(
            "maxSurge cannot work with host port {}: the old pod on the same node holds it until the new one is available",
            both.join(", ")
        ),
        places: vec![Place::pod(new)],
        evidence: vec![
            Evidence::condition(
                format!("pod/{}", pod::name(new)),
                format!("PodScheduled=False {reason}: {message}"),
            ),
            Evidence::field(
                format!("pod/{}", pod::name(old)),
                format!("hostPort {}", both.join(", ")),
            ),
        ],
        blocks: Blocks::Rollout,
        heals: Heals::Somebody,
        remedy: Remedy::text("replace pods one after the other instead: maxSurge 0 and maxUnavailable 1").command(
            format!(
                "kubectl -n {} patch ds {} --type=merge -p {patch}",
                set.namespace(),
                set.name()
            ),
        ),
        since: scheduled.last_transition_time.as_ref().map(|time| time.0),
        apart: None,
    })
}

/// The ports of the host that a pod takes, `8080/TCP`; with hostNetwork every port of a container is one.
fn ports(pod: &Pod) -> BTreeSet<String> {
    let Some(spec) = pod.spec.as_ref() else {
        return BTreeSet::new();
    };
    let host = spec.host_network == Some(true);
    let sidecar = |container: &&Container| container.restart_policy.as_deref() == Some("Always");
    let sidecars = spec.init_containers.iter().flatten().filter(sidecar);
    let all = spec
        .containers
        .iter()
        .chain(sidecars)
        .flat_map(|container| container.ports.iter().flatten());
    let taken = all.filter_map(|port| {
        let number = port
            .host_port
            .filter(|number| *number > 0)
            .or(host.then_some(port.container_port))?;
        Some(format!("{number}/{}", port.protocol.as_deref().unwrap_or("TCP")))
    });
    taken.collect()
}

#[cfg(test)]
#[path = "surge_test.rs"]
mod tests;
