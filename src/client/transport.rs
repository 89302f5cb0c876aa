//! From a resolved configuration to a service that sends one request: sockets, proxy, TLS, authentication headers,
//! decompression. What happens around a request (time limit, retries, the log) is in `requests`.

use std::time::Duration;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use bytes::Bytes;
use http::header::USER_AGENT;
use http::{HeaderName, HeaderValue, Request, Response, Uri};
use http_body_util::BodyExt;
use http_body_util::combinators::UnsyncBoxBody;
use hyper_util::client::legacy::Client as HttpClient;
use hyper_util::client::legacy::connect::proxy::{SocksV5, Tunnel};
use hyper_util::client::legacy::connect::{Connection, HttpConnector};
use hyper_util::rt::TokioExecutor;
use kube::Config;
use kube::client::{Body, ConfigExt};
use kube::config::{AuthInfo, Cluster, ExecAuthCluster};
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;
use tower::util::BoxCloneSyncService;
use tower::{BoxError, Service, ServiceBuilder, ServiceExt};
use tower_http::decompression::DecompressionLayer;

use super::agent::user_agent;
use super::failure::ConfigError;
use super::proxy::Proxy;
use super::resolve::Resolved;
use super::trace::Trace;

/// The body of an answer, decompressed.
pub(crate) type AnswerBody = UnsyncBoxBody<Bytes, BoxError>;
/// Sends one request, once.
pub(crate) type Sender = BoxCloneSyncService<Request<Body>, Response<AnswerBody>, BoxError>;

/// As kubectl: what Go's dialer waits for one address.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(30);
const KEEP_ALIVE: Duration = Duration::from_secs(30);

/// Builds the way to the server; `headers` go into every request. Opens no connection yet.
///
/// # Errors
/// Certificates, keys or tokens that cannot be read or understood.
pub(crate) fn build(
    resolved: &Resolved,
    proxy: Option<Proxy>,
    identity: Option<(String, String)>,
    headers: Vec<(HeaderName, HeaderValue)>,
    trace: &Trace,
) -> anyhow::Result<Sender> {
    let mut config = kube_config(resolved, identity)?;
    config.headers = headers;
    config.headers.extend(user_agent().map(|agent| (USER_AGENT, agent)));
    let mut tcp = HttpConnector::new();
    tcp.enforce_http(false);
    // Without it the first request over a new TLS connection waits for a delayed acknowledgement, about 40 ms.
    tcp.set_nodelay(true);
    tcp.set_connect_timeout(Some(CONNECT_TIMEOUT));
    tcp.set_keepalive(Some(KEEP_ALIVE));
    let Some(Proxy { uri, basic, login }) = proxy else {
        return secured(&config, tcp, trace);
    };
    match uri.scheme_str() {
        Some("socks5" | "socks5h") => {
            let socks = SocksV5::new(uri, tcp);
            match login {
                Some((user, password)) => secured(&config, socks.with_auth(user, password), trace),
                None => secured(&config, socks, trace),
            }
        }
        Some("https") => {
            let to_proxy = config.rustls_https_connector_with_connector(tcp)?;
            let tunnel = Tunnel::new(uri, to_proxy);
            secured(
                &config,
                if let Some(basic) = basic {
                    tunnel.with_auth(basic)
                } else {
                    tunnel
                },
                trace,
            )
        }
        _ => {
            let tunnel = Tunnel::new(uri, tcp);
            secured(
                &config,
                if let Some(basic) = basic {
                    tunnel.with_auth(basic)
                } else {
                    tunnel
                },
                trace,
            )
        }
    }
}

fn secured<C>(config: &Config, connector: C, trace: &Trace) -> anyhow::Result<Sender>
where
    C: Service<Uri> + Clone + Send + Sync + 'static,
    C::Response: Connection + hyper::rt::Read + hyper::rt::Write + Send + Unpin + 'static,
    C::Future: Send + 'static,
    C::Error: std::error::Error + Send + Sync + 'static,
{
    let connector = config.rustls_https_connector_with_connector(connector)?;
    let http = HttpClient::builder(TokioExecutor::new()).build::<_, Body>(connector);
    let trace = trace.clone();
    let service = ServiceBuilder::new()
        .layer(config.base_uri_layer())
        .layer(DecompressionLayer::new().gzip(!config.disable_compression))
        .option_layer(config.auth_layer()?)
        .layer(config.extra_headers_layer()?)
        .map_err(BoxError::from)
        .map_request(move |request: Request<Body>| {
            trace.sent(&request);
            request
        })
        .service(http);
    let service = service.map_response(|answer| answer.map(|body| body.map_err(BoxError::from).boxed_unsync()));
    Ok(BoxCloneSyncService::new(service))
}

fn kube_config(resolved: &Resolved, identity: Option<(String, String)>) -> anyhow::Result<Config> {
    let cluster = &resolved.cluster;
    let mut config = Config::new(resolved.server.clone());
    config.default_namespace.clone_from(&resolved.namespace);
    config.accept_invalid_certs = cluster.insecure_skip_tls_verify == Some(true);
    config.disable_compression = cluster.disable_compression == Some(true);
    config.tls_server_name.clone_from(&cluster.tls_server_name);
    config.auth_info = AuthInfo {
        exec: None,
        // `credentials` makes headers of these.
        token_file: None,
        impersonate: None,
        impersonate_uid: None,
        impersonate_groups: None,
        ..resolved.user.clone()
    };
    // As in Go a user name alone is enough.
    if config.auth_info.username.is_some() {
        config.auth_info.password.get_or_insert_default();
    }
    if let Some((certificate, key)) = identity {
        config.auth_info.client_certificate_data = Some(BASE64_STANDARD.encode(certificate));
        config.auth_info.client_key_data = Some(BASE64_STANDARD.encode(key).into());
    }
    // No authorities at all, rather than reading the machine's, where none will be asked for.
    let verifies = resolved.server.scheme_str() == Some("https") && !config.accept_invalid_certs;
    config.root_cert = if verifies {
        authorities(cluster)?
    } else {
        Some(Vec::new())
    };
    Ok(config)
}

/// The cluster's own certificate authorities; `None` means the machine's.
fn authorities(cluster: &Cluster) -> anyhow::Result<Option<Vec<Vec<u8>>>> {
    let Some(pem) = ExecAuthCluster::try_from(cluster)?.certificate_authority_data else {
        return Ok(None);
    };
    let found: Vec<Vec<u8>> = CertificateDer::pem_slice_iter(&pem)
        .filter_map(Result::ok)
        .map(|certificate| certificate.to_vec())
        .collect();
    if found.is_empty() {
        return Err(
            ConfigError::plain("unable to load root certificates: no valid certificate authority data seen").into(),
        );
    }
    Ok(Some(found))
}
