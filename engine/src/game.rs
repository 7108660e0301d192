//! The game so far: the position on the board and the keys of those before it.

use rules::{FIFTY_MOVES, Move};
use shakmaty::{CastlingMode, Chess, Position as _, fen::Fen, uci::UciMove};

use rules::zobrist;

/// A game as the user interface gave it.
#[derive(Clone, Debug)]
pub struct Game {
    chess: Chess,
    path: Path,
    mode: CastlingMode,
}

/// How a game ends by the laws of chess.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The side to move is mated.
    Mate,
    /// The side to move has no move and is not in check.
    Stalemate,
    /// The position stands for the third time.
    Repetition,
    /// Fifty moves of each side without a capture or a pawn's move.
    FiftyMoves,
    /// Nobody can be mated any more.
    Material,
}

impl Default for Game {
    fn default() -> Self {
        Self::start(CastlingMode::Standard)
    }
}

impl Game {
    fn new(chess: Chess, mode: CastlingMode) -> Self {
        let mut path = Path::default();
        path.push(zobrist::key(&(&chess).into()), false);
        Self { chess, path, mode }
    }

    /// A game from the start position; `mode` says how castling moves are written.
    #[must_use]
    pub fn start(mode: CastlingMode) -> Self {
        Self::new(Chess::default(), mode)
    }

    /// The position of a FEN. Rights to castle and en passant squares that cannot be are dropped;
    /// all else that shakmaty finds illegal is refused, but for checks that no game can lead to.
    ///
    /// # Errors
    /// One sentence on what is wrong with it.
    pub fn from_fen(fen: &str, mode: CastlingMode) -> Result<Self, String> {
        let parsed: Fen = fen.parse().map_err(|e| format!("`{fen}` is no FEN: {e}"))?;
        parsed
            .into_position::<Chess>(mode)
            .or_else(shakmaty::PositionError::ignore_invalid_castling_rights)
            .or_else(shakmaty::PositionError::ignore_invalid_ep_square)
            .or_else(shakmaty::PositionError::ignore_impossible_check)
            .map(|chess| Self::new(chess, mode))
            .map_err(|e| format!("`{fen}`: {e}"))
    }

    /// Plays a move in UCI notation.
    ///
    /// # Errors
    /// One sentence if it is no legal move here.
    pub fn play(&mut self, text: &str) -> Result<(), String> {
        let mv = self.legal(text).ok_or_else(|| format!("`{text}` is no legal move here"))?;
        self.chess.play_unchecked(mv);
        self.path.push(zobrist::key(&self.position()), !mv.is_zeroing());
        Ok(())
    }

    /// The legal move that `text` means.
    #[must_use]
    pub fn find(&self, text: &str) -> Option<Move> {
        self.legal(text).map(Into::into)
    }

    fn legal(&self, text: &str) -> Option<shakmaty::Move> {
        let uci: UciMove = text.parse().ok()?;
        uci.to_move(&self.chess).ok()
    }

    /// How castling moves are written.
    #[must_use]
    pub const fn mode(&self) -> CastlingMode {
        self.mode
    }

    /// From now on castling moves are written like this.
    pub const fn set_mode(&mut self, mode: CastlingMode) {
        self.mode = mode;
    }

    /// The position on the board as the search's rules know it.
    #[must_use]
    pub fn position(&self) -> rules::Position {
        (&self.chess).into()
    }

    /// The position on the board as shakmaty knows it, for FEN and the like.
    #[must_use]
    pub const fn chess(&self) -> &Chess {
        &self.chess
    }

    /// How the game has ended by the laws of chess, if it has: draws that a player may claim count.
    #[must_use]
    pub fn end(&self) -> Option<End> {
        let position = self.position();
        if !position.has_legal_move() {
            return Some(if position.in_check() { End::Mate } else { End::Stalemate });
        }
        if position.is_insufficient_material() {
            Some(End::Material)
        } else if position.halfmoves() >= FIFTY_MOVES {
            Some(End::FiftyMoves)
        } else if self.path.repetitions(0).in_game >= 2 {
            Some(End::Repetition)
        } else {
            None
        }
    }

