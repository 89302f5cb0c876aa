//! `undo`, `restart` and `set-image` beside kubectl: each program changes an object of its own that began as the other's
//! did; afterwards both are alike. Each intended difference by name.

mod applied;
mod flow;
mod manifests;
mod restart;
mod set_image;
mod undo;
mod warnings;

use std::time::Duration;

use anyhow::{Result, ensure};
use serde_json::{Value, json};

use crate::cluster::eventually;
use crate::side_by_side::{Place, Ran};

const SOON: Duration = Duration::from_secs(60);

/// Two namespaces with the same objects, one for each program.
struct Twins {
    kubectl: Place,
    ds: Place,
}

impl Twins {
    async fn new(prefix: &str) -> Result<Option<Self>> {
        let (Some(kubectl), Some(ds)) = (Place::new(prefix).await?, Place::new(prefix).await?) else {
            return Ok(None);
        };
        Ok(Some(Self { kubectl, ds }))
    }

    /// Sends an object to both, with kubectl, and waits until both controllers have recorded it.
    async fn send(&self, verb: &str, object: &Value) -> Result<()> {
        for place in [&self.kubectl, &self.ds] {
            place.send(verb, &object.to_string())?;
            recorded(place).await?;
        }
        Ok(())
    }

    /// Runs both with the same arguments, each in its own namespace.
    async fn run(&self, arguments: &[&str]) -> Result<(Ran, Ran)> {
        let ran = (self.kubectl.kubectl(arguments)?, self.ds.ds(arguments)?);
        recorded(&self.kubectl).await?;
        recorded(&self.ds).await?;
        Ok(ran)
    }

    /// Both objects are alike, and so are their revisions.
    fn alike(&self, when: &str) -> Result<()> {
        let (kubectl, ds) = (state(&self.kubectl)?, state(&self.ds)?);
        ensure!(kubectl == ds, "{when}: kubectl left\n{kubectl:#}\nand ours\n{ds:#}");
        Ok(())
    }

    /// The same answer, the same exit code, the same object afterwards.
    async fn agree(&self, arguments: &[&str]) -> Result<Ran> {
        let (kubectl, ds) = self.run(arguments).await?;
        ensure!(
            (&kubectl.stdout, kubectl.code) == (&ds.stdout, ds.code),
            "{arguments:?}: {kubectl:?} and {ds:?}"
        );
        self.alike(&arguments.join(" "))?;
        Ok(ds)
    }
}

/// An object with two containers and an init container. No node is meant: what is compared is the object.
fn daemon_set(main: &str, cause: Option<&str>) -> Value {
    let mut object = json!({
        "apiVersion": "apps/v1",
        "kind": "DaemonSet",
        "metadata": {"name": "agent", "labels": {"team": "x"}},
        "spec": {
            "selector": {"matchLabels": {"app": "agent"}},
            "template": {
                "metadata": {"labels": {"app": "agent"}},
                "spec": {
                    "nodeSelector": {"kubectl-ds.test/for": "nobody"},
                    "initContainers": [{"name": "prep", "image": "registry.test/prep:1"}],
                    "containers": [
                        {"name": "main", "image": main, "ports": [{"containerPort": 8080}]},
                        {"name": "side", "image": "registry.test/side:1"},
                    ],
                },
            },
        },
    });
    if let Some(cause) = cause {
        object["metadata"]["annotations"] = json!({"kubernetes.io/change-cause": cause});
    }
    object
}

/// Waits until the controller has seen the present object; before that there is no revision of it.
async fn recorded(place: &Place) -> Result<()> {
    let ask = async || place.object("ds/agent");
    let seen = |set: &Value| set["metadata"]["generation"] == set["status"]["observedGeneration"];
    eventually("the controller sees the change", SOON, ask, seen).await?;
    Ok(())
}

/// What must be alike: metadata but for what names the object or the moment, the spec, and the revisions by number.
fn state(place: &Place) -> Result<Value> {
    let set = place.object("ds/agent")?;
    let revisions = place.object("controllerrevisions")?;
    let mut revisions: Vec<Value> = revisions["items"].as_array().cloned().unwrap_or_default();
    revisions.sort_by_key(|revision| revision["revision"].as_i64());
    let stored = revisions.iter().map(|revision| {
        let cause = &revision["metadata"]["annotations"]["kubernetes.io/change-cause"];
        json!({"revision": revision["revision"], "cause": cause, "data": revision["data"]})
    });
    Ok(json!({
        "labels": set["metadata"]["labels"],
        "annotations": without_namespace(&set["metadata"]["annotations"], place),
        "generation": set["metadata"]["generation"],
        "spec": set["spec"],
        "revisions": stored.collect::<Vec<_>>(),
    }))
}

fn without_namespace(annotations: &Value, place: &Place) -> Value {
    let text = annotations.to_string().replace(place.namespace(), "NAMESPACE");
    serde_json::from_str(&text).unwrap_or_default()
}

/// The images of an object's containers, the init containers last.
fn images(place: &Place) -> Result<Vec<String>> {
    let set = place.object("ds/agent")?;
    let spec = &set["spec"]["template"]["spec"];
    let lists = ["containers", "initContainers"].into_iter();
    let all = lists.flat_map(|list| spec[list].as_array().cloned().unwrap_or_default());
    Ok(all
        .filter_map(|container| container["image"].as_str().map(str::to_owned))
        .collect())
}
