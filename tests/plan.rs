//! `dry-run-plan` on the real control plane: what it says of a change is what the change then does, what the server refuses
//! is said, and nothing is changed by looking.

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};

use crate::side_by_side::{Place, Ran};

/// The label of a test's own nodes.
const FOR: &str = "kubectl-ds.test/for";

/// A DaemonSet on the nodes of one test; `more` is merged into its spec.
fn agent(whose: &str, image: &str, more: &Value) -> Value {
    let mut object = json!({"apiVersion": "apps/v1", "kind": "DaemonSet", "metadata": {"name": "agent"},
        "spec": {"selector": {"matchLabels": {"app": "agent"}}, "template": {"metadata": {"labels": {"app": "agent"}},
            "spec": {"nodeSelector": {FOR: whose}, "terminationGracePeriodSeconds": 1,
                "containers": [{"name": "main", "image": image}]}}}});
    for (key, value) in more.as_object().into_iter().flatten() {
        object["spec"][key] = value.clone();
    }
    object
}

impl Place {
    /// The plan as a document.
    fn plan(&self, arguments: &[&str]) -> Result<Value> {
        let ran = self.ds(&[&["dry-run-plan", "agent", "-o", "json"], arguments].concat())?;
        ensure!(ran.code == 0, "{ran:?}");
        Ok(serde_json::from_str(&ran.stdout)?)
    }

    async fn agent(&self, whose: &str, nodes: usize, more: &Value) -> Result<Vec<String>> {
        let nodes = self
            .cluster()
            .add_nodes(whose, nodes, |_, node| node.label(FOR, whose))
            .await?;
        self.send("apply", &agent(whose, "registry.test/agent:v1", more).to_string())?;
        self.rolled_out("agent")?;
        Ok(nodes)
    }

    /// What a plan must leave as it is.
    fn version(&self) -> Result<Value> {
        Ok(self.object("daemonset/agent")?["spec"].clone())
    }
}

fn schema_faults(document: &Value) -> Result<Vec<String>> {
    let schema: Value = serde_json::from_str(include_str!("../schemas/plan.schema.json"))?;
    let validator = jsonschema::draft202012::new(&schema)?;
    let faults = validator.iter_errors(document);
    Ok(faults
        .map(|fault| format!("{}: {fault}", fault.instance_path()))
        .collect())
}

fn roles(plan: &Value, role: &str) -> usize {
    let nodes = plan["nodes"].as_array().into_iter().flatten();
    nodes.filter(|node| node["role"] == role).count()
}

fn line<'r>(ran: &'r Ran, start: &str) -> &'r str {
    ran.stdout
        .lines()
        .find(|line| line.starts_with(start))
        .unwrap_or_default()
}

/// S2, C46: from an image over the server's check to the waves, and then the rollout itself.
#[tokio::test]
async fn what_is_planned_is_what_happens() -> Result<()> {
    let Some(place) = Place::new("plan").await? else {
        return Ok(());
    };
    let limit = json!({"updateStrategy": {"rollingUpdate": {"maxUnavailable": "40%"}}});
    place.agent("plan-a", 5, &limit).await?;
    let before = place.version()?;
    let image = ["--image", "main=registry.test/agent:v2"];
    let plan = place.plan(&image)?;
    ensure!(schema_faults(&plan)?.is_empty(), "{:?}", schema_faults(&plan)?);
    ensure!(
        plan["server"] == "accepts" && plan["verdict"] == "proceeds" && roles(&plan, "in-turn") == 5,
        "{plan}"
    );
    ensure!(
        plan["budget"]["total"] == 2
            && plan["budget"]["waves"] == json!([{"waves": 2, "pods": 2}, {"waves": 1, "pods": 1}]),
        "B.8 {plan}"
    );
    ensure!(
        plan["to"] == 2 && plan["changes"][0]["to"] == "registry.test/agent:v2",
        "{plan}"
    );
    ensure!(place.version()? == before, "looking changes nothing");
    let words = place.ds(&[&["plan", "agent"][..], &image].concat())?;
    ensure!(
        line(&words, "daemonset.apps/agent:").contains("can finish; 5 pods replaced in turn, 2 at a time"),
        "{words:?}"
    );
    ensure!(words.stdout.contains("[##] [##] [#]"), "{words:?}");

    let ran = place.ds(&[
        "set-image",
        "agent",
        "main=registry.test/agent:v2",
        "--wait",
        "--timeout=60s",
    ])?;
    ensure!(ran.code == 0, "{ran:?}");
    let after = place.plan(&[])?;
    ensure!(after["verdict"] == "nothing" && roles(&after, "keeps") == 5, "{after}");
    ensure!(after["from"] == plan["to"], "the number was right: {after}");
    let back = place.plan(&["--to-revision", "1"])?;
    ensure!(
        back["changes"][0]["to"] == "registry.test/agent:v1" && back["to"] == 3,
        "{back}"
    );
    let same = place.ds(&["plan", "agent", "--image", "main=registry.test/agent:v2"])?;
    ensure!(same.stdout.contains("no rollout will start"), "{same:?}");
    Ok(())
}

