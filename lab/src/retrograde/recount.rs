//! What the engine says of every position.

use engine::eval::endings::krpkr::Men;
use rules::{Squares, squares};

use super::{rooks::Known, squares::has};

/// Numbers of positions, White to move, the pawn on the files a to d.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// All.
    pub legal: u64,
    /// Those drawn for certain.
    pub drawn: u64,
    /// Those that the engine calls drawn.
    pub called: u64,
    /// Those of them that somebody may win.
    pub wrong: u64,
}

/// Counts the engine's answers.
#[must_use]
pub fn of_engine(solved: &[Known]) -> Count {
    let mut count = Count::default();
    for known in solved {
        for (white, black) in (0..64).flat_map(|white| (0..64).map(move |black| (white, black))) {
            for rook in 0..64 {
                let legal = known.legal(white, black, rook);
                let drawn = known.drawn(white, black, rook);
                let called = called(known.pawn(), [white, black, rook], legal);
                count.legal += u64::from(legal.count_ones());
                count.drawn += u64::from(drawn.count_ones());
                count.called += u64::from(called.count_ones());
                count.wrong += u64::from((called & !drawn).count_ones());
            }
        }
    }
    count
}

/// The squares of Black's rook, of these, with which the engine calls the position drawn.
fn called(pawn: usize, men: [usize; 3], legal: Squares) -> Squares {
    let [king, other, rook, pawn] =
        [men[0], men[1], men[2], pawn].map(|at| squares::square(at as u32));
    let is_called = |defender: usize| {
        let rooks = [rook, squares::square(defender as u32)];
        let men = Men { kings: [king, other], rooks, pawn };
        men.are_in_a_product() && !men.hangs()
    };
    (0..64)
        .filter(|&defender| has(legal, defender) && is_called(defender))
        .fold(0, |set, defender| set | 1 << defender)
}
