//! Two pod templates as a unified diff of their YAML. Not here: other tools' diffs, and which templates are compared.

use serde_json::Value;
use similar::TextDiff;

use super::yaml::yaml;

/// Lines around a change.
const CONTEXT: usize = 3;

/// The diff from `old` to `new` under their names, ended by a newline; empty where the YAML is the same.
pub fn unified((old_name, old): (&str, &Value), (new_name, new): (&str, &Value)) -> String {
    let (old, new) = (yaml(old), yaml(new));
    if old == new {
        return String::new();
    }
    TextDiff::from_lines(&old, &new)
        .unified_diff()
        .context_radius(CONTEXT)
        .header(old_name, new_name)
        .to_string()
}

/// The same with colours: removed lines red, added ones green, headings bold or cyan.
pub fn coloured(diff: &str) -> String {
    let paint = |line: &str| {
        let code = match line.as_bytes() {
            [b'-', b'-', b'-', ..] | [b'+', b'+', b'+', ..] => "1",
            [b'-', ..] => "31",
            [b'+', ..] => "32",
            [b'@', ..] => "36",
            _ => return format!("{line}\n"),
        };
        format!("\u{1b}[{code}m{line}\u{1b}[0m\n")
    };
    diff.lines().map(paint).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_change_is_shown_in_its_place() {
        let template =
            |image: &str| json!({"spec": {"containers": [{"name": "main", "image": image}], "dnsPolicy": "Default"}});
        let diff = unified(
            ("revision 1", &template("agent:1")),
            ("revision 2", &template("agent:2")),
        );
        let expected = "--- revision 1\n+++ revision 2\n@@ -1,5 +1,5 @@\n spec:\n   containers:\n-  - image: agent:1\n\
                        +  - image: agent:2\n     name: main\n   dnsPolicy: Default\n";
        assert_eq!(diff, expected);
    }

    #[test]
    fn order_of_members_is_no_change() {
        let (a, b) = (json!({"a": 1, "b": 2}), json!({"b": 2, "a": 1}));
        assert_eq!(unified(("a", &a), ("b", &b)), "");
    }

    #[test]
    fn colours_tell_what_the_signs_tell() {
        let text = coloured("--- a\n+++ b\n@@ -1 +1 @@\n-x\n+y\n z\n");
        let expected = "\u{1b}[1m--- a\u{1b}[0m\n\u{1b}[1m+++ b\u{1b}[0m\n\u{1b}[36m@@ -1 +1 @@\u{1b}[0m\n\u{1b}[31m-x\u{1b}[0m\n\
                        \u{1b}[32m+y\u{1b}[0m\n z\n";
        assert_eq!(text, expected);
    }
}
