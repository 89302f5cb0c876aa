//! What the forecast says, read from the table that a person reads, beside what the cluster then does.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};

use super::{SOON, Stage};
use crate::cluster::eventually;
use crate::side_by_side::manifest;

/// The next DaemonSet: like `agent`, of an image.
pub fn like_agent(image: &str) -> Value {
    serde_json::from_str(&manifest("agent", image, &json!({}))).unwrap_or_default()
}

impl Stage {
    /// What is foretold for a manifest, which stays in the file `next.json`.
    pub fn foretell(&self, next: &Value, more: &[&str]) -> Result<Forecast> {
        std::fs::write(self.folder().join("next.json"), next.to_string())?;
        let line = [
            &["orphan-delete", "agent", "--next=next.json", "--dry-run=client"],
            more,
        ]
        .concat();
        let ran = self.ds(&line)?;
        ensure!(ran.code == 0, "{ran:?}");
        Forecast::read(&ran.stdout)
    }

    pub fn orphan(&self, more: &[&str]) -> Result<()> {
        let ran = self.ds(&[&["orphan-delete", "agent", "--yes", "--timeout=60s"], more].concat())?;
        ensure!(ran.code == 0, "{ran:?}");
        Ok(())
    }

    /// Foretells, replaces by hand, and compares. Returns the forecast.
    pub async fn proves(&self, next: &Value) -> Result<Forecast> {
        let foretold = self.foretell(next, &[])?;
        self.orphan(&[])?;
        self.place.send("create", &next.to_string())?;
        let name = next["metadata"]["name"].as_str().context("no name")?;
        foretold.comes_true(self, name).await?;
        Ok(foretold)
    }

    /// How many pods there are that are not on their way out.
    pub fn pods(&self) -> Result<usize> {
        Ok(self.owners("pods")?.len())
    }

    /// Waits until no pod is on its way out.
    pub async fn settled(&self) -> Result<()> {
        let ask = async || Ok(self.items("pods")?.len() == self.pods()?);
        eventually("no pod is ending", SOON, ask, |settled| *settled)
            .await
            .map(drop)
    }
}

/// How things will be, or are: pods as `NODE WHO` and revisions as `NUMBER WHO`. Of something new only that it is there
/// is foretold.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Outlook {
    pods: BTreeSet<String>,
    revisions: BTreeSet<String>,
}

/// A forecast that was read.
#[derive(Debug)]
pub struct Forecast {
    /// What it comes to.
    pub outlook: Outlook,
    /// How often each fate occurs, by its first words.
    pub fates: BTreeMap<String, usize>,
    /// All that was said.
    pub text: String,
    known: BTreeSet<String>,
}

impl Forecast {
    /// Reads the output of `orphan-delete --next … --dry-run`.
    pub fn read(text: &str) -> Result<Self> {
        let table = text.split("  NODE ").last().context("no table")?;
        let (mut outlook, mut fates, mut known) = (Outlook::default(), BTreeMap::new(), BTreeSet::new());
        for line in table.lines().skip(1) {
            let cells: Vec<&str> = line
                .trim()
                .split("   ")
                .map(str::trim)
                .filter(|cell| !cell.is_empty())
                .collect();
            if let [node, pod, becomes] = cells[..] {
                known.insert(pod.to_owned());
                let word = becomes.split([',', ':']).next().unwrap_or_default();
                *fates.entry(word.to_owned()).or_default() += 1;
                let who = match word.split(' ').next() {
                    Some("kept") => Some(format!("{pod} owned")),
                    Some("replaced" | "made") => Some("new owned".to_owned()),
                    _ if word == "left alone" => Some(format!("{pod} free")),
                    _ => None,
                };
                outlook.pods.extend(who.map(|who| format!("{node} {who}")));
                continue;
            }
            let Some(revision) = line.trim().strip_prefix("revision ") else {
                continue;
            };
            let (number, rest) = revision.split_once([' ', ':']).context("a number")?;
            let becomes = rest.rsplit_once(": ").map_or(rest, |it| it.1).trim();
            let name = rest.split_once(')').map(|it| it.0.trim_start_matches('('));
            known.extend(name.map(str::to_owned));
            let name = name.unwrap_or("new");
            let number = becomes.rsplit_once("becomes revision ").map_or(number, |it| it.1);
            if becomes.starts_with("adopted") || becomes == "made" {
                outlook.revisions.insert(format!("{number} {name} owned"));
            } else if rest.contains("left alone") {
                outlook.revisions.insert(format!("{number} {name} free"));
            }
        }
        Ok(Self {
            outlook,
            fates,
            text: text.to_owned(),
            known,
        })
    }

    /// Whether exactly these fates were foretold.
    pub fn is(&self, fates: &[(&str, usize)]) -> Result<()> {
        let wanted: BTreeMap<String, usize> = fates.iter().map(|(fate, count)| ((*fate).to_owned(), *count)).collect();
        ensure!(self.fates == wanted, "wanted {wanted:?}: {self:?}");
        Ok(())
    }

    /// Waits until it has come true, and makes sure that it stays so: the controller is made to look once more at
    /// everything, by a change of the DaemonSet that no pod depends on.
    pub async fn comes_true(&self, stage: &Stage, next: &str) -> Result<()> {
        let ask = async || self.seen(stage, next);
        let true_now = |seen: &Outlook| *seen == self.outlook;
        let what = format!("{:?} foretold by {}", self.outlook, self.text);
        eventually(&what, SOON * 2, ask, true_now).await?;
        let name = format!("ds/{next}");
        let patch = json!({"spec": {"revisionHistoryLimit": 11}}).to_string();
        let patched = stage.place.kubectl(&["patch", &name, "--type=merge", "-p", &patch])?;
        ensure!(patched.code == 0, "{patched:?}");
        let observed = async || stage.place.object(&name);
        let same = |set: &Value| set["metadata"]["generation"] == set["status"]["observedGeneration"];
        eventually("the controller looks again", SOON, observed, same).await?;
        let seen = self.seen(stage, next)?;
        ensure!(seen == self.outlook, "{what}: it did not stay so: {seen:?}");
        Ok(())
    }

    /// What belongs to `next` and to nobody. What others own was not foretold, and what is going does not count.
    fn seen(&self, stage: &Stage, next: &str) -> Result<Outlook> {
        let mut outlook = Outlook::default();
        for (kind, is_pod) in [("pods", true), ("controllerrevisions", false)] {
            for object in stage.items(kind)? {
                let metadata = &object["metadata"];
                let owner = metadata["ownerReferences"][0]["name"].as_str();
                if metadata.get("deletionTimestamp").is_some() || owner.is_some_and(|owner| owner != next) {
                    continue;
                }
                let name = metadata["name"].as_str().unwrap_or_default();
                let name = if self.known.contains(name) { name } else { "new" };
                let state = if owner.is_some() { "owned" } else { "free" };
                match is_pod {
                    true => outlook.pods.insert(format!("{} {name} {state}", node(&object))),
                    false => outlook
                        .revisions
                        .insert(format!("{} {name} {state}", object["revision"])),
                };
            }
        }
        Ok(outlook)
    }
}

/// The node of a pod, bound or not yet.
fn node(pod: &Value) -> String {
    let terms = &pod["spec"]["affinity"]["nodeAffinity"]["requiredDuringSchedulingIgnoredDuringExecution"];
    let pinned = &terms["nodeSelectorTerms"][0]["matchFields"][0]["values"][0];
    let node = pod["spec"]["nodeName"].as_str().or(pinned.as_str());
    node.unwrap_or("<none>").to_owned()
}
