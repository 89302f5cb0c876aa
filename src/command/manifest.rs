//! Manifests given with `-f` and `-k`: which objects they hold. What the server makes of them is not decided here.

use std::{
    fs,
    io::Read,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use anyhow::{Context as _, Result};
use serde_json::Value;

use super::manifest_text;
use crate::{domain::json, error::Failure};

/// Reads the objects of files, folders (`recursive` for those within), and standard input (`-`), in kubectl's order.
///
/// # Errors
/// A path that does not exist (semantics E-4), or a text that is neither YAML nor JSON.
pub fn read(paths: &[String], recursive: bool) -> Result<Vec<Value>> {
    let mut objects = Vec::new();
    for path in paths {
        if path == "-" {
            let mut text = String::new();
            std::io::stdin()
                .read_to_string(&mut text)
                .context("reading standard input")?;
            objects.extend(manifest_text::objects(&text, "STDIN")?);
            continue;
        }
        if path.starts_with("http://") || path.starts_with("https://") {
            return Err(Failure::usage(format!("{path}: manifests are not fetched; pipe it into -f -")).into());
        }
        if !Path::new(path).exists() {
            return Err(Failure::error(format!("the path \"{path}\" does not exist")).into());
        }
        for file in files(Path::new(path), recursive)? {
            let shown = file.display().to_string();
            let text = fs::read_to_string(&file).with_context(|| format!("reading {shown}"))?;
            objects.extend(manifest_text::objects(&text, &shown)?);
        }
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

/// The DaemonSets among the objects: namespace where one is written, and name. `explicit` is the namespace of `-n`.
///
/// # Errors
/// An object of another kind (semantics E-8), or of another namespace than the explicit one, as kubectl refuses it.
pub fn names(objects: &[Value], explicit: Option<&str>) -> Result<Vec<(Option<String>, String)>> {
    let explicit = explicit.filter(|namespace| !namespace.is_empty());
    let mut names = Vec::new();
    for object in objects {
        let (kind, name) = (json::text(object, &["kind"]), json::text(object, &["metadata", "name"]));
        if kind != "DaemonSet" {
            return Err(Failure::error(format!("only daemon sets are handled here, not {kind} \"{name}\"")).into());
        }
        let namespace = json::text(object, &["metadata", "namespace"]);
        if let Some(other) = explicit.filter(|explicit| !namespace.is_empty() && *explicit != namespace) {
            let words = format!(
                "the namespace from the provided object \"{namespace}\" does not match the namespace \"{other}\". You must \
                 pass '--namespace={namespace}' to perform this operation."
            );
            return Err(Failure::error(words).into());
        }
        names.push(((!namespace.is_empty()).then(|| namespace.to_owned()), name.to_owned()));
    }
    Ok(names)
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
mod tests {
    use super::*;
    use manifest_text::objects as parse;

    #[test]
    fn documents_and_lists_are_taken_apart() {
        let text = "apiVersion: apps/v1\nkind: DaemonSet\nmetadata: {name: a, namespace: x}\n---\n---\napiVersion: v1\n\
                    kind: List\nitems:\n- apiVersion: apps/v1\n  kind: DaemonSet\n  metadata: {name: b}\n";
        let names = names(&parse(text, "test").expect("two objects"), None).expect("two names");
        assert_eq!(names, [(Some("x".to_owned()), "a".to_owned()), (None, "b".to_owned())]);
    }

    #[test]
    fn an_explicit_namespace_must_be_the_manifests() {
        let objects = parse(
            "apiVersion: apps/v1\nkind: DaemonSet\nmetadata: {name: agent, namespace: a}",
            "test",
        )
        .expect("one object");
        let refused = names(&objects, Some("b")).expect_err("two namespaces").to_string();
        assert_eq!(
            refused,
            "the namespace from the provided object \"a\" does not match the namespace \"b\". You must pass '--namespace=a' \
             to perform this operation."
        );
        for fits in [Some("a"), Some(""), None] {
            assert_eq!(
                names(&objects, fits).expect("fits"),
                [(Some("a".to_owned()), "agent".to_owned())]
            );
        }
        let silent =
            parse("apiVersion: apps/v1\nkind: DaemonSet\nmetadata: {name: agent}", "test").expect("one object");
        assert_eq!(names(&silent, Some("b")).expect("any"), [(None, "agent".to_owned())]);
    }

    #[test]
    fn other_kinds_and_missing_paths_are_refused_by_name() {
        let refused = names(
            &parse("apiVersion: v1\nkind: Namespace\nmetadata: {name: agent}", "test").expect("one object"),
            None,
        );
        assert!(
            refused
                .expect_err("no DaemonSet")
                .to_string()
                .contains("Namespace \"agent\"")
        );
        let missing = read(&["nowhere.yaml".to_owned()], false).expect_err("no such path");
        assert_eq!(missing.to_string(), "the path \"nowhere.yaml\" does not exist", "E-4");
    }
}
