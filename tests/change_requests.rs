//! What the changing verbs send, request by request, to a scripted API server: nothing else is asked for, nothing is sent
//! typed, and a conflict is never overwritten.

mod conflicts;
mod words;

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use tokio::process::Command;
use wiremock::{
    Mock, MockServer, Request, Respond, ResponseTemplate,
    matchers::{method, path},
};

use crate::side_by_side::{Ran, binary};

const SET: &str = "/apis/apps/v1/namespaces/ops/daemonsets/agent";
const REVISIONS: &str = "/apis/apps/v1/namespaces/ops/controllerrevisions";
/// Stored by a newer server; the number would not survive being read and written again.
const STORED: &str = r#"{"spec":{"template":{"$patch":"replace","metadata":{"labels":{"app":"agent"}},"spec":{"containers":[{"image":"registry.test/agent:1","name":"main","futureField":{"amount":1.50}}]}}}}"#;

/// A DaemonSet with a field that no crate knows, as it stands at a resourceVersion.
fn set(image: &str, version: &str, uid: &str) -> Value {
    json!({
        "kind": "DaemonSet",
        "apiVersion": "apps/v1",
        "metadata": {"name": "agent", "namespace": "ops", "uid": uid, "resourceVersion": version, "generation": 2},
        "spec": {
            "selector": {"matchLabels": {"app": "agent"}},
            "template": {
                "metadata": {"labels": {"app": "agent"}},
                "spec": {"containers": [{"name": "main", "image": image, "futureField": {"amount": 2}}]},
            },
        },
    })
}

fn now() -> Value {
    set("registry.test/agent:2", "7", "u1")
}

/// Answers with one after the other; the last one stays.
struct Answers(Vec<ResponseTemplate>, std::sync::atomic::AtomicUsize);

impl Answers {
    fn new(answers: Vec<ResponseTemplate>) -> Self {
        Self(answers, 0.into())
    }
}

impl Respond for Answers {
    fn respond(&self, _: &Request) -> ResponseTemplate {
        let at = self.1.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        self.0[at.min(self.0.len() - 1)].clone()
    }
}

fn ok(object: &Value) -> ResponseTemplate {
    ResponseTemplate::new(200).set_body_json(object)
}

fn conflict() -> ResponseTemplate {
    ResponseTemplate::new(409).set_body_json(json!({
        "kind": "Status", "apiVersion": "v1", "status": "Failure", "reason": "Conflict", "code": 409,
        "message": "Operation cannot be fulfilled on daemonsets.apps \"agent\": the object has been modified; please apply \
                    your changes to the latest version and try again"}))
}

/// A server whose DaemonSet reads and takes patches as given, with one stored revision.
async fn server(reads: Vec<ResponseTemplate>, patches: Vec<ResponseTemplate>) -> MockServer {
    let server = MockServer::start().await;
    let revisions = format!(
        r#"{{"kind":"ControllerRevisionList","apiVersion":"apps/v1","metadata":{{}},"items":[{{"metadata":{{"name":"agent-x",
        "namespace":"ops","labels":{{"app":"agent","controller-revision-hash":"x"}},"ownerReferences":[{{"uid":"u1",
        "controller":true}}]}},"revision":1,"data":{STORED}}}]}}"#
    );
    let list = ResponseTemplate::new(200).set_body_raw(revisions, "application/json");
    Mock::given(method("GET"))
        .and(path(REVISIONS))
        .respond_with(list)
        .mount(&server)
        .await;
    Mock::given(method("GET"))
        .and(path(SET))
        .respond_with(Answers::new(reads))
        .mount(&server)
        .await;
    Mock::given(method("PATCH"))
        .and(path(SET))
        .respond_with(Answers::new(patches))
        .mount(&server)
        .await;
    server
}

async fn run(server: &MockServer, arguments: &[&str]) -> Result<Ran> {
    let folder = tempfile::tempdir()?;
    let output = Command::new(binary())
        .args(arguments)
        .args(["-n", "ops", "-s", &server.uri()])
        .env("HOME", folder.path())
        .env_remove("KUBECONFIG")
        .output()
        .await?;
    Ok(Ran {
        stdout: String::from_utf8(output.stdout)?,
        stderr: String::from_utf8(output.stderr)?,
        code: output.status.code().context("ended by a signal")?,
    })
}

/// The patches the server got, and `METHOD path` of every request.
async fn requests(server: &MockServer) -> Result<(Vec<Request>, Vec<String>)> {
    let all = server.received_requests().await.context("requests are recorded")?;
    let lines = all
        .iter()
        .map(|request| format!("{} {}", request.method, request.url.path()))
        .collect();
    Ok((
        all.into_iter()
            .filter(|request| request.method.as_str() == "PATCH")
            .collect(),
        lines,
    ))
}

fn text(request: &Request) -> String {
    String::from_utf8_lossy(&request.body).into_owned()
}

