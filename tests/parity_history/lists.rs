//! `rollout history` of one, several and no DaemonSets, and of wrong words.

use anyhow::Result;

use super::{apply, daemon_set, done, recorded, three_revisions};
use crate::side_by_side::Place;

/// E-3, E-21 to E-23, E-108: stdout, stderr and exit code, whatever form the names have.
#[tokio::test]
async fn lists_are_kubectls_in_every_form() -> Result<()> {
    let Some(place) = Place::new("history-lists").await? else {
        return Ok(());
    };
    three_revisions(&place).await?;
    apply(&place, &daemon_set("other", "registry.test/other:v1", Some("other"))).await?;
    for words in [
        "ds/agent",
        "ds agent",
        "ds agent other",
        "ds/other daemonsets.apps/agent",
        "ds",
        "daemonset agent --revision=0",
        "ds -l app=other",
        "ds -l app=nobody",
        "ds agent -o name",
        "ds agent other -o name",
        "ds agent -o name --revision 2",
    ] {
        let line: Vec<&str> = ["rollout", "history"].into_iter().chain(words.split(' ')).collect();
        let (kubectl, ours) = place.both(&line)?;
        assert_eq!(kubectl, ours, "{words}");
        assert_eq!(kubectl.code, 0, "{words}");
        if let Some(machines) = place.machines_kubectl(&line) {
            assert_eq!(machines?, ours, "the kubectl of this machine: {words}");
        }
    }
    let (kubectl, own) = (
        place.kubectl(&["rollout", "history", "ds", "agent"])?,
        place.ds(&["history", "agent", "-o", "kubectl"])?,
    );
    assert_eq!(kubectl, own, "-o kubectl in our own spelling");
    Ok(())
}

/// E-5, E-24: what is missing.
#[tokio::test]
async fn missing_names_and_revisions_are_told_as_kubectl_does() -> Result<()> {
    let Some(place) = Place::new("history-missing").await? else {
        return Ok(());
    };
    three_revisions(&place).await?;
    apply(&place, &daemon_set("other", "registry.test/other:v1", None)).await?;
    for words in [
        "ds/nope",
        "ds agent nope",
        "ds nope agent",
        "ds nope none",
        "ds agent nope --revision=9",
        "ds agent other --revision=9",
        "ds agent --revision=9",
        "ds agent --revision=9 -o yaml",
        "ds agent --revision=9 -o json",
        "-f /no/such/file.yaml",
    ] {
        let line: Vec<&str> = ["rollout", "history"].into_iter().chain(words.split(' ')).collect();
        let (kubectl, ours) = place.both(&line)?;
        assert_eq!(kubectl, ours, "{words}");
        assert_eq!(kubectl.code, 1, "{words}");
    }
    Ok(())
}

/// On purpose: wrong usage ends with 2, not 1, and names this program in its hint (E-4, E-10). The words are kubectl's.
#[tokio::test]
async fn difference_wrong_usage_has_an_exit_code_of_its_own() -> Result<()> {
    let Some(place) = Place::new("history-usage").await? else {
        return Ok(());
    };
    for words in [
        "",
        "agent",
        "-l app=agent",
        "ds/agent extra",
        "ds/agent -l app=agent",
        "ds agent -l app=agent",
        "ds/agent --revision=-1",
        "ds/agent --revision=x",
        "ds/agent --nope",
        "-f x -k y",
    ] {
        let line: Vec<&str> = ["rollout", "history"]
            .into_iter()
            .chain(words.split_whitespace())
            .collect();
        let (kubectl, ours) = place.both(&line)?;
        assert_eq!(
            kubectl.stderr.replace("'kubectl rollout", "'kubectl ds rollout"),
            ours.stderr,
            "{words}"
        );
        assert_eq!((kubectl.code, ours.code, ours.stdout.as_str()), (1, 2, ""), "{words}");
    }
    Ok(())
}

/// E-25, E-27: nothing stored at all. The controller of a DaemonSet that is being deleted stores nothing anew (B-3).
#[tokio::test]
async fn an_empty_history_is_told_as_kubectl_does() -> Result<()> {
    let Some(place) = Place::new("history-none").await? else {
        return Ok(());
    };
    let mut set = daemon_set("agent", "registry.test/agent:v1", None);
    set["metadata"]["finalizers"] = serde_json::json!(["kubectl-ds.test/hold"]);
    place.send("create", &set.to_string())?;
    recorded(&place, "agent").await?;
    done(&place, &["delete", "ds", "agent", "--wait=false"])?;
    done(&place, &["delete", "controllerrevisions", "-l", "app=agent"])?;
    for words in [
        ["ds/agent", "--revision=0"],
        ["ds/agent", "--revision=2"],
        ["ds/agent", "--output=name"],
    ] {
        let line = ["rollout", "history", words[0], words[1]];
        let (kubectl, ours) = place.both(&line)?;
        assert_eq!(kubectl, ours, "{words:?}");
    }
    let own = place.ds(&["history", "agent"])?;
    assert_eq!(own.stdout, "daemonset.apps/agent \nNo rollout history found.\n", "E-25");
    done(
        &place,
        &[
            "patch",
            "ds",
            "agent",
            "--type=merge",
            "-p",
            r#"{"metadata":{"finalizers":null}}"#,
        ],
    )?;
    Ok(())
}
