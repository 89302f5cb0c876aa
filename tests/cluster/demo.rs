//! `cargo cluster demo`: one rollout from beginning to end, and back, on a control plane of its own. What is typed there is
//! what a person would type; the flow is the README's first command.

use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail, ensure};
use serde_json::Value;

use crate::cluster::build::say;
use crate::cluster::instance::blocking;
use crate::cluster::{Binaries, Cluster, Options, folder};

/// The image that the DaemonSet is rolled to.
const NEXT: &str = "fluentd-elasticsearch=quay.io/fluentd_elasticsearch/fluentd:v2.6.0";

/// Shows it all, and takes the cluster down, whatever happens.
pub fn run(workers: usize) -> Result<()> {
    let binaries = Binaries::get()?;
    say("building kubectl-ds");
    let plugin = plugin(!cfg!(debug_assertions))?;
    let name = format!("demo-{}", std::process::id());
    down_when_interrupted(name.clone());
    say(&format!(
        "starting a control plane with 1 control-plane node and {workers} workers"
    ));
    let options = Options {
        nodes: 0,
        ..Options::default()
    };
    let cluster = Cluster::start_in(folder::Folder::create(&name)?, &binaries, &options)?;
    blocking(async {
        let role = "node-role.kubernetes.io/control-plane";
        cluster
            .add_nodes("control-plane", 1, |_, node| {
                node.label(role, "");
                node.taint(role, "", "NoSchedule");
            })
            .await?;
        cluster.add_nodes("worker", workers, |_, _| {}).await
    })?;
    let result = Shell::new(&cluster, &plugin, binaries.path("kubectl"))?.tour();
    drop(cluster);
    say("the control plane is down");
    result
}

/// Builds kubectl-ds, and says where it is.
pub fn plugin(release: bool) -> Result<PathBuf> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut build = Command::new(cargo);
    build.args(["build", "--bin=kubectl-ds", "--message-format=json-render-diagnostics"]);
    // Together with this program where that is built too: for the features of both, nothing has to be built twice.
    build.arg(if release { "--release" } else { "--example=cluster" });
    // What cargo told of this program would make the build scripts of others run again.
    let told = std::env::vars_os().map(|(name, _)| name).filter(|name| {
        let name = name.to_string_lossy();
        name.starts_with("CARGO_PKG_") || name.starts_with("CARGO_MANIFEST_")
    });
    for name in told {
        build.env_remove(name);
    }
    let built = build
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stderr(Stdio::inherit())
        .output();
    let built = built.context("cannot run cargo")?;
    ensure!(built.status.success(), "kubectl-ds could not be built");
    let messages = String::from_utf8(built.stdout)?;
    let messages = messages
        .lines()
        .filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let files = messages.filter_map(|message| message["executable"].as_str().map(PathBuf::from));
    let mut plugins = files.filter(|file| file.file_stem().is_some_and(|name| name == "kubectl-ds"));
    plugins.next().context("cargo did not say where kubectl-ds is")
}

/// Ctrl-C at a terminal goes to the command that runs just now and to this program, which is to leave nothing behind.
fn down_when_interrupted(name: String) {
    std::thread::spawn(move || {
        blocking(async {
            let _ = tokio::signal::ctrl_c().await;
        });
        if folder::is_owned(&name) && folder::take_down(&name).is_ok() {
            say("interrupted; the control plane is down");
        }
        std::process::exit(130);
    });
}

/// Where the commands run.
struct Shell {
    path: OsString,
    kubeconfig: PathBuf,
    kubectl: PathBuf,
    /// `kubectl ds` where there is a kubectl, else `kubectl-ds`.
    plugin: &'static [&'static str],
}

impl Shell {
    fn new(cluster: &Cluster, plugin: &Path, built_kubectl: &Path) -> Result<Self> {
        let own = plugin.parent().context("kubectl-ds is in no folder")?;
        let path = std::env::var_os("PATH").unwrap_or_default();
        let kubectl = std::env::split_paths(&path)
            .map(|folder| folder.join("kubectl"))
            .find(|file| file.is_file());
        let with_own = std::iter::once(own.to_owned()).chain(std::env::split_paths(&path));
        Ok(Self {
            path: std::env::join_paths(with_own)?,
            kubeconfig: cluster.kubeconfig().to_owned(),
            plugin: if kubectl.is_some() {
                &["kubectl", "ds"]
            } else {
                &["kubectl-ds"]
            },
            kubectl: kubectl.unwrap_or_else(|| built_kubectl.to_owned()),
        })
    }

    fn tour(&self) -> Result<()> {
        let set = "fluentd-elasticsearch";
        let manifest = "tests/cluster/demo/fluentd-elasticsearch.yaml";
        self.typed(&["kubectl"], &["create", "-f", manifest])?;
        self.ds(&["status", set])?;
        self.ds(&["set-image", set, NEXT, "--change-cause", "fluentd 2.6"])?;
        self.ds(&["status", set])?;
        self.ds(&["history", set])?;
        self.ds(&["undo", set])?;
        self.ds(&["status", set])?;
        self.ds(&["history", set])
    }

    fn ds(&self, arguments: &[&str]) -> Result<()> {
        self.typed(self.plugin, &[arguments, &["-n", "kube-system"]].concat())
    }

    /// Shows a command as it would be typed, and runs it.
    fn typed(&self, program: &[&str], arguments: &[&str]) -> Result<()> {
        let words = [program, arguments].concat();
        let quoted = words.iter().map(|word| match word.contains(' ') {
            true => format!("'{word}'"),
            false => (*word).to_owned(),
        });
        let line = quoted.collect::<Vec<_>>().join(" ");
        // On the stream of the answers, so that the two keep their order in a file too.
        writeln!(std::io::stdout(), "\n$ {line}")?;
        let file: &Path = if words[0] == "kubectl" {
            &self.kubectl
        } else {
            Path::new(words[0])
        };
        let status = Command::new(file)
            .args(&words[1..])
            .env("PATH", &self.path)
            .env("KUBECONFIG", &self.kubeconfig)
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .status()
            .with_context(|| format!("cannot run {}", words[0]))?;
        if matches!(status.code(), None | Some(130)) {
            bail!("interrupted");
        }
        if !status.success() {
            bail!("`{line}` ended with {status}");
        }
        Ok(())
    }
}
