//! Completion where there is no cluster to ask: nothing is offered, nothing is said, and nobody waits.

use std::{
    fs,
    net::TcpListener,
    path::Path,
    process::{Command, Stdio},
    time::{Duration, Instant},
};

use anyhow::{Result, ensure};

use crate::side_by_side::binary;

/// What the program prints for `words`, which it must do at once, in silence and successfully.
fn complete(kubeconfig: &Path, words: &[&str]) -> Result<String> {
    let begun = Instant::now();
    let ran = Command::new(binary())
        .arg("__complete")
        .args(words)
        .env("KUBECONFIG", kubeconfig)
        .env("HOME", kubeconfig)
        .stdin(Stdio::null())
        .output()?;
    let took = begun.elapsed();
    ensure!(
        ran.status.success(),
        "E-93: another exit code offers files: {:?}",
        ran.status
    );
    ensure!(ran.stderr.is_empty(), "{}", String::from_utf8_lossy(&ran.stderr));
    // One second, and something for a machine that is busy with the other tests.
    ensure!(took < Duration::from_secs(5), "{words:?} took {took:?}");
    Ok(String::from_utf8(ran.stdout)?)
}

fn config(server: &str, user: &str) -> String {
    format!(
        "{{clusters: [{{name: c, cluster: {{server: '{server}'}}}}], users: [{{name: u, user: {user}}}], contexts: [{{name: x, \
         context: {{cluster: c, user: u}}}}, {{name: other, context: {{cluster: c}}}}], current-context: x}}"
    )
}

#[test]
fn without_a_cluster_there_is_nothing_and_no_word_about_it() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("config");
    // It takes connections, and never says a word.
    let stalled = TcpListener::bind("127.0.0.1:0")?;
    let stalled = format!("https://{}", stalled.local_addr()?).leak() as &str;
    let closed = {
        let listener = TcpListener::bind("127.0.0.1:0")?;
        format!("https://{}", listener.local_addr()?)
    };
    let plugin = |script: &str| {
        format!(
            "{{exec: {{apiVersion: client.authentication.k8s.io/v1, command: sh, interactiveMode: IfAvailable, args: [-c, \
             '{script}']}}}}"
        )
    };
    let cases = [
        ("a stalled server", config(stalled, "{}")),
        ("a closed port", config(&closed, "{}")),
        ("an unknown host", config("https://nowhere.invalid", "{}")),
        (
            "a plugin that fails",
            config(&closed, &plugin("echo trouble >&2; exit 1")),
        ),
        ("a plugin that hangs", config(&closed, &plugin("exec sleep 5"))),
        ("a broken file", "{clusters: [".to_owned()),
        ("an empty file", String::new()),
        ("a file that fits nothing", "[1, 2]".to_owned()),
    ];
    for (what, text) in cases {
        fs::write(&file, text)?;
        for words in [
            &["status", ""][..],
            &["undo", "agent", "--to-revision", ""],
            &["status", "-n", ""],
        ] {
            let printed = complete(&file, words)?;
            let (lines, directive) = printed.trim_end().rsplit_once('\n').unwrap_or(("", printed.trim_end()));
            ensure!(
                lines.is_empty() && [":4", ":36"].contains(&directive),
                "{what} {words:?}: {printed}"
            );
        }
        ensure!(
            complete(&file, &["rollout", "und"])?.starts_with("undo\t"),
            "the verbs are known: {what}"
        );
    }
    ensure!(
        complete(&folder.path().join("none"), &["status", ""])? == ":4\n",
        "no kubeconfig"
    );
    fs::write(&file, config(&closed, "{}"))?;
    ensure!(
        complete(&file, &["--context", ""])? == "x\nother\n:4\n",
        "those stand in the file"
    );
    ensure!(complete(&file, &["--user", ""])? == "u\n:4\n");
    for strange in [&[][..], &["--"], &["-"], &["status", "--namespace=\u{1b}[2J", "ä=ö"]] {
        ensure!(complete(&file, strange)?.ends_with('\n'), "{strange:?}");
    }
    Ok(())
}

#[test]
fn a_script_without_its_program_offers_nothing_instead_of_files() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let script = folder.path().join("kubectl_complete-absent");
    fs::copy(
        Path::new(env!("CARGO_MANIFEST_DIR")).join("completions/kubectl_complete-ds"),
        &script,
    )?;
    let ran = Command::new(script).args(["status", ""]).output()?;
    ensure!(
        ran.status.success() && ran.stdout == b":4\n" && ran.stderr.is_empty(),
        "{ran:?}"
    );
    Ok(())
}
