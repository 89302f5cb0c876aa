//! Which rollout was meant: a wait for one template must not end with the success of another.

use anyhow::Result;
use serde_json::Value;

use super::context::Context;
use crate::{
    domain::{rollout::Rollout, snapshot::Snapshot, template},
    error::{Exit, Failure},
};

/// Which template a rollout must keep to be the one that was meant.
#[derive(Debug, Clone)]
pub enum Pin {
    /// Whatever comes: a newer rollout is followed too.
    None,
    /// The template of this revision.
    Revision(i64),
    /// This template.
    Template(Box<Value>),
}

/// An end for a rollout that is no longer the one that was meant, said with whom and when.
///
/// # Errors
/// A revision that does not exist.
pub fn pinned(pin: &Pin, snapshot: &Snapshot, found: &Rollout, context: &mut Context) -> Result<Option<Exit>> {
    let set = &snapshot.daemonset;
    let (kept, meant) = match pin {
        Pin::None => return Ok(None),
        Pin::Template(template) => (template::same(template, set.template()), "this change".to_owned()),
        Pin::Revision(number) => {
            if snapshot.revisions.is_none() {
                let words = "--revision needs the right to list controllerrevisions.apps, which is missing";
                return Err(Failure::error(words).into());
            }
            let stored = snapshot
                .revisions()
                .iter()
                .find(|revision| revision.number() == *number);
            let newest = snapshot.revisions().last().map_or(0, |revision| revision.number());
            match stored {
                Some(revision) => (
                    template::same(revision.template(), set.template()),
                    format!("revision {number}"),
                ),
                // A rollout that the controller has not recorded yet may become it.
                None if found.revision.is_none() => return Ok(None),
                None if *number > newest => return Err(Failure::error("unable to find the specified revision").into()),
                None => (false, format!("revision {number}")),
            }
        }
    };
    if kept {
        return Ok(None);
    }
    let by = found
        .revision
        .map_or_else(|| "another template".to_owned(), |number| format!("revision {number}"));
    let who = set
        .last_template_change()
        .map(|(manager, time)| format!(" (changed by {manager} at {time})"));
    let words = format!(
        "daemon set \"{}\": {meant} is superseded by {by}{}",
        set.name(),
        who.unwrap_or_default()
    );
    Ok(Some(context.report(&Failure::new(Exit::Unfinished, words).into())))
}
