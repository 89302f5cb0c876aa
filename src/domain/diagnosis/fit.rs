//! Whether a pod's requests fit into what its node has left, who has the rest, and whether preemption can help (C09).

use std::cmp::Reverse;

use jiff::{SignedDuration, Timestamp};
use k8s_openapi::api::core::v1::{Node, Pod};

use super::{
    code::{Code, Severity},
    finding::{Evidence, Finding, Heals, Remedy},
    scene::Scene,
    unscheduled::{about, age, leaves, object, others},
};
use crate::domain::{
    pod,
    requests::{self, Amounts, PODS, spelled},
    shell,
};

/// Preemption takes less than this, and a new node has announced all of its devices.
const SOON: SignedDuration = SignedDuration::from_mins(2);
/// The priority of `system-node-critical`.
const NODE_CRITICAL: i32 = 2_000_001_000;
/// How many of the pods that have the rest are named.
const NAMED: usize = 3;

/// A resource of which less is free than the pod needs.
struct Short {
    resource: String,
    needs: i128,
    free: i128,
    total: i128,
}

/// What preemption can do.
struct Preemption {
    helps: bool,
    /// It would, for pods with the highest priority there is.
    could_help: bool,
    words: String,
}

/// What the pod needs and its node has not free.
pub(super) fn find(scene: &Scene<'_>, pod: &Pod, node: &Node) -> Option<Finding> {
    let name = node.metadata.name.as_deref()?;
    let (others, true) = others(scene, pod, name) else {
        return None;
    };
    let (needs, total) = (requests::of_pod(pod), requests::of_node(node)?);
    let shorts = shorts(&needs, &total, &others);
    let first = shorts.first()?;
    let mut found = about(scene, pod, code(&shorts), summary(&shorts));
    let mut evidence = vec![
        Evidence::field(format!("node/{name}"), free(&shorts, others.len())),
        Evidence::field(format!("node/{name}"), largest(&others, &first.resource)),
    ];
    let preemption = preemption(pod, &others, &needs, &total);
    evidence.push(Evidence::field(object(pod), preemption.words.clone()));
    evidence.append(&mut found.evidence);
    found.evidence = evidence;
    let (namespace, set) = (scene.set().namespace(), scene.set().name());
    let here = format!("spec.nodeName={name}");
    let occupants = shell::command("kubectl get pods -A --field-selector {}", &[&here]);
    let (leaving, at) = leaving(scene, &others);
    if fits(
        &needs,
        &total,
        others.iter().copied().filter(|it| !leaving.contains(it)),
    ) {
        found.severity = Severity::Info;
        found.heals = Heals::Itself { at };
        found.remedy = Remedy::text("wait until the pods that are terminating on the node are gone");
    } else if shorts.iter().any(|short| short.needs > short.total) {
        let fresh = created(node).is_some_and(|at| scene.ago(at) < SOON);
        if fresh && shorts.iter().all(|short| short.total == 0) {
            found.severity = Severity::Info;
            found.heals = Heals::Itself { at: None };
        }
        found.remedy =
            Remedy::text("lower the request, or keep the DaemonSet away from nodes that are too small for it")
                .command(shell::command("kubectl -n {} edit ds {}", &[namespace, set]));
    } else if preemption.helps {
        let slow = age(scene, pod) > SOON;
        found.severity = if slow { Severity::Warning } else { Severity::Info };
        found.heals = Heals::Itself { at: None };
        found.remedy =
            Remedy::text("wait until pods of lower priority have made way; if they do not, look at what holds them")
                .command(occupants);
    } else if preemption.could_help {
        // No command that sets it: whoever makes way may have no other node either.
        let text = "free room on the node, or lower the request; a higher priorityClassName makes pods of lower priority give \
                    way: look first whose they are";
        found.remedy = Remedy::text(text).command(occupants);
    } else {
        found.remedy = Remedy::text("free room on the node, or lower the request").command(occupants);
    }
    Some(found)
}

/// What the pod needs and the node has not free beside `others`, and cannot be made free for it.
pub(in crate::domain) fn lacks(pod: &Pod, node: &Node, others: &[&Pod]) -> Option<String> {
    let (needs, total) = (requests::of_pod(pod), requests::of_node(node)?);
    let shorts = shorts(&needs, &total, others);
    let lacks = !shorts.is_empty() && !preemption(pod, others, &needs, &total).helps;
    lacks.then(|| summary(&shorts))
}

fn shorts(needs: &Amounts, total: &Amounts, others: &[&Pod]) -> Vec<Short> {
    let used = used(others.iter().copied());
    let short = |(resource, needs): (&String, &i128)| {
        let total = total.get(resource).copied().unwrap_or_default();
        let free = total.saturating_sub(used.get(resource).copied().unwrap_or_default());
        (*needs > 0 && *needs > free).then(|| Short {
            resource: resource.clone(),
            needs: *needs,
            free: free.max(0),
            total,
        })
    };
    let mut shorts: Vec<Short> = needs.iter().filter_map(short).collect();
    // The kubelet's limit on pods is said last: the others can be changed in the template.
    shorts.sort_by_key(|short| short.resource == PODS);
    shorts
}

