//! What kubectl checks of the chosen user and cluster before it sends anything (client-go `validation.go`): lists of
//! problems in its words. Opens the files that are named, reads none.

use kube::config::{AuthInfo, Cluster};

use super::failure::os_text;

/// Problems of a user's entry, called `name`.
pub(crate) fn user(name: &str, user: &AuthInfo) -> Vec<String> {
    let mut problems = Vec::new();
    let mut methods = Vec::new();
    if user.token.is_some() {
        methods.push("token");
    }
    if user.username.is_some() || user.password.is_some() {
        methods.push("basicAuth");
    }
    if user.client_certificate.is_some() || user.client_certificate_data.is_some() {
        if user.client_certificate.is_some() && user.client_certificate_data.is_some() {
            problems.push(format!(
                "client-cert-data and client-cert are both specified for {name}. client-cert-data will override."
            ));
        }
        if user.client_key.is_some() && user.client_key_data.is_some() {
            problems.push(format!(
                "client-key-data and client-key are both specified for {name}; client-key-data will override"
            ));
        }
        if user.client_key.is_none() && user.client_key_data.is_none() {
            problems.push(format!(
                "client-key-data or client-key must be specified for {name} to use the clientCert authentication method."
            ));
        }
        problems.extend(unreadable("client-cert", user.client_certificate.as_deref(), name));
        problems.extend(unreadable("client-key", user.client_key.as_deref(), name));
    }
    if let Some(exec) = &user.exec {
        let mut need = |missing: bool, what: &str| {
            if missing {
                problems.push(format!(
                    "{what} must be specified for {name} to use exec authentication plugin"
                ));
            }
        };
        need(exec.command.as_deref().is_none_or(str::is_empty), "command");
        need(exec.api_version.as_deref().is_none_or(str::is_empty), "apiVersion");
        // Only v1 has no default for it.
        need(
            exec.interactive_mode.is_none() && exec.api_version.as_deref() == Some("client.authentication.k8s.io/v1"),
            "interactiveMode",
        );
    }
    if methods.len() > 1 {
        problems.push(format!(
            "more than one authentication method found for {name}; found [{}], only one is allowed",
            methods.join(" ")
        ));
    }
    let others = user.impersonate_uid.is_some()
        || user
            .impersonate_groups
            .as_ref()
            .is_some_and(|groups| !groups.is_empty())
        || user
            .impersonate_user_extra
            .as_ref()
            .is_some_and(|extra| !extra.is_empty());
    if others && user.impersonate.is_none() {
        problems.push(format!(
            "requesting uid, groups or user-extra for {name} without impersonating a user"
        ));
    }
    problems
}

/// Problems of a cluster's entry, called `name`.
pub(crate) fn cluster(name: &str, cluster: &Cluster) -> Vec<String> {
    let mut problems = Vec::new();
    if cluster.server.is_none() {
        problems.push(format!("no server found for cluster \"{name}\""));
    }
    if cluster.certificate_authority.is_some() && cluster.certificate_authority_data.is_some() {
        problems.push(format!(
            "certificate-authority-data and certificate-authority are both specified for {name}. \
             certificate-authority-data will override."
        ));
    }
    problems.extend(unreadable(
        "certificate-authority",
        cluster.certificate_authority.as_deref(),
        name,
    ));
    problems
}

fn unreadable(what: &str, path: Option<&str>, name: &str) -> Option<String> {
    let path = path?;
    let error = std::fs::File::open(path).err()?;
    Some(format!(
        "unable to read {what} {path} for {name} due to open {path}: {}",
        os_text(&error)
    ))
}
