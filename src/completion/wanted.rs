//! A line that is being typed → what can be put at the cursor: known at once, or to be asked for. Pure: nobody is asked
//! here. A verb or flag that is not named here is completed by what the clap tree says of it.

use clap::{Arg, Command};

use super::{
    answer::{Candidate, Frame},
    formats,
    line::{Current, Line, takes_value},
    places,
};
use crate::domain::{
    images,
    target::{self, Spelling, Target},
};

/// What is to be offered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Wanted {
    /// Nothing that could be known.
    Nothing,
    /// Files, which the shell knows.
    Files,
    /// Folders, which the shell knows.
    Folders,
    /// These.
    Fixed(Vec<Candidate>),
    /// Names of the kubeconfig's entries.
    Config(Entries),
    /// The cluster's namespaces.
    Namespaces,
    /// The namespace's DaemonSets but for those already named, each behind `before`: `ds/` or nothing.
    DaemonSets { before: String, but: Vec<String> },
    /// The containers of these DaemonSets, as `NAME=`, but for those that have an image already.
    Containers { sets: Vec<String>, but: Vec<String> },
    /// `CONTAINER=IMAGE` with the image that the container has now: what is typed is mostly another tag of it.
    Image { sets: Vec<String>, container: String },
    /// Revision numbers of a DaemonSet, newest first, each behind `before`: `3..` or nothing.
    Revisions { set: String, before: String },
    /// Hashes of the revisions of a DaemonSet, newest first.
    Hashes { set: String },
    /// The cluster's nodes but for those already named, each behind `before`: `node/` or nothing.
    Nodes { before: String, but: Vec<String> },
}

/// A kind of kubeconfig entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Entries {
    Contexts,
    Clusters,
    Users,
}

/// The verb that takes a single name.
const ONE_AT_A_TIME: &str = "orphan-delete";

/// Decides what is wanted, and how it is held against what was typed.
pub(super) fn wanted(line: &Line) -> (Wanted, Frame) {
    let frame = |typed: &str| Frame {
        typed: typed.to_owned(),
        ..Frame::default()
    };
    match &line.current {
        Current::Flag(typed) => (Wanted::Fixed(flags(line, typed)), frame(typed)),
        Current::Word(typed) => {
            let wanted = word(line, typed);
            let open = matches!(wanted, Wanted::Containers { .. } | Wanted::Image { .. });
            (
                wanted,
                Frame {
                    open,
                    ordered: open,
                    ..frame(typed)
                },
            )
        }
        Current::Value { flag, before, typed } => {
            let wanted = value(line, flag, typed);
            let open = matches!(wanted, Wanted::Containers { .. } | Wanted::Image { .. });
            let ordered = open || matches!(wanted, Wanted::Revisions { .. } | Wanted::Hashes { .. });
            (
                wanted,
                Frame {
                    before: before.clone(),
                    open,
                    ordered,
                    ..frame(typed)
                },
            )
        }
    }
}

/// The flags that can still be given; short ones only where nothing but a dash was typed.
fn flags(line: &Line, typed: &str) -> Vec<Candidate> {
    let free = |flag: &&Arg| {
        let given = line.flags.iter().any(|(known, _)| known.get_id() == flag.get_id());
        let again = matches!(flag.get_action(), clap::ArgAction::Append);
        !flag.is_positional() && !flag.is_hide_set() && (again || !given)
    };
    let mut found = Vec::new();
    for flag in line.command.get_arguments().filter(free) {
        let about = first_line(flag.get_help());
        if let Some(name) = flag.get_long() {
            // Without `=` such a flag has a meaning that hardly anybody wants.
            let equals = if needs_equals(flag) { "=" } else { "" };
            found.push(Candidate::new(format!("--{name}{equals}"), about.clone()));
        }
        if let (Some(letter), "-") = (flag.get_short(), typed) {
            found.push(Candidate::new(format!("-{letter}"), about));
        }
    }
    found
}

fn first_line(text: Option<&clap::builder::StyledStr>) -> String {
    let text = text.map(ToString::to_string).unwrap_or_default();
    text.lines().next().unwrap_or_default().to_owned()
}

fn is_boolean(flag: &Arg) -> bool {
    let names = flag.get_value_names().unwrap_or_default();
    names.iter().any(|name| name.as_str() == "BOOL")
}

fn needs_equals(flag: &Arg) -> bool {
    takes_value(flag) && flag.is_require_equals_set() && !is_boolean(flag)
}

fn fixed(values: &[(&str, &str)]) -> Wanted {
    Wanted::Fixed(
        values
            .iter()
            .map(|(text, about)| Candidate::new(*text, *about))
            .collect(),
    )
}

