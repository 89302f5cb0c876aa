//! What may not be read, or was not saved, and what is therefore not known: a line for each, naming verb and resource as RBAC
//! does (case C65).

use crate::domain::snapshot::{Right, Snapshot};

/// A line for everything that is missing in the snapshot, without the word `Warning`. In one of `saved` objects no right is
/// missing: what is not there was not saved. Other controllers rarely are; of those nothing is said then.
pub fn lines(snapshot: &Snapshot, saved: bool) -> Vec<String> {
    let missing = &snapshot.around.missing;
    let mut lines = Vec::new();
    let mut add = |absent: bool, what: &str, unknown: &str| match absent {
        true if saved => lines.push(format!(
            "the snapshot has no {}: {unknown}",
            what.trim_start_matches("list ")
        )),
        true => lines.push(format!("no right to {what}: {unknown}")),
        false => {}
    };
    add(
        snapshot.pods.is_none(),
        "list pods",
        "the counters alone are shown, not whether the pods agree",
    );
    add(
        snapshot.revisions.is_none(),
        "list controllerrevisions.apps",
        "revision numbers are not shown",
    );
    add(
        missing.contains(&Right::Nodes),
        "list nodes",
        "what is wrong with a node, and nodes without a pod, are not shown",
    );
    add(
        missing.contains(&Right::Events),
        "list events",
        "why pods are refused, and what kubelets and scheduler say, is not shown",
    );
    add(
        missing.contains(&Right::Neighbours),
        "list pods in all namespaces",
        "who holds what a pending pod needs is not shown",
    );
    let kinds = missing.iter().filter(|right| matches!(right, Right::Controllers(_)));
    let kinds: Vec<_> = kinds.map(ToString::to_string).collect();
    add(
        !kinds.is_empty() && !saved,
        &format!("list {}", kinds.join(", ")),
        "whether one of them selects the same pods is not shown",
    );
    for watch in missing.iter().filter(|right| matches!(right, Right::Watch(_))) {
        add(
            true,
            &watch.to_string(),
            "they are read again every two seconds instead",
        );
    }
    lines
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::domain::{daemonset::DaemonSet, rival::Kind, snapshot::Around};

    #[test]
    fn each_missing_right_is_a_line_and_controllers_are_one() {
        let mut snapshot = Snapshot {
            daemonset: DaemonSet::new(json!({})),
            revisions: Some(std::sync::Arc::default()),
            pods: Some(Vec::new()),
            around: Around::default(),
            taken: jiff::Timestamp::UNIX_EPOCH,
        };
        assert_eq!(lines(&snapshot, false), [""; 0]);
        snapshot.around.missing = vec![
            Right::Nodes,
            Right::Controllers(Kind::ReplicaSet),
            Right::Controllers(Kind::ReplicationController),
            Right::Watch("pods"),
        ];
        snapshot.revisions = None;
        let said = lines(&snapshot, false);
        let named: Vec<_> = said
            .iter()
            .filter_map(|line| line.split_once(": "))
            .map(|it| it.0)
            .collect();
        let wanted = [
            "no right to list controllerrevisions.apps",
            "no right to list nodes",
            "no right to list replicasets.apps, replicationcontrollers",
            "no right to watch pods",
        ];
        assert_eq!(named, wanted, "C65");
        let saved = lines(&snapshot, true);
        assert!(
            saved.len() == 3 && saved[1].starts_with("the snapshot has no nodes: "),
            "{saved:?}"
        );
    }
}
