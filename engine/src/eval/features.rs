//! The list of all weights: what the evaluation is linear in, and its two king danger sums.
//!
//! A *feature* is a number counted on the board for one side, such as knights with four squares to
//! go to. Its weight is a pair of centipawns, for the middlegame and the endgame. Each term of the
//! evaluation is a group of features, so one list serves the evaluation, its explanation and the
//! tuner. The defaults here are rough round numbers; `tables/weights.bin`, written by
//! `engine tune`, replaces them when it is there.
//!
//! The features of [`Term::KingDanger`] do not add to the score but to the danger units of a king,
//! see `king_danger`.

use rules::Role;

/// A part of the evaluation that has a line in `eval` and, but for the first two, a scale.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "`Term::name` has the words")]
pub enum Term {
    Material,
    PieceSquares,
    Mobility,
    Passed,
    Candidate,
    Isolated,
    Doubled,
    Backward,
    Connected,
    Shelter,
    Storm,
    KingDanger,
    KnightTropism,
    QueenTropism,
    RookOpen,
    RookHalfOpen,
    RookBlocked,
    RookBehind,
    Major7,
    Major7Connected,
    Outpost,
    KnightBlockade,
    BishopVKnight,
    KnightPair,
    RookPin,
    BishopPair,
    BadBishop,
    Shielded,
    Threats,
    Space,
    Tempo,
}

impl Term {
    /// How many there are.
    pub const COUNT: usize = Self::Tempo as usize + 1;

    /// What `eval` calls it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Material => "Material",
            Self::PieceSquares => "Piece squares",
            Self::Mobility => "Mobility",
            Self::Passed => "Passed",
            Self::Candidate => "Candidates",
            Self::Isolated => "Isolated",
            Self::Doubled => "Doubled",
            Self::Backward => "Backward",
            Self::Connected => "Connected",
            Self::Shelter => "King shelter",
            Self::Storm => "Pawn storm",
            Self::KingDanger => "King danger",
            Self::KnightTropism => "Knight tropism",
            Self::QueenTropism => "Queen tropism",
            Self::RookOpen => "Rook open",
            Self::RookHalfOpen => "Rook half-open",
            Self::RookBlocked => "Rook blocked",
            Self::RookBehind => "Rook behind",
            Self::Major7 => "Majors on 7th",
            Self::Major7Connected => "Connected 7th",
            Self::Outpost => "Outposts",
            Self::KnightBlockade => "Blockade",
            Self::BishopVKnight => "Bishop v knight",
            Self::KnightPair => "Knight pair",
            Self::RookPin => "Rook pins",
            Self::BishopPair => "Bishop pair",
            Self::BadBishop => "Bad bishop",
            Self::Shielded => "Shielded minor",
            Self::Threats => "Threats",
            Self::Space => "Space",
            Self::Tempo => "Tempo",
        }
    }
}

/// All terms, in order.
pub const TERMS: [Term; Term::COUNT] = [
    Term::Material,
    Term::PieceSquares,
    Term::Mobility,
    Term::Passed,
    Term::Candidate,
    Term::Isolated,
    Term::Doubled,
    Term::Backward,
    Term::Connected,
    Term::Shelter,
    Term::Storm,
    Term::KingDanger,
    Term::KnightTropism,
    Term::QueenTropism,
    Term::RookOpen,
    Term::RookHalfOpen,
    Term::RookBlocked,
    Term::RookBehind,
    Term::Major7,
    Term::Major7Connected,
    Term::Outpost,
    Term::KnightBlockade,
    Term::BishopVKnight,
    Term::KnightPair,
    Term::RookPin,
    Term::BishopPair,
    Term::BadBishop,
    Term::Shielded,
    Term::Threats,
    Term::Space,
    Term::Tempo,
];

