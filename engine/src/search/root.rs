//! The root: its moves, what each was worth, and which are best.
//!
//! With `MultiPV` the best move is searched for, then the best of the others, and so on.
//!
//! What is added to a root move's score - the opening bonus (OPT-01), the noise of a weakened
//! engine - is added to what its search returns: the search below never sees it, nor does the
//! transposition table, but for the opening bonus where the whole tree has it (`OpeningTune_Where`
//! tree, OPT-02). Reports leave both out: they may choose a move, and that is all.

use rules::Move;

use super::{
    Listener, SearchResult, Searcher, best::Best, candidate::MoveCandidate, node::NodeKind,
    order::SearchedMoves, stack::Line, window::Window,
};
use crate::{position::Position, score::Score};

/// Moves and bounds of scores are reported after this time.
pub(super) const ANNOUNCE_AFTER: std::time::Duration = std::time::Duration::from_secs(3);

/// A move of the root.
#[derive(Clone, Debug)]
pub(super) struct RootMove {
    pub(super) mv: Move,
    /// Centipawns that the opening table adds to its score; reports leave them out.
    pub(super) opening_bonus: i32,
    /// Centipawns that a weakened engine misjudges it by.
    pub(super) noise: i32,
    /// Nodes of its subtree in the last iteration, which says how hard it was to refute.
    pub(super) nodes: u64,
    /// The last depth at which it was among the best, 0 for never; its score and line then.
    pub(super) depth: i32,
    pub(super) score: Score,
    pub(super) line: Line,
}

/// The moves of the root, the best ones first.
#[derive(Clone, Debug)]
pub(super) struct Root {
    pub(super) moves: Vec<RootMove>,
    /// How many of them are wanted.
    pub(super) lines: usize,
    /// Whether these are all legal moves, so that their best is the position's.
    complete: bool,
}

/// Depth of an iteration at the root, and the first of the moves that it searches (`MultiPV`).
#[derive(Clone, Copy, Debug)]
pub(super) struct Iteration {
    pub(super) depth: i32,
    pub(super) first: usize,
}

/// The best line that an iteration found.
#[derive(Clone, Debug)]
pub(super) struct BestLine {
    pub(super) score: Score,
    pub(super) line: Line,
}

