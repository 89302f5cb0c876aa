//! What placement says beside what the controller did, and both in words where they differ.

use std::collections::BTreeMap;

use anyhow::{Result, ensure};
use k8s_openapi::api::core::v1::Node;
use kubectl_ds::domain::{daemonset::DaemonSet, placement::placement};
use serde_json::{Value, json};

/// What came of one template.
pub enum Outcome {
    /// The server did not take it.
    Refused(String),
    /// Placement and controller agree.
    Right(Right),
    /// They do not; the rest in words.
    Wrong(String),
}

/// Nodes that were compared, those with a pod, and pods that were there when the nodes changed.
#[derive(Default)]
pub struct Right {
    pub nodes: usize,
    pub pods: usize,
    pub kept: usize,
    pub lost: usize,
}

/// Node and uid of each pod of a DaemonSet.
pub type Pods = BTreeMap<String, String>;

fn name_of(node: &Node) -> &str {
    node.metadata.name.as_deref().unwrap_or_default()
}

/// A pod on each node on which one should run, and on no other.
pub fn compare(set: &Result<DaemonSet, String>, nodes: &[Node], pods: &Pods) -> Outcome {
    let set = match set {
        Ok(set) => set,
        Err(reason) => return Outcome::Refused(reason.clone()),
    };
    for node in nodes {
        let said = placement(set, node);
        if said.runs != pods.contains_key(name_of(node)) {
            return Outcome::Wrong(in_words(set, node, &format!("{said:?}"), pods));
        }
    }
    let others: Vec<_> = pods
        .keys()
        .filter(|name| !nodes.iter().any(|node| name_of(node) == *name))
        .collect();
    if !others.is_empty() {
        return Outcome::Wrong(format!("pods on nodes that are not there: {others:?}"));
    }
    Outcome::Right(Right {
        nodes: nodes.len(),
        pods: pods.len(),
        ..Right::default()
    })
}

/// After a change of nodes: where a pod may stay the very same is there, and a new one where one should run. How many
/// stayed, how many went.
pub fn changed(set: &DaemonSet, before: &[Node], after: &[Node], then: &Pods, now: &Pods) -> Result<[usize; 2]> {
    let (mut kept, mut lost) = (0, 0);
    for (was, node) in before.iter().zip(after) {
        let (said, name) = (placement(set, node), name_of(node));
        let right = match (then.get(name), now.get(name)) {
            (Some(old), Some(new)) => said.stays && old == new,
            (Some(_), None) => !said.stays,
            (None, there) => said.runs == there.is_some(),
        };
        let stayed = usize::from(then.contains_key(name) && now.contains_key(name));
        (kept, lost) = (kept + stayed, lost + usize::from(then.contains_key(name)) - stayed);
        let were = &was.spec.as_ref().map(|spec| &spec.taints);
        ensure!(
            right,
            "before: taints {were:?}, pod {:?}\n{}",
            then.get(name),
            in_words(set, node, &format!("{said:?}"), now)
        );
    }
    Ok([kept, lost])
}

fn in_words(set: &DaemonSet, node: &Node, said: &str, pods: &Pods) -> String {
    let mut template = set.template()["spec"].clone();
    template.as_object_mut().map(|spec| spec.remove("containers"));
    let node = json!({"metadata": {"name": node.metadata.name, "labels": node.metadata.labels}, "spec": node.spec});
    let yaml = |value: &Value| serde_yaml::to_string(value).unwrap_or_else(|error| error.to_string());
    let nodes: Vec<_> = pods.keys().collect();
    format!(
        "{said}\nThe controller's pods are on {nodes:?}.\n--- node\n{}--- template\n{}",
        yaml(&node),
        yaml(&template)
    )
}
