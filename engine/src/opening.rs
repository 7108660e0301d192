//! The opening table as a bonus for moves (OPT-01, OPT-02; E. Schröder, Rebel).
//!
//! A root move that was played in the games before gets a bonus that holds for the whole tree
//! below it (`OpeningTune_Where` `root`, OPT-01). With `n` its games, `N` those of all moves played in the position and `m` their mean
//! score,
//!
//! ```text
//! prior = max(PRIOR_GAMES, PRIOR_SHARE · N)
//! belief = n / (n + prior)
//! bonus = clamp(belief · OpeningTune_Bonus + cp(s) - cp(m), ±OpeningTune_Cap)
//! ```
//!
//! where `s` is the move's score for the mover, shrunken toward `m` as if `prior` more games had
//! scored `m`, and `cp` turns a score into centipawns (log odds). A move that strong players
//! hardly ever choose is thus worth little, however its few games ended: `prior` grows with `N`
//! because twelve wins with 1.h4 say more about who played it than about the move. Moves with
//! fewer than `OpeningTune_MinGames` games get nothing.
//!
//! A root move may lead back to a position of the table on a path that no game took, as 1.c4 d5 2.d4 does. Its games are
//! those that were played with it, or those that went on from where it leads to, whichever are more
//! (`OpeningTune_Reached`).
//!
//! At the root the bonus never enters the transposition table: the root searches a move with its
//! window shifted and adds the bonus to what comes back, so that everything below is a function of
//! the position alone.
//!
//! With `OpeningTune_Where` `tree` (OPT-02, whose author doubts that it makes sense) the moves of
//! every node get it in the same way, down to nodes of `OpeningTune_MinDepth` plies of remaining
//! depth. Whether a node's moves get it depends on its position and remaining depth and on nothing
//! that came before, and the table keeps scores with the depth that they hold for, so what is
//! stored is right wherever the node is met again. A stored score of greater depth may hold more
//! bonuses than the search that it settles would have given; that is what a deeper search would
//! have said. The root's score is stored with the bonus then, as that of any node.

use rules::{Move, Position, zobrist};
use tables::{
    OpeningMove, OutcomeCounts,
    score::{centipawns, shrunken},
};

use crate::{
    mined::Mined,
    options::{OpeningWhere, PlayOptions},
};

/// A move's games are weighed against at least this many at the position's mean score...
const PRIOR_GAMES: f64 = 20.0;
/// ...and at least this share of all games of the position.
const PRIOR_SHARE: f64 = 0.01;

/// The bonuses of a position's moves.
#[derive(Debug)]
pub(crate) struct MoveBonuses<'a> {
    played: Vec<(OpeningMove, OutcomeCounts)>,
    options: &'a PlayOptions,
}

impl<'a> MoveBonuses<'a> {
    /// No bonus for any move.
    pub(crate) const fn none(options: &'a PlayOptions) -> Self {
        Self { played: Vec::new(), options }
    }

    /// For the root.
    pub(crate) fn at_root(root: &Position, tables: &Mined, options: &'a PlayOptions) -> Self {
        if !options.opening() {
            return Self::none(options);
        }
        let mut played = tables.opening(zobrist::key(root));
        if options.opening_reached() {
            for mv in root.legal_moves() {
                let reached = tables.opening(zobrist::key(&root.played(mv)));
                count_reached(&mut played, opening_move(mv), &reached);
            }
        }
        Self { played, options }
    }

    /// For a node below the root.
    pub(crate) fn in_tree(key: u64, depth: i32, tables: &Mined, options: &'a PlayOptions) -> Self {
        let wanted = options.opening()
            && options.opening_where() == OpeningWhere::Tree
            && depth >= options.opening_min_depth();
        let played = if wanted { tables.opening(key) } else { Vec::new() };
        Self { played, options }
    }

    /// The bonus of a move in centipawns.
    pub(crate) fn bonus(&self, mv: Move) -> i32 {
        if self.played.is_empty() { 0 } else { bonus(&self.played, mv, self.options) }
    }

    /// How many of these moves have enough games in the table.
    pub(crate) fn hits(&self, moves: impl Iterator<Item = Move>) -> u64 {
        moves.filter(|&mv| find(&self.played, mv, self.options).is_some()).count() as u64
    }
}

/// Gives a move the games that went on from where it leads to, if they are more than were played with it.
fn count_reached(
    played: &mut Vec<(OpeningMove, OutcomeCounts)>,
    mv: OpeningMove,
    reached: &[(OpeningMove, OutcomeCounts)],
) {
    let mut counts = OutcomeCounts::ZERO;
    for &(_, opponents) in reached {
        counts.merge(opponents.swapped());
    }
    match played.iter_mut().find(|(known, _)| *known == mv) {
        Some((_, known)) if known.games() >= counts.games() => {}
        Some((_, known)) => *known = counts,
        None if counts.games() > 0 => played.push((mv, counts)),
        None => {}
    }
}

