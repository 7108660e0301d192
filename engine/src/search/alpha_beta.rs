//! Alpha-beta at one node: cut-offs and pruning before its moves, then the loop over them (D. Knuth
//! and R. Moore, 1975; fail soft, J. Fishburn, 1983).

use rules::{Checks, Move};

use super::{
    SearchResult, Searcher,
    best::Best,
    candidate::MoveCandidate,
    node::{Node, NodeKind},
    order::{MoveFilter, MovePicker, SearchedMoves},
    singular::Verdict,
    stack::Above,
    too_deep,
    window::Window,
};
use crate::{position::Position, score::Score, tt::Entry};

/// The history of a move that is neither good nor bad.
const USUAL_HISTORY: i32 = 4_006;
/// Nodes up to this depth do not inherit the mark of the principal variation from their parent.
const LEAST_HEIR: i32 = 3;

impl Searcher<'_> {
    /// Searches a position below the root to `depth` plies. The score is the side to move's.
    pub(super) fn alpha_beta(
        &mut self,
        position: &Position,
        window: Window,
        depth: i32,
        ply: usize,
        kind: NodeKind,
    ) -> SearchResult {
        if depth <= 0 {
            return self.quiescence(position, window, ply, kind == NodeKind::Pv);
        }
        self.visit(ply)?;
        if self.is_draw(position, ply) {
            return Ok(Score::DRAW);
        }
        if too_deep(ply) {
            return Ok(self.assess(position, ply).score);
        }
        let Some(window) = mate_distance_pruning(window, ply) else {
            return Ok(window_edge(window, ply));
        };
        let mut window = window;
        if window.alpha < Score::DRAW && self.can_repeat(position, ply) {
            window.alpha = Score::DRAW;
            if window.alpha >= window.beta {
                return Ok(window.alpha);
            }
        }
        let kind = kind.within(window);
        let is_whole = !self.stack.excluded(ply).is_some();
        let tt_entry = self.probe(position, ply);
        // A cut-off inside the principal variation would cut the line short.
        if is_whole
            && kind != NodeKind::Pv
            && tt_entry.is_some_and(|entry| entry.decides(depth, self.shares_table()))
            && let Some(score) = self.tt_cutoff(tt_entry, depth, window)
        {
            self.teach_tt_move(position, (ply, depth), tt_entry, score >= window.beta);
            return Ok(score);
        }
        if is_whole && let Some(score) = self.tablebase(position, depth, ply) {
            return Ok(score);
        }
        let mut node = self.new_node(position, depth, ply, tt_entry, kind);
        self.stack.clear_cutoffs(ply + 2);
        if is_whole {
            self.learn_from_eval(&node);
            node.depth += self.hindsight(&node);
        }
        if let Some(score) = self.prune_node(&node, window, is_whole)? {
            return Ok(score);
        }
        node.depth -= self.internal_iterative_reduction(&node);
        if node.depth <= 0 {
            return self.quiescence(position, window, ply, kind == NodeKind::Pv);
        }
        if let Some(score) = self.probcut(&node, window)? {
            return Ok(score);
        }
        self.search_moves(&node, window)
    }

    /// Evaluates a node: its raw and static eval, and whether it is improving.
    pub(super) fn new_node<'p>(
        &mut self,
        position: &'p Position,
        depth: i32,
        ply: usize,
        tt_entry: Option<Entry>,
        kind: NodeKind,
    ) -> Node<'p> {
        let raw_eval =
            (!position.in_check()).then(|| self.raw_eval(position, ply, tt_entry.as_ref()));
        let static_eval = raw_eval.map(|score| self.corrected(position, ply, score));
        self.stack.set_static_eval(ply, static_eval);
        let improving = self.is_improving(ply, static_eval);
        let was_pv = kind == NodeKind::Pv || tt_entry.is_some_and(|entry| entry.was_pv);
        *self.stack.above_mut(ply) = Above {
            was_pv,
            is_known: tt_entry.is_some(),
            in_check: position.in_check(),
            ..Above::default()
        };
        Node { position, depth, ply, kind, tt_entry, raw_eval, static_eval, was_pv, improving }
    }

    /// Whether the side to move stands better than at its last move, or with `Improving4` at the one
    /// before if it was in check there.
    fn is_improving(&self, ply: usize, static_eval: Option<Score>) -> bool {
        let before = |back| ply.checked_sub(back).and_then(|ply| self.stack.static_eval(ply));
        let mut past = before(2);
        if self.options().improving_deep() {
            past = past.or_else(|| before(4));
        }
        static_eval.is_some_and(|now| past.is_none_or(|past| now > past))
    }

    /// Prunes the whole node, if an idea that does so without its moves applies. A node that is searched without its
    /// TT move, and so is not whole, goes by the static eval alone.
    fn prune_node(
        &mut self,
        node: &Node<'_>,
        window: Window,
        is_whole: bool,
    ) -> Result<Option<Score>, super::Stopped> {
        let eval = if is_whole { node.eval() } else { node.static_eval };
        let Some(eval) = eval.filter(|_| !node.is_pv()) else { return Ok(None) };
        if let Some(score) = self.razoring(node, window, eval)? {
            return Ok(Some(score));
        }
        if let Some(score) = self.reverse_futility(node, window, eval) {
            return Ok(Some(score));
        }
        if is_whole { self.null_move(node, window, eval) } else { Ok(None) }
    }

    /// Searches the moves of a node and stores what comes out.
    fn search_moves(&mut self, node: &Node<'_>, mut window: Window) -> SearchResult {
        let asked = window;
        let mut node = *node;
        self.note_threats(node.position, node.ply);
        let excluded = self.stack.excluded(node.ply);
        let tt_move = node.tt_entry.map_or(Move::NONE, |entry| entry.mv);
        let mut picker = MovePicker::new(self, node.position, node.ply, tt_move, MoveFilter::All);
        let mut best = Best::none();
        let (context, checks) = (self.quiet_context(node.ply), Checks::of(node.position.rules()));
        let bonuses = self.opening_bonuses(&node);
        let mut searched = SearchedMoves::default();
        let mut move_count = 0;
        while let Some((mv, stage)) = picker.next(self, node.position, node.ply) {
            if mv == excluded {
                continue;
            }
            // Before what may prune the move: memory takes longer than a move to be played.
            self.shared.table.prefetch(node.position.likely_key_after(mv));
            let history = self.quiet_rater(node.position, context).history(mv);
            let mut candidate = MoveCandidate { mv, stage, move_count, history, singular: 0 };
            if move_count > 0
                && self.prunes_move(
                    &node,
                    window,
                    &mut best.score,
                    (&candidate, &checks),
                    &mut picker,
                )
            {
                move_count += 1;
                continue;
            }
            match self.singular(&node, window, &candidate)? {
                Verdict::Extend(plies) => {
                    candidate.singular = plies;
                    node.depth += self.deeper_by_singular(&node, &candidate);
                }
                Verdict::Cut(score) => return Ok(score),
            }
            self.stages.count_try(stage);
            self.note_move(&node, &candidate, best.score);
            let mut child = node.position.clone();
            child.make(mv, &self.psqt);
            let bonus = bonuses.bonus(mv);
            let shifted = window.less(bonus);
            let score = self.search_move(&node, shifted, &candidate, &child)?;
            let score = if bonus == 0 { score } else { score.plus(bonus) };
            let raised = self.improve(&mut best, &mut window, node.ply, mv, score);
            if score >= window.beta {
                self.count_cutoff(&candidate, picker.has_generated());
                self.stack.count_cutoff(node.ply);
                break;
            }
            if raised {
                node.depth -= self.less_after_raise(node.depth, score, window);
            } else {
                searched.push(mv);
            }
            move_count += 1;
        }
        if best.is_none() {
            // No legal move was pruned: there is none but the excluded one, if there is that.
            return Ok(if excluded.is_some() {
                window.alpha
            } else {
                no_move(node.position, node.ply)
            });
        }
        if !excluded.is_some() {
            best.score = self.tempered(&node, asked, best.score);
            self.update_histories(&node, asked, best, &searched);
            node.was_pv |= self.inherits_was_pv(&node, asked, best.score);
            self.store(&node, asked, best);
        }
        Ok(best.score)
    }

    /// Notes which move of a node is searched next, for what its children ask.
    pub(super) fn note_move(&mut self, node: &Node<'_>, candidate: &MoveCandidate, best: Score) {
        let is_killer = self.stack.killers(node.ply).0[0] == candidate.mv;
        let above = self.stack.above_mut(node.ply);
        above.move_number = candidate.move_count + 1;
        above.history = candidate.history.sum() - USUAL_HISTORY;
        (above.is_killer, above.best) = (is_killer, best);
    }

    /// Whether a node that failed low inherits the mark of the principal variation from its parent: the move that led
    /// to it is probably good.
    fn inherits_was_pv(&self, node: &Node<'_>, window: Window, score: Score) -> bool {
        score <= window.alpha && node.depth > LEAST_HEIR && self.stack.parent(node.ply).was_pv
    }

    /// The score of a node, nearer to beta if it is above: it is a bound by a search that may be
    /// shallow (Stockfish, 2024).
    fn tempered(&self, node: &Node<'_>, window: Window, score: Score) -> Score {
        let is_certain = score.is_mate() || window.beta.is_mate() || node.is_pv();
        if !self.options().tempered_scores() || is_certain || score <= window.beta {
            return score;
        }
        Score::centipawns((score.get() * node.depth + window.beta.get()) / (node.depth + 1))
    }

    fn count_cutoff(&mut self, candidate: &MoveCandidate, generated: bool) {
        let counters = &mut self.counters;
        counters.fh += 1;
        counters.fh1 += u64::from(candidate.move_count == 0);
        counters.fh4 += u64::from(candidate.move_count < 4);
        counters.gen_skipped += u64::from(!generated);
        self.stages.count_cut(candidate.stage);
    }

    /// Probes the transposition table.
    pub(super) fn probe(&mut self, position: &Position, ply: usize) -> Option<Entry> {
        let found = self.shared.table.probe(self.key(position, ply), ply);
        self.counters.table.probed(found.as_ref());
        found
    }

    /// The table's score, if it is deep enough and its bound cuts off.
    pub(super) fn tt_cutoff(
        &mut self,
        tt_entry: Option<Entry>,
        depth: i32,
        window: Window,
    ) -> Option<Score> {
        let entry = tt_entry.filter(|entry| entry.cuts(depth, window.alpha, window.beta))?;
        self.counters.table.cut(entry.bound);
        Some(entry.score)
    }

    /// Stores the result of a node in the table and teaches the correction history. `window` is the
    /// one that the node was searched with.
    pub(super) fn store(&mut self, node: &Node<'_>, window: Window, best: Best) {
        let Best { score, mv } = best;
        let bound = window.bound(score);
        self.update_correction_history(node, score, bound, !mv.is_some() || mv.is_quiet());
        let Node { depth, raw_eval, was_pv, .. } = *node;
        let entry = Entry { mv, score, depth, bound, raw_eval, was_pv };
        self.keep(node.position, node.ply, entry);
    }

    /// Stores an entry for the position at `ply`, and counts what becomes of it.
    pub(super) fn keep(&mut self, position: &Position, ply: usize, entry: Entry) {
        let stored = self.shared.table.store(self.key(position, ply), ply, entry);
        self.counters.table.stored(stored);
    }
}

/// The score of a position without a legal move.
pub(super) fn no_move(position: &Position, ply: usize) -> Score {
    if position.in_check() { Score::mated_at(ply) } else { Score::DRAW }
}

/// Mate distance pruning: no score from here is worse than being mated at once, none better than
/// mating with the next move. `None` if nothing is left between.
fn mate_distance_pruning(window: Window, ply: usize) -> Option<Window> {
    let alpha = window.alpha.max(Score::mated_at(ply));
    let beta = window.beta.min(Score::mate_at(ply + 1));
    (alpha < beta).then_some(Window { alpha, beta })
}

/// The score of a node that mate distance pruning cuts.
fn window_edge(window: Window, ply: usize) -> Score {
    window.alpha.max(Score::mated_at(ply))
}
