//! What is sent, at a scripted API server; and a garbage collector that does nothing, which no real one can be asked for.

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use tokio::process::Command;
use wiremock::{
    Mock, MockServer, Request, Respond, ResponseTemplate,
    matchers::{method, path, path_regex},
};

use crate::side_by_side::{Ran, binary};

const SET: &str = "/apis/apps/v1/namespaces/ops/daemonsets/agent";

/// Answers with one after the other; the last one stays.
struct Answers(Vec<ResponseTemplate>, std::sync::atomic::AtomicUsize);

impl Respond for Answers {
    fn respond(&self, _: &Request) -> ResponseTemplate {
        let at = self.1.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        self.0[at.min(self.0.len() - 1)].clone()
    }
}

fn set(version: &str) -> Value {
    json!({"kind": "DaemonSet", "apiVersion": "apps/v1",
        "metadata": {"name": "agent", "namespace": "ops", "uid": "u1", "resourceVersion": version},
        "spec": {"selector": {"matchLabels": {"app": "agent"}}, "template": {}}})
}

fn ok(object: &Value) -> ResponseTemplate {
    ResponseTemplate::new(200).set_body_json(object)
}

fn failure(code: u16, reason: &str) -> ResponseTemplate {
    ResponseTemplate::new(code).set_body_json(json!({"kind": "Status", "apiVersion": "v1", "status": "Failure",
        "reason": reason, "code": code, "message": format!("daemonsets.apps \"agent\" {reason}")}))
}

/// A namespace with nothing but this DaemonSet.
async fn server(reads: Vec<ResponseTemplate>, deletes: Vec<ResponseTemplate>) -> MockServer {
    let server = MockServer::start().await;
    for (verb, answers) in [("GET", reads), ("DELETE", deletes)] {
        let answers = Answers(answers, 0.into());
        Mock::given(method(verb))
            .and(path(SET))
            .respond_with(answers)
            .mount(&server)
            .await;
    }
    let empty = ok(&json!({"kind": "List", "apiVersion": "v1", "metadata": {}, "items": []}));
    let lists = "^/(api/v1|apis/(apps|batch)/v1)/namespaces/ops/[a-z]+$";
    Mock::given(method("GET"))
        .and(path_regex(lists))
        .respond_with(empty)
        .mount(&server)
        .await;
    server
}

async fn run(server: &MockServer, folder: &std::path::Path, arguments: &[&str]) -> Result<Ran> {
    let output = Command::new(binary())
        .args(["orphan-delete", "agent", "-n", "ops", "-s", &server.uri()])
        .args(arguments)
        .env("HOME", folder)
        .env_remove("KUBECONFIG")
        .current_dir(folder)
        .stdin(std::process::Stdio::null())
        .output()
        .await?;
    Ok(Ran {
        stdout: String::from_utf8(output.stdout)?,
        stderr: String::from_utf8(output.stderr)?,
        code: output.status.code().context("ended by a signal")?,
    })
}

/// The bodies of the deletions.
async fn deletions(server: &MockServer) -> Result<Vec<Value>> {
    let all = server.received_requests().await.context("requests are recorded")?;
    let deletions = all.iter().filter(|request| request.method.as_str() == "DELETE");
    deletions
        .map(|request| Ok(serde_json::from_slice(&request.body)?))
        .collect()
}

#[tokio::test]
async fn the_deletion_names_the_policy_and_exactly_this_object() -> Result<()> {
    let gone = failure(404, "NotFound");
    let moved = set("9");
    let server = server(
        vec![ok(&set("7")), ok(&moved), gone],
        vec![failure(409, "Conflict"), ok(&moved)],
    )
    .await;
    let folder = tempfile::tempdir()?;
    let ran = run(&server, folder.path(), &["--yes"]).await?;
    ensure!(ran.code == 0, "{ran:?}");
    let body = |version: &str| json!({"propagationPolicy": "Orphan", "preconditions": {"uid": "u1", "resourceVersion": version}});
    ensure!(deletions(&server).await? == [body("7"), body("9")], "D-12, C63, S6");
    Ok(())
}

#[tokio::test]
async fn a_dry_run_is_asked_of_the_server_or_of_nobody() -> Result<()> {
    let server = server(vec![ok(&set("7"))], vec![ok(&set("7"))]).await;
    let folder = tempfile::tempdir()?;
    let ran = run(&server, folder.path(), &["--dry-run=client"]).await?;
    ensure!(
        ran.code == 0 && ran.stdout.ends_with("deleted from ops namespace (dry run)\n"),
        "E-71: {ran:?}"
    );
    ensure!(deletions(&server).await?.is_empty());
    let ran = run(&server, folder.path(), &["--dry-run=server", "-o", "name"]).await?;
    ensure!(ran.code == 0 && ran.stdout == "daemonset.apps/agent\n", "E-71: {ran:?}");
    let sent = deletions(&server).await?;
    ensure!(sent.len() == 1 && sent[0]["dryRun"] == json!(["All"]), "I-5: {sent:?}");
    ensure!(std::fs::read_dir(folder.path())?.next().is_none(), "no backup");
    Ok(())
}

/// S6: what was shown and saved is what is deleted, or nothing is.
#[tokio::test]
async fn another_object_than_the_one_shown_is_not_deleted() -> Result<()> {
    let mut changed = set("9");
    changed["spec"]["minReadySeconds"] = json!(5);
    let mut other = set("9");
    other["metadata"]["uid"] = json!("u2");
    for now in [changed, other] {
        let server = server(vec![ok(&set("7")), ok(&now)], vec![failure(409, "Conflict"), ok(&now)]).await;
        let folder = tempfile::tempdir()?;
        let ran = run(&server, folder.path(), &["--yes"]).await?;
        ensure!(
            ran.code == 1 && ran.stderr.contains("was changed meanwhile; nothing was deleted"),
            "{ran:?}"
        );
        ensure!(deletions(&server).await?.len() == 1, "not tried on the other one");
    }
    Ok(())
}

