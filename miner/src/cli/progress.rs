//! The progress bar on stderr.

use std::{
    io::IsTerminal,
    sync::atomic::{AtomicBool, Ordering},
    time::Duration,
};

use indicatif::{HumanCount, ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::run::job::Watch;

/// A bar with bytes, speed, games and the time left; nothing when stderr is no terminal.
#[derive(Debug)]
pub struct Bar(ProgressBar);

/// Whether nobody wants to see progress: a property of the terminal, which there is one of.
static HIDDEN: AtomicBool = AtomicBool::new(false);

/// Shows no progress from now on.
pub fn set_hidden(hidden: bool) {
    HIDDEN.store(hidden, Ordering::Relaxed);
}

fn is_hidden() -> bool {
    HIDDEN.load(Ordering::Relaxed) || !std::io::stderr().is_terminal()
}

impl Bar {
    /// Shows that work is going on that nobody can say the length of, and for how long.
    #[must_use]
    pub fn busy(what: String) -> Self {
        if is_hidden() {
            return Self(ProgressBar::hidden());
        }
        let bar = ProgressBar::no_length().with_message(what);
        bar.set_draw_target(ProgressDrawTarget::stderr_with_hz(5));
        if let Ok(style) = ProgressStyle::with_template("{spinner} {msg}, {elapsed}") {
            bar.set_style(style);
        }
        bar.enable_steady_tick(Duration::from_millis(200));
        Self(bar)
    }

    /// A bar for inputs of this many bytes; without them it cannot say how much is left.
    #[must_use]
    pub fn new(bytes: Option<u64>) -> Self {
        if is_hidden() {
            return Self(ProgressBar::hidden());
        }
        let (bar, template) = match bytes {
            Some(bytes) => (
                ProgressBar::new(bytes),
                "{bar:30} {bytes}/{total_bytes}  {bytes_per_sec}  {msg}  {eta} left",
            ),
            None => (ProgressBar::no_length(), "{spinner} {bytes}  {bytes_per_sec}  {msg}"),
        };
        bar.set_draw_target(ProgressDrawTarget::stderr_with_hz(5));
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        bar.enable_steady_tick(Duration::from_millis(200));
        Self(bar)
    }

    /// Takes the bar away.
    pub fn clear(&self) {
        self.0.finish_and_clear();
    }
}

impl Watch for Bar {
    fn progress(&self, bytes: u64, games: u64) {
        if !self.0.is_hidden() {
            self.0.set_position(bytes);
            self.0.set_message(format!("{} games", HumanCount(games)));
        }
    }
}
