//! What pieces are worth beside each other: knights gain and rooks lose by pawns, two rooks are in each other's way.
//!
//! Each pair of an own piece with another own piece, or with a smaller one of the enemy's, is a feature; pawns count from five on, so
//! that piece values keep their meaning (L. Kaufman, The Evaluation of Material Imbalances, 1999; as a table of all pairs:
//! Stockfish). It depends on the number of pieces alone, so it is kept by that.

use rules::{Color, Role};

use super::{
    features::{self, Term},
    tally::Tally,
};
use crate::position::Position;

/// From here on pawns count.
const PAWNS: i32 = 5;
/// Pieces with own pawns, with own pieces, with enemy pawns, with smaller enemy pieces.
pub(super) const COUNT: usize = 4 + 9 + 4 + 6;

/// L. Kaufman's: a knight is worth a sixteenth of a pawn more for each own pawn from six on, a rook an eighth less.
pub(super) const KAUFMAN: [(i16, i16); COUNT] = {
    let mut weights = [(0, 0); COUNT];
    weights[0] = (6, 6);
    weights[2] = (-12, -12);
    weights
};

/// Counts a side's pairs.
pub(super) fn count<T: Tally>(position: &Position, us: Color, tally: &mut T) {
    let [ours, theirs] =
        [us, !us].map(|color| Role::PIECES.map(|role| position.count(color, role)));
    let [pawns, their_pawns] = [us, !us].map(|color| position.count(color, Role::Pawn) - PAWNS);
    let mut feature = features::MATERIAL_PAIR;
    let mut add = |count: i32| {
        tally.add(feature, count);
        feature += 1;
    };
    ours.iter().for_each(|piece| add(piece * pawns));
    for (i, piece) in ours.iter().enumerate() {
        // Two bishops are the bishop pair's.
        if i != 1 {
            add(piece * (piece - 1) / 2);
        }
        ours[..i].iter().for_each(|smaller| add(piece * smaller));
    }
    ours.iter().for_each(|piece| add(piece * their_pawns));
    for (i, piece) in ours.iter().enumerate() {
        theirs[..i].iter().for_each(|smaller| add(piece * smaller));
    }
    tally.close(Term::MaterialPairs, us);
}
