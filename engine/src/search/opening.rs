//! The opening bonus in the whole tree (OPT-02); what it is, and how it lives with the
//! transposition table, stands in [`crate::opening`].

use super::{Searcher, node::Node};
use crate::{opening, options::OpeningWhere, position::Position};

impl<'a> Searcher<'a> {
    /// The opening bonuses of a node's moves; none unless `OpeningTune_Where` is tree.
    pub(super) fn opening_bonuses(&self, node: &Node<'_>) -> opening::MoveBonuses<'a> {
        let tables = self.shared.evaluator.tables();
        let (key, options) = (node.position.key(), &self.shared.options.play);
        if self.is_analysis() {
            return opening::MoveBonuses::none(options);
        }
        opening::MoveBonuses::in_tree(key, node.depth, tables, options)
    }

    /// The opening bonuses of the root's moves.
    pub(super) fn root_opening_bonuses(&self, position: &Position) -> opening::MoveBonuses<'a> {
        let options = &self.shared.options.play;
        if self.is_analysis() {
            return opening::MoveBonuses::none(options);
        }
        opening::MoveBonuses::at_root(position.rules(), self.shared.evaluator.tables(), options)
    }

    /// Whether the moves are to be judged and not played: that one is usual, or wins soonest, says nothing then.
    pub(super) fn is_analysis(&self) -> bool {
        let options = &self.shared.options.play;
        self.limits.infinite || options.analyse() || options.multi_pv() > 1
    }

    /// Whether moves in the tree may get the bonus.
    pub(super) fn has_opening_bonus_in_tree(&self) -> bool {
        let options = &self.shared.options.play;
        options.opening() && options.opening_where() == OpeningWhere::Tree
    }
}
