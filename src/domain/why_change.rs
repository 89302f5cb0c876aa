//! What would make a node eligible: labels, tolerations, and the commands for them; and what is good to know of a node.

use k8s_openapi::api::core::v1::Node;
use serde::Serialize;
use serde_json::{Value, json};

use super::{
    daemonset::DaemonSet,
    json,
    node_terms::{Label, Requirement, Term, nearest},
    placement::Reason,
    shell,
    toleration::{self, Untolerated},
};

/// One thing that could be done so that a reason goes.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Change {
    /// What, in a clause.
    pub text: String,
    /// As a command, where one exists.
    pub command: Option<String>,
    /// What the template would have to have in `tolerations`.
    pub tolerations: Vec<Value>,
}

impl Change {
    fn new(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            command: None,
            tolerations: Vec::new(),
        }
    }

    fn command(mut self, command: String) -> Self {
        self.command = Some(command);
        self
    }
}

/// The changes that would each take a reason away.
pub(super) fn changes(set: &DaemonSet, node: &str, reason: &Reason) -> Vec<Change> {
    match reason {
        Reason::NodeName(_) => vec![Change::new("take spec.nodeName out of the template")],
        Reason::NodeSelector(labels) => vec![Change::new("label the node").command(relabel(node, labels))],
        Reason::NodeAffinity(terms) => affinity(node, terms),
        Reason::Taints(taints) => tolerate(set, node, taints),
    }
}

fn relabel(node: &str, labels: &[Label]) -> String {
    let pairs: Vec<String> = labels
        .iter()
        .map(|label| format!("{}={}", label.key, label.wanted))
        .collect();
    let over = labels.iter().any(|label| label.found.is_some());
    label(node, &pairs, over)
}

fn label(node: &str, labels: &[String], over: bool) -> String {
    let over = if over { " --overwrite" } else { "" };
    let words = shell::words(labels.iter().map(String::as_str));
    shell::command("kubectl label node {} ", &[node]) + &words + over
}

fn affinity(node: &str, terms: &[Term]) -> Vec<Change> {
    let Some(term) = nearest(terms) else {
        return vec![Change::new(
            "give the template's required node affinity terms with requirements, or take it out: as it is, it matches no node",
        )];
    };
    let number = term.number;
    if term.failing.iter().any(|requirement| requirement.field) {
        return vec![Change::new(format!(
            "change term {number} of the template's node affinity, which is for other nodes"
        ))];
    }
    let of_several = if terms.len() > 1 {
        format!(" (term {number} is the nearest)")
    } else {
        String::new()
    };
    let mut change = Change::new(format!("label the node{of_several}"));
    let labels: Option<Vec<String>> = term.failing.iter().map(meeting).collect();
    if let Some(labels) = labels {
        let over = term.failing.iter().any(|it| it.found.is_some()) && labels.iter().any(|label| label.contains('='));
        change.command = Some(label(node, &labels, over));
    } else {
        change.text = format!("change term {number} of the template's node affinity, which no label can meet");
    }
    vec![change]
}

/// The argument of `kubectl label` by which a requirement is met; `None` where no label can.
fn meeting(requirement: &Requirement) -> Option<String> {
    let key = &requirement.key;
    let limit = || requirement.values.first()?.parse::<i64>().ok();
    match requirement.operator.as_str() {
        "In" => Some(format!("{key}={}", requirement.values.first()?)),
        "Exists" => requirement.values.is_empty().then(|| format!("{key}=")),
        "NotIn" if !requirement.values.is_empty() => Some(format!("{key}-")),
        "DoesNotExist" if requirement.values.is_empty() => Some(format!("{key}-")),
        "Gt" => Some(format!("{key}={}", limit()?.checked_add(1)?)),
        "Lt" => Some(format!("{key}={}", limit()?.checked_sub(1)?)),
        _ => None,
    }
}

