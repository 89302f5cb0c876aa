//! `ConnectOptions`: kubectl's global flags as data. What they mean is in `resolve`; here is no reading of files.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// kubectl's global flags; the name of each field is the flag's. An empty string means "not given", as in kubectl.
#[derive(Debug, Clone, Default)]
pub struct ConnectOptions {
    /// `--kubeconfig`: this file and no other; it must exist.
    pub kubeconfig: Option<PathBuf>,
    /// `--context`.
    pub context: Option<String>,
    /// `--cluster`.
    pub cluster: Option<String>,
    /// `--user`.
    pub user: Option<String>,
    /// `--namespace`.
    pub namespace: Option<String>,
    /// `--server`: a URL or `host:port`; works without any kubeconfig.
    pub server: Option<String>,
    /// `--token`: wins over every other credential of the user.
    pub token: Option<String>,
    /// `--username` and, with it, `--password`: basic authentication.
    pub username: Option<String>,
    /// `--password`.
    pub password: Option<String>,
    /// `--as`.
    pub as_user: Option<String>,
    /// `--as-uid`.
    pub as_uid: Option<String>,
    /// `--certificate-authority`.
    pub certificate_authority: Option<String>,
    /// `--client-certificate`.
    pub client_certificate: Option<String>,
    /// `--client-key`.
    pub client_key: Option<String>,
    /// `--tls-server-name`.
    pub tls_server_name: Option<String>,
    /// `--proxy-url`: wins over the kubeconfig's.
    pub proxy_url: Option<String>,
    /// `--cache-dir`: accepted for kubectl's sake; nothing is cached.
    pub cache_dir: Option<String>,
    /// `--as-group`, repeated.
    pub as_groups: Vec<String>,
    /// `--as-user-extra KEY=VALUE`, repeated.
    pub as_user_extra: Vec<String>,
    /// `--snapshot`: a file of saved objects, or `-`, in the place of a server; nothing else is then looked at but the
    /// namespace.
    pub snapshot: Option<String>,
    /// `--insecure-skip-tls-verify`.
    pub insecure_skip_tls_verify: bool,
    /// `--disable-compression`.
    pub disable_compression: bool,
    /// `--request-timeout`: for each request, retries included. `None`: 30 s; zero: no limit. Never ends a watch.
    pub request_timeout: Option<Duration>,
    /// `-v`: from 6 on, `log` is told of each request, from 7 on of its headers, from 8 on of bodies.
    pub verbosity: u8,
    /// Who is told of each request, a line at a time; without it nobody is.
    pub log: Option<RequestLog>,
    /// Who is told of the server's warnings, each once; the text is the server's, as it came. Without it nobody is.
    pub warnings: Option<RequestLog>,
    /// Nobody is there to be asked or told: a credential plugin gets no terminal and its messages are dropped.
    pub unattended: bool,
}

/// Takes a line about a request: method, URL, status, milliseconds, headers and bodies, never a secret; or a warning. What the
/// server wrote is as it came.
#[derive(Clone)]
pub struct RequestLog(Arc<dyn Fn(&str) + Send + Sync>);

impl RequestLog {
    /// `write` is called for each line or warning, from any thread, without a newline at the end of the line.
    pub fn new(write: impl Fn(&str) + Send + Sync + 'static) -> Self {
        Self(Arc::new(write))
    }

    pub(crate) fn line(&self, text: &str) {
        (self.0)(text);
    }
}

impl fmt::Debug for RequestLog {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("RequestLog")
    }
}
