//! Where kubectl's word is not the whole truth, and what is said instead.

use anyhow::{Result, ensure};
use serde_json::{Value, json};

use crate::side_by_side::{Place, binary, manifest};

#[tokio::test]
async fn a_matching_generation_label_does_not_pass_for_the_new_template() -> Result<()> {
    let Some(place) = Place::new("status-d24").await? else {
        return Ok(());
    };
    place.send("create", &manifest("agent", "registry.test/agent:1", &json!({})))?;
    place.rolled_out("agent")?;
    ensure!(place.kubectl(&["delete", "ds/agent", "--cascade=orphan"])?.code == 0);
    place.send("create", &manifest("agent", "registry.test/agent:2", &json!({})))?;
    place.rolled_out("agent")?;
    let kubectl = place.kubectl(&["rollout", "status", "ds/agent"])?;
    ensure!(
        kubectl.stdout.contains("successfully"),
        "kubectl believes the labels: {kubectl:?}"
    );
    for line in [["rollout", "status", "ds/agent"], ["status", "agent", "--timeout=10s"]] {
        let ds = place.ds(&line)?;
        ensure!(ds.code == 4 && !ds.stdout.contains("successfully"), "D-24: {ds:?}");
        ensure!(
            ds.stdout
                .contains("3 of 3 pods count as updated and run another template"),
            "D-24: {ds:?}"
        );
        ensure!(ds.stdout.contains("kubectl delete pod"), "what to do: {ds:?}");
    }
    let overview = place.ds(&["status"])?;
    ensure!(
        overview.code == 0 && overview.stdout.contains("stalled, 3 pods run another template"),
        "{overview:?}"
    );
    ensure!(place.ds(&["status", "--exit-code"])?.code == 4);
    Ok(())
}

#[tokio::test]
async fn pods_relabelled_for_a_duplicated_revision_do_not_pass_for_updated() -> Result<()> {
    let Some(place) = Place::new("status-c25").await? else {
        return Ok(());
    };
    place.send("create", &manifest("agent", "registry.test/agent:1", &json!({})))?;
    place.rolled_out("agent")?;
    ensure!(
        place
            .kubectl(&["set", "image", "ds/agent", "main=registry.test/agent:2"])?
            .code
            == 0
    );
    place.rolled_out("agent")?;
    let list: Value = serde_json::from_str(&place.kubectl(&["get", "controllerrevisions", "-o", "json"])?.stdout)?;
    let first = list["items"]
        .as_array()
        .and_then(|items| items.iter().find(|item| item["revision"] == 1));
    let mut copy = first.cloned().unwrap_or_default();
    copy["metadata"]["name"] = json!("agent-copy");
    copy["metadata"]["labels"]["controller-revision-hash"] = json!("copy");
    for server_set in ["uid", "resourceVersion", "creationTimestamp"] {
        copy["metadata"]
            .as_object_mut()
            .and_then(|metadata| metadata.remove(server_set));
    }
    place.send("create", &copy.to_string())?;
    ensure!(
        place
            .kubectl(&["set", "image", "ds/agent", "main=registry.test/agent:1"])?
            .code
            == 0
    );
    let once = ["rollout", "status", "ds/agent", "--watch=false"];
    place
        .until(place.cluster().kubectl(), &once, |ran| {
            ran.stdout.contains("successfully")
        })
        .await?;
    let ds = place.ds(&["status", "agent", "--timeout=60s"])?;
    // The controller may have replaced some before it met the copy; what is said must be what the pods run.
    let pods: Value = serde_json::from_str(&place.kubectl(&["get", "pods", "-o", "json"])?.stdout)?;
    let images = pods["items"].as_array().map(|pods| {
        pods.iter()
            .filter(|pod| pod["spec"]["containers"][0]["image"] == "registry.test/agent:2")
            .count()
    });
    match images {
        Some(0) => ensure!(ds.code == 0, "{ds:?}"),
        Some(old) => ensure!(
            ds.code == 4 && ds.stdout.contains(&format!("{old} of 3 pods")),
            "C-25: {ds:?}"
        ),
        None => ensure!(false, "no pods"),
    }
    Ok(())
}

#[tokio::test]
async fn on_delete_is_a_count_and_a_list_and_no_error() -> Result<()> {
    let Some(place) = Place::new("status-ondelete").await? else {
        return Ok(());
    };
    let on_delete = json!({"updateStrategy": {"type": "OnDelete"}});
    place.send("create", &manifest("agent", "registry.test/agent:1", &on_delete))?;
    place
        .until(&binary(), &["status", "agent", "--watch=false", "--exit-code"], |ran| {
            ran.code == 0
        })
        .await?;
    ensure!(
        place
            .kubectl(&["set", "image", "ds/agent", "main=registry.test/agent:2"])?
            .code
            == 0
    );
    let kubectl = place.kubectl(&["rollout", "status", "ds/agent"])?;
    ensure!(kubectl.code == 1, "E-11: kubectl refuses: {kubectl:?}");
    let once = ["rollout", "status", "ds/agent", "--watch=false"];
    let ds = place
        .until(&binary(), &once, |ran| ran.stdout.contains("updated on delete: 0 of 3"))
        .await?;
    ensure!(ds.code == 0, "C06: {ds:?}");
    let command = ds.stdout.lines().last().unwrap_or_default().trim().to_owned();
    ensure!(command.starts_with("kubectl delete pod -n "), "C06: {ds:?}");
    let words: Vec<_> = command.split_whitespace().skip(1).collect();
    ensure!(
        words.len() == 7 && place.kubectl(&[&words[..], &["--wait=false"]].concat())?.code == 0,
        "{command}"
    );
    let end = place.ds(&["status", "agent", "--timeout=60s"])?;
    ensure!(
        end.code == 0 && end.stdout.ends_with("successfully rolled out\n"),
        "C06: {end:?}"
    );
    Ok(())
}

#[tokio::test]
async fn no_eligible_node_is_idle_and_said_in_words() -> Result<()> {
    let Some(place) = Place::new("status-idle").await? else {
        return Ok(());
    };
    let mut object: Value = serde_json::from_str(&manifest("agent", "registry.test/agent:1", &json!({})))?;
    object["spec"]["template"]["spec"]["nodeSelector"] = json!({"accelerator": "none-such"});
    place.send("create", &object.to_string())?;
    place.rolled_out("agent")?;
    let (kubectl, ds) = place.both(&["rollout", "status", "ds/agent"])?;
    ensure!(
        kubectl.code == 0 && ds.code == 0 && ds.stdout.starts_with(&kubectl.stdout),
        "E-15: {ds:?}"
    );
    ensure!(
        ds.stdout
            .ends_with("daemon set \"agent\" is idle: no node is eligible for it\n"),
        "C12: {ds:?}"
    );
    Ok(())
}
