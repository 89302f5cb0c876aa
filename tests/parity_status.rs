//! `status` beside `kubectl rollout status` on the same objects: the same lines, the same exit code, and each intended
//! difference by name.

mod truth;
mod waiting;

use anyhow::{Result, ensure};
use serde_json::json;

use crate::side_by_side::{Place, Ran, manifest};

/// Standard error as kubectl would have written it: ours names itself where kubectl names itself.
fn as_kubectl(ran: &Ran) -> String {
    ran.stderr.replace("kubectl ds ", "kubectl ")
}

#[tokio::test]
async fn a_finished_rollout_is_said_in_kubectls_words_in_every_argument_form() -> Result<()> {
    let Some(place) = Place::new("status-forms").await? else {
        return Ok(());
    };
    place.send("apply", &manifest("agent", "registry.test/agent:1", &json!({})))?;
    place.send("apply", &manifest("other", "registry.test/agent:1", &json!({})))?;
    place.rolled_out("agent")?;
    place.rolled_out("other")?;
    let forms: [&[&str]; 12] = [
        &["ds/agent"],
        &["ds", "agent"],
        &["daemonset", "agent"],
        &["daemonsets.apps/agent"],
        &["daemonset.apps", "agent"],
        &["daemonsets.v1.apps", "agent"],
        &["DaemonSet/agent"],
        &["ds", "agent", "other"],
        &["ds/agent", "ds/other"],
        &["ds"],
        &["ds", "-l", "team=x"],
        &["ds/agent", "--watch=false"],
    ];
    for form in forms {
        let line = [&["rollout", "status"], form].concat();
        let (kubectl, ds) = place.both(&line)?;
        ensure!(kubectl == ds, "E-3 {form:?}: {kubectl:?} and {ds:?}");
        if let Some(machines) = place.machines_kubectl(&line) {
            ensure!(machines? == ds, "the machine's kubectl, {form:?}");
        }
    }
    let own = place.ds(&["status", "agent"])?;
    ensure!(
        own.stdout == "daemon set \"agent\" successfully rolled out\n" && own.code == 0,
        "{own:?}"
    );
    Ok(())
}

#[tokio::test]
async fn manifests_name_what_to_look_at() -> Result<()> {
    let Some(place) = Place::new("status-files").await? else {
        return Ok(());
    };
    let text = manifest("agent", "registry.test/agent:1", &json!({}));
    place.send("apply", &text)?;
    place.rolled_out("agent")?;
    let folder = tempfile::tempdir()?;
    std::fs::write(folder.path().join("agent.json"), &text)?;
    std::fs::write(folder.path().join("kustomization.yaml"), "resources: [agent.json]\n")?;
    let (file, path) = (folder.path().join("agent.json"), folder.path().display().to_string());
    let file = file.display().to_string();
    for form in [["-f", &file], ["-k", &path]] {
        let (kubectl, ds) = place.both(&[&["rollout", "status"], &form[..]].concat())?;
        ensure!(kubectl == ds, "E-3 {form:?}: {kubectl:?} and {ds:?}");
    }
    let piped = place.ds_with_input(&["status", "-f", "-"], &text)?;
    ensure!(piped.code == 0 && piped.stdout.contains("successfully"), "{piped:?}");
    Ok(())
}

#[tokio::test]
async fn wrong_lines_get_kubectls_words_and_change_nothing() -> Result<()> {
    let Some(place) = Place::new("status-wrong").await? else {
        return Ok(());
    };
    place.send("apply", &manifest("agent", "registry.test/agent:1", &json!({})))?;
    place.rolled_out("agent")?;
    // Usage has an exit code of its own (README); everything else is kubectl's.
    let usage: [&[&str]; 9] = [
        &[],
        &["-l", "team=x"],
        &["agent"],
        &["ds/agent", "extra"],
        &["ds/agent", "-l", "a=b"],
        &["ds", "agent", "-l", "a=b"],
        &["-f", "x", "-k", "y"],
        &["ds/agent", "--revision", "x"],
        &["ds/agent", "--dry-run"],
    ];
    for words in usage {
        let (kubectl, ds) = place.both(&[&["rollout", "status"], words].concat())?;
        ensure!(
            as_kubectl(&ds) == kubectl.stderr,
            "E-4 {words:?}: {kubectl:?} and {ds:?}"
        );
        ensure!(
            (kubectl.code, ds.code) == (1, 2) && ds.stdout.is_empty(),
            "E-4 {words:?}: {ds:?}"
        );
    }
    let errors: [&[&str]; 4] = [
        &["ds/nope"],
        &["ds", "nope", "agent"],
        &["ds", "-l", "a==b=c"],
        &["-f", "nowhere.yaml"],
    ];
    for words in errors {
        let (kubectl, ds) = place.both(&[&["rollout", "status"], words].concat())?;
        let first = |ran: &Ran| as_kubectl(ran).lines().next().unwrap_or_default().to_owned();
        ensure!(
            first(&ds) == first(&kubectl),
            "E-5, E-6 {words:?}: {kubectl:?} and {ds:?}"
        );
        ensure!(
            (kubectl.code, &kubectl.stdout) == (ds.code, &ds.stdout),
            "E-5 {words:?}: {kubectl:?} and {ds:?}"
        );
    }
    let negative = place.both(&["rollout", "status", "ds/agent", "--revision=-1"])?;
    ensure!(negative.0.stderr == negative.1.stderr, "E-10 {negative:?}");
    let (kubectl, ds) = place.both(&["rollout", "status", "ds", "-l", "a=b"])?;
    ensure!(kubectl == ds, "E-7 {kubectl:?} and {ds:?}");
    let own = place.ds(&["status", "-l", "a=b"])?;
    ensure!(
        own.code == 1 && own.stderr == kubectl.stderr,
        "C29: a selector that matches nothing is no success: {own:?}"
    );
    ensure!(place.ds(&["status", "-l", "a=b", "--allow-empty"])?.code == 0, "C29");
    let near = place.ds(&["status", "agen"])?;
    ensure!(near.stderr.ends_with("did you mean agent?\n"), "C28: {near:?}");
    Ok(())
}
