//! What `history` asks an API server for, and what it makes of answers that no real server gives in a test: revisions of
//! a namesake, fields newer than this program.

use std::process::{Command, Output, Stdio};

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use wiremock::{
    Mock, MockServer, ResponseTemplate,
    matchers::{method, path},
};

const SETS: &str = "/apis/apps/v1/namespaces/default/daemonsets/agent";
const REVISIONS: &str = "/apis/apps/v1/namespaces/default/controllerrevisions";
const PODS: &str = "/api/v1/namespaces/default/pods";

fn template(image: &str) -> Value {
    json!({"metadata": {"labels": {"app": "agent"}}, "spec": {"fieldOfTomorrow": {"deep": [1]},
        "containers": [{"name": "main", "image": image}]}})
}

fn revision(number: i64, image: &str, owner: Option<&str>) -> Value {
    let owners = owner.map(
        |uid| json!([{"apiVersion": "apps/v1", "kind": "DaemonSet", "name": "agent", "uid": uid, "controller": true}]),
    );
    json!({"metadata": {"name": format!("agent-{number}"), "ownerReferences": owners,
        "creationTimestamp": "2026-01-01T00:00:00Z", "labels": {"app": "agent", "controller-revision-hash": number.to_string()}},
        "data": {"spec": {"template": template(image)}}, "revision": number})
}

async fn server(pods: ResponseTemplate) -> MockServer {
    let server = MockServer::start().await;
    let set = json!({"apiVersion": "apps/v1", "kind": "DaemonSet",
        "metadata": {"name": "agent", "namespace": "default", "uid": "ours"},
        "spec": {"selector": {"matchLabels": {"app": "agent"}}, "template": template("agent:2")}});
    let revisions = [
        revision(1, "agent:1", Some("ours")),
        revision(2, "agent:2", Some("ours")),
        revision(3, "namesake:3", Some("a namesake that is gone")),
        revision(4, "lost:4", None),
    ];
    let list = json!({"kind": "ControllerRevisionList", "apiVersion": "apps/v1", "metadata": {}, "items": revisions});
    for (place, answer) in [
        (SETS, ResponseTemplate::new(200).set_body_json(set)),
        (REVISIONS, ResponseTemplate::new(200).set_body_json(list)),
        (PODS, pods),
    ] {
        Mock::given(method("GET"))
            .and(path(place))
            .respond_with(answer)
            .mount(&server)
            .await;
    }
    server
}

fn no_pods() -> ResponseTemplate {
    ResponseTemplate::new(200)
        .set_body_json(json!({"kind": "PodList", "apiVersion": "v1", "metadata": {}, "items": []}))
}

/// The program against the server, and what it asked for: path and label selector.
async fn run(server: &MockServer, words: &[&str]) -> Result<(Output, Vec<(String, String)>)> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kubectl-ds"));
    command
        .args(words)
        .args(["--server", &server.uri(), "--namespace", "default"])
        .stdin(Stdio::null());
    command
        .env("KUBECONFIG", "/dev/null")
        .env_remove("KUBECTL_EXTERNAL_DIFF");
    let output = tokio::task::spawn_blocking(move || command.output()).await??;
    let requests = server.received_requests().await.context("requests are recorded")?;
    let asked = requests.iter().map(|request| {
        let selector = request.url.query_pairs().find(|(name, _)| name == "labelSelector");
        (
            request.url.path().to_owned(),
            selector.map_or_else(String::new, |(_, value)| value.into_owned()),
        )
    });
    let mut asked: Vec<_> = asked.collect();
    asked.sort();
    Ok((output, asked))
}

fn asked(places: &[&str]) -> Vec<(String, String)> {
    let selector = |place: &str| {
        if place == SETS {
            String::new()
        } else {
            "app=agent".to_owned()
        }
    };
    places
        .iter()
        .map(|place| ((*place).to_owned(), selector(place)))
        .collect()
}

/// No request more than needed: kubectl's list and block take no pods.
#[tokio::test]
async fn each_form_asks_for_no_more_than_it_shows() -> Result<()> {
    for (words, places) in [
        (&["history", "agent"][..], &[PODS, REVISIONS, SETS][..]),
        (&["rollout", "history", "ds/agent"], &[REVISIONS, SETS]),
        (&["history", "agent", "--revision=1"], &[REVISIONS, SETS]),
        (&["history", "agent", "--diff=1"], &[REVISIONS, SETS]),
        (&["history", "agent", "-o", "name"], &[REVISIONS, SETS]),
        (&["history", "agent", "-o", "json"], &[PODS, REVISIONS, SETS]),
    ] {
        let server = server(no_pods()).await;
        let (output, requests) = run(&server, words).await?;
        ensure!(
            output.status.success(),
            "{words:?}: {}",
            String::from_utf8_lossy(&output.stderr)
        );
        assert_eq!(requests, asked(places), "{words:?}");
    }
    Ok(())
}

/// C44: what another uid owns is another history; what nobody owns would be adopted.
#[tokio::test]
async fn revisions_of_a_namesake_are_not_ours() -> Result<()> {
    let server = server(no_pods()).await;
    let (output, _) = run(&server, &["history", "agent"]).await?;
    let text = String::from_utf8(output.stdout)?;
    ensure!(!text.contains("namesake"), "{text}");
    ensure!(
        text.contains("\norphan, would be adopted: agent-4, revision 4, lost:4\n"),
        "{text}"
    );
    let (output, _) = run(&server, &["rollout", "history", "ds/agent"]).await?;
    let list = "daemonset.apps/agent \nREVISION  CHANGE-CAUSE\n1         <none>\n2         <none>\n\n";
    assert_eq!(String::from_utf8(output.stdout)?, list, "E-21, E-104");
    Ok(())
}

/// Nothing is read into types that lose what they do not know.
#[tokio::test]
async fn fields_newer_than_this_program_are_shown() -> Result<()> {
    let server = server(no_pods()).await;
    let (output, _) = run(&server, &["history", "agent", "--revision=1", "-o", "json"]).await?;
    let object: Value = serde_json::from_slice(&output.stdout)?;
    assert_eq!(
        object["spec"]["template"]["spec"]["fieldOfTomorrow"],
        json!({"deep": [1]}),
        "C15"
    );
    assert_eq!(object["current"], false);
    Ok(())
}

/// A missing right is said once; any other failure is one.
#[tokio::test]
async fn pods_that_may_not_be_listed_are_not_zero() -> Result<()> {
    let status = |code: u16, reason: &str| {
        ResponseTemplate::new(code).set_body_json(json!({"kind": "Status", "apiVersion": "v1", "status": "Failure",
            "message": format!("pods: {reason}"), "reason": reason, "code": code}))
    };
    let denied = server(status(403, "Forbidden")).await;
    let (output, _) = run(&denied, &["history", "agent", "-o", "json"]).await?;
    let list: Value = serde_json::from_slice(&output.stdout)?;
    assert_eq!(
        (output.status.code(), &list["items"][0]["livePods"]),
        (Some(0), &Value::Null)
    );
    assert_eq!(
        String::from_utf8(output.stderr)?
            .matches("no right to list pods")
            .count(),
        1
    );
    let broken = server(status(422, "Invalid")).await;
    let (output, _) = run(&broken, &["history", "agent"]).await?;
    assert_eq!((output.status.code(), output.stdout.is_empty()), (Some(1), true));
    Ok(())
}
