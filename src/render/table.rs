//! A table as kubectl draws it: no lines, upper-case headers, three blanks between columns. Made to fit a terminal where
//! there is one: the widest cells are cut first, headers are not.

use std::cmp::Ordering;

use comfy_table::{Cell, presets};
use console::measure_text_width;

use super::{
    clean::clean,
    fit::{cut, cut_front, share},
};

/// Blanks between columns.
const GAP: usize = 3;
/// The column whose cells differ at their ends: they keep those.
const ENDS: &str = "POD";

/// How a table is laid out.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Layout {
    /// Columns of the terminal; without, nothing is cut.
    pub width: Option<usize>,
    /// Rows alone, without headers.
    pub bare: bool,
}

/// Rows of cells under headers. Cells are cleaned of control characters and kept on one line.
pub struct Table {
    headers: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// An empty table with these headers.
    pub fn new(headers: &[&str]) -> Self {
        Self {
            headers: headers.iter().map(|header| (*header).to_owned()).collect(),
            rows: Vec::new(),
        }
    }

    /// Adds a row.
    pub fn row(&mut self, cells: Vec<String>) {
        let cells = cells.iter().map(|cell| clean(cell).replace(['\n', '\t'], " "));
        self.rows.push(cells.collect());
    }

    /// The lines, without blanks at their ends; none is wider than the terminal.
    pub fn lines(&self, layout: Layout) -> Vec<String> {
        let mut table = comfy_table::Table::new();
        table.load_style(presets::NOTHING);
        if !layout.bare {
            table.set_header(self.headers.iter().map(Cell::new));
        }
        let widths = layout.width.map(|width| self.widths(width, layout.bare));
        for row in &self.rows {
            table.add_row(row.iter().enumerate().map(|(index, cell)| {
                let width = widths.as_ref().and_then(|widths| widths.get(index));
                match width {
                    Some(width) if self.headers[index] == ENDS => cut_front(cell, *width),
                    Some(width) => cut(cell, *width),
                    None => cell.clone(),
                }
            }));
        }
        let columns = self.headers.len();
        for index in 0..columns {
            if let Some(column) = table.column_mut(index) {
                let gap = if index + 1 == columns { 0 } else { GAP };
                column.set_padding((0, u16::try_from(gap).unwrap_or_default()));
            }
        }
        let lines = table.lines().map(|line| line.trim_end().to_owned());
        match layout.width {
            Some(width) => lines.map(|line| cut(&line, width)).collect(),
            None => lines.collect(),
        }
    }

    /// The lines, each ended.
    pub fn text(&self, layout: Layout) -> String {
        self.lines(layout).iter().map(|line| format!("{line}\n")).collect()
    }

    /// The lines as a part of something else: a little to the right.
    pub fn indented(&self, layout: Layout) -> Vec<String> {
        let width = layout.width.map(|width| width.saturating_sub(2));
        let lines = self.lines(Layout { width, ..layout });
        lines.iter().map(|line| format!("  {line}")).collect()
    }

    /// How wide each column may be, so that all fit.
    fn widths(&self, terminal: usize, bare: bool) -> Vec<usize> {
        let columns = 0..self.headers.len();
        let header = |index: usize| {
            if bare {
                1
            } else {
                measure_text_width(&self.headers[index])
            }
        };
        let cells = |index: usize| self.rows.iter().map(move |row| measure_text_width(&row[index])).max();
        let least: Vec<usize> = columns.clone().map(header).collect();
        let wanted = columns.map(|index| cells(index).unwrap_or_default().max(least[index]));
        let gaps = GAP * self.headers.len().saturating_sub(1);
        share(wanted.collect(), &least, terminal.saturating_sub(gaps))
    }
}

/// The column that `--sort-by` names, in whatever letters.
///
/// # Errors
/// The names that are right.
pub fn column(word: &str, allowed: &[&'static str]) -> Result<&'static str, String> {
    let found = allowed.iter().find(|name| name.eq_ignore_ascii_case(word));
    let names = || allowed.join(",");
    found
        .copied()
        .ok_or_else(|| format!("unable to sort by \"{word}\", allowed columns are: {}", names()))
}

/// How two cells follow each other where one may be empty: those come last.
pub(super) fn empty_last<T: Ord>(a: Option<T>, b: Option<T>) -> Ordering {
    match (a, b) {
        (Some(a), Some(b)) => a.cmp(&b),
        (a, b) => b.is_some().cmp(&a.is_some()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn some() -> Table {
        let mut table = Table::new(&["NODE", "POD", "REVISION", "WHY"]);
        let long = "the node has only a quarter of the memory that is asked for".to_owned();
        table.row(vec![
            "n1".to_owned(),
            "fluentd-elasticsearch-x7f2q".to_owned(),
            "12".to_owned(),
            long,
        ]);
        table.row(vec![
            "日本語のノード".to_owned(),
            "<none>".to_owned(),
            "3".to_owned(),
            String::new(),
        ]);
        table
    }

    #[test]
    fn the_widest_cells_are_cut_first_and_headers_are_whole() {
        let layout = |width| Layout {
            width: Some(width),
            bare: false,
        };
        let expected = [
            "NODE             POD                   REVISION   WHY",
            "n1               …lasticsearch-x7f2q   12         the node has only…",
            "日本語のノード   <none>                3",
        ];
        assert_eq!(some().lines(layout(68)), expected);
        for width in 1..120 {
            let lines = some().lines(layout(width));
            assert!(
                lines.iter().all(|line| measure_text_width(line) <= width),
                "{width}: {lines:#?}"
            );
        }
        assert_eq!(
            some().lines(layout(150)),
            some().lines(Layout::default()),
            "there is room for all"
        );
        assert!(
            some().text(Layout::default()).contains("memory that is asked for\n"),
            "whole"
        );
    }

    #[test]
    fn rows_alone() {
        let bare = Layout {
            width: None,
            bare: true,
        };
        let lines = some().lines(bare);
        assert!(lines.len() == 2 && lines[0].starts_with("n1  "), "{lines:?}");
        assert!(
            lines[0].contains("x7f2q   12   the node"),
            "a column is no wider than its cells: {lines:?}"
        );
    }

    #[test]
    fn a_column_is_named_as_it_is_headed_or_in_small_letters() {
        let of = |word| column(word, &["name", "age"]);
        assert_eq!((of("NAME"), of("age")), (Ok("name"), Ok("age")));
        let words = "unable to sort by \"x\", allowed columns are: name,age";
        assert_eq!(of("x"), Err(words.to_owned()));
    }
}
