//! The background process that owns a cluster made by `up`.

use std::io::{BufRead, BufReader, Write};
use std::os::unix::process::CommandExt;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

use super::folder::Folder;
use super::{Binaries, Cluster, Options};

/// Starts a supervisor and waits until its cluster is ready. If this process ends before, so does the supervisor.
pub fn up(name: &str, arguments: &[String]) -> Result<()> {
    let mut supervisor = Command::new(std::env::current_exe()?)
        .arg("supervise")
        .args(arguments)
        .current_dir("/")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .process_group(0)
        .spawn()
        .context("cannot start the supervisor")?;
    let mut hold = supervisor.stdin.take().context("no pipe to the supervisor")?;
    let told = BufReader::new(supervisor.stdout.take().context("no pipe from the supervisor")?);
    for line in told.lines() {
        match line?.split_once(' ') {
            Some(("failed", text)) => bail!("{}", text.replace('\x1f', "\n")),
            Some(("ready", _)) => {
                writeln!(hold, "keep")?;
                return Ok(());
            }
            _ => {}
        }
    }
    bail!("the supervisor of {name} ended without a word")
}

/// The life of a supervisor. It does not end but by an order, a signal, or the end of `up` before the cluster was ready.
pub fn supervise(name: &str, options: &Options) -> Result<()> {
    std::thread::spawn(|| {
        let mut line = String::new();
        if std::io::stdin().read_line(&mut line).is_err() || line.trim() != "keep" {
            std::process::exit(1);
        }
    });
    let mut out = std::io::stdout();
    let started = Folder::create(name).and_then(|folder| Cluster::start_in(folder, &Binaries::get()?, options));
    match started {
        Ok(cluster) => {
            writeln!(out, "ready {name}")?;
            out.flush()?;
            cluster.until_down();
            Ok(())
        }
        Err(error) => writeln!(out, "failed {}", format!("{error:#}").replace('\n', "\x1f")).map_err(Into::into),
    }
}
