//! Pods that admission changed in a way that matters, so that they differ from the template (C55). Most of what admission
//! does is meant and does no harm: nothing is said about a pod that is well, nor about a change that explains nothing.

use k8s_openapi::api::core::v1::Container;
use serde_json::Value;

use super::{
    case::Case,
    code::Code,
    finding::{Evidence, Finding, Remedy},
    images,
    part::{Part, parts},
    scene::Scene,
};
use crate::domain::{json, pod, quantity, shell};

/// Pods that admission changed.
pub(super) fn find(scene: &Scene<'_>) -> Vec<Finding> {
    let pods = scene.snapshot.pods().filter(|pod| {
        let pretends = scene.rollout.pretenders.iter().any(|it| it.pod == pod::name(pod));
        scene.updated(pod) && !pretends && !pod::terminating(pod) && !scene.available(pod)
    });
    pods.filter_map(|pod| changed(Case::new(scene, pod))).collect()
}

fn changed(case: Case<'_>) -> Option<Finding> {
    let template = json::at(case.scene.set().template(), &["spec"])?;
    placed(case, template)
        .or_else(|| served(case, template))
        .or_else(|| parts(case.pod).iter().find_map(|part| contained(case, part, template)))
        .or_else(|| sized(case, template))
}

/// A node selector or a node affinity that keeps the pod from the node that the controller chose.
fn placed(case: Case<'_>, template: &Value) -> Option<Finding> {
    let spec = case.pod.spec.as_ref()?;
    let rejected = case.pod.status.as_ref().and_then(|status| status.reason.as_deref()) == Some("NodeAffinity");
    if case.bound() && !rejected {
        return None;
    }
    let known = json::strings(template, &["nodeSelector"]);
    let label = |key: &str| case.node()?.metadata.labels.as_ref()?.get(key);
    // Where nodes may not be read, the scheduler's word is the proof that the selector is what it fails at.
    let fails = |key: &str, value: &String| match case.node() {
        Some(_) => label(key) != Some(value),
        None => unschedulable(case, "affinity/selector"),
    };
    let added = spec.node_selector.iter().flatten().find(|(key, value)| {
        let meant = known.contains(&(key.as_str(), value.as_str()));
        !meant && (rejected || fails(key, value))
    });
    if let Some((key, value)) = added {
        let what = format!("nodeSelector {key}={value}");
        return Some(selected(
            case,
            &what,
            &format!("spec.{what}, which the template does not have"),
        ));
    }
    // The controller puts one term with the node's name in place of the template's terms (semantics A-20).
    let required = spec.affinity.as_ref()?.node_affinity.as_ref()?;
    let required = required.required_during_scheduling_ignored_during_execution.as_ref()?;
    let expressions = required
        .node_selector_terms
        .iter()
        .flat_map(|term| term.match_expressions.iter().flatten());
    let keys: Vec<&str> = expressions.map(|expression| expression.key.as_str()).collect();
    let first = *keys
        .first()
        .filter(|_| rejected || unschedulable(case, "affinity/selector"))?;
    let proof = format!(
        "spec.affinity.nodeAffinity has expressions on {}, which the controller never writes",
        keys.join(", ")
    );
    Some(selected(case, &format!("a node affinity on {first}"), &proof))
}

fn selected(case: Case<'_>, what: &str, proof: &str) -> Finding {
    let text = "put the same selector into the template, or exempt the namespace from the policy that adds it (namespace \
                annotation, webhook)";
    let namespace = case.scene.set().namespace();
    let remedy = Remedy::text(text).command(shell::command("kubectl get namespace {} -o yaml", &[namespace]));
    let summary =
        format!("{what} was added at admission; the controller does not know it and counts the node as eligible");
    let proof = Evidence::field(case.object(), proof);
    case.finding(Code::ChangedAtAdmission, summary, proof, remedy)
        .since(case.created())
}

