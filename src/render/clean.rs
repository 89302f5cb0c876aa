//! Text from a cluster made harmless for a terminal. Every text that a person sees and that this tool did not write
//! goes through here; JSON and YAML escape by themselves and do not.

use std::borrow::Cow;

/// `text` with everything that a terminal would obey made visible: control characters as kubectl shows them (ESC as
/// `^[`, CR as `\r`, others as `\u009b`), and bidirectional and invisible controls as `\u202e` (case R16). Newline and
/// tab stay; a caller that prints a line uses [`clean_line`].
pub fn clean(text: &str) -> Cow<'_, str> {
    replace(text, is_unsafe)
}

/// Like [`clean`], for one line or one cell of a table: newline and tab are shown as `\n` and `\t` as well.
pub fn clean_line(text: &str) -> Cow<'_, str> {
    replace(text, |letter| is_unsafe(letter) || matches!(letter, '\n' | '\t'))
}

/// kubectl's own form of an answer: cleaned where a terminal would obey it, to the byte where a program reads it.
pub fn for_terminal(text: String, terminal: bool) -> String {
    if terminal { clean(&text).into_owned() } else { text }
}

fn replace(text: &str, bad: impl Fn(char) -> bool) -> Cow<'_, str> {
    if !text.contains(&bad) {
        return Cow::Borrowed(text);
    }
    let mut safe = String::with_capacity(text.len() + 8);
    for letter in text.chars() {
        match letter {
            '\u{1b}' if bad(letter) => safe.push_str("^["),
            '\r' if bad(letter) => safe.push_str("\\r"),
            '\n' if bad(letter) => safe.push_str("\\n"),
            '\t' if bad(letter) => safe.push_str("\\t"),
            letter if bad(letter) => safe.push_str(&format!("\\u{:04x}", u32::from(letter))),
            letter => safe.push(letter),
        }
    }
    Cow::Owned(safe)
}

/// Whether a terminal would obey a letter, or not show it.
pub(super) fn is_unsafe(letter: char) -> bool {
    match letter {
        '\n' | '\t' => false,
        // Marks, embeddings, overrides and isolates that reorder text; zero-width and other invisible letters.
        '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' => true,
        '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}' => true,
        letter => letter.is_control(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Case R16, with its own text.
    #[test]
    fn nothing_that_a_terminal_obeys_is_left() {
        for (text, expected) in [
            (
                "\u{1b}[2K\r\u{1b}[32mdaemon set \"agent\" successfully rolled out",
                "^[[2K\\r^[[32mdaemon set \"agent\" successfully rolled out",
            ),
            ("a\u{9b}31mb", "a\\u009b31mb"),
            ("a\u{7f}\u{8}\u{7}\0b", "a\\u007f\\u0008\\u0007\\u0000b"),
            ("user\u{202e}txt.exe\u{2066}", "user\\u202etxt.exe\\u2066"),
            ("in\u{200b}visible\u{feff}", "in\\u200bvisible\\ufeff"),
            ("line\nand\ttab", "line\nand\ttab"),
        ] {
            assert_eq!(clean(text), expected);
        }
        assert_eq!(clean_line("line\nand\ttab"), "line\\nand\\ttab");
    }

    #[test]
    fn kubectls_bytes_go_through_a_pipe_and_not_to_a_terminal() {
        let text = "1         \u{1b}]0;owned\u{7}\u{9b}2J\u{202e}\n";
        assert_eq!(for_terminal(text.to_owned(), false), text);
        assert_eq!(
            for_terminal(text.to_owned(), true),
            "1         ^[]0;owned\\u0007\\u009b2J\\u202e\n"
        );
    }

    #[test]
    fn ordinary_text_of_any_language_is_not_copied() {
        for text in ["fluentd:v2.6.0 läuft", "日本語", "emoji 👍", "שלום"] {
            assert!(matches!(clean(text), Cow::Borrowed(same) if same == text));
        }
    }
}
