//! Manifests given with `-f` and `-k`: which objects they hold. What the server makes of them is not decided here.

use std::{
    fs,
    io::{Read, Write as _},
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use anyhow::{Context as _, Result};
use serde_json::Value;

use super::{glob, manifest_text};
use crate::{domain::json, error::Failure, render::clean::clean_line};

/// Reads the objects of files, patterns, folders (`recursive` for those within), and standard input (`-`), in kubectl's
/// order.
///
/// # Errors
/// A path that does not exist (semantics E-4), no manifest in any of the folders, or a text that is neither YAML nor JSON.
pub fn read(paths: &[String], recursive: bool) -> Result<Vec<Value>> {
    let mut objects = Vec::new();
    let mut some = false;
    for path in paths {
        if path == "-" {
            let mut text = String::new();
            std::io::stdin()
                .read_to_string(&mut text)
                .context("reading standard input")?;
            objects.extend(manifest_text::objects(&text, "STDIN")?);
            some = true;
            continue;
        }
        if path.starts_with("http://") || path.starts_with("https://") {
            return Err(Failure::usage(format!("{path}: manifests are not fetched; pipe it into -f -")).into());
        }
        for file in expand(path)?
            .iter()
            .map(|path| files(path, recursive))
            .collect::<Result<Vec<_>>>()?
            .concat()
        {
            let shown = file.display().to_string();
            let text = fs::read_to_string(&file).with_context(|| format!("reading {shown}"))?;
            objects.extend(manifest_text::objects(&text, &shown)?);
            some = true;
        }
    }
    if !some {
        let shown = paths.join(" ");
        let words = format!("error reading [{shown}]: recognized file extensions are [.json .yaml .yml]");
        return Err(Failure::error(words).into());
    }
    Ok(objects)
}

/// Builds a kustomization with kubectl, whose own it is.
///
/// # Errors
/// No kubectl on PATH, or what kubectl says of the folder.
pub fn kustomize(folder: &str) -> Result<Vec<Value>> {
    let kubectl = std::env::var_os("KUBECTL_PATH").unwrap_or_else(|| "kubectl".into());
    let output = Command::new(kubectl)
        .args(["kustomize", folder])
        .stdin(Stdio::null())
        .output()
        .context("-k needs kubectl on PATH to build the kustomization")?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        return Err(Failure::error(said.trim().trim_start_matches("error: ").to_owned()).into());
    }
    manifest_text::objects(&String::from_utf8_lossy(&output.stdout), folder)
}

/// The namespace, where one is written, and the name of each DaemonSet among the objects; see [`daemon_sets`].
///
/// # Errors
/// Those of [`daemon_sets`].
pub fn names(objects: &[Value], explicit: Option<&str>) -> Result<Vec<(Option<String>, String)>> {
    let names = daemon_sets(objects, explicit)?.into_iter().map(|object| {
        let namespace = json::text(object, &["metadata", "namespace"]);
        let namespace = (!namespace.is_empty()).then(|| namespace.to_owned());
        (namespace, json::text(object, &["metadata", "name"]).to_owned())
    });
    Ok(names.collect())
}

/// The DaemonSets among the objects. Other kinds beside them, as in the usual manifest of an agent with its rights and its
/// configuration, are left alone, which is said on standard error. `explicit` is the namespace of `-n`.
///
/// # Errors
/// Nothing but other kinds (semantics E-8); no name; another namespace than the explicit one, as kubectl refuses it.
pub fn daemon_sets<'a>(objects: &'a [Value], explicit: Option<&str>) -> Result<Vec<&'a Value>> {
    let kind = |object: &Value| json::text(object, &["kind"]).to_owned();
    let (sets, others): (Vec<&Value>, Vec<&Value>) = objects.iter().partition(|object| kind(object) == "DaemonSet");
    if let (true, Some(other)) = (sets.is_empty(), others.first()) {
        let (kind, name) = (kind(other), json::text(other, &["metadata", "name"]));
        return Err(Failure::error(format!("only daemon sets are handled here, not {kind} \"{name}\"")).into());
    }
    let explicit = explicit.filter(|namespace| !namespace.is_empty());
    for set in &sets {
        if json::text(set, &["metadata", "name"]).is_empty() {
            return Err(Failure::error("resource name may not be empty").into());
        }
        let namespace = json::text(set, &["metadata", "namespace"]);
        if let Some(other) = explicit.filter(|explicit| !namespace.is_empty() && *explicit != namespace) {
            let words = format!(
                "the namespace from the provided object \"{namespace}\" does not match the namespace \"{other}\". You must \
                 pass '--namespace={namespace}' to perform this operation."
            );
            return Err(Failure::error(words).into());
        }
    }
    if let Some(note) = left_alone(others.into_iter().map(kind)) {
        // Nothing is drawn on the terminal yet, and a note that nobody can read stops nothing.
        let _ = writeln!(std::io::stderr(), "{note}");
    }
    Ok(sets)
}

/// What is said of the other kinds, each named once.
fn left_alone(kinds: impl Iterator<Item = String>) -> Option<String> {
    let mut named: Vec<String> = Vec::new();
    for kind in kinds {
        if !named.contains(&kind) {
            named.push(kind);
        }
    }
    let kinds = named.join(", ");
    (!named.is_empty()).then(|| {
        format!(
            "only the daemon sets of the manifest are looked at, not {}",
            clean_line(&kinds)
        )
    })
}

/// A path as it is, or what it matches as a pattern.
fn expand(path: &str) -> Result<Vec<PathBuf>> {
    if Path::new(path).exists() {
        return Ok(vec![path.into()]);
    }
    match glob::glob(path) {
        Ok(found) if found.is_empty() => Err(Failure::error(format!("the path \"{path}\" does not exist")).into()),
        Ok(found) => Ok(found),
        Err(glob::BadPattern) => {
            Err(Failure::error(format!("pattern \"{path}\" is not valid: syntax error in pattern")).into())
        }
    }
}

fn files(path: &Path, recursive: bool) -> Result<Vec<PathBuf>> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let mut found = Vec::new();
    let mut entries = fs::read_dir(path)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<Vec<_>, _>>()?;
    entries.sort();
    for entry in entries {
        let manifest = entry
            .extension()
            .is_some_and(|end| ["json", "yaml", "yml"].iter().any(|known| end == *known));
        if entry.is_dir() && recursive {
            found.extend(files(&entry, recursive)?);
        } else if entry.is_file() && manifest {
            found.push(entry);
        }
    }
    Ok(found)
}

#[cfg(test)]
#[path = "manifest_test.rs"]
mod tests;