fn find(
    played: &[(OpeningMove, OutcomeCounts)],
    mv: Move,
    options: &PlayOptions,
) -> Option<OutcomeCounts> {
    let sought = opening_move(mv);
    let least = u64::from(options.opening_min_games().unsigned_abs());
    let found = played.iter().find(|(mv, counts)| *mv == sought && counts.games() >= least);
    found.map(|&(_, counts)| counts)
}

fn bonus(played: &[(OpeningMove, OutcomeCounts)], mv: Move, options: &PlayOptions) -> i32 {
    let Some(counts) = find(played, mv, options) else { return 0 };
    let mut all = OutcomeCounts::ZERO;
    for &(_, counts) in played {
        all.merge(counts);
    }
    // Half a game each way keeps the logarithms finite.
    let mean = shrunken(all, 0.5, 1.0);
    let prior = PRIOR_GAMES.max(PRIOR_SHARE * all.games() as f64);
    let belief = counts.games() as f64 / (counts.games() as f64 + prior);
    let merit = centipawns(shrunken(counts, mean, prior)) - centipawns(mean);
    let bonus = belief * f64::from(options.opening_bonus()) + merit;
    (bonus.round() as i32).clamp(-options.opening_cap(), options.opening_cap())
}

/// The move as the table writes it: castling is the king's move of two squares.
fn opening_move(mv: Move) -> OpeningMove {
    OpeningMove::new(mv.from(), mv.lands_on(), mv.promoted())
}

#[cfg(test)]
mod tests {
    use rules::squares;

    use crate::game::Game;

    use super::*;

    fn played(mv: Move, wins: u64, draws: u64, losses: u64) -> (OpeningMove, OutcomeCounts) {
        (opening_move(mv), OutcomeCounts { wins, draws, losses })
    }

    fn start(mv: &str) -> Move {
        Game::default().find(mv).unwrap()
    }

    #[test]
    fn played_moves_gain_by_their_results() {
        let options = PlayOptions::default();
        let table = [
            played(start("e2e4"), 40, 20, 20),
            played(start("d2d4"), 30, 20, 30),
            played(start("g2g4"), 0, 0, 3),
        ];
        let [e4, d4, g4, a3] =
            ["e2e4", "d2d4", "g2g4", "a2a3"].map(|mv| bonus(&table, start(mv), &options));
        assert!(e4 > d4 && e4 <= options.opening_cap(), "{e4} {d4}");
        assert_eq!((g4, a3), (0, 0), "too few games, none at all");
    }

    #[test]
    fn few_games_among_many_say_little() {
        let table =
            [played(start("e2e4"), 40_000, 30_000, 30_000), played(start("h2h4"), 12, 1, 0)];
        let [e4, h4] = ["e2e4", "h2h4"].map(|mv| bonus(&table, start(mv), &PlayOptions::default()));
        assert!(e4 > h4 + 10, "{e4} {h4}");
    }

    #[test]
    fn a_move_back_into_the_table_has_the_games_that_went_on_there() {
        let options = PlayOptions { opening: true, ..PlayOptions::default() };
        let tables = Mined::built_in();
        let after = |moves: &[&str]| {
            let mut game = Game::default();
            moves.iter().for_each(|mv| game.play(mv).unwrap());
            game
        };
        // 1.c4 d5 2.d4 is hardly ever played so; 1.d4 d5 2.c4 always was.
        let root = after(&["c2c4", "d7d5"]);
        let d4 = root.find("d2d4").unwrap();
        assert!(MoveBonuses::at_root(&root.position(), &tables, &options).bonus(d4) > 0);
        let known = tables.opening(zobrist::key(&after(&["d2d4", "d7d5", "c2c4"]).position()));
        let mut few = vec![(opening_move(d4), OutcomeCounts { wins: 1, draws: 2, losses: 3 })];
        count_reached(&mut few, opening_move(d4), &known);
        let sum = |get: fn(&OutcomeCounts) -> u64| known.iter().map(|(_, c)| get(c)).sum::<u64>();
        let [(_, counts)] = few[..] else { panic!("one move") };
        assert_eq!(counts.wins, sum(|counts| counts.losses), "as the mover sees them");
        assert_eq!((counts.draws, counts.losses), (sum(|c| c.draws), sum(|c| c.wins)));
        // A move that was played more often keeps its own games.
        let mut usual = vec![played(d4, 1_000_000, 0, 0)];
        count_reached(&mut usual, opening_move(d4), &known);
        assert_eq!(usual, [played(d4, 1_000_000, 0, 0)]);
    }

    #[test]
    fn castling_is_the_kings_move() {
        let castling = opening_move(Move::castling(squares::square(4), squares::square(7)));
        assert_eq!(castling.to_string(), "e1g1");
    }
}
