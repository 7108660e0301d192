//! Where pieces come from on an empty board, and what lies between: sets by square, made at
//! compile time.

use crate::Squares;

/// Rows of [`SquareMasks::reach`]. Rows 1 to 5 are those of the roles knight to king, by their index.
pub mod row {
    /// Where White's pawns come from that step to the square; Black's is two rows on. Empty on the
    /// last ranks: without a promotion no pawn goes there.
    pub const PUSH: usize = 6;
    /// Where White's pawns come from that take on the square; Black's is two rows on.
    pub const TAKE: usize = 7;
    /// Where White's pawns stand that attack the square, last ranks and all; Black's is one row on.
    pub const ATTACK: usize = 10;
    /// Like [`PUSH`], for promotions.
    pub const PROMOTE: usize = 12;
    /// Knights.
    pub const KNIGHT: usize = 1;
    /// Bishops.
    pub const BISHOP: usize = 2;
    /// Rooks.
    pub const ROOK: usize = 3;
    /// Kings.
    pub const KING: usize = 5;
}

const ORTHOGONAL: [(i8, i8); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const DIAGONAL: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
const KNIGHT: [(i8, i8); 8] =
    [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

/// What there is to know about a square.
#[derive(Debug)]
pub struct SquareMasks {
    /// For each row, the squares from which a piece reaches this one on an empty board.
    pub reach: [Squares; 16],
    /// For each other square, those between, if both are on a line. Whatever stands at 64, which is
    /// no square, is blocked by everything.
    pub between: [Squares; 65],
}

/// Squares, a1 first.
pub static MASKS: [SquareMasks; 64] = masks();

/// Squares by the origin that a token gives: 9 · file + rank, each 8 for any.
pub static ORIGINS: [Squares; 128] = origins();

/// The square of a file and a rank, if they are on the board.
const fn square(file: i8, rank: i8) -> Option<usize> {
    if file >= 0 && file < 8 && rank >= 0 && rank < 8 {
        Some((8 * rank + file) as usize)
    } else {
        None
    }
}

/// The squares in these directions from `from`, at most `steps` away.
const fn rays(from: usize, directions: &[(i8, i8)], steps: i8) -> Squares {
    let mut set = 0;
    let mut i = 0;
    while i < directions.len() {
        let (east, north) = directions[i];
        let mut step = 1;
        while step <= steps {
            let (file, rank) = ((from % 8) as i8 + step * east, (from / 8) as i8 + step * north);
            if let Some(square) = square(file, rank) {
                set |= 1 << square;
            }
            step += 1;
        }
        i += 1;
    }
    set
}

const fn masks() -> [SquareMasks; 64] {
    let mut table = [const { SquareMasks { reach: [0; 16], between: [0; 65] } }; 64];
    let mut square = 0;
    while square < 64 {
        table[square] = SquareMasks { reach: reach(square), between: between(square) };
        square += 1;
    }
    table
}

const fn reach(to: usize) -> [Squares; 16] {
    let mut rows = [0; 16];
    {
        rows[row::KNIGHT] = rays(to, &KNIGHT, 1);
        rows[row::BISHOP] = rays(to, &DIAGONAL, 7);
        rows[row::ROOK] = rays(to, &ORTHOGONAL, 7);
        rows[4] = rows[row::BISHOP] | rows[row::ROOK];
        rows[row::KING] = rays(to, &ORTHOGONAL, 1) | rays(to, &DIAGONAL, 1);
        let rank = to / 8;
        let mut black = 0;
        while black < 2 {
            // White's pawns come from the south.
            let back = if black == 0 { -1 } else { 1 };
            let double_rank = if black == 0 { 3 } else { 4 };
            let steps = if rank == double_rank { 2 } else { 1 };
            let push = rays(to, &[(0, back)], steps);
            let attack = rays(to, &[(1, back), (-1, back)], 1);
            if rank > 0 && rank < 7 {
                // No pawn has ever stood on a first rank.
                rows[row::PUSH + 2 * black] = push;
                rows[row::TAKE + 2 * black] = attack;
            }
            rows[row::ATTACK + black] = attack;
            rows[row::PROMOTE + black] = push;
            black += 1;
        }
    }
    rows
}

const fn between(from: usize) -> [Squares; 65] {
    let mut table = [0; 65];
    table[64] = !0;
    let mut i = 0;
    while i < 8 {
        let (east, north) = if i < 4 { ORTHOGONAL[i] } else { DIAGONAL[i - 4] };
        let mut passed = 0;
        let mut step = 1;
        while let Some(to) = square((from % 8) as i8 + step * east, (from / 8) as i8 + step * north)
        {
            table[to] = passed;
            passed |= 1 << to;
            step += 1;
        }
        i += 1;
    }
    table
}

const fn origins() -> [Squares; 128] {
    const FILE: Squares = 0x0101_0101_0101_0101;
    let mut table = [0; 128];
    let mut i = 0;
    while i < 81 {
        let (file, rank) = (i / 9, i % 9);
        let files = if file < 8 { FILE << file } else { !0 };
        let ranks = if rank < 8 { 0xff << (8 * rank) } else { !0 };
        table[i] = files & ranks;
        i += 1;
    }
    table
}
