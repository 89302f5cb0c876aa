//! Exec credential plugins, by client-go's rules (`plugin/pkg/client/auth/exec`): run it, keep what it gave until it
//! expires, run it again. Its standard output is a secret and goes nowhere else.
//!
//! kube can run plugins too, but runs them three times at the start, hands them our standard input even when it is a
//! pipe, does not show the install hint, and puts their output into its error text (case R09).

use std::io::{ErrorKind, IsTerminal};
use std::process::Stdio;
use std::sync::{Arc, Mutex, PoisonError};

use http::HeaderValue;
use jiff::{SignedDuration, Timestamp};
use kube::config::{ExecAuthCluster, ExecConfig, ExecInteractiveMode};
use serde_json::{Value, json};
use tokio::process::Command;
use tokio::time::Instant;

use super::failure::{Cause, os_text};
use super::plugin_process;

/// A token is replaced this long before it expires, so that it is still good when it arrives.
const MARGIN: SignedDuration = SignedDuration::from_secs(10);

/// A configured plugin and what it said last. Cheap to clone; clones share the credential.
#[derive(Clone)]
pub(crate) struct Plugin {
    config: Arc<ExecConfig>,
    cluster: Option<ExecAuthCluster>,
    current: Arc<Mutex<Option<Credential>>>,
    /// So that of several requests at once only one runs it.
    running: Arc<tokio::sync::Mutex<()>>,
    unattended: bool,
}

/// What a plugin gives. No `Debug`: it is all secret.
#[derive(Clone)]
pub(crate) struct Credential {
    pub(crate) token: Option<HeaderValue>,
    expires: Option<Timestamp>,
    /// Certificate and key, PEM.
    pub(crate) identity: Option<(String, String)>,
}

impl Plugin {
    pub(crate) fn new(config: ExecConfig, cluster: Option<ExecAuthCluster>) -> Self {
        Self {
            config: Arc::new(config),
            cluster,
            current: Arc::default(),
            running: Arc::default(),
            unattended: false,
        }
    }

    /// With `true` it can ask nobody, and what it says on standard error is dropped.
    pub(crate) fn unattended(mut self, unattended: bool) -> Self {
        self.unattended = unattended;
        self
    }

    /// What the plugin gave last, from a run of it if that is out of date. Whoever drops the future ends the run, and so
    /// does `until`, for those who said how long a request may take: without a word of theirs a person may have to log in
    /// first, at leisure.
    pub(crate) async fn credential(&self, until: Option<Instant>) -> Result<Credential, Cause> {
        let fresh = async {
            let _one_at_a_time = self.running.lock().await;
            if let Some(good) = self.good() {
                return Ok(good);
            }
            let credential = self.run().await?;
            *self.current.lock().unwrap_or_else(PoisonError::into_inner) = Some(credential.clone());
            Ok(credential)
        };
        let result = match until {
            Some(until) => tokio::time::timeout_at(until, fresh)
                .await
                .unwrap_or_else(|_| Err(format!("exec: executable {} did not end in time", self.name()))),
            None => fresh.await,
        };
        result.map_err(|text| Cause::Credentials(format!("getting credentials: {text}")))
    }

