//! A value as YAML that is good for people and read back by every reader.

use serde::{Serialize, Serializer};
use serde_json::Value;
use serde_yaml::{DoubleQuoted, SerializerOptions};

use super::{clean::is_unsafe, output::json};

/// YAML in block style with sorted members, ended by a newline. Lines are never folded, so that a diff shows a change as
/// one; strings of several lines are blocks; what another reader might take for a number or a boolean is quoted.
pub fn yaml(value: &Value) -> String {
    if invisible_member(value) {
        // The names of members are not quoted; JSON is YAML too.
        return json(value) + "\n";
    }
    let mut options = SerializerOptions::default();
    options.folded_wrap_chars = usize::MAX;
    let mut text = serde_yaml::to_string_with_options(&Sorted(value), options).unwrap_or_else(|_| json(value));
    if !text.ends_with('\n') {
        text.push('\n');
    }
    visible(&text)
}

/// A value whose objects are written sorted, and whose strings every reader reads back.
struct Sorted<'a>(&'a Value);

impl Serialize for Sorted<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Value::Object(members) => {
                let mut members: Vec<_> = members.iter().collect();
                members.sort_unstable_by_key(|(key, _)| *key);
                serializer.collect_map(members.into_iter().map(|(key, value)| (key, Sorted(value))))
            }
            Value::Array(items) => serializer.collect_seq(items.iter().map(Sorted)),
            Value::String(text) => Text(text).serialize(serializer),
            other => other.serialize(serializer),
        }
    }
}

/// A string, quoted where escapes need it, and where it begins with a tab: kubectl's reader refuses such a block.
struct Text<'a>(&'a str);

impl Serialize for Text<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0.trim_start_matches('\n').starts_with('\t') || self.0.contains(invisible) {
            return DoubleQuoted(self.0).serialize(serializer);
        }
        serializer.serialize_str(self.0)
    }
}

/// Characters that could drive a terminal or turn the order of what it shows, as escapes: the same value to a parser.
/// Outside of quoted strings there are none.
pub(super) fn visible(text: &str) -> String {
    if !text.contains(invisible) {
        return text.to_owned();
    }
    let escape = |c: char| {
        if invisible(c) {
            format!("\\u{:04x}", u32::from(c))
        } else {
            c.to_string()
        }
    };
    text.chars().map(escape).collect()
}

fn invisible_member(value: &Value) -> bool {
    match value {
        Value::Object(members) => members
            .iter()
            .any(|(key, value)| key.contains(invisible) || invisible_member(value)),
        Value::Array(items) => items.iter().any(invisible_member),
        _ => false,
    }
}

/// What is escaped: letters that a terminal would obey, as far as four hexadecimal digits can name them.
fn invisible(c: char) -> bool {
    c <= '\u{ffff}' && is_unsafe(c)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn yaml_is_sorted_in_blocks_and_never_folded() {
        let long = "word ".repeat(40);
        let value = json!({"b": [{"name": "x", "args": ["-c", "a\nb\n"]}], "a": {}, "long": long.trim()});
        let expected = format!(
            "a: {{}}\nb:\n- args:\n  - -c\n  - |\n    a\n    b\n  name: x\nlong: {}\n",
            long.trim()
        );
        assert_eq!(yaml(&value), expected);
    }

    #[test]
    fn what_another_reader_would_take_for_something_else_is_quoted() {
        assert_eq!(
            yaml(&json!("a:\n\tb\n")),
            "|\n  a:\n  \tb\n",
            "a tab within is no reason to quote"
        );
        for text in [
            "1",
            "0x10",
            "1e3",
            "yes",
            "n",
            "null",
            "~",
            "12:30:45",
            "2001-01-01",
            "",
            "- a",
            "a: b",
            "\ta\nb",
        ] {
            let yaml = yaml(&json!(text));
            assert!(yaml.starts_with(['"', '\'']), "{text:?} as {yaml}");
        }
    }

    #[test]
    fn what_could_drive_a_terminal_is_escaped_and_reads_back() {
        let value = json!({"k\u{202e}": "a\nb\u{9b}31m\u{202e}\u{1b}"});
        for text in [super::json(&value), yaml(&value)] {
            assert!(!text.contains(invisible), "{text:?}");
        }
        let back: Value = serde_json::from_str(&super::json(&value)).expect("JSON");
        assert_eq!(back, value);
        let back: Value = serde_yaml::from_str(&yaml(&value)).expect("YAML");
        assert_eq!(back, value);
    }
}
