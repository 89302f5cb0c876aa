//! What others write is read without a panic, whatever it is: texts of the corpus, cut, doubled and spliced at random. Each
//! target also has a rule that must hold. What is found here becomes a file of the corpus, `tests/fixtures/corpus`.

use std::path::Path;

use k8s_openapi::api::core::v1::Node;
use proptest::{
    collection,
    prelude::*,
    sample::{Index, select},
    test_runner::{Config, RngAlgorithm, TestCaseError, TestRng, TestRunner},
};
use serde_json::{Value, json};

use crate::{
    domain::{
        image, images, node_terms, redact::Redaction, revision::Revision, selector, shell, template, template_diff,
        toleration,
    },
    render::clean::{clean, clean_line},
};

/// Pieces that mean something to one reader or another.
const PIECES: [&str; 40] = [
    "{",
    "}",
    "[",
    "]",
    "\"",
    "'",
    ":",
    ",",
    "=",
    "-",
    "--",
    "\n",
    "\n  ",
    "\t",
    " ",
    "@",
    "/",
    ":/",
    "&a ",
    "*a",
    "|\n",
    "? ",
    "#",
    "!",
    "()",
    " in (",
    "null",
    "-1",
    "9223372036854775808",
    "1e999",
    "0x",
    "~",
    "<<",
    "---\n",
    "\u{1b}[2J",
    "\u{202e}",
    "\0",
    "é",
    "👍🏽",
    "\u{9b}",
];

/// One change of a text.
#[derive(Debug, Clone)]
enum Change {
    Insert(Index, &'static str),
    Cut(Index, Index),
    Double(Index, Index),
    Splice(Index, Index),
}

fn change() -> impl Strategy<Value = Change> {
    let (at, to) = (any::<Index>, any::<Index>);
    prop_oneof![
        4 => (at(), select(&PIECES[..])).prop_map(|(at, piece)| Change::Insert(at, piece)),
        2 => (at(), to()).prop_map(|(at, to)| Change::Cut(at, to)),
        1 => (at(), to()).prop_map(|(at, to)| Change::Double(at, to)),
        1 => (at(), to()).prop_map(|(at, to)| Change::Splice(at, to)),
    ]
}

fn changed(mut text: String, changes: &[Change], others: &[String]) -> String {
    for change in changes {
        let place = |index: &Index, text: &str| {
            let mut at = index.index(text.len() + 1);
            while !text.is_char_boundary(at) {
                at -= 1;
            }
            at
        };
        match change {
            Change::Insert(at, piece) => text.insert_str(place(at, &text), piece),
            Change::Cut(at, to) | Change::Double(at, to) => {
                let (at, to) = (place(at, &text), place(to, &text));
                // Short parts mostly: a text that is cut in half says little.
                let (at, mut to) = (at.min(to), at.max(to).min(at.min(to) + 24));
                while !text.is_char_boundary(to) {
                    to += 1;
                }
                let part = text[at..to].to_owned();
                match change {
                    Change::Cut(..) => text.replace_range(at..to, ""),
                    _ => text.insert_str(at, &part),
                }
            }
            Change::Splice(which, at) => {
                let other = &others[which.index(others.len())];
                let (at, from) = (place(at, &text), place(at, other));
                text.truncate(at);
                text.push_str(&other[from..]);
            }
        }
    }
    text
}

/// Runs a target: the corpus as it is, then `KUBECTL_DS_FUZZ_CASES` changed texts (2,000 without).
fn fuzz(target: &str, rule: impl Fn(&str, &str) -> Result<(), TestCaseError>) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/fixtures/corpus")
        .join(target);
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .expect("a corpus")
        .map(|entry| entry.expect("a file").path())
        .collect();
    files.sort();
    let corpus: Vec<String> = files
        .iter()
        .map(|file| std::fs::read_to_string(file).expect("text"))
        .collect();
    for text in &corpus {
        rule(text, &corpus[0]).expect("the corpus");
    }
    let number = |name: &str, usual: u32| match std::env::var(name) {
        Ok(text) => text.parse().expect("a number"),
        Err(_) => usual,
    };
    let config = Config {
        cases: number("KUBECTL_DS_FUZZ_CASES", 2_000),
        failure_persistence: None,
        ..Config::default()
    };
    let mut seed = [7; 32];
    seed[..4].copy_from_slice(&number("KUBECTL_DS_FUZZ_SEED", 1).to_le_bytes());
    let mut runner = TestRunner::new_with_rng(config, TestRng::from_seed(RngAlgorithm::ChaCha, &seed));
    let input = (any::<Index>(), collection::vec(change(), 0..6), any::<Index>());
    let ran = runner.run(&input, |(which, changes, other)| {
        let text = changed(corpus[which.index(corpus.len())].clone(), &changes, &corpus);
        rule(&text, &corpus[other.index(corpus.len())])
            .map_err(|error| TestCaseError::fail(format!("{error}; the text: {text:?}")))
    });
    ran.unwrap_or_else(|error| panic!("{target}: {error}"));
}

