//! What is read from outside the flags: environment variables, the home folder, the service account of a pod.
//! One value, so that tests give their own instead of changing the process.

use std::collections::BTreeMap;
use std::path::PathBuf;

/// A snapshot of the process's surroundings.
#[derive(Debug, Clone, Default)]
pub(crate) struct Environment {
    variables: BTreeMap<String, String>,
    /// The user's home, where `.kube/config` is.
    pub(crate) home: Option<PathBuf>,
    /// Where a pod finds its token, CA and namespace.
    pub(crate) service_account: PathBuf,
}

/// Every variable that the connection depends on; nothing else is read.
const NAMES: [&str; 11] = [
    "KUBECONFIG",
    "KUBERNETES_MASTER",
    "KUBERNETES_SERVICE_HOST",
    "KUBERNETES_SERVICE_PORT",
    "POD_NAMESPACE",
    "HTTPS_PROXY",
    "https_proxy",
    "HTTP_PROXY",
    "http_proxy",
    "NO_PROXY",
    "no_proxy",
];

impl Environment {
    /// The environment of this process.
    pub(crate) fn of_process() -> Self {
        let variables = NAMES
            .iter()
            .filter_map(|name| Some(((*name).to_owned(), std::env::var(name).ok()?)));
        Self {
            variables: variables.collect(),
            home: std::env::home_dir().filter(|home| !home.as_os_str().is_empty()),
            service_account: PathBuf::from("/var/run/secrets/kubernetes.io/serviceaccount"),
        }
    }

    /// A variable's value; one that is set to nothing counts as not set, as in kubectl.
    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        self.variables
            .get(name)
            .map(String::as_str)
            .filter(|value| !value.is_empty())
    }

    #[cfg(test)]
    pub(crate) fn at_home(home: &std::path::Path) -> Self {
        Self {
            home: Some(home.to_owned()),
            ..Self::default()
        }
    }

    #[cfg(test)]
    pub(crate) fn with(mut self, name: &str, value: &str) -> Self {
        self.variables.insert(name.to_owned(), value.to_owned());
        self
    }
}
