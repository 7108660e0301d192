//! Late move reductions (LMR-01 to LMR-05; T. Romstad, Glaurung, 2005; J. Petzke, Mediocre, 2007).
//!
//! With good ordering a move that comes late is rarely best: it is searched shallower first, and
//! again at full depth if it beats alpha after all. By how much is a fixed number (`LMR_Formula`
//! fixed, Mediocre's), or grows with the logarithms of depth and move number (R. Hyatt's and
//! Stockfish's later practice) and with what is known of node and move. Below nought it is a ply more (`LMR_Extend`).
//!
//! Readings: Mediocre's "in check" is tested both before the move and after it, each with its
//! switch; "move 4 and later" is `LMR_FullMoves`, the moves that come before. The gates of LMR-04
//! are alternatives of each other (`LMR_Gate`); without one, the peak form of the history (`RH`) is
//! its own. A move raises the static score above alpha if its child's evaluation is, whatever the node's
//! was; it makes a threat if it gives check, or if the mover, were it to move again, could win more
//! by a capture than it could before.

use rules::{Move, Position as Rules};

use super::{
    Searcher,
    candidate::MoveCandidate,
    hanging::best_win,
    node::Node,
    order::{Stage, history::gate, psqt_gain},
    pvs::ChildSearch,
    see::Exchange,
    window::Window,
};
use crate::{
    options::{LateMoveFormula, LateMoveGate, Ordering, SearchOptions},
    score::Score,
};

/// Parts of a ply that reductions are computed in.
const PLY: i32 = 1024;
/// Only larger reductions depend on whether the side is improving.
const MUCH: i32 = PLY * 9 / 4;
/// Below this depth moves of the principal variation are reduced less.
const SHALLOW: i32 = 6;
/// Depths at which history counts as it is; at others it counts more, as its divisor is less.
const USUAL: std::ops::Range<i32> = 6..22;
const UNUSUAL_PERCENT: i32 = 70;
/// Depths at which a move that raises alpha makes the later ones shallower.
const RAISED: std::ops::Range<i32> = 3..12;
/// A node whose last move came later than this is probably good for its side to move.
const LATE_PARENT: usize = 8;
/// Plies of a reduction at which a move that is not reduced is shallower.
const LARGE: i32 = 4;
/// More history than this counts as this.
const MOST_HISTORY: i32 = 200_000;
/// Depths and move numbers beyond this are reduced no more.
const SIZE: usize = 64;

/// Logarithmic reductions by depth and move number.
#[derive(Debug)]
pub(super) struct LateMoves {
    plies: Box<[[i32; SIZE]; SIZE]>,
}

impl LateMoves {
    pub(super) fn new(options: &SearchOptions) -> Self {
        let mut plies = Box::new([[0; SIZE]; SIZE]);
        let base = f64::from(options.late_moves_base()) / 100.0;
        let divisor = f64::from(options.late_moves_divisor()) / 100.0;
        let logs: [f64; SIZE] = std::array::from_fn(|n| (n.max(1) as f64).ln());
        for (row, by_depth) in plies.iter_mut().zip(logs) {
            for (cell, by_number) in row.iter_mut().zip(logs) {
                *cell = ((base + by_depth * by_number / divisor) * f64::from(PLY)) as i32;
            }
        }
        Self { plies }
    }

    /// Parts of a ply for the move of this number, the first being 0.
    fn get(&self, depth: i32, searched: usize) -> i32 {
        self.plies[depth.clamp(0, SIZE as i32 - 1) as usize][(searched + 1).min(SIZE - 1)]
    }
}

