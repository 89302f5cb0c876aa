//! kubectl and kubectl-ds at servers that keep what they are sent.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use tempfile::TempDir;
use tokio::process::Command;

use super::secure::{Server, file};
use crate::side_by_side::{Place, Ran, binary};

/// Servers, a kubeconfig that names them, and both programs.
pub(crate) struct Both {
    pub(crate) place: Place,
    pub(crate) folder: TempDir,
    main: Server,
    pub(crate) other: Server,
    named: Server,
    asking: Server,
}

impl Both {
    pub(crate) async fn new() -> Result<Option<Self>> {
        let Some(place) = Place::new("flags").await? else {
            return Ok(None);
        };
        let both = Self {
            place,
            folder: tempfile::tempdir()?,
            main: Server::start("good.pem", false).await,
            other: Server::start("good.pem", false).await,
            named: Server::start("names.pem", false).await,
            asking: Server::start("good.pem", true).await,
        };
        std::fs::write(both.config(), both.kubeconfig())?;
        Ok(Some(both))
    }

    pub(crate) fn config(&self) -> PathBuf {
        self.folder.path().join("config")
    }

    pub(crate) fn kubeconfig(&self) -> String {
        let ca = file("ca.pem");
        let clusters = [
            ("main", &self.main, true),
            ("other", &self.other, true),
            ("named", &self.named, true),
            ("asking", &self.asking, true),
            ("bare", &self.main, false),
        ];
        let clusters = clusters.map(|(name, server, known)| {
            let authority = if known {
                format!(", certificate-authority: {}", ca.display())
            } else {
                String::new()
            };
            format!(
                "{{name: {name}, cluster: {{server: 'https://{}'{authority}}}}}",
                server.address
            )
        });
        format!(
            "clusters: [{}]\nusers: [{{name: a, user: {{token: one}}}}, {{name: b, user: {{token: two}}}}, {{name: c, user: {{}}}}]\n\
             contexts: [{{name: first, context: {{cluster: main, user: a}}}}, {{name: second, context: {{cluster: other, user: b}}}}]\n\
             current-context: first\n",
            clusters.join(", ")
        )
    }

    pub(crate) async fn run(&self, program: &Path, words: &[&str], flags: &[&str]) -> Result<Ran> {
        let output = Command::new(program)
            .args(words)
            .args(flags)
            .env_clear()
            .env("HOME", self.folder.path())
            .env("KUBECONFIG", self.config())
            .stdin(std::process::Stdio::null())
            .kill_on_drop(true)
            .output()
            .await?;
        Ok(Ran {
            stdout: String::from_utf8(output.stdout)?,
            stderr: String::from_utf8(output.stderr)?,
            code: output.status.code().context("a signal")?,
        })
    }

    pub(crate) async fn kubectl(&self, flags: &[&str]) -> Result<Ran> {
        self.run(self.place.cluster().kubectl(), &["get", "--raw", "/version"], flags)
            .await
    }

    pub(crate) async fn ds(&self, flags: &[&str]) -> Result<Ran> {
        self.run(&binary(), &["version"], flags).await
    }

    /// The requests since the last look, with the name of the server that had them.
    pub(crate) fn seen(&self) -> Vec<(&'static str, String)> {
        let servers = [
            ("main", &self.main),
            ("other", &self.other),
            ("named", &self.named),
            ("asking", &self.asking),
        ];
        let heads = |(name, server): (&'static str, &Server)| {
            let heads = std::mem::take(&mut *server.heads.lock().expect("not poisoned"));
            heads.into_iter().map(move |head| (name, head))
        };
        servers.into_iter().flat_map(heads).collect()
    }
}
