//! Quiescence: at the leaves only captures and promotions to a queen, until it is quiet (QS-01); on
//! its first ply quiet checks too, if `QS_Checks` says so.
//!
//! L. Harris's idea (1975) in the usual form: the side to move may stand pat, which bounds the
//! score from below, except in check, where evasions are searched (`QS_InCheck`): all of them until one
//! holds, then a few (Stockfish). Captures that lose material are left out (QS-02), those that cannot reach alpha
//! (delta pruning), and, if `QS_Recaptures` says so, deep in a quiescence those that do not take back
//! (Stockfish).

use rules::Move;

use super::{
    SearchResult, Searcher, Stopped,
    alpha_beta::no_move,
    best::Best,
    node::with_table,
    order::{MoveFilter, MovePicker, PieceTo, Stage},
    too_deep,
    window::Window,
};
use crate::{
    position::Position,
    score::Score,
    tt::{Bound, Entry},
};

/// A node of quiescence.
#[derive(Clone, Copy, Debug)]
struct QNode<'p> {
    position: &'p Position,
    ply: usize,
    /// Plies since the full search ended.
    depth: i32,
    /// Whether it is on the principal variation.
    is_pv: bool,
}

impl Searcher<'_> {
    /// The score of a position once the captures are over. `is_pv` is whether it is on the
    /// principal variation.
    pub(super) fn quiescence(
        &mut self,
        position: &Position,
        window: Window,
        ply: usize,
        is_pv: bool,
    ) -> SearchResult {
        self.qsearch(QNode { position, ply, depth: 0, is_pv }, window)
    }

    /// Quiescence at any depth. There are no zero windows here, so all children of a PV node are PV
    /// nodes.
    fn qsearch(&mut self, mut node: QNode<'_>, mut window: Window) -> SearchResult {
        let QNode { position, ply, .. } = node;
        self.visit(ply)?;
        self.counters.qnodes += 1;
        if self.is_draw(position, ply) {
            return Ok(Score::DRAW);
        }
        if too_deep(ply) {
            return Ok(self.assess(position, ply).score);
        }
        let asked = window;
        node.is_pv &= !window.is_null();
        let tt_entry =
            if self.options().quiescence_tt() { self.probe(position, ply) } else { None };
        if !node.is_pv
            && let Some(score) = self.tt_cutoff(tt_entry, 0, window)
        {
            return Ok(score);
        }
        let mut best = Best::none();
        let mut raw_eval = None;
        if !self.must_evade(position) {
            let raw = self.raw_eval(position, ply, tt_entry.as_ref());
            raw_eval = Some(raw);
            #[cfg(feature = "lab")]
            if let Some(leaves) = self.shared.leaves {
                leaves.see(position);
            }
            best.score = self.corrected(position, ply, raw);
            if self.options().quiescence_tt_eval() {
                best.score =
                    with_table(best.score, tt_entry.filter(|entry| !entry.score.is_mate()));
            }
            if best.score >= window.beta {
                self.counters.qs_stand_pat += 1;
                if self.options().quiescence_store() && tt_entry.is_none() {
                    let entry = Entry {
                        mv: Move::NONE,
                        score: best.score,
                        depth: 0,
                        bound: Bound::Lower,
                        raw_eval,
                        was_pv: node.is_pv,
                    };
                    self.keep(position, ply, entry);
                }
                let beta = window.beta;
                if self.options().tempered_stand_pat() && !beta.is_mate() && !best.score.is_mate() {
                    return Ok(Score::centipawns((best.score.get() + beta.get()) / 2));
                }
                return Ok(best.score);
            }
            window.alpha = window.alpha.max(best.score);
            if !self.options().quiescence() {
                return Ok(best.score);
            }
        }
        let tt_move = tt_entry.map_or(Move::NONE, |entry| entry.mv);
        let best = self.captures(&node, window, tt_move, best)?;
        if best.is_none() {
            return Ok(no_move(position, ply));
        }
        if self.options().quiescence_tt() {
            let Best { score, mv } = best;
            let was_pv = node.is_pv || tt_entry.is_some_and(|entry| entry.was_pv);
            let bound = asked.bound(score);
            let entry = Entry { mv, score, depth: 0, bound, raw_eval, was_pv };
            self.keep(position, ply, entry);
        }
        Ok(best.score)
    }

    /// Whether it is in check and evasions are looked at; otherwise the side to move may stand pat.
    fn must_evade(&self, position: &Position) -> bool {
        position.in_check() && self.options().quiescence_in_check()
    }

    /// Searches the captures, or all evasions in check. `best` begins with the stand-pat score.
    fn captures(
        &mut self,
        node: &QNode<'_>,
        mut window: Window,
        tt_move: Move,
        mut best: Best,
    ) -> Result<Best, Stopped> {
        let QNode { position, ply, depth, .. } = *node;
        let wanted = self.wanted(node);
        let must_evade = self.must_evade(position);
        if must_evade {
            self.note_threats(position, ply);
        }
        let stand_pat = best.score;
        let recaptures = self.options().quiescence_recaptures();
        let takes_back_only = recaptures > 0 && depth >= recaptures && !must_evade;
        let taken_on = self.stack.piece_to(ply, 1).to();
        let mut quiet_evasions = 0;
        let most = self.options().quiescence_most();
        let mut searched = 0;
        let mut picker = MovePicker::new(self, position, ply, tt_move, wanted);
        while let Some((mv, stage)) = picker.next(self, position, ply) {
            self.shared.table.prefetch(position.likely_key_after(mv));
            self.counters.qs_checks += u64::from(!must_evade && stage == Stage::Quiet);
            if takes_back_only && taken_on != Some(mv.to()) {
                self.counters.qs_not_back += 1;
                continue;
            }
            if !must_evade && let Some(most) = self.delta_pruning(position, mv, stand_pat, window) {
                best.score = best.score.max(most);
                continue;
            }
            if must_evade && self.prunes_evasion(position, mv, best.score, &mut quiet_evasions) {
                continue;
            }
            if most > 0 && !must_evade && searched >= most {
                break;
            }
            searched += 1;
            let score = self.qsearch_move(node, window, mv)?;
            // The line goes on to the end, so that a mate is shown to its last move.
            self.improve(&mut best, &mut window, ply, mv, score);
            if score >= window.beta {
                break;
            }
        }
        if wanted.only_good() {
            self.counters.qs_see_pruned += picker.bad_count() as u64;
        }
        Ok(best)
    }

    /// The score of a move, for the side that plays it.
    fn qsearch_move(&mut self, node: &QNode<'_>, window: Window, mv: Move) -> SearchResult {
        let QNode { position, ply, depth, is_pv } = *node;
        let mut child = position.clone();
        child.make(mv, &self.psqt);
        self.shared.evaluator.prefetch(&child);
        self.prefetch_corrections(&child);
        let last_move = self.stack.last_move(ply).followed_by(PieceTo::of(position.rules(), mv));
        let score = self.descend(ply, last_move, &child, |searcher| {
            let node = QNode { position: &child, ply: ply + 1, depth: depth + 1, is_pv };
            searcher.qsearch(node, -window)
        })?;
        Ok(-score)
    }

    /// All evasions in check, else captures, with quiet checks at depth 0.
    fn wanted(&self, node: &QNode<'_>) -> MoveFilter {
        if self.must_evade(node.position) {
            return MoveFilter::All;
        }
        let options = self.options();
        let with_checks =
            node.depth == 0 && options.quiescence_checks() && !node.position.in_check();
        MoveFilter::captures(options.quiescence_see(), with_checks)
    }

    /// Delta pruning: what a capture is worth at most, if that does not reach alpha. The node's
    /// score is raised to it: a lower one would be stored as an upper bound that does not hold.
    fn delta_pruning(
        &mut self,
        position: &Position,
        mv: Move,
        stand_pat: Score,
        window: Window,
    ) -> Option<Score> {
        let margin = self.options().quiescence_delta();
        let most = stand_pat.plus(self.exchange.gain(position.rules(), mv) + margin);
        let delta_pruning = margin > 0
            && !window.alpha.is_mate()
            && most <= window.alpha
            && !position.rules().gives_check(mv);
        self.counters.qs_delta_pruned += u64::from(delta_pruning);
        delta_pruning.then_some(most)
    }

    /// Whether an evasion is pruned once another avoids mate: quiet ones after the first few, and
    /// those that lose material.
    fn prunes_evasion(
        &mut self,
        position: &Position,
        mv: Move,
        best: Score,
        quiet_evasions: &mut i32,
    ) -> bool {
        let most = self.options().quiescence_evasions();
        if most == 0 || best.is_mate() {
            return false;
        }
        let loses = !self.exchange.see_ge(position.rules(), mv, 0);
        *quiet_evasions += i32::from(mv.is_quiet() && !loses);
        let needless = loses || mv.is_quiet() && *quiet_evasions > most;
        self.counters.qs_evasions_pruned += u64::from(needless);
        needless
    }
}

