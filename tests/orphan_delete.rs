//! `orphan-delete` on the real control plane and at a scripted API server: what it says is what happens, nothing is lost,
//! and what cannot be proven is not called done.

mod alone;
mod foretold;
mod killed;
mod nodes;
mod replaced;
mod requests;
mod rights;
mod rivals;
mod selectors;
mod situations;

use std::{collections::BTreeMap, path::Path, time::Duration};

use anyhow::{Result, ensure};
use serde_json::{Value, json};

use crate::cluster::eventually;
use crate::side_by_side::{Place, Ran, binary, manifest};

const V1: &str = "registry.test/agent:1";
const V2: &str = "registry.test/agent:2";
const SOON: Duration = Duration::from_secs(60);

/// A place with a folder of its own for backups, and a DaemonSet `agent` that is rolled out.
struct Stage {
    place: Place,
    folder: tempfile::TempDir,
}

impl Stage {
    async fn new(prefix: &str) -> Result<Option<Self>> {
        let Some(place) = Place::new(prefix).await? else {
            return Ok(None);
        };
        let folder = tempfile::tempdir()?;
        Ok(Some(Self { place, folder }))
    }

    async fn with_agent(prefix: &str) -> Result<Option<Self>> {
        let Some(stage) = Self::new(prefix).await? else {
            return Ok(None);
        };
        stage.place.send("create", &manifest("agent", V1, &json!({})))?;
        stage.place.rolled_out("agent")?;
        Ok(Some(stage))
    }

    fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// The command of the program under test, in the folder.
    fn command(&self, arguments: &[&str]) -> std::process::Command {
        let mut command = self.place.command(&binary(), arguments);
        command.current_dir(self.folder()).stdin(std::process::Stdio::null());
        command
    }

    fn ds(&self, arguments: &[&str]) -> Result<Ran> {
        let output = self.command(arguments).output()?;
        Ok(Ran {
            stdout: String::from_utf8(output.stdout)?,
            stderr: String::from_utf8(output.stderr)?,
            code: output.status.code().unwrap_or(-1),
        })
    }

    /// The backup of `agent`, if there is one.
    fn backup(&self) -> Option<String> {
        std::fs::read_to_string(self.folder().join("agent.daemonset.yaml")).ok()
    }

    fn items(&self, kind: &str) -> Result<Vec<Value>> {
        Ok(self.place.object(kind)?["items"]
            .as_array()
            .cloned()
            .unwrap_or_default())
    }

    /// Every pod that is not on its way out, by uid, and who owns it.
    fn owners(&self, kind: &str) -> Result<BTreeMap<String, String>> {
        let going = |object: &Value| object["metadata"].get("deletionTimestamp").is_some();
        let owner = |object: &Value| {
            let owner = &object["metadata"]["ownerReferences"][0];
            match owner["name"].as_str() {
                Some(name) => format!("{}/{name}", owner["kind"].as_str().unwrap_or_default()),
                None => String::new(),
            }
        };
        let items = self.items(kind)?.into_iter().filter(|object| !going(object));
        Ok(items
            .map(|object| {
                (
                    object["metadata"]["uid"].as_str().unwrap_or_default().to_owned(),
                    owner(&object),
                )
            })
            .collect())
    }

    /// Waits until all pods and revisions belong to `owner`.
    async fn owned(&self, owner: &str) -> Result<()> {
        for kind in ["pods", "controllerrevisions"] {
            let ask = async || self.owners(kind);
            let what = format!("{kind} belong to {owner:?}");
            eventually(&what, SOON, ask, |owners| owners.values().all(|it| it == owner)).await?;
        }
        Ok(())
    }

    /// Nothing else has taken the place of these pods, and none belongs to anybody.
    fn ownerless(&self, pods: &BTreeMap<String, String>) -> Result<()> {
        let now = self.owners("pods")?;
        ensure!(now.keys().eq(pods.keys()), "{pods:?} became {now:?}");
        ensure!(now.values().all(String::is_empty), "{now:?}");
        Ok(())
    }
}