/// A manifest is planned as apply would merge it: what it does not say any more goes, a restart stays.
#[tokio::test]
async fn a_manifest_is_planned_as_it_would_be_applied() -> Result<()> {
    let Some(place) = Place::new("plan-file").await? else {
        return Ok(());
    };
    place.agent("plan-f", 2, &json!({})).await?;
    let restarted = place.kubectl(&["rollout", "restart", "ds/agent"])?;
    ensure!(restarted.code == 0, "{restarted:?}");
    place.rolled_out("agent")?;
    let file = |object: &Value| place.ds_with_input(&["plan", "-f", "-", "-o", "json"], &object.to_string());
    let same = file(&agent("plan-f", "registry.test/agent:v1", &json!({})))?;
    let same: Value = serde_json::from_str(&same.stdout).with_context(|| same.stderr.clone())?;
    ensure!(same["effective"] == false && same["verdict"] == "nothing", "{same}");
    let service = json!({"apiVersion": "v1", "kind": "Service", "metadata": {"name": "agent"}});
    let both = format!(
        "{}\n---\n{service}",
        agent("plan-f", "registry.test/agent:v1", &json!({}))
    );
    let ran = place.ds_with_input(&["plan", "-f", "-"], &both)?;
    ensure!(ran.stderr.matches("not Service").count() == 1, "said once: {ran:?}");
    let mut next = agent("plan-f", "registry.test/agent:v2", &json!({"minReadySeconds": 3}));
    next["spec"]["template"]["spec"]
        .as_object_mut()
        .context("a map")?
        .remove("terminationGracePeriodSeconds");
    let ran = file(&next)?;
    let plan: Value = serde_json::from_str(&ran.stdout).with_context(|| ran.stderr.clone())?;
    place.send("apply", &next.to_string())?;
    let after = place.object("daemonset/agent")?;
    let grace = &after["spec"]["template"]["spec"]["terminationGracePeriodSeconds"];
    let changes = plan["changes"].as_array().context("a list")?;
    let planned = changes
        .iter()
        .find(|change| change["field"] == "terminationGracePeriodSeconds");
    ensure!(planned.is_some_and(|change| change["to"] == *grace), "{grace} {plan}");
    ensure!(plan["strategy"]["minReadySeconds"] == 3 && changes.len() == 2, "{plan}");
    Ok(())
}

/// C01, C08, C46: blockers are said, end with 4 where that was asked for, and a refusal is the server's own.
#[tokio::test]
async fn what_cannot_finish_is_blocked() -> Result<()> {
    let Some(place) = Place::new("plan-blocked").await? else {
        return Ok(());
    };
    place.agent("plan-b", 3, &json!({})).await?;
    let mut wrong = agent(
        "plan-b",
        "registry.test/agent:v2",
        &json!({"updateStrategy": {"rollingUpdate": {"maxUnavailable": "101%"}}}),
    );
    let planned = |object: &Value| place.ds_with_input(&["plan", "-f", "-", "--exit-code"], &object.to_string());
    let ran = planned(&wrong)?;
    ensure!(
        ran.code == 4 && ran.stdout.contains("BLOCKED: the server refuses the change") && ran.stdout.contains("101%"),
        "{ran:?}"
    );
    wrong["spec"]["updateStrategy"] = json!({});
    wrong["spec"]["template"]["spec"]["hostNetwrk"] = true.into();
    let ran = planned(&wrong)?;
    ensure!(ran.code == 4 && ran.stdout.contains("unknown field"), "strict: {ran:?}");
    let ran = place.ds(&[
        "plan",
        "agent",
        "--restart",
        "--strategy",
        "RollingUpdate",
        "--max-surge",
        "1",
        "--exit-code",
    ])?;
    ensure!(
        ran.code == 0 && ran.stdout.contains("each new pod comes before"),
        "{ran:?}"
    );
    let ports = json!([{"op": "add", "path": "/spec/template/spec/containers/0/ports", "value": [{"containerPort": 80, "hostPort": 8099}]}]);
    let patched = place.kubectl(&["patch", "ds/agent", "--type=json", "-p", &ports.to_string()])?;
    ensure!(patched.code == 0, "{patched:?}");
    place.rolled_out("agent")?;
    let ran = place.ds(&["plan", "agent", "--restart", "--max-surge", "1", "--exit-code"])?;
    ensure!(
        ran.code == 4 && line(&ran, "daemonset").contains("BLOCKED: surge cannot succeed"),
        "C08 {ran:?}"
    );
    let ran = place.ds(&[
        "plan",
        "agent",
        "--restart",
        "--max-surge",
        "1",
        "--max-unavailable",
        "1",
    ])?;
    ensure!(ran.code == 2, "G-7 {ran:?}");
    Ok(())
}

