//! Kubeconfig files → one merged `Kubeconfig`, by kubectl's loading rules. No flags, no choice of a context.
//!
//! kube's own loader is not used: it fails on a missing file of a `KUBECONFIG` list, merges the YAML documents of one
//! file, takes an empty string for a value, and refuses a context without a cluster; kubectl does none of that.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use kube::config::Kubeconfig;
use serde_json::{Map, Value};

use super::environment::Environment;
use super::failure::{ConfigError, os_text};

/// Reads what `--kubeconfig`, else `KUBECONFIG`, else `~/.kube/config` names.
///
/// `--kubeconfig` must exist. In the list, empty parts and missing files are skipped; the first file that has an entry
/// wins, as a whole; `current-context` comes from the first that sets it; relative paths are relative to their file.
///
/// # Errors
/// A file that exists but cannot be read or understood: its error is final, never a reason to look elsewhere.
pub(crate) fn load(explicit: Option<&Path>, environment: &Environment) -> Result<Kubeconfig, ConfigError> {
    if let Some(path) = explicit {
        if let Err(error) = std::fs::metadata(path) {
            return Err(ConfigError::plain(format!(
                "stat {}: {}",
                path.display(),
                os_text(&error)
            )));
        }
        return read(path).map(Option::unwrap_or_default);
    }
    let mut merged = Kubeconfig::default();
    for path in paths(environment) {
        if let Some(next) = read(&path)? {
            merge(&mut merged, next);
        }
    }
    Ok(merged)
}

fn paths(environment: &Environment) -> Vec<PathBuf> {
    match environment.get("KUBECONFIG") {
        Some(list) => std::env::split_paths(&list)
            .filter(|path| !path.as_os_str().is_empty())
            .collect(),
        None => environment
            .home
            .iter()
            .map(|home| home.join(".kube").join("config"))
            .collect(),
    }
}

/// `None` for a file that does not exist.
fn read(path: &Path) -> Result<Option<Kubeconfig>, ConfigError> {
    let failed = |why: String| ConfigError::plain(format!("error loading config file \"{}\": {why}", path.display()));
    let bytes = match std::fs::read(path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(error) if error.kind() == std::io::ErrorKind::IsADirectory => {
            return Err(failed(format!("read {}: is a directory", path.display())));
        }
        Err(error) => return Err(failed(format!("open {}: {}", path.display(), os_text(&error)))),
    };
    let text = decode(&bytes).ok_or_else(|| failed("not UTF-8 or UTF-16 text".to_owned()))?;
    parse(&text, path.parent().unwrap_or(Path::new("")))
        .map(Some)
        .map_err(failed)
}

/// UTF-8 with or without a byte order mark, or UTF-16 with one: Windows' redirection writes the latter.
fn decode(bytes: &[u8]) -> Option<String> {
    let wide = |from: fn([u8; 2]) -> u16| -> Option<String> {
        let units: Vec<u16> = bytes[2..]
            .chunks_exact(2)
            .map(|pair| from([pair[0], pair[1]]))
            .collect();
        String::from_utf16(&units).ok()
    };
    match bytes {
        [0xFF, 0xFE, ..] => wide(u16::from_le_bytes),
        [0xFE, 0xFF, ..] => wide(u16::from_be_bytes),
        [0xEF, 0xBB, 0xBF, rest @ ..] => String::from_utf8(rest.to_vec()).ok(),
        _ => String::from_utf8(bytes.to_vec()).ok(),
    }
}

/// The first YAML document of `text`; relative paths become paths below `folder`. An error never quotes the text,
/// which may be a secret.
pub(super) fn parse(text: &str, folder: &Path) -> Result<Kubeconfig, String> {
    let documents: Vec<Value> = serde_yaml::from_multiple(text).map_err(|error| match error.location() {
        Some(at) => format!("yaml: line {}: the file is not valid YAML", at.line()),
        None => "yaml: the file is not valid YAML".to_owned(),
    })?;
    let mut root = match documents.into_iter().next() {
        None | Some(Value::Null) => return Ok(Kubeconfig::default()),
        Some(Value::Object(root)) => root,
        Some(_) => return Err("couldn't get version/kind: the file is not a mapping".to_owned()),
    };
    drop_empty(&mut root);
    for (list, item) in [("clusters", "cluster"), ("contexts", "context"), ("users", "user")] {
        for named in root.get_mut(list).and_then(Value::as_array_mut).into_iter().flatten() {
            let Some(value) = named.get_mut(item).and_then(Value::as_object_mut) else {
                continue;
            };
            drop_empty(value);
            match item {
                "context" => drop(value.entry("cluster").or_insert_with(|| Value::from(""))),
                "cluster" => absolute(value, folder, &["certificate-authority"]),
                _ => {
                    absolute(value, folder, &["client-certificate", "client-key", "tokenFile"]);
                    // A bare name is looked up in PATH; only a path is relative to the file.
                    if let Some(exec) = value.get_mut("exec").and_then(Value::as_object_mut)
                        && exec.get("command").and_then(Value::as_str).is_some_and(is_path)
                    {
                        absolute(exec, folder, &["command"]);
                    }
                }
            }
        }
    }
    for (list, kinds) in [
        ("clusters", "*[]NamedCluster into *map[string]*api.Cluster"),
        ("contexts", "*[]NamedContext into *map[string]*api.Context"),
        ("users", "*[]NamedAuthInfo into *map[string]*api.AuthInfo"),
    ] {
        // kubectl goes on with all entries in full, secrets and all.
        if let Some(name) = repeated(root.get(list)) {
            return Err(format!("error converting {kinds}: duplicate name \"{name}\" in list"));
        }
    }
    // serde_json names the field and the types, and quotes wrong scalars: keep the words, not the value.
    serde_json::from_value(Value::Object(root)).map_err(|error| {
        let words = error.to_string();
        words.split(": ").next().unwrap_or("invalid").to_owned() + ": a field has the wrong type or is missing"
    })
}

/// A name that two entries of a list have.
fn repeated(list: Option<&Value>) -> Option<&str> {
    let mut seen = BTreeSet::new();
    let names = list.and_then(Value::as_array).into_iter().flatten();
    names
        .filter_map(|named| named.get("name")?.as_str())
        .find(|name| !seen.insert(*name))
}

/// In Go an empty string or a null is the same as no value.
fn drop_empty(map: &mut Map<String, Value>) {
    map.retain(|_, value| !value.is_null() && value.as_str() != Some(""));
}

fn is_path(command: &str) -> bool {
    command.contains('/') || command.contains(std::path::MAIN_SEPARATOR)
}

fn absolute(map: &mut Map<String, Value>, folder: &Path, keys: &[&str]) {
    for key in keys {
        if let Some(value) = map.get_mut(*key)
            && let Some(path) = value.as_str().map(Path::new)
            && path.is_relative()
            && let Some(joined) = folder.join(path).to_str()
        {
            *value = Value::from(joined);
        }
    }
}

fn merge(into: &mut Kubeconfig, next: Kubeconfig) {
    fn append<T>(into: &mut Vec<T>, next: Vec<T>, name: impl Fn(&T) -> &str) {
        for item in next {
            if !into.iter().any(|known| name(known) == name(&item)) {
                into.push(item);
            }
        }
    }
    append(&mut into.clusters, next.clusters, |named| &named.name);
    append(&mut into.contexts, next.contexts, |named| &named.name);
    append(&mut into.auth_infos, next.auth_infos, |named| &named.name);
    into.current_context = into.current_context.take().or(next.current_context);
}

#[cfg(test)]
#[path = "kubeconfig_test.rs"]
mod tests;
