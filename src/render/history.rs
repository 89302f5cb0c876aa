//! `history` as text: kubectl's two columns and template block to the byte (semantics E-22 to E-25), and our table, which
//! says what each revision is. Not here: which revisions there are, and what a diff is.

use std::fmt::Write as _;

use jiff::Timestamp;

use super::{
    age::age,
    clean::clean_line,
    table::{Layout, Table},
    tabwriter::aligned,
    template_block::template_block,
};
use crate::domain::{
    daemonset::DaemonSet,
    images,
    record::{Record, duplicates},
    revision::Revision,
};

/// Changes that a row names; `wide` names all.
const NAMED: usize = 3;
/// Characters of a cell of changes; `wide` has no limit.
const LONG: usize = 80;

/// kubectl's list: numbers and change-causes, ended by an empty line. Of several revisions with one number the last is
/// shown (semantics E-22, E-23, E-25, E-27). Change-causes are printed as they are, as kubectl does.
pub fn kubectl_list(set: &DaemonSet, revisions: &[Revision]) -> String {
    if revisions.is_empty() {
        return none(set, None);
    }
    let mut rows = "REVISION\tCHANGE-CAUSE\n".to_owned();
    for (index, revision) in revisions.iter().enumerate() {
        if revisions
            .get(index + 1)
            .is_none_or(|next| next.number() != revision.number())
        {
            let cause = revision
                .change_cause()
                .filter(|cause| !cause.is_empty())
                .unwrap_or("<none>");
            let _ = writeln!(rows, "{}\t{cause}", revision.number());
        }
    }
    format!("{} \n{}\n", set.qualified_name(), aligned(&rows))
}

/// The rows of kubectl's list alone.
pub fn rows_of(list: &str) -> String {
    let rows = list.lines().skip(2).filter(|line| !line.is_empty());
    rows.map(|line| format!("{line}\n")).collect()
}

/// kubectl's view of one revision: a heading, the template block, an empty line (semantics E-24).
pub fn kubectl_revision(set: &DaemonSet, revision: &Revision) -> String {
    let block = template_block(revision.template());
    format!(
        "{} with revision #{}\n{block}\n",
        set.qualified_name(),
        revision.number()
    )
}

/// That nothing is stored; no empty line follows (semantics E-25).
pub fn none(set: &DaemonSet, asked: Option<i64>) -> String {
    let asked = asked
        .map(|number| format!("with revision #{number}"))
        .unwrap_or_default();
    format!("{} {asked}\nNo rollout history found.\n", set.qualified_name())
}

/// How our table is drawn.
#[derive(Debug, Clone, Copy)]
pub struct Style {
    /// The moment that ages are counted to.
    pub now: Timestamp,
    /// Images with their registries, all changes, hashes.
    pub wide: bool,
    /// Whether the present revision may be set in bold type.
    pub colour: bool,
    /// The room there is, and whether headers are wanted; without them the name of the DaemonSet is none either.
    pub layout: Layout,
}

/// Our table: when each revision was first seen, how many pods run it, its images, and what it changed. The present revision
/// is marked with `*`.
pub fn table(set: &DaemonSet, records: &[Record], style: Style) -> String {
    let mut headers = vec!["REVISION", "AGE", "PODS", "IMAGES", "CHANGE", "CHANGE-CAUSE"];
    if style.wide {
        headers.push("HASH");
    }
    let mut table = Table::new(&headers);
    for record in records {
        table.row(row(record, style));
    }
    let (mut text, above) = match style.layout.bare {
        true => (String::new(), 0),
        false => (format!("{} \n", set.qualified_name()), 1),
    };
    let present = records
        .iter()
        .position(|record| record.current)
        .filter(|_| style.colour);
    for (index, line) in table.lines(style.layout).iter().enumerate() {
        let _ = match present {
            Some(present) if present + above == index => writeln!(text, "\u{1b}[1m{line}\u{1b}[0m"),
            _ => writeln!(text, "{line}"),
        };
    }
    text
}

fn row(record: &Record, style: Style) -> Vec<String> {
    let revision = record.revision;
    let mut number = revision.number().to_string();
    if record.current {
        number.push_str(" *");
    }
    if record.same_number && !style.wide {
        let _ = write!(number, " ({})", revision.hash());
    }
    let cause = match revision.change_cause().filter(|cause| !cause.is_empty()) {
        Some(cause) if record.inherited => format!("{} (inherited)", one_line(cause)),
        Some(cause) => one_line(cause),
        None => "<none>".to_owned(),
    };
    let mut cells = vec![
        number,
        age(revision.created(), style.now),
        record.pods.map_or_else(|| "?".to_owned(), |pods| pods.to_string()),
        image_names(revision, style.wide),
        change(record, style.wide),
        cause,
    ];
    if style.wide {
        cells.push(revision.hash().to_owned());
    }
    cells
}

/// A change-cause of several lines on one, so that it breaks no row (semantics E-23).
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The images of the containers, joined; without registry and path, and digests cut, unless `wide`.
pub(crate) fn image_names(revision: &Revision, wide: bool) -> String {
    let containers = images::containers(revision.template());
    let images = containers
        .iter()
        .filter(|container| !container.init)
        .map(|container| container.from.as_str());
    let short = |image: &str| {
        let name = image.rsplit('/').next().unwrap_or(image);
        match name.split_once("@sha256:") {
            Some((name, digest)) => format!("{name}@{}", digest.get(..12).unwrap_or(digest)),
            None => name.to_owned(),
        }
    };
    images
        .map(|image| if wide { image.to_owned() } else { short(image) })
        .collect::<Vec<_>>()
        .join(",")
}

/// What a revision changed, in one line.
fn change(record: &Record, wide: bool) -> String {
    let Some(changes) = &record.changes else {
        return "-".to_owned();
    };
    if changes.is_empty() {
        return "same template".to_owned();
    }
    let words: Vec<String> = changes.iter().map(ToString::to_string).collect();
    if wide {
        return words.join("; ");
    }
    let mut named = words.len().min(NAMED);
    let length = |named: usize| {
        words[..named]
            .iter()
            .map(|word| word.chars().count() + 2)
            .sum::<usize>()
    };
    while named > 1 && length(named) > LONG {
        named -= 1;
    }
    match words.len() - named {
        0 => words.join("; "),
        more => format!("{}; {more} more", words[..named].join("; ")),
    }
}

/// What the rows cannot say.
pub fn notes(records: &[Record], orphans: &[Revision]) -> Vec<String> {
    let mut notes = Vec::new();
    if !records.is_empty() && !records.iter().any(|record| record.current) {
        notes.push("the present template is none of these: the controller has not recorded it yet".to_owned());
    }
    for record in records.iter().filter(|record| record.reused) {
        let number = record.revision.number();
        notes.push(format!(
            "revision {number} is an older template that was used again; AGE says when it was first seen"
        ));
    }
    for group in duplicates(records.iter().map(|record| record.revision)) {
        let named: Vec<String> = group
            .iter()
            .map(|revision| format!("{} ({})", revision.number(), revision.hash()))
            .collect();
        notes.push(format!(
            "revisions {} hold the same template: when it is used again, the controller keeps one of them and relabels \
             every pod as running it, whatever it runs",
            named.join(" and ")
        ));
    }
    for orphan in orphans {
        let (name, number) = (orphan.name(), orphan.number());
        notes.push(format!(
            "orphan, would be adopted: {name}, revision {number}, {}",
            image_names(orphan, false)
        ));
    }
    notes.iter().map(|note| clean_line(note).into_owned()).collect()
}

#[cfg(test)]
#[path = "history_test.rs"]
mod tests;