    /// The keys of the positions from the start.
    pub(crate) const fn path(&self) -> &Path {
        &self.path
    }
}

/// Plies to look back for repetitions: what is further back is drawn by the fifty-move rule first.
const FURTHEST: usize = FIFTY_MOVES as usize;

/// The keys of the positions from the start of the game to the current node.
#[derive(Clone, Debug, Default)]
pub(crate) struct Path {
    plies: Vec<Ply>,
}

#[derive(Clone, Copy, Debug)]
struct Ply {
    key: u64,
    /// How many moves before it could be taken back: no pawn move, capture or null move.
    reversible: usize,
}

impl Path {
    /// Appends the position that a move, reversible or not, led to.
    pub(crate) fn push(&mut self, key: u64, reversible: bool) {
        let before = self.plies.last().map_or(0, |ply| ply.reversible + 1);
        self.plies.push(Ply { key, reversible: if reversible { before } else { 0 } });
    }

    /// Takes the last position back.
    pub(crate) fn pop(&mut self) {
        self.plies.pop();
    }

    /// How often the last position occurred before, within and before the last `ply` plies.
    #[inline]
    pub(crate) fn repetitions(&self, ply: usize) -> Repetitions {
        let mut found = Repetitions { in_search: 0, in_game: 0 };
        let Some((last, earlier)) = self.plies.split_last() else { return found };
        let furthest = last.reversible.min(earlier.len()).min(FURTHEST);
        // The same side is to move every second ply, and no position recurs in less than four.
        for back in (4..=furthest).step_by(2) {
            if earlier[earlier.len() - back].key == last.key {
                if back <= ply {
                    found.in_search += 1;
                } else {
                    found.in_game += 1;
                }
            }
        }
        found
    }
}

impl Path {
    /// Whether a position of the last `ply` plies, the other side to move, differs from the last one by
    /// what `is_move` takes for a move.
    #[inline(always)]
    pub(crate) fn upcoming(&self, ply: usize, is_move: impl Fn(u64) -> bool) -> bool {
        let Some((last, earlier)) = self.plies.split_last() else { return false };
        let furthest = last.reversible.min(earlier.len()).min(FURTHEST).min(ply);
        (3..=furthest).step_by(2).any(|back| is_move(last.key ^ earlier[earlier.len() - back].key))
    }
}

/// How often a position occurred before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Repetitions {
    /// On the way from the root.
    pub(crate) in_search: i32,
    /// Before the root.
    pub(crate) in_game: i32,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repetitions_are_found_before_and_after_the_root() {
        let mut game = Game::default();
        for mv in ["g1f3", "g8f6", "f3g1", "f6g8"] {
            game.play(mv).unwrap();
        }
        assert_eq!(game.path.repetitions(0), Repetitions { in_search: 0, in_game: 1 });
        assert_eq!(game.path.repetitions(4), Repetitions { in_search: 1, in_game: 0 });
        game.play("e2e4").unwrap();
        assert_eq!(game.path.repetitions(9), Repetitions { in_search: 0, in_game: 0 });
        game.play("e2e4").unwrap_err();
    }

    #[test]
    fn illegal_positions_are_refused() {
        let standard = CastlingMode::Standard;
        for fen in [
            "",
            "8/8/8/8/8/8/8/8 w - - 0 1",
            "kk6/8/8/8/8/8/8/K7 w - - 0 1",
            "k6R/8/8/8/8/8/8/K7 w - - 0 1",
        ] {
            Game::from_fen(fen, standard).unwrap_err();
        }
        Game::from_fen("4k3/8/8/8/8/8/8/4K3 w KQkq e3 0 1", standard).unwrap();
    }
}