#[tokio::test]
async fn undo_sends_the_stored_text_as_it_is() -> Result<()> {
    let server = server(vec![ok(&now())], vec![ok(&set("registry.test/agent:1", "8", "u1"))]).await;
    let ran = run(&server, &["undo", "agent"]).await?;
    ensure!(
        ran.stdout == "daemonset.apps/agent rolled back\n" && ran.code == 0,
        "{ran:?}"
    );
    let (patches, lines) = requests(&server).await?;
    let expected = [format!("GET {SET}"), format!("GET {REVISIONS}"), format!("PATCH {SET}")];
    ensure!(lines == expected, "I-3: {lines:?}");
    let expected = format!(r#"{{"metadata":{{"resourceVersion":"7","uid":"u1"}},{}"#, &STORED[1..]);
    ensure!(text(&patches[0]) == expected, "C-3, R13, S6: {}", text(&patches[0]));
    ensure!(
        patches[0].headers["content-type"] == "application/strategic-merge-patch+json",
        "I-3"
    );
    let query: Vec<_> = patches[0].url.query_pairs().collect();
    ensure!(
        query == [("fieldManager".into(), "kubectl-ds".into())],
        "C51: {query:?}"
    );
    Ok(())
}

#[tokio::test]
async fn dry_runs_are_asked_of_the_server_or_of_nobody() -> Result<()> {
    let cases: [&[&str]; 2] = [
        &["rollout", "undo", "ds/agent"],
        &["set", "image", "ds/agent", "main=registry.test/agent:3"],
    ];
    for words in cases {
        let server = server(vec![ok(&now())], vec![ok(&now())]).await;
        let ran = run(&server, &[words, &["--dry-run=client"]].concat()).await?;
        ensure!(ran.code == 0 && ran.stdout.contains(" (dry run)\n"), "{ran:?}");
        ensure!(requests(&server).await?.0.is_empty(), "E-33, E-55: nothing is sent");
        let manager = ["--dry-run=server", "--field-manager=ci"];
        let ran = run(&server, &[words, &manager].concat()).await?;
        ensure!(ran.code == 0 && ran.stdout.contains(" (server dry run)\n"), "{ran:?}");
        let (patches, _) = requests(&server).await?;
        let mut query: Vec<_> = patches[0]
            .url
            .query_pairs()
            .map(|(key, value)| format!("{key}={value}"))
            .collect();
        query.sort();
        ensure!(query == ["dryRun=All", "fieldManager=ci"], "I-4: {query:?}");
    }
    Ok(())
}

#[tokio::test]
async fn set_image_sends_the_image_and_nothing_else() -> Result<()> {
    let server = server(vec![ok(&now())], vec![ok(&set("registry.test/agent:3", "8", "u1"))]).await;
    let line = [
        "set-image",
        "agent",
        "main=registry.test/agent:3",
        "--change-cause",
        "why",
    ];
    let ran = run(&server, &line).await?;
    ensure!(
        ran.code == 0 && ran.stdout == "daemonset.apps/agent image updated\n",
        "{ran:?}"
    );
    let (patches, lines) = requests(&server).await?;
    ensure!(
        lines == [format!("GET {SET}"), format!("PATCH {SET}")],
        "I-4: {lines:?}"
    );
    let expected = json!({
        "metadata": {"resourceVersion": "7", "uid": "u1", "annotations": {"kubernetes.io/change-cause": "why"}},
        "spec": {"template": {"spec": {"containers": [{"name": "main", "image": "registry.test/agent:3"}]}}}});
    ensure!(
        text(&patches[0]) == serde_json::to_string(&expected)?,
        "E-57, E-62, R13: {}",
        text(&patches[0])
    );
    let same = run(&server, &["set-image", "agent", "main=registry.test/agent:2"]).await?;
    ensure!(
        same.code == 0 && same.stdout.is_empty() && same.stderr.contains("unchanged"),
        "C35: {same:?}"
    );
    let wrong = run(
        &server,
        &[
            "set-image",
            "agent",
            "main=registry.test/agent:9",
            "sdie=registry.test/side:9",
        ],
    )
    .await?;
    ensure!(wrong.code == 1 && wrong.stdout.is_empty(), "C34: {wrong:?}");
    ensure!(requests(&server).await?.0.len() == 1, "E-55, S3: no further patch");
    Ok(())
}

#[tokio::test]
async fn restart_sends_kubectls_mark() -> Result<()> {
    let server = server(vec![ok(&now())], vec![ok(&now())]).await;
    let ran = run(&server, &["restart", "agent"]).await?;
    ensure!(
        ran.code == 0 && ran.stdout == "daemonset.apps/agent restarted\n",
        "{ran:?}"
    );
    let (patches, _) = requests(&server).await?;
    let body: Value = serde_json::from_slice(&patches[0].body)?;
    ensure!(
        body["metadata"] == json!({"resourceVersion": "7", "uid": "u1"}),
        "S6: {body}"
    );
    let annotations = body["spec"]["template"]["metadata"]["annotations"]
        .as_object()
        .cloned()
        .unwrap_or_default();
    ensure!(
        annotations.len() == 1 && annotations.contains_key("kubectl.kubernetes.io/restartedAt"),
        "E-40: {body}"
    );
    Ok(())
}