/// Some features of one kind, with neighbouring numbers.
#[derive(Clone, Copy, Debug)]
pub struct Block {
    /// Its name in the weights' file.
    pub name: &'static str,
    /// The term that it is part of.
    pub term: Term,
    /// The weights without a file.
    pub defaults: &'static [(i16, i16)],
}

const fn start(block: usize) -> usize {
    let (mut i, mut sum) = (0, 0);
    while i < block {
        sum += BLOCKS[i].defaults.len();
        i += 1;
    }
    sum
}

macro_rules! features {
    ($($term:ident $name:ident[$count:expr] = $defaults:expr;)+) => {
        #[expect(non_camel_case_types, clippy::upper_case_acronyms, reason = "named as the constants are")]
        enum Number { $($name),+ }

        /// All blocks, in the order of their numbers.
        pub const BLOCKS: &[Block] = &[$(Block {
            name: stringify!($name),
            term: Term::$term,
            defaults: { const DEFAULTS: [(i16, i16); $count] = $defaults; &DEFAULTS },
        }),+];

        $(pub(crate) const $name: usize = start(Number::$name as usize);)+
    };
}

/// Weights on a line: `(mg, eg)` for each step from the middle.
const fn line<const N: usize>(middle: i16, mg: i16, eg: i16) -> [(i16, i16); N] {
    let mut values = [(0, 0); N];
    let mut i = 0;
    while i < N {
        let step = i as i16 - middle;
        values[i] = (mg * step, eg * step);
        i += 1;
    }
    values
}

const NONE: [(i16, i16); 1] = [(0, 0)];

