//! Commands that are suggested for copying: every word that comes from a cluster or a file is one word of the shell too,
//! whatever is in it. Not here: making text harmless for a terminal (`render::clean`).

use std::borrow::Cow;

/// `word` as a POSIX shell reads it back: as it is where that is safe, else in single quotes.
///
/// ```
/// use kubectl_ds::domain::shell::quote;
/// assert_eq!(quote("tier=edge"), "tier=edge");
/// assert_eq!(quote("a; rm -rf $HOME"), "'a; rm -rf $HOME'");
/// assert_eq!(quote("it's"), r"'it'\''s'");
/// ```
pub fn quote(word: &str) -> Cow<'_, str> {
    let safe = |letter: char| letter.is_ascii_alphanumeric() || "-_=./:,@%+".contains(letter);
    // zsh expands `=NAME` at the start of a word.
    match !word.is_empty() && !word.starts_with('=') && word.chars().all(safe) {
        true => Cow::Borrowed(word),
        false => Cow::Owned(format!("'{}'", word.replace('\'', r"'\''"))),
    }
}

/// The command `form` with a quoted word in the place of each `{}`, in their order: `kubectl -n {} delete pod {}`.
pub fn command(form: &str, words: &[&str]) -> String {
    let mut words = words.iter();
    let mut line = String::with_capacity(form.len() + 32);
    for (index, part) in form.split("{}").enumerate() {
        if index > 0 {
            line.push_str(&quote(words.next().copied().unwrap_or_default()));
        }
        line.push_str(part);
    }
    line
}

/// Words side by side, each quoted: the names after `delete pod`.
pub fn words<'w>(words: impl IntoIterator<Item = &'w str>) -> String {
    let quoted: Vec<Cow<'w, str>> = words.into_iter().map(quote).collect();
    quoted.join(" ")
}

/// `text` where it can be the name of an object and not a flag: what is read out of a message goes into no command otherwise.
pub fn name(text: &str) -> Option<&str> {
    super::object_name::subdomain(text).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_cannot_leave_its_place_in_a_command() {
        for (word, quoted) in [
            ("agent-x7f2q", "agent-x7f2q"),
            ("example.com/pool=a_b", "example.com/pool=a_b"),
            ("", "''"),
            ("=ls", "'=ls'"),
            ("a b", "'a b'"),
            ("$(reboot)", "'$(reboot)'"),
            ("`x`|y&z>w", "'`x`|y&z>w'"),
            ("'; reboot; '", r"''\''; reboot; '\'''"),
            ("~root", "'~root'"),
            ("new\nline", "'new\nline'"),
            ("größe", "'größe'"),
        ] {
            assert_eq!(quote(word), quoted);
        }
    }

    #[test]
    fn words_fill_a_command_in_their_order() {
        let line = command("kubectl -n {} patch ds {} -p {}", &["fleet", "a b", r#"{"a":{}}"#]);
        assert_eq!(line, r#"kubectl -n fleet patch ds 'a b' -p '{"a":{}}'"#);
        assert_eq!(words(["a", "b;c"]), "a 'b;c'");
        assert_eq!(name("--all"), None);
        assert_eq!(name("quota-1"), Some("quota-1"));
    }
}
