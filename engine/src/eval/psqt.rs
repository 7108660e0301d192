//! Piece values and the mined piece-square tables, in one table (psqt).
//!
//! The mined values are centred on nought for each role (see `tables::PstTable::centipawns`), so
//! the piece's value is added to each square here and material needs no sum of its own.

use shakmaty::{Color, Role, Square};

use super::{sign, tapered::Tapered};
use crate::{
    embedded,
    options::Options,
    vocabulary::{PIECES, piece_index, relative_to, role_index},
};

/// What a piece on a square adds to White's score; Black's pieces count negative.
#[derive(Debug)]
pub struct Psqt {
    values: Box<[[Tapered; 64]; PIECES]>,
    material: [i32; 6],
}

impl Psqt {
    /// Values and weight as the options have them.
    #[must_use]
    pub fn new(options: &Options) -> Self {
        let material = [
            options.pawn_value,
            options.knight_value,
            options.bishop_value,
            options.rook_value,
            options.queen_value,
            0,
        ];
        let mined = embedded::psqt();
        let mut values = Box::new([[Tapered::default(); 64]; PIECES]);
        for color in Color::ALL {
            for role in Role::ALL {
                for square in Square::ALL {
                    let (mg, eg) = mined[role_index(role)][relative_to(square, color).to_usize()];
                    let weigh = |cp: i16| i32::from(cp) * options.psqt_weight / 100;
                    let piece = material[role_index(role)];
                    let value = Tapered::new(piece + weigh(mg), piece + weigh(eg));
                    values[piece_index(color, role)][square.to_usize()] = value * sign(color);
                }
            }
        }
        Self { values, material }
    }

    /// What this piece adds to White's score.
    #[must_use]
    pub fn value(&self, color: Color, role: Role, square: Square) -> Tapered {
        self.values[piece_index(color, role)][square.to_usize()]
    }

    /// The value of a role wherever it stands.
    #[must_use]
    pub const fn material(&self, role: Role) -> i32 {
        self.material[role_index(role)]
    }
}
