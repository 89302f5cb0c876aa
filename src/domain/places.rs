//! Which nodes and pods a command line means: `n3`, `node/n3`, `pod/agent-x7f2q`, `node n3 n4`.

/// What the words name.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Places {
    /// Nodes.
    pub nodes: Vec<String>,
    /// Pods.
    pub pods: Vec<String>,
    /// DaemonSets.
    pub sets: Vec<String>,
    /// Names alone: of a node, else of a pod.
    pub bare: Vec<String>,
}

#[derive(Clone, Copy)]
enum Kind {
    Node,
    Pod,
    DaemonSet,
}

impl Places {
    /// Reads the words of a command line.
    ///
    /// # Errors
    /// Words that name something else, or nothing.
    pub fn parse(words: &[String]) -> Result<Self, String> {
        let mut places = Self::default();
        let (before, words) = match words.split_first() {
            Some((first, rest)) if !rest.is_empty() && kind(first).is_some() => (kind(first), rest),
            _ => (None, words),
        };
        for word in words {
            let (kind, name) = match word.split_once('/') {
                Some((before, name)) => {
                    let words = || format!("neither a node nor a pod: \"{word}\"");
                    (Some(kind(before).ok_or_else(words)?), name)
                }
                None => (before, word.as_str()),
            };
            if name.is_empty() || name.contains('/') {
                return Err("resource name may not be empty".to_owned());
            }
            let names = match kind {
                Some(Kind::Node) => &mut places.nodes,
                Some(Kind::Pod) => &mut places.pods,
                Some(Kind::DaemonSet) => &mut places.sets,
                None => &mut places.bare,
            };
            if !names.iter().any(|known| known == name) {
                names.push(name.to_owned());
            }
        }
        Ok(places)
    }

    /// Whether no node and no pod is named.
    pub fn everywhere(&self) -> bool {
        self.nodes.is_empty() && self.pods.is_empty() && self.bare.is_empty()
    }
}

fn kind(word: &str) -> Option<Kind> {
    match word {
        "node" | "nodes" | "no" => Some(Kind::Node),
        "pod" | "pods" | "po" => Some(Kind::Pod),
        word if super::target::is_kind(word) => Some(Kind::DaemonSet),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Result<(String, String, String, String), String> {
        let words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        let joined = |names: Vec<String>| names.join(" ");
        Places::parse(&words).map(|it| (joined(it.nodes), joined(it.pods), joined(it.sets), joined(it.bare)))
    }

    #[test]
    fn nodes_and_pods_are_named_as_kubectl_names_them() {
        let is = |line: &str, nodes: &str, pods: &str, sets: &str, bare: &str| {
            let expected = [nodes, pods, sets, bare].map(str::to_owned);
            assert_eq!(read(line), Ok(expected.into()), "{line}");
        };
        is("", "", "", "", "");
        is("n1 n2 n1", "", "", "", "n1 n2");
        is("node/n1 nodes/n2 pod/a po/b n3", "n1 n2", "a b", "", "n3");
        is("node n1 n2", "n1 n2", "", "", "");
        is("pods a", "", "a", "", "");
        is("ds/agent n1", "", "", "agent", "n1");
        is("node", "", "", "", "node");
        for wrong in ["deploy/x", "node/", "node/a/b"] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }
}
