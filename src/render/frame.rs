//! The last lines of a terminal, drawn anew in place. What was drawn is found again also after the terminal was made narrower,
//! when it has broken the lines: each ends with a line feed, so that it is known how many there are now. (Bars of indicatif
//! fill their lines with blanks instead, so that a terminal that is resized takes them all for one line.)

use std::io::{self, Write};

use console::{measure_text_width, truncate_str};

/// The lines that are on the screen, above the cursor.
#[derive(Default)]
pub(super) struct Frame {
    widths: Vec<usize>,
}

impl Frame {
    /// Draws the lines in the place of those before, cut to `columns`.
    pub(super) fn draw(&mut self, lines: &[String], columns: usize, to: &mut dyn Write) -> io::Result<()> {
        let mut text = self.back(columns);
        self.widths.clear();
        for line in lines {
            let line = truncate_str(line, columns, "");
            self.widths.push(measure_text_width(&line));
            text.push_str(&line);
            // The rest of what was in this line.
            text.push_str("\u{1b}[K\n");
        }
        // What was below.
        text.push_str("\u{1b}[J");
        to.write_all(text.as_bytes())?;
        to.flush()
    }

    /// Back to the first line of what was drawn.
    fn back(&self, columns: usize) -> String {
        let broken = |width: &usize| width.div_ceil(columns.max(1)).max(1);
        match self.widths.iter().map(broken).sum::<usize>() {
            0 => String::new(),
            rows => format!("\r\u{1b}[{rows}A"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(frame: &mut Frame, lines: &[&str], columns: usize) -> String {
        let lines: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
        let mut out = Vec::new();
        frame.draw(&lines, columns, &mut out).expect("a Vec takes it");
        String::from_utf8(out).expect("text")
    }

    #[test]
    fn each_time_from_where_it_began() {
        let mut frame = Frame::default();
        assert_eq!(
            drawn(&mut frame, &["one", "two"], 20),
            "one\u{1b}[K\ntwo\u{1b}[K\n\u{1b}[J"
        );
        assert_eq!(drawn(&mut frame, &["1"], 20), "\r\u{1b}[2A1\u{1b}[K\n\u{1b}[J");
        assert_eq!(drawn(&mut frame, &[], 20), "\r\u{1b}[1A\u{1b}[J", "nothing is left");
        assert_eq!(drawn(&mut frame, &[], 20), "\u{1b}[J");
    }

    #[test]
    fn lines_that_a_narrower_terminal_has_broken_are_counted() {
        let mut frame = Frame::default();
        drawn(&mut frame, &["\u{1b}[31mnineteen letters ok\u{1b}[0m", "", "a"], 20);
        let again = drawn(&mut frame, &["nineteen letters ok"], 10);
        assert!(again.starts_with("\r\u{1b}[4A"), "two, one and one: {again:?}");
        assert!(
            again.contains("nineteen l\u{1b}[K"),
            "cut to what there is now: {again:?}"
        );
    }
}
