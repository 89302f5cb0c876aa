//! `resolve` beside kubectl: every text and choice here was recorded from kubectl 1.32 and 1.37 with the same files.

use std::fs;
use std::path::{Path, PathBuf};

use super::*;

const CONFIG: &str = "
clusters:
- {name: c1, cluster: {server: 'https://10.0.0.1:6443', tls-server-name: in-file}}
- {name: noserver, cluster: {insecure-skip-tls-verify: true}}
contexts:
- {name: x1, context: {cluster: c1, user: u1, namespace: ns1}}
- {name: empty, context: {cluster: c1, user: u1, namespace: ''}}
- {name: nocluster, context: {cluster: nope, user: u1}}
- {name: noserver, context: {cluster: noserver, user: u1}}
- {name: badfiles, context: {cluster: c1, user: badfiles}}
current-context: x1
users:
- {name: u1, user: {token: abc}}
- {name: badfiles, user: {client-certificate: nocert, client-key: nokey}}
";

fn folder_with(text: &str) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("config");
    fs::write(&file, text).expect("written");
    (folder, file)
}

fn options(file: &Path, flags: &[(&str, &str)]) -> ConnectOptions {
    let mut options = ConnectOptions {
        kubeconfig: Some(file.to_owned()),
        ..ConnectOptions::default()
    };
    for (flag, value) in flags {
        let value = (*value).to_owned();
        match *flag {
            "context" => options.context = Some(value),
            "cluster" => options.cluster = Some(value),
            "user" => options.user = Some(value),
            "namespace" => options.namespace = Some(value),
            "server" => options.server = Some(value),
            "token" => options.token = Some(value),
            "as" => options.as_user = Some(value),
            "as-group" => options.as_groups.push(value),
            "as-user-extra" => options.as_user_extra.push(value),
            "ca" => options.certificate_authority = Some(value),
            other => panic!("no flag {other} here"),
        }
    }
    options
}

#[test]
fn a_name_that_does_not_exist_is_an_error_in_kubectls_words() {
    let (folder, file) = folder_with(CONFIG);
    let below = |name: &str| folder.path().join(name).display().to_string();
    for (flags, expected) in [
        (
            vec![("context", "zz")],
            "Error in configuration: context was not found for specified context: zz".to_owned(),
        ),
        // With a namespace kubectl gets further before it looks, and says it in other words.
        (
            vec![("context", "zz"), ("namespace", "n")],
            "error: context \"zz\" does not exist".to_owned(),
        ),
        (
            vec![("cluster", "zz")],
            "error: no server found for cluster \"zz\"".to_owned(),
        ),
        (
            vec![("cluster", "zz"), ("namespace", "n")],
            "error: cluster \"zz\" does not exist".to_owned(),
        ),
        (
            vec![("user", "zz")],
            "error: auth info \"zz\" does not exist".to_owned(),
        ),
        (
            vec![("as-group", "g")],
            "error: requesting uid, groups or user-extra for u1 without impersonating a user".to_owned(),
        ),
        (
            vec![("context", "badfiles")],
            format!(
                "Error in configuration: \n\
                 * unable to read client-cert {0} for badfiles due to open {0}: no such file or directory\n\
                 * unable to read client-key {1} for badfiles due to open {1}: no such file or directory",
                below("nocert"),
                below("nokey")
            ),
        ),
        (
            vec![("ca", "/nofile")],
            "error: unable to read certificate-authority /nofile for c1 due to open /nofile: no such file or directory"
                .to_owned(),
        ),
        (
            vec![("server", "ht!tp://x y")],
            "error: host must be a URL or a host:port pair: \"ht!tp://x y\"".to_owned(),
        ),
    ] {
        let error = resolve(&options(&file, &flags), &Environment::default()).expect_err("an error");
        assert_eq!(crate::error::report(&error.into()).text, expected, "{flags:?}");
    }
}

#[test]
fn a_context_that_the_file_names_and_does_not_have_is_an_error() {
    let (_folder, file) = folder_with("current-context: gone\n");
    let environment = Environment::default().with("KUBECONFIG", file.to_str().expect("UTF-8"));
    let error = resolve(&ConnectOptions::default(), &environment).expect_err("an error");
    assert_eq!(error, ConfigError::ContextNotFound("gone".to_owned()));
}

