//! `Cluster`: the connection that every reading and writing function hangs on.

use std::sync::Arc;

use jiff::Timestamp;
use kube::Client;
use kube::config::ExecAuthCluster;
use tokio::time::Instant;

use super::clock::Clock;
use super::config::ConnectOptions;
use super::credentials::{self, TokenFile, Trouble};
use super::environment::Environment;
use super::failure::{ConfigError, ConnectionError};
use super::plugin::Plugin;
use super::recorded::{Recorded, Saved};
use super::requests::{Requests, host_and_port};
use super::resolve::{Resolved, given, resolve};
use super::trace::Trace;
use super::{identity, proxy, transport};

/// A server, who we are there, and the namespace that names without one are in. Cheap to clone.
#[derive(Clone)]
pub struct Cluster {
    client: Client,
    namespace: String,
    server: String,
    context: Option<String>,
    clock: Arc<Clock>,
}

impl Cluster {
    /// Decides where to connect, by kubectl's rules, and gets ready, for which a credential plugin may have to run. Sends
    /// nothing: that the server answers is known with the first request.
    ///
    /// # Errors
    /// Flags or files that cannot be used, worded by [`crate::error::report`].
    pub async fn connect(options: &ConnectOptions) -> anyhow::Result<Self> {
        if let Some(file) = given(&options.snapshot) {
            return Self::recorded(file, options);
        }
        Self::connect_in(options, &Environment::of_process()).await
    }

    /// Objects that were saved, in the place of a server.
    fn recorded(file: &str, options: &ConnectOptions) -> anyhow::Result<Self> {
        if file == "-" && options.unattended {
            return Err(ConfigError::plain("standard input is not read unattended").into());
        }
        let saved = Saved::open(file)?;
        if let Some(warnings) = &options.warnings {
            saved.left_out.iter().for_each(|text| warnings.line(text));
        }
        let namespace = given(&options.namespace)
            .or(saved.namespace())
            .unwrap_or("default")
            .to_owned();
        let clock = Arc::new(Clock::at(saved.taken()));
        Ok(Self {
            client: Client::new(Recorded::new(saved), namespace.clone()),
            namespace,
            server: file.to_owned(),
            context: None,
            clock,
        })
    }

    pub(crate) async fn connect_in(options: &ConnectOptions, environment: &Environment) -> anyhow::Result<Self> {
        let resolved = resolve(options, environment)?;
        identity::check(&resolved.user)?;
        let proxy = proxy::choose(&resolved.server, resolved.cluster.proxy_url.as_deref(), environment)?;
        let plugin = plugin(&resolved, options)?;
        let server = host_and_port(&resolved.server);
        let refused = |cause| ConnectionError {
            server: server.clone(),
            cause,
        };
        let identity = match &plugin {
            Some(plugin) => {
                let limit = options.request_timeout.filter(|limit| !limit.is_zero());
                let until = limit.and_then(|limit| Instant::now().checked_add(limit));
                plugin.credential(until).await.map_err(refused)?.identity
            }
            None => None,
        };
        let headers = credentials::headers(&resolved.user).map_err(refused)?;
        let token_file = match TokenFile::of(&resolved.user) {
            Ok(file) => file,
            Err(Trouble::File(error)) => return Err(error.into()),
            Err(Trouble::Header(cause)) => return Err(refused(cause).into()),
        };
        let proxy_address = proxy.as_ref().map(|proxy| host_and_port(&proxy.uri));
        let sender = transport::build(&resolved, proxy, identity, headers, &Trace::of(options))?;
        let clock = Arc::new(Clock::default());
        let requests = Requests::new(
            sender,
            &resolved.server,
            proxy_address,
            (plugin, token_file),
            options,
            clock.clone(),
        );
        let scheme = resolved.server.scheme_str().unwrap_or("https");
        let server = format!("{scheme}://{server}{}", resolved.server.path().trim_end_matches('/'));
        let Resolved { context, namespace, .. } = resolved;
        Ok(Self {
            client: Client::new(requests, namespace.clone()),
            namespace,
            server,
            context,
            clock,
        })
    }

    /// kube's client over this connection.
    pub fn client(&self) -> &Client {
        &self.client
    }

    /// The namespace of `--namespace`, else of the context, else `default`. Never empty.
    pub fn namespace(&self) -> &str {
        &self.namespace
    }

    /// The present moment by the server's clock, as far as its answers have told it (case C21).
    pub fn now(&self) -> Timestamp {
        self.clock.now()
    }

    /// The server's URL, without a user or password.
    pub fn server(&self) -> &str {
        &self.server
    }

    /// The kubeconfig context in use; `None` with `--server` alone or inside a pod.
    pub fn context(&self) -> Option<&str> {
        self.context.as_deref()
    }
}

/// The user's plugin, unless there is a token or password, which need none.
fn plugin(resolved: &Resolved, options: &ConnectOptions) -> anyhow::Result<Option<Plugin>> {
    let user = &resolved.user;
    let Some(exec) = user.exec.clone() else { return Ok(None) };
    if user.token.is_some() || user.token_file.is_some() || user.username.is_some() {
        return Ok(None);
    }
    let info = if exec.provide_cluster_info {
        Some(ExecAuthCluster::try_from(&resolved.cluster)?)
    } else {
        None
    };
    Ok(Some(Plugin::new(exec, info).unattended(options.unattended)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_context_of_a_list_with_a_missing_file_is_used() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("config");
        std::fs::write(
            &file,
            "clusters: [{name: c, cluster: {server: 'https://10.0.0.1:6443'}}]\n\
             contexts: [{name: x, context: {cluster: c, namespace: agents}}]\ncurrent-context: x\n",
        )
        .expect("written");
        let list = format!("{}::{}", folder.path().join("missing").display(), file.display());
        let environment = Environment::default().with("KUBECONFIG", &list);
        let cluster = Cluster::connect_in(&ConnectOptions::default(), &environment).await;
        let cluster = cluster.expect("a usable configuration");
        assert_eq!(
            (cluster.server(), cluster.namespace(), cluster.context()),
            ("https://10.0.0.1:6443", "agents", Some("x"))
        );
    }
}
