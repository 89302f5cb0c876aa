//! The words before the cursor, read along the clap tree as far as they can be: which verb, which flags with which
//! values, which other words, and what is being typed. Lenient where `cli::parse` is strict, since a line that is being
//! typed is not whole. What can be put there is not decided here.

use clap::{Arg, ArgAction, Command};

/// A line that ends where the cursor is.
#[derive(Debug)]
pub(super) struct Line<'a> {
    /// The innermost verb that was recognised; the tree itself before any.
    pub command: &'a Command,
    /// Its name and those of the verbs around it.
    pub path: Vec<&'a str>,
    /// The flags before the cursor, with their values.
    pub flags: Vec<(&'a Arg, Option<String>)>,
    /// The other words before the cursor.
    pub words: Vec<String>,
    /// What is being typed.
    pub current: Current<'a>,
}

/// The word at the cursor.
#[derive(Debug)]
pub(super) enum Current<'a> {
    /// The value of a flag.
    Value {
        /// The flag.
        flag: &'a Arg,
        /// What of the word comes before the value and must be given back: `-n` of `-nkube`.
        before: String,
        /// What there is of the value.
        typed: String,
    },
    /// The name of a flag, with its dashes.
    Flag(String),
    /// Anything else.
    Word(String),
}

impl Line<'_> {
    /// The flags that every verb has, spelled so that `cli` reads them, without those that have no value yet.
    pub(super) fn global_flags(&self) -> Vec<String> {
        let global = self.flags.iter().filter(|(flag, _)| flag.is_global_set());
        let spelled = global.filter_map(|(flag, value)| {
            let name = flag.get_long()?;
            match (value, takes_value(flag)) {
                (Some(value), _) => Some(format!("--{name}={value}")),
                (None, true) if !flag.is_require_equals_set() => None,
                (None, _) => Some(format!("--{name}")),
            }
        });
        spelled.collect()
    }
}

/// Reads `words`, of which the last is being typed. `tree` must have been built.
pub(super) fn read<'a>(tree: &'a Command, words: &[String]) -> Line<'a> {
    let mut line = Line {
        command: tree,
        path: Vec::new(),
        flags: Vec::new(),
        words: Vec::new(),
        current: Current::Word(String::new()),
    };
    let Some((last, before)) = words.split_last() else {
        return line;
    };
    let (mut only_words, mut before) = (false, before.iter());
    let mut pending = None;
    while let Some(word) = before.next() {
        match flag(line.command, word) {
            _ if only_words => line.words.push(word.clone()),
            _ if word == "--" => only_words = true,
            Spelled::Word => match line.command.find_subcommand(word) {
                Some(verb) if line.words.is_empty() => {
                    line.command = verb;
                    line.path.push(verb.get_name());
                }
                _ => line.words.push(word.clone()),
            },
            Spelled::Unknown => {}
            Spelled::Flags { others, last, value } => {
                line.flags.extend(others.into_iter().map(|flag| (flag, None)));
                let value = match value {
                    Some((_, value)) => Some(value),
                    None if takes_next(last) => match before.next() {
                        Some(value) => Some(value.clone()),
                        None => {
                            pending = Some(last);
                            break;
                        }
                    },
                    None => None,
                };
                line.flags.push((last, value));
            }
        }
    }
    line.current = match (pending, flag(line.command, last)) {
        (Some(flag), _) => Current::Value {
            flag,
            before: String::new(),
            typed: last.clone(),
        },
        _ if only_words => Current::Word(last.clone()),
        (
            None,
            Spelled::Flags {
                last,
                value: Some((before, typed)),
                ..
            },
        ) => Current::Value {
            flag: last,
            before,
            typed,
        },
        _ if last.starts_with('-') => Current::Flag(last.clone()),
        _ => Current::Word(last.clone()),
    };
    line
}

/// What one word is.
enum Spelled<'a> {
    /// No flag.
    Word,
    /// A flag that the verb does not have.
    Unknown,
    /// One flag, or several short ones in one word; the last may carry a value, here with what comes before it.
    Flags {
        others: Vec<&'a Arg>,
        last: &'a Arg,
        value: Option<(String, String)>,
    },
}

fn flag<'a>(command: &'a Command, word: &str) -> Spelled<'a> {
    if let Some(name) = word.strip_prefix("--") {
        let (name, value) = match name.split_once('=') {
            // The shells want the bare value back: they take the flag off, or put it before, themselves.
            Some((name, value)) => (name, Some((String::new(), value.to_owned()))),
            None => (name, None),
        };
        return match command.get_arguments().find(|flag| has_name(flag, name)) {
            Some(last) => Spelled::Flags {
                others: Vec::new(),
                last,
                value,
            },
            None => Spelled::Unknown,
        };
    }
    let Some(letters) = word.strip_prefix('-').filter(|letters| !letters.is_empty()) else {
        return Spelled::Word;
    };
    let mut others = Vec::new();
    for (at, letter) in letters.char_indices() {
        let Some(last) = command.get_arguments().find(|flag| flag.get_short() == Some(letter)) else {
            return Spelled::Unknown;
        };
        let end = at + letter.len_utf8();
        let rest = &letters[end..];
        let value = match rest.strip_prefix('=') {
            Some(value) => Some((String::new(), value.to_owned())),
            None if takes_next(last) && !rest.is_empty() => Some((format!("-{}", &letters[..end]), rest.to_owned())),
            None => None,
        };
        if value.is_some() || rest.is_empty() {
            return Spelled::Flags { others, last, value };
        }
        others.push(last);
    }
    Spelled::Unknown
}

fn has_name(flag: &Arg, name: &str) -> bool {
    let mut names = flag.get_long_and_visible_aliases().into_iter().flatten();
    names.any(|known| known == name)
}

/// Whether the flag can have a value.
pub(super) fn takes_value(flag: &Arg) -> bool {
    matches!(flag.get_action(), ArgAction::Set | ArgAction::Append)
}

/// Whether the word after the flag is its value.
fn takes_next(flag: &Arg) -> bool {
    takes_value(flag) && !flag.is_require_equals_set()
}

#[cfg(test)]
#[path = "line_test.rs"]
mod tests;
