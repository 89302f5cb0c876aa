//! The layout of the code, held by reading it: which layer may know what, how long a file may be, what a file begins with.
//! Reading tokens instead of text, so that comments and strings are never taken for code. What a layer may know is here;
//! how paths are found in a file is `architecture/paths.rs`.

mod paths;
mod tokens;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use paths::{Spelled, paths};
use tokens::{Token, tokens};

/// The longest file.
const LINES: usize = 300;

/// A layer: its folder of `src`, the layers it may know, the crates it may name.
struct Layer {
    name: &'static str,
    layers: &'static str,
    crates: &'static str,
}

/// The table of the design. `error` is the one place where errors become words and exit codes: every verb ends in it.
const LAYERS: [Layer; 4] = [
    Layer {
        name: "domain",
        layers: "domain",
        crates: "std jiff k8s_openapi serde serde_json",
    },
    Layer {
        name: "client",
        layers: "client domain",
        crates: "std anyhow base64 bytes futures http http_body_util hyper hyper_util jiff k8s_openapi kube percent_encoding \
            rustix rustls secrecy serde serde_json serde_yaml tokio tower tower_http",
    },
    Layer {
        name: "render",
        layers: "render domain",
        crates: "std comfy_table console jiff k8s_openapi serde serde_json serde_yaml similar",
    },
    Layer {
        name: "command",
        layers: "command domain client render error",
        crates: "std anyhow clap clap_complete futures jiff k8s_openapi kube serde serde_json serde_yaml similar \
            tempfile tokio",
    },
];

impl Layer {
    fn may_know(&self, layer: &str) -> bool {
        self.layers.split(' ').any(|known| known == layer)
    }

    fn may_use(&self, name: &str) -> bool {
        self.crates.split_whitespace().any(|known| known == name)
    }
}

/// What `domain` may not do with the standard library or with jiff: I/O, processes, a clock.
const IMPURE: [&str; 10] = [
    "std::env",
    "std::fs",
    "std::io",
    "std::net::Tcp",
    "std::process",
    "std::thread",
    "std::time::Instant",
    "std::time::SystemTime",
    "jiff::Timestamp::now",
    "jiff::Zoned::now",
];

/// What is wrong with one file of `src`, a line each.
fn faults(file: &Path, text: &str, dependencies: &BTreeSet<String>) -> Vec<String> {
    let mut faults = shape(file, text);
    let module = file.strip_prefix("src").unwrap_or(file);
    let Some(layer) = LAYERS.iter().find(|layer| module.starts_with(layer.name)) else {
        return faults;
    };
    let tests = is_test(file);
    for Spelled { path, test } in paths(file, text) {
        let place = format!("{}: {path}", file.display());
        let segments: Vec<&str> = path.split("::").collect();
        match segments[..] {
            // The words of an error are what some tests are about; no other layer is known to tests either.
            ["crate", "error", ..] if test || tests => {}
            ["crate", other, ..] if !layer.may_know(other) => {
                faults.push(format!("{place}: {} must not know {other}", layer.name));
            }
            ["crate", ..] => {}
            // Tests may use what helps them.
            _ if test || tests => {}
            [name, ..] if dependencies.contains(name) && !layer.may_use(name) => {
                faults.push(format!("{place}: {} must not use {name}", layer.name));
            }
            _ => {}
        }
        let impure = IMPURE.iter().any(|impure| path.starts_with(impure)) || path.ends_with("Timestamp::now");
        if layer.name == "domain" && impure && !test && !tests {
            faults.push(format!("{place}: domain is pure"));
        }
    }
    faults
}

/// Tests that stand in a file of their own.
fn is_test(file: &Path) -> bool {
    let stem = file.file_stem().unwrap_or_default().to_string_lossy();
    stem == "tests" || stem.ends_with("_test") || stem.ends_with("_tests")
}

/// What every file must be like, in `src` or elsewhere.
fn shape(file: &Path, text: &str) -> Vec<String> {
    let mut faults = Vec::new();
    let lines = text.lines().count();
    if lines > LINES {
        faults.push(format!("{}: {lines} lines, at most {LINES}", file.display()));
    }
    if !text.starts_with("//! ") {
        faults.push(format!(
            "{}: does not begin with //! and what belongs there",
            file.display()
        ));
    }
    if file.ends_with("mod.rs") && has_logic(text) {
        faults.push(format!("{}: only mod and use lines belong in a mod.rs", file.display()));
    }
    faults
}

