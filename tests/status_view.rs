//! `status` of rollouts that something is wrong with, on the real control plane: what a log, a terminal and a program see, and
//! when a wait ends early.

mod documents;
mod ends;
mod events;
mod fleet;
mod terminal;

use std::process::Child;

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};

use crate::side_by_side::{Place, Ran, manifest};

const GOOD: &str = "registry.test/agent:1";
const MISSING: &str = "registry.test/agent:v2-image-pull";

fn ended(child: Child) -> Result<Ran> {
    let output = child.wait_with_output()?;
    Ok(Ran {
        stdout: String::from_utf8(output.stdout)?,
        stderr: String::from_utf8(output.stderr)?,
        code: output.status.code().context("ended by a signal")?,
    })
}

/// A namespace with a finished rollout of `agent`.
async fn place(prefix: &str) -> Result<Option<Place>> {
    let Some(place) = Place::new(prefix).await? else {
        return Ok(None);
    };
    place.send("create", &manifest("agent", GOOD, &json!({})))?;
    place.rolled_out("agent")?;
    Ok(Some(place))
}

/// The next template has this image, and its pods these annotations.
fn change(place: &Place, image: &str, annotations: &Value) -> Result<()> {
    let patch = json!({"spec": {"template": {"metadata": {"annotations": annotations},
        "spec": {"containers": [{"name": "main", "image": image}]}}}});
    let ran = place.kubectl(&["patch", "ds/agent", "-p", &patch.to_string()])?;
    ensure!(ran.code == 0, "{ran:?}");
    Ok(())
}

/// The node of some pod of it.
fn a_node(place: &Place) -> Result<String> {
    let ran = place.kubectl(&["get", "pods", "-o", "jsonpath={.items[0].spec.nodeName}"])?;
    ensure!(!ran.stdout.is_empty(), "{ran:?}");
    Ok(ran.stdout)
}
