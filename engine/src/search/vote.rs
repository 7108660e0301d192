//! The vote: threads may end with different moves, and the one that most and deepest searches speak for
//! is played (Stockfish, 2018).

use rules::Move;

use super::SearchInfo;
use crate::score::Score;

/// What a thread's vote weighs per ply of depth, in centipawns above the lowest score of all.
const WEIGHT: i64 = 14;

/// The line to play: the main thread's, which is the first, unless another move has more votes; of
/// mates the shortest.
pub(super) fn elect(found: &[SearchInfo]) -> Option<&SearchInfo> {
    let lowest = found.iter().map(|info| info.score.get()).min()?;
    let weight =
        |info: &SearchInfo| (i64::from(info.score.get() - lowest) + WEIGHT) * i64::from(info.depth);
    let votes = |mv: Option<&Move>| -> i64 {
        found.iter().filter(|info| info.pv.first() == mv).map(weight).sum()
    };
    let wins = |info: &SearchInfo| info.score.is_mate() && info.score > Score::DRAW;
    let loses = |info: &SearchInfo| info.score.is_mate() && info.score < Score::DRAW;
    found.iter().reduce(|best, info| {
        let is_better = if wins(best) || wins(info) {
            info.score > best.score
        } else {
            !loses(info) && votes(info.pv.first()) > votes(best.pv.first())
        };
        if is_better { info } else { best }
    })
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::{game::Game, search::SearchCounters};

    /// The index of the thread that is elected, of threads with a move, a score and a depth each.
    fn elected(threads: &[(usize, Score, i32)]) -> usize {
        let moves = Game::default().position().legal_moves();
        let info = |(index, &(mv, score, depth)): (usize, &(usize, Score, i32))| SearchInfo {
            depth,
            seldepth: index,
            multi_pv: 1,
            score,
            wdl: None,
            nodes: 0,
            tablebase_hits: 0,
            elapsed: Duration::ZERO,
            hashfull: 0,
            pv: vec![moves[mv]],
            ponder: None,
            counters: SearchCounters::default(),
        };
        let found: Vec<_> = threads.iter().enumerate().map(info).collect();
        elect(&found).unwrap().seldepth
    }

    #[test]
    fn the_main_thread_is_believed_unless_it_is_outvoted() {
        let cp = Score::centipawns;
        assert_eq!(elected(&[(0, cp(10), 12)]), 0);
        assert_eq!(elected(&[(0, cp(10), 12), (1, cp(10), 12)]), 0, "a tie");
        assert_eq!(elected(&[(0, cp(10), 12), (1, cp(10), 13)]), 1, "deeper");
        assert_eq!(elected(&[(0, cp(10), 12), (1, cp(30), 12)]), 1, "better");
        let two = [(0, cp(30), 12), (1, cp(20), 12), (1, cp(20), 12), (0, cp(0), 3)];
        assert_eq!(elected(&two), 1, "two against one");
        assert_eq!(elected(&[(0, cp(5), 12), (1, cp(90), 0)]), 0, "nothing finished");
    }

    #[test]
    fn mates_outvote_all() {
        let (cp, mate) = (Score::centipawns, Score::mate_at);
        assert_eq!(elected(&[(0, cp(900), 20), (0, cp(900), 20), (1, mate(5), 4)]), 2);
        let deep = [(0, cp(900), 40), (0, cp(900), 40), (1, mate(5), 2), (2, cp(-900), 1)];
        assert_eq!(elected(&deep), 2, "whatever the depth");
        assert_eq!(elected(&[(0, mate(7), 20), (1, mate(5), 4), (0, mate(9), 20)]), 1);
        assert_eq!(elected(&[(0, Score::mated_at(4), 20), (1, cp(-800), 15)]), 1);
        assert_eq!(elected(&[(0, cp(-800), 15), (1, Score::mated_at(4), 20)]), 0);
        let mated = [(0, Score::mated_at(8), 10), (1, Score::mated_at(4), 30)];
        assert_eq!(elected(&mated), 0, "being mated has no vote");
    }
}
