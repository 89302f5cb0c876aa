//! What may be secret within a text: where it begins and ends. What takes its place is the caller's.

/// Words in the name of a flag, a variable or a header after which something secret may stand.
const SECRET: [&str; 14] = [
    "pass",
    "pwd",
    "token",
    "secret",
    "key",
    "credential",
    "auth",
    "dsn",
    "bearer",
    "cookie",
    "session",
    "signature",
    "private",
    "jwt",
];
/// Flags of one letter that common programs take a password or an account with.
const LETTERS: [&str; 6] = ["-p", "-P", "-u", "-U", "-w", "-a"];

/// Parts of a query that webhooks and registries are called with everywhere.
const OPEN: [&str; 3] = ["timeout", "scope", "service"];

/// What a text is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Text {
    /// A command line, a script, a configuration: `NAME: VALUE` and flags of one letter are looked at too.
    Program,
    /// The command by which an object was changed: it may set variables, all of whose values are private.
    Cause,
    /// A message, a URL, a name: only what cannot be anything else.
    Words,
}

/// Whether a name says that a secret stands behind it.
pub(super) fn secret(name: &str) -> bool {
    let lower = name.to_lowercase();
    SECRET.iter().any(|word| lower.contains(word))
}

/// Whether the next argument after this one is secret.
pub(super) fn announces(word: &str) -> bool {
    word.starts_with('-') && !word.contains('=') && (LETTERS.contains(&word) || word.len() > 2 && secret(word))
}

/// `text` with everything secret replaced by what `replace` makes of it.
pub(super) fn without(text: &str, what: Text, replace: &mut impl FnMut(&str) -> String) -> String {
    let text = urls(text, what, replace);
    assignments(&text, what, replace)
}

/// `USER:PASSWORD@` after `://`, or before a host in a program's argument, and the values of a query.
fn urls(text: &str, what: Text, replace: &mut impl FnMut(&str) -> String) -> String {
    let mut done = String::with_capacity(text.len());
    for word in text.split_inclusive(|letter: char| letter.is_whitespace() || is_quote(letter)) {
        let (head, rest) = match word.split_once("://") {
            Some((scheme, rest)) => (&word[..scheme.len() + 3], rest),
            None => ("", word),
        };
        done.push_str(head);
        let rest = match account(rest, !head.is_empty(), what) {
            Some(at) => {
                done.push_str(&replace(&rest[..at]));
                &rest[at..]
            }
            None => rest,
        };
        query(rest, replace, &mut done);
    }
    done
}

/// Where the account ends before its `@`.
fn account(rest: &str, url: bool, what: Text) -> Option<usize> {
    let at = rest.rfind('@')?;
    // An image's digest is no host.
    if rest[at..].starts_with("@sha256:") {
        return None;
    }
    let first = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    if url && at < first {
        return Some(at);
    }
    if url && let Some(early) = rest[..first].rfind('@') {
        return Some(early);
    }
    // A password may hold a slash; what is behind a colon before it is no port then.
    let (_, port) = rest[..first.min(at)].split_once(':')?;
    let odd = !port.chars().all(|letter| letter.is_ascii_digit());
    ((url || what != Text::Words) && odd).then_some(at)
}

fn query(word: &str, replace: &mut impl FnMut(&str) -> String, done: &mut String) {
    let Some((path, query)) = word.split_once('?').filter(|(_, query)| query.contains('=')) else {
        done.push_str(word);
        return;
    };
    done.push_str(path);
    done.push('?');
    for pair in query.split_inclusive('&') {
        let Some((name, value)) = pair.split_once('=') else {
            done.push_str(pair);
            continue;
        };
        let end = value.find(|letter: char| "&#".contains(letter) || letter.is_whitespace() || is_quote(letter));
        let end = value[..end.unwrap_or(value.len())]
            .trim_end_matches([':', ',', '.', ';', ')'])
            .len();
        let (value, after) = value.split_at(end);
        done.push_str(name);
        done.push('=');
        match value.is_empty() || OPEN.contains(&name) {
            true => done.push_str(value),
            false => done.push_str(&replace(value)),
        }
        done.push_str(after);
    }
}

/// How far what is announced goes, where it is not in quotes.
#[derive(Clone, Copy, PartialEq)]
enum Until {
    /// To the next blank.
    Blank,
    /// To the end of the line: a header, a line of YAML.
    Line,
}

