//! Endings with a bare king, where the rest of the evaluation knows too little.
//!
//! | file | ending |
//! |---|---|
//! | `kpk` | king and pawn v king: won or drawn, exactly |
//! | `kbnk` | bishop and knight: into the corner of the bishop's colour |
//! | `mop_up` | all that mates otherwise: to the edge, kings together |

mod kbnk;
pub mod kpk;
mod mop_up;

use rules::{Color, Role, squares};

use super::drawish;
use crate::{position::Position, score::sign};

/// What every won ending is worth above its material, in centipawns.
const WON: i32 = 600;

/// An ending that is known, in place of all terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Endgame {
    /// Its name in `eval`.
    pub name: &'static str,
    /// Centipawns for White.
    pub white: i32,
}

/// The ending of a position, if one side has only its king and it is known.
#[inline(always)]
pub(super) fn find(position: &Position) -> Option<Endgame> {
    let board = position.board();
    let weak = Color::ALL.into_iter().find(|&color| !squares::several(board.side(color)))?;
    against_bare_king(position, !weak)
}

#[cold]
fn against_bare_king(position: &Position, strong: Color) -> Option<Endgame> {
    let count = |role| position.count(strong, role);
    let [pawns, knights, bishops, rooks, queens] =
        [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen].map(count);
    let known =
        |name, strong_score: i32| Some(Endgame { name, white: sign(strong) * strong_score });
    let colours = position.board().of(strong, Role::Bishop);
    let both_colours = colours & squares::DARK != 0 && colours & !squares::DARK != 0;
    if drawish::wrong_bishop(position, strong) {
        return known("wrong bishop", 0);
    }
    match (pawns, knights, bishops, rooks + queens) {
        (0, 0..=2, 0, 0) | (0, 0, _, 0) if !both_colours => known("no mating material", 0),
        (1, 0, 0, 0) => known("KPK", kpk::score(position, strong)),
        (0, 1, 1, 0) => known("KBNK", kbnk::score(position, strong)),
        (_, _, _, 1..) => known("mop-up", mop_up::score(position, strong)),
        _ if both_colours || bishops > 0 && knights > 0 || knights > 2 => {
            known("mop-up", mop_up::score(position, strong))
        }
        _ => None,
    }
}

/// The strong side's material and piece squares, its own view.
fn material(position: &Position, strong: Color) -> i32 {
    sign(strong) * position.psqt().eg()
}
