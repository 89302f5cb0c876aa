//! kwok's stages, from `stages/*.yaml`: what nodes and pods do by themselves, and the faults that a test asks for. A line
//! `@name@` of theirs stands for the lines of `stages/parts/name.tmpl`, and `@FAULT@` for the jq expression below.
//!
//! A fault is asked for by the tag of an image (`agent:crash-loop`, `agent:v2-crash-loop`: the containers with that image are
//! hit), or by the annotation or label `kubectl-ds.test/fault: crash-loop` (all containers are hit). The annotation
//! `kubectl-ds.test/fault-nodes: node-1,node-2` limits it to pods of these nodes; the fault `none` in a pod's annotation
//! cures it. Other annotations: `kubectl-ds.test/ready-after: 5s` and `kubectl-ds.test/terminate-after: 5s`.

/// All faults there are.
pub const FAULTS: [&str; 31] = [
    "image-pull",
    "image-auth",
    "image-registry",
    "image-platform",
    "image-quota",
    "image-name",
    "image-never",
    "init-pull",
    "config-error",
    "missing-key",
    "failed-mount",
    "failed-attach",
    "failed-sandbox",
    "creating",
    "crash-loop",
    "oom",
    "segfault",
    "exit-zero",
    "start-error",
    "post-start",
    "liveness",
    "startup",
    "init-fail",
    "never-ready",
    "silent",
    "gate",
    "slow",
    "reject",
    "unexpected",
    "shutdown",
    "evict",
];

const FILES: [&str; 7] = [
    include_str!("stages/kwok.yaml"),
    include_str!("stages/node.yaml"),
    include_str!("stages/healthy.yaml"),
    include_str!("stages/faults-not-started.yaml"),
    include_str!("stages/faults-creating.yaml"),
    include_str!("stages/faults-crashing.yaml"),
    include_str!("stages/faults-running.yaml"),
];

macro_rules! parts {
    ($($name:literal)*) => { [$(($name, include_str!(concat!("stages/parts/", $name, ".tmpl")))),*] };
}

const PARTS: [(&str, &str); 16] = parts!(
    "addresses" "config-fault" "crash-fault" "crashed" "event" "hit" "host" "init-done" "init-waiting" "not-ready"
    "not-started" "pull-fault" "reject-fault" "restarts" "running" "waiting"
);

/// All stages as one file for kwok.
pub fn rendered() -> String {
    let text = FILES
        .iter()
        .flat_map(|file| std::iter::once("---").chain(file.lines()))
        .fold(String::new(), with_parts);
    text.replace("@FAULT@", &fault_expression())
}

fn with_parts(mut text: String, line: &str) -> String {
    let name = line.trim().strip_prefix('@').and_then(|rest| rest.strip_suffix('@'));
    match PARTS.iter().find(|(known, _)| Some(*known) == name) {
        Some((_, part)) => {
            let indent = &line[..line.len() - line.trim_start().len()];
            part.lines().for_each(|line| text.extend([indent, line, "\n"]));
        }
        None => text.extend([line, "\n"]),
    }
    text
}

/// The name of the fault that a pod is to have, or nothing. No single quotes: it stands in a YAML string between such.
fn fault_expression() -> String {
    let tag = format!(
        r#"((.spec.containers[], .spec.initContainers[]?) | .image | split(":")[-1] | . as $tag | ({}[] | select(. as $fault | $tag == $fault or ($tag | endswith("-" + $fault)))))"#,
        serde_json::json!(FAULTS)
    );
    let key = r#""kubectl-ds.test/fault""#;
    format!(
        r#"(. as $pod | [.metadata.annotations[{key}], .metadata.labels[{key}], {tag}] | map(select(. != null and . != "")) | first // empty | select(. != "none") | select(($pod.metadata.annotations["kubectl-ds.test/fault-nodes"] // $pod.spec.nodeName // "") | split(",") | index($pod.spec.nodeName // "")))"#
    )
}
