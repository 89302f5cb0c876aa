//! Kubeconfig lists, relative paths, broken files (cases R05, R06).

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
