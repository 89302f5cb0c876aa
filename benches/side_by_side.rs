//! `cargo cluster bench`: kubectl-ds beside kubectl of the control plane's version, on the same objects in the same run.
//! The two take turns, so that a busy machine is busy for both. How one run is measured is in `measure.go`.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::cluster::build::say;
use crate::cluster::{Binaries, Cluster, Options};
use crate::demo::plugin;

const MANIFEST: &str = "tests/cluster/demo/fluentd-elasticsearch.yaml";

/// What is measured: a name, kubectl's words and ours.
const CASES: [(&str, &str, &str); 4] = [
    (
        "rollout status (finished)",
        "rollout status ds/fluentd-elasticsearch",
        "rollout status ds/fluentd-elasticsearch",
    ),
    (
        "status (own spelling)",
        "rollout status ds/fluentd-elasticsearch",
        "status fluentd-elasticsearch",
    ),
    (
        "rollout history",
        "rollout history ds/fluentd-elasticsearch",
        "rollout history ds/fluentd-elasticsearch",
    ),
    (
        "set image --dry-run=server",
        "set image ds/fluentd-elasticsearch fluentd-elasticsearch=registry.test/fluentd:next --dry-run=server",
        "set image ds/fluentd-elasticsearch fluentd-elasticsearch=registry.test/fluentd:next --dry-run=server",
    ),
];

/// One run: milliseconds of wall time and of CPU, MiB at the peak.
struct Cost {
    wall: f64,
    cpu: f64,
    peak: f64,
}

/// Brings up a cluster with a DaemonSet of several revisions, measures, prints a table, and takes the cluster down.
pub fn run(nodes: usize, runs: usize) -> Result<()> {
    let binaries = Binaries::get()?;
    say("building kubectl-ds as it is released");
    let plugin = plugin(true)?;
    let cluster = Cluster::start(Options {
        nodes,
        ..Options::default()
    })?;
    let kubectl = binaries.path("kubectl");
    let folder = cluster.kubeconfig().parent().context("no folder")?;
    let measure = folder.join("measure");
    let mut go = Command::new("go");
    go.args(["build", "-o"]).arg(&measure).arg("benches/measure.go");
    let built = go
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .status()
        .context("cannot run go")?;
    ensure!(built.success(), "benches/measure.go could not be built");
    let bench = Bench {
        measure,
        kubeconfig: cluster.kubeconfig().to_owned(),
        // kubectl caches what the server can do; it is given that as on a machine where it is used daily.
        home: folder.to_owned(),
    };
    bench.once(kubectl, &format!("create -f {MANIFEST}"))?;
    for version in 1..=5 {
        let image = format!("fluentd-elasticsearch=registry.test/fluentd:v{version}");
        bench.once(kubectl, &format!("set image ds/fluentd-elasticsearch {image}"))?;
        bench.once(kubectl, "rollout status ds/fluentd-elasticsearch --timeout=120s")?;
    }
    let mut out = std::io::stdout();
    writeln!(
        out,
        "{nodes} nodes, {runs} runs each, medians; ratios are kubectl-ds to kubectl\n"
    )?;
    writeln!(
        out,
        "| command | | wall ms | CPU ms | peak MiB |\n| --- | --- | --- | --- | --- |"
    )?;
    for (name, theirs, ours) in CASES {
        let (mut kubectl_costs, mut own_costs) = (Vec::new(), Vec::new());
        for _ in 0..runs {
            kubectl_costs.push(bench.once(kubectl, theirs)?);
            own_costs.push(bench.once(&plugin, ours)?);
        }
        // The first run of each fills caches.
        let (theirs, ours) = (median(&kubectl_costs[1..]), median(&own_costs[1..]));
        writeln!(
            out,
            "| {name} | kubectl | {:.1} | {:.1} | {:.1} |",
            theirs.wall, theirs.cpu, theirs.peak
        )?;
        writeln!(
            out,
            "| | kubectl-ds | {:.1} | {:.1} | {:.1} |",
            ours.wall, ours.cpu, ours.peak
        )?;
        let ratios = [ours.wall / theirs.wall, ours.cpu / theirs.cpu, ours.peak / theirs.peak];
        writeln!(
            out,
            "| | **ratio** | **{:.2}** | **{:.2}** | **{:.2}** |",
            ratios[0], ratios[1], ratios[2]
        )?;
    }
    Ok(())
}

struct Bench {
    measure: PathBuf,
    kubeconfig: PathBuf,
    home: PathBuf,
}

impl Bench {
    /// One run in the system namespace; it must end well.
    fn once(&self, program: &Path, words: &str) -> Result<Cost> {
        let ran = Command::new(&self.measure)
            .arg(program)
            .args(words.split(' '))
            .args(["-n", "kube-system"])
            .env("KUBECONFIG", &self.kubeconfig)
            .env("HOME", &self.home)
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .output()?;
        let said = String::from_utf8_lossy(&ran.stderr);
        ensure!(ran.status.success(), "{} {words}: {said}", program.display());
        let last = said.lines().last().context("no measurement")?;
        let numbers = last.split(' ').map(str::parse).collect::<Result<Vec<f64>, _>>()?;
        let [wall, cpu, peak] = numbers[..] else {
            anyhow::bail!("not a measurement: {last}")
        };
        Ok(Cost {
            wall,
            cpu,
            peak: peak / 1024.0,
        })
    }
}

/// The median of each number by itself.
fn median(costs: &[Cost]) -> Cost {
    let middle = |number: fn(&Cost) -> f64| {
        let mut numbers: Vec<f64> = costs.iter().map(number).collect();
        numbers.sort_by(f64::total_cmp);
        numbers[numbers.len() / 2]
    };
    Cost {
        wall: middle(|cost| cost.wall),
        cpu: middle(|cost| cost.cpu),
        peak: middle(|cost| cost.peak),
    }
}
