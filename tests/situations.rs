//! The fault catalogue: what the diagnosis must find, and where it must be silent. Each situation is made on the real control
//! plane by fake nodes or plain objects, is diagnosed within five seconds of being visible there, and is kept as a snapshot in
//! `fixtures/situations`, which is diagnosed without a cluster.
//!
//! `KUBECTL_DS_WRITE_SITUATIONS=1 cargo test --test all situations` writes the snapshots anew;
//! `KUBECTL_DS_SITUATIONS=image,oom` makes only those whose names contain one of the words.

mod documents;
mod file;
mod judge;
mod objects;
mod runner;
mod situation;
mod stage;

mod admission;
mod controllers;
mod crashes;
mod creation;
mod ended;
mod healthy;
mod images;
mod nodes;
mod running;
mod scheduling;
mod slow;
mod starting;
mod strategy;
mod template;

use anyhow::{Result, ensure};
use situation::Situation;

/// All of them, the ones that take longest first.
fn all() -> Vec<Situation> {
    let mut all = [
        nodes::all(),
        slow::all(),
        healthy::all(),
        images::all(),
        crashes::all(),
        starting::all(),
        running::all(),
        scheduling::all(),
        ended::all(),
        creation::all(),
        strategy::all(),
        template::all(),
        controllers::all(),
    ]
    .concat();
    let wanted = std::env::var("KUBECTL_DS_SITUATIONS").unwrap_or_default();
    all.retain(|each| wanted.is_empty() || wanted.split(',').any(|word| each.name.contains(word)));
    all
}

#[test]
fn the_catalogue_is_large_enough_and_each_name_is_there_once() -> Result<()> {
    let all = all();
    let (faults, quiet): (Vec<_>, Vec<_>) = all.iter().partition(|each| each.finding.is_some());
    ensure!(faults.len() >= 40, "{} faults", faults.len());
    ensure!(quiet.len() >= 20, "{} healthy or slow", quiet.len());
    let mut names: Vec<_> = all.iter().map(|each| each.name).collect();
    names.sort_unstable();
    ensure!(names.windows(2).all(|pair| pair[0] != pair[1]), "{names:?}");
    Ok(())
}

/// The same in a moment, from what was saved of each.
#[test]
fn every_situation_is_told_from_its_file() -> Result<()> {
    runner::run_files(&all())
}

/// `-o json` of `status` and of `why`, for every situation there is.
#[test]
fn every_document_is_as_its_schema_says() -> Result<()> {
    let wrong: Vec<String> = all()
        .iter()
        .filter_map(|each| documents::check(each).err().map(|error| format!("{error:#}")))
        .collect();
    ensure!(wrong.is_empty(), "{} of the files:\n{}", wrong.len(), wrong.join("\n"));
    Ok(())
}

/// A file that nobody knows would never be looked at.
#[test]
fn every_file_is_a_situation() -> Result<()> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/situations");
    let known: Vec<_> = all().iter().map(Situation::file).collect();
    for file in std::fs::read_dir(folder)? {
        let file = file?.path();
        ensure!(
            known.contains(&file) || std::env::var_os("KUBECTL_DS_SITUATIONS").is_some(),
            "{} is no situation's",
            file.display()
        );
    }
    Ok(())
}

/// Every fault is found, with its node and pod, and nothing is found where nothing is wrong.
#[test]
fn every_situation_is_told_on_the_real_control_plane() -> Result<()> {
    runner::run(&all())
}
