//! The search for a mate in at most N moves (`go mate N`), beside the search for the best move.
//!
//! It looks for nothing but mates: every move of the attacker, every reply, no evaluation, no
//! pruning but one that can hide nothing: the last move has to give check. The shortest mates are
//! looked for first, those by checks alone before the others, so the first one found is the shortest
//! and one that is not found does not exist. A table remembers how long a position holds. Replies
//! that refuted sister moves are tried first, as are checks that leave few replies (the idea of
//! V. Allis's proof numbers, 1994, one ply deep).
//!
//! It gets a share of the nodes after each iteration of the other search and goes on where it was,
//! so that there is a move to play whenever time is up.

use rules::{Checks, FIFTY_MOVES, Move};

use super::{Searcher, Stopped, root::Root};
use crate::position::Position;

/// Positions in the table.
const SLOTS: usize = 1 << 20;
/// Nodes of the first turn.
const FIRST_TURN: u64 = 50_000;
/// Its share of the nodes: this many for each of the other search.
const SHARE: u64 = 3;

/// What is known of a position with the attacker to move.
#[derive(Clone, Copy, Debug)]
struct Slot {
    key: u64,
    mv: Move,
    /// There is a mate within this many plies; 0 for none known.
    mates_in: u8,
    /// There is no mate within this many plies.
    holds_for: u8,
}

/// The moves that the attacker may try.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Attack {
    Checks,
    All,
}

/// Why it came to no end.
enum Halt {
    Stopped,
    TurnIsOver,
}

impl From<Stopped> for Halt {
    fn from(_: Stopped) -> Self {
        Self::Stopped
    }
}

/// What a turn has brought.
pub(super) enum Verdict {
    /// The shortest mate, and the defence that lasts longest.
    Mate(Vec<Move>),
    /// There is none in that many moves.
    NoMate,
    /// It has to go on.
    Unknown,
}

/// How far the search for a mate has come.
pub(super) struct MateSearch {
    most_moves: i32,
    /// The number of moves that is tried now.
    moves: i32,
    attack: Attack,
    table: Vec<Slot>,
    /// By ply, the reply that refuted last.
    refutations: Vec<Move>,
    nodes: u64,
    turn_ends: u64,
}

impl MateSearch {
    /// A search for a mate in at most `moves` moves.
    pub(super) fn new(moves: i32, most_plies: i32) -> Self {
        let empty = Slot { key: 0, mv: Move::NONE, mates_in: 0, holds_for: 0 };
        Self {
            most_moves: moves.min(most_plies / 2),
            moves: 1,
            attack: Attack::Checks,
            table: vec![empty; SLOTS],
            refutations: vec![Move::NONE; most_plies.unsigned_abs() as usize],
            nodes: 0,
            turn_ends: 0,
        }
    }

    /// Goes on for a turn.
    ///
    /// # Errors
    /// If the search is stopped.
    pub(super) fn advance(
        &mut self,
        searcher: &mut Searcher<'_>,
        position: &Position,
        root: &Root,
    ) -> Result<Verdict, Stopped> {
        let others = searcher.nodes.saturating_sub(self.nodes);
        self.turn_ends = self.nodes.max(FIRST_TURN + SHARE * others);
        while self.moves <= self.most_moves {
            let plies = 2 * self.moves.unsigned_abs() as usize - 1;
            match self.root(searcher, position, root, plies) {
                Ok(Some(mv)) => return self.line(searcher, position, mv, plies).map(Verdict::Mate),
                Ok(None) if self.attack == Attack::Checks => self.attack = Attack::All,
                Ok(None) => {
                    self.moves += 1;
                    self.attack = Attack::Checks;
                }
                Err(Halt::TurnIsOver) => return Ok(Verdict::Unknown),
                Err(Halt::Stopped) => return Err(Stopped),
            }
        }
        Ok(Verdict::NoMate)
    }

