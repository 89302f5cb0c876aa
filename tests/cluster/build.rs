//! Builds the missing binaries with `go build`, and says how far it is. One process builds at a time; a binary gets its
//! name only when it is whole.

use std::fs::File;
use std::io::{IsTerminal, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use super::binaries::Module;

/// What to say to somebody who has no Go.
pub const NO_GO: &str = "Go (1.26 or newer) is needed to build the control plane, and there is no `go` on PATH";

/// Is there a Go to build with?
pub fn has_go() -> bool {
    Command::new("go")
        .arg("version")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|s| s.success())
}

/// Is every binary of `modules` there?
pub fn nothing_missing(modules: &'static [Module]) -> bool {
    wanted(&super::binaries::root(), modules).is_ok_and(|wanted| wanted.is_empty())
}

/// Builds what of `modules` is missing below `root`.
pub fn missing(root: &Path, modules: &'static [Module]) -> Result<()> {
    if wanted(root, modules)?.is_empty() {
        return Ok(());
    }
    if !has_go() {
        bail!(NO_GO);
    }
    std::fs::create_dir_all(root).with_context(|| format!("cannot create {}", root.display()))?;
    let lock = File::create(root.join("lock"))?;
    if lock.try_lock().is_err() {
        say("another process is building; waiting for it");
        lock.lock()?;
    }
    let wanted = wanted(root, modules)?;
    let count = wanted.len();
    let begun = Instant::now();
    if count > 0 {
        say(&format!(
            "building {count} binaries, once; all of the control plane's take about 8 minutes on two cores"
        ));
    }
    for (at, (module, name, package)) in wanted.into_iter().enumerate() {
        let what = format!("{name} {} ({} of {count})", module.version()?, at + 1);
        one(module, root, name, package, &what, begun)?;
    }
    Ok(())
}

type Wanted = (&'static Module, &'static str, &'static str);

fn wanted(root: &Path, modules: &'static [Module]) -> Result<Vec<Wanted>> {
    let mut wanted = Vec::new();
    for module in modules {
        let folder = module.destination(root)?;
        let absent = module.commands.iter().filter(|(name, _)| !folder.join(name).is_file());
        wanted.extend(absent.map(|(name, package)| (module, *name, *package)));
    }
    Ok(wanted)
}

fn one(module: &Module, root: &Path, name: &str, package: &str, what: &str, begun: Instant) -> Result<()> {
    let folder = std::path::absolute(module.destination(root)?)?;
    std::fs::create_dir_all(&folder)?;
    let version = module.version()?;
    let mut link = "-s -w".to_owned();
    for variable in module.version_variables {
        link += &format!(" -X {variable}={version}");
    }
    let (partial, log) = (
        folder.join(format!(".{name}.partial")),
        folder.join(format!(".{name}.log")),
    );
    let mut go = Command::new("go")
        .args(["build", "-mod=readonly", "-trimpath", "-ldflags", &link, "-o"])
        .arg(&partial)
        .arg(package)
        .current_dir(module.source())
        .env("GOWORK", "off")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(File::create(&log)?)
        .spawn()
        .context("cannot run go")?;
    let mut progress = Progress::new(what, begun);
    let status = loop {
        if let Some(status) = go.try_wait()? {
            break status;
        }
        progress.tick();
        std::thread::sleep(Duration::from_millis(200));
    };
    if !status.success() {
        let text = std::fs::read_to_string(&log).unwrap_or_default();
        let lines: Vec<_> = text
            .lines()
            .filter(|line| !line.starts_with("go: downloading"))
            .collect();
        bail!("go build of {package} failed:\n{}", lines.join("\n"));
    }
    std::fs::rename(&partial, folder.join(name))?;
    std::fs::remove_file(&log)?;
    progress.done();
    Ok(())
}

/// On a terminal one line that is written over; in a pipe a line when it begins and every half minute.
struct Progress<'a> {
    what: &'a str,
    begun: Instant,
    terminal: bool,
    last: Option<Instant>,
}

impl<'a> Progress<'a> {
    fn new(what: &'a str, begun: Instant) -> Self {
        Self {
            what,
            begun,
            terminal: std::io::stderr().is_terminal(),
            last: None,
        }
    }

    fn tick(&mut self) {
        let pause = Duration::from_secs(if self.terminal { 1 } else { 30 });
        if self.last.is_some_and(|last| last.elapsed() < pause) {
            return;
        }
        self.last = Some(Instant::now());
        let line = format!("building {}, {} s elapsed", self.what, self.begun.elapsed().as_secs());
        if self.terminal {
            let _ = write!(std::io::stderr(), "\r\x1b[K{line}");
        } else {
            say(&line);
        }
    }

    fn done(&self) {
        let clear = if self.terminal { "\r\x1b[K" } else { "" };
        say(&format!(
            "{clear}built {}, {} s elapsed",
            self.what,
            self.begun.elapsed().as_secs()
        ));
    }
}

/// A line for the person, past the test harness, which would swallow it.
pub fn say(line: &str) {
    let _ = writeln!(std::io::stderr(), "{line}");
}
