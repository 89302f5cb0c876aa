//! `-o` of `status`: which form the answer has, and the documents that are printed at the end.

use anyhow::Result;
use serde_json::json;

use super::{
    context::{Context, Output},
    document,
};
use crate::{
    domain::report::{KIND, Report},
    error::Failure,
    render::output::Format,
};

/// The form of the answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// Words and tables.
    Words,
    /// The same with all nodes and more columns.
    Wide,
    /// A document, or names.
    Document(Format),
}

impl Shape {
    /// Reads `-o`.
    ///
    /// # Errors
    /// kubectl's words for a format that is none.
    pub fn of(word: Option<&str>) -> Result<Self> {
        match word {
            None | Some("") => Ok(Self::Words),
            Some("wide") => Ok(Self::Wide),
            Some(word) => {
                let format = word.parse().map_err(|words| Failure::usage(format!("{words},wide")))?;
                Ok(Self::Document(format))
            }
        }
    }

    /// Whether nothing but a document, or names, is the answer.
    pub fn is_document(self) -> bool {
        matches!(self, Self::Document(_))
    }
}

/// The documents of an answer.
pub struct Answer {
    /// Their form.
    pub shape: Shape,
    /// They come in the order in which they are to be printed.
    pub sorted: bool,
    many: bool,
    out: Option<Output>,
    reports: Vec<Report>,
}

impl Answer {
    /// None yet; `many` where more than one could be meant, `out` is where they go.
    pub fn new(shape: Shape, many: bool, out: Option<Output>) -> Self {
        Self {
            shape,
            sorted: false,
            many,
            out,
            reports: Vec::new(),
        }
    }

    /// Adds some.
    pub fn add(&mut self, reports: impl IntoIterator<Item = Report>) {
        self.reports.extend(reports);
    }

    /// Prints the one that was meant as it is, and many as a list in the order of their names, whatever their number. Nothing is
    /// printed for none: then an error was.
    pub fn print(mut self, context: &mut Context) {
        if let Some(out) = self.out.take() {
            context.out = out;
        }
        let Shape::Document(format) = self.shape else { return };
        if !self.sorted {
            self.reports
                .sort_by(|a, b| (&a.namespace, &a.name).cmp(&(&b.namespace, &b.name)));
        }
        let documents = self.reports.iter().map(|report| json!(report)).collect();
        document::print(format, &format!("{KIND}List"), !self.many, documents, context);
    }
}
