//! A cluster that can be talked to: its kubeconfigs, kubectl and clients. Either one of ours, which ends with this value
//! or with the process, or one that the user named.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use anyhow::{Context, Result, bail};
use kube::config::{KubeConfigOptions, Kubeconfig};

use super::folder::Folder;
use super::{Binaries, Options, start, users};

/// A running cluster.
pub struct Cluster {
    kubeconfig: PathBuf,
    kubectl: PathBuf,
    folder: Option<Folder>,
    /// Numbers for addresses of nodes and names of namespaces.
    pub(super) counter: AtomicU32,
}

/// The label of the nodes that a cluster begins with. On a shared cluster a DaemonSet without a node selector would come
/// upon the nodes that other tests silence and delete.
pub const POOL: (&str, &str) = ("kubectl-ds.test/pool", "steady");

/// A client by a kubeconfig.
pub async fn connect(kubeconfig: &Path) -> Result<kube::Client> {
    let file = Kubeconfig::read_from(kubeconfig)?;
    let config = kube::Config::from_custom_kubeconfig(file, &KubeConfigOptions::default()).await?;
    Ok(kube::Client::try_from(config)?)
}

impl Cluster {
    /// Starts a cluster under a name of its own, with its nodes ready; builds the binaries first if need be.
    pub fn start(options: Options) -> Result<Self> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let binaries = Binaries::get()?;
        let name = format!("test-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        Self::start_in(Folder::create(&name)?, &binaries, &options)
    }

    /// Starts a cluster in a folder. Blocks, also when called in a runtime.
    pub fn start_in(folder: Folder, binaries: &Binaries, options: &Options) -> Result<Self> {
        let cluster = Self {
            kubeconfig: users::kubeconfig(folder.path(), "admin"),
            kubectl: binaries.path("kubectl").to_owned(),
            folder: Some(folder),
            counter: AtomicU32::new(1),
        };
        blocking(async {
            let folder = cluster.folder.as_ref().context("no folder")?;
            start::servers(folder, binaries, options).await?;
            let added = cluster
                .add_nodes("node", options.nodes, |_, node| node.label(POOL.0, POOL.1))
                .await;
            start::check(folder)?;
            added.map(drop)
        })?;
        Ok(cluster)
    }

    /// A cluster that is there already.
    pub fn existing(kubeconfig: PathBuf) -> Result<Self> {
        if !kubeconfig.is_file() {
            bail!("no such kubeconfig: {}", kubeconfig.display());
        }
        Ok(Self {
            kubeconfig,
            kubectl: "kubectl".into(),
            folder: None,
            counter: AtomicU32::new(1),
        })
    }

    /// The administrator's kubeconfig.
    pub fn kubeconfig(&self) -> &Path {
        &self.kubeconfig
    }

    /// The kubeconfig of one of [`users::USERS`].
    pub fn kubeconfig_of(&self, user: &str) -> Result<PathBuf> {
        let folder = self.folder()?.path();
        users::token(folder, user).with_context(|| format!("there is no user {user}"))?;
        Ok(users::kubeconfig(folder, user))
    }

    /// The token of one of [`users::USERS`].
    pub fn token_of(&self, user: &str) -> Result<String> {
        users::token(self.folder()?.path(), user).with_context(|| format!("there is no user {user}"))
    }

    /// The kubectl that was built from the same version.
    pub fn kubectl(&self) -> &Path {
        &self.kubectl
    }

    /// A new client, for the runtime of the caller.
    pub async fn client(&self) -> Result<kube::Client> {
        connect(&self.kubeconfig).await
    }

    /// Is it one that we started, whose nodes can be made and silenced?
    pub fn is_ours(&self) -> bool {
        self.folder.is_some()
    }

    /// Ends one of its servers, e.g. `kube-controller-manager`, for good.
    pub fn stop(&self, server: &str) -> Result<()> {
        self.folder()?.stop(server)
    }

    /// Waits until somebody takes the cluster down.
    pub fn until_down(&self) {
        if let Some(folder) = &self.folder {
            folder.wait();
        }
    }

    fn folder(&self) -> Result<&Folder> {
        self.folder
            .as_ref()
            .context("this cluster was not started by the tests")
    }
}

/// Runs a future to its end on a thread of its own, so that the caller may be in a runtime or not.
pub fn blocking<T: Send>(future: impl Future<Output = T> + Send) -> T {
    let run = || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        runtime
            .unwrap_or_else(|error| panic!("no runtime: {error}"))
            .block_on(future)
    };
    std::thread::scope(|scope| scope.spawn(run).join()).unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}
