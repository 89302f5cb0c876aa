//! Manifests given with `-f`: what both programs read, and what both refuse, in kubectl's words.

use anyhow::{Result, ensure};

use serde_json::Value;

use super::{Twins, daemon_set, recorded};
use crate::side_by_side::{Place, Ran};

const VERBS: [&[&str]; 5] = [
    &["rollout", "status", "--watch=false"],
    &["rollout", "history"],
    &["rollout", "restart"],
    &["rollout", "undo"],
    &["set", "image", "main=registry.test/agent:2"],
];

fn refused(what: &str, kubectl: &Ran, ds: &Ran) -> Result<()> {
    ensure!(
        kubectl.code != 0 && (&kubectl.stdout, &kubectl.stderr, kubectl.code) == (&ds.stdout, &ds.stderr, ds.code),
        "{what}: {kubectl:?} and {ds:?}"
    );
    Ok(())
}

/// The namespace of the line and the one of the manifest are two: nobody can know which was meant.
#[tokio::test]
async fn a_manifest_of_another_namespace_is_refused() -> Result<()> {
    let Some(twins) = Twins::new("manifest-namespace").await? else {
        return Ok(());
    };
    twins.send("create", &daemon_set("registry.test/agent:1", None)).await?;
    let mut other = daemon_set("registry.test/agent:1", None);
    other["metadata"]["namespace"] = twins.kubectl.namespace().into();
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("agent.json").display().to_string();
    std::fs::write(&file, other.to_string())?;
    for verb in VERBS.into_iter().chain([&["set", "image", "main=a:2", "--local"][..]]) {
        let line = [verb, &["-f", &file]].concat();
        let (kubectl, ds) = twins.ds.both(&line)?;
        refused(&line.join(" "), &kubectl, &ds)?;
        ensure!(ds.stderr.contains("You must pass '--namespace="), "{ds:?}");
    }
    twins.alike("afterwards")
}

/// A file mode is octal in YAML 1.1, and `yes` a boolean; both programs make the same numbers of a manifest.
#[tokio::test]
async fn scalars_are_read_as_kubectl_reads_them() -> Result<()> {
    let Some(place) = Place::new("manifest-scalars").await? else {
        return Ok(());
    };
    let text = "apiVersion: apps/v1\nkind: DaemonSet\nmetadata: {name: agent}\nspec:\n  minReadySeconds: 0x1F\n  \
                revisionHistoryLimit: 1_000\n  template:\n    spec:\n      hostNetwork: yes\n      \
                terminationGracePeriodSeconds: 0o17\n      containers: [{name: main, image: a}]\n      volumes:\n      \
                - {name: v, secret: {secretName: s, defaultMode: 0644}}\n";
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("agent.yaml").display().to_string();
    std::fs::write(&file, text)?;
    let line = ["set", "image", "-f", &file, "main=b", "--local", "-o", "json"];
    let (kubectl, ds) = place.both(&line)?;
    let (kubectl, ds): (Value, Value) = (
        serde_json::from_str(&kubectl.stdout)?,
        serde_json::from_str(&ds.stdout)?,
    );
    for path in [
        "/spec/minReadySeconds",
        "/spec/revisionHistoryLimit",
        "/spec/template/spec/hostNetwork",
        "/spec/template/spec/terminationGracePeriodSeconds",
        "/spec/template/spec/volumes/0/secret/defaultMode",
    ] {
        let (kubectl, ds) = (kubectl.pointer(path), ds.pointer(path));
        ensure!(kubectl.is_some() && kubectl == ds, "{path}: {kubectl:?} and {ds:?}");
    }
    Ok(())
}

/// What is in a file or a folder: several documents, patterns, other kinds; and what is none.
#[tokio::test]
async fn files_are_taken_apart_as_in_kubectl() -> Result<()> {
    let Some(place) = Place::new("manifest-files").await? else {
        return Ok(());
    };
    let named = |name: &str| {
        let mut set = daemon_set("registry.test/agent:1", None);
        set["metadata"]["name"] = name.into();
        set
    };
    place.send("create", &named("agent").to_string())?;
    place.send("create", &named("other").to_string())?;
    recorded(&place).await?;
    let folder = tempfile::tempdir()?;
    let file = |name: &str, text: &str| -> Result<String> {
        let path = folder.path().join(name);
        std::fs::write(&path, text)?;
        Ok(path.display().to_string())
    };
    let (agent, other) = (named("agent"), named("other"));
    let two = file("two.json", &format!("{agent}\n{other}\n"))?;
    let pattern = folder.path().join("*t.json").display().to_string();
    let part = file("part.json", &agent.to_string())?;
    let nothing = file("nothing.yaml", "# nothing\n")?;
    for path in [&two, &pattern, &part, &nothing] {
        for verb in ["history", "status"]
            .into_iter()
            .take(if path == &nothing { 1 } else { 2 })
        {
            let line = ["rollout", verb, "-f", path];
            let (kubectl, mut ds) = place.both(&line[..])?;
            // No node is meant, which ours says too.
            let said = ds.stdout.split_inclusive('\n').filter(|line| !line.contains("is idle"));
            ds.stdout = said.collect();
            ensure!(kubectl == ds && ds.code == 0, "{line:?}: {kubectl:?} and {ds:?}");
        }
    }
    let old = agent.to_string().replace("apps/v1", "extensions/v1beta1");
    let empty = folder.path().join("empty");
    std::fs::create_dir(&empty)?;
    for wrong in [
        file("old.json", &old)?,
        file("kindless.yaml", "metadata: {name: agent}\n")?,
        file("versionless.yaml", "kind: DaemonSet\nmetadata: {name: agent}\n")?,
        file(
            "number.json",
            &agent.to_string().replace("\"name\":\"agent\"", "\"name\":5"),
        )?,
        folder.path().join("no*").join("x").display().to_string(),
        "[a".to_owned(),
        empty.display().to_string(),
    ] {
        let (kubectl, ds) = place.both(&["rollout", "history", "-f", &wrong])?;
        refused(&wrong, &kubectl, &ds)?;
    }
    let map = "{\"apiVersion\": \"v1\", \"kind\": \"ConfigMap\", \"metadata\": {\"name\": \"c\"}}";
    let mixed = file("mixed.json", &format!("{map}\n{agent}\n"))?;
    for verb in VERBS
        .into_iter()
        .filter(|verb| !verb.contains(&"undo") && !verb.contains(&"restart"))
    {
        let (kubectl, ds) = place.both(&[verb, &["-f", &mixed]].concat())?;
        ensure!((kubectl.code, ds.code) == (1, 0), "{verb:?}: {kubectl:?} and {ds:?}");
        ensure!(ds.stderr.contains("not ConfigMap\n"), "{verb:?}: {ds:?}");
    }
    Ok(())
}
