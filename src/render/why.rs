//! The answer to `why` as text: a line for each node, or one node with the proof and what would change it.

use jiff::Timestamp;

use super::{
    age::age,
    clean::clean_line,
    findings,
    table::{Layout, Table},
    yaml::yaml,
};
use crate::domain::{
    diagnosis::{code::Code, finding::Finding},
    node_terms::nearest,
    placement::Reason,
    probe::Probe,
    toleration::Untolerated,
    why::{NodeWhy, Step, Why},
    why_change::Change,
    why_pod::PodWhy,
};

/// How it is drawn.
#[derive(Debug, Clone, Copy)]
pub struct Style {
    /// The moment that ages are counted to.
    pub now: Timestamp,
    /// More columns.
    pub wide: bool,
    /// Colour is wanted and possible.
    pub colour: bool,
    /// Of the table: the room there is, and whether headers are wanted.
    pub layout: Layout,
}

/// A line for each node, and for each pod where there are several.
pub fn table(why: &Why, style: Style) -> String {
    let mut headers = vec!["NODE", "ELIGIBLE", "POD", "STATE", "WHY"];
    if style.wide {
        headers.splice(4..4, ["REVISION", "SINCE"]);
    }
    let mut table = Table::new(&headers);
    let none = || "<none>".to_owned();
    let mut row = |node: &str, eligible: &str, pod: Option<&PodWhy>, missing: &str, why: String| {
        let state = pod.map_or_else(|| missing.to_owned(), |pod| pod.state.clone());
        let name = pod.map_or_else(none, |pod| pod.pod.clone());
        let mut cells = vec![node.to_owned(), eligible.to_owned(), name, state, why];
        if style.wide {
            let revision = pod
                .and_then(|pod| pod.revision)
                .map_or_else(none, |number| number.to_string());
            let since = pod
                .and_then(|pod| pod.since)
                .map_or_else(none, |since| age(Some(since), style.now));
            cells.splice(4..4, [revision, since]);
        }
        table.row(cells);
    };
    for node in &why.nodes {
        let (eligible, missing) = match (node.exists, node.eligible) {
            (Some(false), _) => ("gone", "<none>"),
            (_, Some(true)) if node.step == Step::PodsUnknown => ("yes", "<unknown>"),
            (_, Some(true)) => ("yes", "Missing"),
            (_, Some(false)) => ("no", "<none>"),
            (_, None) => ("<unknown>", "<none>"),
        };
        if node.pods.is_empty() {
            row(&node.node, eligible, None, missing, words(node, None));
        }
        for pod in &node.pods {
            row(&node.node, eligible, Some(pod), missing, words(node, Some(pod)));
        }
    }
    for pod in &why.lost_pods {
        row("<unknown>", "<unknown>", Some(pod), "", pod.why.clone());
    }
    table.text(style.layout)
}

/// The last column.
fn words(node: &NodeWhy, pod: Option<&PodWhy>) -> String {
    let several = node.pods.len() > 1;
    let mut parts = match pod {
        Some(pod) if node.eligible != Some(false) && (several || node.findings.is_empty()) => vec![pod.why.clone()],
        _ => vec![node.summary.clone()],
    };
    if parts[0].is_empty() && !several {
        parts[0].clone_from(&node.summary);
    }
    parts.extend(pod.and_then(|pod| pod.fate.clone()));
    parts.extend(node.notes.iter().cloned());
    parts.extend(node.probe.as_ref().map(probe));
    parts.retain(|part| !part.is_empty());
    parts.join("; ")
}

/// One node in full.
pub fn node(node: &NodeWhy, style: Style) -> Vec<String> {
    let mut lines = vec![clean_line(&head(node, style)).into_owned()];
    let mut line = |depth: usize, text: &str| lines.push(format!("{:1$}{2}", "", depth * 2, clean_line(text)));
    match node.step {
        // Said in the first line, or by the reasons.
        Step::Healthy | Step::NodeGone => {}
        Step::NodeName | Step::NodeSelector | Step::NodeAffinity | Step::Taints => {}
        _ if node.findings.is_empty() => {
            line(1, &node.summary);
            for proof in &node.evidence {
                line(2, &format!("{}: {}", proof.object, proof.text));
            }
        }
        _ => {}
    }
    for reason in node.reasons.iter().flat_map(reason) {
        line(1, &reason);
    }
    for pod in &node.pods {
        if let Some(fate) = &pod.fate {
            line(1, &format!("pod {}: {fate}", pod.pod));
        }
    }
    node.notes.iter().for_each(|note| line(1, note));
    if let Some(answer) = &node.probe {
        line(1, &probe(answer));
    }
    for change in &node.changes {
        lines.extend(changed(change).into_iter().map(|text| format!("  {text}")));
    }
    // What becomes of a pod where none should be has been said.
    let told = |finding: &&Finding| finding.code != Code::Misscheduled || node.reasons.is_empty();
    lines.extend(node.findings.iter().filter(told).flat_map(|it| found(it, style)));
    lines
}