    /// The root's moves, which may be some of the legal ones only.
    fn root(
        &mut self,
        searcher: &mut Searcher<'_>,
        position: &Position,
        root: &Root,
        plies: usize,
    ) -> Result<Option<Move>, Halt> {
        let mut moves: Vec<Move> = root.moves.iter().map(|root_move| root_move.mv).collect();
        self.order(searcher, position, plies, Move::NONE, &mut moves);
        for mv in moves {
            let child = position.play(mv, &searcher.psqt);
            if self.is_lost(searcher, &child, plies - 1, 1)? {
                return Ok(Some(mv));
            }
        }
        Ok(None)
    }

    /// A move of the side to move that mates within `plies`.
    fn mating_move(
        &mut self,
        searcher: &mut Searcher<'_>,
        position: &Position,
        plies: usize,
        ply: usize,
    ) -> Result<Option<Move>, Halt> {
        self.visit(searcher, ply)?;
        if position.rules().halfmoves() >= FIFTY_MOVES {
            return Ok(None);
        }
        let known = self.table[self.place(position)];
        let is_known = known.key == self.key(position) && is_free(position, plies);
        if is_known && known.mates_in > 0 && usize::from(known.mates_in) <= plies {
            return Ok(Some(known.mv));
        }
        if is_known && usize::from(known.holds_for) >= plies {
            return Ok(None);
        }
        let mut moves: Vec<Move> = position.rules().legal_moves().iter().copied().collect();
        let first = if is_known { known.mv } else { Move::NONE };
        self.order(searcher, position, plies, first, &mut moves);
        for mv in moves {
            let child = position.play(mv, &searcher.psqt);
            if self.is_lost(searcher, &child, plies - 1, ply + 1)? {
                self.store(position, plies, |slot| (slot.mv, slot.mates_in) = (mv, plies as u8));
                return Ok(Some(mv));
            }
        }
        self.store(position, plies, |slot| slot.holds_for = plies as u8);
        Ok(None)
    }

