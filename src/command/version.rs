//! `version`: of this program and of the server.

use anyhow::Result;
use clap::{Args, ValueEnum};
use serde_json::json;

use super::context::Context;
use crate::error::Exit;

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
    if args.output.is_none() {
        context.out.line(&format!("Client Version: {version}"));
    }
    let server = match args.client {
        true => None,
        false => Some(context.cluster()?.server_version().await),
    };
    if let Some(format) = args.output {
        let mut value = json!({"clientVersion": {"gitVersion": version}});
        if let Some(Ok(server)) = &server {
            value["serverVersion"] = serde_json::to_value(server)?;
        }
        let text = match format {
            Format::Json => serde_json::to_string_pretty(&value)? + "\n",
            Format::Yaml => serde_yaml::to_string(&value)?,
        };
        context.out.text(&text);
    } else if let Some(Ok(server)) = &server {
        context.out.line(&format!("Server Version: {}", server.git_version));
    }
    match server {
        Some(Err(error)) => Err(error.into()),
        _ => Ok(Exit::Done),
    }
}
