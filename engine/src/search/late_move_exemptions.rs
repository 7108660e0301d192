//! Exemptions from late move reductions (LMR-07, LMR-08; E. Schröder, Pro Deo): a move is not
//! reduced if it makes an attack on a king, or passed pawns, worth much and clearly more than
//! before.
//!
//! Readings: "king safety for White" is the danger to White's king, so the negative of the
//! evaluation's `king_safety`; either side's term counts; more than the least value, and grown by
//! at least the difference. Before is the node, after is its child.

use super::{Searcher, node::Node};
use crate::{eval::Assessment, position::Position};

impl Searcher<'_> {
    /// Whether one of the two exemptions spares the move that leads to `child`.
    pub(super) fn is_exempt_for_growth(&mut self, node: &Node<'_>, child: &Position) -> bool {
        let options = self.options();
        if !options.king_safety_gate() && !options.passed_pawn_gate() {
            return false;
        }
        // Both are on the stack: the node's own evaluation and its child's.
        let before = self.assess(node.position, node.ply);
        let after = self.assess(child, node.ply + 1);
        if options.king_safety_gate() {
            let danger =
                |assessment: Assessment| assessment.side_terms.king_safety.map(|safety| -safety);
            let (least, growth) = (options.king_safety_min(), options.king_safety_delta());
            if has_grown(danger(before), danger(after), least, growth) {
                self.counters.lmr_blocked_ks += 1;
                return true;
            }
        }
        if options.passed_pawn_gate() {
            let passed = |assessment: Assessment| assessment.side_terms.passed_pawns;
            let (least, growth) = (options.passed_pawn_min(), options.passed_pawn_delta());
            if has_grown(passed(before), passed(after), least, growth) {
                self.counters.lmr_blocked_pp += 1;
                return true;
            }
        }
        false
    }
}

/// Whether a term of either side is above `least` now and at least `growth` above what it was.
fn has_grown(before: [i32; 2], after: [i32; 2], least: i32, growth: i32) -> bool {
    before.into_iter().zip(after).any(|(before, after)| after > least && after - before >= growth)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_term_must_be_great_and_have_grown() {
        for (before, after, expected) in
            [(40, 60, false), (30, 55, true), (49, 50, false), (25, 50, false), (26, 51, true)]
        {
            assert_eq!(has_grown([before, 0], [after, 0], 50, 25), expected, "{before} {after}");
            assert_eq!(has_grown([0, before], [0, after], 50, 25), expected, "the other side");
        }
    }
}