    /// Whether every move of the side to move leads to its mate within `plies`, or it is mated.
    fn is_lost(
        &mut self,
        searcher: &mut Searcher<'_>,
        position: &Position,
        plies: usize,
        ply: usize,
    ) -> Result<bool, Halt> {
        self.visit(searcher, ply)?;
        let rules = position.rules();
        if plies == 0 {
            return Ok(rules.in_check() && !rules.has_legal_move());
        }
        let mut moves: Vec<Move> = rules.legal_moves().iter().copied().collect();
        if moves.is_empty() {
            return Ok(rules.in_check());
        }
        if rules.halfmoves() >= FIFTY_MOVES {
            return Ok(false);
        }
        let refutation = self.refutations[ply];
        moves.sort_by_key(|&mv| (mv != refutation, mv.is_quiet()));
        for mv in moves {
            let child = position.play(mv, &searcher.psqt);
            if self.mating_move(searcher, &child, plies - 1, ply + 1)?.is_none() {
                self.refutations[ply] = mv;
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Leaves the moves that may mate within `plies`, those that leave few replies first.
    fn order(
        &self,
        searcher: &Searcher<'_>,
        position: &Position,
        plies: usize,
        first: Move,
        moves: &mut Vec<Move>,
    ) {
        let checks = Checks::of(position.rules());
        if plies == 1 || self.attack == Attack::Checks {
            moves.retain(|&mv| checks.contains(mv));
        }
        if plies > 1 {
            moves.sort_by_cached_key(|&mv| {
                let replies = if checks.contains(mv) {
                    position.play(mv, &searcher.psqt).rules().legal_moves().len()
                } else {
                    usize::MAX
                };
                (mv != first, replies, mv.is_quiet())
            });
        }
    }

    /// The mate that begins with `mv`, against the defence that lasts longest.
    fn line(
        &mut self,
        searcher: &mut Searcher<'_>,
        position: &Position,
        mv: Move,
        plies: usize,
    ) -> Result<Vec<Move>, Stopped> {
        self.turn_ends = u64::MAX;
        let (mut line, mut left) = (vec![mv], plies);
        let mut position = position.play(mv, &searcher.psqt);
        let stopped = |_: Halt| Stopped;
        while left > 1 && position.rules().has_legal_move() {
            let ply = line.len();
            let mut best = None;
            for &reply in position.rules().legal_moves().iter() {
                let child = position.play(reply, &searcher.psqt);
                let sooner = match left {
                    0..=3 => None,
                    _ => self.mating_move(searcher, &child, left - 4, ply + 1).map_err(stopped)?,
                };
                if best.is_none() || sooner.is_none() {
                    best = Some((reply, child));
                }
                if sooner.is_none() {
                    break;
                }
            }
            let Some((reply, child)) = best else { break };
            left -= 2;
            let found = self.mating_move(searcher, &child, left, ply + 1).map_err(stopped)?;
            let Some(mv) = found else { break };
            line.extend([reply, mv]);
            position = child.play(mv, &searcher.psqt);
        }
        Ok(line)
    }

    fn visit(&mut self, searcher: &mut Searcher<'_>, ply: usize) -> Result<(), Halt> {
        if self.nodes >= self.turn_ends {
            return Err(Halt::TurnIsOver);
        }
        searcher.visit(ply)?;
        self.nodes += 1;
        Ok(())
    }

    /// What holds against checks may not hold against all moves.
    fn key(&self, position: &Position) -> u64 {
        position.key() ^ if self.attack == Attack::Checks { u64::MAX } else { 0 }
    }

    fn place(&self, position: &Position) -> usize {
        self.key(position) as usize % SLOTS
    }

    /// Notes what was found within so many plies, unless the fifty-move rule may have a part in it.
    fn store(&mut self, position: &Position, plies: usize, note: impl FnOnce(&mut Slot)) {
        if !is_free(position, plies) {
            return;
        }
        let (key, place) = (self.key(position), self.place(position));
        let slot = &mut self.table[place];
        if slot.key != key {
            *slot = Slot { key, mv: Move::NONE, mates_in: 0, holds_for: 0 };
        }
        note(slot);
    }
}

/// Whether the fifty-move rule has no part in what happens within so many plies.
fn is_free(position: &Position, plies: usize) -> bool {
    usize::from(position.rules().halfmoves()) + plies < usize::from(FIFTY_MOVES)
}

#[cfg(test)]
mod tests {
    use shakmaty::CastlingMode;

    use crate::{
        game::Game,
        options::Options,
        search::{Limits, SearchInfo, Silent, search_alone, with_shared},
    };

    fn search(fen: &str, moves: i32) -> SearchInfo {
        let game = Game::from_fen(fen, CastlingMode::Standard).unwrap();
        let limits = Limits { mate: Some(moves), ..Limits::default() };
        let mut found = None;
        with_shared(&Options::default(), |shared| {
            found = search_alone(shared, &game, &limits, &mut Silent);
        });
        found.unwrap()
    }

    #[test]
    fn mates_are_found_and_their_lines_end_in_mate() {
        for (fen, moves) in [
            ("6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1", 1),
            // Quiet first moves.
            ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2),
            ("3N3K/B2bRB2/1Qp4p/1R1pppp1/1P2k3/r3pNP1/2P1P3/b2r3q w - - 0 1", 5),
        ] {
            let found = search(fen, moves);
            assert!(found.score.moves_to_mate().is_some_and(|n| n > 0 && n <= moves), "{fen}");
            let mut game = Game::from_fen(fen, CastlingMode::Standard).unwrap();
            for mv in &found.pv {
                game.play(&mv.uci(false).to_string()).unwrap();
            }
            assert!(!game.position().has_legal_move() && game.position().in_check(), "{fen}");
            assert_eq!(found.pv.len(), found.score.plies_to_mate().unwrap(), "{fen}");
        }
    }

    #[test]
    fn what_is_no_mate_ends_too() {
        let found = search("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 1);
        assert!(found.score.moves_to_mate().is_none_or(|moves| moves > 1));
    }

    /// The rook's move is the ninety-ninth without a capture or a pawn's move, and the bishop's answer the hundredth.
    #[test]
    fn a_mate_that_fifty_moves_forestall_is_none() {
        let mates_in_two = |halfmoves| {
            let found = search(&format!("kbK5/pp6/1P6/8/8/8/8/R7 w - - {halfmoves} 80"), 2);
            found.score.moves_to_mate().is_some_and(|moves| (1..=2).contains(&moves))
        };
        assert!(mates_in_two(0) && !mates_in_two(98));
    }
}
