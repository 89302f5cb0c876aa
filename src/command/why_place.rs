//! Which nodes of which DaemonSet the names and the selector of `why` mean, once both are read; and what is near to a name
//! that nothing has.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::domain::{places, pod, selector, snapshot::Snapshot};

/// What was asked, and of whom.
pub(super) struct Places<'a> {
    /// The names.
    pub(super) named: &'a places::Places,
    /// The selector for nodes.
    pub(super) selector: Option<&'a Value>,
    /// The DaemonSets.
    pub(super) snapshots: &'a [Snapshot],
}

impl Places<'_> {
    /// For each DaemonSet the nodes to look at: `None` where none of its is asked for, `Some(None)` for all.
    pub(super) fn answers(&self) -> Vec<Option<Option<BTreeSet<String>>>> {
        self.snapshots.iter().map(|snapshot| self.of(snapshot)).collect()
    }

    fn of(&self, snapshot: &Snapshot) -> Option<Option<BTreeSet<String>>> {
        if let Some(wanted) = self.selector {
            let nodes = snapshot.around.nodes.iter().flat_map(|nodes| nodes.iter());
            let matching = nodes.filter(|node| {
                let labels = node.metadata.labels.as_ref();
                selector::matches(wanted, |key| labels?.get(key).map(String::as_str))
            });
            return Some(Some(matching.filter_map(|node| node.metadata.name.clone()).collect()));
        }
        if self.named.everywhere() {
            return Some(None);
        }
        let bare = self.named.bare.iter();
        let nodes = bare.clone().filter(|name| self.is_node(name) || !self.is_pod(name));
        let mut wanted: BTreeSet<String> = self.named.nodes.iter().chain(nodes).cloned().collect();
        wanted.retain(|name| self.known(name));
        let mut lost = false;
        for name in self.named.pods.iter().chain(bare.filter(|name| !self.is_node(name))) {
            for found in snapshot.pods().filter(|pod| pod::name(pod) == name) {
                match pod::node(found) {
                    Some(node) => drop(wanted.insert(node.to_owned())),
                    None => lost = true,
                }
            }
        }
        (lost || !wanted.is_empty()).then_some(Some(wanted))
    }

    /// An error for each name that nothing has, with those near to it.
    pub(super) fn unknown(&self) -> Vec<String> {
        let mut errors = Vec::new();
        let nodes = || self.node_names();
        let pods = || {
            self.snapshots
                .iter()
                .flat_map(Snapshot::pods)
                .map(pod::name)
                .collect::<BTreeSet<_>>()
        };
        for name in &self.named.nodes {
            if !self.is_node(name) && self.readable() {
                errors.push(format!("node \"{name}\" does not exist{}", near(name, &nodes())));
            } else if !self.known(name) {
                errors.push(unreadable(name));
            }
        }
        for name in &self.named.pods {
            if !self.is_pod(name) {
                let words = format!("no pod \"{name}\" belongs to these DaemonSets{}", near(name, &pods()));
                errors.push(words);
            }
        }
        for name in &self.named.bare {
            if self.is_node(name) || self.is_pod(name) {
                continue;
            }
            if !self.readable() {
                if !self.known(name) {
                    errors.push(unreadable(name));
                }
                continue;
            }
            let names: BTreeSet<&str> = nodes().into_iter().chain(pods()).collect();
            errors.push(format!(
                "neither a node nor a pod of a DaemonSet here is called \"{name}\"{}",
                near(name, &names)
            ));
        }
        errors
    }

    fn readable(&self) -> bool {
        self.snapshots.iter().any(|snapshot| snapshot.around.nodes.is_some())
    }

    fn is_node(&self, name: &str) -> bool {
        self.snapshots
            .iter()
            .any(|snapshot| snapshot.around.node(name).is_some())
    }

    fn is_pod(&self, name: &str) -> bool {
        self.snapshots
            .iter()
            .flat_map(Snapshot::pods)
            .any(|pod| pod::name(pod) == name)
    }

    /// Whether there is anything to say of a node: it exists, or a pod is bound to it or for it.
    fn known(&self, name: &str) -> bool {
        let mut pods = self.snapshots.iter().flat_map(Snapshot::pods);
        self.is_node(name) || pods.any(|pod| pod::node(pod) == Some(name))
    }

    fn node_names(&self) -> BTreeSet<&str> {
        let nodes = self
            .snapshots
            .iter()
            .filter_map(|snapshot| snapshot.around.nodes.as_deref());
        nodes
            .flatten()
            .filter_map(|node| node.metadata.name.as_deref())
            .collect()
    }
}