features! {
    Material PIECE_VALUE[5] = [(0, 0); 5];
    PieceSquares PIECE_SQUARE[384] = [(0, 0); 384];
    Mobility KNIGHT_MOBILITY[9] = line(4, 4, 4);
    Mobility BISHOP_MOBILITY[14] = line(6, 4, 4);
    Mobility ROOK_MOBILITY[15] = line(7, 2, 4);
    Mobility QUEEN_MOBILITY[28] = line(13, 1, 2);
    Passed PASSED[6] = [(0, 5), (0, 10), (5, 25), (20, 45), (50, 80), (90, 130)];
    Passed PASSED_BLOCKED[6] = [(0, 0), (0, 0), (0, -5), (-5, -15), (-15, -30), (-30, -60)];
    Passed PASSED_FREE[6] = [(0, 0), (0, 0), (0, 5), (0, 15), (10, 35), (20, 70)];
    Passed PASSED_SAFE_STOP[6] = [(0, 0), (0, 0), (0, 3), (3, 8), (6, 15), (10, 25)];
    Passed PASSED_SUPPORTED[6] = [(0, 0), (0, 2), (3, 5), (5, 8), (10, 15), (15, 20)];
    Passed PASSED_OWN_KING[8] = line(4, 0, -6);
    Passed PASSED_THEIR_KING[8] = line(4, 0, 9);
    Passed PASSED_UNSTOPPABLE[1] = [(0, 200)];
    Candidate CANDIDATE[6] = [(0, 0), (0, 5), (5, 10), (10, 20), (20, 35), (0, 0)];
    Isolated ISOLATED[2] = [(-8, -8), (-16, -14)];
    Doubled DOUBLED[1] = [(-5, -12)];
    Backward BACKWARD[2] = [(-5, -6), (-14, -12)];
    Connected PHALANX[6] = [(2, 0), (5, 2), (8, 6), (15, 15), (30, 35), (50, 60)];
    Connected SUPPORTED[6] = [(0, 0), (8, 4), (8, 6), (12, 12), (25, 25), (50, 50)];
    Shelter SHELTER_KING[8] = [(-25, 0), (20, 0), (15, 0), (0, 0), (-10, 0), (-15, 0), (-20, 0), (0, 0)];
    Shelter SHELTER_SIDE[8] = [(-15, 0), (20, 0), (12, 0), (0, 0), (-5, 0), (-8, 0), (-10, 0), (0, 0)];
    Storm STORM_FREE[8] = [(0, 0), (-10, 0), (-20, 0), (-20, 0), (-8, 0), (0, 0), (0, 0), (0, 0)];
    Storm STORM_BLOCKED[8] = [(0, 0), (0, 0), (-10, 0), (-5, 0), (0, 0), (0, 0), (0, 0), (0, 0)];
    KingDanger DANGER_BASE[1] = [(-40, 0)];
    KingDanger DANGER_ATTACKER[4] = [(25, 20), (20, 20), (25, 20), (15, 20)];
    KingDanger DANGER_ATTACKS[1] = [(15, 5)];
    KingDanger DANGER_WEAK[1] = [(20, 10)];
    KingDanger DANGER_NO_QUEEN[1] = [(-80, -40)];
    KingDanger DANGER_SAFE_CHECK[4] = [(50, 30), (35, 30), (55, 30), (50, 40)];
    KingDanger DANGER_CHECK[1] = [(10, 5)];
    KingDanger DANGER_PINNED[1] = [(15, 5)];
    KingDanger DANGER_OPEN_FILES[1] = [(15, 0)];
    KnightTropism KNIGHT_TROPISM[1] = [(-2, -2)];
    QueenTropism QUEEN_TROPISM[1] = [(-1, -2)];
    RookOpen ROOK_OPEN[1] = [(30, 10)];
    RookHalfOpen ROOK_HALF_OPEN[1] = [(14, 8)];
    RookBlocked ROOK_BLOCKED[1] = [(-8, -4)];
    RookBehind ROOK_BEHIND_OWN[1] = [(3, 15)];
    RookBehind ROOK_BEHIND_THEIRS[1] = [(2, 10)];
    Major7 MAJOR_7[1] = [(10, 20)];
    Major7Connected MAJOR_7_CONNECTED[1] = [(10, 15)];
    Outpost OUTPOST_KNIGHT[1] = [(15, 8)];
    Outpost OUTPOST_KNIGHT_COVERED[1] = [(15, 10)];
    Outpost OUTPOST_BISHOP[1] = [(10, 4)];
    Outpost OUTPOST_BISHOP_COVERED[1] = [(10, 6)];
    KnightBlockade KNIGHT_BLOCKADE[1] = [(6, 6)];
    BishopVKnight BISHOP_V_KNIGHT[1] = [(0, 25)];
    KnightPair KNIGHT_PAIR_GOOD[1] = NONE;
    KnightPair KNIGHT_PAIR_BAD[1] = NONE;
    RookPin ROOK_PIN[3] = [(50, 50), (25, 25), (12, 12)];
    BishopPair BISHOP_PAIR[1] = [(30, 50)];
    BadBishop BAD_BISHOP[1] = [(-3, -5)];
    Shielded SHIELDED_MINOR[1] = [(5, 2)];
    Threats PAWN_THREAT[4] = [(50, 35), (50, 40), (70, 30), (60, 30)];
    Threats MINOR_THREAT[5] = [(3, 10), (20, 20), (20, 20), (40, 25), (35, 25)];
    Threats ROOK_THREAT[5] = [(0, 10), (20, 20), (20, 20), (5, 10), (45, 30)];
    Threats KING_THREAT[1] = [(10, 30)];
    Threats HANGING[1] = [(15, 15)];
    Threats PUSH_THREAT[1] = [(15, 12)];
    Threats RESTRICTED[1] = [(2, 2)];
    Space SPACE[1] = [(2, 0)];
    Tempo TEMPO[1] = [(15, 10)];
}

/// How many features there are.
pub const FEATURES: usize = start(BLOCKS.len());

/// The feature of a piece on a square of White's side of the board.
#[must_use]
pub(crate) const fn piece_square(role: Role, square: usize) -> usize {
    PIECE_SQUARE + 64 * role as usize + square
}