#[test]
fn flags_win_over_the_context_and_the_context_over_the_defaults() {
    let (_folder, file) = folder_with(CONFIG);
    for (flags, server, namespace) in [
        (vec![], "https://10.0.0.1:6443/", "ns1"),
        // An empty namespace is no namespace (case R06 d).
        (vec![("context", "empty")], "https://10.0.0.1:6443/", "default"),
        (vec![("namespace", "flag")], "https://10.0.0.1:6443/", "flag"),
        (vec![("server", "https://other:1")], "https://other:1/", "ns1"),
        (vec![("server", "other:1")], "http://other:1/", "ns1"),
        (
            vec![("server", "https://rancher/k8s/clusters/c-1")],
            "https://rancher/k8s/clusters/c-1",
            "ns1",
        ),
        // kubectl's default server, also where the context's cluster is missing or has no server.
        (vec![("context", "nocluster")], "http://localhost:8080/", "default"),
        (vec![("context", "noserver")], "http://localhost:8080/", "default"),
    ] {
        let resolved = resolve(&options(&file, &flags), &Environment::default()).expect("usable");
        assert_eq!(
            (resolved.server.to_string().as_str(), resolved.namespace.as_str()),
            (server, namespace),
            "{flags:?}"
        );
    }
}

#[test]
fn nothing_configured_is_kubectls_default_server() {
    let resolved = resolve(&ConnectOptions::default(), &Environment::default()).expect("usable");
    assert_eq!(
        (resolved.server.to_string().as_str(), resolved.context),
        ("http://localhost:8080/", None)
    );
    let master = Environment::default().with("KUBERNETES_MASTER", "http://master:8080");
    let resolved = resolve(&ConnectOptions::default(), &master).expect("usable");
    assert_eq!(resolved.server, "http://master:8080/");
}

#[test]
fn a_server_by_flag_forgets_the_name_of_the_files_certificate_and_a_token_by_flag_wins() {
    let (_folder, file) = folder_with(CONFIG);
    let resolved = resolve(&options(&file, &[]), &Environment::default()).expect("usable");
    assert_eq!(resolved.cluster.tls_server_name.as_deref(), Some("in-file"));
    let flags = [
        ("server", "https://other"),
        ("token", "flag"),
        ("as", "me"),
        ("as-user-extra", "a/b=c=d"),
    ];
    let resolved = resolve(&options(&file, &flags), &Environment::default()).expect("usable");
    assert_eq!(resolved.cluster.tls_server_name, None);
    let user = serde_json::to_value(&resolved.user).expect("JSON");
    assert_eq!((&user["token"], &user["as"]), (&"flag".into(), &"me".into()));
    assert_eq!(user["as-user-extra"]["a/b"][0], "c=d");
}

/// As in kubectl: what anybody on the way could read is not sent.
#[test]
fn credentials_are_not_for_a_server_without_tls() {
    let (_folder, file) = folder_with(CONFIG);
    let flags = [("server", "http://10.0.0.1:8080"), ("as", "me")];
    let resolved = resolve(&options(&file, &flags), &Environment::default()).expect("usable");
    assert!(resolved.user.token.is_none());
    assert_eq!(resolved.user.impersonate.as_deref(), Some("me"));
}

fn pod() -> (tempfile::TempDir, Environment) {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in [("token", "t"), ("namespace", "pods-own\n"), ("ca.crt", "")] {
        fs::write(folder.path().join(name), text).expect("written");
    }
    let mut environment = Environment::default()
        .with("KUBERNETES_SERVICE_HOST", "fd00::1")
        .with("KUBERNETES_SERVICE_PORT", "443");
    environment.service_account = folder.path().to_owned();
    (folder, environment)
}

/// Case R06: the same cluster and namespace as kubectl beside it.
#[test]
fn in_a_pod_the_service_account_is_used_only_when_nothing_else_says_where_to_go() {
    let (account, environment) = pod();
    let resolved = resolve(&ConnectOptions::default(), &environment).expect("usable");
    assert_eq!(
        (resolved.server.to_string().as_str(), resolved.namespace.as_str()),
        ("https://[fd00::1]:443/", "pods-own")
    );
    assert_eq!(
        resolved.user.token_file,
        account.path().join("token").to_str().map(str::to_owned)
    );

    // A kubeconfig without a namespace: its server, the pod's namespace.
    let (_folder, file) = folder_with(CONFIG);
    let resolved = resolve(&options(&file, &[("context", "empty")]), &environment).expect("usable");
    assert_eq!(
        (resolved.server.to_string().as_str(), resolved.namespace.as_str()),
        ("https://10.0.0.1:6443/", "pods-own")
    );

    // One that is broken: an error, never another cluster.
    let (_folder, broken) = folder_with("clusters: [");
    let environment = environment.with("KUBECONFIG", broken.to_str().expect("UTF-8"));
    let error = resolve(&ConnectOptions::default(), &environment)
        .expect_err("an error")
        .to_string();
    assert!(error.starts_with("error loading config file "), "{error}");
}
