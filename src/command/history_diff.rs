//! `history --diff`: which two templates are compared, and by which program.

use anyhow::Result;

use super::{context::Context, external_diff};
use crate::{
    domain::{daemonset::DaemonSet, history, record, revision::Revision},
    error::Failure,
    render::{diff, yaml::yaml},
};

/// One side of a diff.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// A stored revision; counted from the newest where negative.
    Number(i64),
    /// The DaemonSet's present template, stored or not.
    Current,
}

/// From where to where.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Range {
    from: Side,
    to: Side,
}

impl Side {
    fn parse(word: &str) -> Result<Self, String> {
        match word.parse() {
            _ if word == "current" => Ok(Self::Current),
            Ok(0) | Err(_) => Err(format!(
                "\"{word}\" is no revision: give a number, -1 for the newest, or current"
            )),
            Ok(number) => Ok(Self::Number(number)),
        }
    }
}

impl Range {
    /// Reads `A..B`, or `A` for `A..current`.
    ///
    /// # Errors
    /// What is wrong with the text.
    pub fn parse(text: &str) -> Result<Self, String> {
        let (from, to) = text.split_once("..").unwrap_or((text, "current"));
        Ok(Self {
            from: Side::parse(from)?,
            to: Side::parse(to)?,
        })
    }
}

/// Shows the diff of one DaemonSet: unified YAML, or what the program of `KUBECTL_EXTERNAL_DIFF` makes of it.
///
/// # Errors
/// A revision that is not stored, or a program that fails.
pub async fn show(range: &Range, set: &DaemonSet, revisions: &[Revision], context: &mut Context) -> Result<()> {
    let (old, new) = (side(range.from, set, revisions)?, side(range.to, set, revisions)?);
    let program = std::env::var(external_diff::VARIABLE).unwrap_or_default();
    if !program.trim().is_empty() {
        let file = format!("apps.v1.DaemonSet.{}.{}", set.namespace(), set.name());
        let (from, to) = (yaml(old.template), yaml(new.template));
        return external_diff::show(&program, &file, (&old.folder("FROM"), &from), (&new.folder("TO"), &to)).await;
    }
    let name = |name: &str| format!("{} {name}", set.qualified_name());
    let text = diff::unified((&name(&old.name), old.template), (&name(&new.name), new.template));
    if text.is_empty() {
        context.err.line(&format!(
            "{}: {} and {} hold the same template",
            set.qualified_name(),
            old.name,
            new.name
        ));
    } else if context.terminal.colour {
        context.out.text(&diff::coloured(&text));
    } else {
        context.out.text(&text);
    }
    Ok(())
}

/// A template and what to call it.
struct Named<'a> {
    name: String,
    template: &'a serde_json::Value,
}

impl Named<'_> {
    /// A folder's name for another program to show; the two of a diff are never the same.
    fn folder(&self, side: &str) -> String {
        let words = self
            .name
            .split(|c: char| !c.is_ascii_alphanumeric())
            .filter(|word| !word.is_empty());
        std::iter::once(side).chain(words).collect::<Vec<_>>().join("-")
    }
}

fn side<'a>(side: Side, set: &'a DaemonSet, revisions: &'a [Revision]) -> Result<Named<'a>> {
    match side {
        Side::Current => {
            let stored = history::current(set, revisions).map(|revision| format!(" (revision {})", revision.number()));
            Ok(Named {
                name: format!("current{}", stored.unwrap_or_default()),
                template: set.template(),
            })
        }
        Side::Number(number) => {
            let missing = || Failure::error(format!("unable to find the specified revision {number}"));
            let revision = record::numbered(revisions, number).ok_or_else(missing)?;
            let name = format!("revision {} ({})", revision.number(), revision.hash());
            Ok(Named {
                name,
                template: revision.template(),
            })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_name_stored_revisions_and_the_present_template() {
        let range = |from, to| Ok(Range { from, to });
        assert_eq!(Range::parse("3..5"), range(Side::Number(3), Side::Number(5)));
        assert_eq!(Range::parse("3"), range(Side::Number(3), Side::Current));
        assert_eq!(Range::parse("-2..-1"), range(Side::Number(-2), Side::Number(-1)));
        assert_eq!(Range::parse("current..2"), range(Side::Current, Side::Number(2)));
        for wrong in ["", "x", "0", "1..", "..2", "1..2..3", "1...2"] {
            assert!(Range::parse(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn folders_for_another_program_say_what_they_hold() {
        let template = serde_json::Value::Null;
        let named = Named {
            name: "current (revision 3)".to_owned(),
            template: &template,
        };
        assert_eq!(named.folder("TO"), "TO-current-revision-3");
    }
}
