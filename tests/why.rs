//! `why` on the real control plane: what is said of a node is what the controller, the scheduler and admission do.

mod rights;
mod schema;

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};

use crate::side_by_side::{Place, Ran, binary};

/// The label of a test's own nodes.
const FOR: &str = "kubectl-ds.test/for";

impl Place {
    /// A DaemonSet for the nodes of one test; `spec` is merged into its pods' spec, `more` into its own.
    fn send_for(&self, name: &str, whose: &str, spec: &Value, more: &Value) -> Result<()> {
        let mut pod = json!({"nodeSelector": {FOR: whose}, "terminationGracePeriodSeconds": 1,
            "containers": [{"name": "main", "image": "registry.test/agent:v1"}]});
        merge(&mut pod, spec);
        let mut object = json!({"apiVersion": "apps/v1", "kind": "DaemonSet", "metadata": {"name": name},
            "spec": {"selector": {"matchLabels": {"app": name}},
                "template": {"metadata": {"labels": {"app": name}}, "spec": pod}}});
        merge(&mut object["spec"], more);
        self.send("apply", &object.to_string())
    }

    /// Runs `why` until it says what is waited for.
    async fn why(&self, arguments: &[&str], done: impl Fn(&Ran) -> bool) -> Result<Ran> {
        self.until(&binary(), &[&["why"], arguments].concat(), done).await
    }
}

fn merge(to: &mut Value, more: &Value) {
    for (key, value) in more.as_object().into_iter().flatten() {
        to[key] = value.clone();
    }
}

/// C03, C52: five nodes, of which one is eligible, each other one excluded by something else.
#[tokio::test]
async fn every_excluded_node_says_why_and_its_remedy_works() -> Result<()> {
    let Some(place) = Place::new("why-excluded").await? else {
        return Ok(());
    };
    let nodes = place.cluster().add_nodes("why-x", 5, |at, node| {
        node.label(FOR, "why-x");
        node.label("tier", if at == 3 { "core" } else { "edge" });
        node.label("zone", if at == 4 { "a" } else { "b" });
        match at {
            2 => node.taint("dedicated", "gpu", "NoSchedule"),
            5 => node.taint("app", "test", "NoExecute"),
            _ => {}
        }
    });
    let nodes = nodes.await?;
    let affinity = json!({"nodeAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": {"nodeSelectorTerms":
        [{"matchExpressions": [{"key": "zone", "operator": "NotIn", "values": ["a"]}]}]}}});
    let spec = json!({"nodeSelector": {FOR: "why-x", "tier": "edge"}, "affinity": affinity,
        "tolerations": [{"key": "app", "operator": "Exists", "effect": "NoSchedule"}]});
    place.send_for("agent", "why-x", &spec, &json!({}))?;
    place.rolled_out("agent")?;
    let table = place.ds(&["why"])?;
    let row = |name: &str| {
        table
            .stdout
            .lines()
            .find(|line| line.starts_with(name))
            .unwrap_or_default()
            .to_owned()
    };
    for (node, words) in nodes.iter().zip([
        "Running",
        "taint dedicated=gpu:NoSchedule not tolerated",
        "nodeSelector tier=edge, node has tier=core",
        "nodeAffinity term 1: zone NotIn [a], node has zone=a",
        "taint app=test:NoExecute not tolerated (only its effect NoSchedule is tolerated)",
    ]) {
        ensure!(row(node).contains(words), "C03 {node} {words}: {table:?}");
    }
    // What is offered for each of them makes the controller put a pod there.
    for node in &nodes[1..4] {
        let found = place.ds(&["why", node, "--ds", "agent", "-o", "json"])?;
        let found: Value = serde_json::from_str(&found.stdout)?;
        let changes = found["nodes"][0]["changes"].as_array().context("changes")?;
        let command = changes
            .iter()
            .filter_map(|change| change["command"].as_str())
            .next_back();
        let words: Vec<&str> = command.context("a command")?.split(' ').skip(1).collect();
        let ran = place.kubectl(&words)?;
        ensure!(ran.code == 0, "{words:?}: {ran:?}");
        place
            .why(&[node], |ran| ran.stdout.contains(": eligible, pod agent-"))
            .await?;
    }
    // The toleration is one for all: the last node needs it, and gets its pod.
    let found = place.ds(&["why", &nodes[4], "--ds", "agent", "-o", "json"])?;
    let found: Value = serde_json::from_str(&found.stdout)?;
    let command = found["nodes"][0]["changes"][0]["command"]
        .as_str()
        .context("a command")?;
    let (words, patch) = command.split_once(" -p ").context("a patch")?;
    let words: Vec<&str> = words
        .split(' ')
        .skip(1)
        .chain(["-p", patch.trim_matches('\'')])
        .collect();
    ensure!(place.kubectl(&words)?.code == 0, "{command}");
    place
        .why(&[&nodes[4]], |ran| ran.stdout.contains(": eligible, pod agent-"))
        .await?;
    Ok(())
}

