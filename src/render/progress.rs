//! The live view of followed rollouts on a terminal: a bar for each, redrawn at most five times a second.

use std::{cell::RefCell, time::Duration};

use console::Term;
use indicatif::{MultiProgress, ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::status;
use crate::domain::daemonset::DaemonSet;

/// Columns and lines of the terminal behind standard error, if it is one.
pub fn size() -> Option<(usize, usize)> {
    let (lines, columns) = Term::stderr().size_checked()?;
    Some((usize::from(columns), usize::from(lines)))
}

/// Columns of the terminal behind standard output, if it is one.
pub fn width() -> Option<usize> {
    let (_, columns) = Term::stdout().size_checked()?;
    Some(usize::from(columns))
}

/// A terminal with bars on it.
#[derive(Clone)]
pub struct Screen(MultiProgress);

impl Screen {
    /// Writes something else without tearing the bars.
    pub fn apart(&self, write: impl FnOnce()) {
        self.0.suspend(write);
    }
}

/// Bars on standard error, each with what is to be said of its rollout below it; the last state of each stays on the screen.
pub struct Bars {
    all: MultiProgress,
    bars: Vec<ProgressBar>,
    panels: RefCell<Vec<Option<ProgressBar>>>,
}

impl Bars {
    /// Draws on the terminal behind standard error.
    pub fn new() -> Self {
        Self {
            all: MultiProgress::with_draw_target(ProgressDrawTarget::stderr_with_hz(5)),
            bars: Vec::new(),
            panels: RefCell::default(),
        }
    }

    /// Adds a bar for a rollout, headed by its strategy in words, and returns its number.
    pub fn add(&mut self, set: &DaemonSet) -> usize {
        // A bar for a narrow terminal leaves room for the counters.
        let template = match size() {
            Some((..100, _)) => "{prefix} [{bar:12}] {elapsed} {wide_msg}",
            _ => "{prefix} [{bar:30}] {elapsed} {wide_msg}",
        };
        let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
        let bar = self
            .all
            .add(ProgressBar::new(0).with_style(style.progress_chars("=> ")));
        let _ = self.all.println(format!("{}: {}", set.name(), status::strategy(set)));
        bar.set_prefix(set.name().to_owned());
        // So that the elapsed time moves while nothing else does.
        bar.enable_steady_tick(Duration::from_secs(1));
        self.bars.push(bar);
        self.panels.borrow_mut().push(None);
        let index = self.bars.len() - 1;
        self.update(index, set);
        index
    }

    /// Shows the present counters of a rollout.
    pub fn update(&self, index: usize, set: &DaemonSet) {
        let Some(bar) = self.bars.get(index) else { return };
        let counters = set.counters();
        bar.set_length(u64::try_from(counters.desired).unwrap_or_default());
        bar.set_position(u64::try_from(counters.updated.min(counters.available)).unwrap_or_default());
        bar.set_message(status::progress(set));
    }

    /// Shows lines below the bar of a rollout. `lines` is told how many there is room for; each must fit the width.
    pub fn panel(&self, index: usize, lines: impl FnOnce(usize) -> Vec<String>) {
        // One line is left free, so that nothing scrolls.
        let height = size()
            .map_or(24, |(_, height)| height)
            .saturating_sub(self.bars.len() + 1);
        let text = lines(height / self.bars.len().max(1)).join("\n");
        let mut panels = self.panels.borrow_mut();
        let (Some(bar), Some(panel)) = (self.bars.get(index), panels.get_mut(index)) else {
            return;
        };
        if text.is_empty() {
            if let Some(panel) = panel.take() {
                panel.finish_and_clear();
            }
            return;
        }
        let style = ProgressStyle::with_template("{msg}").unwrap_or_else(|_| ProgressStyle::default_bar());
        let new = || self.all.insert_after(bar, ProgressBar::new(0).with_style(style));
        panel.get_or_insert_with(new).set_message(text);
    }

    /// Stops the clock of a rollout; its bar stays, what is below it goes.
    pub fn finish(&self, index: usize) {
        if let Some(panel) = self.panels.borrow_mut().get_mut(index).and_then(Option::take) {
            panel.finish_and_clear();
        }
        if let Some(bar) = self.bars.get(index) {
            bar.abandon();
        }
    }

    /// The terminal they are drawn on, for whoever else writes to it.
    pub fn screen(&self) -> Screen {
        Screen(self.all.clone())
    }
}

impl Drop for Bars {
    /// What is unfinished stays on the screen as it is.
    fn drop(&mut self) {
        self.bars.iter().for_each(ProgressBar::abandon);
        self.panels.get_mut().iter().flatten().for_each(ProgressBar::abandon);
    }
}

impl Default for Bars {
    fn default() -> Self {
        Self::new()
    }
}
