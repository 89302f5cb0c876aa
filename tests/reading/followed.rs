//! A DaemonSet that is followed with its surroundings: what becomes visible in the API is told within five seconds, and nothing is
//! read any more when the rollout is done.

use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use futures::StreamExt;
use kubectl_ds::{
    client::{
        Cluster,
        config::ConnectOptions,
        watch::{Observation, Surroundings},
    },
    domain::snapshot::Snapshot,
};
use serde_json::json;

use crate::side_by_side::{Place, manifest};

#[tokio::test]
async fn a_kubelets_words_are_there_within_five_seconds() -> Result<()> {
    let Some(place) = Place::new("followed").await? else {
        return Ok(());
    };
    place.send("apply", &manifest("agent", "registry.test/agent:1", &json!({})))?;
    place.rolled_out("agent")?;
    let cluster = Cluster::connect(&ConnectOptions {
        kubeconfig: Some(place.cluster().kubeconfig().into()),
        ..ConnectOptions::default()
    })
    .await?;
    let stream = cluster.follow(place.namespace(), "agent", Surroundings::Included);
    let mut stream = std::pin::pin!(stream);
    let mut next = async |what: &str, done: &dyn Fn(&Snapshot) -> bool| -> Result<Snapshot> {
        let wait = async {
            while let Some(observation) = stream.next().await {
                if let Observation::Present(snapshot) = observation
                    && done(&snapshot)
                {
                    return Some(*snapshot);
                }
            }
            None
        };
        let found = tokio::time::timeout(Duration::from_secs(60), wait).await;
        found.with_context(|| format!("not told: {what}"))?.context("ended")
    };
    let first = next("the first", &|_| true).await?;
    ensure!(
        first.around.nodes.is_some() && first.around.events.is_some() && first.around.missing.is_empty(),
        "the first one is whole: {:?}",
        first.around.missing
    );
    let bad = manifest("agent", "registry.test/agent:image-pull", &json!({}));
    place.send("apply", &bad)?;
    let failed = |snapshot: &Snapshot| {
        let mut events = snapshot.around.events().iter();
        events.any(|event| {
            event
                .message
                .as_deref()
                .is_some_and(|text| text.starts_with("Failed to pull"))
        })
    };
    // Seen in the API by somebody else, at about the same time.
    let visible = async {
        let events = ["get", "events", "--field-selector", "reason=Failed"];
        let ran = place.until(place.cluster().kubectl(), &events, |ran| {
            ran.stdout.contains("Failed to pull")
        });
        ran.await.map(|_| Instant::now())
    };
    let told = async {
        next("why the image is not there", &failed).await?;
        Ok::<_, anyhow::Error>(Instant::now())
    };
    let (visible, told) = tokio::try_join!(visible, told)?;
    let late = told.saturating_duration_since(visible);
    ensure!(late < Duration::from_secs(5), "{late:?}");
    Ok(())
}
