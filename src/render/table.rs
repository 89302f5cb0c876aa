//! A table as kubectl draws it: no lines, upper-case headers, three blanks between columns.

use std::fmt;

use comfy_table::{Cell, presets};

use super::clean::clean;

/// Rows of cells under headers. Cells are cleaned of control characters and kept on one line.
pub struct Table(comfy_table::Table);

impl Table {
    /// An empty table with these headers.
    pub fn new(headers: &[&str]) -> Self {
        let mut table = comfy_table::Table::new();
        table.load_style(presets::NOTHING);
        table.set_header(headers.iter().map(Cell::new));
        Self(table)
    }

    /// Adds a row.
    pub fn row(&mut self, cells: Vec<String>) {
        self.0
            .add_row(cells.iter().map(|cell| clean(cell).replace(['\n', '\t'], " ")));
    }
}

impl fmt::Display for Table {
    /// The lines, each ended, without blanks at their ends.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut table = self.0.clone();
        let columns = table.column_count();
        for index in 0..columns {
            if let Some(column) = table.column_mut(index) {
                column.set_padding((0, if index + 1 == columns { 0 } else { 3 }));
            }
        }
        for line in table.lines() {
            writeln!(f, "{}", line.trim_end())?;
        }
        Ok(())
    }
}
