//! What kubelet and container runtime say in a message, without what they wrap around it.

/// What is wrapped around a cause, each followed by a quoted word or not, and by a colon.
const WRAPPINGS: [&str; 21] = [
    "Back-off pulling image",
    "ErrImagePull",
    "ImagePullBackOff",
    "RegistryUnavailable",
    "Failed to pull image",
    "failed to pull image",
    "Failed to inspect image",
    "failed to pull and unpack image",
    "failed to resolve reference",
    "failed to resolve image",
    "failed to copy",
    "unable to pull image or OCI artifact: pull image err",
    "pull image err",
    "initializing source",
    "Error response from daemon",
    "Error",
    "failed to create containerd task",
    "failed to create shim task",
    "OCI runtime create failed",
    "runc create failed",
    "unable to start container process",
];

/// The longest cause that is quoted, in characters.
const LONGEST: usize = 200;

/// The innermost cause that a message names, on one line; empty where it names none.
pub(super) fn essential(message: &str) -> String {
    let mut rest = message.trim();
    while let Some(inner) = unwrapped(rest) {
        rest = inner;
    }
    clip(rest)
}

/// The message on one line, cut where it is very long.
pub(super) fn clip(message: &str) -> String {
    let line = message.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}

/// Without the outermost wrapping, if there is one.
fn unwrapped(message: &str) -> Option<&str> {
    if let Some(rpc) = message.strip_prefix("rpc error: code = ") {
        return Some(rpc.split_once(" desc = ")?.1.trim());
    }
    let after = WRAPPINGS.iter().find_map(|wrapping| message.strip_prefix(wrapping));
    let rest = match after {
        Some(rest) => skip_word(rest),
        // `docker.io/library/nginx:no: not found`
        None => {
            let (word, _) = message.split_once(": ")?;
            let reference = word.contains('/') && !word.contains([' ', '"', '(']);
            &message[if reference { word.len() } else { 0 }..]
        }
    };
    match rest.strip_prefix(':') {
        Some(rest) => Some(rest.trim_start()),
        None if rest.is_empty() && !message.is_empty() => Some(""),
        None => None,
    }
}

/// Past ` "quoted"`, or past ` word` before a colon.
fn skip_word(rest: &str) -> &str {
    let Some(word) = rest.strip_prefix(' ') else {
        return rest;
    };
    if let Some(quoted) = word.strip_prefix('"') {
        return quoted.split_once('"').map_or(rest, |(_, rest)| rest);
    }
    match word.split_once(": ") {
        Some((first, _)) if !first.contains(' ') => &word[first.len()..],
        _ => rest,
    }
}

/// What stands between `start` and `end`, after the first `start`.
pub(super) fn between<'a>(text: &'a str, start: &str, end: &str) -> Option<&'a str> {
    let rest = text.split_once(start)?.1;
    let inner = rest.split_once(end).map(|(inner, _)| inner)?;
    (!inner.is_empty()).then_some(inner)
}

/// Whether any of the fragments is in the text.
pub(super) fn any(text: &str, fragments: &[&str]) -> bool {
    fragments.iter().any(|fragment| text.contains(fragment))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cause_is_what_is_left_without_the_wrappings() {
        let cases = [
            (r#"Back-off pulling image "nginx:no""#, ""),
            (
                r#"Back-off pulling image "nginx:no": ErrImagePull: rpc error: code = NotFound desc = failed to pull and unpack image "docker.io/library/nginx:no": failed to resolve reference "docker.io/library/nginx:no": docker.io/library/nginx:no: not found"#,
                "not found",
            ),
            (
                r#"Failed to pull image "a/b:1": rpc error: code = Unknown desc = Error response from daemon: manifest for a/b:1 not found: manifest unknown: manifest unknown"#,
                "manifest for a/b:1 not found: manifest unknown: manifest unknown",
            ),
            (
                "rpc error: code = Unknown desc = initializing source docker://quay.io/a/b:9: reading manifest 9 in quay.io/a/b: manifest unknown",
                "reading manifest 9 in quay.io/a/b: manifest unknown",
            ),
            ("Error: ImagePullBackOff", ""),
            ("", ""),
            ("manifest unknown", "manifest unknown"),
            (
                r#"failed to create containerd task: failed to create shim task: OCI runtime create failed: runc create failed: unable to start container process: exec: "/agent": stat /agent: no such file or directory: unknown"#,
                r#"exec: "/agent": stat /agent: no such file or directory: unknown"#,
            ),
            (": : x", "x"),
            ("rpc error: code = ", "rpc error: code ="),
        ];
        for (message, cause) in cases {
            assert_eq!(essential(message), cause, "{message}");
        }
    }

    #[test]
    fn a_long_message_is_cut_between_characters() {
        let long = "é".repeat(500);
        assert_eq!(clip(&long).chars().count(), LONGEST + 1);
    }
}
