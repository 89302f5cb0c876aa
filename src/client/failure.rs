//! What can go wrong between the flags and the first answer, as data: wrong configuration, no connection.
//! The words a person reads are made in `crate::error`; nothing here prints.

use std::fmt;

/// The flags, the environment or the kubeconfig cannot be used. Nothing was sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ConfigError {
    /// One problem, in kubectl's words, without a prefix (`--kubeconfig` missing, unknown user …).
    Plain(String),
    /// The context that was asked for, by flag or as `current-context`, is in none of the files.
    ContextNotFound(String),
    /// Several problems at once, each in kubectl's words.
    Several(Vec<String>),
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Plain(text) => f.write_str(text),
            Self::ContextNotFound(name) => write!(f, "context was not found for specified context: {name}"),
            Self::Several(texts) => f.write_str(&texts.join("; ")),
        }
    }
}

impl std::error::Error for ConfigError {}

impl ConfigError {
    pub(crate) fn plain(text: impl Into<String>) -> Self {
        Self::Plain(text.into())
    }
}

/// A request got no answer that could be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConnectionError {
    /// `host:port` of the API server.
    pub server: String,
    /// What happened.
    pub cause: Cause,
}

/// Why there was no answer. Texts are in Go's words where Go has some: they are what people search for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cause {
    /// Nobody listens there.
    Refused,
    /// The proxy, not the server, is the trouble; with the reason.
    Proxy(String),
    /// The name of this host is not known.
    UnknownHost(String),
    /// No answer within the time limit, in milliseconds; `None` when the system gave up by itself.
    TimedOut(Option<u64>),
    /// The connection ended before the whole answer was there.
    Closed,
    /// The connection was reset.
    Reset,
    /// TLS could not be agreed on, or a certificate is not good.
    Tls(String),
    /// The exec plugin gave no credentials; with kubectl's text, which includes the install hint.
    Credentials(String),
    /// A web page instead of the API: a login page or the wrong server.
    WebPage,
    /// Anything else.
    Other(String),
}

impl fmt::Display for ConnectionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no connection to {}: {:?}", self.server, self.cause)
    }
}

impl std::error::Error for ConnectionError {}

/// Words of the operating system's error as Go prints them, which is what people search for:
/// `no such file or directory`, without Rust's capital and number.
pub(crate) fn os_text(error: &std::io::Error) -> String {
    let text = error.to_string();
    let text = text.split(" (os error ").next().unwrap_or_default();
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_lowercase().chain(letters).collect(),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_os_error_reads_as_in_go() {
        let error = std::fs::read("/nowhere/at/all").expect_err("no such file");
        assert_eq!(os_text(&error), "no such file or directory");
    }
}
