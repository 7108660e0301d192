//! The piece-square table that the options ask for: piece values and the mined piece squares (PST-01
//! to PST-03), with what fitting added to both, see `features`.
//!
//! The mined values are centred on zero for each role (see `tables::SquareMetric`).

use rules::Role;
use tables::SquareValues;

use super::{features, king_squares, weights::Weights};
use crate::{mined::Mined, options::EvalOptions, psqt::Psqt, tapered::Tapered};

/// The table that these options ask for.
pub(super) fn of(options: &EvalOptions, tables: &Mined, weights: &Weights) -> Psqt {
    let by_hand = [
        options.pawn_value(),
        options.knight_value(),
        options.bishop_value(),
        options.rook_value(),
        options.queen_value(),
        0,
    ];
    let material = Role::ALL.map(|role| {
        let piece = by_hand[role as usize];
        Tapered::new(piece, piece) + fitted_value(weights, role)
    });
    let mined = base(options, tables);
    let king_squares = king_squares::of(|feature| weights.get(feature));
    Psqt::new(material, king_squares, |role, square| {
        let (mg, eg) = mined[role as usize][square];
        let weigh = |cp: i16| i32::from(cp) * options.psqt_weight() / 100;
        Tapered::new(weigh(mg), weigh(eg)) + weights.get(features::piece_square(role, square))
    })
}

/// What the fitted piece squares are added to: those that they were fitted around, if the file has them, so that
/// other tables beside it tear nothing apart. Where nothing fitted is added, the mined ones.
pub(super) fn base(options: &EvalOptions, tables: &Mined) -> Box<SquareValues> {
    let metric = options.psqt_metric();
    let adds = options.fitted() && options.psqt_fit() != 0;
    let around = if adds { tables.fitted_around(metric) } else { None };
    around.unwrap_or_else(|| Box::new(*tables.psqt(metric)))
}

fn fitted_value(weights: &Weights, role: Role) -> Tapered {
    match role {
        Role::King => Tapered::ZERO,
        _ => weights.get(features::PIECE_VALUE + role as usize),
    }
}
