//! What is said beside a change, or refused before anything is sent.

use anyhow::{Result, ensure};
use serde_json::json;

use super::{now, ok, requests, run, server, set};

/// H-11: a change without a cause is recorded with the one that stands there.
#[tokio::test]
async fn a_cause_that_stands_there_is_told() -> Result<()> {
    let mut present = now();
    present["metadata"]["annotations"] = json!({"kubernetes.io/change-cause": "back to 1"});
    let answer = set("registry.test/agent:3", "8", "u1");
    let words = "the change-cause \"back to 1\" stands on the DaemonSet and will be recorded for this change too";
    for (more, told) in [(&[][..], true), (&["--change-cause", "now 3"], false)] {
        let server = server(vec![ok(&present)], vec![ok(&answer)]).await;
        let line = [&["set-image", "agent", "main=registry.test/agent:3"], more].concat();
        let ran = run(&server, &line).await?;
        ensure!(ran.code == 0 && ran.stderr.contains(words) == told, "{ran:?}");
    }
    let server = server(vec![ok(&present)], vec![]).await;
    let idle = run(&server, &["set-image", "agent", "main=registry.test/agent:2"]).await?;
    ensure!(
        idle.code == 0 && !idle.stderr.contains(words),
        "nothing is recorded: {idle:?}"
    );
    Ok(())
}

/// Wrong usage is told before a server is asked.
#[tokio::test]
async fn wrong_words_are_refused_before_anything_is_sent() -> Result<()> {
    let long = "m".repeat(129);
    for (line, words) in [
        (&["undo", "agent", "--to-hash", ""][..], "--to-hash needs a hash"),
        (
            &["restart", "agent", "--field-manager", &long],
            "may not be more than 128 bytes",
        ),
        (
            &["set-image", "ds/agent", "main=a", "--local", "--dry-run=server"],
            "you must specify resources by --filename when --local is set",
        ),
    ] {
        let server = server(vec![ok(&now())], vec![]).await;
        let ran = run(&server, line).await?;
        ensure!(ran.code == 2 && ran.stderr.contains(words), "{line:?}: {ran:?}");
        ensure!(requests(&server).await?.1.is_empty(), "{line:?}");
    }
    Ok(())
}
