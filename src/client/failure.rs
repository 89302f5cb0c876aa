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