/// C64, D-16.
#[tokio::test]
async fn a_garbage_collector_that_does_not_act_is_told_of() -> Result<()> {
    let mut stuck = set("8");
    stuck["metadata"]["deletionTimestamp"] = json!("2026-01-01T00:00:00Z");
    stuck["metadata"]["finalizers"] = json!(["orphan"]);
    let server = server(vec![ok(&set("7")), ok(&stuck)], vec![ok(&stuck)]).await;
    let folder = tempfile::tempdir()?;
    let ran = run(&server, folder.path(), &["--yes", "--timeout=1s"]).await?;
    ensure!(ran.code == 3, "{ran:?}");
    ensure!(
        ran.stdout == "daemonset.apps \"agent\" deleted from ops namespace\n",
        "E-73: {ran:?}"
    );
    ensure!(
        ran.stderr.contains("do not remove the finalizer by hand"),
        "D-16: {ran:?}"
    );
    let again = run(&server, folder.path(), &["--yes", "--timeout=1s"]).await?;
    ensure!(
        again.code == 3 && again.stderr.contains("being deleted already, its pods kept"),
        "{again:?}"
    );
    let other = run(&server, folder.path(), &["--yes", "--backup=other.yaml"]).await?;
    ensure!(
        other.code == 1 && other.stderr.contains("(finalizers: orphan): nothing was begun"),
        "{other:?}"
    );
    ensure!(deletions(&server).await?.len() == 1, "it is never deleted anew");
    let unwaited = run(&server, folder.path(), &["--yes", "--wait=false"]).await?;
    ensure!(unwaited.code == 0, "{unwaited:?}");
    Ok(())
}

/// Sent once: whoever gets no answer is told to look, and nothing is claimed.
#[tokio::test]
async fn a_deletion_without_an_answer_is_not_called_anything() -> Result<()> {
    let slow = ok(&set("7")).set_delay(std::time::Duration::from_secs(20));
    let server = server(vec![ok(&set("7"))], vec![slow]).await;
    let folder = tempfile::tempdir()?;
    let ran = run(&server, folder.path(), &["--yes", "--request-timeout=1s"]).await?;
    ensure!(ran.code == 1 && ran.stdout.is_empty(), "{ran:?}");
    ensure!(
        ran.stderr.contains("no answer from") && ran.stderr.contains("is not known"),
        "{ran:?}"
    );
    ensure!(deletions(&server).await?.len() == 1, "once");
    ensure!(
        folder.path().join("agent.daemonset.yaml").exists(),
        "the backup is there"
    );
    Ok(())
}

/// What comes next is checked before anything is deleted; when it cannot be created after that, the state and the one
/// command to go on are said.
#[tokio::test]
async fn a_replacement_that_fails_says_what_it_left_and_how_to_go_on() -> Result<()> {
    let reads = vec![ok(&set("7")), ok(&set("7")), failure(404, "NotFound")];
    let server = server(reads, vec![ok(&set("7"))]).await;
    let nodes = ok(&json!({"kind": "NodeList", "apiVersion": "v1", "metadata": {}, "items": []}));
    Mock::given(method("GET"))
        .and(path("/api/v1/nodes"))
        .respond_with(nodes)
        .mount(&server)
        .await;
    let posts = Answers(vec![ok(&set("1")), failure(403, "Forbidden")], 0.into());
    let collection = "/apis/apps/v1/namespaces/ops/daemonsets";
    Mock::given(method("POST"))
        .and(path(collection))
        .respond_with(posts)
        .mount(&server)
        .await;
    let folder = tempfile::tempdir()?;
    std::fs::write(
        folder.path().join("my next.json"),
        set("").to_string().replace("\"resourceVersion\":\"\",", ""),
    )?;
    let ran = run(&server, folder.path(), &["--next", "my next.json", "--replace", "-y"]).await?;
    ensure!(ran.code == 1, "{ran:?}");
    let state = "state: it is deleted, its pods and revisions belong to nobody; daemonset.apps/agent is not created; the \
                 manifest from before is in agent.daemonset.yaml\n";
    ensure!(ran.stderr.contains(state), "{ran:?}");
    let again = format!(
        "to go on: kubectl ds orphan-delete agent -n ops -s {} --next 'my next.json' --replace -y\n",
        server.uri()
    );
    ensure!(ran.stderr.ends_with(&again), "{ran:?}");
    let all = server.received_requests().await.context("requests are recorded")?;
    let posts: Vec<_> = all.iter().filter(|request| request.method.as_str() == "POST").collect();
    let dry = |request: &Request| {
        request
            .url
            .query_pairs()
            .any(|(key, value)| key == "dryRun" && value == "All")
    };
    ensure!(posts.len() == 2 && dry(posts[0]) && !dry(posts[1]), "checked first");
    let checked: Value = serde_json::from_slice(&posts[0].body)?;
    ensure!(
        checked["metadata"]["generateName"] == "agent-" && checked["metadata"].get("name").is_none(),
        "{checked}"
    );
    let first = |verb: &str| all.iter().position(|request| request.method.as_str() == verb);
    ensure!(first("POST") < first("DELETE"), "before anything is deleted");
    Ok(())
}