impl Searcher<'_> {
    /// The legal moves, less those that `searchmoves` or the tablebases rule out.
    pub(super) fn root(&mut self, position: &Position) -> Root {
        let legal = position.rules().legal_moves();
        let wanted = &self.limits.moves;
        let mut moves: Vec<Move> =
            legal.iter().copied().filter(|mv| wanted.is_empty() || wanted.contains(mv)).collect();
        self.keep_tablebase_moves(position, &mut moves);
        let bonuses = self.root_opening_bonuses(position);
        let moves: Vec<RootMove> = moves
            .into_iter()
            .map(|mv| RootMove {
                opening_bonus: bonuses.bonus(mv),
                noise: self.noise(position, mv),
                ..RootMove::of(mv)
            })
            .collect();
        self.counters.opt_root_hits = bonuses.hits(moves.iter().map(|root_move| root_move.mv));
        self.counters.opt_root_moves = moves.len() as u64;
        let lines = self.shared.options.play.multi_pv().unsigned_abs() as usize;
        let complete = moves.len() == legal.len();
        Root { lines: lines.min(moves.len()), moves, complete }
    }

    /// Searches the root's moves from `iteration.first` on. `best` holds the best line even if the
    /// search is stopped on the way; it stays as it was if all moves fail low. A move that beat alpha
    /// with a zero window is the best even if the search is stopped before it is known by how much.
    pub(super) fn root_iteration(
        &mut self,
        position: &Position,
        root: &mut Root,
        iteration: Iteration,
        asked: Window,
        best: &mut Option<BestLine>,
        listener: &mut dyn Listener,
    ) -> SearchResult {
        let Iteration { depth, first } = iteration;
        let mut window = asked;
        self.visit(0)?;
        let tt_entry = self.probe(position, 0);
        let node = self.new_node(position, depth, 0, tt_entry, NodeKind::Pv);
        self.note_threats(position, 0);
        self.stack.clear_cutoffs(node.ply + 2);
        let mut searched_moves = SearchedMoves::default();
        let mut top = Best::none();
        self.root_window = asked.width();
        let mut bonus = 0;
        for (move_count, root_move) in root.moves[first..].iter_mut().enumerate() {
            if self.thread == 0 && self.clock.elapsed() >= ANNOUNCE_AFTER {
                listener.current_move(depth, root_move.mv, first + move_count + 1);
            }
            let before = self.nodes;
            let child = position.play(root_move.mv, &self.psqt);
            let context = self.quiet_context(0);
            let history = self.quiet_rater(position, context).history(root_move.mv);
            let candidate = MoveCandidate::at_root(root_move.mv, move_count, history);
            let shifted = window.less(root_move.bonus());
            self.root_fail_high = None;
            self.note_move(&node, &candidate, top.score);
            let searched = self.search_move(&node, shifted, &candidate, &child);
            if searched.is_err()
                && let Some(score) = self.root_fail_high
            {
                let score = score.plus(root_move.bonus());
                *best = Some(BestLine { score, line: self.stack.line(0).clone() });
            }
            let score = searched?.plus(root_move.bonus());
            root_move.nodes = self.nodes - before;
            if score > top.score {
                bonus = root_move.bonus();
            }
            if self.improve(&mut top, &mut window, 0, root_move.mv, score) {
                *best = Some(BestLine { score, line: self.stack.line(0).clone() });
            } else {
                searched_moves.push(root_move.mv);
            }
            if score >= window.beta {
                break;
            }
        }
        // The best of some moves is no score of the position.
        if first == 0 && root.complete {
            let in_tree = self.has_opening_bonus_in_tree();
            let bonus = if in_tree { 0 } else { bonus };
            let found = Best { score: top.score.plus(-bonus), ..top };
            self.update_histories(&node, asked, top, &searched_moves);
            let plain = asked.less(bonus);
            if in_tree || root.moves.iter().all(|root_move| root_move.bonus() == 0) {
                self.store(&node, plain, found);
            } else if found.score > plain.alpha {
                // Without what is added another move may be better.
                self.store(&node, Window { beta: plain.beta.min(found.score), ..plain }, found);
            }
        }
        Ok(top.score)
    }
}

impl RootMove {
    /// A move that was not searched yet.
    pub(super) fn of(mv: Move) -> Self {
        Self {
            mv,
            opening_bonus: 0,
            noise: 0,
            nodes: 0,
            depth: 0,
            score: -Score::INFINITE,
            line: Line::default(),
        }
    }

    /// Centipawns that are added to what its search returns.
    pub(super) const fn bonus(&self) -> i32 {
        self.opening_bonus + self.noise
    }
}

impl Root {
    /// The move that `best` begins with, with that line.
    pub(super) fn with_line(&self, best: &BestLine) -> Option<RootMove> {
        let first = best.line.first()?;
        let found = self.moves.iter().find(|root_move| root_move.mv == *first)?;
        Some(RootMove { line: best.line.clone(), ..found.clone() })
    }

    /// Whether the last iteration came as far as this move.
    pub(super) fn has_searched(&self, mv: Move) -> bool {
        self.moves.iter().any(|root_move| root_move.mv == mv && root_move.nodes > 0)
    }

    /// Notes that the line of `best` is the best from `index` on.
    pub(super) fn promote(&mut self, index: usize, depth: i32, best: BestLine) {
        let Some(&mv) = best.line.first() else { return };
        let Some(place) = self.moves.iter().position(|root_move| root_move.mv == mv) else {
            return;
        };
        let root_move = &mut self.moves[place];
        (root_move.depth, root_move.score, root_move.line) = (depth, best.score, best.line);
        self.bring_forward(index, mv);
    }

