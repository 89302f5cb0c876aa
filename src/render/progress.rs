//! The live view of followed rollouts on a terminal: a bar for each and what is to be said of it below, redrawn at most five
//! times a second. How lines are drawn in place is in `frame`.

use std::{
    io::Write,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use console::Term;

use super::{ascii::ascii, clean::clean_line, frame::Frame, status};
use crate::domain::daemonset::{Counters, DaemonSet};

/// Columns and lines of the terminal behind standard error, if it is one.
pub fn size() -> Option<(usize, usize)> {
    let (lines, columns) = Term::stderr().size_checked()?;
    Some((usize::from(columns), usize::from(lines)))
}

/// Whether the terminal behind standard error can draw in place; those of Windows are asked to.
pub fn draws() -> bool {
    cfg!(not(windows)) || Term::stderr().features().colors_supported()
}

/// Columns of the terminal behind standard output, if it is one.
pub fn width() -> Option<usize> {
    let (_, columns) = Term::stdout().size_checked()?;
    Some(usize::from(columns))
}

/// Where nothing is known of a terminal it is one of these.
const USUAL: (usize, usize) = (80, 24);

/// A terminal with bars on it.
#[derive(Clone)]
pub struct Screen(Arc<Mutex<Drawing>>);

/// What is on it.
struct Drawing {
    to: Box<dyn Write + Send>,
    frame: Frame,
    size: (usize, usize),
    plain: bool,
    bars: Vec<Bar>,
    /// Whether the bars are other than what was drawn last.
    changed: bool,
    drawn: Option<Instant>,
    /// Nothing is drawn any more.
    over: bool,
}

struct Bar {
    name: String,
    counters: Counters,
    message: String,
    began: Instant,
    took: Option<Duration>,
    panel: Vec<String>,
}

impl Screen {
    /// Writes something else: above the bars, below them when they are over.
    pub fn apart(&self, write: impl FnOnce()) {
        let mut drawing = self.lock();
        if drawing.over {
            return write();
        }
        drawing.show(&[]);
        write();
        drawing.redraw();
    }

    fn lock(&self) -> MutexGuard<'_, Drawing> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drawing {
    fn lines(&self) -> Vec<String> {
        let (width, height) = self.size;
        let each = self.bars.iter().flat_map(|bar| {
            let head = bar.line(width);
            std::iter::once(head).chain(bar.panel.iter().cloned())
        });
        // The cursor has a line of its own.
        let each = each.take(height.saturating_sub(1));
        match self.plain {
            true => each.map(|line| ascii(&line).into_owned()).collect(),
            false => each.collect(),
        }
    }

    /// Lines for what is said below each bar.
    fn room(&self) -> usize {
        let bars = self.bars.len();
        self.size.1.saturating_sub(bars + 1) / bars.max(1)
    }

    fn show(&mut self, lines: &[String]) {
        // A terminal that is gone shows nothing; the rollout is followed all the same.
        let _ = self.frame.draw(lines, self.size.0, &mut self.to);
    }

    fn redraw(&mut self) {
        let lines = self.lines();
        self.show(&lines);
        (self.changed, self.drawn) = (false, Some(Instant::now()));
    }
}

impl Bar {
    /// `agent [======>     ] 12s updated 3, ready 4, available 4 of 5`.
    fn line(&self, width: usize) -> String {
        // A bar for a narrow terminal leaves room for the counters.
        let length = if width < 100 { 12 } else { 30 };
        let took = self.took.unwrap_or_else(|| self.began.elapsed());
        let (name, bar) = (&self.name, drawn(self.counters, length));
        format!("{name} [{bar}] {} {}", span(took), self.message)
    }
}

/// How much of it is done, in so many letters.
fn drawn(counters: Counters, length: usize) -> String {
    let at = |number: i64| usize::try_from(number).unwrap_or_default();
    let (done, all) = (at(counters.updated.min(counters.available)), at(counters.desired));
    let filled = match all {
        0 => length,
        all => length.saturating_mul(done.min(all)) / all,
    };
    let mut bar = "=".repeat(filled);
    if filled < length {
        bar.push('>');
    }
    format!("{bar:length$}")
}

fn span(span: Duration) -> String {
    match span.as_secs() {
        seconds @ ..120 => format!("{seconds}s"),
        seconds @ ..7200 => format!("{}m", seconds / 60),
        seconds => format!("{}h", seconds / 3600),
    }
}

/// Bars on a terminal; the last state of each stays on the screen.
pub struct Bars(Screen);

impl Bars {
    /// Draws on the terminal behind standard error, to which `to` writes; `plain` where it shows no more than ASCII.
    pub fn new(to: Box<dyn Write + Send>, plain: bool) -> Self {
        Self(Screen(Arc::new(Mutex::new(Drawing {
            to,
            frame: Frame::default(),
            size: size().unwrap_or(USUAL),
            plain,
            bars: Vec::new(),
            changed: false,
            drawn: None,
            over: false,
        }))))
    }

    /// Adds a bar for a rollout, headed by its strategy in words, and returns its number.
    pub fn add(&self, set: &DaemonSet) -> usize {
        let mut drawing = self.0.lock();
        drawing.show(&[]);
        let _ = writeln!(drawing.to, "{}: {}", set.name(), status::strategy(set));
        drawing.bars.push(Bar {
            name: clean_line(set.name()).into_owned(),
            counters: set.counters(),
            message: status::progress(set),
            began: Instant::now(),
            took: None,
            panel: Vec::new(),
        });
        drawing.redraw();
        drawing.bars.len() - 1
    }

    /// Shows the present counters of a rollout.
    pub fn update(&self, index: usize, set: &DaemonSet) {
        let mut drawing = self.0.lock();
        if let Some(bar) = drawing.bars.get_mut(index) {
            (bar.counters, bar.message) = (set.counters(), status::progress(set));
            drawing.changed = true;
        }
    }

    /// Shows lines below the bar of a rollout. `lines` is told how many there is room for; each should fit the width.
    pub fn panel(&self, index: usize, lines: impl FnOnce(usize) -> Vec<String>) {
        let room = self.0.lock().room();
        let lines = lines(room);
        let mut drawing = self.0.lock();
        if let Some(bar) = drawing.bars.get_mut(index).filter(|bar| bar.panel != lines) {
            bar.panel = lines;
            drawing.changed = true;
        }
    }

    /// Whether the terminal has another size than it had, so that other lines fit.
    pub fn resized(&self) -> bool {
        let mut drawing = self.0.lock();
        let size = size().unwrap_or(USUAL);
        let resized = size != drawing.size;
        drawing.size = size;
        drawing.changed |= resized;
        resized
    }

    /// Draws what has changed, or is a second old. To be called five times a second.
    pub fn draw(&self) {
        let mut drawing = self.0.lock();
        let old = |at: Instant| at.elapsed() >= Duration::from_secs(1);
        if drawing.changed || drawing.drawn.is_none_or(old) {
            drawing.redraw();
        }
    }

    /// Stops the clock of a rollout; its bar stays, what is below it goes.
    pub fn finish(&self, index: usize) {
        let mut drawing = self.0.lock();
        if let Some(bar) = drawing.bars.get_mut(index) {
            bar.panel.clear();
            bar.took.get_or_insert(bar.began.elapsed());
        }
        drawing.redraw();
    }

    /// The terminal they are drawn on, for whoever else writes to it.
    pub fn screen(&self) -> Screen {
        self.0.clone()
    }
}

impl Drop for Bars {
    /// What is unfinished stays on the screen as it is.
    fn drop(&mut self) {
        let mut drawing = self.0.lock();
        drawing.redraw();
        drawing.over = true;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_is_as_full_as_the_rollout_is_done() {
        let bar = |updated, available, desired| {
            let counters = Counters {
                updated,
                available,
                desired,
                ..Counters::default()
            };
            drawn(counters, 10)
        };
        assert_eq!(bar(0, 5, 5), ">         ");
        assert_eq!(
            bar(3, 2, 5),
            "====>     ",
            "an updated pod that is not available is not done"
        );
        assert_eq!(bar(5, 5, 5), "==========");
        assert_eq!(bar(9, 9, 5), "==========", "counters of another moment");
        assert_eq!(bar(0, 0, 0), "==========", "nothing to do");
        let spans = [0, 119, 120, 7200].map(|seconds| span(Duration::from_secs(seconds)));
        assert_eq!(spans, ["0s", "119s", "2m", "2h"]);
    }
}
