//! `history` beside kubectl on the real control plane: E-20 to E-28, E-104, E-108, section F. Each difference on purpose is
//! a test of its own name.

mod lists;
mod ours;
mod revisions;

use std::time::Duration;

use anyhow::{Result, ensure};
use serde_json::{Value, json};

use crate::cluster::eventually;
use crate::side_by_side::Place;

/// How long the control plane may take for what it does in a moment.
const SOON: Duration = Duration::from_secs(60);

/// A DaemonSet that no node is to run, so that nothing but its history matters.
fn daemon_set(name: &str, image: &str, cause: Option<&str>) -> Value {
    let mut set = json!({
        "apiVersion": "apps/v1", "kind": "DaemonSet", "metadata": {"name": name},
        "spec": {
            "selector": {"matchLabels": {"app": name}},
            "template": {
                "metadata": {"labels": {"app": name}},
                "spec": {"nodeSelector": {"no": "node"}, "containers": [{"name": "main", "image": image}]},
            },
        },
    });
    if let Some(cause) = cause {
        set["metadata"]["annotations"] = json!({"kubernetes.io/change-cause": cause});
    }
    set
}

/// Applies it and waits until its template is stored.
async fn apply(place: &Place, set: &Value) -> Result<()> {
    place.send("apply", &set.to_string())?;
    recorded(place, set["metadata"]["name"].as_str().unwrap_or_default()).await
}

/// Waits until the controller has seen the DaemonSet as it is, and so has stored its template.
async fn recorded(place: &Place, name: &str) -> Result<()> {
    let ask = async || {
        let set = place.object(&format!("ds/{name}"))?;
        Ok(set["metadata"]["generation"] == set["status"]["observedGeneration"])
    };
    eventually("the controller has seen the DaemonSet", SOON, ask, |seen| *seen)
        .await
        .map(drop)
}

/// kubectl, which has to succeed; its standard output.
fn done(place: &Place, words: &[&str]) -> Result<String> {
    let ran = place.kubectl(words)?;
    ensure!(ran.code == 0, "kubectl {words:?}: {}", ran.stderr);
    Ok(ran.stdout)
}

/// `agent` with three revisions, whose change-causes hold a tab, a newline, and nothing.
async fn three_revisions(place: &Place) -> Result<()> {
    apply(
        place,
        &daemon_set("agent", "registry.test/agent:v1", Some("first\tcolumn")),
    )
    .await?;
    apply(
        place,
        &daemon_set("agent", "registry.test/agent:v2", Some("two\nlines")),
    )
    .await?;
    apply(place, &daemon_set("agent", "registry.test/agent:v3", None)).await
}
