//! kubectl and kubectl-ds on the same objects: how both are run, and where. What they must agree on is in the tests.

use std::{
    io::Write,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    time::Duration,
};

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use crate::cluster::{Cluster, Namespace, eventually};

/// What a program did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ran {
    pub stdout: String,
    pub stderr: String,
    pub code: i32,
}

impl Ran {
    /// The lines of standard output, each change once: kubectl repeats a line for each event.
    pub fn lines(&self) -> Vec<&str> {
        let mut lines: Vec<_> = self.stdout.lines().collect();
        lines.dedup();
        lines
    }
}

/// A namespace of the shared cluster in which both programs work.
pub struct Place {
    cluster: &'static Cluster,
    namespace: Namespace<'static>,
}

impl Place {
    /// A new namespace; `None` where there is no cluster to be had (the test then counts as skipped).
    pub async fn new(prefix: &str) -> Result<Option<Self>> {
        let Some(cluster) = Cluster::shared() else {
            return Ok(None);
        };
        let namespace = cluster.namespace(prefix).await?;
        Ok(Some(Self { cluster, namespace }))
    }

    pub fn cluster(&self) -> &'static Cluster {
        self.cluster
    }

    pub fn namespace(&self) -> &str {
        &self.namespace.name
    }

    /// Runs the kubectl of the control plane's version.
    pub fn kubectl(&self, arguments: &[&str]) -> Result<Ran> {
        self.run(self.cluster.kubectl(), arguments, "")
    }

    /// Runs the kubectl of the machine, where there is one: an older or newer version than the server's.
    pub fn machines_kubectl(&self, arguments: &[&str]) -> Option<Result<Ran>> {
        let path = std::env::var_os("PATH")?;
        let found = std::env::split_paths(&path)
            .map(|folder| folder.join("kubectl"))
            .find(|file| file.is_file())?;
        Some(self.run(&found, arguments, ""))
    }

    /// Runs kubectl-ds.
    pub fn ds(&self, arguments: &[&str]) -> Result<Ran> {
        self.run(&binary(), arguments, "")
    }

    /// Runs kubectl-ds with text on its standard input.
    pub fn ds_with_input(&self, arguments: &[&str], input: &str) -> Result<Ran> {
        self.run(&binary(), arguments, input)
    }

    /// Runs both with the same arguments: kubectl first.
    pub fn both(&self, arguments: &[&str]) -> Result<(Ran, Ran)> {
        Ok((self.kubectl(arguments)?, self.ds(arguments)?))
    }

    /// Applies manifests in YAML or JSON; `verb` is kubectl's: apply, create, replace.
    pub fn send(&self, verb: &str, manifest: &str) -> Result<()> {
        let ran = self.run(self.cluster.kubectl(), &[verb, "-f", "-"], manifest)?;
        ensure!(ran.code == 0, "kubectl {verb}: {}", ran.stderr);
        Ok(())
    }

    /// One object as JSON.
    #[allow(dead_code, reason = "not every part of the suite looks at objects")]
    pub fn object(&self, kind_and_name: &str) -> Result<Value> {
        let ran = self.kubectl(&["get", kind_and_name, "-o", "json"])?;
        ensure!(ran.code == 0, "get {kind_and_name}: {}", ran.stderr);
        Ok(serde_json::from_str(&ran.stdout)?)
    }

    /// Waits, with kubectl, until a DaemonSet is rolled out.
    pub fn rolled_out(&self, name: &str) -> Result<()> {
        let ran = self.kubectl(&["rollout", "status", &format!("ds/{name}"), "--timeout=120s"])?;
        ensure!(ran.code == 0, "{name} did not roll out: {}{}", ran.stdout, ran.stderr);
        Ok(())
    }

    /// Runs one of them until what it did is what is waited for, at most a minute.
    pub async fn until(&self, program: &Path, arguments: &[&str], done: impl Fn(&Ran) -> bool) -> Result<Ran> {
        let what = arguments.join(" ");
        eventually(
            &what,
            Duration::from_secs(60),
            || async { self.run(program, arguments, "") },
            done,
        )
        .await
    }

    /// A command of either program that is to be started and not waited for.
    pub fn command(&self, program: &Path, arguments: &[&str]) -> Command {
        let mut command = Command::new(program);
        command
            .args(arguments)
            .args(["-n", self.namespace()])
            .env("KUBECONFIG", self.cluster.kubeconfig())
            .env_remove("KUBECTL_EXTERNAL_DIFF")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }

    fn run(&self, program: &Path, arguments: &[&str], input: &str) -> Result<Ran> {
        let mut child = self
            .command(program, arguments)
            .spawn()
            .with_context(|| format!("{}", program.display()))?;
        if let Some(mut stdin) = child.stdin.take() {
            // A program that does not read it may be gone already.
            let _ = stdin.write_all(input.as_bytes());
        }
        let output = child.wait_with_output()?;
        Ok(Ran {
            stdout: String::from_utf8(output.stdout)?,
            stderr: String::from_utf8(output.stderr)?,
            code: output.status.code().context("ended by a signal")?,
        })
    }
}

/// The program under test.
pub fn binary() -> PathBuf {
    PathBuf::from(env!("CARGO_BIN_EXE_kubectl-ds"))
}

/// A DaemonSet `name` with one container `main` and an init container `prep`, whose pods run on the shared nodes only.
/// `spec` is merged into it, e.g. an update strategy.
pub fn manifest(name: &str, image: &str, spec: &Value) -> String {
    let mut object = serde_json::json!({
        "apiVersion": "apps/v1",
        "kind": "DaemonSet",
        "metadata": {"name": name, "labels": {"team": "x"}},
        "spec": {
            "selector": {"matchLabels": {"app": name}},
            "template": {
                "metadata": {"labels": {"app": name}},
                "spec": {
                    "nodeSelector": {crate::cluster::POOL.0: crate::cluster::POOL.1},
                    "terminationGracePeriodSeconds": 1,
                    "initContainers": [{"name": "prep", "image": "registry.example/prep:1"}],
                    "containers": [{"name": "main", "image": image}],
                },
            },
        },
    });
    for (key, value) in spec.as_object().into_iter().flatten() {
        object["spec"][key] = value.clone();
    }
    object.to_string()
}