/// C04, C08, C09: the cause for the pod's own node, with the pods that have what it needs.
#[tokio::test]
async fn a_pod_that_is_not_scheduled_is_explained_for_its_own_node() -> Result<()> {
    let Some(place) = Place::new("why-pending").await? else {
        return Ok(());
    };
    let nodes = place.cluster().add_nodes("why-p", 2, |_, node| {
        node.label(FOR, "why-p");
        node.taint("only", "why-p", "NoSchedule");
        node.allocatable.insert("cpu".to_owned(), "2".to_owned());
    });
    let node = nodes.await?.remove(0);
    let only = json!([{"key": "only", "operator": "Exists"}]);
    let hog = |name: &str, cpu: &str, port: i32| {
        json!({"apiVersion": "v1", "kind": "Pod", "metadata": {"name": name}, "spec": {"nodeName": node, "tolerations": only,
            "containers": [{"name": "x", "image": "registry.test/x:v1", "resources": {"requests": {"cpu": cpu}},
                "ports": [{"containerPort": port, "hostPort": port}]}]}})
    };
    place.send("apply", &hog("hog-a", "1500m", 9101).to_string())?;
    place.send("apply", &hog("hog-b", "500m", 9102).to_string())?;
    let container = |cpu: &str, port: i32| {
        json!([{"name": "main", "image": "registry.test/agent:v1", "resources": {"requests": {"cpu": cpu}},
            "ports": [{"containerPort": port, "hostPort": port}]}])
    };
    let spec = json!({"tolerations": only, "containers": container("300m", 9300)});
    place.send_for("full", "why-p", &spec, &json!({}))?;
    let said = |ran: &Ran| ran.stdout.contains("insufficient") || ran.stdout.contains("needs cpu 300m");
    let ran = place.why(&[&node, "--ds", "full"], said).await?;
    for words in [
        "needs cpu 300m, free 0m of 2",
        &format!(
            "largest of 2: {0}/hog-a cpu 1500m (priority 0), {0}/hog-b cpu 500m",
            place.namespace()
        ),
        "none lower: preemption cannot help",
    ] {
        ensure!(ran.stdout.contains(words), "C09 {words}: {}", ran.stdout);
    }
    let spec = json!({"tolerations": only, "containers": container("0", 9101)});
    place.send_for("port", "why-p", &spec, &json!({}))?;
    let held = format!("host port 9101/TCP is held by pod {}/hog-a", place.namespace());
    place
        .why(&[&node, "--ds", "port"], |ran| ran.stdout.contains(&held))
        .await?;
    Ok(())
}

/// C08, B-34: with surge the old pod has the port.
#[tokio::test]
async fn surge_against_a_host_port_is_named() -> Result<()> {
    let Some(place) = Place::new("why-surge").await? else {
        return Ok(());
    };
    let nodes = place
        .cluster()
        .add_nodes("why-s", 1, |_, node| node.label(FOR, "why-s"));
    let node = nodes.await?.remove(0);
    let strategy = json!({"updateStrategy": {"rollingUpdate": {"maxSurge": 1, "maxUnavailable": 0}}});
    let containers = |image: &str| {
        json!({"containers": [{"name": "main", "image": image,
        "ports": [{"containerPort": 8080, "hostPort": 8080}]}]})
    };
    place.send_for("agent", "why-s", &containers("registry.test/agent:v1"), &strategy)?;
    place.rolled_out("agent")?;
    place.send_for("agent", "why-s", &containers("registry.test/agent:v2"), &strategy)?;
    let words = "host port 8080/TCP is held by the old pod on the same node: maxSurge cannot work with a host port";
    let ran = place.why(&[&node], |ran| ran.stdout.contains(words)).await?;
    ensure!(
        ran.stdout.contains("kubectl -n ") && ran.stdout.contains("maxSurge\":0"),
        "C08 {}",
        ran.stdout
    );
    Ok(())
}

/// C17: what the server says today, also where no event is left.
#[tokio::test]
async fn a_probe_shows_what_admission_says() -> Result<()> {
    let Some(place) = Place::new("why-probe").await? else {
        return Ok(());
    };
    let nodes = place
        .cluster()
        .add_nodes("why-q", 1, |_, node| node.label(FOR, "why-q"));
    let node = nodes.await?.remove(0);
    place.send_for("agent", "why-q", &json!({}), &json!({}))?;
    place.rolled_out("agent")?;
    let ran = place.ds(&["why", &node, "--probe"])?;
    ensure!(
        ran.code == 0 && ran.stdout.contains("probe: the server takes a pod"),
        "C17 {ran:?}"
    );
    let quota = json!({"apiVersion": "v1", "kind": "ResourceQuota", "metadata": {"name": "none"}, "spec": {"hard": {"pods": "0"}}});
    place.send("apply", &quota.to_string())?;
    let refused = |ran: &Ran| {
        ran.stdout.contains("probe: the server refuses a pod") && ran.stdout.contains("exceeded quota: none")
    };
    place.why(&[&node, "--probe"], refused).await?;
    let pods = place.kubectl(&["get", "pods", "-o", "name"])?;
    ensure!(pods.stdout.lines().count() == 1, "nothing was made: {pods:?}");
    Ok(())
}

/// a name that nothing has, and a node that went while its pod is still there.
#[tokio::test]
async fn nodes_that_are_not_there_are_said_to_be_gone() -> Result<()> {
    let Some(place) = Place::new("why-gone").await? else {
        return Ok(());
    };
    let nodes = place
        .cluster()
        .add_nodes("why-g", 2, |_, node| node.label(FOR, "why-g"));
    let nodes = nodes.await?;
    place.send_for("agent", "why-g", &json!({}), &json!({}))?;
    place.rolled_out("agent")?;
    let ran = place.ds(&["why", "why-g-3"])?;
    ensure!(
        ran.code == 1 && ran.stdout.is_empty() && ran.stderr.contains("\"why-g-3\"; did you mean why-g-"),
        "A-70 {ran:?}"
    );
    place.cluster().delete_node(&nodes[1]).await?;
    let ran = place.why(&[&format!("node/{}", nodes[1])], |ran| ran.code == 1).await?;
    ensure!(
        ran.stderr.contains(&format!("node \"{}\" does not exist", nodes[1])),
        "A-70 {ran:?}"
    );
    Ok(())
}
