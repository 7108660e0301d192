//! A move in 16 bits, for tables.

use shakmaty::Move;

/// From, to · 64, promotion role · 4096. Castling is king to rook, so that no two legal moves of a
/// position share their bits, in Chess960 neither.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) struct PackedMove(u16);

impl PackedMove {
    /// No move; a1a1 is none.
    pub(crate) const NONE: Self = Self(0);

    pub(crate) const fn from_bits(bits: u16) -> Self {
        Self(bits)
    }

    pub(crate) const fn bits(self) -> u16 {
        self.0
    }
}

impl From<Move> for PackedMove {
    fn from(mv: Move) -> Self {
        let from = mv.from().map_or(0, |from| from.to_u32() as u16);
        let promotion = mv.promotion().map_or(0, |role| role as u16);
        Self(from | (mv.to().to_u32() as u16) << 6 | promotion << 12)
    }
}