/// A scheduler that the template does not ask for, and that has not touched the pod (semantics A-63).
fn served(case: Case<'_>, template: &Value) -> Option<Finding> {
    let name = |name: &str| {
        if name.is_empty() {
            "default-scheduler".to_owned()
        } else {
            name.to_owned()
        }
    };
    let meant = name(json::text(template, &["schedulerName"]));
    let given = name(case.pod.spec.as_ref()?.scheduler_name.as_deref().unwrap_or_default());
    let untouched = !case.bound() && case.condition("PodScheduled").is_none();
    (untouched && given != meant && !pod::terminal(case.pod)).then(|| {
        let what = format!("schedulerName {given} was put in place of {meant} at admission");
        let proof = format!("spec.schedulerName {given}; no scheduler has said anything about the pod");
        minor(case, &what, proof)
    })
}

/// An image or a memory limit that is not the template's and that the container fails at.
fn contained(case: Case<'_>, part: &Part<'_>, template: &Value) -> Option<Finding> {
    let meant = container(template, &part.status.name)?;
    let image = json::text(meant, &["image"]);
    if images::waits(part) && !image.is_empty() && part.image() != image {
        let what = format!(
            "{}: image {} was put in place of {image} at admission",
            part.label(),
            part.image()
        );
        return Some(minor(case, &what, format!("image {}, template {image}", part.image())));
    }
    let killed = part.last_end().and_then(|last| last.reason.as_deref()) == Some("OOMKilled");
    let limits = part.spec?.resources.as_ref()?.limits.as_ref()?;
    let limit = limits.get("memory").filter(|_| killed)?.0.as_str();
    let intended = json::text(meant, &["resources", "limits", "memory"]);
    (!equal(limit, intended)).then(|| {
        let what = format!("{}: memory limit {limit} was set at admission", part.label());
        minor(
            case,
            &what,
            format!("resources.limits.memory {limit}, template {}", or_none(intended)),
        )
    })
}

/// Requests that the template does not have and that do not fit on the node.
fn sized(case: Case<'_>, template: &Value) -> Option<Finding> {
    let spec = case.pod.spec.as_ref().filter(|_| !case.bound())?;
    let containers = spec.init_containers.iter().flatten().chain(&spec.containers);
    containers.into_iter().find_map(|running| {
        let requests = running.resources.as_ref()?.requests.as_ref()?;
        requests.iter().find_map(|(resource, amount)| {
            let short = unschedulable(case, &format!("Insufficient {resource}"));
            let intended = intended(running, resource, template);
            (short && !equal(&amount.0, intended)).then(|| {
                let what = format!(
                    "container {}: request {resource}={} was set at admission",
                    running.name, amount.0
                );
                minor(
                    case,
                    &what,
                    format!(
                        "resources.requests.{resource} {}, template {}",
                        amount.0,
                        or_none(intended)
                    ),
                )
            })
        })
    })
}

/// The template's request; its limit where it has none, since the server takes that then.
fn intended<'t>(running: &Container, resource: &str, template: &'t Value) -> &'t str {
    let Some(meant) = container(template, &running.name) else {
        return "";
    };
    match json::text(meant, &["resources", "requests", resource]) {
        "" => json::text(meant, &["resources", "limits", resource]),
        request => request,
    }
}

fn minor(case: Case<'_>, what: &str, proof: String) -> Finding {
    let remedy =
        Remedy::text("ask the policy that changed it (webhook, LimitRange), or say what is meant in the template");
    let remedy = remedy.command("kubectl get mutatingwebhookconfigurations");
    let proof = Evidence::field(case.object(), proof);
    case.finding(Code::ChangedAtAdmission, what, proof, remedy)
        .warning()
        .since(case.created())
}

fn container<'t>(template: &'t Value, name: &str) -> Option<&'t Value> {
    let all = json::list(template, &["initContainers"])
        .iter()
        .chain(json::list(template, &["containers"]));
    all.into_iter()
        .find(|container| json::text(container, &["name"]) == name)
}

fn unschedulable(case: Case<'_>, fragment: &str) -> bool {
    let condition = case
        .condition("PodScheduled")
        .filter(|condition| condition.status == "False");
    let message = condition.and_then(|condition| condition.message.as_deref());
    message.is_some_and(|message| message.contains(fragment))
}

fn equal(amount: &str, other: &str) -> bool {
    amount == other || quantity::nano(amount).is_some_and(|amount| quantity::nano(other) == Some(amount))
}

fn or_none(text: &str) -> &str {
    if text.is_empty() { "none" } else { text }
}

#[cfg(test)]
#[path = "admission_test.rs"]
mod tests;
