//! What becomes of a change that the server does not take: a conflict is planned anew as long as it is the same change.

use anyhow::{Result, ensure};
use serde_json::json;
use wiremock::ResponseTemplate;

use super::{conflict, now, ok, requests, run, server, set, text};

/// S6: the status changed meanwhile, so the same change is planned on the new object.
#[tokio::test]
async fn a_conflict_is_planned_anew() -> Result<()> {
    let moved = set("registry.test/agent:2", "9", "u1");
    let answers = vec![conflict(), ok(&set("registry.test/agent:1", "10", "u1"))];
    let server = server(vec![ok(&now()), ok(&moved)], answers).await;
    let ran = run(&server, &["undo", "agent"]).await?;
    ensure!(
        ran.code == 0 && ran.stdout == "daemonset.apps/agent rolled back\n",
        "{ran:?}"
    );
    let (patches, _) = requests(&server).await?;
    ensure!(
        patches.len() == 2 && text(&patches[1]).contains(r#""resourceVersion":"9""#),
        "{}",
        text(&patches[1])
    );
    Ok(())
}

/// S6: a writer that is quick and keeps at it, e.g. with annotations, is waited out.
#[tokio::test]
async fn many_conflicts_are_waited_out() -> Result<()> {
    let mut answers: Vec<ResponseTemplate> = (0..9).map(|_| conflict()).collect();
    answers.push(ok(&set("registry.test/agent:3", "10", "u1")));
    let server = server(vec![ok(&now())], answers).await;
    let ran = run(&server, &["set-image", "agent", "main=registry.test/agent:3"]).await?;
    ensure!(ran.code == 0 && requests(&server).await?.0.len() == 10, "{ran:?}");
    Ok(())
}

/// S6: somebody else changed the template, or the object is another one of the same name.
#[tokio::test]
async fn what_somebody_else_did_is_not_overwritten() -> Result<()> {
    for (other, words) in [
        (set("registry.test/agent:5", "9", "u1"), "nothing was overwritten"),
        (
            set("registry.test/agent:2", "9", "u2"),
            "was deleted and recreated meanwhile; nothing was changed",
        ),
    ] {
        let server = server(vec![ok(&now()), ok(&other)], vec![conflict()]).await;
        let ran = run(&server, &["set-image", "agent", "main=registry.test/agent:3"]).await?;
        ensure!(
            ran.code == 1 && ran.stdout.is_empty() && ran.stderr.contains(words),
            "{ran:?}"
        );
        ensure!(requests(&server).await?.0.len() == 1, "sent once");
    }
    let server = server(vec![ok(&now())], vec![conflict()]).await;
    let ran = run(&server, &["restart", "agent"]).await?;
    ensure!(
        ran.code == 1 && ran.stderr.contains("the object has been modified"),
        "it ends: {ran:?}"
    );
    Ok(())
}

/// C46: the server's words are passed on, under kubectl's.
#[tokio::test]
async fn a_refusal_is_told_in_the_servers_words() -> Result<()> {
    let status = json!({"kind": "Status", "apiVersion": "v1", "status": "Failure", "reason": "Forbidden", "code": 403,
        "message": "admission webhook \"policy\" denied the request: registry not allowed"});
    let refused = || ResponseTemplate::new(403).set_body_json(&status);
    for (words, prefix) in [
        (&["undo", "agent"][..], "error: failed restoring revision 1: "),
        (&["restart", "agent"], "error: failed to patch: "),
        (
            &["set-image", "agent", "main=registry.test/agent:3"],
            "error: failed to patch image update to pod template: ",
        ),
    ] {
        let server = server(vec![ok(&now())], vec![refused()]).await;
        let ran = run(&server, words).await?;
        let last = ran.stderr.lines().last().unwrap_or_default();
        ensure!(
            last.starts_with(prefix) && last.ends_with("registry not allowed"),
            "E-35: {ran:?}"
        );
        ensure!(ran.code == 1 && ran.stdout.is_empty(), "{ran:?}");
    }
    Ok(())
}

/// S6: the server took the change and its answer was lost on the way: what is there decides, and nothing is sent twice.
#[tokio::test]
async fn a_change_whose_answer_is_lost_is_looked_for() -> Result<()> {
    let broken = || vec![ResponseTemplate::new(200).set_body_raw("{\"kind\":", "application/json")];
    let made = set("registry.test/agent:3", "8", "u1");
    let line = ["set-image", "agent", "main=registry.test/agent:3"];
    let taken = server(vec![ok(&now()), ok(&made)], broken()).await;
    let ran = run(&taken, &line).await?;
    ensure!(
        ran.code == 0 && ran.stdout == "daemonset.apps/agent image updated\n",
        "{ran:?}"
    );
    ensure!(requests(&taken).await?.0.len() == 1, "once");
    let lost = server(vec![ok(&now())], broken()).await;
    let ran = run(&lost, &line).await?;
    ensure!(ran.code == 1 && ran.stdout.is_empty(), "{ran:?}");
    ensure!(requests(&lost).await?.0.len() == 1, "once");
    Ok(())
}
