//! Counters of a search (MET-01).
//!
//! Plain numbers that each thread counts for itself; `merge` adds them up. Names are those of the
//! catalogue, after J. Swafford's and E. Schröder's logs.

use crate::tt::TableCounters;

/// Declares the counters: those that are added up, and those of which the greatest counts.
macro_rules! counters {
    (sums { $($sum:ident: $sum_about:literal;)+ } greatest { $($most:ident: $most_about:literal;)+ }) => {
        /// Counters of one search, or of several.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub struct SearchCounters {
            $(#[doc = $sum_about] pub $sum: u64,)+
            $(#[doc = $most_about] pub $most: u64,)+
            /// Counters of the transposition table.
            pub(crate) table: TableCounters,
        }

        impl SearchCounters {
            /// Adds the counters of another thread or search.
            pub fn merge(&mut self, other: &Self) {
                $(self.$sum += other.$sum;)+
                $(self.$most = self.$most.max(other.$most);)+
                self.table.merge(&other.table);
            }

            /// Names and values, in a fixed order.
            #[must_use]
            pub fn pairs(&self) -> Vec<(&'static str, u64)> {
                let own = [$((stringify!($sum), self.$sum),)+ $((stringify!($most), self.$most),)+];
                own.into_iter().chain(self.table.pairs()).collect()
            }
        }
    };
}

counters! {
    sums {
        nodes: "Nodes, quiescence and all.";
        qnodes: "Nodes of quiescence.";
        evals: "Static evals computed.";
        fh: "Nodes of the full search that failed high by a move.";
        fh1: "Of these, by the first move.";
        fh4: "Of these, by one of the first four.";
        gen_skipped: "Nodes that failed high before any move was generated.";
        cut_tt: "Fail highs by the TT move.";
        cut_goodcap: "Fail highs by a capture that loses nothing, or a promotion.";
        cut_k1: "Fail highs by the first killer.";
        cut_k2: "Fail highs by the second killer.";
        cut_counter: "Fail highs by the counter move.";
        cut_quiet: "Fail highs by another quiet move.";
        cut_badcap: "Fail highs by a losing capture or a lesser promotion.";
        tried_tt: "TT moves searched.";
        tried_goodcap: "Good captures searched.";
        tried_k1: "First killers searched.";
        tried_k2: "Second killers searched.";
        tried_counter: "Counter moves searched.";
        tried_quiet: "Other quiet moves searched.";
        tried_badcap: "Losing captures and lesser promotions searched.";
        pvs_zw: "Zero-window searches before a full one might be needed.";
        pvs_research: "Searches again with the full window.";
        asp_fail_low: "Iterations whose score fell below the window.";
        asp_fail_high: "Iterations whose score rose above the window.";
        qs_stand_pat: "Quiescence nodes that stood pat at beta.";
        qs_see_pruned: "Losing captures that quiescence left out.";
        qs_delta_pruned: "Captures too small for alpha that quiescence left out.";
        qs_not_back: "Captures that did not take back, deep in quiescence, that it left out.";
        qs_evasions_pruned: "Evasions that quiescence left out because another held.";
        qs_checks: "Quiet checks that quiescence looked at.";
        nmp_tried: "Null moves.";
        nmp_cut: "Null moves that held beta.";
        rfp_cut: "Nodes cut by reverse futility.";
        razor_tried: "Nodes that went to quiescence at once.";
        razor_cut: "Of these, those that stayed there.";
        probcut_tried: "Captures that were searched for a cut by probability.";
        probcut_cut: "Of these, those that cut.";
        futility_pruned: "Moves left out by futility, captures too.";
        lmp_pruned: "Nodes whose quiet moves were left out for their number.";
        prior_rewarded: "Quiet moves rewarded because nothing that answers them reached alpha.";
        history_pruned: "Quiet moves left out for their history.";
        see_pruned: "Moves left out for what they lose.";
        iir_reduced: "Nodes without a TT move searched shallower.";
        lmr_tried: "Late moves searched shallower.";
        lmr_failhigh: "Of these, searched again at full depth.";
        lmr_deeper: "Of these, a ply deeper.";
        lmr_shallower: "Of these, a ply shallower.";
        lmr_saved: "Plies of the late moves that were not searched again.";
        lmr_blocked_gate: "Late moves spared by the gate.";
        lmr_blocked_ks: "Late moves spared for an attack on a king.";
        lmr_blocked_pp: "Late moves spared for passed pawns.";
        pst_reduced: "Late moves reduced more for their square.";
        hindsight_more: "Reduced moves that got back a ply once their child was evaluated.";
        hindsight_less: "Reduced moves that lost another.";
        reduction_capped: "Reductions cut by the cap on their sum.";
        hr_tested: "Moves that history reductions looked at.";
        hr_reduced: "Moves that they reduced.";
        hr_blocked_tt: "Moves spared as the TT move.";
        hr_blocked_incheck: "Moves spared in check.";
        hr_blocked_givescheck: "Moves spared for giving check.";
        hr_blocked_capture: "Moves spared as captures.";
        hr_blocked_static: "Moves spared for the static eval.";
        hr_blocked_threshold: "Moves spared by their counters.";
        hr_fail_low: "Reduced moves that stayed at alpha.";
        hr_fail_high: "Reduced moves that beat alpha.";
        hr_static_tested: "With `Stats`: moves whose full and lazy static evals were compared.";
        hr_static_differs: "Of these, those where only one of the two spares the move.";
        srh_tested: "Moves that the hanging-pieces reduction looked at.";
        srh_reduced: "Moves that it reduced.";
        srh_blocked_incheck: "Moves spared in check.";
        srh_blocked_givescheck: "Moves spared for giving check.";
        srh_blocked_capture: "Moves spared as winning captures.";
        srh_blocked_count: "Moves that left fewer than two pieces hanging.";
        srh_blocked_score: "Moves whose score bears the penalty.";
        ext_check: "Moves extended for a check.";
        ext_promo: "Moves extended for a promotion.";
        ext_capped: "Extensions refused by the guard on their sum.";
        pvx_pairs: "TT moves, or pairs of them, that were counted.";
        pvx_ext: "Moves extended for a line of TT moves.";
        singular_tested: "TT moves that were asked to be singular.";
        singular_ext: "TT moves extended.";
        singular_double: "Of these, by two plies.";
        singular_multicut: "Nodes cut because others reach beta too.";
        corr_updates: "Lessons of the correction history.";
        rh_updates_hh: "Cut-offs that the history counted.";
        rh_updates_bf: "Tries that the history counted.";
        tb_hits: "Positions that the tablebases knew.";
        draws_kpk: "Nodes that king and pawn against king calls drawn.";
        draws_kbpk: "Nodes that the wrong bishop calls drawn.";
        draws_kqkp: "Nodes that queen against pawn calls drawn.";
        draws_krpkr: "Nodes that rook and pawn against rook calls drawn.";
        opt_root_hits: "Root moves that stand in the opening table.";
        opt_root_moves: "Root moves.";
        shuffle_nodes: "Moves searched that were shuffles.";
        shuffle_threats: "Nodes whose threat was looked for, to know what a shuffle answers.";
        psu_changed_cells: "Piece-square values that were changed.";
    }
    greatest {
        pvx_max_per_line: "Most TT move extensions in one line.";
        rh_max: "The greatest history.";
        hh_peak: "The greatest count of cut-offs.";
        shuffle_max_count: "Most shuffles of one side in one line, up to where they matter.";
        psu_min: "The greatest decrease of a piece-square value, in centipawns.";
        psu_max: "The greatest increase.";
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_added_and_the_greatest_kept() {
        let mut all = SearchCounters { fh: 3, rh_max: 7, ..SearchCounters::default() };
        all.merge(&SearchCounters { fh: 4, rh_max: 5, ..SearchCounters::default() });
        assert_eq!((all.fh, all.rh_max), (7, 7));
        assert!(all.pairs().contains(&("fh", 7)));
    }
}
