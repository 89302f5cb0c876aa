//! Inside a pod, when nothing else is configured: the server, token, CA and namespace that the kubelet mounts.

use kube::config::{AuthInfo, Cluster};

use super::config::ConnectOptions;
use super::environment::Environment;
use super::failure::ConfigError;
use super::resolve::{Resolved, overlay_cluster, overlay_user, server_uri};

/// kubectl's test for being in a pod.
pub(crate) fn possible(environment: &Environment) -> bool {
    environment.get("KUBERNETES_SERVICE_HOST").is_some()
        && environment.get("KUBERNETES_SERVICE_PORT").is_some()
        && environment.service_account.join("token").is_file()
}

/// The pod's own namespace: `POD_NAMESPACE`, else the mounted one, else `default`.
pub(crate) fn namespace(environment: &Environment) -> String {
    let mounted = || {
        let text = std::fs::read_to_string(environment.service_account.join("namespace")).ok()?;
        Some(text.trim().to_owned()).filter(|name| !name.is_empty())
    };
    environment
        .get("POD_NAMESPACE")
        .map(str::to_owned)
        .or_else(mounted)
        .unwrap_or_else(|| "default".to_owned())
}

/// The connection of the pod's service account, with the flags laid over it. `user` brings the impersonation.
pub(crate) fn resolve(
    options: &ConnectOptions,
    environment: &Environment,
    wanted_namespace: Option<String>,
    user: AuthInfo,
) -> Result<Resolved, ConfigError> {
    let file = |name: &str| environment.service_account.join(name).to_string_lossy().into_owned();
    let host = environment.get("KUBERNETES_SERVICE_HOST").unwrap_or_default();
    let host = if host.contains(':') {
        format!("[{host}]")
    } else {
        host.to_owned()
    };
    let port = environment.get("KUBERNETES_SERVICE_PORT").unwrap_or_default();
    let mut cluster = Cluster {
        server: Some(format!("https://{host}:{port}")),
        certificate_authority: Some(file("ca.crt")),
        ..Cluster::default()
    };
    overlay_cluster(&mut cluster, options);
    let mut user = AuthInfo {
        token_file: Some(file("token")),
        impersonate: user.impersonate,
        impersonate_uid: user.impersonate_uid,
        impersonate_groups: user.impersonate_groups,
        ..AuthInfo::default()
    };
    overlay_user(&mut user, options)?;
    let server = server_uri(cluster.server.as_deref().unwrap_or_default(), true)?;
    let namespace = wanted_namespace.unwrap_or_else(|| namespace(environment));
    Ok(Resolved {
        context: None,
        namespace,
        server,
        cluster,
        user,
    })
}
