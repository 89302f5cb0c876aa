//! The live view of followed rollouts on a terminal: a bar for each, redrawn at most five times a second.

use std::time::Duration;

use indicatif::{MultiProgress, ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::status;
use crate::domain::daemonset::DaemonSet;

/// A terminal with bars on it.
#[derive(Clone)]
pub struct Screen(MultiProgress);

impl Screen {
    /// Writes something else without tearing the bars.
    pub fn apart(&self, write: impl FnOnce()) {
        self.0.suspend(write);
    }
}

/// Bars on standard error; the last state of each stays on the screen.
pub struct Bars {
    all: MultiProgress,
    bars: Vec<ProgressBar>,
}

impl Bars {
    /// Draws on the terminal behind standard error.
    pub fn new() -> Self {
        Self {
            all: MultiProgress::with_draw_target(ProgressDrawTarget::stderr_with_hz(5)),
            bars: Vec::new(),
        }
    }

    /// Adds a bar for a rollout, headed by its strategy in words, and returns its number.
    pub fn add(&mut self, set: &DaemonSet) -> usize {
        let style = ProgressStyle::with_template("{prefix} [{bar:30}] {msg}  {elapsed}")
            .unwrap_or_else(|_| ProgressStyle::default_bar());
        let bar = self
            .all
            .add(ProgressBar::new(0).with_style(style.progress_chars("=> ")));
        let _ = self.all.println(format!("{}: {}", set.name(), status::strategy(set)));
        bar.set_prefix(set.name().to_owned());
        // So that the elapsed time moves while nothing else does.
        bar.enable_steady_tick(Duration::from_secs(1));
        self.bars.push(bar);
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

    /// Stops the clock of a rollout; its bar stays.
    pub fn finish(&self, index: usize) {
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
        (0..self.bars.len()).for_each(|index| self.finish(index));
    }
}

impl Default for Bars {
    fn default() -> Self {
        Self::new()
    }
}
