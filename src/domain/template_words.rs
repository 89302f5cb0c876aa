//! A change of a pod template in a few words, for one line of `history` or of `undo`.

use std::fmt;

use serde_json::Value;

use super::{
    daemonset::RESTARTED_AT,
    template_diff::{Change, Step},
};

/// Longer values are cut: the line says that something changed, the diff says what.
const LONGEST: usize = 60;

impl Change {
    /// Where: `containers[main].env[FLAG]`, from the pod's spec down; `metadata.labels.app`.
    pub fn place(&self) -> String {
        let mut place = String::new();
        let steps = match self.path.as_slice() {
            [Step::Member(first), rest @ ..] if first == "spec" && !rest.is_empty() => rest,
            all => all,
        };
        for step in steps {
            match step {
                Step::Member(field) if place.is_empty() => place.push_str(field),
                Step::Member(field) => place = format!("{place}.{field}"),
                Step::Element(key) => place = format!("{place}[{key}]"),
            }
        }
        place
    }

    /// What changed, as a person would name it: `container side`, `env FLAG of main`, `hostNetwork`.
    pub fn subject(&self) -> String {
        let (owner, thing) = self.parts();
        if owner.is_empty() {
            thing
        } else {
            format!("{thing} of {owner}")
        }
    }

    /// The container the change is in (empty outside of one) and the thing in it.
    fn parts(&self) -> (String, String) {
        use Step::{Element, Member};
        let path = self.path.as_slice();
        match path {
            [Member(spec), Member(list), Element(name), rest @ ..] if spec == "spec" && list.ends_with("ontainers") => {
                let init = list == "initContainers";
                match rest {
                    [] => (
                        String::new(),
                        format!("{}container {name}", if init { "init " } else { "" }),
                    ),
                    rest => (format!("{}{name}", if init { "init " } else { "" }), thing(rest)),
                }
            }
            [Member(first), rest @ ..] if (first == "spec" || first == "metadata") && !rest.is_empty() => {
                (String::new(), thing(rest))
            }
            path => (String::new(), thing(path)),
        }
    }
}

/// The name of what is at the end of a path inside a container or a pod's spec.
fn thing(path: &[Step]) -> String {
    use Step::{Element, Member};
    match path {
        [Member(list), Element(key)] => format!("{} {key}", singular(list)),
        [Member(list), Element(key), rest @ ..] => format!("{} {key} {}", singular(list), thing(rest)),
        [Member(group), Member(key)] if matches!(group.as_str(), "labels" | "annotations") => {
            format!("{} {key}", singular(group))
        }
        [Member(group), rest @ ..] if group == "resources" && !rest.is_empty() => thing(rest),
        [Member(field)] => field.clone(),
        [Member(field), rest @ ..] => format!("{field}.{}", thing(rest)),
        [Element(key), ..] => key.clone(),
        [] => "template".to_owned(),
    }
}

fn singular(list: &str) -> &str {
    match list {
        "volumeMounts" => "mount",
        "volumeDevices" => "device",
        "imagePullSecrets" => "pull secret",
        "topologySpreadConstraints" => "spread over",
        "hostAliases" => "host alias",
        other => other.strip_suffix('s').unwrap_or(other),
    }
}

impl fmt::Display for Change {
    /// One line: `main image agent:1 → agent:2`, `+toleration gpu:NoSchedule`, `main env FLAG removed`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (owner, thing) = self.parts();
        if !owner.is_empty() {
            write!(f, "{owner} ")?;
        }
        let restart = matches!(self.path.as_slice(), [.., Step::Member(key)] if key == RESTARTED_AT);
        let element = matches!(self.path.last(), Some(Step::Element(_)));
        match (&self.from, &self.to) {
            _ if self.reordered => write!(f, "order of {thing}"),
            (_, Some(_)) if restart => f.write_str("restarted"),
            (Some(_), None) if restart => f.write_str("restart mark removed"),
            (None, Some(to)) if element => match detail(&thing, to) {
                Some(detail) => write!(f, "+{thing} {detail}"),
                None => write!(f, "+{thing}"),
            },
            (None, Some(to)) => match scalar(to) {
                Some(to) => write!(f, "+{thing} {to}"),
                None => write!(f, "+{thing}"),
            },
            (Some(_), None) => write!(f, "{thing} removed"),
            (Some(from), Some(to)) => match (scalar(from), scalar(to)) {
                (Some(from), Some(to)) if thing == "image" => {
                    let (from, to) = shorten(&from, &to);
                    write!(f, "image {from} → {to}")
                }
                (Some(from), Some(to)) => write!(f, "{thing} {from} → {to}"),
                _ => write!(f, "{thing} changed"),
            },
            (None, None) => write!(f, "{thing} changed"),
        }
    }
}

/// What is worth saying of an element that is new.
fn detail(thing: &str, element: &Value) -> Option<String> {
    let text = |member| element.get(member).and_then(scalar);
    match thing.split_once(' ') {
        Some(("env", _)) => text("value"),
        _ => text("image").map(|image| format!("({image})")),
    }
}

/// A scalar as text, cut where it is long; `None` for lists and objects.
fn scalar(value: &Value) -> Option<String> {
    let text = match value {
        Value::String(text) if text.is_empty() => "\"\"".to_owned(),
        Value::String(text) => text.clone(),
        Value::Number(_) | Value::Bool(_) => value.to_string(),
        _ => return None,
    };
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => Some(format!("{}…", &text[..end])),
        None => Some(text),
    }
}

/// Two images without what they have in common before the last path component: `agent:1`, `agent:2`.
fn shorten<'a>(from: &'a str, to: &'a str) -> (&'a str, &'a str) {
    let cut = |image: &str| image.rfind('/').map_or(0, |slash| slash + 1);
    let (a, b) = (cut(from), cut(to));
    if from[..a] == to[..b] {
        (&from[a..], &to[b..])
    } else {
        (from, to)
    }
}
