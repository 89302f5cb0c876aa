//! The template itself: metadata, then what concerns the whole pod (semantics F-1…F-5, F-12…F-16).

use serde_json::Value;

use super::{container::containers, go, volume::volumes, writer::Writer};
use crate::domain::{
    daemonset::LAST_APPLIED,
    json::{at, int, list, text},
    selector::query,
};

/// kubectl's cut for the text of an annotation, in bytes.
pub(super) const LONG: usize = 140;

/// The block from `Pod Template:` to the last toleration, as kubectl v1.37 prints it (semantics F). `template` is a
/// PodTemplateSpec; raw tabs, a newline at the end. Long annotation lines are cut before, never within, a character.
pub fn template_block(template: &Value) -> String {
    let mut writer = Writer::default();
    let w = &mut writer;
    w.write(0, format_args!("Pod Template:\n"));
    labels("  Labels", &go::sorted(template, &["metadata", "labels"]), w);
    if !go::sorted(template, &["metadata", "annotations"]).is_empty() {
        annotations("  Annotations", template, w);
    }
    let spec = at(template, &["spec"]).unwrap_or(&Value::Null);
    only_if_set("Service Account", text(spec, &["serviceAccountName"]), w);
    let init = list(spec, &["initContainers"]);
    if !init.is_empty() {
        containers("Init Containers", init, w);
    }
    containers("Containers", list(spec, &["containers"]), w);
    volumes(list(spec, &["volumes"]), w);
    topology_spread(spec, w);
    only_if_set("Priority Class Name", text(spec, &["priorityClassName"]), w);
    labels("  Node-Selectors", &go::sorted(spec, &["nodeSelector"]), w);
    tolerations(spec, w);
    if let Some(group) = at(spec, &["schedulingGroup"]) {
        w.write(1, format_args!("SchedulingGroup:\n"));
        w.write(1, format_args!("PodGroupName:\t{}\n", text(group, &["podGroupName"])));
    }
    writer.finish()
}

fn only_if_set(title: &str, value: &str, w: &mut Writer) {
    if !value.is_empty() {
        w.write(1, format_args!("{title}:\t{value}\n"));
    }
}

/// `k=v` a line; all but the first start with a tab and no indentation (semantics F-2).
pub(super) fn labels(title: &str, labels: &[(&str, &str)], w: &mut Writer) {
    w.write(0, format_args!("{title}:\t"));
    if labels.is_empty() {
        w.write(0, format_args!("<none>\n"));
    }
    for (index, (key, value)) in labels.iter().enumerate() {
        if index > 0 {
            // Two writes, as in kubectl: within a claim template each is indented.
            w.write(0, format_args!(""));
            w.write(0, format_args!("\t"));
        }
        w.write(0, format_args!("{key}={value}\n"));
    }
}

/// The annotations of an object's metadata (semantics F-3).
pub(super) fn annotations(title: &str, object: &Value, w: &mut Writer) {
    let mut annotations = go::sorted(object, &["metadata", "annotations"]);
    annotations.retain(|(key, _)| *key != LAST_APPLIED);
    w.write(0, format_args!("{title}:\t"));
    if annotations.is_empty() {
        w.write(0, format_args!("<none>\n"));
    }
    for (index, (key, value)) in annotations.iter().enumerate() {
        if index > 0 {
            w.write(0, format_args!("\t"));
        }
        let value = value.strip_suffix('\n').unwrap_or(value);
        if key.len() + value.len() + 2 <= LONG && !value.contains('\n') {
            w.write(0, format_args!("{key}: {value}\n"));
            continue;
        }
        w.write(0, format_args!("{key}:\n"));
        for line in value.split('\n') {
            w.write(0, format_args!("\t  {}\n", shortened(line, LONG - 2)));
        }
    }
}

/// At most `limit` bytes and `...` where something is missing. kubectl may cut a character in two; this does not.
pub(super) fn shortened(text: &str, limit: usize) -> String {
    if text.len() <= limit {
        return text.to_owned();
    }
    let cut = (0..=limit)
        .rev()
        .find(|at| text.is_char_boundary(*at))
        .unwrap_or_default();
    format!("{}...", &text[..cut])
}

/// Sorted by key; continuation lines start with two spaces and a tab (semantics F-12).
fn topology_spread(spec: &Value, w: &mut Writer) {
    let mut constraints: Vec<&Value> = list(spec, &["topologySpreadConstraints"]).iter().collect();
    constraints.sort_by_key(|constraint| text(constraint, &["topologyKey"]));
    for (index, constraint) in constraints.iter().enumerate() {
        match index {
            0 => w.write(1, format_args!("Topology Spread Constraints:\t")),
            _ => w.write(1, format_args!("\t")),
        }
        let (key, when) = (
            text(constraint, &["topologyKey"]),
            text(constraint, &["whenUnsatisfiable"]),
        );
        w.write(
            0,
            format_args!(
                "{key}:{when} when max skew {} is exceeded",
                int(constraint, &["maxSkew"])
            ),
        );
        match at(constraint, &["labelSelector"]).map(query).as_deref() {
            Some("") => w.write(0, format_args!(" for selector <none>")),
            Some(selector) => w.write(0, format_args!(" for selector {selector}")),
            None => {}
        }
        w.write(0, format_args!("\n"));
    }
}

/// The template's own tolerations, sorted by key (semantics F-15).
fn tolerations(spec: &Value, w: &mut Writer) {
    let mut tolerations: Vec<&Value> = list(spec, &["tolerations"]).iter().collect();
    tolerations.sort_by_key(|toleration| text(toleration, &["key"]));
    w.write(1, format_args!("Tolerations:\t"));
    if tolerations.is_empty() {
        w.write(0, format_args!("<none>\n"));
    }
    for (index, toleration) in tolerations.iter().enumerate() {
        let of = |name| text(toleration, &[name]);
        let mut parts = of("key").to_owned();
        for (separator, member) in [("=", "value"), (":", "effect")] {
            if !of(member).is_empty() {
                parts += &format!("{separator}{}", of(member));
            }
        }
        if of("operator") == "Exists" && of("value").is_empty() {
            parts += if parts.is_empty() { "op=Exists" } else { " op=Exists" };
        }
        if at(toleration, &["tolerationSeconds"]).is_some() {
            parts += &format!(" for {}s", int(toleration, &["tolerationSeconds"]));
        }
        let tab = if index > 0 { "\t" } else { "" };
        w.write(0, format_args!("{tab}{parts}\n"));
    }
}
