//! How a game ends.

use crate::Color;

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Outcome {
    /// `1-0`
    WhiteWins = 0,
    /// `1/2-1/2`
    Draw = 1,
    /// `0-1`
    BlackWins = 2,
}

impl Outcome {
    /// All outcomes, in the order of their discriminants.
    pub const ALL: [Self; 3] = [Self::WhiteWins, Self::Draw, Self::BlackWins];

    /// Reads the value of a PGN `Result` tag or a termination marker; `*` and all else is `None`.
    #[must_use]
    pub const fn from_pgn(result: &[u8]) -> Option<Self> {
        match result {
            b"1-0" => Some(Self::WhiteWins),
            b"1/2-1/2" => Some(Self::Draw),
            b"0-1" => Some(Self::BlackWins),
            _ => None,
        }
    }

    /// How PGN writes it.
    #[must_use]
    pub const fn pgn(self) -> &'static str {
        match self {
            Self::WhiteWins => "1-0",
            Self::Draw => "1/2-1/2",
            Self::BlackWins => "0-1",
        }
    }

    /// White's half points: 2 for a win, 1 for a draw, 0 for a loss.
    #[must_use]
    pub const fn half_points(self) -> u8 {
        match self {
            Self::WhiteWins => 2,
            Self::Draw => 1,
            Self::BlackWins => 0,
        }
    }

    /// The outcome as `color` sees it, written as if that side were White.
    #[must_use]
    pub const fn seen_by(self, color: Color) -> Self {
        match (self, color) {
            (Self::Draw, _) => Self::Draw,
            (_, Color::White) => self,
            (Self::WhiteWins, Color::Black) => Self::BlackWins,
            (Self::BlackWins, Color::Black) => Self::WhiteWins,
        }
    }
}