fn tolerate(set: &DaemonSet, node: &str, taints: &[Untolerated]) -> Vec<Change> {
    let mut changes = Vec::new();
    let keys = |taints: &[&Untolerated]| taints.iter().map(|it| it.key.as_str()).collect::<Vec<_>>().join(", ");
    // Those of the node lifecycle come and go by themselves.
    let (own, given): (Vec<&Untolerated>, Vec<_>) =
        taints.iter().partition(|it| it.key.starts_with("node.kubernetes.io/"));
    if !own.is_empty() {
        let text = format!("get the node well: {} then goes by itself", keys(&own));
        changes.push(Change::new(text).command(shell::command("kubectl describe node {}", &[node])));
    }
    if taints.iter().all(|taint| taint.host_network_tolerates) {
        changes.push(Change::new(
            "set hostNetwork: true in the template: node.kubernetes.io/network-unavailable is then tolerated by itself",
        ));
    }
    // A pod cannot be started on a node that does not answer, whatever it tolerates.
    let helps = |taint: &&Untolerated| taint.key != "node.kubernetes.io/unreachable";
    let tolerations: Vec<Value> = taints.iter().filter(helps).map(Untolerated::toleration).collect();
    if !tolerations.is_empty() {
        changes.push(tolerating(set, tolerations));
    }
    if !given.is_empty() {
        let words: Vec<String> = given
            .iter()
            .map(|taint| format!("{}:{}-", taint.key, taint.effect))
            .collect();
        let words = shell::words(words.iter().map(String::as_str));
        let command = shell::command("kubectl taint node {} ", &[node]) + &words;
        changes.push(Change::new("take it off the node").command(command));
    }
    changes
}

fn tolerating(set: &DaemonSet, tolerations: Vec<Value>) -> Change {
    let none = json::list(set.template(), &["spec", "tolerations"]).is_empty();
    let path = "/spec/template/spec/tolerations";
    let patch = match none {
        true => json!([{"op": "add", "path": path, "value": tolerations}]),
        false => tolerations
            .iter()
            .map(|value| json!({"op": "add", "path": format!("{path}/-"), "value": value}))
            .collect(),
    };
    let mut change = Change::new("tolerate it in the template, which replaces all pods");
    change.tolerations = tolerations;
    change.command(shell::command(
        "kubectl -n {} patch ds {} --type json -p {}",
        &[set.namespace(), set.name(), &patch.to_string()],
    ))
}

/// What is good to know of a node besides whether it is eligible.
pub(super) fn notes(set: &DaemonSet, node: &Node, reasons: &[Reason]) -> Vec<String> {
    let mut notes = Vec::new();
    let spec = json::at(set.template(), &["spec"]).unwrap_or(&Value::Null);
    let cordoned = node.spec.as_ref().is_some_and(|spec| spec.unschedulable == Some(true));
    if cordoned && reasons.is_empty() {
        notes.push("cordoned, still eligible: pods of DaemonSets tolerate that".to_owned());
    }
    for (taint, seconds) in toleration::finite(&toleration::of_template(spec), node) {
        notes.push(format!(
            "taint {taint} is tolerated for {seconds}s only: a pod is evicted after that, and made anew, again and again"
        ));
    }
    let network = ["node.kubernetes.io/network-unavailable", "node.kubernetes.io/not-ready"];
    let unready = reasons.iter().any(|reason| match reason {
        Reason::Taints(taints) => taints.iter().any(|taint| network.contains(&taint.key.as_str())),
        _ => false,
    });
    if unready && plugs_network(spec) {
        notes.push(
            "deadlock: this DaemonSet sets up the network (/etc/cni/net.d), and waits for the network itself"
                .to_owned(),
        );
    }
    notes
}

/// Whether the pods set up the network of their nodes (C53).
fn plugs_network(spec: &Value) -> bool {
    let volumes = json::list(spec, &["volumes"]).iter();
    let mut paths = volumes.map(|volume| json::text(volume, &["hostPath", "path"]));
    paths.any(|path| path.trim_end_matches('/').ends_with("/cni/net.d"))
}

/// Whether a member of a selector selects nothing in particular.
pub(super) fn nothing(value: &Value) -> bool {
    match value {
        Value::Object(members) => members.is_empty(),
        Value::Array(items) => items.is_empty(),
        other => other.is_null(),
    }
}