fn used<'a>(pods: impl Iterator<Item = &'a Pod>) -> Amounts {
    let mut used = Amounts::new();
    for pod in pods {
        requests::add(&mut used, &requests::of_pod(pod));
    }
    used
}

fn fits<'a>(needs: &Amounts, total: &Amounts, pods: impl Iterator<Item = &'a Pod>) -> bool {
    let used = used(pods);
    let get = |amounts: &Amounts, name: &str| amounts.get(name).copied().unwrap_or_default();
    let mut needs = needs.iter().filter(|(_, needed)| **needed > 0);
    needs.all(|(name, needed)| get(&used, name).saturating_add(*needed) <= get(total, name))
}

fn code(shorts: &[Short]) -> Code {
    match shorts {
        [only] if only.resource == PODS => Code::TooManyPods,
        _ => Code::InsufficientResources,
    }
}

/// Without what is free, which differs from node to node: the same lack on many nodes is one finding.
fn summary(shorts: &[Short]) -> String {
    if code(shorts) == Code::TooManyPods {
        return "its node runs as many pods as it may".to_owned();
    }
    let amounts = shorts.iter().filter(|short| short.resource != PODS);
    let amounts: Vec<String> = amounts
        .map(|short| format!("{} {}", short.resource, spelled(&short.resource, short.needs, true)))
        .collect();
    let too_small = shorts.iter().any(|short| short.needs > short.total);
    let less = if too_small {
        "more than its node has at all"
    } else {
        "more than is free on its node"
    };
    format!("needs {}, {less}", amounts.join(", "))
}

fn free(shorts: &[Short], pods: usize) -> String {
    let one = |short: &Short| {
        let Short {
            resource,
            needs,
            free,
            total,
        } = short;
        match resource.as_str() {
            PODS => format!("runs {pods} pods of {}", spelled(PODS, *total, false)),
            _ => format!(
                "needs {resource} {}, free {} of {}",
                spelled(resource, *needs, true),
                spelled(resource, *free, false),
                spelled(resource, *total, false)
            ),
        }
    };
    let parts: Vec<String> = shorts.iter().map(one).collect();
    format!("{}; {pods} other pods", parts.join("; "))
}

/// Who has most of it: `fleet/web-1 cpu 1500m (priority 0), …`.
fn largest(others: &[&Pod], resource: &str) -> String {
    let amount = |pod: &Pod| requests::of_pod(pod).get(resource).copied().unwrap_or_default();
    let mut all: Vec<(&Pod, i128)> = others.iter().map(|pod| (*pod, amount(pod))).collect();
    all.retain(|(_, amount)| *amount > 0);
    all.sort_by_key(|(pod, amount)| (Reverse(*amount), pod::name(pod).to_owned()));
    if all.is_empty() {
        return format!("no other pod on it requests {resource}");
    }
    let named = all.iter().take(NAMED).map(|(pod, amount)| {
        let namespace = pod.metadata.namespace.as_deref().unwrap_or_default();
        let (name, amount) = (pod::name(pod), spelled(resource, *amount, true));
        format!("{namespace}/{name} {resource} {amount} (priority {})", priority(pod))
    });
    let named: Vec<String> = named.collect();
    format!("largest of {}: {}", all.len(), named.join(", "))
}

fn preemption(pod: &Pod, others: &[&Pod], needs: &Amounts, total: &Amounts) -> Preemption {
    let own = priority(pod);
    let never = pod.spec.as_ref().and_then(|spec| spec.preemption_policy.as_deref()) == Some("Never");
    let staying = |limit: i32| others.iter().copied().filter(move |it| priority(it) >= limit);
    let lower = others.len() - staying(own).count();
    let helps = !never && lower > 0 && fits(needs, total, staying(own));
    let could_help = own < NODE_CRITICAL && fits(needs, total, staying(NODE_CRITICAL));
    let peers = others.len() - lower;
    let words = match (lower, helps) {
        _ if never => format!("priority {own}, preemptionPolicy Never: nobody makes way"),
        (0, _) => format!("{peers} pods at priority ≥ {own}, none lower: preemption cannot help"),
        (_, true) => format!("{lower} pods at priority < {own}: preemption can make room"),
        (_, false) => format!("{lower} pods at priority < {own}, too little even without them: preemption cannot help"),
    };
    Preemption {
        helps,
        could_help,
        words,
    }
}

/// The pods that are about to be gone, and when the last of them is.
fn leaving<'a>(scene: &Scene<'_>, others: &[&'a Pod]) -> (Vec<&'a Pod>, Option<Timestamp>) {
    let leaving: Vec<&Pod> = others
        .iter()
        .copied()
        .filter(|pod| leaves(scene, pod).is_some())
        .collect();
    let at = leaving.iter().filter_map(|pod| leaves(scene, pod)).max();
    (leaving, at)
}

fn created(node: &Node) -> Option<Timestamp> {
    node.metadata.creation_timestamp.as_ref().map(|time| time.0)
}

fn priority(pod: &Pod) -> i32 {
    pod.spec.as_ref().and_then(|spec| spec.priority).unwrap_or_default()
}

#[cfg(test)]
#[path = "fit_test.rs"]
mod tests;