    /// The server did not accept it: ask the plugin again before the next request.
    pub(crate) fn forget(&self) {
        *self.current.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    fn good(&self) -> Option<Credential> {
        let current = self.current.lock().unwrap_or_else(PoisonError::into_inner);
        current
            .clone()
            .filter(|credential| credential.expires.is_none_or(|at| Timestamp::now() + MARGIN < at))
    }

    fn name(&self) -> &str {
        self.config.command.as_deref().unwrap_or_default()
    }

    async fn run(&self) -> Result<Credential, String> {
        let (config, name) = (&self.config, self.name());
        let terminal = !self.unattended && std::io::stdin().is_terminal();
        let interactive = match config.interactive_mode {
            Some(ExecInteractiveMode::Never) => false,
            Some(ExecInteractiveMode::Always) if !terminal => {
                return Err("exec plugin cannot support interactive mode: standard input is not a terminal".to_owned());
            }
            _ => terminal,
        };
        let version = config.api_version.as_deref().unwrap_or_default();
        let mut spec = json!({ "interactive": interactive });
        if config.provide_cluster_info {
            spec["cluster"] = serde_json::to_value(&self.cluster).map_err(|error| error.to_string())?;
        }
        let info = json!({ "kind": "ExecCredential", "apiVersion": version, "spec": spec });
        let variables = config
            .env
            .iter()
            .flatten()
            .filter_map(|pair| Some((pair.get("name")?, pair.get("value")?)));
        let mut command = Command::new(name);
        command
            .args(config.args.iter().flatten())
            .envs(variables)
            .env("KUBERNETES_EXEC_INFO", info.to_string())
            .stdin(if interactive { Stdio::inherit() } else { Stdio::null() })
            .stderr(if self.unattended {
                Stdio::null()
            } else {
                Stdio::inherit()
            });
        let output = plugin_process::output(command)
            .await
            .map_err(|error| match error.kind() {
                ErrorKind::NotFound => missing(name, config.install_hint.as_deref()),
                _ => format!("exec: {}", os_text(&error)),
            })?;
        if !output.status.success() {
            let code = output.status.code().unwrap_or(-1);
            return Err(format!("exec: executable {name} failed with exit code {code}"));
        }
        understand(&output.stdout, version)
    }
}

fn missing(name: &str, hint: Option<&str>) -> String {
    let hint = hint.map(|hint| format!("\n\n{}", hint.trim_end())).unwrap_or_default();
    format!(
        "exec: executable {name} not found\n\n\
         It looks like you are trying to use a client-go credential plugin that is not installed.\n\n\
         To learn more about this feature, consult the documentation available at:\n      \
         https://kubernetes.io/docs/reference/access-authn-authz/authentication/#client-go-credential-plugins{hint}"
    )
}

/// A plugin's output, JSON or YAML. No error repeats any of it.
fn understand(output: &[u8], version: &str) -> Result<Credential, String> {
    let text = std::str::from_utf8(output).map_err(|_| "decoding stdout: not UTF-8")?;
    let answer: Value = serde_json::from_str(text)
        .or_else(|_| serde_yaml::from_str(text))
        .map_err(|_| "decoding stdout: neither JSON nor YAML")?;
    if answer["kind"] != "ExecCredential" {
        return Err("decoding stdout: not an ExecCredential".to_owned());
    }
    if answer["apiVersion"] != version {
        let other = answer["apiVersion"]
            .as_str()
            .filter(|other| other.starts_with("client.authentication.k8s.io/"));
        return Err(format!(
            "exec plugin is configured to use API version {version}, plugin returned version {}",
            other.unwrap_or("of another kind")
        ));
    }
    let status = answer.get("status").filter(|status| status.is_object());
    let status = status.ok_or("exec plugin didn't return a status field")?;
    let field = |name: &str| status[name].as_str().filter(|value| !value.is_empty());
    let identity = match (field("clientCertificateData"), field("clientKeyData")) {
        (Some(certificate), Some(key)) => Some((certificate.to_owned(), key.to_owned())),
        (None, None) => None,
        _ => return Err("exec plugin returned only certificate or key, not both".to_owned()),
    };
    let token = match field("token") {
        Some(token) => {
            let mut value = HeaderValue::try_from(format!("Bearer {token}"))
                .map_err(|_| "exec plugin returned a token that cannot be sent in a header")?;
            value.set_sensitive(true);
            Some(value)
        }
        None if identity.is_none() => return Err("exec plugin didn't return a token or cert/key pair".to_owned()),
        None => None,
    };
    let expires = match field("expirationTimestamp") {
        Some(time) => Some(
            time.parse()
                .map_err(|_| "decoding stdout: expirationTimestamp is not a time")?,
        ),
        None => None,
    };
    Ok(Credential {
        token,
        expires,
        identity,
    })
}

#[cfg(test)]
#[path = "plugin_test.rs"]
mod tests;
