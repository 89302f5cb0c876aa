//! `history -o json|yaml|name`: the stored revisions as objects, one document whatever their number.

use anyhow::Result;
use serde_json::Value;

use super::{
    context::Context,
    history::{pick, records},
};
use crate::{
    client::history::History,
    domain::{daemonset::DaemonSet, revision::Revision},
    render::{
        history_object as object,
        output::{self, Format},
    },
};

/// Objects, each with kubectl's name for the DaemonSet it belongs to.
pub(super) type Objects = Vec<(String, Value)>;

/// Adds the objects of one DaemonSet, each with kubectl's name for it.
pub(super) fn collect(number: i64, set: &DaemonSet, stored: &History, objects: &mut Objects) -> Result<()> {
    let records = records(set, stored);
    let chosen = (number != 0).then(|| pick(&stored.revisions, number)).transpose()?;
    let wanted = |revision: &Revision| chosen.is_none_or(|chosen| std::ptr::eq(chosen, revision));
    let owned = records
        .iter()
        .filter(|record| wanted(record.revision))
        .map(|record| object::owned(set, record));
    let orphans = stored
        .orphans
        .iter()
        .filter(|_| number == 0)
        .map(|revision| object::orphan(set, revision));
    objects.extend(owned.chain(orphans).map(|object| (set.qualified_name(), object)));
    Ok(())
}

/// One object, or a List: always one document. With `name` a line for each owned revision, as kubectl (semantics E-26).
pub(super) fn print(format: Format, single: bool, objects: Objects, context: &mut Context) -> Result<()> {
    if format == Format::Name {
        let owned = objects.iter().filter(|(_, object)| object["orphan"] == false);
        owned.for_each(|(name, _)| context.out.line(name));
        return Ok(());
    }
    let mut objects: Vec<_> = objects.into_iter().map(|(_, object)| object).collect();
    let value = match (single, objects.len()) {
        (true, 0) => return Ok(()),
        (true, 1) => objects.remove(0),
        _ => output::list(objects),
    };
    let mut text = Vec::new();
    format.write(&value, &mut text)?;
    context.out.exactly(&String::from_utf8_lossy(&text));
    Ok(())
}