    /// The moves from `index` on with `mv` first, if it is one of them; the others keep their order.
    pub(super) fn bring_forward(&mut self, index: usize, mv: Move) {
        if let Some(place) = self.moves[index..].iter().position(|root_move| root_move.mv == mv) {
            self.moves[index..=index + place].rotate_right(1);
        }
    }

    /// Puts the best lines in the order of their scores, and the others by the size of their trees.
    pub(super) fn order(&mut self) {
        let (lines, others) = self.moves.split_at_mut(self.lines);
        lines.sort_by_key(|line| std::cmp::Reverse(line.score));
        others.sort_by_key(|root_move| std::cmp::Reverse(root_move.nodes));
    }

    /// Nodes of all moves in the last iteration.
    pub(super) fn nodes(&self) -> u64 {
        self.moves.iter().map(|root_move| root_move.nodes).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        eval::Evaluator,
        game::Game,
        opening,
        options::Options,
        search::{Limits, SearchInfo, Silent, search_alone, with_shared},
    };

    /// The best of `moves`, or of all, at depth 1, where nothing else can follow from an option.
    fn search(options: &Options, game: &Game, moves: Vec<Move>) -> SearchInfo {
        let limits = Limits { moves, ..Limits::depth(1) };
        let mut found = None;
        with_shared(options, |shared| found = search_alone(shared, game, &limits, &mut Silent));
        found.unwrap()
    }

    /// What each move is worth with `options`, which without `name` is the same.
    fn same_scores(game: &Game, options: &Options, name: &str) -> Vec<i32> {
        let mut off = options.clone();
        off.set(name, "false").unwrap();
        let score = |options, mv| search(options, game, vec![mv]).score.get();
        let moves = game.position().legal_moves();
        let scores: Vec<i32> = moves.iter().map(|&mv| score(&off, mv)).collect();
        let with: Vec<i32> = moves.iter().map(|&mv| score(options, mv)).collect();
        assert_eq!(with, scores, "{name}");
        scores
    }

    /// OPT-01.
    #[test]
    fn the_opening_bonus_chooses_a_move_and_changes_no_score() {
        let (game, mut options) = (Game::default(), Options::default());
        options.set("OpeningTune", "true").unwrap();
        let scores = same_scores(&game, &options, "OpeningTune");
        let all = game.position().legal_moves();
        let chosen = search(&options, &game, Vec::new());
        let evaluator = Evaluator::new(&options.eval);
        let bonuses =
            opening::MoveBonuses::at_root(&game.position(), evaluator.tables(), &options.play);
        let most = all.iter().zip(&scores).map(|(&mv, score)| score + bonuses.bonus(mv)).max();
        let place = all.iter().position(|&mv| mv == chosen.pv[0]).unwrap();
        assert_eq!(Some(scores[place] + bonuses.bonus(all[place])), most);
        assert_eq!(chosen.score.get(), scores[place]);
    }

    #[test]
    fn a_weak_level_misjudges_moves_and_reports_true_scores() {
        let mut options = Options::default();
        options.set("OpeningTune", "false").unwrap();
        options.set("UCI_LimitStrength", "true").unwrap();
        options.set("UCI_Elo", "1300").unwrap();
        let mut misjudged = 0;
        for opening in ["e2e4", "d2d4", "c2c4", "g1f3", "b2b3", "g2g3"] {
            let mut game = Game::default();
            game.play(opening).unwrap();
            let scores = same_scores(&game, &options, "UCI_LimitStrength");
            let chosen = search(&options, &game, Vec::new());
            let moves = game.position().legal_moves();
            let place = moves.iter().position(|&mv| mv == chosen.pv[0]).unwrap();
            assert_eq!(chosen.score.get(), scores[place], "{opening}");
            misjudged += i32::from(Some(&scores[place]) < scores.iter().max());
        }
        assert!(misjudged > 0);
    }
}
