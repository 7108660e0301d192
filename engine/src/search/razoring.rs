//! Razoring (J. Birmingham and P. Kent, 1977; in the form of later engines): near the leaves, a node
//! far below alpha goes to quiescence at once, and stays there if that fails low.

use super::{Searcher, Stopped, node::Node, window::Window};
use crate::score::Score;

/// The greatest depth.
const MOST_DEPTH: i32 = 3;

impl Searcher<'_> {
    /// The score of quiescence, if it fails low as well. `eval` is [`Node::eval`].
    pub(super) fn razoring(
        &mut self,
        node: &Node<'_>,
        window: Window,
        eval: Score,
    ) -> Result<Option<Score>, Stopped> {
        let options = self.options();
        if !options.razoring()
            || node.depth > MOST_DEPTH
            || window.alpha.is_mate()
            || eval.plus(options.razoring_margin() * node.depth) > window.alpha
        {
            return Ok(None);
        }
        self.counters.razor_tried += 1;
        let score = self.quiescence(node.position, window, node.ply, node.is_pv())?;
        let fails = score <= window.alpha;
        self.counters.razor_cut += u64::from(fails);
        Ok(fails.then_some(score))
    }
}
