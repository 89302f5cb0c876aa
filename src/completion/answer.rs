//! Candidates → the lines that kubectl reads: one candidate a line, TAB, a description, and a directive as the last line
//! (semantics E-93).

use crate::render::clean::clean_line;

/// Something that can be put in the place of the word being typed.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Candidate {
    /// The whole value.
    pub text: String,
    /// What it is, in a few words; may be empty.
    pub about: String,
}

impl Candidate {
    pub(super) fn new(text: impl Into<String>, about: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            about: about.into(),
        }
    }
}

/// How candidates are held against what was typed.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Frame {
    /// What was typed of the value: every candidate begins so.
    pub typed: String,
    /// What the word holds before the value and the shell expects back, such as `-n` of `-nkube`.
    pub before: String,
    /// Their order means something.
    pub ordered: bool,
    /// More is to be typed after a candidate.
    pub open: bool,
}

/// What is printed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Answer {
    candidates: Vec<Candidate>,
    directive: u8,
}

const NO_SPACE: u8 = 2;
const NO_FILES: u8 = 4;
const FOLDERS: u8 = 16;
const KEEP_ORDER: u8 = 32;

impl Default for Answer {
    /// Nothing, and no files in its place.
    fn default() -> Self {
        Self {
            candidates: Vec::new(),
            directive: NO_FILES,
        }
    }
}

impl Answer {
    /// The candidates that fit what was typed.
    pub(super) fn new(mut candidates: Vec<Candidate>, frame: Frame) -> Self {
        // A name that a terminal would obey, or that breaks a line, is none to be typed.
        candidates.retain(|it| it.text.starts_with(&frame.typed) && clean_line(&it.text) == it.text);
        for candidate in &mut candidates {
            candidate.text.insert_str(0, &frame.before);
        }
        let open = frame.open || !candidates.is_empty() && candidates.iter().all(|it| it.text.ends_with('='));
        let when = |is: bool, bit: u8| if is { bit } else { 0 };
        let directive = NO_FILES | when(open, NO_SPACE) | when(frame.ordered, KEEP_ORDER);
        Self { candidates, directive }
    }

    /// Whatever files the shell finds.
    pub(super) fn files() -> Self {
        Self {
            candidates: Vec::new(),
            directive: 0,
        }
    }

    /// Whatever folders the shell finds.
    pub(super) fn folders() -> Self {
        Self {
            candidates: Vec::new(),
            directive: FOLDERS,
        }
    }

    /// The lines.
    pub(super) fn text(&self) -> String {
        let line = |it: &Candidate| match it.about.is_empty() {
            true => format!("{}\n", it.text),
            false => format!("{}\t{}\n", it.text, clean_line(&it.about)),
        };
        let lines: String = self.candidates.iter().map(line).collect();
        format!("{lines}:{}\n", self.directive)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(names: &[(&str, &str)], frame: Frame) -> String {
        let candidates = names.iter().map(|(text, about)| Candidate::new(*text, *about));
        Answer::new(candidates.collect(), frame).text()
    }

    #[test]
    fn the_lines_are_those_of_the_protocol() {
        let frame = |typed: &str, before: &str| Frame {
            typed: typed.to_owned(),
            before: before.to_owned(),
            ..Frame::default()
        };
        let both = [("agent", ""), ("other", "of\tours\u{1b}[2J")];
        assert_eq!(Answer::default().text(), ":4\n", "E-93");
        assert_eq!(Answer::files().text(), ":0\n");
        assert_eq!(Answer::folders().text(), ":16\n");
        assert_eq!(
            text(&both, frame("", "")),
            "agent\nother\tof\\tours^[[2J\n:4\n",
            "E-93, R16"
        );
        assert_eq!(text(&both, frame("a", "-n")), "-nagent\n:4\n");
        assert_eq!(text(&[("a\nb", ""), ("c\u{9b}", "")], frame("", "")), ":4\n", "R16");
        let ordered = Frame {
            ordered: true,
            ..Frame::default()
        };
        assert_eq!(
            text(&[("2", "new"), ("1", "old")], ordered),
            "2\tnew\n1\told\n:36\n",
            "E-93"
        );
        let open = [("main=", ""), ("side=", "")];
        assert_eq!(
            text(&open, frame("", "")),
            "main=\nside=\n:6\n",
            "nothing is to be put after ="
        );
    }
}
