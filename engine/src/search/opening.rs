//! The opening bonus in the whole tree (OPT-02); what it is, and how it lives with the
//! transposition table, stands in [`crate::opening`].

use super::{Searcher, node::Node};
use crate::{opening, options::OpeningWhere};

impl<'a> Searcher<'a> {
    /// The opening bonuses of a node's moves; none unless `OpeningTune_Where` is tree.
    pub(super) fn book(&self, node: &Node<'_>) -> opening::MoveBonuses<'a> {
        let tables = self.shared.evaluator.tables();
        let (key, options) = (node.position.key(), &self.shared.options.play);
        opening::MoveBonuses::in_tree(key, node.depth, tables, options)
    }

    /// Whether moves in the tree may get the bonus.
    pub(super) fn has_book_in_tree(&self) -> bool {
        let options = &self.shared.options.play;
        options.opening() && options.opening_where() == OpeningWhere::Tree
    }
}
