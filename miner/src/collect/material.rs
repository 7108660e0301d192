//! How the material of a game develops.
//!
//! Material never recurs within a game: captures lower the number of pieces, promotions that of
//! pawns. So each material stands for one run of consecutive positions, and only the plies that
//! change it need a look.

use tables::{Cell, Piece, Role};

use crate::game::{Game, Ply};

/// The runs of equal material of a game, in order: the cell, `None` outside the caps, and how many
/// positions the run has. Runs outside the caps may come in several pieces.
#[inline]
pub(super) fn runs(game: &Game<'_>, mut each: impl FnMut(Option<Cell>, usize)) {
    let mut material = Running::default();
    for (_, piece) in game.start.board.pieces() {
        material.change(piece, 1);
    }
    let mut since = 0;
    for &played in game.changes {
        let played = played as usize;
        each(material.cell(), played + 1 - since);
        since = played + 1;
        material.play(game.plies[played]);
    }
    each(material.cell(), game.plies.len() + 1 - since);
}

/// Material as a sum of strides. The index is a cell's only while nothing is over its cap.
#[derive(Default)]
struct Running {
    counts: [[i8; 6]; 2],
    index: i32,
    over_cap: i32,
}

impl Running {
    #[inline(always)]
    fn play(&mut self, ply: Ply) {
        if let Some((captured, _)) = ply.captured() {
            self.change(captured, -1);
        }
        if ply.is_promotion() {
            self.change(ply.piece(), -1);
            self.change(ply.placed(), 1);
        }
    }

    #[inline(always)]
    fn change(&mut self, Piece { color, role }: Piece, by: i8) {
        if role == Role::King {
            return;
        }
        let count = &mut self.counts[color as usize][role as usize];
        let cap = Cell::cap(role).cast_signed();
        self.over_cap -= i32::from((*count - cap).max(0));
        *count += by;
        self.over_cap += i32::from((*count - cap).max(0));
        self.index += i32::from(by) * Cell::stride(color, role).cast_signed();
    }

    #[inline(always)]
    fn cell(&self) -> Option<Cell> {
        if self.over_cap > 0 {
            return None;
        }
        u32::try_from(self.index).ok().and_then(Cell::new)
    }
}
