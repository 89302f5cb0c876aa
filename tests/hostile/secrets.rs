//! What is secret stays where it is: no token, password or output of a plugin is printed, at whatever verbosity; what is written
//! is for the user alone and goes where it was meant to go.

use std::{fs, os::unix::fs::PermissionsExt as _, path::Path, process::Command};

use anyhow::{Result, ensure};
use serde_json::json;

use super::{ensure_harmless, files::rollout};
use crate::side_by_side::{Ran, binary};

const SECRET: &str = "hunter2";

fn kubeconfig(folder: &Path, server: &str, user: &str) -> Result<String> {
    let file = folder.join("config");
    fs::write(
        &file,
        format!(
            "apiVersion: v1\nkind: Config\ncurrent-context: c\nclusters: [{{name: k, cluster: {{server: '{server}', \
             insecure-skip-tls-verify: true}}}}]\ncontexts: [{{name: c, context: {{cluster: k, user: u, namespace: ops}}}}]\n\
             users: [{{name: u, user: {user}}}]\n"
        ),
    )?;
    Ok(file.display().to_string())
}

/// A credential plugin that says `stdout` and `stderr` and ends with a code. What it writes to standard error is its own, as with
/// kubectl: it is a program of the user, who may have to answer it.
fn plugin(folder: &Path, stdout: &str, stderr: &str, code: i32) -> Result<String> {
    fs::write(folder.join("said"), stdout)?;
    fs::write(folder.join("told"), stderr)?;
    let file = folder.join("plugin");
    let script = format!(
        "#!/bin/sh\ncat {0}/said\ncat {0}/told >&2\nexit {code}\n",
        folder.display()
    );
    fs::write(&file, script)?;
    fs::set_permissions(&file, fs::Permissions::from_mode(0o700))?;
    Ok(format!(
        "{{exec: {{apiVersion: client.authentication.k8s.io/v1, command: {}, interactiveMode: Never}}}}",
        file.display()
    ))
}

fn run(arguments: &[&str]) -> Result<Ran> {
    let output = Command::new(binary())
        .args(arguments)
        .env_remove("KUBECONFIG")
        .output()?;
    Ok(Ran {
        stdout: String::from_utf8(output.stdout)?,
        stderr: String::from_utf8(output.stderr)?,
        code: output.status.code().unwrap_or(-1),
    })
}

/// Nobody listens there, so that every road ends in an error.
const NOWHERE: &str = "https://127.0.0.1:1";

#[test]
fn no_secret_is_in_an_output_or_an_error() -> Result<()> {
    let credential = |status: &str| {
        format!(r#"{{"apiVersion":"client.authentication.k8s.io/v1","kind":"ExecCredential","status":{status}}}"#)
    };
    let good = credential(&format!(r#"{{"token":"{SECRET}"}}"#));
    for (what, user, said) in [
        ("a token", format!("{{token: {SECRET}}}"), None),
        (
            "a token that no header can hold",
            format!("{{token: \"{SECRET}\\n\\u001b\"}}"),
            None,
        ),
        ("a password", format!("{{username: me, password: {SECRET}}}"), None),
        (
            "a key",
            format!("{{client-certificate-data: {SECRET}, client-key-data: {SECRET}}}"),
            None,
        ),
        ("a wrong type", format!("{{token: [{SECRET}]}}"), None),
        ("a plugin", String::new(), Some((good.clone(), 0))),
        ("a plugin that fails", String::new(), Some((good, 1))),
        (
            "a plugin with a key",
            String::new(),
            Some((credential(&format!(r#"{{"clientKeyData":"{SECRET}"}}"#)), 0)),
        ),
        (
            "a plugin that says no JSON",
            String::new(),
            Some((format!("token: {SECRET} {{"), 0)),
        ),
        (
            "a plugin that says a list",
            String::new(),
            Some((format!("[\"{SECRET}\"]"), 0)),
        ),
        (
            "a plugin with another type",
            String::new(),
            Some((credential(&format!(r#"{{"token":["{SECRET}"]}}"#)), 0)),
        ),
    ] {
        let folder = tempfile::tempdir()?;
        let user = match &said {
            Some((stdout, code)) => plugin(folder.path(), stdout, "log in first\n", *code)?,
            None => user,
        };
        let config = kubeconfig(folder.path(), NOWHERE, &user)?;
        for level in ["-v=0", "-v=6", "-v=9"] {
            let ran = run(&[
                "status",
                "agent",
                "--request-timeout=5s",
                "--kubeconfig",
                &config,
                level,
            ])?;
            ensure_harmless(&ran, &format!("{what}, {level}"))?;
            ensure!(ran.code == 1, "{what}, {level}: {ran:?}");
            ensure!(!format!("{ran:?}").contains(SECRET), "{what}, {level}: {ran:?}");
        }
    }
    let flags = [
        &["--token=hunter2"][..],
        &["--username=me", "--password=hunter2"],
        &["--server=https://me:hunter2@127.0.0.1:1"],
        &["--proxy-url=http://me:hunter2@127.0.0.1:1"],
    ];
    for flag in flags {
        let folder = tempfile::tempdir()?;
        let config = kubeconfig(folder.path(), NOWHERE, "{}")?;
        let line = [
            "status",
            "agent",
            "--request-timeout=5s",
            "--kubeconfig",
            &config,
            "-v=9",
        ];
        let ran = run(&[&line, flag].concat())?;
        ensure!(
            ran.code == 1 && !format!("{ran:?}").contains(SECRET),
            "{flag:?}: {ran:?}"
        );
    }
    Ok(())
}

#[test]
fn a_file_is_for_the_user_alone_and_no_link_is_followed() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let path = |name: &str| folder.path().join(name);
    let list = json!({"apiVersion": "v1", "kind": "List", "items": rollout()});
    fs::write(path("from.json"), list.to_string())?;
    fs::write(path("precious"), "precious")?;
    let from = path("from.json").display().to_string();
    let saved = |to: &str, more: &[&str]| {
        let to = path(to).display().to_string();
        run(&[&["snapshot", "--snapshot", &from, "--output-file", &to], more].concat())
    };
    ensure!(saved("new", &[])?.code == 0);
    ensure!(fs::metadata(path("new"))?.permissions().mode() & 0o777 == 0o600);
    for (link, target) in [("link", "precious"), ("dangling", "not-there")] {
        std::os::unix::fs::symlink(path(target), path(link))?;
        let ran = saved(link, &[])?;
        ensure!(ran.code == 1 && ran.stderr.contains("is there already"), "{ran:?}");
        // It takes the place of the link, and not of what the link leads to.
        ensure!(saved(link, &["--force"])?.code == 0);
        let there = fs::symlink_metadata(path(link))?;
        ensure!(there.is_file() && there.permissions().mode() & 0o777 == 0o600);
    }
    ensure!(fs::read_to_string(path("precious"))? == "precious" && !path("not-there").exists());
    Ok(())
}
