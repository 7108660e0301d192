//! Piece values and the mined piece-square tables, in one table (psqt; PST-03: ordering and
//! reductions read it too).
//!
//! The mined values are centred on nought for each role (see `tables::SquareMetric`), so
//! the piece's value is added to each square here and material needs no sum of its own. What fitting
//! added to both, see `features`, is added as well.

use rules::{Color, Piece, PieceCode, Role, Square, piece_code};

use super::{features, sign, tapered::Tapered, weights::Weights};
use crate::{mined::Mined, options::EvalOptions};

/// What a piece on a square adds to White's score; Black's pieces count negative.
#[derive(Clone, Debug)]
pub struct Psqt {
    /// By piece code; those beyond the kings' are no pieces and worth nothing.
    values: Box<[[Tapered; 64]; 16]>,
    material: [Tapered; 6],
}

impl Psqt {
    /// Values and weight as the options have them.
    #[must_use]
    pub(crate) fn new(options: &EvalOptions, tables: &Mined, weights: &Weights) -> Self {
        let material = [
            options.pawn_value(),
            options.knight_value(),
            options.bishop_value(),
            options.rook_value(),
            options.queen_value(),
            0,
        ];
        let mined = tables.psqt(options.psqt_metric());
        let mut values = Box::new([[Tapered::default(); 64]; 16]);
        for color in Color::ALL {
            for role in Role::ALL {
                for square in Square::all() {
                    let (mg, eg) = mined[role as usize][square.relative_to(color).index()];
                    let weigh = |cp: i16| i32::from(cp) * options.psqt_weight() / 100;
                    let piece = material[role as usize];
                    let at = square.relative_to(color).index();
                    let value = Tapered::new(piece + weigh(mg), piece + weigh(eg))
                        + fitted_value(weights, role)
                        + weights.get(features::piece_square(role, at));
                    let code = piece_code(Piece { color, role });
                    values[usize::from(code)][square.index()] = value * sign(color);
                }
            }
        }
        let fitted = Role::ALL.map(|role| {
            let piece = material[role as usize];
            Tapered::new(piece, piece) + fitted_value(weights, role)
        });
        Self { values, material: fitted }
    }

    /// What this piece adds to White's score.
    #[must_use]
    pub fn value(&self, color: Color, role: Role, square: Square) -> Tapered {
        self.of_code(piece_code(Piece { color, role }), square)
    }

    /// What the piece of this code adds to White's score.
    #[must_use]
    #[inline(always)]
    pub const fn of_code(&self, code: PieceCode, square: Square) -> Tapered {
        self.values[code as usize & 15][square.index()]
    }

    /// Changes what a piece on a square is worth to its own side, by centipawns.
    pub fn change(&mut self, piece: Piece, square: Square, centipawns: i32) {
        let value = &mut self.values[usize::from(piece_code(piece))][square.index()];
        *value += Tapered::new(centipawns, centipawns) * sign(piece.color);
    }

    /// The value of a role wherever it stands.
    #[must_use]
    pub const fn material(&self, role: Role) -> Tapered {
        self.material[role as usize]
    }
}

fn fitted_value(weights: &Weights, role: Role) -> Tapered {
    match role {
        Role::King => Tapered::ZERO,
        _ => weights.get(features::PIECE_VALUE + role as usize),
    }
}
