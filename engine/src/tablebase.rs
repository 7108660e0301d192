//! Endgame tablebases: what they say, and the Syzygy files that say it.

use std::{fmt, path::Path};

use rules::{Move, Position, squares};
use shakmaty::{CastlingMode, Chess, PositionError, Setup};
use tables::{Color, Piece};

/// The value of a position for the side to move, with best play of both.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Wdl {
    /// Lost.
    Loss,
    /// Lost, but for the fifty-move rule.
    BlessedLoss,
    /// Drawn.
    Draw,
    /// Won, but for the fifty-move rule.
    CursedWin,
    /// Won.
    Win,
}

impl Wdl {
    /// The value with or without the fifty-move rule: nothing in between is left.
    pub(crate) const fn under(self, fifty: bool) -> Self {
        match self {
            Self::CursedWin if fifty => Self::Draw,
            Self::BlessedLoss if fifty => Self::Draw,
            Self::CursedWin => Self::Win,
            Self::BlessedLoss => Self::Loss,
            other => other,
        }
    }
}

/// Something that knows endgames.
pub(crate) trait Tablebase: fmt::Debug + Send + Sync {
    /// The most men, kings and pawns included, of a position that it may know.
    fn max_men(&self) -> usize;

    /// The value of a position just after a capture or a pawn move.
    fn wdl(&self, position: &Position) -> Option<Wdl>;

    /// Plies to the next capture or pawn move with best play, or to mate: positive if the side to
    /// move wins, negative if it loses, 0 for a draw. More than 100 less what was played already is
    /// a win that the fifty-move rule spoils. May be one too low, as the files round.
    fn dtz(&self, position: &Position) -> Option<i32>;
}

/// How good a root move is: the higher the better.
type Rank = (Wdl, i32);

/// The best of these moves; `None` if some are unknown.
pub(crate) fn root_moves(
    tablebase: &dyn Tablebase,
    position: &Position,
    moves: &[Move],
    fifty: bool,
) -> Option<Vec<Move>> {
    let men = position.board().occupied.count_ones() as usize;
    if men > tablebase.max_men() || position.castling_rooks() != 0 {
        return None;
    }
    let ranks: Vec<Rank> =
        moves.iter().map(|&mv| rank(tablebase, position, mv, fifty)).collect::<Option<_>>()?;
    let best = ranks.iter().max()?;
    Some(moves.iter().zip(&ranks).filter(|(_, rank)| *rank == best).map(|(&mv, _)| mv).collect())
}

fn rank(tablebase: &dyn Tablebase, position: &Position, mv: Move, fifty: bool) -> Option<Rank> {
    /// Plies that the fifty-move rule leaves.
    const FIFTY_MOVES: i32 = 100;
    let child = position.after(mv, |_, _, _| ());
    if !child.has_legal_move() {
        return Some(if child.in_check() { (Wdl::Win, 0) } else { (Wdl::Draw, 0) });
    }
    if child.is_insufficient_material() {
        return Some((Wdl::Draw, 0));
    }
    // Plies to zeroing, this move included, as the mover sees it.
    let (plies, played) = if position.is_zeroing(mv) {
        let plies = match tablebase.wdl(&child)? {
            Wdl::Loss => 1,
            Wdl::BlessedLoss => FIFTY_MOVES + 1,
            Wdl::Draw => 0,
            Wdl::CursedWin => -FIFTY_MOVES - 1,
            Wdl::Win => -1,
        };
        (plies, 0)
    } else {
        let below = -tablebase.dtz(&child)?;
        (below + below.signum(), i32::from(position.halfmoves()))
    };
    let in_time = plies.abs() + played <= FIFTY_MOVES;
    let wdl = match plies.signum() {
        0 => Wdl::Draw,
        1 if in_time => Wdl::Win,
        1 => Wdl::CursedWin,
        _ if in_time => Wdl::Loss,
        _ => Wdl::BlessedLoss,
    };
    // Win soon, lose late; a draw is a draw.
    let wdl = wdl.under(fifty);
    Some((wdl, if wdl == Wdl::Draw { 0 } else { -plies }))
}

/// Syzygy files (R. de Man, 2013), read with shakmaty-syzygy (N. Fiekas).
pub(crate) struct Syzygy {
    tables: shakmaty_syzygy::Tablebase<Chess>,
}

impl Syzygy {
    /// The tables of all folders of `path`, which is written like `PATH`.
    ///
    /// # Errors
    /// One sentence if a folder cannot be read or there is no table in any.
    pub(crate) fn open(path: &str) -> Result<Self, String> {
        let mut tables = shakmaty_syzygy::Tablebase::new();
        let mut found = 0;
        for folder in std::env::split_paths(Path::new(path)) {
            found += tables
                .add_directory(&folder)
                .map_err(|e| format!("SyzygyPath `{}`: {e}", folder.display()))?;
        }
        if found == 0 {
            return Err(format!("SyzygyPath `{path}`: there are no tablebases in it"));
        }
        Ok(Self { tables })
    }
}

impl fmt::Debug for Syzygy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Syzygy").field("max_men", &self.max_men()).finish_non_exhaustive()
    }
}

impl Tablebase for Syzygy {
    fn max_men(&self) -> usize {
        self.tables.max_pieces()
    }

    fn wdl(&self, position: &Position) -> Option<Wdl> {
        let wdl = self.tables.probe_wdl_after_zeroing(&chess(position)?).ok()?;
        Some(match wdl {
            shakmaty_syzygy::Wdl::Loss => Wdl::Loss,
            shakmaty_syzygy::Wdl::BlessedLoss => Wdl::BlessedLoss,
            shakmaty_syzygy::Wdl::Draw => Wdl::Draw,
            shakmaty_syzygy::Wdl::CursedWin => Wdl::CursedWin,
            shakmaty_syzygy::Wdl::Win => Wdl::Win,
        })
    }

    fn dtz(&self, position: &Position) -> Option<i32> {
        Some(self.tables.probe_dtz(&chess(position)?).ok()?.ignore_rounding().0)
    }
}

/// The position as shakmaty knows it; castling rights, which no tablebase has, are left out.
fn chess(position: &Position) -> Option<Chess> {
    let mut setup = Setup::empty();
    for square in squares::each(position.board().occupied) {
        if let Some(piece) = position.board().get(square) {
            setup.board.set_piece_at(shakmaty_square(square), shakmaty_piece(piece));
        }
    }
    setup.turn = shakmaty_color(position.turn());
    setup.ep_square = position.en_passant().map(shakmaty_square);
    setup.halfmoves = u32::from(position.halfmoves());
    let chess = setup.position::<Chess>(CastlingMode::Standard);
    chess.or_else(PositionError::ignore_invalid_ep_square).ok()
}

fn shakmaty_square(square: tables::Square) -> shakmaty::Square {
    shakmaty::Square::new(square.index() as u32)
}

fn shakmaty_color(color: Color) -> shakmaty::Color {
    shakmaty::Color::from_white(color == Color::White)
}

fn shakmaty_piece(piece: Piece) -> shakmaty::Piece {
    let role = match piece.role {
        tables::Role::Pawn => shakmaty::Role::Pawn,
        tables::Role::Knight => shakmaty::Role::Knight,
        tables::Role::Bishop => shakmaty::Role::Bishop,
        tables::Role::Rook => shakmaty::Role::Rook,
        tables::Role::Queen => shakmaty::Role::Queen,
        tables::Role::King => shakmaty::Role::King,
    };
    shakmaty::Piece { color: shakmaty_color(piece.color), role }
}
