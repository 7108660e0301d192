//! Evaluation: how good a position is, without looking ahead.
//!
//! Material and piece-square values come summed with the position. Everything else is counted by
//! terms, each written once with the colour as an argument, that tell a `tally` of the features
//! they see; attacks are computed once and shared. Middlegame and endgame sums are mixed by phase;
//! then come the imbalance table and what is not linear.
//!
//! | file | what it does |
//! |---|---|
//! | `features`, `weights` | the registry of terms and their weights; the weights in force |
//! | `tally`, `breakdown`, `trace` | who listens: the sum, `eval`, the tuner |
//! | `attacks` | attack sets, shared by the terms |
//! | `pawns`, `passed`, `pawn_patterns` | pawn structure, passed pawns, what stands on three files |
//! | `memo` | what was computed before, for pawns and for positions |
//! | `king_shelter`, `king_danger`, `danger_penalty`, `king_pawns` | safety of kings, and their way to pawns |
//! | `material_pairs` | what pieces are worth beside each other |
//! | `mobility`, `tropism`, `rook_files`, `majors_on_seventh`, `outposts`, `minors`, `queen_exposed`, `rook_pin`, `threats`, `space` | terms |
//! | `winnable`, `drawish`, `initiative`, `anti_shuffle`, `fifty_moves` | what changes the sum |
//! | `side_terms` | what the laboratory's search asks for beside the score |
//! | `endings` | endings that are known, bare kings above all |
//! | `imbalance`, `psqt` | what the mined tables say |
//! | `king_squares` | piece squares by where the kings stand |
//! | `off/` | stands for ideas that are off where the cargo feature `lab` is not on |
//!
//! `eval` never sees the search.
//!
//! Invariant: with colours folded (the default), the evaluation of a position equals that of the
//! colour-flipped position, for the side to move.

mod attacks;
pub mod breakdown;
pub mod danger_penalty;
mod drawish;
pub mod endings;
pub mod features;
mod fifty_moves;
pub mod imbalance;
mod initiative;
mod king_danger;
mod king_pawns;
mod king_shelter;
mod king_squares;
mod majors_on_seventh;
mod material_pairs;
mod memo;
mod minors;
pub mod mobility;
pub mod outposts;
mod passed;
mod pawn_patterns;
mod pawns;
mod psqt;
mod queen_exposed;
mod rook_files;
mod rook_pin;
mod space;
mod tally;
mod threats;
pub mod trace;
mod tropism;
pub mod weights;
mod winnable;

// Ideas that are off by default: with the laboratory they are here, else their names alone.
#[cfg(feature = "lab")]
pub mod anti_shuffle;
#[cfg(not(feature = "lab"))]
mod off;
#[cfg(feature = "lab")]
pub mod side_terms;
#[cfg(not(feature = "lab"))]
pub use off::{anti_shuffle, side_terms};

use std::sync::Arc;

use anti_shuffle::Shuffles;
use attacks::Attacks;
use endings::{Drawn, Endgame};
use features::Term;
use imbalance::ImbalanceBonus;
use memo::{Memo, Pawns, Shelter, Shelters};
use rules::{Color, Role, Squares, squares};
use side_terms::SideTerms;
use tables::SquareValues;
use tally::{Sum, Tally};
use weights::Weights;

use crate::{
    mined::Mined,
    mixing::SPREAD,
    options::{EvalOptions, MobilityMode},
    position::Position,
    psqt::Psqt,
    score::{Score, sign},
    tapered::Tapered,
};

/// The evaluation of a position: its score, and the parts that the search asks for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Assessment {
    /// The score for the side to move.
    pub score: Score,
    /// What else the laboratory's search asks for.
    pub side_terms: SideTerms,
}