impl Searcher<'_> {
    /// The depth to which a late move would be searched by its number alone (Stockfish's lmrDepth); move pruning
    /// counts in it.
    pub(super) fn late_depth(&self, node: &Node<'_>, searched: usize, window: Window) -> i32 {
        let plies = if self.options().late_moves() {
            self.by_number(node, searched, window) / PLY
        } else {
            0
        };
        node.depth - 1 - plies
    }

    /// Parts of a ply by depth and number; less where the window is wide.
    fn by_number(&self, node: &Node<'_>, searched: usize, window: Window) -> i32 {
        let options = self.options();
        let logs = self.late_moves.get(node.depth, searched);
        // A zero window has next to none.
        let share = if window.is_null() {
            0
        } else {
            hundredths(options.late_moves_window()) * window.width() / self.root_window
        };
        let is_worse = !node.improving && logs > MUCH;
        logs - share + if is_worse { hundredths(options.late_moves_not_improving()) } else { 0 }
    }

    /// Plies that moves are shallower after one that raised alpha of a node of this depth to `score` (Stockfish,
    /// 2022): there is something to choose already.
    pub(super) fn less_after_raise(&self, depth: i32, score: Score, window: Window) -> i32 {
        let options = self.options();
        let is_wanted = options.late_moves()
            && RAISED.contains(&depth)
            && !score.is_mate()
            && !window.beta.is_mate();
        if is_wanted { options.late_moves_raised().min(depth - 1) } else { 0 }
    }

    /// Plies that a move which is not reduced is shallower, as a reduction would be large (Stockfish, 2022).
    pub(super) fn first_move_reduction(
        &self,
        node: &Node<'_>,
        window: Window,
        searched: &ChildSearch<'_>,
    ) -> i32 {
        let options = self.options();
        let is_asked = options.late_moves()
            && options.late_moves_first()
            && options.late_moves_formula() == LateMoveFormula::Log
            && !(node.is_pv() && searched.candidate.move_count == 0);
        if !is_asked || self.is_reducible(node, searched) {
            return 0;
        }
        let has_no_move = node.tt_entry.is_none_or(|entry| !entry.mv.is_some());
        let more = if has_no_move && node.is_cut_node() { 2 * PLY } else { 0 };
        i32::from(self.log_reduction(node, window, searched) + more >= LARGE * PLY)
    }

    /// Whether a move is late enough, and of a kind that is reduced. Near the root, where the principal variation
    /// begins, one more is not.
    fn is_reducible(&self, node: &Node<'_>, searched: &ChildSearch<'_>) -> bool {
        let move_count = searched.candidate.move_count;
        let others = move_count.saturating_sub(usize::from(node.is_pv() && node.ply <= 1));
        is_late(node.depth, others, self.options()) && !self.is_spared(node, searched)
    }

    /// The late move reduction of a move, in plies.
    pub(super) fn late_move_reduction(
        &mut self,
        node: &Node<'_>,
        window: Window,
        searched: &ChildSearch<'_>,
    ) -> i32 {
        let options = self.options();
        let ChildSearch { candidate, child, depth, .. } = *searched;
        if !options.late_moves() || !self.is_reducible(node, searched) {
            return 0;
        }
        let parts = match options.late_moves_formula() {
            LateMoveFormula::Fixed => options.late_moves_reduction() * PLY,
            LateMoveFormula::Log => {
                self.log_reduction(node, window, searched) + self.by_eval(node, window, searched)
            }
        };
        if parts <= -PLY && options.late_moves_extend() && depth > 0 {
            return -1;
        }
        let mut plies = parts.max(0) / PLY;
        if options.psqt_reduce() > 0 && self.loses_psqt(node, candidate, options.psqt_reduce()) {
            self.counters.pst_reduced += 1;
            plies += 1;
        }
        // At least one ply of the full search remains.
        let plies = plies.min(depth - 1).max(0);
        if plies == 0
            || self.gate_blocks(node, window, searched)
            || self.is_exempt_for_growth(node, child)
        {
            return 0;
        }
        self.counters.lmr_tried += 1;
        plies
    }

    /// Whether the move is of a kind that is not reduced (LMR-03).
    fn is_spared(&self, node: &Node<'_>, searched: &ChildSearch<'_>) -> bool {
        let options = self.options();
        let ChildSearch { candidate, child, extension, .. } = *searched;
        let mv = candidate.mv;
        let is_bad = candidate.stage == Stage::BadNoisy && options.ordering() == Ordering::New;
        let is_spared_capture =
            options.late_moves_spare_captures() && !(options.late_moves_bad_captures() && is_bad);
        let may_decide =
            node.was_pv && !(node.is_cut_node() && self.stack.parent(node.ply).move_number > 1);
        !mv.is_quiet() && may_decide && options.late_moves_was_pv() > 0
            || mv.is_capture() && is_spared_capture
            || mv.is_promotion() && options.late_moves_spare_promotions()
            || node.position.in_check() && options.late_moves_spare_in_check()
            || child.in_check() && options.late_moves_spare_checks()
            || extension > 0 && options.late_moves_spare_extended()
            || options.late_moves_spare_killers()
                && matches!(candidate.stage, Stage::Killer1 | Stage::Killer2)
    }

    fn log_reduction(&self, node: &Node<'_>, window: Window, searched: &ChildSearch<'_>) -> i32 {
        let options = self.options();
        let mv = searched.candidate.mv;
        let (own, parent) = (self.stack.above(node.ply), self.stack.parent(node.ply));
        let tt_move = node.tt_entry.map_or(Move::NONE, |entry| entry.mv);
        let plies = |asked: bool, plies: i32| if asked { plies * PLY } else { 0 };
        let mut parts = self.by_number(node, searched.candidate.move_count, window);
        parts += if node.is_cut_node() { hundredths(options.late_moves_cut_node()) } else { 0 };
        parts -= plies(node.is_pv(), if node.depth < SHALLOW { 2 } else { 1 });
        if node.was_pv {
            let entry = node.tt_entry.as_ref();
            let is_above = entry.is_some_and(|entry| entry.score > window.alpha);
            let is_deep = entry.is_some_and(|entry| entry.depth >= node.depth);
            let times = i32::from(is_above) + i32::from(is_deep);
            parts -= hundredths(options.late_moves_was_pv());
            parts -= hundredths(options.late_moves_was_pv_entry() * times);
        }
        parts -= plies(parent.move_number > LATE_PARENT, 1);
        parts -= plies(own.has_quiet_singular, 1);
        let tt_captures = tt_move.is_some() && !tt_move.is_quiet();
        parts += if tt_captures { hundredths(options.late_moves_tt_capture()) } else { 0 };
        let most = options.late_moves_cutoffs();
        if most > 0 && i32::from(self.stack.cutoffs(node.ply + 1)) >= most {
            parts += PLY;
        } else {
            parts -= plies(mv == tt_move, 1);
        }
        let divisor = options.late_moves_history();
        if divisor > 0 {
            let scaled = own.history.clamp(-MOST_HISTORY, MOST_HISTORY) * PLY;
            // Both divisors are constants of the program unless the laboratory sets them: a division by another is slow.
            parts -= if USUAL.contains(&node.depth) {
                scaled / divisor
            } else {
                scaled / (divisor * UNUSUAL_PERCENT / 100).max(1)
            };
        }
        parts
    }

    /// Parts of a ply more where the static score after the move is below alpha (`LMR_Eval`): of all that is known of a
    /// late move before it is searched, that says most of whether it beats alpha.
    fn by_eval(&mut self, node: &Node<'_>, window: Window, searched: &ChildSearch<'_>) -> i32 {
        let options = self.options();
        let (rate, most) = (options.late_moves_eval(), options.late_moves_eval_most());
        let (child, ply) = (searched.child, node.ply + 1);
        if rate == 0 || child.in_check() || window.alpha.is_mate() {
            return 0;
        }
        let entry = self.shared.table.probe(self.key(child, ply), ply);
        let raw_eval = self.raw_eval(child, ply, entry.as_ref());
        let below = window.alpha.get() + self.corrected(child, ply, raw_eval).get();
        hundredths((below.max(0) * rate / 100).min(most))
    }

    /// Whether a quiet move loses at least `least` centipawns of piece-square value (PST-03).
    fn loses_psqt(&self, node: &Node<'_>, candidate: &MoveCandidate, least: i32) -> bool {
        let position = node.position;
        candidate.mv.is_quiet()
            && psqt_gain::gain(position.rules(), candidate.mv, &self.psqt, position.phase())
                <= -least
    }

    /// Whether the gate spares the move (LMR-04).
    fn gate_blocks(&mut self, node: &Node<'_>, window: Window, searched: &ChildSearch<'_>) -> bool {
        let options = self.options();
        let (position, mv, child) = (node.position, searched.candidate.mv, searched.child);
        let mover = self.mover(position, node.ply);
        let history = &self.histories.quiet;
        let blocks = match gate(options) {
            LateMoveGate::None => false,
            LateMoveGate::Hr => !self.reduction_counter_is_low(position.rules(), mv),
            LateMoveGate::Static => {
                !child.in_check() && -self.assess(child, node.ply + 1).score > window.alpha
            }
            LateMoveGate::Threat => makes_threat(position.rules(), child.rules(), &self.exchange),
            _ if !mv.is_quiet() => false,
            LateMoveGate::History => history.get(mover, mv, options) > 0,
            LateMoveGate::Relative => {
                let least = options.history_scale() * options.late_moves_gate_percent() / 100;
                history.get(mover, mv, options) > least
            }
            LateMoveGate::Peak => !history.is_low(mover, mv, options.peak_percent()),
        };
        self.counters.lmr_blocked_gate += u64::from(blocks);
        blocks
    }
}

