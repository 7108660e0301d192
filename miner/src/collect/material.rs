//! How the material of a game develops.
//!
//! Material never recurs within a game: captures lower the number of pieces, promotions that of
//! pawns. So each material stands for one run of consecutive positions.

use tables::{Cell, Piece, Role};

use crate::game::Game;

/// The runs of equal material of a game, in order: the cell, `None` outside the caps, and how many
/// positions the run has. Runs outside the caps may come in several pieces.
pub(super) fn runs(game: &Game<'_>, mut each: impl FnMut(Option<Cell>, usize)) {
    let mut material = Running::default();
    for (_, piece) in game.start.board.pieces() {
        material.change(piece, 1);
    }
    let mut since = 0;
    for (played, ply) in game.plies.iter().enumerate() {
        if ply.changes_material() {
            each(material.cell(), played + 1 - since);
            since = played + 1;
            if let Some((captured, _)) = ply.captured() {
                material.change(captured, -1);
            }
            if ply.promotion().is_some() {
                material.change(ply.piece(), -1);
                material.change(ply.placed(), 1);
            }
        }
    }
    each(material.cell(), game.plies.len() + 1 - since);
}

/// How many positions of the game are outside the caps.
pub(super) fn out_of_caps_positions(game: &Game<'_>) -> u64 {
    let mut positions = 0;
    runs(game, |cell, length| {
        if cell.is_none() {
            positions += length as u64;
        }
    });
    positions
}

/// Material as a sum of strides. The index is a cell's only while nothing is over its cap.
#[derive(Default)]
struct Running {
    counts: [[i8; 6]; 2],
    index: i64,
    over_cap: i32,
}

impl Running {
    fn change(&mut self, Piece { color, role }: Piece, by: i8) {
        if role == Role::King {
            return;
        }
        let count = &mut self.counts[color as usize][role as usize];
        let cap = Cell::cap(role).cast_signed();
        self.over_cap -= i32::from((*count - cap).max(0));
        *count += by;
        self.over_cap += i32::from((*count - cap).max(0));
        self.index += i64::from(by) * i64::from(Cell::stride(color, role));
    }

    fn cell(&self) -> Option<Cell> {
        if self.over_cap > 0 {
            return None;
        }
        u32::try_from(self.index).ok().and_then(Cell::new)
    }
}
