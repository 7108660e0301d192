//! Iterative deepening (D. Slate and L. Atkin, Chess 4.5, 1977): the loop over depths, and its
//! ends.

use rules::Move;

use super::{
    Listener, SearchCounters, SearchInfo, Searcher, StopReason, Stopped,
    clock::IterationStats,
    listener::Progress,
    mate::{MateSearch, Verdict},
    root::{Iteration, Root, RootMove},
};
use crate::{
    options::SearchOptions,
    position::Position,
    score::{MAX_PLY, Score},
};

impl Searcher<'_> {
    /// Searches depth after depth until a limit is met. Returns the best line and why the search
    /// ended; `None` if there is no legal move.
    pub(crate) fn deepen(
        &mut self,
        position: &Position,
        listener: &mut dyn Listener,
    ) -> Option<(SearchInfo, StopReason)> {
        self.histories.age(&self.shared.options.search);
        let mut position = self.prepare(position);
        let mut root = self.root(&position);
        let mut course = self.course(&position, root.moves.first()?.mv);
        let mut mates = self.mate_search();
        let mut reason = StopReason::Depth;
        for depth in 1..=self.deepest() {
            self.iteration = depth;
            self.seldepth = 0;
            let finished = self.search_lines(&position, &mut root, depth, course.centre, listener);
            let finished = finished || self.take_over(&mut root);
            let best = &root.moves[0];
            let tells = finished
                || if course.has_told {
                    course.info.pv.first() != Some(&best.mv)
                } else {
                    root.has_searched(self.first_choice(&position, &root))
                };
            if best.depth == depth && tells {
                course.go_on(self.info(&position, 1, best), best, self.options());
                listener.line(&course.info);
            }
            if !finished {
                reason = self.why_broken_off();
                self.broken_off = course.has_told;
                break;
            }
            self.finish_iteration(&root.moves[0]);
            for (index, line) in root.moves[..root.lines].iter().enumerate().skip(1) {
                listener.line(&self.info(&position, index + 1, line));
            }
            listener.iteration(&self.progress(depth));
            if let Some(mates) = &mut mates
                && let Some((ended, mate)) = self.look_for_mate(mates, &position, &root)
            {
                if let Some(line) = mate {
                    course.info = self.info(&position, 1, &RootMove::mating(&line, depth));
                    listener.line(&course.info);
                }
                reason = ended;
                break;
            }
            if let Some(enough) = self.is_enough(&root, &course.info, course.stats(&root)) {
                reason = enough;
                break;
            }
            position = self.prepare_iteration(position);
        }
        if !course.has_told {
            let mv = self.first_choice(&position, &root);
            course = self.course(&position, mv);
            listener.line(&course.info);
        }
        Some((course.info, reason))
    }

    /// A search's course before it has begun: the static eval, and a move as a guess.
    fn course(&self, position: &Position, mv: Move) -> Course {
        let static_eval = self.shared.evaluator.evaluate(position);
        let guess = RootMove { score: static_eval, ..RootMove::of(mv) };
        Course {
            info: self.info(position, 1, &guess),
            has_told: false,
            score: static_eval,
            centre: static_eval,
            fall: 0,
            stable: 0,
        }
    }

    /// Looks for the mate that is asked for, as far as this iteration goes. Returns why the search ends, with the line
    /// if it is a mate; `None` if it goes on.
    fn look_for_mate(
        &mut self,
        mates: &mut MateSearch,
        position: &Position,
        root: &Root,
    ) -> Option<(StopReason, Option<Vec<Move>>)> {
        match mates.advance(self, position, root) {
            Ok(Verdict::Mate(line)) => Some((StopReason::Mate, Some(line))),
            Ok(Verdict::NoMate) => Some((StopReason::NoMate, None)),
            Ok(Verdict::Unknown) => None,
            Err(Stopped) => {
                self.broken_off = true;
                Some((self.why_broken_off(), None))
            }
        }
    }

    /// The move to play if no iteration ends: the table's, else the one with the best static eval
    /// after it among those whose exchange loses nothing.
    fn first_choice(&self, position: &Position, root: &Root) -> Move {
        let tt_move = self.shared.table.probe(position.key(), 0).map(|entry| entry.mv);
        let promise = |root_move: &&RootMove| {
            let child = position.play(root_move.mv, &self.psqt);
            let static_eval = if child.rules().has_legal_move() {
                -self.shared.evaluator.evaluate(&child)
            } else if child.rules().in_check() {
                Score::mate_at(1)
            } else {
                Score::DRAW
            };
            let is_sound = self.exchange.see_ge(position.rules(), root_move.mv, 0);
            (tt_move == Some(root_move.mv), is_sound, static_eval.plus(root_move.bonus()))
        };
        root.moves.iter().max_by_key(promise).map_or(root.moves[0].mv, |root_move| root_move.mv)
    }

    /// The search for a mate beside this one, if one is asked for. Helpers do without.
    fn mate_search(&self) -> Option<MateSearch> {
        let wanted = self.limits.mate.filter(|_| self.thread == 0)?;
        Some(MateSearch::new(wanted, MAX_PLY as i32 - 1))
    }

    /// One iteration of each line (`MultiPV`). Returns whether it was finished; `root` holds what
    /// was found until then.
    fn search_lines(
        &mut self,
        position: &Position,
        root: &mut Root,
        depth: i32,
        before: Score,
        listener: &mut dyn Listener,
    ) -> bool {
        for index in 0..root.lines {
            let mut best = None;
            let before = if index == 0 { before } else { root.moves[index].score };
            let iteration = Iteration { depth, first: index };
            let searched = self.aspirate(position, root, iteration, before, &mut best, listener);
            if searched.is_err() && index > 0 {
                return false;
            }
            if let Some(best) = best {
                root.promote(index, depth, best);
            }
            if searched.is_err() {
                return false;
            }
        }
        root.order();
        true
    }

    fn deepest(&self) -> i32 {
        let most = MAX_PLY as i32 - 1;
        self.limits.depth.unwrap_or(most).clamp(1, most)
    }

    /// Why an iteration was not finished.
    fn why_broken_off(&mut self) -> StopReason {
        if self.is_stopped() {
            StopReason::Stop
        } else if self.has_used_up_nodes() {
            StopReason::Nodes
        } else {
            StopReason::Time
        }
    }

    /// Why no other iteration is to begin; `None` if one is.
    fn is_enough(
        &mut self,
        root: &Root,
        info: &SearchInfo,
        stats: IterationStats,
    ) -> Option<StopReason> {
        if self.is_stopped() {
            return Some(StopReason::Stop);
        }
        if self.clock.is_over() {
            return Some(StopReason::Time);
        }
        if self.has_used_up_nodes() {
            return Some(StopReason::Nodes);
        }
        if let Some(wanted) = self.limits.mate {
            let found = info.score.moves_to_mate();
            if found.is_some_and(|moves| moves > 0 && moves <= wanted) {
                return Some(StopReason::Mate);
            }
        }
        if self.clock.saves() {
            if root.moves.len() == 1 {
                return Some(StopReason::Single);
            }
            if info.score.plies_to_mate().is_some_and(|plies| plies as i32 <= info.depth) {
                return Some(StopReason::Mate);
            }
        }
        (!self.clock.allows_iteration(stats)).then_some(StopReason::Half)
    }

    /// A line as the user interface gets it.
    pub(super) fn info(&self, position: &Position, multi_pv: usize, line: &RootMove) -> SearchInfo {
        let depth = line.depth;
        // The opening table and a misjudgement may choose a move; its score is the search's alone.
        let score = line.score.plus(-line.bonus());
        let ponder = line.line.get(1).copied().or_else(|| self.reply(position, line.mv));
        SearchInfo {
            depth,
            seldepth: self.seldepth,
            multi_pv,
            score,
            wdl: self.shared.wdl.map(|model| model.permille(score, position)),
            nodes: self.all_nodes(),
            tablebase_hits: self.counters.tb_hits,
            elapsed: self.clock.elapsed(),
            hashfull: self.shared.table.permille(),
            pv: if line.line.is_empty() { vec![line.mv] } else { line.line.to_vec() },
            ponder,
            counters: self.counters(),
        }
    }

    /// The reply to `mv` from the transposition table, for lines of one move.
    fn reply(&self, position: &Position, mv: Move) -> Option<Move> {
        let child = position.play(mv, &self.psqt);
        let entry = self.shared.table.probe(child.key(), 1)?;
        child.rules().legal_moves().iter().copied().find(|&reply| reply == entry.mv)
    }

    /// Depth, time and counters so far. The nodes are those of all threads.
    pub(super) fn progress(&self, depth: i32) -> Progress {
        let counters = SearchCounters { nodes: self.all_nodes(), ..self.counters() };
        Progress { depth, elapsed: self.clock.elapsed(), counters }
    }
}

