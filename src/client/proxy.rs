//! Which proxy, if any, leads to the server: the kubeconfig's `proxy-url`, else the environment by Go's rules
//! (`golang.org/x/net/http/httpproxy`), which differ from kube's and curl's. Pure; connecting is in `transport`.

use std::net::IpAddr;

use http::{HeaderValue, Uri};
use hyper_util::client::proxy::matcher::Matcher;

use super::environment::Environment;
use super::failure::ConfigError;

/// A proxy and how to introduce oneself to it.
#[derive(Debug, Clone)]
pub(crate) struct Proxy {
    /// `http`, `https`, `socks5` or `socks5h`, always with a port, never with a password.
    pub(crate) uri: Uri,
    /// For HTTP proxies. Marked as sensitive.
    pub(crate) basic: Option<HeaderValue>,
    /// For SOCKS.
    pub(crate) login: Option<(String, String)>,
}

/// `proxy_url` of the kubeconfig wins and ignores `NO_PROXY`; else `HTTPS_PROXY` or `HTTP_PROXY`, by the scheme of the
/// server, unless `NO_PROXY` names the *server*. A server on this machine is never proxied from the environment.
///
/// # Errors
/// A proxy address that cannot be used.
pub(crate) fn choose(
    server: &Uri,
    proxy_url: Option<&str>,
    environment: &Environment,
) -> Result<Option<Proxy>, ConfigError> {
    if let Some(url) = proxy_url {
        return parse(url).map(Some);
    }
    let names = if server.scheme_str() == Some("https") {
        ["HTTPS_PROXY", "https_proxy"]
    } else {
        ["HTTP_PROXY", "http_proxy"]
    };
    let Some(url) = names.iter().find_map(|name| environment.get(name)) else {
        return Ok(None);
    };
    let exceptions = environment
        .get("NO_PROXY")
        .or_else(|| environment.get("no_proxy"))
        .unwrap_or_default();
    if bypassed(server, exceptions) {
        Ok(None)
    } else {
        parse(url).map(Some)
    }
}

fn parse(url: &str) -> Result<Proxy, ConfigError> {
    let scheme = url
        .split_once("://")
        .map_or("http", |(scheme, _)| scheme)
        .to_ascii_lowercase();
    let port = match scheme.as_str() {
        "http" => 80,
        "https" => 443,
        "socks5" | "socks5h" => 1080,
        _ => {
            return Err(ConfigError::Plain(format!(
                "invalid proxy address: unsupported scheme \"{scheme}\", must be http, https, or socks5"
            )));
        }
    };
    // The address is not repeated: it may hold a password.
    let wrong = || ConfigError::plain("invalid proxy address: it must look like http://host:port");
    let full = if url.contains("://") {
        url.to_owned()
    } else {
        format!("http://{url}")
    };
    let target = Uri::from_static("https://server");
    let found = Matcher::builder()
        .all(full)
        .build()
        .intercept(&target)
        .ok_or_else(wrong)?;
    let host = found.uri().host().filter(|host| !host.is_empty()).ok_or_else(wrong)?;
    let port = found.uri().port_u16().unwrap_or(port);
    Ok(Proxy {
        uri: format!("{scheme}://{host}:{port}/").parse().map_err(|_| wrong())?,
        basic: found.basic_auth().cloned(),
        login: found
            .raw_auth()
            .map(|(user, password)| (user.to_owned(), password.to_owned())),
    })
}

/// Whether `exceptions` (`NO_PROXY`) or Go's rule for the own machine exempts `server`. Entries that make no sense are
/// skipped, never an error.
fn bypassed(server: &Uri, exceptions: &str) -> bool {
    let host = server
        .host()
        .unwrap_or_default()
        .trim_matches(['[', ']'])
        .to_ascii_lowercase();
    let port = server
        .port_u16()
        .unwrap_or(if server.scheme_str() == Some("https") { 443 } else { 80 });
    let address: Option<IpAddr> = host.parse().ok();
    if host == "localhost" || address.is_some_and(|address| address.is_loopback()) {
        return true;
    }
    exceptions
        .split(',')
        .map(|entry| entry.trim().to_ascii_lowercase())
        .any(|entry| matches(&entry, &host, address, port))
}

fn matches(entry: &str, host: &str, address: Option<IpAddr>, port: u16) -> bool {
    if entry.is_empty() {
        return false;
    }
    if entry == "*" {
        return true;
    }
    if let Some((network, bits)) = entry.split_once('/')
        && let (Ok(network), Ok(bits)) = (network.parse(), bits.parse())
    {
        return address.is_some_and(|address| contains(network, bits, address));
    }
    let (name, wanted_port) = split_port(entry);
    if wanted_port.is_some_and(|wanted| wanted != port) || name.is_empty() {
        return false;
    }
    if let Ok(exact) = name.parse::<IpAddr>() {
        return address == Some(exact);
    }
    match name
        .strip_prefix('*')
        .filter(|rest| rest.starts_with('.'))
        .unwrap_or(name)
        .strip_prefix('.')
    {
        Some(domain) => host.strip_suffix(domain).is_some_and(|rest| rest.ends_with('.')),
        None => host == name || host.strip_suffix(name).is_some_and(|rest| rest.ends_with('.')),
    }
}

/// `host:port`, `[v6]:port`, or a bare name or address.
fn split_port(entry: &str) -> (&str, Option<u16>) {
    if let Some(rest) = entry.strip_prefix('[') {
        let (address, tail) = rest.split_once(']').unwrap_or((rest, ""));
        return (address, tail.strip_prefix(':').and_then(|port| port.parse().ok()));
    }
    match entry.rsplit_once(':') {
        Some((name, port)) if !name.contains(':') => (name, port.parse().ok()),
        _ => (entry, None),
    }
}

fn contains(network: IpAddr, bits: u32, address: IpAddr) -> bool {
    let (network, address, width) = match (network, address) {
        (IpAddr::V4(a), IpAddr::V4(b)) => (u128::from(a.to_bits()), u128::from(b.to_bits()), 32),
        (IpAddr::V6(a), IpAddr::V6(b)) => (a.to_bits(), b.to_bits(), 128),
        _ => return false,
    };
    bits <= width && (bits == 0 || (network ^ address) >> (width - bits) == 0)
}

#[cfg(test)]
#[path = "proxy_test.rs"]
mod tests;
