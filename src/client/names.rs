//! Names alone, for completion: of kubeconfig entries, namespaces, nodes and DaemonSets. One page, metadata only.

use k8s_openapi::api::{
    apps::v1::DaemonSet,
    core::v1::{Namespace, Node},
};
use kube::{Api, Error, api::ListParams};
use serde::de::DeserializeOwned;

use super::{Cluster, config::ConnectOptions, environment::Environment, failure::ConfigError, kubeconfig};

/// More than anybody reads in a list of candidates.
const PAGE: u32 = 500;

/// The names in the kubeconfig.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Entries {
    /// Of its contexts.
    pub contexts: Vec<String>,
    /// Of its clusters.
    pub clusters: Vec<String>,
    /// Of its users.
    pub users: Vec<String>,
}

/// Reads the kubeconfig that the flags and the environment name.
///
/// # Errors
/// One that cannot be read.
pub fn of_kubeconfig(options: &ConnectOptions) -> Result<Entries, ConfigError> {
    let config = kubeconfig::load(options.kubeconfig.as_deref(), &Environment::of_process())?;
    Ok(Entries {
        contexts: config.contexts.into_iter().map(|named| named.name).collect(),
        clusters: config.clusters.into_iter().map(|named| named.name).collect(),
        users: config.auth_infos.into_iter().map(|named| named.name).collect(),
    })
}

impl Cluster {
    /// The first namespaces by name.
    ///
    /// # Errors
    /// As the server answers.
    pub async fn namespace_names(&self) -> Result<Vec<String>, Error> {
        names(Api::<Namespace>::all(self.client().clone())).await
    }

    /// The first nodes by name.
    ///
    /// # Errors
    /// As the server answers.
    pub async fn node_names(&self) -> Result<Vec<String>, Error> {
        names(Api::<Node>::all(self.client().clone())).await
    }

    /// The first DaemonSets of the namespace by name.
    ///
    /// # Errors
    /// As the server answers.
    pub async fn daemonset_names(&self) -> Result<Vec<String>, Error> {
        names(Api::<DaemonSet>::namespaced(self.client().clone(), self.namespace())).await
    }
}

async fn names<K: Clone + DeserializeOwned + std::fmt::Debug>(api: Api<K>) -> Result<Vec<String>, Error> {
    let page = api.list_metadata(&ListParams::default().limit(PAGE)).await?;
    Ok(page.items.into_iter().filter_map(|item| item.metadata.name).collect())
}
