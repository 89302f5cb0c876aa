//! `KUBECTL_EXTERNAL_DIFF`: another program shows the differences, called as `kubectl diff` calls it.

use std::{fs, io::ErrorKind, path::Path, process::Stdio};

use anyhow::{Context as _, Result};
use tokio::process::Command;

use crate::error::Failure;

/// The variable's name.
pub const VARIABLE: &str = "KUBECTL_EXTERNAL_DIFF";

/// Runs `program` on two folders that hold one file each, `file`, with the old and the new text. Its words after the first
/// come after the folders, and only those that kubectl passes on: letters, digits, `-` and `=`. What it prints goes to
/// this program's own streams.
///
/// # Errors
/// A program that cannot be started, or that ends with a code above 1: 1 only says that there are differences.
pub async fn show(
    program: &str,
    file: &str,
    (old_name, old): (&str, &str),
    (new_name, new): (&str, &str),
) -> Result<()> {
    let mut words = program.split(' ');
    let name = words.next().unwrap_or_default();
    let folder = tempfile::Builder::new()
        .prefix("kubectl-ds-")
        .tempdir()
        .context("making a folder for the diff")?;
    let write = |side: &str, text: &str| -> Result<_> {
        let side = folder.path().join(side);
        fs::create_dir(&side)
            .and_then(|()| fs::write(side.join(file), text))
            .context("writing a file for the diff")?;
        Ok(side)
    };
    let (old, new) = (write(old_name, old)?, write(new_name, new)?);
    let status = Command::new(name)
        .args([old.as_path(), new.as_path()] as [&Path; 2])
        .args(words.filter(|word| passed_on(word)))
        .stdin(Stdio::null())
        .status()
        .await;
    match status {
        Ok(status) if matches!(status.code(), Some(0 | 1)) => Ok(()),
        Ok(status) => Err(Failure::error(format!("{VARIABLE}: {name:?} ended with {status}")).into()),
        Err(error) if error.kind() == ErrorKind::NotFound => Err(Failure::error(format!(
            "failed to run {name:?}, which {VARIABLE} names: not found on PATH"
        ))
        .into()),
        Err(error) => Err(Failure::error(format!("failed to run {name:?}, which {VARIABLE} names: {error}")).into()),
    }
}

fn passed_on(word: &str) -> bool {
    !word.is_empty() && word.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '=')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_a_shell_could_misread_are_dropped_as_kubectl_does() {
        assert!(passed_on("--color=always") && passed_on("-u"));
        assert!(!passed_on("") && !passed_on("$(x)") && !passed_on("a;b") && !passed_on("/tmp"));
    }

    #[cfg(unix)]
    #[tokio::test]
    async fn differences_are_no_failure_and_trouble_is() {
        let run = async |program| show(program, "x", ("old", "a\n"), ("new", "b\n")).await;
        assert!(
            run("diff -r -q").await.is_ok(),
            "exit code 1 says that there are differences"
        );
        let error = run("diff --no-such-option").await.expect_err("exit code 2");
        assert!(error.to_string().contains("ended with exit status: 2"), "{error}");
        let error = run("no-such-program-here").await.expect_err("no such program");
        assert!(error.to_string().contains("not found"), "{error}");
    }
}