/// Values behind `NAME=`, `--NAME`, `Bearer`, and in programs behind `NAME:`.
fn assignments(text: &str, what: Text, replace: &mut impl FnMut(&str) -> String) -> String {
    let mut done = String::with_capacity(text.len());
    let mut rest = text;
    let mut awaited: Option<Until> = None;
    // A name in quotes, the sign behind it: `"token": "…"`.
    let mut named = false;
    while let Some(first) = rest.chars().next() {
        if first.is_whitespace() || is_quote(first) && awaited.is_none() {
            if first == '\n' {
                awaited = awaited.filter(|until| *until == Until::Blank);
            }
            done.push(first);
            rest = &rest[first.len_utf8()..];
            continue;
        }
        if let Some(until) = awaited.take() {
            let (value, after) = value(rest, until);
            // The next flag: it had no value.
            let kept = value.is_empty() || until == Until::Blank && value.starts_with("--");
            if !kept {
                rest = after;
                let shown = replace(value.trim_matches(is_quote));
                done.push_str(&requoted(value, &shown));
                continue;
            }
            if is_quote(first) {
                done.push(first);
                rest = &rest[first.len_utf8()..];
                continue;
            }
        }
        let end = rest.find(|letter: char| letter.is_whitespace() || is_quote(letter));
        let (word, after) = rest.split_at(end.unwrap_or(rest.len()));
        rest = after;
        if matches!(word, ":" | "=" | ":=") && named {
            done.push_str(word);
            awaited = Some(Until::Line);
            named = false;
            continue;
        }
        named = what == Text::Program && secret(word);
        if is_jwt(word) {
            done.push_str(&replace(word));
            continue;
        }
        match split(word, what) {
            Some((name, "", until)) => {
                done.push_str(name);
                awaited = Some(until);
            }
            Some((name, value, Until::Blank)) => {
                done.push_str(name);
                done.push_str(&replace(value));
            }
            Some((name, value, Until::Line)) => {
                // What of the line is already read.
                done.push_str(name);
                rest = &text[text.len() - rest.len() - value.len()..];
                awaited = Some(Until::Line);
            }
            None => {
                done.push_str(word);
                awaited = followed(word, what).then_some(Until::Blank);
            }
        }
    }
    done
}

/// The name with its sign, the value, and how far the value goes.
fn split(word: &str, what: Text) -> Option<(&str, &str, Until)> {
    let at = word.find(['=', ':'])?;
    let (name, value) = word.split_at(at + 1);
    let bare = name.trim_matches(|letter: char| !letter.is_alphanumeric());
    let variable =
        what == Text::Cause && !name.starts_with('-') && bare.chars().any(|letter| letter.is_ascii_uppercase());
    match name.ends_with('=') {
        true => (secret(bare) || variable).then_some((name, value, Until::Blank)),
        false => {
            (what == Text::Program && secret(bare) && !value.starts_with("//")).then_some((name, value, Until::Line))
        }
    }
}

/// Whether the next word is secret.
fn followed(word: &str, what: Text) -> bool {
    let scheme = word.eq_ignore_ascii_case("bearer") || what == Text::Program && word.eq_ignore_ascii_case("basic");
    scheme || announces(word) && (what == Text::Program || word.starts_with("--"))
}

/// What is announced, with its quotes, and what is behind it.
fn value(rest: &str, until: Until) -> (&str, &str) {
    let quote = rest.chars().next().filter(|letter| is_quote(*letter));
    let end = match (quote, until) {
        (Some(quote), _) => rest[1..].find(quote).map(|at| at + 2),
        (None, Until::Blank) => rest.find(|letter: char| letter.is_whitespace() || is_quote(letter)),
        (None, Until::Line) => rest.find(|letter: char| letter == '\n' || is_quote(letter)),
    };
    rest.split_at(end.unwrap_or(rest.len()))
}

fn requoted(value: &str, shown: &str) -> String {
    let first = value.chars().next().filter(|letter| is_quote(*letter));
    let last = value
        .chars()
        .next_back()
        .filter(|letter| is_quote(*letter) && value.len() > 1);
    let sides = [first, last].map(|quote| quote.map_or(String::new(), String::from));
    format!("{}{shown}{}", sides[0], sides[1])
}

fn is_quote(letter: char) -> bool {
    matches!(letter, '"' | '\'' | '`')
}

/// A signed token: three parts of base64, the first of which is a JSON object.
fn is_jwt(word: &str) -> bool {
    word.starts_with("eyJ") && word.matches('.').count() == 2
}

#[cfg(test)]
#[path = "redact_text_test.rs"]
mod tests;
