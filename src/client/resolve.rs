//! Flags, kubeconfig and environment → where to connect and as whom, in kubectl's order of precedence and with its
//! words for what is wrong. Reads files that are named; sends nothing.

use http::Uri;
use kube::config::{AuthInfo, Cluster, Context, Kubeconfig};

use super::config::ConnectOptions;
use super::environment::Environment;
use super::failure::ConfigError;
use super::{check, kubeconfig, service_account};

/// kubectl's default server when nothing names one.
const DEFAULT_SERVER: &str = "http://localhost:8080";

/// Everything that a connection needs.
#[derive(Debug, Clone)]
pub(crate) struct Resolved {
    /// The chosen context, if there is one.
    pub(crate) context: Option<String>,
    /// Never empty.
    pub(crate) namespace: String,
    /// Absolute, with scheme.
    pub(crate) server: Uri,
    /// The cluster's entry with the flags laid over it.
    pub(crate) cluster: Cluster,
    /// The user's entry with the flags laid over it; without credentials when the server is plain HTTP.
    pub(crate) user: AuthInfo,
}

/// Decides as kubectl does: a flag, else the context's entry, else the pod's service account when nothing at all is
/// configured, else `localhost:8080`.
///
/// # Errors
/// A kubeconfig that cannot be read, or a name in it that does not exist: never a reason to use another cluster.
pub(crate) fn resolve(options: &ConnectOptions, environment: &Environment) -> Result<Resolved, ConfigError> {
    let files = kubeconfig::load(options.kubeconfig.as_deref(), environment)?;
    let choice = Choice {
        options,
        files: &files,
        environment,
    };
    // The order decides which of several errors is shown: kubectl asks for the namespace first, unless it is given.
    if given(&options.namespace).is_none() {
        choice.confirm()?;
    }
    let user = choice.user()?;
    let context = choice.context()?;
    let cluster = choice.cluster()?;
    choice.confirm()?;

    let namespace = given(&options.namespace)
        .map(str::to_owned)
        .or(context.namespace.clone());
    let server = cluster.server.clone().unwrap_or_default();
    if server == DEFAULT_SERVER && service_account::possible(environment) {
        return service_account::resolve(options, environment, namespace, user);
    }
    let has_authority = cluster.certificate_authority.is_some() || cluster.certificate_authority_data.is_some();
    let has_tls = has_authority
        || user.client_certificate.is_some()
        || user.client_certificate_data.is_some()
        || cluster.insecure_skip_tls_verify == Some(true);
    let server = server_uri(&server, has_tls)?;
    let secure = server.scheme_str() == Some("https");
    if secure && has_authority && cluster.insecure_skip_tls_verify == Some(true) {
        let words = "specifying a root certificates file with the insecure flag is not allowed";
        return Err(ConfigError::plain(words));
    }
    Ok(Resolved {
        context: choice.context_name().map(str::to_owned),
        namespace: namespace
            .or_else(|| service_account::possible(environment).then(|| service_account::namespace(environment)))
            .unwrap_or_else(|| "default".to_owned()),
        server,
        cluster,
        // As in kubectl no token or password ever goes over a connection that anybody can read.
        user: if secure { user } else { without_credentials(user) },
    })
}

struct Choice<'a> {
    options: &'a ConnectOptions,
    files: &'a Kubeconfig,
    environment: &'a Environment,
}

impl Choice<'_> {
    fn context_name(&self) -> Option<&str> {
        given(&self.options.context).or(self.files.current_context.as_deref())
    }

    fn context_entry(&self) -> Option<&Context> {
        let name = self.context_name()?;
        self.files
            .contexts
            .iter()
            .find(|named| named.name == name)?
            .context
            .as_ref()
    }

    fn context(&self) -> Result<Context, ConfigError> {
        match (self.context_entry(), given(&self.options.context)) {
            (Some(entry), _) => Ok(entry.clone()),
            (None, Some(name)) => Err(ConfigError::Plain(format!("context \"{name}\" does not exist"))),
            (None, None) => Ok(Context::default()),
        }
    }

    fn user_name(&self) -> Option<&str> {
        given(&self.options.user).or_else(|| self.context_entry()?.user.as_deref())
    }

    fn user(&self) -> Result<AuthInfo, ConfigError> {
        let name = self.user_name();
        let entry = self
            .files
            .auth_infos
            .iter()
            .find(|named| Some(named.name.as_str()) == name);
        let mut user = match (entry, given(&self.options.user)) {
            (Some(named), _) => named.auth_info.clone().unwrap_or_default(),
            (None, Some(name)) => return Err(ConfigError::Plain(format!("auth info \"{name}\" does not exist"))),
            (None, None) => AuthInfo::default(),
        };
        overlay_user(&mut user, self.options)?;
        Ok(user)
    }

    fn cluster_name(&self) -> Option<&str> {
        given(&self.options.cluster).or_else(|| Some(self.context_entry()?.cluster.as_str()))
    }

    fn cluster(&self) -> Result<Cluster, ConfigError> {
        let name = self.cluster_name();
        let entry = self
            .files
            .clusters
            .iter()
            .find(|named| Some(named.name.as_str()) == name);
        let mut cluster = match (entry, given(&self.options.cluster)) {
            (Some(named), _) => named.cluster.clone().unwrap_or_default(),
            (None, Some(name)) => return Err(ConfigError::Plain(format!("cluster \"{name}\" does not exist"))),
            (None, None) => Cluster::default(),
        };
        overlay_cluster(&mut cluster, self.options);
        cluster.server.get_or_insert_with(|| {
            self.environment
                .get("KUBERNETES_MASTER")
                .unwrap_or(DEFAULT_SERVER)
                .to_owned()
        });
        Ok(cluster)
    }

    /// kubectl's `ConfirmUsable`: every problem of what was chosen, at once. A name that does not exist is treated as
    /// an empty entry here.
    fn confirm(&self) -> Result<(), ConfigError> {
        if let Some(name) = self.context_name()
            && self.context_entry().is_none()
        {
            return Err(ConfigError::ContextNotFound(name.to_owned()));
        }
        let user = self.user();
        if let (Err(error), true) = (&user, given(&self.options.user).is_some()) {
            return Err(error.clone());
        }
        let mut problems = check::user(self.user_name().unwrap_or_default(), &user?);
        problems.extend(check::cluster(
            self.cluster_name().unwrap_or_default(),
            &self.cluster().unwrap_or_default(),
        ));
        match problems.len() {
            0 => Ok(()),
            1 => Err(ConfigError::Plain(problems.remove(0))),
            _ => Err(ConfigError::Several(problems)),
        }
    }
}