/// A finding with their proof.
fn found(finding: &Finding, style: Style) -> Vec<String> {
    let text = findings::Style {
        now: style.now,
        width: None,
        colour: style.colour,
    };
    let mut own = findings::lines(finding, text).into_iter();
    let mut lines: Vec<String> = own.next().map(|first| format!("  {first}")).into_iter().collect();
    for proof in &finding.evidence {
        let text = format!("{}: {}", proof.object, proof.text);
        lines.push(format!("    {}", clean_line(&text)));
    }
    lines.extend(own.map(|line| format!("  {line}")));
    lines
}

/// A pod for no node that can be known.
pub fn lost(pod: &PodWhy, style: Style) -> Vec<String> {
    let mut lines = vec![
        clean_line(&format!(
            "pod {}: {}, for no node that can be known",
            pod.pod, pod.state
        ))
        .into_owned(),
    ];
    lines.extend(pod.findings.iter().flat_map(|finding| found(finding, style)));
    lines
}

fn head(node: &NodeWhy, style: Style) -> String {
    let eligible = match (node.exists, node.eligible) {
        (Some(false), _) => "does not exist",
        (_, Some(true)) => "eligible",
        (_, Some(false)) => "not eligible",
        (_, None) => "eligible or not is not known",
    };
    let pod = |pod: &PodWhy| {
        let since = pod.since.map(|since| format!(" for {}", age(Some(since), style.now)));
        format!("pod {} {}{}", pod.pod, pod.state, since.unwrap_or_default())
    };
    let pods: Vec<String> = node.pods.iter().map(pod).collect();
    let pods = match pods.is_empty() {
        true if node.step == Step::PodsUnknown => "pods may not be listed".to_owned(),
        true => "no pod".to_owned(),
        false => pods.join(", "),
    };
    format!("node {}: {eligible}, {pods}", node.node)
}

/// A reason, a line for each part.
fn reason(reason: &Reason) -> Vec<String> {
    match reason {
        Reason::NodeName(_) => vec![reason.to_string()],
        Reason::NodeSelector(labels) => labels.iter().map(|label| format!("nodeSelector {label}")).collect(),
        Reason::NodeAffinity(terms) if terms.is_empty() => vec![reason.to_string()],
        Reason::NodeAffinity(terms) => {
            let nearest = nearest(terms).filter(|_| terms.len() > 1).map(|term| term.number);
            let marked = |number| {
                if nearest == Some(number) {
                    " (the nearest miss)"
                } else {
                    ""
                }
            };
            terms
                .iter()
                .map(|term| format!("nodeAffinity {term}{}", marked(term.number)))
                .collect()
        }
        Reason::Taints(taints) => taints.iter().map(taint).collect(),
    }
}

fn taint(taint: &Untolerated) -> String {
    let pods = match taint.evicts() {
        true => "a pod that is there is deleted, and none is made",
        false => "a pod that is there stays, and none is made",
    };
    let mut near = Vec::new();
    if !taint.tolerated_effects.is_empty() {
        near.push(format!(
            "its effect {} is tolerated",
            taint.tolerated_effects.join(", ")
        ));
    }
    if !taint.tolerated_values.is_empty() {
        near.push(format!(
            "with the value {} it is tolerated",
            taint.tolerated_values.join(", ")
        ));
    }
    let near = match near.is_empty() {
        true => String::new(),
        false => format!(" ({})", near.join("; ")),
    };
    format!("taint {taint} is not tolerated{near}: {pods}")
}

fn changed(change: &Change) -> Vec<String> {
    let mut lines = vec![format!("→ {}", clean_line(&change.text))];
    if !change.tolerations.is_empty() {
        let text = yaml(&serde_json::json!({"tolerations": change.tolerations}));
        lines.extend(text.lines().map(|line| format!("    {}", clean_line(line))));
    }
    lines.extend(
        change
            .command
            .iter()
            .map(|command| format!("    {}", clean_line(command))),
    );
    lines
}

fn probe(answer: &Probe) -> String {
    const AS_WHOM: &str = "asked with your rights, not the controller's";
    match answer {
        Probe::Accepted { objections } if objections.is_empty() => format!("probe: the server takes a pod ({AS_WHOM})"),
        Probe::Accepted { objections } => format!(
            "probe: the server takes a pod ({AS_WHOM}), and admission changes it so that it does not fit: {}",
            objections.join("; ")
        ),
        Probe::Refused { message, .. } => format!("probe: the server refuses a pod ({AS_WHOM}): {message}"),
        Probe::NotAllowed { message } => format!("probe: not known, you may not create pods: {message}"),
    }
}

#[cfg(test)]
#[path = "why_test.rs"]
mod tests;