fn value(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or(Value::Null)
}

#[test]
fn snapshots() {
    fuzz("snapshot", |text, _| {
        crate::client::fuzz_test::snapshot(text);
        Ok(())
    });
}

#[test]
fn kubeconfigs() {
    fuzz("kubeconfig", |text, _| {
        crate::client::fuzz_test::kubeconfig(text);
        Ok(())
    });
}

#[test]
fn words_before_tab() {
    fuzz("words", |text, _| {
        crate::completion::fuzz_test::words(text);
        Ok(())
    });
}

#[test]
fn revisions() {
    fuzz("revision", |text, other| {
        let (Ok(one), Ok(other)) = (Revision::parse(text), Revision::parse(other)) else {
            return Ok(());
        };
        let _ = (one.number(), one.hash(), one.name(), one.controller_uid());
        prop_assert!(template_diff::changes(one.template(), one.template()).is_empty());
        let _ = template_diff::changes(one.template(), other.template());
        prop_assert!(
            serde_json::from_str::<Value>(one.data()).is_ok(),
            "it can be sent as it is"
        );
        Ok(())
    });
}

#[test]
fn images_and_pairs() {
    fuzz("image", |text, _| {
        let _ = image::check(text);
        let _ = image::repository(text);
        let words: Vec<String> = text.split(' ').map(str::to_owned).collect();
        if let Ok((_, pairs)) = images::split(&words) {
            let template = json!({"spec": {"containers": [{"name": "main", "image": text}], "initContainers": [{}]}});
            let _ = images::plan(&template, &pairs, true);
        }
        Ok(())
    });
}

#[test]
fn selectors() {
    fuzz("selector", |text, _| {
        let label = |key: &str| (key != "x").then_some("agent");
        let _ = selector::matches(&value(text), label);
        let _ = selector::query(&value(text));
        let Ok(read) = selector::parse(text) else {
            return Ok(());
        };
        // What is read can be written, and is then the same; values that no label can have are not looked at.
        if let Ok(again) = selector::parse(&selector::query(&read)) {
            prop_assert_eq!(selector::matches(&again, label), selector::matches(&read, label));
        }
        Ok(())
    });
}

#[test]
fn affinities() {
    let node: Node = serde_json::from_value(json!({"metadata": {"name": "n1", "labels": {"a": "6", "b": "x"}},
        "spec": {"taints": [{"key": "k", "effect": "NoExecute"}, {"key": "", "effect": ""}]}}))
    .expect("a node");
    fuzz("affinity", |text, _| {
        let spec = value(text);
        let _ = node_terms::labels(&spec, &node);
        if let Some(terms) = node_terms::terms(&spec, &node) {
            prop_assert_eq!(
                node_terms::nearest(&terms).is_none(),
                terms.iter().all(|term| term.failing.is_empty())
            );
        }
        let tolerations = toleration::of_template(&spec);
        let _ = (
            toleration::untolerated(&tolerations, &node),
            toleration::finite(&tolerations, &node),
        );
        Ok(())
    });
}

#[test]
fn templates() {
    fuzz("template", |text, other| {
        let (one, other) = (value(text), value(other));
        prop_assert!(template::same(&one, &one) && template_diff::changes(&one, &one).is_empty());
        prop_assert_eq!(template::same(&one, &other), template::same(&other, &one));
        let _ = template_diff::changes(&one, &other);
        Ok(())
    });
}

#[test]
fn text_for_terminals() {
    fuzz("cleaner", |text, _| {
        let (page, line) = (clean(text), clean_line(text));
        prop_assert!(
            !page
                .chars()
                .any(|letter| letter.is_control() && !matches!(letter, '\n' | '\t'))
        );
        prop_assert!(!line.chars().any(char::is_control));
        let hidden = ['\u{202e}', '\u{200b}', '\u{2066}', '\u{feff}'];
        prop_assert!(!line.contains(hidden));
        prop_assert_eq!(clean(&page), page.clone());
        Ok(())
    });
}

#[test]
fn redaction_and_quotes() {
    fuzz("redaction", |text, _| {
        let mut object =
            json!({"command": ["sh", "-c", text], "message": text, "args": text.split(' ').collect::<Vec<_>>()});
        Redaction::default().apply(&mut object);
        let quoted = shell::quote(text);
        prop_assert!(!quoted.is_empty());
        prop_assert_eq!(
            quoted.trim_matches('\'').replace("'\\''", "'").is_empty(),
            text.trim_matches('\'').is_empty()
        );
        Ok(())
    });
}
