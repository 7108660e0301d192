//! Aspiration windows (ASP-01): an iteration looks first into a narrow window around the score of
//! the one before. If the score falls outside, the window is opened wide (`Asp_OnFail` open; J.
//! Swafford, Prophet, with a third of a pawn), or step by step (`widen`, the later practice).

use super::{
    Listener, SearchResult, Searcher,
    root::{BestLine, Iteration, Root},
    window::Window,
};
use crate::{options::OnFail, position::Position, score::Score};

/// A window that was widened beyond this is opened.
const WIDEST: i32 = 600;

impl Searcher<'_> {
    /// One iteration, given the score of the one before.
    pub(super) fn aspirate(
        &mut self,
        position: &Position,
        root: &mut Root,
        iteration: Iteration,
        before: Score,
        best: &mut Option<BestLine>,
        listener: &mut dyn Listener,
    ) -> SearchResult {
        let options = self.options();
        let mut width = options.aspiration();
        if width == 0 || iteration.depth < options.aspiration_min_depth() || before.is_mate() {
            let open = Window::open();
            return self.root_iteration(position, root, iteration, open, best, listener);
        }
        let mut window = Window::around(before, width, width);
        loop {
            let score = self.root_iteration(position, root, iteration, window, best, listener)?;
            if window.contains(score) || window == Window::open() {
                return Ok(score);
            }
            if score <= window.alpha {
                self.counters.asp_fail_low += 1;
                // Nothing was found that is better than what was known.
                *best = None;
            } else {
                self.counters.asp_fail_high += 1;
            }
            width *= 2;
            window = match options.aspiration_on_fail() {
                OnFail::Open => Window::open(),
                OnFail::Widen if score.is_mate() || width > WIDEST => Window::open(),
                OnFail::Widen if score <= window.alpha => {
                    Window { alpha: score - width, beta: window.beta }
                }
                OnFail::Widen => Window { alpha: window.alpha, beta: score + width },
            };
        }
    }
}
