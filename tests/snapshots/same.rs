//! The same answer on the live cluster and on what was saved of it.

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};

use crate::side_by_side::{Place, Ran, manifest};

/// The nodes that every test has.
const STEADY: &str = "kubectl-ds.test/pool=steady";

/// Everything that reads, in all its forms.
const READING: [&[&str]; 22] = [
    &["status", "agent", "--watch=false", "--exit-code"],
    &["status", "stuck", "--watch=false", "--exit-code"],
    &["status", "--exit-code"],
    &["status", "-l", "team=none", "--watch=false"],
    &["status", "stuck", "--watch=false", "--all-nodes", "-o", "wide"],
    &["status", "agent", "stuck", "--watch=false", "-o", "name"],
    &["rollout", "status", "ds/stuck", "--watch=false"],
    // The nodes of other tests come and go.
    &["why", "-l", STEADY],
    &["why", "--ds", "stuck", "-l", STEADY, "-o", "wide"],
    &["why", "--ds", "stuck", "-l", STEADY, "-o", "name"],
    &["why", "no-such-node"],
    &["why", "-l", "no=such", "--ds", "agent"],
    &["history", "agent"],
    &["history", "agent", "stuck", "-o", "wide"],
    &["history", "agent", "-o", "json"],
    &["history", "agent", "-o", "yaml"],
    &["history", "agent", "-o", "name"],
    &["history", "agent", "--revision", "1"],
    &["history", "agent", "--revision=-1", "-o", "json"],
    &["history", "agent", "--diff", "1..2"],
    &["rollout", "history", "ds/agent"],
    &["history", "missing"],
];

/// A namespace with a rollout that is done, with two revisions, and one that is stuck.
pub(super) async fn place(prefix: &str) -> Result<Option<Place>> {
    let Some(place) = Place::new(prefix).await? else {
        return Ok(None);
    };
    let cause = |cause: &str| json!({"kubernetes.io/change-cause": cause});
    for (image, why) in [("registry.test/agent:1", "first"), ("registry.test/agent:2", "second")] {
        let mut set: Value = serde_json::from_str(&manifest("agent", image, &json!({})))?;
        set["metadata"]["annotations"] = cause(why);
        let container = &mut set["spec"]["template"]["spec"]["containers"][0];
        container["env"] = json!([{"name": "TOKEN", "value": "hunter2-secret"}]);
        place.send("apply", &set.to_string())?;
        place.rolled_out("agent")?;
    }
    let image = "registry.test/agent:image-pull";
    place.send("apply", &manifest("stuck", image, &json!({})))?;
    let pods = ["get", "pods", "-l", "app=stuck", "-o", "json"];
    let waiting = |ran: &Ran| ran.stdout.matches("\"ImagePullBackOff\"").count() >= 3;
    place.until(place.cluster().kubectl(), &pods, waiting).await?;
    Ok(Some(place))
}

/// The words of a text, with everything that goes on with time left out: ages, and the widths of columns that hold them.
fn timeless(text: &str) -> Vec<String> {
    let age = |word: &&str| {
        word.ends_with(['s', 'm', 'h', 'd'])
            && word.starts_with(|letter: char| letter.is_ascii_digit())
            && word
                .chars()
                .all(|letter| letter.is_ascii_digit() || "smhd".contains(letter))
    };
    let line = |line: &str| {
        let timeless = |word: &str| {
            let bare = word.trim_end_matches([';', ',', ')']);
            if age(&bare) {
                word.replacen(bare, "AGE", 1)
            } else {
                word.to_owned()
            }
        };
        line.split_whitespace().map(timeless).collect::<Vec<_>>().join(" ")
    };
    text.lines().map(line).collect()
}

pub(super) fn ensure_the_same(place: &Place, file: &str, lacks: &[&str]) -> Result<()> {
    for line in READING {
        let live = place.ds(line)?;
        let saved = place.ds(&[line, &["--snapshot", file]].concat())?;
        ensure!(live.code == saved.code, "{line:?}: {live:?} and {saved:?}");
        if line.ends_with(&["json"]) {
            let value = |ran: &Ran| serde_json::from_str::<Value>(&ran.stdout).context("JSON");
            ensure!(value(&live)? == value(&saved)?, "{line:?}: {live:?} and {saved:?}");
        } else {
            ensure!(
                timeless(&live.stdout) == timeless(&saved.stdout),
                "{line:?}: {live:?} and {saved:?}"
            );
        }
        let told = timeless(&saved.stderr);
        let told: Vec<_> = told
            .into_iter()
            .filter(|line| !lacks.iter().any(|lacks| line.contains(lacks)))
            .collect();
        ensure!(told == timeless(&live.stderr), "{line:?}: {live:?} and {saved:?}");
    }
    Ok(())
}

#[tokio::test]
async fn what_kubectl_saved_gives_the_same_answers() -> Result<()> {
    let Some(place) = place("saved-by-kubectl").await? else {
        return Ok(());
    };
    let folder = tempfile::tempdir()?;
    let kinds = "ds,controllerrevisions,pods,nodes,events";
    let all = place.kubectl(&["get", kinds, "-o", "yaml"])?;
    // Two lists one after the other, as `kubectl get … >> file` leaves them; and JSON.
    let first = place.kubectl(&["get", "ds,pods", "-o", "yaml"])?;
    let second = place.kubectl(&["get", "controllerrevisions,nodes,events", "-o", "yaml"])?;
    let json = place.kubectl(&["get", kinds, "-o", "json", "--show-managed-fields"])?;
    for (name, text) in [
        ("all.yaml", all.stdout),
        ("two.yaml", format!("{}---\n{}", first.stdout, second.stdout)),
        ("all.json", json.stdout),
    ] {
        let file = folder.path().join(name);
        std::fs::write(&file, text)?;
        ensure_the_same(&place, &file.display().to_string(), &["the snapshot has no"])?;
    }
    Ok(())
}