/// Anything but attributes, `mod name;` and `use …;`?
fn has_logic(text: &str) -> bool {
    let mut line = Vec::new();
    let mut brackets = 0;
    for token in tokens(text) {
        match token {
            Token::Sign('[') => brackets += 1,
            Token::Sign(']') => brackets -= 1,
            _ if brackets > 0 => {}
            Token::Sign(';') => {
                let import = line.contains(&"use".to_owned());
                let module = line.contains(&"mod".to_owned()) && !line.contains(&"{".to_owned());
                if !import && !module {
                    return true;
                }
                line.clear();
            }
            Token::Word(word) => line.push(word),
            Token::Sign(sign) => line.push(sign.to_string()),
            Token::Separator => {}
        }
    }
    line.iter().any(|word| word != "#" && word != "!")
}

/// Every Rust file below a folder.
fn files(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let path = entry?.path();
        if path.is_dir() {
            found.extend(files(&path)?);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

/// The crates that a path can begin with.
fn dependencies() -> BTreeSet<String> {
    let manifest = include_str!("../Cargo.toml");
    let tables = manifest.split("\n[").filter(|table| table.contains("dependencies]\n"));
    let names = tables
        .flat_map(|table| table.lines().skip(1))
        .filter_map(|line| line.split_once(" = "));
    names
        .map(|(name, _)| name.trim().replace('-', "_"))
        .chain(["std".to_owned()])
        .collect()
}

fn checked(folder: &str, check: impl Fn(&Path, &str) -> Vec<String>) -> Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut wrong = Vec::new();
    let files = files(&root.join(folder))?;
    ensure!(!files.is_empty(), "nothing to read in {folder}");
    for file in files {
        let text = std::fs::read_to_string(&file)?;
        wrong.extend(check(file.strip_prefix(root)?, &text));
    }
    ensure!(wrong.is_empty(), "\n{}", wrong.join("\n"));
    Ok(())
}

#[test]
fn each_layer_knows_only_what_it_may() -> Result<()> {
    let dependencies = dependencies();
    ensure!(
        dependencies.contains("comfy_table") && dependencies.contains("wiremock"),
        "{dependencies:?}"
    );
    checked("src", |file, text| faults(file, text, &dependencies))
}

#[test]
fn tests_keep_the_same_shape() -> Result<()> {
    checked("tests", shape)?;
    checked("benches", shape)
}

#[test]
fn the_check_finds_what_is_wrong() -> Result<()> {
    let found = |file: &str, text: &str| faults(Path::new(file), text, &dependencies());
    let bad = include_str!("architecture/bad.txt");
    let seen = found("src/domain/bad.rs", bad);
    let wanted = [
        "bad.rs: does not begin",
        "bad.rs: kube::Client: domain must not use kube",
        "bad.rs: crate::client::read: domain must not know client",
        "bad.rs: crate::render::table::Table: domain must not know render",
        "bad.rs: crate::command::status: domain must not know command",
        "bad.rs: std::fs::read: domain is pure",
        "bad.rs: Timestamp::now: domain is pure",
        "bad.rs: crate::client: domain must not know client",
    ];
    for wanted in wanted {
        ensure!(
            seen.iter().any(|fault| fault.contains(wanted)),
            "{wanted} not in {seen:#?}"
        );
    }
    ensure!(seen.len() == wanted.len(), "{seen:#?}");

    let used = |file, line: &str| found(file, &format!("//! A file.\n{line}\n"));
    ensure!(used("src/client/x.rs", "use crate::render::clean;").len() == 1);
    ensure!(used("src/client/x.rs", "use clap::Args;").len() == 1);
    ensure!(used("src/render/x.rs", "fn f() { tokio::spawn(g()); }").len() == 1);
    ensure!(used("src/command/x.rs", "use comfy_table::Table;").len() == 1);
    ensure!(used("src/command/x.rs", "use crate::{client, domain::pod, render::clean};").is_empty());
    ensure!(used("src/cli.rs", "use crate::command::status; use clap::Parser;").is_empty());

    ensure!(
        used(
            "src/domain/mod.rs",
            "pub mod a;\npub use a::{B, c::D};\n#[cfg(test)]\nmod t;"
        )
        .is_empty()
    );
    ensure!(used("src/domain/mod.rs", "mod a { }").len() == 1);
    ensure!(used("src/domain/mod.rs", "pub const A: u8 = 1;").len() == 1);
    ensure!(used("src/domain/mod.rs", "fn f() {}").len() == 1);
    ensure!(found("src/long.rs", &format!("//! Long.\n{}", "\n".repeat(LINES))).len() == 1);
    Ok(())
}
