//! Plays the catalogue on the control plane, many situations at once, and asks for each diagnosis in time.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use futures::future::try_join_all;
use jiff::SignedDuration;
use kubectl_ds::client::{Cluster as Reader, config::ConnectOptions};
use kubectl_ds::domain::{diagnosis::diagnose, snapshot::Snapshot};

use super::file;
use super::situation::{Ground, Situation};
use super::stage::Stage;
use crate::cluster::instance::blocking;
use crate::cluster::{Cluster, Options};

/// How long after it can be seen in the API a situation may be told at the latest: a reading that begins later is too late.
const IN_TIME: Duration = Duration::from_secs(5);

/// Between two looks.
const PAUSE: Duration = Duration::from_millis(300);

/// How often nothing must be found where nothing is wrong.
const LOOKS: usize = 4;

/// Situations at a time. More of them would only wait for each other.
const AT_ONCE: usize = 14;

/// Plays all of them; the error names each that was not told as it must be.
pub fn run(all: &[Situation]) -> Result<()> {
    let Some(cluster) = Cluster::shared() else {
        return Ok(());
    };
    let of = |ground| all.iter().filter(move |each| each.ground == ground);
    let queue: Mutex<VecDeque<&Situation>> = Mutex::new(of(Ground::Shared).collect());
    let failures = Mutex::new(Vec::new());
    let fails = |result: Result<()>| {
        if let Err(error) = result {
            failures
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .push(format!("{error:#}"));
        }
    };
    let next = || queue.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
    std::thread::scope(|scope| {
        let uncontrolled: Vec<_> = of(Ground::Uncontrolled).collect();
        scope.spawn(move || fails(without_controllers(&uncontrolled)));
        for _ in 0..AT_ONCE {
            scope.spawn(|| {
                while let Some(situation) = next() {
                    fails(blocking(play(cluster, situation)).with_context(|| situation.name));
                }
            });
        }
    });
    let failures = failures.into_inner().unwrap_or_else(PoisonError::into_inner);
    ensure!(
        failures.is_empty(),
        "{} of {} situations:\n{}",
        failures.len(),
        all.len(),
        failures.join("\n")
    );
    Ok(())
}

/// Those whose controller manager stops half way, on a control plane of their own.
fn without_controllers(all: &[&Situation]) -> Result<()> {
    if all.is_empty() {
        return Ok(());
    }
    let cluster = Cluster::start(Options::default())?;
    blocking(async {
        let stages = try_join_all(all.iter().map(|situation| Stage::set(&cluster, situation))).await?;
        let acts = || all.iter().zip(&stages);
        try_join_all(acts().map(|(situation, stage)| (situation.make)(stage))).await?;
        cluster.stop("kube-controller-manager")?;
        let rest = acts().filter_map(|(situation, stage)| Some(situation.after?(stage)));
        try_join_all(rest).await?;
        for (situation, stage) in acts() {
            tell(stage, situation).await?;
        }
        Ok(())
    })
}

async fn play(cluster: &Cluster, situation: &Situation) -> Result<()> {
    let begun = Instant::now();
    let stage = Stage::set(cluster, situation).await?;
    let told = match (situation.make)(&stage).await {
        Ok(()) => tell(&stage, situation).await,
        Err(error) => Err(error.context("it did not come about")),
    };
    // What cannot be cleared away is in nobody's way.
    let _ = stage.strike().await;
    if std::env::var_os("KUBECTL_DS_SITUATION_TIMES").is_some() {
        let wrong = told
            .as_ref()
            .err()
            .map(|error| format!("{error:#}"))
            .unwrap_or_default();
        let seconds = begun.elapsed().as_secs_f32();
        crate::cluster::build::say(&format!("{seconds:6.1} s {} {wrong}", situation.name));
    }
    told
}

/// Looks until it is told right, or long enough to know that no alarm is raised.
async fn tell(stage: &Stage<'_>, situation: &Situation) -> Result<()> {
    let visible = Instant::now();
    let options = ConnectOptions {
        kubeconfig: Some(stage.cluster().kubeconfig().to_owned()),
        namespace: Some(stage.namespace().to_owned()),
        ..ConnectOptions::default()
    };
    let reader = Reader::connect(&options).await?;
    let mut looks = 0;
    loop {
        let begun = visible.elapsed();
        let snapshot = if records() {
            file::write(stage, situation).await?;
            from_file(situation).await?
        } else {
            look(&reader, situation).await?
        };
        let diagnosis = diagnose(&snapshot);
        looks += 1;
        let judged = situation.judge(&snapshot, &diagnosis);
        match (situation.finding.is_some(), judged) {
            (true, Ok(())) => return Ok(()),
            (true, Err(wrong)) if begun > IN_TIME => bail!(wrong),
            (true, Err(_)) => {}
            // What was under way may have come to its end meanwhile.
            (false, Err(wrong)) if looks == 1 || !situation.is_silent(&diagnosis) => bail!(wrong),
            (false, _) if looks >= LOOKS || records() => return Ok(()),
            (false, _) => {}
        }
        tokio::time::sleep(PAUSE).await;
    }
}

/// Are the files to be written anew?
fn records() -> bool {
    std::env::var_os("KUBECTL_DS_WRITE_SITUATIONS").is_some()
}

/// What there is to be seen.
async fn look(reader: &Reader, situation: &Situation) -> Result<Snapshot> {
    let mut snapshot = read(reader).await?;
    snapshot.taken += SignedDuration::from_secs(situation.later);
    if situation.blind {
        snapshot.around.nodes = None;
        snapshot.around.neighbours = None;
    }
    Ok(snapshot)
}

async fn read(reader: &Reader) -> Result<Snapshot> {
    let set = reader.daemonset(reader.namespace(), "agent").await?;
    let snapshot = reader.snapshot(set).await?;
    Ok(reader.with_surroundings(snapshot).await?)
}

/// The same from the files, by the road that `--snapshot` takes.
pub fn run_files(all: &[Situation]) -> Result<()> {
    let told = |situation: &Situation| {
        let snapshot = blocking(from_file(situation))?;
        situation
            .judge(&snapshot, &diagnose(&snapshot))
            .map_err(|wrong| anyhow::anyhow!(wrong))
    };
    let wrong: Vec<String> = all
        .iter()
        .filter_map(|each| told(each).err().map(|error| format!("{}: {error:#}", each.name)))
        .collect();
    ensure!(
        wrong.is_empty(),
        "{} of {} files:\n{}",
        wrong.len(),
        all.len(),
        wrong.join("\n")
    );
    Ok(())
}

async fn from_file(situation: &Situation) -> Result<Snapshot> {
    let options = ConnectOptions {
        snapshot: Some(situation.file().display().to_string()),
        ..ConnectOptions::default()
    };
    read(&Reader::connect(&options).await?).await
}
