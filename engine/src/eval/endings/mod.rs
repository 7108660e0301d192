//! Endings of which rules or bitbases know more than the rest of the evaluation.
//!
//! | file | ending |
//! |---|---|
//! | `kpk` | king and pawn v king: won or drawn, exactly |
//! | `kbpk` | rook's pawns and the wrong bishop v king: drawn in the corner |
//! | `kbnk` | bishop and knight: into the corner of the bishop's colour |
//! | `mop_up` | all that mates otherwise: to the edge, kings together |
//! | `kqkp` | queen v pawn on the seventh: drawn or not, exactly |
//! | `krpkr` | rook and pawn v rook: known draws |

mod kbnk;
pub(super) mod kbpk;
pub mod kpk;
pub mod kqkp;
pub mod krpkr;
mod mop_up;

use rules::{Color, Role, squares};

use crate::{options::EvalOptions, position::Position, score::sign};

/// What every won ending is worth above its material, in centipawns.
const WON: i32 = 600;
/// Centipawns for each move that the kings are nearer to each other than they can be away.
const NEARER: i32 = 10;
/// The most moves that they can be away.
const FARTHEST: i32 = 7;

/// An ending that is known, in place of all terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Endgame {
    /// Its name in `eval`.
    pub name: &'static str,
    /// Centipawns for White.
    pub white: i32,
    /// The proof that nobody wins, if there is one.
    pub drawn: Option<Drawn>,
}

/// The endings that know draws for certain: with best play nobody wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Drawn {
    /// King and pawn against king.
    Kpk,
    /// The wrong bishop against a bare king.
    Kbpk,
    /// Queen against pawn.
    Kqkp,
    /// Rook and pawn against rook.
    Krpkr,
}

impl Endgame {
    const fn scored(name: &'static str, white: i32) -> Self {
        Self { name, white, drawn: None }
    }

    const fn drawn(name: &'static str, drawn: Drawn) -> Self {
        Self { name, white: 0, drawn: Some(drawn) }
    }
}

/// The phase of a queen against nothing, and of a rook each.
const HEAVY_PHASE: i32 = 4;
/// No ending with a certain draw has a greater phase.
pub(super) const MOST_DRAWN_PHASE: i32 = HEAVY_PHASE;

/// The ending of a position, if it is known.
#[inline(always)]
pub(super) fn find(position: &Position, options: &EvalOptions) -> Option<Endgame> {
    let board = position.board();
    let weak = Color::ALL.into_iter().find(|&color| !squares::several(board.side(color)));
    match weak {
        Some(weak) => against_bare_king(position, !weak),
        None if position.phase() == HEAVY_PHASE => with_heavy_pieces(position, options),
        None => None,
    }
}

/// A queen against a pawn, a rook and a pawn against a rook.
#[cold]
fn with_heavy_pieces(position: &Position, options: &EvalOptions) -> Option<Endgame> {
    /// The most men of these endings.
    const MOST_MEN: u32 = 5;
    if position.board().occupied.count_ones() > MOST_MEN {
        return None;
    }
    Color::ALL.into_iter().find_map(|strong| {
        if options.kqkp() && kqkp::wins(position, strong) == Some(false) {
            return Some(Endgame::drawn("KQKP", Drawn::Kqkp));
        }
        let drawn = options.krpkr() && krpkr::is_drawn(position, strong);
        drawn.then_some(Endgame::drawn("KRPKR", Drawn::Krpkr))
    })
}

#[cold]
fn against_bare_king(position: &Position, strong: Color) -> Option<Endgame> {
    let count = |role| position.count(strong, role);
    let [pawns, knights, bishops, rooks, queens] =
        [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen].map(count);
    let known = |name, score: i32| Some(Endgame::scored(name, sign(strong) * score));
    let colours = position.board().of(strong, Role::Bishop);
    let both_colours = colours & squares::DARK != 0 && colours & !squares::DARK != 0;
    if kbpk::wrong_bishop(position, strong) {
        return Some(Endgame::drawn("wrong bishop", Drawn::Kbpk));
    }
    match (pawns, knights, bishops, rooks + queens) {
        (0, 0..=2, 0, 0) | (0, 0, _, 0) if !both_colours => known("no mating material", 0),
        (1, 0, 0, 0) if kpk::wins(position, strong) == Some(false) => {
            Some(Endgame::drawn("KPK", Drawn::Kpk))
        }
        (1, 0, 0, 0) => known("KPK", kpk::score(position, strong)),
        (0, 1, 1, 0) => known("KBNK", kbnk::score(position, strong)),
        (_, _, _, 1..) => known("mop-up", mop_up::score(position, strong)),
        _ if both_colours || bishops > 0 && knights > 0 || knights > 2 => {
            known("mop-up", mop_up::score(position, strong))
        }
        _ => None,
    }
}

/// What it is worth that the strong side's king is near the other.
fn together(position: &Position) -> i32 {
    let [white, black] = Color::ALL.map(|color| position.board().king(color));
    NEARER * (FARTHEST - i32::from(white.king_distance(black)))
}

/// The strong side's material and piece squares, its own view.
fn material(position: &Position, strong: Color) -> i32 {
    sign(strong) * position.psqt().eg()
}
