//! The registry of the evaluation's terms: what `eval` calls each, which option scales it, and the
//! weights that it has.
//!
//! A *feature* is a number counted on the board for one side, such as knights with four squares to
//! go to. Its weight is a pair of centipawns, for the middlegame and the endgame. A term is a group
//! of features. A new term is one entry here, its option, and the file that counts it; the
//! evaluation, its explanation, the weights in force, the weights' file and the tuner all read this
//! list. Features are numbered in its order.
//!
//! The defaults are rough round numbers by hand; `tables/weights.bin`, written by `lab tune`,
//! replaces them where it is. Values marked `prophet` are those of J. Swafford's validation matrix
//! (EV-01 to EV-06, Prophet, 2020), flat centipawns for `EV_Weights` seed.
//!
//! The features of [`Term::KingDanger`] do not add to the score but to the danger units of a king,
//! see `king_danger`; those of [`Term::Winnable`] add to what the better side's endgame value gains or loses, see `winnable`.

use rules::Role;

use super::{material_pairs, pawn_patterns};
use crate::{king_squares, options::EvalOptions as Options, tapered::Tapered};
use Scale::{Centipawns, Endings, Units, Weights};

/// How the options weigh a term.
#[derive(Clone, Copy, Debug)]
pub(super) enum Scale {
    /// By a percentage of each weight.
    Weights(fn(&Options) -> i32),
    /// By a percentage of the penalty that the danger units come to; the weights stay.
    Units(fn(&Options) -> i32),
    /// By a percentage of each weight; they say how far the better side's endgame value can be believed.
    Endings(fn(&Options) -> i32),
    /// The options are the weights themselves; such a term is not fitted.
    Centipawns(fn(&Options) -> Vec<Tapered>),
}

/// Neighbouring features of one kind.
#[derive(Clone, Copy, Debug)]
pub struct FeatureBlock {
    /// Its name in the weights' file.
    pub name: &'static str,
    /// The term that it is part of.
    pub term: Term,
    /// The weights without a file, `(mg, eg)` centipawns for each feature.
    pub defaults: &'static [(i16, i16)],
    /// Prophet's value in centipawns, for all of its features and both phases.
    pub(super) prophet: Option<i32>,
}

const fn start(block: usize) -> usize {
    let (mut i, mut sum) = (0, 0);
    while i < block {
        sum += BLOCKS[i].defaults.len();
        i += 1;
    }
    sum
}

macro_rules! prophet {
    () => {
        None
    };
    ($value:expr) => {
        Some($value)
    };
}

/// Declares terms and their blocks: `Term "name in eval", scale => { BLOCK[size] = defaults; }`.
macro_rules! terms {
    ($($term:ident $name:literal, $scale:expr => {
        $($block:ident[$count:expr] = $defaults:expr $(, prophet $value:expr)?;)+
    })+) => {
        /// A part of the evaluation that has a line in `eval`.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Term {
            $(#[doc = $name] $term),+
        }

        impl Term {
            /// All terms, in order.
            pub const ALL: &[Self] = &[$(Self::$term),+];

            /// What `eval` calls it.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$term => $name),+
                }
            }

            /// How the options weigh it.
            pub(super) const fn scale(self) -> Scale {
                match self {
                    $(Self::$term => $scale),+
                }
            }
        }

        #[expect(non_camel_case_types, clippy::upper_case_acronyms, reason = "named as the constants are")]
        enum Number { $($($block),+),+ }

        /// All blocks, in the order of their features.
        pub const BLOCKS: &[FeatureBlock] = &[$($(FeatureBlock {
            name: stringify!($block),
            term: Term::$term,
            defaults: { const DEFAULTS: [(i16, i16); $count] = $defaults; &DEFAULTS },
            prophet: prophet!($($value)?),
        }),+),+];

        $($(pub(crate) const $block: usize = start(Number::$block as usize);)+)+
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

/// Endgame weights by rank, the fourth first, each rank's on a line of this slope over the distances.
const fn ranks(slopes: [i16; 4]) -> [(i16, i16); 32] {
    let mut values = [(0, 0); 32];
    let mut i = 0;
    while i < 32 {
        values[i] = (0, slopes[i / 8] * (i % 8) as i16 - 4 * slopes[i / 8]);
        i += 1;
    }
    values
}

/// Roles that can be threatened: all but the king.
pub(crate) const VICTIMS: usize = Role::King as usize;