/// The evaluation under one setting of the options.
#[derive(Debug)]
pub struct Evaluator {
    options: EvalOptions,
    tables: Arc<Mined>,
    weights: Weights,
    psqt: Psqt,
    imbalance: ImbalanceBonus,
    pawn_hash: Memo<2>,
    shelter_hash: Memo<5>,
    /// What the pawns and one king come to, for `shelter_hash`.
    king_hash: Memo<3>,
    /// What the pawns and the files of the kings come to, for `shelter_hash`.
    pattern_hash: Memo<1>,
    material_hash: Memo<1>,
    hash: Memo<{ memo::ASSESSMENT_WORDS }>,
}

/// What the terms found, beside their sum.
struct Found {
    king_safety: [Tapered; 2],
    passed_pawns: [Tapered; 2],
    passed: Squares,
    /// Squares that the pieces of each side reach, see [`Attacks`]; `None` after a lazy exit.
    mobility: Option<[i32; 2]>,
}

/// A correction of the sum: its name, and what it adds to White's centipawns.
type Note<'n> = &'n mut dyn FnMut(&'static str, i32);

impl Evaluator {
    /// An evaluator with the built-in tables.
    #[must_use]
    pub fn new(options: &EvalOptions) -> Self {
        Self::with_tables(options, Mined::built_in())
    }

    /// An evaluator with the tables of a folder, as `TablesDir` reads them; with the built-in ones if it is empty.
    ///
    /// # Errors
    /// One sentence on which file is wrong.
    pub fn of_folder(options: &EvalOptions, folder: &str) -> Result<Self, String> {
        Ok(Self::with_tables(options, Self::tables_of(folder)?))
    }

    /// The tables of a folder; those built in if it is empty.
    pub(crate) fn tables_of(folder: &str) -> Result<Arc<Mined>, String> {
        match folder {
            "" => Ok(Mined::built_in()),
            _ => Mined::read(folder, weights::fits).map(Arc::new),
        }
    }

    /// An evaluator with these tables.
    pub(crate) fn with_tables(options: &EvalOptions, tables: Arc<Mined>) -> Self {
        let weights = Weights::new(options, &tables);
        let pawn_entries = options.pawn_hash().unsigned_abs() as usize;
        Self {
            psqt: psqt::of(options, &tables, &weights),
            imbalance: ImbalanceBonus::new(options, &tables),
            pawn_hash: Memo::new(pawn_entries),
            shelter_hash: Memo::new(pawn_entries),
            king_hash: Memo::new(pawn_entries / 4),
            pattern_hash: Memo::new(pawn_entries / 4),
            material_hash: Memo::new(pawn_entries / 4),
            hash: Memo::new(options.hash().unsigned_abs() as usize),
            weights,
            tables,
            options: options.clone(),
        }
    }

    /// The tables that it reads.
    #[must_use]
    pub fn tables(&self) -> &Mined {
        &self.tables
    }

    /// A shared handle of the tables.
    pub(crate) fn shared_tables(&self) -> Arc<Mined> {
        Arc::clone(&self.tables)
    }

    /// The piece squares that the fitted ones are added to.
    #[must_use]
    pub fn base_squares(&self) -> Box<SquareValues> {
        psqt::base(&self.options, &self.tables)
    }

    /// Material and piece-square values, which positions are summed with.
    #[must_use]
    pub const fn psqt(&self) -> &Psqt {
        &self.psqt
    }

    /// The reading of the imbalance table.
    #[must_use]
    pub const fn imbalance(&self) -> &ImbalanceBonus {
        &self.imbalance
    }

    /// The score of a position for the side to move.
    #[must_use]
    pub fn evaluate(&self, position: &Position) -> Score {
        self.assess(position).score
    }

    /// The score of a position and the parts that the search asks for.
    #[must_use]
    pub fn assess(&self, position: &Position) -> Assessment {
        self.assess_after(position, Shuffles::default())
    }

    /// As [`Evaluator::assess`], with the penalty for these shuffles.
    #[must_use]
    #[inline]
    pub fn assess_after(&self, position: &Position, shuffles: Shuffles) -> Assessment {
        self.hash.get_or_compute(memo_key(position, shuffles), || self.compute(position, shuffles))
    }

    /// Prefetches the hash entries of a position and of its shelters, for paths without shuffles.
    #[inline(always)]
    pub(crate) fn prefetch(&self, position: &Position) {
        self.hash.prefetch(memo_key(position, Shuffles::default()));
        self.shelter_hash.prefetch(shelter_key(position));
    }

    /// The ending of a position, if it is known and `Endings` is on.
    #[inline(always)]
    fn ending(&self, position: &Position) -> Option<Endgame> {
        self.options.endings().then(|| endings::find(position, &self.options))?
    }

    /// The ending that proves that nobody wins the position, if there is one.
    #[inline(always)]
    pub(crate) fn drawn_ending(&self, position: &Position) -> Option<Drawn> {
        let may_be = self.options.ending_draws() && position.phase() <= endings::MOST_DRAWN_PHASE;
        if may_be { self.ending(position)?.drawn } else { None }
    }

    fn compute(&self, position: &Position, shuffles: Shuffles) -> Assessment {
        if let Some(ending) = self.ending(position) {
            return Assessment {
                score: Score::centipawns(sign(position.turn()) * ending.white),
                ..Assessment::default()
            };
        }
        let mut sum = Sum::new(&self.weights);
        let found = self.terms(position, &mut sum);
        let white =
            self.finish(position, (sum.total, sum.winnable), &found, shuffles, &mut |_, _| ());
        Assessment {
            score: Score::centipawns(sign(position.turn()) * white),
            side_terms: SideTerms::of(&found, position.phase()),
        }
    }

    /// Runs all terms but material and piece squares.
    #[inline(always)]
    fn terms<T: Tally>(&self, position: &Position, tally: &mut T) -> Found {
        let board = position.board();
        let passed = || pawns::passed(board, Color::White) | pawns::passed(board, Color::Black);
        let passed = if T::ONLY_SUMS {
            let pawns = self.pawn_hash.get_or_compute(position.pawn_key(), || {
                let mut sum = Sum::new(&self.weights);
                for us in Color::ALL {
                    pawns::structure(board, us, &mut sum);
                }
                Pawns { passed: passed(), net: sum.total }
            });
            tally.add_known(pawns.net);
            pawns.passed
        } else {
            for us in Color::ALL {
                pawns::structure(board, us, tally);
            }
            passed()
        };
        king_squares::count(position, tally);
        self.material_pairs(position, tally);
        tally.add(features::TEMPO, 1);
        tally.close(Term::Tempo, position.turn());
        let mut found = Found {
            king_safety: [Tapered::ZERO; 2],
            passed_pawns: [Tapered::ZERO; 2],
            passed,
            mobility: None,
        };
        let lazy = self.options.lazy_margin();
        if lazy > 0 && position.psqt().taper(position.phase()).abs() > lazy {
            return found;
        }
        let mut attacks = Attacks::new(position);
        // Written out, so that each colour has code of its own.
        mobility::count(position, &mut attacks, Color::White, self.options.mobility(), tally);
        mobility::count(position, &mut attacks, Color::Black, self.options.mobility(), tally);
        let (safety, danger) = self.shelters(position, tally);
        found.king_safety = safety;
        self.terms_of(position, &attacks, danger, Color::White, &mut found, tally);
        self.terms_of(position, &attacks, danger, Color::Black, &mut found, tally);
        winnable::count(position, tally);
        found.mobility = Some(attacks.mobility);
        found
    }

    /// Runs the pairs of pieces.
    #[inline(always)]
    fn material_pairs<T: Tally>(&self, position: &Position, tally: &mut T) {
        if !T::ONLY_SUMS {
            Color::ALL.into_iter().for_each(|us| material_pairs::count(position, us, tally));
            return;
        }
        let net = self.material_hash.get_or_compute(position.material_key(), || {
            let mut sum = Sum::new(&self.weights);
            Color::ALL.into_iter().for_each(|us| material_pairs::count(position, us, &mut sum));
            sum.total
        });
        tally.add_known(net);
    }

    /// Runs king shelter, pawn storm, pawn patterns and kings' ways to pawns; returns the value of the first two for each side, and, to a
    /// receiver that only sums, the danger units that come with them.
    #[inline(always)]
    fn shelters<T: Tally>(
        &self,
        position: &Position,
        tally: &mut T,
    ) -> ([Tapered; 2], Option<[Tapered; 2]>) {
        let board = position.board();
        if !T::ONLY_SUMS {
            let sides = Color::ALL.map(|us| {
                pawn_patterns::count(board, us, tally);
                king_pawns::count(board, us, tally);
                king_shelter::count(board, us, tally)
            });
            return (sides, None);
        }
        // The kings move more than the pawns: what depends on one of them, or on their files alone, is mostly known
        // when both together are not.
        let known = self.shelter_hash.get_or_compute(shelter_key(position), || {
            let [white, black] = Color::ALL.map(|us| self.shelter(position, us));
            Shelters {
                sides: [white.side, black.side],
                danger: [white.danger, black.danger],
                net: white.net + black.net + self.pawn_patterns(position),
            }
        });
        tally.add_known(known.net);
        (known.sides, Some(known.danger))
    }

    /// What one side's king and the pawns come to.
    fn shelter(&self, position: &Position, us: Color) -> Shelter {
        let board = position.board();
        let king = board.king(us).index() as u64 * 2 + us as u64;
        self.king_hash.get_or_compute(pawns_and(king, position), || {
            let mut sum = Sum::new(&self.weights);
            let side = king_shelter::count(board, us, &mut sum);
            king_pawns::count(board, us, &mut sum);
            king_shelter::danger(board, us, &mut sum);
            Shelter { side, danger: sum.take_danger(), net: sum.total }
        })
    }

    /// Pawn patterns, White's less Black's; of the kings they ask for the files alone.
    fn pawn_patterns(&self, position: &Position) -> Tapered {
        let board = position.board();
        let [white, black] = Color::ALL.map(|us| u64::from(board.king(us).file()));
        self.pattern_hash.get_or_compute(pawns_and(white << 3 | black, position), || {
            let mut sum = Sum::new(&self.weights);
            Color::ALL.into_iter().for_each(|us| pawn_patterns::count(board, us, &mut sum));
            sum.total
        })
    }

    /// The terms of a side that need the attacks.
    #[inline(always)]
    fn terms_of<T: Tally>(
        &self,
        position: &Position,
        attacks: &Attacks,
        danger: Option<[Tapered; 2]>,
        us: Color,
        found: &mut Found,
        tally: &mut T,
    ) {
        let side = us as usize;
        found.passed_pawns[side] = passed::count(position, attacks, found.passed, us, tally);
        let shelter = danger.map(|sides| sides[side]);
        found.king_safety[side] += king_danger::count(position, attacks, shelter, us, tally);
        threats::count(position, attacks, us, tally);
        tropism::count(attacks, us, tally);
        rook_files::count(position, found.passed, self.options.rook_behind_all(), us, tally);
        majors_on_seventh::count(position, attacks, self.options.major7_both(), us, tally);
        outposts::count(position, attacks, self.options.outpost(), us, tally);
        minors::count(position, attacks, us, tally);
        space::count(position, attacks, us, tally);
        queen_exposed::count(attacks, us, tally);
        rook_pin::count(position, attacks, us, tally);
    }

    /// White's centipawns from the sum of the terms and how winnable the position is. `note` hears of every correction.
    #[inline(always)]
    fn finish(
        &self,
        position: &Position,
        (terms, winnable): (Tapered, Tapered),
        found: &Found,
        shuffles: Shuffles,
        note: Note<'_>,
    ) -> i32 {
        let phase = position.phase();
        let sum = position.psqt() + terms;
        let mut white = sum.taper(phase);
        let mut change = |name, to: i32| {
            note(name, to - white);
            white = to;
            white
        };
        // SML-1 is about endings that are hard to win, and says what they are worth.
        let drawish = self.options.drawish();
        let better = if drawish { minors::better_bishop(position) } else { None };
        let whole = better.map_or(0, |side| sign(side) * self.options.bishop_v_knight());
        let mut eg = winnable::believed(sum.eg() - whole, winnable);
        let mut score = change("Winnable", Tapered::new(sum.mg(), eg + whole).taper(phase));
        if drawish {
            eg = eg * drawish_scale(position, found.passed, Tapered::new(sum.mg(), eg))
                / drawish::FULL;
            score = change("Drawish", Tapered::new(sum.mg(), eg + whole).taper(phase));
        }
        score = change("Imbalance", score + self.imbalance.bonus(position));
        if let Some(counts) = found.mobility {
            let percent = self.options.mobility_scale();
            let mobility = mobility::rebel_score(counts, self.options.mobility(), percent);
            score = change("Mobility count", score + mobility);
            if self.options.initiative() {
                score = change("Initiative", score + self.initiative(position, counts, found));
            }
        }
        let shuffling = shuffles.score(phase, self.options.shuffle_scale());
        score = change("Shuffling", score + shuffling);
        if self.options.fifty_moves() {
            let halfmoves = position.rules().halfmoves();
            score = change("Fifty moves", fifty_moves::scaled(score, halfmoves));
        }
        score
    }

    #[cold]
    fn initiative(&self, position: &Position, mobility: [i32; 2], found: &Found) -> i32 {
        let counts = self.initiative_counts(position, mobility, found);
        let bonus = |side: Color| {
            initiative::bonus(counts[side as usize], self.options.initiative_scale()) * sign(side)
        };
        bonus(Color::White) + bonus(Color::Black)
    }

    /// Conditions of the initiative that hold for each side (INI-01), by `Color as usize`.
    fn initiative_counts(
        &self,
        position: &Position,
        mobility: [i32; 2],
        found: &Found,
    ) -> [usize; 2] {
        let phase = position.phase();
        let parts = initiative::Parts {
            king_safety: found.king_safety.map(|safety| safety.taper(phase)),
            passed: found.passed_pawns.map(|passed| passed.taper(phase)),
            mobility: mobility::rebel_score(mobility, MobilityMode::Split, 100),
            bishop_pair: Color::ALL.map(|color| position.count(color, Role::Bishop) >= 2),
        };
        Color::ALL.map(|us| initiative::count(&parts, us, self.options.initiative_safe()))
    }
}

/// The key of pawns and kings: all that shelter, storm and patterns depend on.
#[inline(always)]
fn shelter_key(position: &Position) -> u64 {
    let [white, black] = Color::ALL.map(|color| position.board().king(color).index() as u64);
    pawns_and(white << 6 | black, position)
}

/// A key of the pawns and a small number.
#[inline(always)]
fn pawns_and(rest: u64, position: &Position) -> u64 {
    position.pawn_key() ^ rest.wrapping_mul(SPREAD)
}

/// A key for all that an evaluation depends on: beside the position its count of half-moves, its
/// shuffles, and its piece-square values, which may change in a search (PSU-01).
#[inline(always)]
fn memo_key(position: &Position, shuffles: Shuffles) -> u64 {
    let path = shuffles.to_bits() << 16 | u64::from(position.rules().halfmoves());
    let values = position.psqt().to_bits().rotate_left(24);
    position.key() ^ (path ^ values).wrapping_mul(SPREAD)
}

/// How much of the endgame value counts, in 64ths.
#[inline(always)]
fn drawish_scale(position: &Position, passed: Squares, sum: Tapered) -> i32 {
    // With several queens on the board it is no endgame.
    if squares::several(position.board().both(Role::Queen)) {
        return drawish::FULL;
    }
    let strong = if sum.eg() >= 0 { Color::White } else { Color::Black };
    drawish::scale(position, passed, strong)
}
