//! The state folder of a cluster and its guard: a shell that starts the servers, and that ends them and removes the folder
//! as soon as its standard input ends. The owner of that pipe may crash or be killed in any way. A socket in the folder
//! tells others whether the owner lives, and takes their order to end.

use std::io::{BufRead, BufReader, Write};
use std::os::unix::fs::DirBuilderExt;
use std::os::unix::net::{UnixListener, UnixStream};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

/// A folder under guard. Dropping it ends what runs in it and removes it.
pub struct Folder {
    path: PathBuf,
    guard: Mutex<Child>,
    orders: Orders,
}

/// The guard's standard input; nothing when it is to end.
type Orders = Arc<Mutex<Option<ChildStdin>>>;

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn prefix() -> String {
    let user = std::env::var("USER").unwrap_or_default();
    format!("kubectl-ds-{}-", if user.is_empty() { "cluster" } else { &user })
}

/// Where the cluster of that name keeps its state.
pub fn path_of(name: &str) -> PathBuf {
    std::env::temp_dir().join(prefix() + name)
}

/// The names of all state folders.
pub fn names() -> Vec<String> {
    let entries = std::fs::read_dir(std::env::temp_dir()).into_iter().flatten().flatten();
    let names = entries.filter_map(|entry| Some(entry.file_name().to_str()?.strip_prefix(&prefix())?.to_owned()));
    let mut names: Vec<_> = names.collect();
    names.sort();
    names
}

/// Does the owner of that cluster live?
pub fn is_owned(name: &str) -> bool {
    UnixStream::connect(path_of(name).join("socket")).is_ok()
}

/// Takes a cluster down, whoever owns it, and waits until nothing is left of it.
pub fn take_down(name: &str) -> Result<()> {
    let path = path_of(name);
    if !path.exists() {
        bail!("no cluster is called {name}");
    }
    if let Ok(mut owner) = UnixStream::connect(path.join("socket")) {
        writeln!(owner, "down")?;
    }
    let begun = Instant::now();
    while path.exists() {
        if begun.elapsed() > Duration::from_secs(3) {
            // The guard is gone too.
            sweep(&path);
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    Ok(())
}

/// What the guard would do, where it was killed itself: servers are known by the folder in their arguments.
fn sweep(path: &Path) {
    let listed = Command::new("ps").args(["-A", "-o", "pid=", "-o", "args="]).output();
    let listed = listed
        .map(|listed| String::from_utf8_lossy(&listed.stdout).into_owned())
        .unwrap_or_default();
    let ours = listed
        .lines()
        .filter(|line| line.contains(&format!("={}/", path.display())));
    let pids: Vec<_> = ours.filter_map(|line| line.split_whitespace().next()).collect();
    if !pids.is_empty() {
        let _ = Command::new("kill").arg("-KILL").args(pids).status();
    }
    let _ = std::fs::remove_dir_all(path);
}

impl Folder {
    /// Creates the folder, which must not exist, and sets the guard on it.
    pub fn create(name: &str) -> Result<Self> {
        let path = path_of(name);
        let made = std::fs::DirBuilder::new().mode(0o700).create(&path);
        made.with_context(|| format!("cannot create {}", path.display()))?;
        let listener = UnixListener::bind(path.join("socket"))?;
        // A process group of its own: Ctrl-C at the terminal is not for the guard.
        let mut guard = Command::new("sh")
            .args(["-c", include_str!("guard.sh"), "kubectl-ds-guard"])
            .arg(&path)
            .current_dir("/")
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .process_group(0)
            .spawn()
            .inspect_err(|_| drop(std::fs::remove_dir_all(&path)))
            .context("cannot run sh")?;
        let orders = Arc::new(Mutex::new(guard.stdin.take()));
        let for_others = Arc::clone(&orders);
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let mut line = String::new();
                let _ = BufReader::new(stream).read_line(&mut line);
                if line.trim() == "down" {
                    locked(&for_others).take();
                }
            }
        });
        Ok(Self {
            path,
            guard: Mutex::new(guard),
            orders,
        })
    }

    /// The folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Where a server writes.
    pub fn log(&self, server: &str) -> PathBuf {
        self.path.join("logs").join(server)
    }

    fn pid_file(&self, server: &str) -> PathBuf {
        self.path.join("pids").join(server)
    }

    /// Starts a server; its output goes to its log.
    pub fn run(&self, server: &str, program: &Path, arguments: &[String]) -> Result<()> {
        let words = std::iter::once(program.display().to_string()).chain(arguments.iter().cloned());
        let command: Vec<_> = words.map(|word| format!("'{}'", word.replace('\'', r"'\''"))).collect();
        let mut orders = locked(&self.orders);
        let Some(orders) = orders.as_mut() else {
            bail!("the cluster has been stopped")
        };
        writeln!(orders, "{server} {}", command.join(" ")).context("the guard of the cluster is gone")
    }

    /// Is the server that was started still there? A child that has ended and was not waited for counts as gone.
    pub fn is_running(&self, server: &str) -> bool {
        let Ok(pid) = std::fs::read_to_string(self.pid_file(server)) else {
            // The guard has not come to it yet.
            return true;
        };
        let ps = Command::new("ps").args(["-o", "stat=", "-p", pid.trim()]).output();
        ps.map_or(true, |ps| {
            ps.status.success() && !ps.stdout.trim_ascii().starts_with(b"Z")
        })
    }

    /// Kills a server and waits until it is gone.
    pub fn stop(&self, server: &str) -> Result<()> {
        let pid = std::fs::read_to_string(self.pid_file(server)).with_context(|| format!("{server} does not run"))?;
        Command::new("kill").args(["-KILL", pid.trim()]).status()?;
        while self.is_running(server) {
            std::thread::sleep(Duration::from_millis(20));
        }
        Ok(())
    }

    /// The last lines of a server's log.
    pub fn last_words(&self, server: &str) -> String {
        let text = std::fs::read(self.log(server)).unwrap_or_default();
        let text = String::from_utf8_lossy(&text);
        let lines: Vec<_> = text.lines().collect();
        lines[lines.len().saturating_sub(15)..].join("\n")
    }

    /// Waits until the guard has ended, by whatever cause.
    pub fn wait(&self) {
        while !matches!(locked(&self.guard).try_wait(), Ok(Some(_)) | Err(_)) {
            std::thread::sleep(Duration::from_millis(50));
        }
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        locked(&self.orders).take();
        self.wait();
        if self.path.exists() {
            sweep(&self.path);
        }
    }
}
