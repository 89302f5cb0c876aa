//! `version`: of this program and of the server; where the program is, and what kubectl would run in its place.

use std::path::{Path, PathBuf};

use anyhow::Result;
use clap::{Args, ValueEnum};
use serde_json::json;

use super::context::Context;
use crate::{domain::plugin_name, error::Exit, render::clean::clean_line};

/// Arguments of `version`.
#[derive(Debug, Args)]
pub struct VersionArgs {
    /// Only the version of this program; no server is asked
    #[arg(long)]
    pub client: bool,
    /// Output format
    #[arg(short, long, value_enum)]
    pub output: Option<Format>,
}

/// Formats of `version`.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub enum Format {
    /// JSON
    Json,
    /// YAML
    Yaml,
}

/// Runs `version`.
///
/// # Errors
/// A server that cannot be asked; the program's own version has been printed then.
pub async fn run(args: VersionArgs, context: &mut Context) -> Result<Exit> {
    let version = format!("v{}", env!("CARGO_PKG_VERSION"));
    let file = std::env::current_exe().ok();
    let prefix = format!("{}-", plugin_name::executable(&context.program));
    for other in shadows(&prefix, &std::env::var_os("PATH").unwrap_or_default()) {
        let words = other.1.replace('-', " ").replace('_', "-");
        context.err.line(&format!(
            "Warning: kubectl runs {} for `{} {}`, and not this program",
            clean_line(&other.0.to_string_lossy()),
            context.program,
            clean_line(&words),
        ));
    }
    if args.output.is_none() {
        context.out.line(&format!("Client Version: {version}"));
        if let Some(file) = &file {
            context
                .out
                .line(&format!("Client Path: {}", clean_line(&file.to_string_lossy())));
        }
    }
    let server = match args.client {
        true => None,
        false => Some(context.cluster().await?.server_version().await),
    };
    if let Some(format) = args.output {
        let mut value = json!({"clientVersion": {"gitVersion": version}});
        if let Some(file) = &file {
            value["clientPath"] = json!(file.to_string_lossy());
        }
        if let Some(Ok(server)) = &server {
            value["serverVersion"] = serde_json::to_value(server)?;
        }
        let text = match format {
            Format::Json => serde_json::to_string_pretty(&value)? + "\n",
            Format::Yaml => serde_yaml::to_string(&value)?,
        };
        context.out.exactly(&text);
    } else if let Some(Ok(server)) = &server {
        context.out.line(&format!("Server Version: {}", server.git_version));
    }
    match server {
        Some(Err(error)) => Err(error.into()),
        _ => Ok(Exit::Done),
    }
}

/// Executables of PATH whose names begin with `prefix`, each with the rest of its name. kubectl tries the longest name
/// first, so that a file kubectl-ds-status runs in the place of the verb `status` (semantics E-90, case R04).
fn shadows(prefix: &str, path: &std::ffi::OsStr) -> Vec<(PathBuf, String)> {
    let mut found: Vec<(PathBuf, String)> = Vec::new();
    for folder in std::env::split_paths(path) {
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
        let mut here: Vec<_> = entries
            .filter_map(|entry| {
                let name = entry.file_name().to_string_lossy().into_owned();
                let rest = plugin_name::file_name(&name).strip_prefix(prefix)?.to_owned();
                (!rest.is_empty() && runs(&entry.path())).then(|| (entry.path(), rest))
            })
            .collect();
        here.sort();
        here.retain(|(_, rest)| !found.iter().any(|(_, known)| known == rest));
        found.extend(here);
    }
    found
}

#[cfg(unix)]
fn runs(file: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    std::fs::metadata(file).is_ok_and(|it| it.is_file() && it.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn runs(file: &Path) -> bool {
    file.is_file()
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    #[test]
    fn what_kubectl_would_run_instead_is_found() {
        let (first, second) = (
            tempfile::tempdir().expect("a folder"),
            tempfile::tempdir().expect("a folder"),
        );
        for (folder, name, mode) in [
            (&first, "kubectl-ds-set_image", 0o755),
            (&first, "kubectl-ds-notes", 0o644),
            (&first, "kubectl-ds", 0o755),
            (&second, "kubectl-ds-set_image", 0o755),
            (&second, "kubectl-ds-status", 0o755),
            (&second, "kubectl-dsx", 0o755),
        ] {
            let file = folder.path().join(name);
            std::fs::write(&file, "").expect("written");
            std::fs::set_permissions(&file, std::fs::Permissions::from_mode(mode)).expect("its mode");
        }
        let path = std::env::join_paths([first.path(), second.path(), Path::new("/none")]).expect("a path");
        let found = shadows("kubectl-ds-", &path);
        let expected = [
            (first.path().join("kubectl-ds-set_image"), "set_image".to_owned()),
            (second.path().join("kubectl-ds-status"), "status".to_owned()),
        ];
        assert_eq!(found, expected, "R04");
    }
}