/// Rights differ: who may not change it is told so; what was saved is planned without a server.
#[tokio::test]
async fn a_plan_without_rights_and_one_without_a_cluster() -> Result<()> {
    let Some(place) = Place::new("plan-rights").await? else {
        return Ok(());
    };
    place.agent("plan-r", 2, &json!({})).await?;
    let file = tempfile::NamedTempFile::new()?;
    let path = file.path().to_str().context("a path")?.to_owned();
    let saved = place.ds(&["snapshot", "agent"])?;
    std::fs::write(file.path(), &saved.stdout)?;
    let live = place.plan(&["--image", "main=registry.test/agent:v2", "--offline"])?;
    ensure!(live["server"] == "not-asked", "{live}");
    let recorded = place.plan(&["--image", "main=registry.test/agent:v2", "--snapshot", &path])?;
    for part in ["verdict", "nodes", "budget", "changes", "to", "objections"] {
        ensure!(
            live[part] == recorded[part],
            "{part}: {} {}",
            live[part],
            recorded[part]
        );
    }
    let ran = place.ds(&["plan", "agent", "--restart", "--as", "nobody-at-all"])?;
    ensure!(
        ran.code == 1 && ran.stderr.contains("(Forbidden)") && ran.stdout.is_empty(),
        "{ran:?}"
    );
    Ok(())
}

/// C62, D-24: what a successor does with the pods is said as `orphan-delete --next` says it, before and after the deletion.
#[tokio::test]
async fn a_successor_is_foreseen_before_and_after_the_deletion() -> Result<()> {
    let Some(place) = Place::new("plan-adopt").await? else {
        return Ok(());
    };
    place.agent("plan-ad", 2, &json!({})).await?;
    let before = place.version()?;
    let next = tempfile::NamedTempFile::with_suffix(".json")?;
    std::fs::write(
        next.path(),
        agent("plan-ad", "registry.test/agent:v2", &json!({})).to_string(),
    )?;
    let path = next.path().to_str().context("a path")?;
    let whole = place.ds(&["orphan-delete", "agent", "--next", path, "--dry-run=client"])?;
    let plan = place.ds(&["plan", "agent", "--adopt", path])?;
    ensure!(
        plan.code == 0 && plan.stdout.contains("will adopt 2 pods and 1 revision"),
        "{plan:?}"
    );
    ensure!(whole.stdout.contains(&plan.stdout), "{whole:?} {plan:?}");
    ensure!(place.version()? == before, "looking changes nothing");
    let gone = place.kubectl(&["delete", "ds/agent", "--cascade=orphan"])?;
    ensure!(gone.code == 0, "{gone:?}");
    let owned = || {
        place.kubectl(&[
            "get",
            "pods",
            "-o",
            "jsonpath={.items[*].metadata.ownerReferences[*].kind}",
        ])
    };
    crate::cluster::eventually(
        "no owner",
        std::time::Duration::from_secs(30),
        || async { owned() },
        |ran| ran.stdout.is_empty(),
    )
    .await?;
    let alone = place.ds(&["plan", "--adopt", path])?;
    ensure!(alone.stdout == plan.stdout, "{alone:?} {plan:?}");
    let named = place.ds(&["plan", "agent", "--adopt", path])?;
    ensure!(named.code == 1 && named.stderr.contains("not found"), "{named:?}");
    Ok(())
}
