//! The snapshot of a stuck rollout that comes with the program, to be looked at before anything is installed. With
//! `KUBECTL_DS_WRITE_EXAMPLE=1` it is taken anew from a control plane.

use std::{path::PathBuf, process::Command, time::Duration};

use anyhow::{Result, ensure};

use super::alone;
use crate::{
    cluster::{Cluster, Options, eventually},
    side_by_side::binary,
};

const SET: &str = "
apiVersion: apps/v1
kind: DaemonSet
metadata:
  name: node-exporter
  namespace: monitoring
  annotations: {kubernetes.io/change-cause: CAUSE}
  labels: {app.kubernetes.io/name: node-exporter}
spec:
  selector: {matchLabels: {app.kubernetes.io/name: node-exporter}}
  updateStrategy: {rollingUpdate: {maxUnavailable: 2}}
  template:
    metadata:
      labels: {app.kubernetes.io/name: node-exporter}
    spec:
      terminationGracePeriodSeconds: 5
      containers:
      - name: node-exporter
        image: quay.io/prometheus/node-exporter:TAG
        args: [--path.rootfs=/host]
        ports: [{name: metrics, containerPort: 9100, hostPort: 9100}]
";

fn file() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("examples/stuck-rollout.yaml")
}

#[tokio::test]
async fn the_example_is_a_stuck_rollout_and_needs_no_cluster() -> Result<()> {
    if std::env::var_os("KUBECTL_DS_WRITE_EXAMPLE").is_some() {
        write().await?;
    }
    let path = file().display().to_string();
    let ran = alone(&["status", "node-exporter", "--exit-code", "--snapshot", &path], "")?;
    ensure!(
        matches!(ran.code, 3 | 4) && ran.stdout.contains("rollout to finish") && !ran.stderr.contains("Warning"),
        "{ran:?}"
    );
    let history = alone(&["history", "node-exporter", "--snapshot", &path], "")?;
    ensure!(history.code == 0 && history.stdout.contains("v1.9.1 → "), "{history:?}");
    let text = std::fs::read_to_string(file())?;
    for word in ["kwok", "kubectl-ds.test", "last-applied-configuration: ", "image-pull"] {
        ensure!(!text.contains(word), "{word} is in the example");
    }
    Ok(())
}

async fn write() -> Result<()> {
    let cluster = Cluster::start(Options {
        nodes: 0,
        ..Options::default()
    })?;
    let zone = "topology.kubernetes.io/zone";
    let names = cluster
        .add_nodes("worker", 6, |at, node| {
            node.label(zone, if at % 2 == 0 { "b" } else { "a" })
        })
        .await?;
    let kubectl = |arguments: &[&str], input: &str| run(&cluster, cluster.kubectl().into(), arguments, input);
    kubectl(&["create", "namespace", "monitoring"], "")?;
    for (tag, cause) in [
        ("v1.9.1", "node-exporter 1.9.1"),
        ("v1.10.3-image-pull", "node-exporter 1.10.3"),
    ] {
        kubectl(&["apply", "-f", "-"], &SET.replace("TAG", tag).replace("CAUSE", cause))?;
        if tag == "v1.9.1" {
            let status = [
                "rollout",
                "status",
                "ds/node-exporter",
                "-n",
                "monitoring",
                "--timeout=120s",
            ];
            kubectl(&status, "")?;
        }
    }
    let pods = || async { kubectl(&["get", "pods", "-n", "monitoring", "-o", "json"], "") };
    let failing = |text: &String| text.matches("\"ImagePullBackOff\"").count() >= 2;
    let within = Duration::from_secs(60);
    let seen = eventually("two pods that find no image", within, pods, failing).await?;
    let free = names.iter().rev().find(|name| {
        let pods: serde_json::Value = serde_json::from_str(&seen).unwrap_or_default();
        let items = pods["items"].as_array().cloned().unwrap_or_default();
        items
            .iter()
            .any(|pod| pod["spec"]["nodeName"] == name.as_str() && pod["status"]["phase"] == "Running")
    });
    let silent = free.unwrap_or(&names[0]);
    cluster.silence_node(silent).await?;
    cluster.until_node_is(silent, false).await?;
    eventually("a pod that does not end", within, pods, |text: &String| {
        text.contains("deletionTimestamp")
    })
    .await?;
    // Long enough that the pod is overdue.
    tokio::time::sleep(Duration::from_secs(60)).await;
    let saved = run(&cluster, binary(), &["snapshot", "-n", "monitoring", "--redact"], "")?;
    let lines = saved.lines().filter(|line| !line.contains("kubectl-ds.test/"));
    let text: String = lines.map(|line| line.replace("-image-pull", "") + "\n").collect();
    std::fs::create_dir_all(file().parent().unwrap_or(&file()))?;
    std::fs::write(file(), text)?;
    Ok(())
}

fn run(cluster: &Cluster, program: PathBuf, arguments: &[&str], input: &str) -> Result<String> {
    use std::io::Write as _;
    let mut child = Command::new(program)
        .args(arguments)
        .env("KUBECONFIG", cluster.kubeconfig())
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()?;
    if let Some(mut stdin) = child.stdin.take() {
        let _ = stdin.write_all(input.as_bytes());
    }
    let output = child.wait_with_output()?;
    ensure!(
        output.status.success(),
        "{arguments:?}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    Ok(String::from_utf8(output.stdout)?)
}
