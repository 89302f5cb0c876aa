//! `cargo cluster`: brings up, lists and takes down control planes for trying the tool. Standard output is what a shell is
//! to `eval`; all else goes to standard error.

#![allow(clippy::print_stdout, reason = "standard output is this program's answer")]

#[path = "../../benches/side_by_side.rs"]
mod bench;
#[path = "mod.rs"]
mod cluster;
mod demo;

use std::process::ExitCode;

use anyhow::{Result, bail};
use clap::{Args, Parser, Subcommand};

use cluster::build::say;
use cluster::{Binaries, Options, binaries, folder, supervisor, users};

/// A real control plane without containers, for trying kubectl-ds
#[derive(Parser)]
#[command(name = "cargo cluster", bin_name = "cargo cluster")]
struct Cli {
    #[command(subcommand)]
    command: Verb,
}

#[derive(Subcommand)]
enum Verb {
    /// Start a cluster in the background: eval "$(cargo cluster up --nodes 10)"
    Up(Wanted),
    /// Take a cluster down
    Down {
        /// Its name
        #[arg(long, default_value = "default")]
        name: String,
        /// Every cluster of yours
        #[arg(long)]
        all: bool,
    },
    /// List the clusters
    List,
    /// Show a rollout from beginning to end, and back, on a cluster that is taken down afterwards
    Demo {
        /// How many nodes besides one of the control plane
        #[arg(long, default_value_t = 5)]
        workers: usize,
    },
    /// Measure kubectl-ds beside kubectl
    Bench {
        /// How many nodes
        #[arg(long, default_value_t = 10)]
        nodes: usize,
        /// How often each command runs
        #[arg(long, default_value_t = 21)]
        runs: usize,
    },
    /// Only build the binaries, which `up` does too if they are missing
    Build,
    /// The background process that `up` starts
    #[command(hide = true)]
    Supervise(Wanted),
}

#[derive(Args, Clone)]
struct Wanted {
    /// How many nodes it begins with
    #[arg(long, default_value_t = 3)]
    nodes: usize,
    /// A name, to have several clusters
    #[arg(long, default_value = "default")]
    name: String,
    /// Seconds of silence after which a node is NotReady [default: 16, for more than 200 nodes 3600]
    #[arg(long)]
    grace: Option<u64>,
}

impl Wanted {
    fn options(&self) -> Options {
        Options {
            nodes: self.nodes,
            grace: self.grace,
            ..Options::default()
        }
    }
}

fn main() -> ExitCode {
    match run(Cli::parse().command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            say(&format!("error: {error:#}"));
            ExitCode::FAILURE
        }
    }
}

fn run(verb: Verb) -> Result<()> {
    match verb {
        Verb::Up(wanted) => up(&wanted),
        Verb::Down { name, all: false } => folder::take_down(&name),
        Verb::Down { all: true, .. } => folder::names().iter().try_for_each(|name| folder::take_down(name)),
        Verb::List => {
            for name in folder::names() {
                let state = if folder::is_owned(&name) {
                    "running"
                } else {
                    "left over"
                };
                println!(
                    "{name}\t{state}\t{}",
                    users::kubeconfig(&folder::path_of(&name), "admin").display()
                );
            }
            Ok(())
        }
        Verb::Build => Binaries::get().map(|_| say(&format!("built in {}", binaries::root().display()))),
        Verb::Demo { workers } => demo::run(workers),
        Verb::Bench { nodes, runs } => bench::run(nodes, runs.max(2)),
        Verb::Supervise(wanted) => supervisor::supervise(&wanted.name, &wanted.options()),
    }
}

fn up(wanted: &Wanted) -> Result<()> {
    let name = &wanted.name;
    if name.is_empty() || !name.chars().all(|each| each.is_ascii_alphanumeric() || each == '-') {
        bail!("a name is made of letters, digits and -");
    }
    let binaries = Binaries::get()?;
    if folder::is_owned(name) {
        say(&format!("the cluster {name} is already running"));
    } else {
        if folder::path_of(name).exists() {
            folder::take_down(name)?;
        }
        let begun = std::time::Instant::now();
        say(&format!("starting the cluster {name} with {} nodes", wanted.nodes));
        let mut arguments = vec![format!("--name={name}"), format!("--nodes={}", wanted.nodes)];
        arguments.extend(wanted.grace.map(|grace| format!("--grace={grace}")));
        supervisor::up(name, &arguments)?;
        let seconds = begun.elapsed().as_secs_f32();
        say(&format!(
            "ready after {seconds:.1} s; `cargo cluster down --name {name}` takes it down"
        ));
    }
    println!(
        "export KUBECONFIG='{}'",
        users::kubeconfig(&folder::path_of(name), "admin").display()
    );
    let path = std::env::var_os("PATH").unwrap_or_default();
    let has_kubectl = std::env::split_paths(&path).any(|folder| folder.join("kubectl").is_file());
    if let (false, Some(folder)) = (has_kubectl, binaries.path("kubectl").parent()) {
        println!("export PATH='{}':\"$PATH\"", folder.display());
    }
    Ok(())
}
