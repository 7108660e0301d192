//! The check extension (EXT-01, EXT-02): a check is answered before the search ends.

use rules::Move;

use super::{Searcher, node::Node};
use crate::{options::CheckExtension, position::Position};

impl Searcher<'_> {
    /// One ply more after a check. No line grows to more than twice the iteration's depth, so that
    /// perpetual check ends.
    pub(super) fn check_extension(&self, node: Node<'_>, mv: Move, child: &Position) -> i32 {
        let wanted = match self.options().check_extension {
            CheckExtension::Off => false,
            CheckExtension::All => child.in_check(),
            CheckExtension::Captures => child.in_check() && mv.is_capture(),
        };
        i32::from(wanted && self.stack.extended(node.ply) < self.iteration)
    }
}