/// Whether a move from `position` to `child` threatens a capture that wins more than any before.
fn makes_threat(position: &Rules, child: &Rules, exchange: &Exchange) -> bool {
    child.in_check() || best_win(&child.pass(), exchange) > best_win(position, exchange)
}

/// Whether a move may be reduced at this depth, after `searched` others (LMR-01).
const fn is_late(depth: i32, searched: usize, options: &SearchOptions) -> bool {
    searched >= options.late_moves_full().unsigned_abs() as usize
        && depth >= options.late_moves_min_depth()
}

/// Parts of a ply for hundredths of one.
const fn hundredths(value: i32) -> i32 {
    value * PLY / 100
}

#[cfg(test)]
#[cfg(feature = "lab")]
mod tests {
    use shakmaty::CastlingMode;

    use super::*;
    use crate::{
        game::Game,
        options::Options,
        position::Position,
        score::Score,
        search::{candidate::MoveCandidate, node::NodeKind, order::MoveHistory, with_searcher},
    };

    /// Whether the gate spares a move that is the third of its node, if alpha is `alpha`.
    fn spared(gate: &str, fen: &str, mv: &str, alpha: i32) -> bool {
        let mut options = Options::default();
        for (name, value) in [("LMR_Gate", gate), ("LMR_Formula", "fixed")] {
            options.set(name, value).expect("an option");
        }
        let game = Game::from_fen(fen, CastlingMode::Standard).expect("a position");
        let mut is_spared = None;
        with_searcher(&options, |searcher| {
            let position = Position::new(game.position(), &searcher.psqt);
            let node = searcher.new_node(&position, 6, 0, None, NodeKind::All);
            let mv = game.find(mv).expect("a move");
            let candidate = MoveCandidate {
                move_count: 3,
                ..MoveCandidate::at_root(mv, 1, MoveHistory::default())
            };
            let child = position.play(mv, &searcher.psqt);
            let searched =
                ChildSearch { candidate: &candidate, child: &child, extension: 0, depth: 5 };
            let window = Window::above(Score::centipawns(alpha));
            let plies = searcher.late_move_reduction(&node, window, &searched);
            assert_eq!(searcher.counters.lmr_blocked_gate + searcher.counters.lmr_tried, 1);
            is_spared = Some(plies == 0);
        });
        is_spared.expect("a search")
    }

