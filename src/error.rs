//! Any error → the lines kubectl would print, and an exit code. The only such place.
//!
//! The shapes are kubectl's (`k8s.io/kubectl/pkg/cmd/util/helpers.go`, semantics E-1); the words of a connection that
//! fails are Go's, because those are what people know and search for.

mod exit;

use std::error::Error;

use kube::core::Status;

use crate::client::failure::{Cause, ConfigError, ConnectionError};
use crate::render::clean::clean;

pub use exit::{Exit, Failure, Failures};

/// What is shown of an error, on stderr, and what the process ends with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    /// One or more lines without a newline at the end; harmless for a terminal.
    pub text: String,
    /// The exit code.
    pub exit: Exit,
}

/// Words an error as kubectl does (semantics E-1). Never contains a token, a password, or a plugin's output.
pub fn report(error: &anyhow::Error) -> Report {
    if let Some(Failures(all)) = error.downcast_ref::<Failures>() {
        let reports: Vec<Report> = all.iter().map(|error| word(error, all.len() == 1)).collect();
        let exit = reports.iter().map(|report| report.exit).max().unwrap_or(Exit::Error);
        return Report {
            text: reports
                .into_iter()
                .map(|report| report.text)
                .collect::<Vec<_>>()
                .join("\n"),
            exit,
        };
    }
    word(error, true)
}

/// `prefixed`: whether a plain error begins with `error: `; as in kubectl it does only when it is the only one.
fn word(error: &anyhow::Error, prefixed: bool) -> Report {
    let mut exit = Exit::Error;
    let text = error.chain().find_map(|error| {
        if let Some(failure) = error.downcast_ref::<Failure>() {
            exit = failure.exit;
            return Some(plain(&failure.message, prefixed));
        }
        known(error, prefixed)
    });
    let text = text.unwrap_or_else(|| plain(&innermost(error), prefixed));
    Report {
        text: clean(text.trim_end()).into_owned(),
        exit,
    }
}

fn known(error: &(dyn Error + 'static), prefixed: bool) -> Option<String> {
    if let Some(error) = error.downcast_ref::<ConfigError>() {
        return Some(match error {
            ConfigError::Plain(text) => plain(text, prefixed),
            ConfigError::ContextNotFound(_) => format!("Error in configuration: {error}"),
            ConfigError::Several(texts) => format!("Error in configuration: \n{}", bullets(texts)),
        });
    }
    if let Some(error) = error.downcast_ref::<ConnectionError>() {
        return Some(connection(error));
    }
    match error.downcast_ref::<kube::Error>()? {
        kube::Error::Api(status) => Some(api(status)),
        // Its `source` is looked at next.
        kube::Error::Service(_) => None,
        kube::Error::SerdeError(error) => Some(plain(
            &format!("the server's answer cannot be understood: {error}"),
            prefixed,
        )),
        kube::Error::ReadEvents(error) => Some(format!("Unable to connect to the server: {}", deepest(error))),
        kube::Error::HyperError(error) => Some(format!("Unable to connect to the server: {}", deepest(error))),
        other => Some(plain(&deepest(other), prefixed)),
    }
}

fn plain(text: &str, prefixed: bool) -> String {
    if prefixed && !text.starts_with("error: ") {
        format!("error: {text}")
    } else {
        text.to_owned()
    }
}

fn api(status: &Status) -> String {
    match status.reason.as_str() {
        "Unauthorized" => format!("error: You must be logged in to the server ({})", status.message),
        "Invalid" => invalid(status),
        "" => format!("Error from server: {}", status.message),
        reason => format!("Error from server ({reason}): {}", status.message),
    }
}

/// A refused object: a line for one cause, a list for several, none of them twice.
fn invalid(status: &Status) -> String {
    let nobody = "The request is invalid";
    let Some(details) = &status.details else {
        return if status.message.is_empty() {
            nobody.to_owned()
        } else {
            format!("{nobody}: {}", status.message)
        };
    };
    let named = !details.kind.is_empty() || !details.name.is_empty();
    let head = if named {
        format!("The {} \"{}\" is invalid", details.kind, details.name)
    } else {
        nobody.to_owned()
    };
    let mut causes: Vec<String> = Vec::new();
    for cause in &details.causes {
        let text = if cause.field.is_empty() {
            cause.message.clone()
        } else {
            format!("{}: {}", cause.field, cause.message)
        };
        if !causes.contains(&text) {
            causes.push(text);
        }
    }
    match causes.as_slice() {
        [] if named || status.message.is_empty() => head,
        [] => format!("{head}: {}", status.message),
        [only] => format!("{head}: {only}"),
        several => format!("{head}: \n{}", bullets(several)),
    }
}

fn bullets(texts: &[String]) -> String {
    texts
        .iter()
        .map(|text| format!("* {text}"))
        .collect::<Vec<_>>()
        .join("\n")
}

fn connection(error: &ConnectionError) -> String {
    let server = &error.server;
    let why = match &error.cause {
        Cause::Refused => {
            return format!(
                "The connection to the server {server} was refused - did you specify the right host or port?"
            );
        }
        Cause::WebPage => return format!("error: {server} answered with a web page, not as a Kubernetes API server"),
        Cause::Proxy(text) => format!("proxyconnect tcp: {text}"),
        Cause::UnknownHost(host) => format!("dial tcp: lookup {host}: no such host"),
        Cause::TimedOut(None) => format!("dial tcp {server}: i/o timeout"),
        Cause::TimedOut(Some(limit)) => {
            format!(
                "context deadline exceeded (no answer from {server} within {})",
                duration(*limit)
            )
        }
        Cause::Closed => "EOF".to_owned(),
        Cause::Reset => "connection reset by peer".to_owned(),
        Cause::Tls(text) | Cause::Credentials(text) | Cause::Other(text) => text.clone(),
    };
    format!("Unable to connect to the server: {why}")
}

fn duration(milliseconds: u64) -> String {
    if milliseconds.is_multiple_of(1000) {
        format!("{}s", milliseconds / 1000)
    } else {
        format!("{milliseconds}ms")
    }
}

/// What a person needs of an error that has no words of its own here: its context, then the last cause. kube's errors
/// repeat their sources in their text, so the ones in between would say it twice.
fn innermost(error: &anyhow::Error) -> String {
    let (outer, inner) = (error.to_string(), error.root_cause().to_string());
    if outer.contains(&inner) {
        outer
    } else {
        format!("{outer}: {inner}")
    }
}

fn deepest(error: &(dyn Error + 'static)) -> String {
    let mut last = error;
    while let Some(source) = last.source() {
        last = source;
    }
    last.to_string()
}

#[cfg(test)]
#[path = "error/words_test.rs"]
mod tests;