/// Weights of threats by their victim: those of defended ones are half of the others', which come first.
const fn victims(loose: [(i16, i16); VICTIMS]) -> [(i16, i16); 2 * VICTIMS] {
    let mut values = [(0, 0); 2 * VICTIMS];
    let mut i = 0;
    while i < VICTIMS {
        values[i] = loose[i];
        values[VICTIMS + i] = (loose[i].0 / 2, loose[i].1 / 2);
        i += 1;
    }
    values
}

terms! {
    Material "Material", Weights(Options::psqt_fit) => {
        PIECE_VALUE[5] = [(0, 0); 5];
    }
    PieceSquares "Piece squares", Weights(Options::psqt_fit) => {
        PIECE_SQUARE[384] = [(0, 0); 384];
    }
    KingSquares "King squares", Weights(Options::king_squares) => {
        KING_SQUARE[king_squares::COUNT] = [(0, 0); king_squares::COUNT];
    }
    MaterialPairs "Material pairs", Weights(Options::material_pairs) => {
        MATERIAL_PAIR[material_pairs::COUNT] = material_pairs::KAUFMAN;
    }
    Mobility "Mobility", Weights(Options::mobility_scale) => {
        KNIGHT_MOBILITY[9] = line(4, 4, 4);
        BISHOP_MOBILITY[14] = line(6, 4, 4);
        ROOK_MOBILITY[15] = line(7, 2, 4);
        QUEEN_MOBILITY[28] = line(13, 1, 2);
    }
    Passed "Passed", Weights(Options::passed) => {
        PASSED[6] = [(0, 5), (0, 10), (5, 25), (20, 45), (50, 80), (90, 130)], prophet 20;
        PASSED_BLOCKED[6] = [(0, 0), (0, 0), (0, -5), (-5, -15), (-15, -30), (-30, -60)], prophet 0;
        PASSED_FREE[6] = [(0, 0), (0, 0), (0, 5), (0, 15), (10, 35), (20, 70)], prophet 0;
        PASSED_SAFE_STOP[6] = [(0, 0), (0, 0), (0, 3), (3, 8), (6, 15), (10, 25)], prophet 0;
        PASSED_SUPPORTED[6] = [(0, 0), (0, 2), (3, 5), (5, 8), (10, 15), (15, 20)], prophet 0;
        PASSED_HELPED[6] = [(0, 0), (0, 2), (3, 4), (5, 8), (10, 15), (15, 25)], prophet 0;
        PASSED_CHASED[6] = [(0, 0), (0, 0), (-5, -5), (-8, -10), (-8, -15), (0, -25)], prophet 0;
        PASSED_OWN_KING[32] = ranks([0, -3, -6, -9]), prophet 0;
        PASSED_THEIR_KING[32] = ranks([0, 5, 9, 12]), prophet 0;
        PASSED_UNSTOPPABLE[1] = [(0, 200)], prophet 0;
    }
    Candidate "Candidates", Weights(Options::candidate) => {
        CANDIDATE[6] = [(0, 0), (0, 5), (5, 10), (10, 20), (20, 35), (0, 0)];
    }
    Isolated "Isolated", Weights(Options::isolated) => {
        ISOLATED[2] = [(-8, -8), (-16, -14)], prophet -20;
    }
    Doubled "Doubled", Weights(Options::doubled) => {
        DOUBLED[1] = [(-5, -12)], prophet -10;
    }
    Backward "Backward", Weights(Options::backward) => {
        BACKWARD[2] = [(-5, -6), (-14, -12)];
    }
    Connected "Connected", Weights(Options::connected) => {
        PHALANX[6] = [(2, 0), (5, 2), (8, 6), (15, 15), (30, 35), (50, 60)];
        SUPPORTED[6] = [(0, 0), (8, 4), (8, 6), (12, 12), (25, 25), (50, 50)];
    }
    Shelter "King shelter", Weights(Options::shelter) => {
        SHELTER_KING[8] = [(-25, 0), (20, 0), (15, 0), (0, 0), (-10, 0), (-15, 0), (-20, 0), (0, 0)];
        SHELTER_SIDE[8] = [(-15, 0), (20, 0), (12, 0), (0, 0), (-5, 0), (-8, 0), (-10, 0), (0, 0)];
    }
    KingPawns "King and pawns", Weights(Options::king_pawns) => {
        PAWNLESS_FLANK[1] = [(-10, -40)];
        KING_TO_PAWN[8] = line(0, 0, -8);
    }
    Storm "Pawn storm", Weights(Options::storm) => {
        STORM_FREE[8] = [(0, 0), (-10, 0), (-20, 0), (-20, 0), (-8, 0), (0, 0), (0, 0), (0, 0)];
        STORM_BLOCKED[8] = [(0, 0), (0, 0), (-10, 0), (-5, 0), (0, 0), (0, 0), (0, 0), (0, 0)];
    }
    PawnPatterns "Pawn patterns", Weights(Options::pawn_patterns) => {
        PAWN_PATTERN[pawn_patterns::COUNT] = [(0, 0); pawn_patterns::COUNT];
    }
    KingDanger "King danger", Units(Options::king_danger) => {
        DANGER_BASE[1] = [(40, 0)];
        DANGER_TO_MOVE[1] = [(0, 0)];
        DANGER_ATTACKER[4] = [(40, 0), (20, 0), (20, 0), (10, 0)];
        DANGER_ATTACKS[1] = [(8, 0)];
        DANGER_WEAK[1] = [(10, 0)];
        DANGER_NO_QUEEN[1] = [(-100, 0)];
        DANGER_SAFE_CHECK[4] = [(90, 0), (60, 0), (100, 0), (60, 0)];
        DANGER_UNSAFE_CHECK[4] = [(15, 0); 4];
        DANGER_PINNED[1] = [(15, 0)];
        DANGER_DISCOVERED[1] = [(50, 0)];
        DANGER_OPEN_FILES[1] = [(15, 0)];
        DANGER_FLANK_ATTACKS[2] = [(10, 0), (5, 0)];
        DANGER_FLANK_DEFENCES[2] = [(-8, 0), (-6, 0)];
        DANGER_PAWNS[1] = [(8, 0)];
        DANGER_DEFENDER[2] = [(-25, 0), (-15, 0)];
        DANGER_MOBILITY[1] = [(1, 0)];
        DANGER_BISHOP_RAYS[1] = [(20, 0)];
        DANGER_SHELTER[32] = [(0, 0); 32];
        DANGER_STORM_FREE[32] = [(0, 0); 32];
        DANGER_STORM_BLOCKED[32] = [(0, 0); 32];
    }
    KnightTropism "Knight tropism", Weights(Options::knight_tropism) => {
        KNIGHT_TROPISM[1] = [(-2, -2)], prophet -2;
    }
    QueenTropism "Queen tropism", Weights(Options::queen_tropism) => {
        QUEEN_TROPISM[1] = [(-1, -2)];
    }
    RookOpen "Rook open", Weights(Options::rook_open) => {
        ROOK_OPEN[1] = [(30, 10)], prophet 25;
    }
    RookHalfOpen "Rook half-open", Weights(Options::rook_half_open) => {
        ROOK_HALF_OPEN[1] = [(14, 8)], prophet 15;
    }
    RookBlocked "Rook blocked", Weights(Options::rook_blocked) => {
        ROOK_BLOCKED[1] = [(-8, -4)];
    }
    RookBehind "Rook behind", Weights(Options::rook_behind) => {
        ROOK_BEHIND_OWN[1] = [(3, 15)];
        ROOK_BEHIND_THEIRS[1] = [(2, 10)];
    }
    Major7 "Majors on 7th", Weights(Options::major7) => {
        MAJOR_7[1] = [(10, 20)], prophet 50;
    }
    Major7Connected "Connected 7th", Weights(Options::major7_connected) => {
        MAJOR_7_CONNECTED[1] = [(10, 15)], prophet 80;
    }
    Outpost "Outposts", Weights(Options::outpost_scale) => {
        OUTPOST_KNIGHT[1] = [(15, 8)];
        OUTPOST_KNIGHT_COVERED[1] = [(15, 10)];
        OUTPOST_REACHABLE[1] = [(8, 4)];
        OUTPOST_BISHOP[1] = [(10, 4)];
        OUTPOST_BISHOP_COVERED[1] = [(10, 6)];
    }
    KnightBlockade "Blockade", Weights(Options::knight_blockade) => {
        KNIGHT_BLOCKADE[1] = [(6, 6)];
    }
    BishopVKnight "Bishop v knight", Centipawns(bishop_v_knight) => {
        BISHOP_V_KNIGHT[1] = [(25, 25)];
    }
    KnightPair "Knight pair", Centipawns(knight_pairs) => {
        KNIGHT_PAIR_GOOD[1] = [(0, 0)];
        KNIGHT_PAIR_BAD[1] = [(0, 0)];
    }
    RookPin "Rook pins", Centipawns(rook_pins) => {
        ROOK_PIN[3] = [(50, 50), (25, 25), (12, 12)];
    }
    BishopPair "Bishop pair", Weights(Options::bishop_pair) => {
        BISHOP_PAIR[1] = [(30, 50)];
    }
    BadBishop "Bad bishop", Weights(Options::bad_bishop) => {
        BAD_BISHOP[1] = [(-3, -5)];
    }
    QueenExposed "Queen exposed", Weights(Options::queen_exposed) => {
        QUEEN_EXPOSED[1] = [(-30, -10)];
    }
    LongDiagonal "Long diagonal", Weights(Options::long_diagonal) => {
        LONG_DIAGONAL[1] = [(10, 8)];
    }
    Shielded "Shielded minor", Weights(Options::shielded) => {
        SHIELDED_MINOR[1] = [(5, 2)];
    }
    Threats "Threats", Weights(Options::threats) => {
        PAWN_THREAT[4] = [(50, 35), (50, 40), (70, 30), (60, 30)];
        KNIGHT_THREAT[10] = victims([(3, 20), (30, 40), (35, 30), (60, 30), (45, 30)]);
        BISHOP_THREAT[10] = victims([(3, 20), (25, 35), (20, 60), (50, 40), (50, 50)]);
        ROOK_THREAT[10] = victims([(0, 25), (25, 35), (30, 35), (0, 30), (50, 40)]);
        QUEEN_THREAT[10] = victims([(0, 15), (10, 20), (5, 35), (5, 10), (0, 0)]);
        KING_THREAT[5] = [(30, 20), (30, 30), (60, 30), (40, 10), (0, 0)];
        KNIGHT_HITS_QUEEN[1] = [(7, 2)];
        SLIDER_HITS_QUEEN[2] = [(15, 10), (15, 0)];
        SEVERAL_THREATS[2] = [(20, 20), (20, 20)];
        HANGING[1] = [(15, 15)];
        UNDEFENDED[VICTIMS] = [(0, 0); VICTIMS];
        PUSH_THREAT[1] = [(15, 12)];
        RESTRICTED[1] = [(2, 2)];
        OUTNUMBERED[1] = [(2, 3)];
    }
    Space "Space", Weights(Options::space) => {
        SPACE[1] = [(2, 0)];
        SPACE_PIECES[1] = [(0, 0)];
    }
    Winnable "Winnable", Endings(Options::winnable) => {
        WINNABLE_BASE[1] = [(0, -40)];
        WINNABLE_PAWNS[1] = [(0, 3)];
        WINNABLE_FLANKS[1] = [(0, 20)];
        WINNABLE_PAWNS_ONLY[1] = [(0, 20)];
    }
    Tempo "Tempo", Weights(Options::tempo) => {
        TEMPO[1] = [(15, 10)];
    }
}