    /// LMR-04.
    #[test]
    fn a_static_score_above_alpha_spares_a_move() {
        let fen = "4k3/5ppp/8/8/8/8/5PPP/R3K3 w - - 0 1";
        for (alpha, expected) in [(-200, true), (1_500, false)] {
            assert_eq!(spared("static", fen, "e1d2", alpha), expected, "{alpha}");
            assert!(!spared("none", fen, "e1d2", alpha), "{alpha}");
        }
    }

    /// LMR-04.
    #[test]
    fn a_threat_spares_a_move() {
        // From c1 the bishop attacks nothing, from b2 the rook on h8.
        let fen = "4k2r/5p2/8/8/8/8/5PP1/2B1K3 w - - 0 1";
        assert!(spared("threat", fen, "c1b2", 0));
        assert!(!spared("threat", fen, "c1d2", 0));
        assert!(!spared("none", fen, "c1b2", 0));
        // What was attacked before is no new threat.
        let fen = "4k2r/5p2/8/8/8/8/1B3PP1/4K3 w - - 0 1";
        assert!(!spared("threat", fen, "e1d2", 0));
    }

    #[test]
    fn the_first_moves_and_shallow_nodes_are_not_reduced() {
        for full in [1_u8, 2, 4, 64] {
            let options =
                SearchOptions { late_moves_full: full.into(), ..SearchOptions::default() };
            let first = (0..100).find(|&searched| is_late(9, searched, &options));
            assert_eq!(first, Some(full.into()), "the first {full} are searched in full");
        }
        let options = SearchOptions { late_moves_min_depth: 3, ..SearchOptions::default() };
        assert_eq!((0..9).find(|&depth| is_late(depth, 99, &options)), Some(3));
    }

    #[test]
    fn reductions_grow_with_depth_and_number() {
        let table = LateMoves::new(&SearchOptions::default());
        for depth in 2..63 {
            for searched in 1..62 {
                assert!(table.get(depth, searched) <= table.get(depth + 1, searched));
                assert!(table.get(depth, searched) <= table.get(depth, searched + 1));
            }
        }
        assert_eq!(table.get(1_000, 1_000), table.get(63, 62));
    }
}