/// The values of a flag.
fn value(line: &Line, flag: &Arg, typed: &str) -> Wanted {
    let known = possible(flag);
    let named = |kind: &str| {
        flag.get_value_names()
            .is_some_and(|names| names.iter().any(|name| name == kind))
    };
    let verb = line.path.last().copied().unwrap_or_default();
    let set = named_sets(line).into_iter().next();
    match (flag.get_id().as_str(), set) {
        _ if is_boolean(flag) => fixed(&[("true", ""), ("false", "")]),
        _ if !known.is_empty() => Wanted::Fixed(known),
        ("namespace", _) => Wanted::Namespaces,
        ("context", _) => Wanted::Config(Entries::Contexts),
        ("cluster", _) => Wanted::Config(Entries::Clusters),
        ("user", _) => Wanted::Config(Entries::Users),
        ("dry_run", _) => fixed(&[
            ("server", "let the server check it, and keep nothing"),
            ("client", "send nothing"),
            ("none", "make the change"),
        ]),
        ("ds", _) => Wanted::DaemonSets {
            before: String::new(),
            but: Vec::new(),
        },
        ("output", _) => fixed(formats::output(verb)),
        ("sort_by", _) => formats::columns(!line.words.is_empty()),
        ("revision" | "to_revision", Some(set)) => Wanted::Revisions {
            set,
            before: String::new(),
        },
        ("to_hash", Some(set)) => Wanted::Hashes { set },
        ("image", Some(set)) => image(set, typed),
        ("strategy", _) => fixed(&[
            ("RollingUpdate", "pods are replaced within limits"),
            ("OnDelete", "pods stay until somebody deletes them"),
        ]),
        ("diff", Some(set)) => Wanted::Revisions {
            set,
            before: typed
                .find("..")
                .map(|at| typed[..at + 2].to_owned())
                .unwrap_or_default(),
        },
        _ if named("FILE") => Wanted::Files,
        _ if named("DIR") => Wanted::Folders,
        _ => Wanted::Nothing,
    }
}

/// `CONTAINER=IMAGE` as the value of a flag.
fn image(set: String, typed: &str) -> Wanted {
    let sets = vec![set];
    match typed.split_once('=').filter(|(container, _)| !container.is_empty()) {
        Some((container, _)) => Wanted::Image {
            sets,
            container: container.to_owned(),
        },
        None => Wanted::Containers { sets, but: Vec::new() },
    }
}

fn possible(argument: &Arg) -> Vec<Candidate> {
    let values = argument.get_possible_values();
    let shown = values.iter().filter(|value| !value.is_hide_set());
    shown
        .map(|value| Candidate::new(value.get_name(), first_line(value.get_help())))
        .collect()
}

/// A word that is no flag: a verb, or what the verb works on.
fn word(line: &Line, typed: &str) -> Wanted {
    let verbs = || line.command.get_subcommands().filter(|verb| !verb.is_hide_set());
    if verbs().next().is_some() {
        let named = |verb: &Command| Candidate::new(verb.get_name(), first_line(verb.get_about()));
        return match line.words.is_empty() {
            true => Wanted::Fixed(verbs().map(named).collect()),
            false => Wanted::Nothing,
        };
    }
    let Some(argument) = line.command.get_positionals().next() else {
        return Wanted::Nothing;
    };
    match argument.get_id().as_str() {
        "words" if line.path == ["why"] => places::node(&line.words, typed),
        "words" if changes_images(line) => pair_or_name(line, typed),
        "words" if line.path == [ONE_AT_A_TIME] && !named_sets(line).is_empty() => Wanted::Nothing,
        "words" => name(line, &line.words, typed),
        _ if line.words.is_empty() => Wanted::Fixed(possible(argument)),
        _ => Wanted::Nothing,
    }
}

fn changes_images(line: &Line) -> bool {
    matches!(line.path[..], ["set-image"] | ["set", "image"])
}

fn spelling(line: &Line) -> Spelling {
    match line.path[..] {
        ["rollout" | "set", ..] => Spelling::Kubectl,
        _ => Spelling::Own,
    }
}

/// The DaemonSets that the line names so far.
fn named_sets(line: &Line) -> Vec<String> {
    let words = match changes_images(line) {
        true => images::split(&line.words).map(|(resources, _)| resources),
        false => Ok(line.words.clone()),
    };
    match words.and_then(|words| target::parse(&words, None, spelling(line))) {
        Ok(Target::Named(names)) => names,
        _ => Vec::new(),
    }
}

/// The name of a DaemonSet, in the form that the words before it and kubectl's rules ask for (semantics E-3, E-4).
fn name(line: &Line, before: &[String], typed: &str) -> Wanted {
    let slashed = before.iter().rev().find_map(|word| word.split_once('/'));
    let kind = match (typed.split_once('/'), slashed, before.first()) {
        (Some((kind, _)), ..) if target::is_kind(kind) => Some(kind),
        (Some(_), ..) => return Wanted::Nothing,
        (None, Some((kind, _)), _) => Some(kind),
        (None, None, Some(_)) => None,
        // kubectl takes a first word without a slash for a kind, so names can only be offered behind one.
        (None, None, None) if spelling(line) == Spelling::Kubectl => {
            let kinds = ["ds", "daemonset", "daemonsets"];
            kinds.into_iter().find(|kind| kind.starts_with(typed))
        }
        (None, None, None) => None,
    };
    Wanted::DaemonSets {
        before: kind.map(|kind| format!("{kind}/")).unwrap_or_default(),
        but: named_sets(line),
    }
}

/// In `set image` first the DaemonSets, then the pairs (semantics E-50).
fn pair_or_name(line: &Line, typed: &str) -> Wanted {
    let Ok((resources, pairs)) = images::split(&line.words) else {
        return Wanted::Nothing;
    };
    let sets = named_sets(line);
    let pair = typed.split_once('=').filter(|(container, _)| !container.is_empty());
    match pair {
        Some((container, _)) => Wanted::Image {
            sets,
            container: container.to_owned(),
        },
        None if sets.is_empty() || (typed.contains('/') && pairs.is_empty()) => name(line, &resources, typed),
        None => Wanted::Containers {
            sets,
            but: pairs.into_iter().map(|pair| pair.container).collect(),
        },
    }
}

#[cfg(test)]
#[path = "wanted_test.rs"]
mod tests;
