//! A proxy before the real API server that ends the program behind it after so many requests: a crash between any two of
//! them, on purpose.

use std::{
    process::{Child, Command, Stdio},
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
};

use anyhow::{Context, Result};
use tokio::{
    io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader},
    net::{TcpListener, TcpStream},
    task::JoinHandle,
};

use crate::side_by_side::Place;

/// Passes requests on until there have been enough; the next one is not passed on, and the program is killed.
pub struct Stopper {
    /// Where it listens.
    pub url: String,
    seen: Arc<AtomicUsize>,
    victim: Arc<Mutex<Option<Child>>>,
    forwarder: Child,
    task: JoinHandle<()>,
}

impl Stopper {
    /// One that lets `enough` requests pass.
    pub async fn new(place: &Place, enough: usize) -> Result<Self> {
        // kubectl's own proxy speaks TLS and brings the credentials.
        let mut forwarder = Command::new(place.cluster().kubectl())
            .args(["proxy", "--port=0", "--kubeconfig"])
            .arg(place.cluster().kubeconfig())
            .stdout(Stdio::piped())
            // It complains of every connection that ends early, which is the point.
            .stderr(Stdio::null())
            .spawn()?;
        let stdout = forwarder.stdout.take().context("no output")?;
        let stdout = tokio::process::ChildStdout::from_std(stdout)?;
        let line = BufReader::new(stdout)
            .lines()
            .next_line()
            .await?
            .context("kubectl proxy ended")?;
        let behind = line.rsplit(' ').next().context("no address")?.to_owned();
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let url = format!("http://{}", listener.local_addr()?);
        let (seen, victim) = (Arc::new(AtomicUsize::new(0)), Arc::new(Mutex::new(None::<Child>)));
        let (count, kill) = (seen.clone(), victim.clone());
        let task = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let (behind, count, kill) = (behind.clone(), count.clone(), kill.clone());
                tokio::spawn(async move {
                    // A connection that ends is no failure of the proxy.
                    let _ = pass(stream, &behind, || {
                        let stop = count.fetch_add(1, Ordering::SeqCst) >= enough;
                        if let (true, Ok(mut kill)) = (stop, kill.lock()) {
                            let _ = kill.as_mut().map(Child::kill);
                        }
                        stop
                    })
                    .await;
                });
            }
        });
        Ok(Self {
            url,
            seen,
            victim,
            forwarder,
            task,
        })
    }

    /// Runs a command behind the proxy to its end. `None` when it was killed, else its output.
    pub async fn run(&self, mut command: Command) -> Result<Option<std::process::Output>> {
        let (mut out, mut err) = (tempfile::tempfile()?, tempfile::tempfile()?);
        command
            .stdin(Stdio::null())
            .stdout(out.try_clone()?)
            .stderr(err.try_clone()?);
        *self.victim.lock().map_err(|_| anyhow::anyhow!("poisoned"))? = Some(command.spawn()?);
        loop {
            let ended = {
                let mut victim = self.victim.lock().map_err(|_| anyhow::anyhow!("poisoned"))?;
                victim.as_mut().context("no program")?.try_wait()?
            };
            if let Some(status) = ended {
                let read = |file: &mut std::fs::File| {
                    use std::io::{Read as _, Seek as _};
                    let mut bytes = Vec::new();
                    file.rewind().and_then(|()| file.read_to_end(&mut bytes)).map(|_| bytes)
                };
                let (stdout, stderr) = (read(&mut out)?, read(&mut err)?);
                return Ok(status.code().map(|_| std::process::Output { status, stdout, stderr }));
            }
            tokio::time::sleep(std::time::Duration::from_millis(10)).await;
        }
    }

    /// How many requests came, the one that was not passed on included.
    pub fn seen(&self) -> usize {
        self.seen.load(Ordering::SeqCst)
    }
}

impl Drop for Stopper {
    fn drop(&mut self) {
        self.task.abort();
        let _ = self.forwarder.kill();
        let _ = self.forwarder.wait();
    }
}

/// Passes one connection on, request by request, until `stop` says so.
async fn pass(stream: TcpStream, behind: &str, stop: impl Fn() -> bool) -> Result<()> {
    let (from, mut to) = stream.into_split();
    let (mut answers, mut server) = TcpStream::connect(behind).await?.into_split();
    let back = tokio::spawn(async move { tokio::io::copy(&mut answers, &mut to).await });
    let mut from = BufReader::new(from);
    loop {
        let (mut head, mut length) = (String::new(), 0);
        loop {
            let mut line = String::new();
            if from.read_line(&mut line).await? == 0 {
                // Nobody asks any more; what is answered still goes through.
                server.shutdown().await?;
                back.await??;
                return Ok(());
            }
            if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
                length = value.trim().parse()?;
            }
            head += &line;
            if line == "\r\n" {
                break;
            }
        }
        let mut body = vec![0; length];
        from.read_exact(&mut body).await?;
        if stop() {
            return Ok(());
        }
        server.write_all(head.as_bytes()).await?;
        server.write_all(&body).await?;
    }
}
