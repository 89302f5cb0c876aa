//! What a pod's own spec says of its node, which can differ from what the template says: node selectors and affinity added at
//! admission (C55), tolerations that are missing.

use k8s_openapi::api::core::v1::{Node, Pod};
use serde_json::Value;

use super::{
    code::{Code, Severity},
    finding::{Evidence, Finding, Heals, Remedy},
    scene::Scene,
    unscheduled::{about, object, unready},
};
use crate::domain::{daemonset::Strategy, json, node_terms, pod, shell, toleration};

const STILL: &str = "the controller still counts the node as eligible";

/// The first of the pod's own rules that its node does not meet, in the order of the scheduler's filters.
pub(super) fn find(scene: &Scene<'_>, pod: &Pod, node: &Node) -> Option<Finding> {
    let spec = serde_json::to_value(pod.spec.as_ref()?).ok()?;
    taints(scene, pod, node, &spec).or_else(|| selector(scene, pod, node, &spec))
}

fn taints(scene: &Scene<'_>, pod: &Pod, node: &Node, spec: &Value) -> Option<Finding> {
    let bad = toleration::untolerated(json::list(spec, &["tolerations"]), node);
    // What a node has while it is not ready is said of the node.
    let of_node = |key: &str| matches!(key, "node.kubernetes.io/not-ready" | "node.kubernetes.io/unreachable");
    let bad: Vec<_> = bad
        .iter()
        .filter(|taint| !(of_node(&taint.key) && unready(node)))
        .collect();
    let first = bad.first()?;
    let words: Vec<String> = bad.iter().map(ToString::to_string).collect();
    let words = words.join(", ");
    let name = node.metadata.name.as_deref().unwrap_or_default();
    let wanted = scene.placement(name).is_none_or(|placement| placement.runs);
    let summary = match wanted {
        true => format!("the pod does not tolerate taint {words}; {STILL}"),
        false => format!("taint {words} is not tolerated"),
    };
    let mut found = about(scene, pod, Code::UntoleratedTaint, summary);
    found.evidence.insert(
        0,
        Evidence::field(format!("node/{name}"), format!("spec.taints: {words}")),
    );
    let set = scene.set();
    let (namespace, set) = (set.namespace(), set.name());
    if wanted {
        found.evidence.insert(
            1,
            Evidence::field(object(pod), "spec.tolerations lack it, the template's do not"),
        );
        found.remedy =
            Remedy::text("find what takes tolerations away at admission, or delete the pod to have it made anew")
                .command(shell::command(
                    "kubectl -n {} delete pod {}",
                    &[namespace, pod::name(pod)],
                ));
        replaced(scene, pod, &mut found);
    } else if first.evicts() {
        // The controller deletes it itself (semantics A-4).
        found.severity = Severity::Info;
        found.heals = Heals::Itself { at: None };
        found.remedy = Remedy::text("wait until the controller deletes the pod");
    } else {
        found.severity = Severity::Warning;
        found.remedy = Remedy::text("tolerate the taint in the template, or delete the pod: none is made in its place")
            .command(shell::command("kubectl -n {} edit ds {}", &[namespace, set]));
    }
    Some(found)
}

fn selector(scene: &Scene<'_>, pod: &Pod, node: &Node, spec: &Value) -> Option<Finding> {
    let labels = node_terms::labels(spec, node);
    let terms = node_terms::terms(spec, node);
    let words = match (labels.first(), &terms) {
        (Some(label), _) => format!("nodeSelector {}={}", label.key, label.wanted),
        (None, Some(terms)) => {
            let nearest = node_terms::nearest(terms).and_then(|term| term.failing.first());
            match nearest {
                Some(miss) => format!(
                    "node affinity {} {} [{}]",
                    miss.key,
                    miss.operator,
                    miss.values.join(" ")
                ),
                None => "node affinity".to_owned(),
            }
        }
        (None, None) => return None,
    };
    let name = node.metadata.name.as_deref().unwrap_or_default();
    let set = scene.set();
    let wanted = scene.placement(name).is_none_or(|placement| placement.runs);
    if !wanted {
        // The template asks for the same; the controller deletes the pod (semantics A-3).
        let mut found = about(
            scene,
            pod,
            Code::NodeSelector,
            format!("{words} does not match its node any more"),
        );
        found.evidence.insert(0, differs(name, &labels, terms.as_deref()));
        found.severity = Severity::Info;
        found.heals = Heals::Itself { at: None };
        found.remedy = Remedy::text("wait until the controller deletes the pod");
        return Some(found);
    }
    let of_template = labels.first().is_some_and(|label| {
        json::strings(set.template(), &["spec", "nodeSelector"]).contains(&(&label.key, &label.wanted))
    });
    let whence = match (of_template, scene.updated(pod)) {
        (false, true) => "was added at admission",
        _ => "is the pod's, and not the template's",
    };
    let mut found = about(scene, pod, Code::NodeSelector, format!("{words} {whence}; {STILL}"));
    found.evidence.insert(0, differs(name, &labels, terms.as_deref()));
    let namespace = set.namespace();
    found.remedy = Remedy::text(
        "put the same selector into the template, or take it out of the namespace's annotations or of what adds it",
    )
    .command(shell::command(
        "kubectl get namespace {} -o jsonpath={}",
        &[namespace, "{.metadata.annotations}"],
    ));
    replaced(scene, pod, &mut found);
    Some(found)
}

fn differs(node: &str, labels: &[node_terms::Label], terms: Option<&[node_terms::Term]>) -> Evidence {
    let labels = labels.iter().map(ToString::to_string);
    let terms = terms.into_iter().flatten().map(|term| format!("nodeAffinity {term}"));
    let words: Vec<String> = labels.chain(terms).collect();
    Evidence::field(format!("node/{node}"), words.join("; "))
}

/// A pod of an old template that is not available is replaced at once (semantics B-22).
fn replaced(scene: &Scene<'_>, pod: &Pod, found: &mut Finding) {
    if !scene.updated(pod) && matches!(scene.set().strategy(), Strategy::RollingUpdate { .. }) {
        found.severity = Severity::Info;
        found.heals = Heals::Itself { at: None };
        found.remedy = Remedy::text("wait until the rollout replaces the pod");
    }
}
