//! How the material of a game develops.
//!
//! Material never recurs within a game: captures lower the number of pieces, promotions that of
//! pawns. So each material stands for one run of consecutive positions, and only the plies that
//! change it need a look.

use rules::{Piece, Role};
use tables::{Cell, Material};

use crate::game::{Game, Ply, piece_code};

/// The runs of equal material of a game, in order: the cell, `None` outside the caps, and how many
/// positions the run has. Runs outside the caps may come in several pieces.
#[inline]
pub(super) fn runs(game: &Game<'_>, mut each: impl FnMut(Option<Cell>, usize)) {
    match game.start.material.cell() {
        Some(cell) if !game.changes.iter().any(|&played| is_promotion(game, played)) => {
            captures(game, cell.index() as u32, each);
        }
        _ => {
            let mut material = Running::new(game.start.material);
            let mut since = 0;
            for &played in game.changes {
                let played = played as usize;
                each(material.cell(), played + 1 - since);
                since = played + 1;
                material.play(game.plies[played]);
            }
            each(material.cell(), game.plies.len() + 1 - since);
        }
    }
}

fn is_promotion(game: &Game<'_>, played: u32) -> bool {
    game.plies[played as usize].is_promotion()
}

/// The runs of a game that starts in this cell, without promotions: nothing leads out of the caps.
#[inline]
fn captures(game: &Game<'_>, start: u32, mut each: impl FnMut(Option<Cell>, usize)) {
    let (mut cell, mut since) = (start, 0);
    for &played in game.changes {
        let played = played as usize;
        each(Cell::new(cell), played + 1 - since);
        since = played + 1;
        cell -= STRIDES[usize::from(game.plies[played].captured_code() & 15)];
    }
    each(Cell::new(cell), game.plies.len() + 1 - since);
}

/// Material as a sum of strides. The index is a cell's only while nothing is over its cap.
struct Running {
    material: Material,
    index: u32,
    over_cap: bool,
}

/// How far one piece moves the index, by its code.
static STRIDES: [u32; 16] = {
    let mut strides = [0; 16];
    let mut index = 0;
    while index < Piece::COUNT {
        let piece = Piece::from_index(index);
        strides[piece_code(piece) as usize] = Cell::stride(piece.color, piece.role);
        index += 1;
    }
    strides
};

impl Running {
    fn new(material: Material) -> Self {
        match material.cell() {
            Some(cell) => Self { material, index: cell.index() as u32, over_cap: false },
            None => Self { material, index: 0, over_cap: true },
        }
    }

    #[inline(always)]
    fn play(&mut self, ply: Ply) {
        if let Some((captured, _)) = ply.captured() {
            let Piece { color, role } = captured;
            self.material.set(color, role, self.material.count(color, role) - 1);
        }
        // Only promotions lead beyond the caps, and only from beyond do captures lead back.
        if ply.is_promotion() | self.over_cap {
            if let Some(role) = ply.promotion() {
                let color = ply.piece().color;
                for (role, by) in [(Role::Pawn, -1), (role, 1)] {
                    let count = self.material.count(color, role).wrapping_add_signed(by);
                    self.material.set(color, role, count);
                }
            }
            *self = Self::new(self.material);
        } else {
            self.index -= STRIDES[usize::from(ply.captured_code() & 15)];
        }
    }

    #[inline(always)]
    const fn cell(&self) -> Option<Cell> {
        if self.over_cap { None } else { Cell::new(self.index) }
    }
}
