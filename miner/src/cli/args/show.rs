//! Names on the command line for what boards show.

use clap::{ValueEnum, builder::PossibleValue};

use crate::ask::squares::{PstValue, Side};

impl ValueEnum for PstValue {
    fn value_variants<'a>() -> &'a [Self] {
        &[Self::Centipawns, Self::Score, Self::Count]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(match self {
            Self::Centipawns => PossibleValue::new("centipawns")
                .help("The square's worth against the piece's mean square"),
            Self::Score => PossibleValue::new("score").help("Percent of the points"),
            Self::Count => PossibleValue::new("count").help("Positions with the piece there"),
        })
    }
}

impl ValueEnum for Side {
    fn value_variants<'a>() -> &'a [Self] {
        &[Self::Both, Self::White, Self::Black]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(match self {
            Self::Both => PossibleValue::new("both").help("Both colours, seen from their own side"),
            Self::White => PossibleValue::new("white").help("White's"),
            Self::Black => PossibleValue::new("black").help("Black's, on the board as it stands"),
        })
    }
}
