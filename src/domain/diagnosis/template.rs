//! Pods that count as up to date and are not (semantics D-24, C-25). Who puts the template back is in `contested`.

use k8s_openapi::api::core::v1::Pod;
use serde_json::Value;

use super::{
    code::{Blocks, Code, Severity},
    contested,
    finding::{Evidence, Finding, Heals, Place, Remedy},
    scene::Scene,
    turn::Turns,
    words::size,
};
use crate::domain::{daemonset::TEMPLATE_GENERATION, json, pod, revision::HASH_LABEL, rollout::Step, shell};

/// What is wrong with the template or with what counts as it.
pub(super) fn find(scene: &Scene<'_>, turns: &Turns<'_>) -> Vec<Finding> {
    let pretenders = &scene.rollout.pretenders;
    let many = pretenders.len() > size(turns.budget().unwrap_or(1));
    let names: std::collections::BTreeSet<&str> = pretenders.iter().map(|it| it.pod.as_str()).collect();
    let pods = scene.snapshot.pods().filter(|pod| names.contains(pod::name(pod)));
    let found = pods.map(|pod| pretender(scene, pod, many));
    found.chain(contested::find(scene)).collect()
}

/// Nothing replaces the pod before the next template: the controller takes its labels for proof.
fn pretender(scene: &Scene<'_>, pod: &Pod, many: bool) -> Finding {
    let set = scene.set();
    let (namespace, name) = (set.namespace(), set.name());
    let object = format!("pod/{}", pod::name(pod));
    let generation = set.annotation(TEMPLATE_GENERATION);
    let by_hash = scene
        .current
        .is_some_and(|current| pod::hash(pod) == Some(current.hash()));
    let label = match (by_hash, generation) {
        (true, _) => format!(
            "label {HASH_LABEL}={}, that of the present revision",
            pod::hash(pod).unwrap_or_default()
        ),
        (false, generation) => {
            let generation = generation.unwrap_or_default();
            format!(
                "label {}={generation}, the present template generation",
                pod::GENERATION_LABEL
            )
        }
    };
    let complete = scene.rollout.step == Step::Complete;
    Finding {
        code: Code::OutdatedTemplate,
        severity: Severity::Error,
        summary: format!(
            "counts as up to date, but {}: the controller will not replace it",
            runs(pod, set.template())
        ),
        places: vec![Place::pod(pod)],
        evidence: vec![
            Evidence::field(object.clone(), label),
            Evidence::field(object, format!("spec: {}", runs(pod, set.template()))),
        ],
        blocks: if complete { Blocks::Rollout } else { Blocks::Node },
        heals: Heals::Somebody,
        remedy: match many {
            true => Remedy::text("restart the DaemonSet: that replaces all pods within its budget").command(
                shell::command("kubectl -n {} rollout restart ds {}", &[namespace, name]),
            ),
            false => Remedy::text("delete the pod: it comes back from the present template").command(shell::command(
                "kubectl -n {} delete pod {}",
                &[namespace, pod::name(pod)],
            )),
        },
        since: None,
        apart: None,
    }
}

/// `container main runs agent:1 instead of agent:2`; other differences only by name.
fn runs(pod: &Pod, template: &Value) -> String {
    let spec = pod.spec.as_ref();
    let main = spec.map(|spec| spec.containers.as_slice()).unwrap_or_default();
    let init = spec
        .and_then(|spec| spec.init_containers.as_deref())
        .unwrap_or_default();
    let groups = [("containers", main), ("initContainers", init)];
    let mut differing = Vec::new();
    for (field, running) in groups {
        for wanted in json::list(template, &["spec", field]) {
            let (name, image) = (json::text(wanted, &["name"]), json::text(wanted, &["image"]));
            match running.iter().find(|container| container.name == name) {
                None => differing.push(format!("container {name} is missing")),
                Some(container) if container.image.as_deref() != Some(image) => {
                    let present = container.image.as_deref().unwrap_or_default();
                    differing.push(format!("container {name} runs {present} instead of {image}"));
                }
                Some(_) => {}
            }
        }
    }
    match differing.is_empty() {
        true => "its command, arguments or environment are not those of the template".to_owned(),
        false => differing.join(", "),
    }
}

#[cfg(test)]
#[path = "template_test.rs"]
mod tests;
