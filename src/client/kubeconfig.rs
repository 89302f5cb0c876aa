//! Kubeconfig files → one merged `Kubeconfig`, by kubectl's loading rules. No flags, no choice of a context.
//!
//! kube's own loader is not used: it fails on a missing file of a `KUBECONFIG` list, merges the YAML documents of one
//! file, takes an empty string for a value, and refuses a context without a cluster; kubectl does none of that.

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
fn parse(text: &str, folder: &Path) -> Result<Kubeconfig, String> {
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
    // serde_json names the field and the types, and quotes wrong scalars: keep the words, not the value.
    serde_json::from_value(Value::Object(root)).map_err(|error| {
        let words = error.to_string();
        words.split(": ").next().unwrap_or("invalid").to_owned() + ": a field has the wrong type or is missing"
    })
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
mod tests {
    use super::*;

    fn written(folder: &Path, name: &str, text: &str) -> PathBuf {
        let path = folder.join(name);
        std::fs::write(&path, text).expect("written");
        path
    }

    fn listed(paths: &[&Path]) -> Environment {
        let list = std::env::join_paths(paths).expect("a list");
        Environment::default().with("KUBECONFIG", list.to_str().expect("UTF-8"))
    }

    /// Case R05.
    #[test]
    fn the_first_file_that_has_an_entry_wins_and_the_rest_is_merged() {
        let folder = tempfile::tempdir().expect("a folder");
        let first = written(
            folder.path(),
            "first",
            "current-context: ''\nusers: [{name: u, user: {token: one}}]\nclusters: [{name: a, cluster: {server: a}}]",
        );
        let empty = written(folder.path(), "empty", "");
        let second = written(
            folder.path(),
            "second",
            "current-context: x\nusers: [{name: u, user: {username: nn, password: two}}]\n\
             clusters: [{name: a, cluster: {server: other, certificate-authority: ca.pem}}, {name: b}]\n\
             contexts: [{name: x, context: {}}]\n---\ncurrent-context: y",
        );
        let environment = listed(&[&first, Path::new(""), &folder.path().join("missing"), &empty, &second]);
        let merged = load(None, &environment).expect("a kubeconfig");
        assert_eq!(merged.current_context.as_deref(), Some("x"));
        assert_eq!(merged.clusters.len(), 2);
        let cluster = merged.clusters[0].cluster.clone().expect("a cluster");
        assert_eq!(
            (cluster.server.as_deref(), cluster.certificate_authority),
            (Some("a"), None)
        );
        assert!(
            merged.auth_infos[0]
                .auth_info
                .as_ref()
                .expect("a user")
                .username
                .is_none()
        );
    }

    #[test]
    fn paths_are_relative_to_their_file() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = written(
            folder.path(),
            "config",
            "clusters: [{name: a, cluster: {certificate-authority: pki/ca.pem}}]\n\
             users: [{name: u, user: {tokenFile: t, client-key: /abs, exec: {command: bin/get, apiVersion: v}}},\
                     {name: v, user: {exec: {command: get, apiVersion: v}}}]",
        );
        let read = load(Some(&file), &Environment::default()).expect("a kubeconfig");
        let below = |name: &str| folder.path().join(name).to_str().map(str::to_owned);
        let cluster = read.clusters[0].cluster.clone().expect("a cluster");
        assert_eq!(cluster.certificate_authority, below("pki/ca.pem"));
        let users: Vec<_> = read
            .auth_infos
            .into_iter()
            .filter_map(|named| named.auth_info)
            .collect();
        assert_eq!(users[0].token_file, below("t"));
        assert_eq!(users[0].client_key.as_deref(), Some("/abs"));
        assert_eq!(users[0].exec.clone().expect("exec").command, below("bin/get"));
        assert_eq!(users[1].exec.clone().expect("exec").command.as_deref(), Some("get"));
    }

    #[test]
    fn text_of_windows_editors_is_read() {
        let folder = tempfile::tempdir().expect("a folder");
        let wide: Vec<u8> = std::iter::once(0xFEFF)
            .chain("current-context: x\r\n".encode_utf16())
            .flat_map(u16::to_le_bytes)
            .collect();
        let file = folder.path().join("config");
        std::fs::write(&file, wide).expect("written");
        let read = load(Some(&file), &Environment::default()).expect("a kubeconfig");
        assert_eq!(read.current_context.as_deref(), Some("x"));
    }

    /// What exists but is broken is final (case R06 b), and a secret in it is not repeated.
    #[test]
    fn a_broken_file_is_an_error_without_its_text() {
        let folder = tempfile::tempdir().expect("a folder");
        for text in [
            "users: [{name: u, user: {token: [hunter2]}}]",
            "users: {hunter2: [",
            "hunter2",
            "clusters: hunter2",
            "users: [{name: u, user: {exec: hunter2}}]",
        ] {
            let file = written(folder.path(), "config", text);
            let error = load(None, &listed(&[&file])).expect_err("broken").to_string();
            assert!(
                error.starts_with(&format!("error loading config file \"{}\": ", file.display())),
                "{error}"
            );
            assert!(!error.contains("hunter2"), "{error}");
        }
        let missing = folder.path().join("missing");
        assert_eq!(
            load(Some(&missing), &Environment::default())
                .expect_err("missing")
                .to_string(),
            format!("stat {}: no such file or directory", missing.display())
        );
    }

    #[test]
    fn without_a_list_the_file_in_the_home_folder_is_read_if_it_is_there() {
        let folder = tempfile::tempdir().expect("a folder");
        let environment = Environment::at_home(folder.path());
        assert_eq!(load(None, &environment).expect("nothing").current_context, None);
        std::fs::create_dir(folder.path().join(".kube")).expect("made");
        written(&folder.path().join(".kube"), "config", "current-context: home");
        assert_eq!(
            load(None, &environment).expect("read").current_context.as_deref(),
            Some("home")
        );
    }
}