/// How many features there are.
pub const FEATURES: usize = start(BLOCKS.len());

impl Term {
    /// How many there are.
    pub const COUNT: usize = Self::ALL.len();

    /// Its blocks, in order.
    pub(super) fn blocks(self) -> impl Iterator<Item = &'static FeatureBlock> {
        BLOCKS.iter().filter(move |block| block.term == self)
    }

    /// Whether the tuner may change its weights: they are not those of options.
    #[must_use]
    pub const fn is_fitted(self) -> bool {
        !matches!(self.scale(), Centipawns(_))
    }

    /// Whether it is a table of thousands of weights, of which most positions show a few dozen.
    #[must_use]
    pub const fn is_large_table(self) -> bool {
        matches!(self, Self::KingSquares | Self::PawnPatterns)
    }

    /// Whether its weights are part of the piece-square table.
    #[must_use]
    pub const fn is_psqt(self) -> bool {
        matches!(self, Self::Material | Self::PieceSquares)
    }
}

/// The feature of a piece on a square of White's side of the board.
#[must_use]
pub(crate) const fn piece_square(role: Role, square: usize) -> usize {
    PIECE_SQUARE + 64 * role as usize + square
}

const fn flat(centipawns: i32) -> Tapered {
    Tapered::new(centipawns, centipawns)
}

fn rook_pins(options: &Options) -> Vec<Tapered> {
    [options.rook_pin_a(), options.rook_pin_b(), options.rook_pin_c()].map(flat).to_vec()
}

fn knight_pairs(options: &Options) -> Vec<Tapered> {
    [options.knight_pair_good(), options.knight_pair_bad()].map(flat).to_vec()
}

fn bishop_v_knight(options: &Options) -> Vec<Tapered> {
    vec![flat(options.bishop_v_knight())]
}
