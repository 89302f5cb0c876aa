//! Starting the servers in their order, and saying which one is guilty when that fails.

use std::net::TcpListener;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use super::folder::Folder;
use super::{Binaries, servers, stages, users};

/// What a cluster is to be like.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Nodes to begin with.
    pub nodes: usize,
    /// Seconds of silence after which a node is NotReady; by default short for a small cluster.
    pub grace: Option<u64>,
    /// Controllers that do not run, by name: for a test of one controller in whose way others would be.
    pub without: Vec<&'static str>,
}

impl Options {
    /// Every quarter of it each node gives a sign of life: forty seconds outlast what a busy machine makes of ten, and a node
    /// that is taken for lost in the middle of a test fails it. Of hundreds of nodes that would be all that the servers do, so
    /// these are given an hour.
    pub fn grace(&self) -> u64 {
        self.grace.unwrap_or(if self.nodes > 200 { 3600 } else { 40 })
    }
}

const SERVERS: [&str; 5] = [
    "etcd",
    "kube-apiserver",
    "kube-controller-manager",
    "kube-scheduler",
    "kwok",
];

/// Starts the servers in the folder.
pub async fn servers(folder: &Folder, binaries: &Binaries, options: &Options) -> Result<()> {
    let path = folder.path();
    std::fs::write(path.join("stages.yaml"), stages::rendered())?;
    let mut attempts = 3;
    while let Err(error) = storage_and_api(folder, binaries).await {
        attempts -= 1;
        // Between our look at a port and the server's somebody else may have taken it.
        if attempts == 0 || !error.to_string().contains("address already in use") {
            return Err(error);
        }
    }
    let run = |name: &str, arguments: Vec<String>| folder.run(name, binaries.path(name), &arguments);
    run("kube-controller-manager", servers::controller_manager(path, options))?;
    run("kube-scheduler", servers::scheduler(path))?;
    run("kwok", servers::kwok(path, options))?;
    Ok(())
}

async fn storage_and_api(folder: &Folder, binaries: &Binaries) -> Result<()> {
    let path = folder.path();
    let [etcd_port, port] = free_ports()?;
    users::write(path, &format!("https://127.0.0.1:{port}"))?;
    folder.run("etcd", binaries.path("etcd"), &servers::etcd(path, etcd_port))?;
    folder.run(
        "kube-apiserver",
        binaries.path("kube-apiserver"),
        &servers::api_server(path, etcd_port, port),
    )?;
    until_ready(folder, &users::kubeconfig(path, "admin")).await
}

/// An error that names the server which has ended, if one has.
pub fn check(folder: &Folder) -> Result<()> {
    for server in SERVERS.into_iter().filter(|server| folder.log(server).exists()) {
        if !folder.is_running(server) {
            bail!("{server} has ended. Its last words:\n{}", folder.last_words(server));
        }
    }
    Ok(())
}

/// Until the API server says so, and the namespaces that everybody expects are there.
async fn until_ready(folder: &Folder, kubeconfig: &Path) -> Result<()> {
    let begun = Instant::now();
    loop {
        let Err(error) = is_ready(kubeconfig).await else {
            return Ok(());
        };
        check(folder)?;
        if begun.elapsed() > Duration::from_secs(90) {
            let words = folder.last_words("kube-apiserver");
            bail!("the API server is not ready after 90 s: {error:#}. Its last words:\n{words}");
        }
        tokio::time::sleep(Duration::from_millis(150)).await;
    }
}

async fn is_ready(kubeconfig: &Path) -> Result<()> {
    let client = super::instance::connect(kubeconfig).await?;
    for path in [
        "/readyz",
        "/api/v1/namespaces/default",
        "/api/v1/namespaces/kube-system",
    ] {
        let request = http::Request::get(path).body(Vec::new())?;
        client
            .request_text(request)
            .await
            .with_context(|| format!("GET {path}"))?;
    }
    Ok(())
}

/// Two ports that nobody listened on a moment ago.
fn free_ports() -> Result<[u16; 2]> {
    let listeners = [TcpListener::bind("127.0.0.1:0")?, TcpListener::bind("127.0.0.1:0")?];
    Ok([listeners[0].local_addr()?.port(), listeners[1].local_addr()?.port()])
}