/// What the iterations of a search have told so far.
struct Course {
    /// The best line.
    info: SearchInfo,
    /// Whether an iteration has told one; until then it is a guess.
    has_told: bool,
    /// The score with the opening bonus, which `info` leaves out.
    score: Score,
    /// What the next iteration's window stands around.
    centre: Score,
    /// By how much the score fell in the last iteration.
    fall: i32,
    /// How many iterations in a row told the same move.
    stable: usize,
}

impl Course {
    /// Takes the best line that an iteration tells.
    fn go_on(&mut self, info: SearchInfo, best: &RootMove, options: &SearchOptions) {
        self.fall = self.score.get() - best.score.get();
        self.score = best.score;
        let is_mean = options.aspiration_average()
            && best.depth > 1
            && !self.centre.is_mate()
            && !best.score.is_mate();
        self.centre = if is_mean {
            Score::centipawns((self.centre.get() + best.score.get()) / 2)
        } else {
            best.score
        };
        self.stable = if self.info.pv.first() == Some(&best.mv) { self.stable + 1 } else { 0 };
        self.info = info;
        self.has_told = true;
    }

    /// What the clock asks of an iteration.
    fn stats(&self, root: &Root) -> IterationStats {
        let Self { stable, fall, .. } = *self;
        IterationStats { stable, best_nodes: root.moves[0].nodes, all_nodes: root.nodes(), fall }
    }
}

impl RootMove {
    /// A line that ends in mate.
    fn mating(line: &[Move], depth: i32) -> Self {
        let first = Self::of(line.first().copied().unwrap_or(Move::NONE));
        let score = Score::mate_at(line.len());
        Self { depth, score, line: line.iter().copied().collect(), ..first }
    }
}
