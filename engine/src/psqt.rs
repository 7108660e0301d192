//! The piece-square table: what each piece on each square adds to White's score, material and all.
//!
//! Positions keep its sum up to date, move by move; `eval::psqt` fills it from the mined tables.

use std::sync::Arc;

use rules::{Color, Piece, PieceCode, Role, Square, piece_code};

use crate::{king_squares::KingSquares, score::sign, tapered::Tapered};

/// What a piece on a square adds to White's score; Black's pieces count negative.
#[derive(Clone, Debug)]
pub struct Psqt {
    /// By piece code; those beyond the kings' are no pieces and worth nothing.
    values: Box<[[Tapered; 64]; 16]>,
    material: [Tapered; 6],
    /// What pieces add by where the kings stand.
    king_squares: Arc<KingSquares>,
}

impl Psqt {
    /// From the value of each role and what `square` adds to it for a role on a square of White's
    /// side of the board.
    pub(crate) fn new(
        material: [Tapered; 6],
        king_squares: KingSquares,
        square: impl Fn(Role, usize) -> Tapered,
    ) -> Self {
        let mut values = Box::new([[Tapered::ZERO; 64]; 16]);
        for color in Color::ALL {
            for role in Role::ALL {
                let of_code = &mut values[usize::from(piece_code(Piece { color, role }))];
                for on in Square::all() {
                    let value =
                        material[role as usize] + square(role, on.relative_to(color).index());
                    of_code[on.index()] = value * sign(color);
                }
            }
        }
        Self { values, material, king_squares: Arc::new(king_squares) }
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

    /// What pieces add by where the kings stand.
    #[inline(always)]
    pub(crate) fn king_squares(&self) -> &KingSquares {
        &self.king_squares
    }

    /// The value of a role wherever it stands.
    #[must_use]
    pub const fn material(&self, role: Role) -> Tapered {
        self.material[role as usize]
    }
}
