//! Columns as Go's text/tabwriter makes them for kubectl: two blanks between, the last cell of a line as it is.

/// Aligns lines whose cells end with a tab. A column is as wide as its widest cell in lines that follow each other and all
/// have it. A form feed ends a line and all columns, a vertical tab is a tab.
pub(super) fn aligned(text: &str) -> String {
    text.split('\u{c}').map(segment).collect::<Vec<_>>().join("\n")
}

fn segment(text: &str) -> String {
    let rows: Vec<Vec<&str>> = text
        .split('\n')
        .map(|line| line.split(['\t', '\u{b}']).collect())
        .collect();
    let mut out = Vec::new();
    for (index, row) in rows.iter().enumerate() {
        let mut line = String::new();
        for (column, cell) in row.iter().enumerate() {
            line.push_str(cell);
            if column + 1 < row.len() {
                let width = width(&rows, index, column) + 2;
                line.extend(std::iter::repeat_n(' ', width - cell.chars().count()));
            }
        }
        out.push(line);
    }
    out.join("\n")
}

/// The widest cell of the column around a row.
fn width(rows: &[Vec<&str>], row: usize, column: usize) -> usize {
    let has = |row: &&Vec<&str>| row.len() > column + 1;
    let above = rows[..=row].iter().rev().take_while(has);
    let below = rows[row + 1..].iter().take_while(has);
    above
        .chain(below)
        .map(|row| row[column].chars().count())
        .max()
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_as_wide_as_their_widest_cell_and_two() {
        assert_eq!(
            aligned("REVISION\tCHANGE-CAUSE\n1\t<none>\n"),
            "REVISION  CHANGE-CAUSE\n1         <none>\n",
            "E-22"
        );
        assert_eq!(aligned("äö\tx\nabc\ty\n"), "äö   x\nabc  y\n");
    }

    #[test]
    fn a_line_without_the_column_ends_it() {
        assert_eq!(
            aligned("long one\tx\nplain\na\tb\tc\nd\te\n"),
            "long one  x\nplain\na  b  c\nd  e\n",
            "E-23"
        );
        assert_eq!(aligned("abcdef\tx\u{c}a\tb\n"), "abcdef  x\na  b\n");
    }
}