fn unreadable(name: &str) -> String {
    format!("whether a node \"{name}\" exists is not known without the right to list nodes, and no pod is on it")
}

fn near(name: &str, known: &BTreeSet<&str>) -> String {
    let known: Vec<&str> = known.iter().copied().collect();
    let close = similar::get_close_matches(name, &known, 3, 0.6);
    match close.is_empty() {
        true => String::new(),
        false => format!("; did you mean {}?", close.join(" or ")),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use jiff::Timestamp;
    use serde_json::json;

    use super::*;
    use crate::domain::{daemonset::DaemonSet, snapshot::Around};

    fn snapshot(nodes: Option<&[&str]>) -> Snapshot {
        let node = |name: &&str| serde_json::from_value(json!({"metadata": {"name": name, "labels": {"at": name}}}));
        let pod = json!({"metadata": {"name": "agent-x"}, "spec": {"nodeName": "n2", "containers": []}});
        Snapshot {
            daemonset: DaemonSet::new(json!({"metadata": {"name": "agent"}})),
            revisions: None,
            pods: Some(vec![Arc::new(serde_json::from_value(pod).expect("a pod"))]),
            around: Around {
                nodes: nodes.map(|nodes| Arc::new(nodes.iter().map(|it| node(it).expect("a node")).collect())),
                ..Around::default()
            },
            taken: Timestamp::UNIX_EPOCH,
        }
    }

    fn asked(words: &[&str], nodes: Option<&[&str]>) -> (Option<Vec<String>>, Vec<String>) {
        let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
        let (named, snapshots) = (places::Places::parse(&words).expect("places"), [snapshot(nodes)]);
        let places = Places {
            named: &named,
            selector: None,
            snapshots: &snapshots,
        };
        let found = places.answers().remove(0).flatten();
        (found.map(|nodes| nodes.into_iter().collect()), places.unknown())
    }

    #[test]
    fn a_bare_name_is_a_node_or_else_a_pod() {
        let all = Some(&["n1", "n2", "n10"][..]);
        assert_eq!(
            asked(&["n1", "agent-x"], all),
            (Some(vec!["n1".to_owned(), "n2".to_owned()]), vec![])
        );
        assert_eq!(asked(&["pod/agent-x"], all).0, Some(vec!["n2".to_owned()]));
        let (found, errors) = asked(&["n11"], all);
        assert_eq!(found, None);
        assert_eq!(
            errors,
            ["neither a node nor a pod of a DaemonSet here is called \"n11\"; did you mean n1 or n10?"]
        );
        let (_, errors) = asked(&["node/n11", "pod/agent-y"], all);
        assert_eq!(errors[0], "node \"n11\" does not exist; did you mean n1 or n10?");
        assert_eq!(
            errors[1],
            "no pod \"agent-y\" belongs to these DaemonSets; did you mean agent-x?"
        );
    }

    #[test]
    fn without_the_right_to_list_nodes_pods_are_still_found() {
        assert_eq!(asked(&["n2"], None), (Some(vec!["n2".to_owned()]), vec![]), "C65");
        assert_eq!(asked(&["agent-x"], None), (Some(vec!["n2".to_owned()]), vec![]), "C65");
        let (found, errors) = asked(&["n1"], None);
        assert!(
            found.is_none() && errors[0].contains("right to list nodes"),
            "C65 {errors:?}"
        );
    }

    #[test]
    fn a_selector_picks_nodes() {
        let (named, snapshots) = (places::Places::default(), [snapshot(Some(&["n1", "n2"]))]);
        let selector = selector::parse("at in (n2,n3)").expect("a selector");
        let places = Places {
            named: &named,
            selector: Some(&selector),
            snapshots: &snapshots,
        };
        assert_eq!(places.answers(), [Some(Some(BTreeSet::from(["n2".to_owned()])))]);
    }
}
