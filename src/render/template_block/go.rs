//! How Go prints values where kubectl leaves it to Go: lists, maps, references, quoted strings, URLs.

use serde_json::Value;

use crate::domain::json;

/// A list of strings: `[a b]`.
pub(super) fn list(value: &Value, path: &[&str]) -> String {
    format!("[{}]", texts(value, path).join(" "))
}

/// The strings of a list.
pub(super) fn texts<'a>(value: &'a Value, path: &[&str]) -> Vec<&'a str> {
    json::list(value, path)
        .iter()
        .map(|item| item.as_str().unwrap_or_default())
        .collect()
}

/// The string members of an object, sorted by key as bytes.
pub(super) fn sorted<'a>(value: &'a Value, path: &[&str]) -> Vec<(&'a str, &'a str)> {
    let mut members = json::strings(value, path);
    members.sort_unstable();
    members
}

/// A map of strings: `map[a:1 b:2]`.
pub(super) fn map(value: &Value, path: &[&str]) -> String {
    let members: Vec<String> = sorted(value, path)
        .iter()
        .map(|(key, value)| format!("{key}:{value}"))
        .collect();
    format!("map[{}]", members.join(" "))
}

/// A reference to an object of the same namespace by name.
pub(super) fn reference(value: &Value, path: &[&str]) -> String {
    match json::at(value, path) {
        Some(reference) => format!("&LocalObjectReference{{Name:{},}}", json::text(reference, &["name"])),
        None => "nil".to_owned(),
    }
}

/// An integer or a string, e.g. a port; 0 where it is absent.
pub(super) fn int_or_string(value: &Value, path: &[&str]) -> String {
    match json::at(value, path) {
        Some(Value::String(text)) => text.clone(),
        Some(Value::Number(number)) => number.to_string(),
        _ => "0".to_owned(),
    }
}

/// Whether an optional boolean is there and true.
pub(super) fn truth(value: &Value, path: &[&str]) -> bool {
    json::at(value, path).and_then(Value::as_bool).unwrap_or_default()
}

/// A double-quoted string with Go's escapes.
pub(super) fn quoted(text: &str) -> String {
    let mut out = String::from('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\u{7}' => out.push_str("\\a"),
            '\u{8}' => out.push_str("\\b"),
            '\u{c}' => out.push_str("\\f"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\u{b}' => out.push_str("\\v"),
            c if c.is_ascii_control() => out.push_str(&format!("\\x{:02x}", u32::from(c))),
            c if c.is_ascii() || printable(c) => out.push(c),
            c if u32::from(c) > 0xffff => out.push_str(&format!("\\U{:08x}", u32::from(c))),
            c => out.push_str(&format!("\\u{:04x}", u32::from(c))),
        }
    }
    out.push('"');
    out
}

/// Whether Go takes a character beyond ASCII for printable: no control, no space, no format or private-use character.
fn printable(c: char) -> bool {
    let format = matches!(c, '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
        | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e000}'..='\u{f8ff}' | '\u{e0001}'..='\u{e007f}' | '\u{f0000}'..);
    !c.is_control() && !c.is_whitespace() && !format
}

/// `scheme://host/path` with what has no place there escaped. `host` has its port already.
pub(super) fn url(scheme: &str, host: &str, path: &str) -> String {
    let prefix = if scheme.is_empty() {
        String::new()
    } else {
        format!("{scheme}:")
    };
    let slash = if path.is_empty() || path.starts_with('/') {
        ""
    } else {
        "/"
    };
    let path = if path == "*" {
        path.to_owned()
    } else {
        escaped(path, "$&+,/:;=@")
    };
    format!("{prefix}//{}{slash}{path}", escaped(host, "!$&'()*+,;=:[]<>\""))
}

/// Percent-encodes every byte but letters, digits, `-_.~` and those in `allowed`.
fn escaped(text: &str, allowed: &str) -> String {
    let mut out = String::new();
    for byte in text.bytes() {
        let c = char::from(byte);
        if c.is_ascii_alphanumeric() || "-_.~".contains(c) || (c.is_ascii() && allowed.contains(c)) {
            out.push(c);
        } else {
            out.push_str(&format!("%{byte:02X}"));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn lists_and_maps_are_in_gos_brackets() {
        let value = json!({"l": ["a", "b c"], "m": {"z": "1", "a": "2"}});
        assert_eq!(list(&value, &["l"]), "[a b c]");
        assert_eq!(list(&value, &["none"]), "[]");
        assert_eq!(map(&value, &["m"]), "map[a:2 z:1]");
    }

    #[test]
    fn strings_are_quoted_with_gos_escapes() {
        assert_eq!(quoted("a\"b\\c\n\u{1}é\u{202e}"), r#""a\"b\\c\n\x01é\u202e""#);
    }

    #[test]
    fn urls_escape_what_would_start_a_query() {
        assert_eq!(url("http", ":8080", "/x?a=b c"), "http://:8080/x%3Fa=b%20c");
        assert_eq!(url("", "h:1", "x"), "//h:1/x");
    }
}
