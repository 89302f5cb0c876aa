//! A quoted pattern such as `dir/*.yaml` → the files it matches, by the rules of Go's `filepath.Glob`. The shell expands
//! one that is not quoted.

use std::path::{Path, PathBuf};

/// The pattern cannot be read: `[` without `]`, or `\` at the end.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct BadPattern;

/// The paths that match, sorted by name. A folder that cannot be read counts as empty, as in Go.
pub(super) fn glob(pattern: &str) -> Result<Vec<PathBuf>, BadPattern> {
    let (root, rest) = match pattern.strip_prefix('/') {
        Some(rest) => ("/", rest),
        None => ("", pattern),
    };
    let mut found = vec![PathBuf::from(root)];
    for part in rest.split('/').filter(|part| !part.is_empty()) {
        let letters: Vec<char> = part.chars().collect();
        matches(&letters, &[])?;
        let mut next = Vec::new();
        for folder in &found {
            if !part.contains(['*', '?', '[', '\\']) {
                next.push(folder.join(part));
                continue;
            }
            let mut names = names(folder);
            names.sort();
            for name in names {
                let text: Vec<char> = name.chars().collect();
                if matches(&letters, &text)? {
                    next.push(folder.join(name));
                }
            }
        }
        next.retain(|path| path.symlink_metadata().is_ok());
        found = next;
    }
    Ok(found)
}

fn names(folder: &Path) -> Vec<String> {
    let folder = if folder.as_os_str().is_empty() {
        Path::new(".")
    } else {
        folder
    };
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    entries
        .filter_map(|entry| entry.file_name().into_string().ok())
        .collect()
}

/// Whether the whole of `text` is what `pattern` says: `*` any letters, `?` one, `[a-c]` or `[^a-c]` one of (not) these,
/// `\x` the letter x. Reads the pattern to its end, so that a bad one is always told.
fn matches(pattern: &[char], text: &[char]) -> Result<bool, BadPattern> {
    let Some((first, rest)) = pattern.split_first() else {
        return Ok(text.is_empty());
    };
    let one = |good: bool, rest: &[char]| -> Result<bool, BadPattern> {
        let after = matches(rest, text.get(1..).unwrap_or_default())?;
        Ok(good && !text.is_empty() && after)
    };
    match first {
        '*' => {
            for start in 0..=text.len() {
                if matches(rest, &text[start..])? {
                    return Ok(true);
                }
            }
            Ok(false)
        }
        '?' => one(true, rest),
        '\\' => {
            let (letter, rest) = rest.split_first().ok_or(BadPattern)?;
            one(text.first() == Some(letter), rest)
        }
        '[' => {
            let (good, rest) = class(rest, text.first().copied())?;
            one(good, rest)
        }
        letter => one(text.first() == Some(letter), rest),
    }
}

/// A class after its `[`: whether `letter` is in it, and what follows its `]`.
fn class(pattern: &[char], letter: Option<char>) -> Result<(bool, &[char]), BadPattern> {
    let (negated, mut rest) = match pattern {
        ['^', rest @ ..] => (true, rest),
        rest => (false, rest),
    };
    let (mut inside, mut first) = (false, true);
    loop {
        let (low, after) = match rest {
            [']', after @ ..] if !first => return Ok((inside != negated, after)),
            ['\\', letter, after @ ..] => (*letter, after),
            ['-' | ']' | '\\', ..] | [] => return Err(BadPattern),
            [letter, after @ ..] => (*letter, after),
        };
        let (high, after) = match after {
            ['-', '\\', letter, after @ ..] => (*letter, after),
            ['-', '-' | ']' | '\\', ..] | ['-'] => return Err(BadPattern),
            ['-', letter, after @ ..] => (*letter, after),
            after => (low, after),
        };
        inside |= letter.is_some_and(|letter| (low..=high).contains(&letter));
        (rest, first) = (after, false);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is(pattern: &str, text: &str) -> Result<bool, BadPattern> {
        let letters = |text: &str| text.chars().collect::<Vec<_>>();
        matches(&letters(pattern), &letters(text))
    }

    /// Rows of the test of Go's `path/filepath`.
    #[test]
    fn patterns_mean_what_they_mean_in_go() {
        for (pattern, text, expected) in [
            ("abc", "abc", Ok(true)),
            ("*", "abc", Ok(true)),
            ("*c", "abc", Ok(true)),
            ("a*", "a", Ok(true)),
            ("a*b*c*d*e*", "axbxcxdxexxx", Ok(true)),
            ("a*b?c*x", "abxbbxdbxebxczzx", Ok(true)),
            ("a*b?c*x", "abxbbxdbxebxczzy", Ok(false)),
            ("ab[c]", "abc", Ok(true)),
            ("ab[b-d]", "abc", Ok(true)),
            ("ab[e-g]", "abc", Ok(false)),
            ("ab[^c]", "abc", Ok(false)),
            ("ab[^e-g]", "abc", Ok(true)),
            ("a\\*b", "a*b", Ok(true)),
            ("a\\*b", "ab", Ok(false)),
            ("a?b", "a☺b", Ok(true)),
            ("a[^a]b", "a☺b", Ok(true)),
            ("[\\]a]", "]", Ok(true)),
            ("[\\-x]", "-", Ok(true)),
            ("[x-]", "x", Err(BadPattern)),
            ("[]a]", "]", Err(BadPattern)),
            ("[-]", "-", Err(BadPattern)),
            ("[a-b-c]", "a", Err(BadPattern)),
            ("[", "a", Err(BadPattern)),
            ("a[", "a", Err(BadPattern)),
            ("a[", "x", Err(BadPattern)),
            ("a\\", "a", Err(BadPattern)),
            ("*x", "xxx", Ok(true)),
        ] {
            assert_eq!(is(pattern, text), expected, "{pattern} {text}");
        }
    }

    #[test]
    fn every_part_of_a_path_may_be_a_pattern() {
        let root = tempfile::tempdir().expect("a folder");
        for file in ["b/2.yaml", "a/1.yaml", "a/3.json", "c/4.yaml"] {
            let path = root.path().join(file);
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("made");
            std::fs::write(path, "").expect("written");
        }
        let found = glob(&format!("{}/[ab]/*.yaml", root.path().display())).expect("a pattern");
        assert_eq!(found, [root.path().join("a/1.yaml"), root.path().join("b/2.yaml")]);
        let none = glob(&format!("{}/*/none", root.path().display())).expect("a pattern");
        assert!(none.is_empty());
    }
}
