//! How tables are to look, for every verb that prints one.

use anyhow::Result;
use clap::Args;

use super::context::Context;
use crate::{error::Failure, render::table};

/// `--no-headers`.
#[derive(Debug, Args, Clone, Default)]
pub struct HeaderArgs {
    /// Do not print the headers of tables
    #[arg(long)]
    pub no_headers: bool,
}

impl HeaderArgs {
    /// Has tables look so from now on; with `whole` no cell is cut.
    pub fn apply(&self, whole: bool, context: &mut Context) {
        (context.bare, context.whole) = (self.no_headers, whole);
    }
}

/// `--sort-by`.
#[derive(Debug, Args, Clone, Default)]
pub struct SortArgs {
    /// Order by this column of the table, e.g. age or state
    #[arg(long, value_name = "COLUMN")]
    pub sort_by: Option<String>,
}

impl SortArgs {
    /// The column that is meant.
    ///
    /// # Errors
    /// The names of the columns that there are.
    pub fn column(&self, allowed: &[&'static str]) -> Result<Option<&'static str>> {
        let word = self.sort_by.as_deref().filter(|word| !word.is_empty());
        let found = word.map(|word| table::column(word, allowed)).transpose();
        found.map_err(|words| Failure::usage(words).into())
    }
}
