//! Terminals that know no other letters than those of ASCII: which they are, and what they are shown instead.

use std::borrow::Cow;

use console::measure_text_width;

/// Whether a terminal shows more than ASCII, by the locale, which `variable` looks up in the environment: of `LC_ALL`,
/// `LC_CTYPE` and `LANG` the first that is not empty. `C`, or none, knows ASCII alone.
pub fn knows_unicode(variable: impl Fn(&str) -> Option<String>) -> bool {
    let mut names = ["LC_ALL", "LC_CTYPE", "LANG"].iter();
    let locale = names.find_map(|name| variable(name).filter(|value| !value.is_empty()));
    let locale = locale.unwrap_or_default().to_ascii_uppercase();
    locale.contains("UTF-8") || locale.contains("UTF8")
}

/// `text` in ASCII: signs of ours have a likeness, other letters are question marks. Lines are as wide as before, but for those
/// that begin with `… ` and say how much more there is.
pub fn ascii(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return Cow::Borrowed(text);
    }
    let mut plain = String::with_capacity(text.len());
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let begins = plain.is_empty() || plain.ends_with('\n');
        match letter {
            letter if letter.is_ascii() => plain.push(letter),
            '…' if begins && letters.peek() == Some(&' ') => plain.push_str("..."),
            '…' => plain.push('~'),
            '→' => plain.push('>'),
            '×' => plain.push('x'),
            '–' | '—' | '−' => plain.push('-'),
            '‘' | '’' => plain.push('\''),
            '“' | '”' => plain.push('"'),
            other => {
                let columns = measure_text_width(other.encode_utf8(&mut [0; 4]));
                plain.extend(std::iter::repeat_n('?', columns));
            }
        }
    }
    Cow::Owned(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_variable_that_is_set_decides() {
        let of = |all: &str, kind: &str, lang: &str| {
            let (all, kind, lang) = (all.to_owned(), kind.to_owned(), lang.to_owned());
            knows_unicode(move |name| match name {
                "LC_ALL" => Some(all.clone()),
                "LC_CTYPE" => Some(kind.clone()),
                "LANG" => Some(lang.clone()),
                _ => None,
            })
        };
        assert!(of("", "", "de_DE.UTF-8") && of("C.utf8", "", "C") && of("", "en_US.UTF-8", "C"));
        assert!(!of("C", "", "de_DE.UTF-8") && !of("", "", "POSIX") && !of("", "", "de_DE@euro"));
        assert!(!knows_unicode(|_| None), "POSIX: no locale is the locale C");
    }

    #[test]
    fn it_is_as_wide_as_before() {
        assert!(matches!(ascii("agent"), Cow::Borrowed("agent")));
        assert_eq!(ascii("  → a… 日本 é"), "  > a~ ???? ?");
        assert_eq!(ascii("…x7f2q\n… and 3 more"), "~x7f2q\n... and 3 more");
    }
}
