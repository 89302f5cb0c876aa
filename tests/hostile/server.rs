//! A server that answers what it should not: pages of HTML, texts that a terminal would obey, objects that cannot be read.

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use tokio::process::Command;
use wiremock::{Mock, MockServer, ResponseTemplate, matchers::any};

use super::ensure_harmless;
use crate::side_by_side::{Ran, binary};

const HOSTILE: &str = "\u{1b}[2J\u{1b}]0;owned\u{7}\r\u{9b}31m\u{202e}\u{200b}\0\u{8}";

async fn ran(server: &MockServer, line: &[&str]) -> Result<Ran> {
    let folder = tempfile::tempdir()?;
    let run = Command::new(binary())
        .args(line)
        .args(["-n", "ops", "--server", &server.uri(), "--kubeconfig", "/dev/null"])
        .env("HOME", folder.path())
        .env_remove("KUBECONFIG")
        .kill_on_drop(true)
        .output();
    let output = tokio::time::timeout(std::time::Duration::from_secs(60), run)
        .await
        .context("it hangs")??;
    Ok(Ran {
        stdout: String::from_utf8(output.stdout)?,
        stderr: String::from_utf8(output.stderr)?,
        code: output.status.code().unwrap_or(-1),
    })
}

const LINES: [&[&str]; 6] = [
    &["status", "agent", "--watch=false"],
    &["status"],
    &["history", "agent"],
    &["why", "--ds", "agent"],
    &["undo", "agent", "--dry-run=client"],
    &["restart", "agent"],
];

async fn all(answer: ResponseTemplate, what: &str) -> Result<Vec<Ran>> {
    let server = MockServer::start().await;
    Mock::given(any()).respond_with(answer).mount(&server).await;
    let mut runs = Vec::new();
    for line in LINES {
        let ran = ran(&server, line).await?;
        ensure_harmless(&ran, &format!("{what}: {line:?}"))?;
        runs.push(ran);
    }
    Ok(runs)
}

#[tokio::test]
async fn what_is_no_object_is_an_error_in_a_line() -> Result<()> {
    let status = json!({"kind": "Status", "apiVersion": "v1", "status": "Failure", "reason": format!("Odd{HOSTILE}"),
        "message": format!("no{HOSTILE}\nway"), "code": 403});
    let page = format!("<html><title>{HOSTILE}</title><body>Sign in</body></html>");
    for (what, answer) in [
        (
            "HTML",
            ResponseTemplate::new(200).set_body_raw(page.clone(), "text/html"),
        ),
        (
            "an error page",
            ResponseTemplate::new(404).set_body_raw(page, "text/html"),
        ),
        ("an error text", ResponseTemplate::new(403).set_body_json(status)),
        ("nothing", ResponseTemplate::new(200)),
        (
            "null",
            ResponseTemplate::new(200).set_body_raw("null", "application/json"),
        ),
        (
            "a list",
            ResponseTemplate::new(200).set_body_raw("[]", "application/json"),
        ),
        (
            "no text",
            ResponseTemplate::new(200).set_body_raw(b"{\"kind\":\"\xff\"}".to_vec(), "application/json"),
        ),
        (
            "nesting",
            ResponseTemplate::new(200).set_body_raw("[".repeat(200_000), "application/json"),
        ),
        (
            "a warning",
            ResponseTemplate::new(404).insert_header("Warning", "299 - \"\\u001b[2J beware \\\\ \""),
        ),
    ] {
        for ran in all(answer, what).await? {
            ensure!(ran.code == 1 && !ran.stderr.is_empty(), "{what}: {ran:?}");
            ensure!(ran.stderr.lines().count() < 8, "{what}: {ran:?}");
        }
    }
    Ok(())
}

/// The same answer to everything: a DaemonSet that is also a list, of which one item is odd.
fn everything(items: Vec<Value>) -> Value {
    json!({"kind": "DaemonSet", "apiVersion": "apps/v1", "items": items,
        "metadata": {"name": "agent", "namespace": "ops", "uid": "u", "resourceVersion": "1", "generation": 1,
            "annotations": {"kubernetes.io/change-cause": HOSTILE}},
        "spec": {"selector": {"matchLabels": {"app": "agent"}}, "template": {"metadata": {"labels": {"app": "agent"}},
            "spec": {"containers": [{"name": "main", "image": format!("a:1{HOSTILE}")}]}}}})
}

#[tokio::test]
async fn an_item_that_cannot_be_read_is_named_and_its_list_is_not_taken_for_whole() -> Result<()> {
    let good = json!({"metadata": {"name": "good", "namespace": "ops"}, "data": {}});
    let odd = json!({"metadata": {"name": "odd", "namespace": format!("ops{HOSTILE}")}, "spec": {"containers": "x"}, "data": {}});
    let answer = ResponseTemplate::new(200).set_body_json(everything(vec![good, odd]));
    let runs = all(answer, "an odd item").await?;
    ensure!(
        runs[0].code == 1 && runs[0].stderr.contains("/odd of the list cannot be read"),
        "{:?}",
        runs[0]
    );
    Ok(())
}
