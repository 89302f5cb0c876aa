//! The `Warning` headers of answers (RFC 7234, as Kubernetes sends them: code 299) → texts, each told once.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use http::HeaderMap;
use http::header::WARNING;

/// Which were told already.
#[derive(Debug, Default)]
pub(crate) struct Told(Mutex<BTreeSet<String>>);

impl Told {
    /// The texts of an answer's headers that no answer before had.
    pub(crate) fn new_in(&self, headers: &HeaderMap) -> Vec<String> {
        let mut told = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let texts = headers
            .get_all(WARNING)
            .into_iter()
            .flat_map(|value| texts(value.as_bytes()));
        texts.filter(|text| told.insert(text.clone())).collect()
    }
}

/// The texts of one header: `299 AGENT "TEXT"`, with or without a date after it; several are separated by commas. What
/// cannot be understood ends the reading, other codes are left out, as in client-go.
fn texts(header: &[u8]) -> Vec<String> {
    let header = String::from_utf8_lossy(header);
    let mut rest = header.trim();
    let mut texts = Vec::new();
    while let Some((code, agent, text, after)) = one(rest) {
        if code == "299" && !agent.is_empty() && !text.is_empty() {
            texts.push(text);
        }
        let after = quoted(after.trim_start()).map_or(after, |(_date, after)| after);
        let Some(next) = after.trim_start().strip_prefix(',') else {
            break;
        };
        rest = next.trim_start();
    }
    texts
}

fn one(text: &str) -> Option<(&str, &str, String, &str)> {
    let (code, rest) = text.split_once(' ')?;
    let (agent, rest) = rest.trim_start().split_once(' ')?;
    let (text, rest) = quoted(rest.trim_start())?;
    Some((code, agent, text, rest))
}

/// What is between the quotes at the start, and what follows them; a backslash takes the next letter as it is.
fn quoted(text: &str) -> Option<(String, &str)> {
    let inner = text.strip_prefix('"')?;
    let mut said = String::new();
    let mut letters = inner.char_indices();
    while let Some((at, letter)) = letters.next() {
        match letter {
            '"' => return Some((said, &inner[at + 1..])),
            '\\' => said.push(letters.next()?.1),
            letter => said.push(letter),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_are_understood() {
        for (header, expected) in [
            ("299 - \"a text\"", vec!["a text"]),
            ("299 kube \"a \\\"quoted\\\" \\\\ text\"", vec!["a \"quoted\" \\ text"]),
            (
                "299 - \"one\", 299 - \"two\" \"Thu, 01 Jan 2026 00:00:00 GMT\",299 - \"three\"",
                vec!["one", "two", "three"],
            ),
            ("199 - \"miscellaneous\"", vec![]),
            ("299 - no quotes", vec![]),
            ("299 - \"no end", vec![]),
            ("", vec![]),
        ] {
            assert_eq!(texts(header.as_bytes()), expected, "{header}");
        }
    }

    #[test]
    fn each_is_told_once() {
        let told = Told::default();
        let mut headers = HeaderMap::new();
        headers.append(WARNING, "299 - \"one\"".parse().expect("a value"));
        headers.append(WARNING, "299 - \"two\"".parse().expect("a value"));
        assert_eq!(told.new_in(&headers), ["one", "two"]);
        headers.append(WARNING, "299 - \"three\"".parse().expect("a value"));
        assert_eq!(told.new_in(&headers), ["three"]);
    }
}
