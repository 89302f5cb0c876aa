//! How lists are read: page by page and whole, each once, with the time that the server has (cases C21, R18).

mod followed;

use std::process::{Command, Output, Stdio};

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use wiremock::{
    Mock, MockServer, Request, ResponseTemplate,
    matchers::{method, path},
};

const SETS: &str = "/apis/apps/v1/namespaces/default/daemonsets";
const REVISIONS: &str = "/apis/apps/v1/namespaces/default/controllerrevisions";
const PODS: &str = "/api/v1/namespaces/default/pods";

fn set(name: &str) -> Value {
    json!({"apiVersion": "apps/v1", "kind": "DaemonSet",
        "metadata": {"name": name, "namespace": "default", "uid": name, "creationTimestamp": "2026-01-01T12:00:00Z"},
        "spec": {"selector": {"matchLabels": {"app": name}}, "template": {"metadata": {"labels": {"app": name}}}}})
}

fn list(items: &[Value], next: &str, remaining: Option<i64>) -> Value {
    json!({"metadata": {"continue": next, "remainingItemCount": remaining}, "items": items})
}

/// The pages by continue token; the answer to a list without a limit is under `whole`.
async fn server(pages: &'static [(&'static str, &'static str, u16)]) -> MockServer {
    let server = MockServer::start().await;
    let answer = move |request: &Request| {
        let query = |wanted: &str| {
            let mut pairs = request.url.query_pairs();
            pairs
                .find(|(key, _)| key == wanted)
                .map(|(_, value)| value.into_owned())
        };
        let key = match (query("limit"), query("continue")) {
            (None, None) => "whole".to_owned(),
            (_, token) => token.unwrap_or_default(),
        };
        let Some((_, next, code)) = pages.iter().find(|(known, ..)| *known == key) else {
            return ResponseTemplate::new(500);
        };
        if *code == 410 {
            let status = json!({"kind": "Status", "code": 410, "reason": "Expired", "message": "too old",
                "metadata": {"continue": next}});
            return ResponseTemplate::new(410).set_body_json(status);
        }
        let all = ["a", "b", "c"].map(set);
        let items = match key.as_str() {
            "whole" => &all[..],
            "" => &all[..1],
            _ => &all[1..2],
        };
        let remaining = (*next == "lost").then_some(2);
        let next = if *next == "lost" { "" } else { next };
        ResponseTemplate::new(200).set_body_json(list(items, next, remaining))
    };
    Mock::given(method("GET"))
        .and(path(SETS))
        .respond_with(answer)
        .mount(&server)
        .await;
    for empty in [REVISIONS, PODS] {
        let none = ResponseTemplate::new(200).set_body_json(list(&[], "", None));
        Mock::given(method("GET"))
            .and(path(empty))
            .respond_with(none)
            .mount(&server)
            .await;
    }
    server
}

async fn status(server: &MockServer) -> Result<Output> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kubectl-ds"));
    command
        .args(["status", "--server", &server.uri(), "--namespace", "default"])
        .env("KUBECONFIG", "/dev/null")
        .stdin(Stdio::null());
    Ok(tokio::task::spawn_blocking(move || command.output()).await??)
}

fn names(output: &Output) -> Result<Vec<String>> {
    let text = String::from_utf8(output.stdout.clone())?;
    let rows = text.lines().skip(1);
    rows.map(|row| row.split_whitespace().next().map(str::to_owned).context("a name"))
        .collect()
}

#[tokio::test]
async fn a_list_is_whole_or_it_is_an_error() -> Result<()> {
    // The second page has expired: with a token for the rest as it is now, or without.
    for pages in [
        &[("", "2", 200), ("2", "", 410), ("whole", "", 200)],
        &[("", "2", 200), ("2", "fresh", 410), ("whole", "", 200)],
        &[("", "lost", 200), ("2", "", 200), ("whole", "", 200)],
    ] {
        let output = status(&server(pages).await).await?;
        ensure!(names(&output)? == ["a", "b", "c"], "R18 {pages:?}: {output:?}");
    }
    let output = status(&server(&[("", "2", 200), ("2", "", 200)]).await).await?;
    ensure!(names(&output)? == ["a", "b"], "two pages: {output:?}");
    let output = status(&server(&[("", "2", 200)]).await).await?;
    ensure!(
        output.stdout.is_empty() && output.status.code() == Some(1),
        "a page that fails: {output:?}"
    );
    Ok(())
}

/// The DaemonSet was created at 12:00, and the server says that it is 12:05.
#[tokio::test]
async fn ages_are_counted_by_the_servers_clock() -> Result<()> {
    let server = MockServer::start().await;
    for (place, items) in [(SETS, vec![set("a")]), (REVISIONS, vec![]), (PODS, vec![])] {
        let answer = ResponseTemplate::new(200)
            .insert_header("Date", "Thu, 01 Jan 2026 12:05:00 GMT")
            .set_body_json(list(&items, "", None));
        Mock::given(method("GET"))
            .and(path(place))
            .respond_with(answer)
            .mount(&server)
            .await;
    }
    let output = status(&server).await?;
    let text = String::from_utf8(output.stdout)?;
    let age = text.split_whitespace().last().unwrap_or_default();
    ensure!(["4m59s", "5m0s", "5m1s", "5m2s"].contains(&age), "C21: {text}");
    Ok(())
}
