//! A library's stack of errors → the one `Cause` that a person can act on.

use std::error::Error;
use std::io::{self, ErrorKind};
use std::net::IpAddr;

use rustls::{AlertDescription, CertificateError};

use super::failure::{Cause, ConnectionError, os_text};

/// What stopped a request to `host`, by way of the proxy if there is one. An error that names its cause keeps it.
pub(crate) fn of(error: &(dyn Error + 'static), host: &str, proxy: Option<&str>) -> Cause {
    match (find(error, host), proxy) {
        (Some(Cause::Refused), Some(proxy)) => Cause::Proxy(format!("dial tcp {proxy}: connect: connection refused")),
        (Some(Cause::UnknownHost(_)), Some(proxy)) => Cause::Proxy(format!(
            "dial tcp: lookup {}: no such host",
            proxy.split(':').next().unwrap_or_default()
        )),
        (Some(cause), _) => cause,
        (None, _) => Cause::Other(deepest(error)),
    }
}

fn find(error: &(dyn Error + 'static), host: &str) -> Option<Cause> {
    if let Some(known) = error.downcast_ref::<ConnectionError>() {
        return Some(known.cause.clone());
    }
    if let Some(error) = error.downcast_ref::<rustls::Error>() {
        return Some(Cause::Tls(tls(error, host)));
    }
    // The types of these are private to the library.
    let words = error.to_string();
    if let Some(reason) = words
        .strip_prefix("tunnel error: ")
        .or_else(|| words.strip_prefix("SOCKS error: "))
    {
        let below = error.source().and_then(|source| find(source, host));
        return Some(below.unwrap_or_else(|| Cause::Proxy(proxy_words(reason))));
    }
    if words == "dns error" {
        return Some(Cause::UnknownHost(host.to_owned()));
    }
    if let Some(error) = error.downcast_ref::<io::Error>() {
        // What an `io::Error` carries is not its `source`.
        let carried = error.get_ref().and_then(|carried| find(carried, host));
        return carried.or(match error.kind() {
            ErrorKind::ConnectionRefused => Some(Cause::Refused),
            ErrorKind::ConnectionReset | ErrorKind::ConnectionAborted | ErrorKind::BrokenPipe => Some(Cause::Reset),
            ErrorKind::UnexpectedEof => Some(Cause::Closed),
            ErrorKind::TimedOut => Some(Cause::TimedOut(None)),
            _ => None,
        });
    }
    let here = error.downcast_ref::<hyper::Error>().and_then(|error| {
        (error.is_incomplete_message() || error.is_canceled() || error.is_closed()).then_some(Cause::Closed)
    });
    error.source().and_then(|source| find(source, host)).or(here)
}

fn proxy_words(reason: &str) -> String {
    match reason {
        "proxy authorization required" => "Proxy Authentication Required".to_owned(),
        "unsuccessful" => "the proxy refused to connect to the server".to_owned(),
        other => other.to_owned(),
    }
}

fn deepest(error: &(dyn Error + 'static)) -> String {
    let mut last = error;
    while let Some(source) = last.source() {
        last = source;
    }
    last.downcast_ref::<io::Error>()
        .map_or_else(|| last.to_string(), os_text)
}

/// A TLS failure in Go's words; the names that a certificate is good for are part of them (case R08).
fn tls(error: &rustls::Error, host: &str) -> String {
    const UNVERIFIED: &str = "tls: failed to verify certificate: x509: ";
    match error {
        rustls::Error::InvalidCertificate(error) => UNVERIFIED.to_owned() + &certificate(error, host),
        rustls::Error::AlertReceived(alert) => format!("remote error: tls: {}", alert_words(*alert)),
        rustls::Error::InvalidMessage(_) => "tls: first record does not look like a TLS handshake".to_owned(),
        other => format!("tls: {other}"),
    }
}

fn certificate(error: &CertificateError, host: &str) -> String {
    let time = |seconds: u64| {
        let time = i64::try_from(seconds)
            .ok()
            .and_then(|seconds| jiff::Timestamp::from_second(seconds).ok());
        time.map_or_else(|| "?".to_owned(), |time| time.to_string())
    };
    match error {
        CertificateError::UnknownIssuer => "certificate signed by unknown authority".to_owned(),
        CertificateError::ExpiredContext { time: now, not_after } => format!(
            "certificate has expired or is not yet valid: current time {} is after {}",
            time(now.as_secs()),
            time(not_after.as_secs())
        ),
        CertificateError::NotValidYetContext { time: now, not_before } => format!(
            "certificate has expired or is not yet valid: current time {} is before {}",
            time(now.as_secs()),
            time(not_before.as_secs())
        ),
        CertificateError::NotValidForNameContext { expected, presented } => {
            // `DnsName("a")` and `IpAddress(1.2.3.4)` are how the library lists them.
            let name = |entry: &String| {
                entry
                    .split(['(', ')'])
                    .nth(1)
                    .unwrap_or(entry)
                    .trim_matches('"')
                    .to_owned()
            };
            let names: Vec<String> = presented.iter().map(name).collect();
            let expected = expected.to_str();
            let has_address = names.iter().any(|name| name.parse::<IpAddr>().is_ok());
            if expected.parse::<IpAddr>().is_ok() && !has_address {
                let others = if names.is_empty() {
                    String::new()
                } else {
                    format!(" (valid for {})", names.join(", "))
                };
                format!("cannot validate certificate for {expected} because it doesn't contain any IP SANs{others}")
            } else {
                format!("certificate is valid for {}, not {expected}", names.join(", "))
            }
        }
        CertificateError::NotValidForName => format!("certificate is not valid for {host}"),
        other => other.to_string(),
    }
}

fn alert_words(alert: AlertDescription) -> String {
    match alert {
        AlertDescription::CertificateRequired => "certificate required".to_owned(),
        AlertDescription::BadCertificate => "bad certificate".to_owned(),
        AlertDescription::CertificateExpired => "expired certificate".to_owned(),
        AlertDescription::UnknownCA => "unknown certificate authority".to_owned(),
        AlertDescription::HandshakeFailure => "handshake failure".to_owned(),
        AlertDescription::ProtocolVersion => "protocol version not supported".to_owned(),
        AlertDescription::UnrecognisedName => "unrecognized name".to_owned(),
        other => format!("{other:?}"),
    }
}