/// A flag's value, if it says anything.
pub(crate) fn given(flag: &Option<String>) -> Option<&str> {
    flag.as_deref().filter(|value| !value.is_empty())
}

pub(crate) fn overlay_user(user: &mut AuthInfo, options: &ConnectOptions) -> Result<(), ConfigError> {
    if let Some(token) = given(&options.token) {
        user.token = Some(token.to_owned().into());
        user.token_file = None;
    }
    if let Some(name) = given(&options.username) {
        user.username = Some(name.to_owned());
    }
    if let Some(password) = given(&options.password) {
        user.password = Some(password.to_owned().into());
    }
    if let Some(path) = given(&options.client_certificate) {
        (user.client_certificate, user.client_certificate_data) = (Some(path.to_owned()), None);
    }
    if let Some(path) = given(&options.client_key) {
        (user.client_key, user.client_key_data) = (Some(path.to_owned()), None);
    }
    if let Some(name) = given(&options.as_user) {
        user.impersonate = Some(name.to_owned());
    }
    if let Some(uid) = given(&options.as_uid) {
        user.impersonate_uid = Some(uid.to_owned());
    }
    if !options.as_groups.is_empty() {
        user.impersonate_groups = Some(options.as_groups.clone());
    }
    for pair in &options.as_user_extra {
        let (key, value) = pair.split_once('=').ok_or_else(|| {
            ConfigError::Plain(format!(
                "invalid as-user-extra value \"{pair}\": expected the form KEY=VALUE"
            ))
        })?;
        let extra = user.impersonate_user_extra.get_or_insert_default();
        extra.entry(key.to_owned()).or_default().push(value.to_owned());
    }
    Ok(())
}

pub(crate) fn overlay_cluster(cluster: &mut Cluster, options: &ConnectOptions) {
    let authority = given(&options.certificate_authority);
    if options.insecure_skip_tls_verify || authority.is_some() {
        cluster.insecure_skip_tls_verify = Some(options.insecure_skip_tls_verify);
        cluster.certificate_authority = authority.map(str::to_owned);
        cluster.certificate_authority_data = None;
    }
    // A server given by flag is not the one that the file's name for its certificate was meant for.
    if given(&options.tls_server_name).is_some() || given(&options.server).is_some() {
        cluster.tls_server_name = given(&options.tls_server_name).map(str::to_owned);
    }
    if let Some(server) = given(&options.server) {
        cluster.server = Some(server.to_owned());
    }
    if let Some(proxy) = given(&options.proxy_url) {
        cluster.proxy_url = Some(proxy.to_owned());
    }
    if options.disable_compression {
        cluster.disable_compression = Some(true);
    }
}

fn without_credentials(user: AuthInfo) -> AuthInfo {
    AuthInfo {
        impersonate: user.impersonate,
        impersonate_uid: user.impersonate_uid,
        impersonate_groups: user.impersonate_groups,
        impersonate_user_extra: user.impersonate_user_extra,
        ..AuthInfo::default()
    }
}

/// A URL as it is; a bare `host:port` with `https` when anything about TLS is configured, else `http`.
pub(crate) fn server_uri(server: &str, has_tls: bool) -> Result<Uri, ConfigError> {
    let wrong = || ConfigError::Plain(format!("host must be a URL or a host:port pair: \"{server}\""));
    if server.contains("://") {
        let uri: Uri = server.parse().map_err(|_| wrong())?;
        return match uri.scheme_str() {
            Some("http" | "https") if uri.host().is_some() => Ok(uri),
            _ => Err(wrong()),
        };
    }
    let scheme = if has_tls { "https" } else { "http" };
    let uri: Uri = format!("{scheme}://{server}").parse().map_err(|_| wrong())?;
    if uri.path() == "/" { Ok(uri) } else { Err(wrong()) }
}

#[cfg(test)]
#[path = "resolve_test.rs"]
mod tests;
