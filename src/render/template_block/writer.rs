//! Where the block's lines go: indentation by level, as nested writers of kubectl do it, and kubectl's escaping.

use std::fmt::{Arguments, Write as _};

/// Collects the block.
#[derive(Default)]
pub(super) struct Writer {
    text: String,
    nesting: usize,
}

impl Writer {
    /// Appends text after two spaces for each level; no newline is added.
    pub(super) fn write(&mut self, level: usize, text: Arguments<'_>) {
        for _ in 0..level + self.nesting {
            self.text.push_str("  ");
        }
        // Writing to a String cannot fail.
        let _ = self.text.write_fmt(text);
    }

    /// Runs `body` with every write indented by `levels` more, also those that continue a line: that is what kubectl does.
    pub(super) fn nested(&mut self, levels: usize, body: impl FnOnce(&mut Self)) {
        self.nesting += levels;
        body(self);
        self.nesting -= levels;
    }

    /// The block, with ESC shown as `^[` and CR as `\r` so that a template cannot drive the terminal.
    pub(super) fn finish(self) -> String {
        self.text.replace('\u{1b}', "^[").replace('\r', "\\r")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nesting_indents_every_write_and_ends_with_its_body() {
        let mut writer = Writer::default();
        writer.nested(2, |writer| {
            writer.write(0, format_args!("a:"));
            writer.write(1, format_args!("b\n"));
        });
        writer.write(1, format_args!("c\n"));
        assert_eq!(writer.finish(), "    a:      b\n  c\n");
    }

    #[test]
    fn escape_and_carriage_return_are_shown_not_sent() {
        let mut writer = Writer::default();
        writer.write(0, format_args!("\u{1b}[31mred\r\n"));
        assert_eq!(writer.finish(), "^[[31mred\\r\n");
    }
}
