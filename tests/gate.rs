//! A way to the real API server that can be closed and opened again: whoever goes through it sees the server go and come.

use std::{
    net::SocketAddr,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result};
use serde_json::Value;
use tokio::{
    net::{TcpListener, TcpStream},
    task::{JoinHandle, JoinSet},
};

use crate::side_by_side::Place;

/// Passes bytes on, TLS and all, while it is open.
pub struct Gate {
    config: Value,
    address: SocketAddr,
    behind: String,
    task: JoinHandle<()>,
}

impl Gate {
    /// An open one before the cluster of `place`.
    pub async fn new(place: &Place) -> Result<Self> {
        let config = std::fs::read(place.cluster().kubeconfig())?;
        let mut config: Value = serde_json::from_slice(&config)?;
        let server = &mut config["clusters"][0]["cluster"]["server"];
        let behind = server.as_str().context("no server")?;
        let behind = behind.trim_start_matches("https://").to_owned();
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let address = listener.local_addr()?;
        *server = Value::from(format!("https://{address}"));
        let task = tokio::spawn(pass(listener, behind.clone()));
        Ok(Self {
            config,
            address,
            behind,
            task,
        })
    }

    /// Writes a kubeconfig that leads through it; `user` instead of the administrator with their token.
    pub fn kubeconfig(&self, folder: &Path, user: Option<Value>) -> Result<PathBuf> {
        let (mut config, file) = (self.config.clone(), folder.join("config"));
        if let Some(user) = user {
            config["users"][0]["user"] = user;
        }
        std::fs::write(&file, config.to_string())?;
        Ok(file)
    }

    /// Cuts what goes through, and refuses what comes.
    pub async fn close(&mut self) {
        self.task.abort();
        // The port is free when the task is gone.
        let _ = (&mut self.task).await;
    }

    /// Opens it again after `close`.
    pub async fn open(&mut self) -> Result<()> {
        let listener = TcpListener::bind(self.address).await?;
        self.task = tokio::spawn(pass(listener, self.behind.clone()));
        Ok(())
    }
}

impl Drop for Gate {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// Ends all connections when it is aborted.
async fn pass(listener: TcpListener, behind: String) {
    let mut connections = JoinSet::new();
    while let Ok((mut stream, _)) = listener.accept().await {
        let behind = behind.clone();
        connections.spawn(async move {
            // A connection that ends is no failure of the gate.
            if let Ok(mut server) = TcpStream::connect(behind).await {
                let _ = tokio::io::copy_bidirectional(&mut stream, &mut server).await;
            }
        });
    }
}
