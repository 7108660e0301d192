//! Patterns of pawns: what stands on three neighbouring files, both sides' pawns and kings together.
//!
//! There are six such windows, from the files a to c up to f to h; those of the king's side are mirrored onto
//! the queen's side. Of each file a side sees the hindmost of its own pawns (none, on its second rank, on its third, or
//! beyond) and the foremost of the enemy's, the nearest to its first rank (none, on its sixth or seventh rank, or nearer); and
//! of the kings, whether they stand on one of the three files. Every combination is a feature. A. Samuel's
//! signature tables (1967) and the pattern tables of M. Buro's Logistello (1997) are of this kind.

use rules::{Board, Color, Role, Squares, squares};

use super::{
    features::{self, Term},
    tally::Tally,
};

/// What a side can see of a file.
const FILE_STATES: usize = 12;
/// Whether the own king, and the enemy's, stand on the files.
const KINGS: usize = 4;
/// Windows that are no mirror images of others.
const WINDOWS: usize = 3;

/// How many patterns there are.
pub(super) const COUNT: usize = WINDOWS * KINGS * FILE_STATES.pow(3);

/// The patterns of a side, one for each window.
#[inline(always)]
pub(super) fn count<T: Tally>(board: &Board, us: Color, tally: &mut T) {
    for pattern in patterns(board, us) {
        tally.add(features::PAWN_PATTERN + pattern, 1);
    }
    tally.close(Term::PawnPatterns, us);
}

/// The number of each window's pattern.
fn patterns(board: &Board, us: Color) -> [usize; 6] {
    let seen = |color| match us {
        Color::White => board.of(color, Role::Pawn),
        Color::Black => squares::flipped(board.of(color, Role::Pawn)),
    };
    let files = files(seen(us), seen(!us));
    let [own_king, their_king] = [us, !us].map(|color| usize::from(board.king(color).file()));
    let mut patterns = [0; 6];
    for (left, pattern) in patterns.iter_mut().enumerate() {
        let is_mirrored = left > 2;
        let window = if is_mirrored { 5 - left } else { left };
        let stands = |file: usize| usize::from(file >= left && file <= left + 2);
        let mut number = window * KINGS + 2 * stands(own_king) + stands(their_king);
        for step in 0..3 {
            let file = if is_mirrored { left + 2 - step } else { left + step };
            number = number * FILE_STATES + files[file];
        }
        *pattern = number;
    }
    patterns
}

/// What White sees of each file: of its own hindmost pawn and of the foremost of Black's.
fn files(ours: Squares, theirs: Squares) -> [usize; 8] {
    let mut states = [0; 8];
    for (file, state) in states.iter_mut().enumerate() {
        let column = squares::FILE_A << file;
        // Without pawns there are 64 zeros, which is rank 8; the first rank is 0.
        let own = match (ours & column).trailing_zeros() / 8 {
            8 => 0,
            rank => rank.min(3) as usize,
        };
        let enemy = match (theirs & column).trailing_zeros() / 8 {
            8 => 0,
            5 | 6 => 1,
            _ => 2,
        };
        *state = 3 * own + enemy;
    }
    states
}

#[cfg(test)]
mod tests {
    use shakmaty::{CastlingMode, Chess, fen::Fen};

    use super::*;

    fn of(fen: &str, us: Color) -> [usize; 6] {
        let fen: Fen = fen.parse().expect("a FEN");
        let chess: Chess = fen.into_position(CastlingMode::Standard).expect("a legal position");
        patterns(rules::Position::from(&chess).board(), us)
    }

    #[test]
    fn a_side_sees_what_the_other_sees_with_colours_turned() {
        let position = "6k1/5pp1/7p/3p4/8/2P3P1/1P3P1P/6K1 w - - 0 1";
        let flipped = "6k1/1p3p1p/2p3p1/8/3P4/7P/5PP1/6K1 b - - 0 1";
        let mirrored = "1k6/1pp5/p7/4p3/8/1P3P2/P1P3P1/1K6 w - - 0 1";
        let white = of(position, Color::White);
        assert_eq!(of(flipped, Color::Black), white);
        let mut turned = of(mirrored, Color::White);
        turned.reverse();
        assert_eq!(turned, white);
        assert_ne!(of(position, Color::Black), white);
        assert!(white.into_iter().all(|pattern| pattern < COUNT));
    }

    #[test]
    fn a_pattern_tells_pawns_and_kings() {
        // The files f to h: own pawns on f2, g3 and h2, the enemy's on f7, g7 and h6, both kings.
        let [.., last] = of("6k1/5pp1/7p/3p4/8/2P3P1/1P3P1P/6K1 w - - 0 1", Color::White);
        let file = |own: usize, enemy: usize| 3 * own + enemy;
        let expected = [file(1, 1), file(2, 1), file(1, 1)];
        let number = expected.into_iter().fold(3, |number, file| number * FILE_STATES + file);
        assert_eq!(last, number, "window 0, both kings, h before g before f");
        // An enemy pawn that is near, an own one far ahead, and no king.
        let [first, ..] = of("6k1/8/8/P7/8/2p5/8/6K1 w - - 0 1", Color::White);
        assert_eq!(first, (file(3, 0) * FILE_STATES + file(0, 0)) * FILE_STATES + file(0, 2));
    }

    #[test]
    fn the_numbers_are_below_the_count_and_all_can_be() {
        let most = (WINDOWS - 1) * KINGS + KINGS - 1;
        let most = (0..3).fold(most, |number, _| number * FILE_STATES + FILE_STATES - 1);
        assert_eq!(most + 1, COUNT);
    }
}