#[cfg(test)]
#[cfg(feature = "lab")]
mod tests {
    use shakmaty::CastlingMode;

    use super::*;
    use crate::{game::Game, options::Options, search::with_searcher};

    /// What is left out must not be worth more than what is returned: it is stored as a bound, and
    /// the parent takes it for one too.
    #[test]
    fn a_capture_that_is_left_out_bounds_the_score() {
        // White can take a pawn, and wants much more.
        let game =
            Game::from_fen("r3k3/pp3ppp/8/3p4/2P5/8/PP3PPP/R3K3 w - - 0 1", CastlingMode::Standard);
        for margin in [0, 40, 150] {
            let mut options = Options::default();
            options.set("QS_Delta", &margin.to_string()).expect("an option");
            with_searcher(&options, |searcher| {
                let game = game.as_ref().expect("a position");
                let position = Position::new(game.position(), &searcher.psqt);
                let static_eval = searcher.assess(&position, 0).score;
                let window = Window::above(Score::centipawns(900));
                let score = searcher.quiescence(&position, window, 0, false).expect("a score");
                let pruned = searcher.counters.qs_delta_pruned;
                if margin == 0 {
                    assert!(pruned == 0 && score > static_eval, "taken: {score:?}");
                } else {
                    assert_eq!((pruned, score), (1, static_eval + (100 + margin)));
                }
            });
        }
    }
}
