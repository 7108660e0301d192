//! The staged move picker: moves are generated only when their stage is reached (MO-01, MO-02,
//! MO-05, TT-05).
//!
//! The order of `MO` new: TT move, before anything is generated; good captures by MVV/LVA and
//! capture history; killers; the counter move; quiet moves by history, urgent ones early and those that lose material
//! late (`MO_Losing`); bad captures by what they lose. The order of `MO` old: TT move, captures by MVV/LVA, killers,
//! quiet moves as generated.

use arrayvec::ArrayVec;
use rules::{Move, MoveList, Role, Which};

use super::{PieceTo, Stage, good_capture, mvv_lva, urgent::Urgent};
use crate::{options::Ordering, position::Position, search::Searcher};

/// Most moves of a legal position.
const MOST_MOVES: usize = 256;
/// Moves that a word of a set of them has a bit for.
const BITS: usize = u64::BITS as usize;
/// What a quiet move that loses material loses in order, at 100 percent.
const LOSING: i32 = 16_384;
/// One step of MVV/LVA in units of capture history.
const MVV_LVA: i32 = 2_000;
/// What a centipawn of the victim counts beside capture history where a good capture may lose something.
const VICTIM: i32 = 10;

/// Which moves the picker hands out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MoveFilter {
    /// All of them.
    All,
    /// Captures and promotions to a queen.
    Noisy,
    /// Of these, those that lose nothing.
    GoodNoisy,
    /// `Noisy`, and quiet checks that lose nothing.
    NoisyAndChecks,
    /// `GoodNoisy`, and quiet checks that lose nothing.
    GoodNoisyAndChecks,
}

impl MoveFilter {
    /// Captures and promotions to a queen: only those that lose nothing or all, with quiet checks
    /// or without.
    pub(crate) const fn captures(only_good: bool, with_checks: bool) -> Self {
        match (only_good, with_checks) {
            (false, false) => Self::Noisy,
            (true, false) => Self::GoodNoisy,
            (false, true) => Self::NoisyAndChecks,
            (true, true) => Self::GoodNoisyAndChecks,
        }
    }

    /// Whether captures that lose material are not wanted at all.
    pub(crate) const fn only_good(self) -> bool {
        matches!(self, Self::GoodNoisy | Self::GoodNoisyAndChecks)
    }

    /// Whether quiet checks are wanted, and no other quiet moves.
    const fn checks(self) -> bool {
        matches!(self, Self::NoisyAndChecks | Self::GoodNoisyAndChecks)
    }
}

/// A move's ordering score and its index among the generated moves, in one number that compares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Rating(i32);

impl Rating {
    /// A move that was handed out.
    const GONE: Self = Self(i32::MIN);
    /// Ratings beyond this are taken for it. Those of histories stay far below.
    const MOST: i32 = i32::MAX / MOST_MOVES as i32 - 1;

    #[inline(always)]
    fn new(rating: i32, place: usize) -> Self {
        let rating = rating.clamp(-Self::MOST, Self::MOST);
        Self(rating * MOST_MOVES as i32 + (MOST_MOVES - 1 - place) as i32)
    }

    /// The ordering score.
    #[inline(always)]
    const fn score(self) -> i32 {
        self.0 >> MOST_MOVES.ilog2()
    }

    /// The index; `None` if it was handed out.
    #[inline(always)]
    fn place(self) -> Option<usize> {
        let place = MOST_MOVES - 1 - self.0 as usize % MOST_MOVES;
        (self != Self::GONE).then_some(place)
    }
}

/// Hands out the moves of a node.
#[derive(Debug)]
pub(crate) struct MovePicker {
    stage: Stage,
    wanted: MoveFilter,
    tt_move: Move,
    /// Killers and counter move.
    refuters: [Move; 3],
    moves: MoveList,
    ratings: ArrayVec<Rating, MOST_MOVES>,
    bad: ArrayVec<Move, MOST_MOVES>,
    /// Of the quiet moves, those that lose material and whose rating is less for it.
    losing: [u64; MOST_MOVES / BITS],
    skips_quiets: bool,
}

impl MovePicker {
    /// Ratings that are compared at once.
    const LANES: usize = 8;

    /// For a node at `ply`. The TT move need not be legal.
    pub(crate) fn new(
        searcher: &Searcher<'_>,
        position: &Position,
        ply: usize,
        tt_move: Move,
        wanted: MoveFilter,
    ) -> Self {
        let options = searcher.options();
        let killers = if options.killers() && wanted == MoveFilter::All {
            searcher.stack.killers(ply).0
        } else {
            [Move::NONE; 2]
        };
        let has_counter = options.counter_moves() && options.ordering() == Ordering::New;
        let counter = if has_counter && wanted == MoveFilter::All {
            searcher.histories.counter_moves.get(searcher.stack.piece_to(ply, 1))
        } else {
            Move::NONE
        };
        let is_wanted = wanted == MoveFilter::All || is_tactical(tt_move);
        let is_usable = is_wanted && tt_move.is_some() && position.rules().is_legal(tt_move);
        Self {
            stage: if is_usable { Stage::TtMove } else { Stage::GenerateNoisy },
            wanted,
            tt_move: if is_usable { tt_move } else { Move::NONE },
            refuters: [killers[0], killers[1], counter],
            moves: MoveList::new(),
            ratings: ArrayVec::new(),
            bad: ArrayVec::new(),
            losing: [0; MOST_MOVES / BITS],
            skips_quiets: false,
        }
    }

    /// From now on no quiet moves.
    pub(crate) const fn skip_quiets(&mut self) {
        self.skips_quiets = true;
    }

    /// Whether no move was generated so far.
    pub(crate) fn has_generated(&self) -> bool {
        self.stage > Stage::GenerateNoisy
    }

    /// The best move left, and the stage that it comes from.
    // One copy for all loops over moves: together they hardly fit the cache for code.
    #[inline(never)]
    pub(crate) fn next(
        &mut self,
        searcher: &Searcher<'_>,
        position: &Position,
        ply: usize,
    ) -> Option<(Move, Stage)> {
        loop {
            match self.stage {
                Stage::TtMove => {
                    self.stage = Stage::GenerateNoisy;
                    return Some((self.tt_move, Stage::TtMove));
                }
                Stage::GenerateNoisy => {
                    self.generate_noisy(searcher, position);
                    self.stage = Stage::GoodNoisy;
                }
                Stage::GoodNoisy => match self.best() {
                    Some(mv) => {
                        if let Some(mv) = self.if_good(searcher, position, mv) {
                            return Some((mv, Stage::GoodNoisy));
                        }
                    }
                    None if self.wanted == MoveFilter::All => self.stage = Stage::Killer1,
                    None if self.wanted.checks() => self.stage = Stage::GenerateQuiet,
                    None => self.begin_bad(searcher, position),
                },
                Stage::Killer1 | Stage::Killer2 | Stage::CounterMove => {
                    let (stage, place, next) = match self.stage {
                        Stage::Killer1 => (self.stage, 0, Stage::Killer2),
                        Stage::Killer2 => (self.stage, 1, Stage::CounterMove),
                        _ => (self.stage, 2, Stage::GenerateQuiet),
                    };
                    self.stage = next;
                    if self.may_refute(position, place) {
                        return Some((self.refuters[place], stage));
                    }
                }
                Stage::GenerateQuiet => {
                    if !self.skips_quiets {
                        self.generate_quiet(searcher, position, ply);
                    }
                    self.stage = Stage::Quiet;
                }
                Stage::Quiet => match self.best_quiet(searcher, position, ply) {
                    Some(mv) => return Some((mv, Stage::Quiet)),
                    None => self.begin_bad(searcher, position),
                },
                Stage::BadNoisy => match self.bad.pop() {
                    Some(mv) => return Some((mv, Stage::BadNoisy)),
                    None => self.stage = Stage::Done,
                },
                Stage::Done => return None,
            }
        }
    }

    // Rare, and with much on the stack.
    #[inline(never)]
    fn begin_bad(&mut self, searcher: &Searcher<'_>, position: &Position) {
        if self.wanted.only_good() {
            self.stage = Stage::Done;
            return;
        }
        self.stage = Stage::BadNoisy;
        // The best of them at the end, from where they are taken. What they are worth is only asked now, as most
        // nodes do not come so far.
        if self.bad.len() > 1 {
            let (rules, exchange) = (position.rules(), &searcher.capture_exchange);
            let rate = |&mv: &Move| (good_capture::worth(rules, mv, exchange), mv);
            let mut rated: ArrayVec<_, MOST_MOVES> = self.bad.iter().map(rate).collect();
            rated.sort_by_key(|&(worth, _)| worth);
            self.bad = rated.into_iter().map(|(_, mv)| mv).collect();
        }
    }

    /// Whether the killer or counter move of this place is legal here and was not tried yet.
    fn may_refute(&self, position: &Position, place: usize) -> bool {
        let mv = self.refuters[place];
        mv.is_some()
            && !self.skips_quiets
            && mv.is_quiet()
            && mv != self.tt_move
            && !self.refuters[..place].contains(&mv)
            && position.rules().is_legal(mv)
    }

    // Apart, as those below: what they have on the stack is not for every call of `next`.
    #[inline(never)]
    fn generate_noisy(&mut self, searcher: &Searcher<'_>, position: &Position) {
        let rules = position.rules();
        rules.generate(Which::Noisy, &mut self.moves);
        let options = searcher.options();
        if self.wanted != MoveFilter::All {
            self.moves.retain(|&mut mv| is_tactical(mv));
        }
        let by_history = options.capture_history() && options.ordering() == Ordering::New;
        for &mv in &self.moves {
            let mut rating = MVV_LVA * mvv_lva::rate(rules, mv);
            if by_history && let Some(captured) = rules.captured(mv) {
                rating += searcher.histories.capture.get(PieceTo::of(rules, mv), captured);
            }
            self.ratings.push(Rating::new(rating, self.ratings.len()));
        }
        self.pad_ratings();
    }

    #[inline(never)]
    fn generate_quiet(&mut self, searcher: &Searcher<'_>, position: &Position, ply: usize) {
        self.moves.clear();
        self.ratings.clear();
        let rules = position.rules();
        if self.wanted.checks() {
            rules.generate(Which::QuietChecks, &mut self.moves);
            self.moves.retain(|&mut mv| searcher.exchange.see_ge(rules, mv, 0));
        } else {
            rules.generate(Which::Quiet, &mut self.moves);
        }
        // Checks that lose nothing are few.
        if searcher.options().ordering() == Ordering::Old || self.wanted.checks() {
            self.ratings.extend((0..self.moves.len()).map(|place| Rating::new(0, place)));
        } else {
            let rater = searcher.quiet_rater(position, searcher.quiet_context(ply));
            let urgent = Urgent::of(rules, searcher.stack.threats(ply), searcher.options());
            let rate =
                |(place, &mv): (_, &Move)| Rating::new(rater.rate(mv) + urgent.rating(mv), place);
            self.ratings.extend(self.moves.iter().enumerate().map(rate));
        }
        self.pad_ratings();
    }

    /// Fills the ratings up to whole chunks, so that none is left over in [`MovePicker::best`].
    fn pad_ratings(&mut self) {
        while self.ratings.len() % Self::LANES != 0 {
            self.ratings.push(Rating::GONE);
        }
    }

    /// The best quiet move that is left. Whether it loses material is asked only now, as most are never tried; one that
    /// does goes back among the others, rated less.
    #[inline(always)]
    fn best_quiet(
        &mut self,
        searcher: &Searcher<'_>,
        position: &Position,
        ply: usize,
    ) -> Option<Move> {
        if self.skips_quiets {
            return None;
        }
        let options = searcher.options();
        let less = LOSING * options.order_losing() / 100;
        if less == 0 || self.wanted.checks() || options.ordering() == Ordering::Old {
            return self.best();
        }
        let threats = searcher.stack.threats(ply);
        loop {
            let (mv, rating) = self.best_rated()?;
            let place = rating.place()?;
            let (word, bit) = (place / BITS, 1 << (place % BITS));
            if self.losing[word] & bit != 0
                || !threats.reach(mv)
                || searcher.exchange.see_ge(position.rules(), mv, 0)
            {
                return Some(mv);
            }
            self.losing[word] |= bit;
            self.ratings[place] = Rating::new(rating.score() - less, place);
        }
    }

    /// The best move that is left, see [`MovePicker::best_rated`].
    #[inline(always)]
    fn best(&mut self) -> Option<Move> {
        self.best_rated().map(|(mv, _)| mv)
    }

    /// The best rated move that is left and was not tried in an earlier stage, with its rating; of equals the one
    /// that was generated first.
    #[inline(always)]
    fn best_rated(&mut self) -> Option<(Move, Rating)> {
        loop {
            // Plain maxima, which the compiler vectorises.
            let mut tops = [Rating::GONE; Self::LANES];
            let (chunks, _) = self.ratings.as_chunks::<{ Self::LANES }>();
            for chunk in chunks {
                tops = std::array::from_fn(|lane| tops[lane].max(chunk[lane]));
            }
            let top = tops.into_iter().fold(Rating::GONE, Rating::max);
            let place = top.place()?;
            self.ratings[place] = Rating::GONE;
            let mv = self.moves[place];
            let was_tried =
                mv == self.tt_move || self.stage == Stage::Quiet && self.refuters.contains(&mv);
            if !was_tried {
                return Some((mv, top));
            }
        }
    }

    /// The move if it is good; a bad one is kept for the stage of bad captures.
    fn if_good(&mut self, searcher: &Searcher<'_>, position: &Position, mv: Move) -> Option<Move> {
        if searcher.options().ordering() == Ordering::Old && !self.wanted.only_good() {
            return Some(mv);
        }
        let (rules, exchange) = (position.rules(), &searcher.capture_exchange);
        let all_promotions = searcher.options().all_promotions_good();
        let may_lose = match searcher.options().good_capture_history() {
            0 => 0,
            divisor => {
                let value = rules.captured(mv).map_or(0, |role| exchange.of(role));
                (searcher.capture_rating(position, mv) + VICTIM * value) / divisor
            }
        };
        if good_capture::is_good(rules, mv, exchange, all_promotions, may_lose) {
            return Some(mv);
        }
        self.bad.push(mv);
        None
    }

    /// How many captures were found bad.
    pub(crate) fn bad_count(&self) -> usize {
        self.bad.len()
    }
}

/// A capture, or a promotion to a queen; lesser promotions are left to the full search.
fn is_tactical(mv: Move) -> bool {
    match mv.promoted() {
        Some(role) => role == Role::Queen,
        None => mv.is_capture(),
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::CastlingMode;

    use super::*;
    use crate::{game::Game, options::Options, search::with_searcher};

    /// Positions of all phases.
    const POSITIONS: &str = include_str!("../../bench.fen");

    /// Calls `test` with a searcher and each of many positions of random games.
    fn for_positions(options: &Options, mut test: impl FnMut(&mut Searcher<'_>, &Position, u64)) {
        with_searcher(options, |searcher| {
            let psqt = searcher.psqt.clone();
            play_at_random(&psqt, |position, random| test(searcher, position, random));
        });
    }

    fn play_at_random(psqt: &crate::psqt::Psqt, mut test: impl FnMut(&Position, u64)) {
        let mut random = 88_172_645_463_325_252_u64;
        for fen in POSITIONS.lines() {
            let game = Game::from_fen(fen, CastlingMode::Standard).unwrap();
            let mut position = Position::new(game.position(), psqt);
            for _ in 0..120 {
                random ^= random << 13;
                random ^= random >> 7;
                random ^= random << 17;
                let moves = position.rules().legal_moves();
                if moves.is_empty() {
                    break;
                }
                test(&position, random);
                let mv = moves[(random >> 20) as usize % moves.len()];
                position = position.play(mv, psqt);
            }
        }
    }

    #[test]
    #[cfg(feature = "lab")]
    fn each_legal_move_comes_once_and_stages_in_order() {
        for (name, value) in
            [("MO", "old"), ("MO", "new"), ("MO_AllPromotions", "true"), ("MO_Losing", "250")]
        {
            let mut options = Options::default();
            options.set(name, value).unwrap();
            let mut positions = 0;
            for_positions(&options, |searcher, position, random| {
                positions += 1;
                let mut legal = position.rules().legal_moves();
                // Killers and the TT move are any moves at all, legal here or not.
                let any = |shift: u32| match random >> shift & 3 {
                    0 => Move::NONE,
                    1 => Move::from_bits((random >> shift) as u16),
                    _ => legal[(random >> shift) as usize % legal.len()],
                };
                for killer in [any(3), any(13)] {
                    searcher.stack.killers_mut(0).add(killer);
                }
                searcher.note_threats(position, 0);
                let mut picker = MovePicker::new(searcher, position, 0, any(29), MoveFilter::All);
                let mut picked = Vec::new();
                let mut last = Stage::TtMove;
                while let Some((mv, stage)) = picker.next(searcher, position, 0) {
                    assert!(stage >= last, "{stage:?} after {last:?}");
                    last = stage;
                    picked.push(mv);
                }
                picked.sort_unstable();
                legal.sort_unstable();
                assert_eq!(picked, legal.as_slice(), "{position:?}");
            });
            assert!(positions > 2_000, "{positions}");
        }
    }

    #[test]
    #[cfg(feature = "lab")]
    fn quiet_moves_that_lose_material_come_late() {
        // Two of the knight's moves give check, where a pawn takes it.
        let game =
            Game::from_fen("4k3/4p3/8/8/4N3/8/8/4K3 w - - 0 1", CastlingMode::Standard).unwrap();
        let mut losing = ["e4d6", "e4f6"].map(|mv| game.find(mv).unwrap());
        losing.sort_unstable();
        for (value, come_first) in [("0", true), ("1000", false)] {
            let mut options = Options::default();
            options.set("MO_Losing", value).unwrap();
            with_searcher(&options, |searcher| {
                let position = Position::new(game.position(), &searcher.psqt);
                searcher.note_threats(&position, 0);
                let mut picker =
                    MovePicker::new(searcher, &position, 0, Move::NONE, MoveFilter::All);
                let next = || picker.next(searcher, &position, 0).map(|(mv, _)| mv);
                let picked: Vec<Move> = std::iter::from_fn(next).collect();
                let two = if come_first { &picked[..2] } else { &picked[picked.len() - 2..] };
                let mut two = two.to_vec();
                two.sort_unstable();
                assert_eq!(two, losing, "{value}: {picked:?}");
            });
        }
    }

    /// MO-04: knight and bishop are alike for the stages, and need not be for anything else.
    #[test]
    #[cfg(feature = "lab")]
    fn minors_may_be_equal_in_the_stages_alone() {
        // The bishop takes a knight that a pawn defends.
        let game =
            Game::from_fen("4k3/4p3/3n4/8/5B2/8/8/4K3 w - - 0 1", CastlingMode::Standard).unwrap();
        for (equal, everywhere, stage, see) in [
            ("true", "true", Stage::GoodNoisy, 0),
            ("true", "false", Stage::GoodNoisy, -20),
            ("false", "true", Stage::BadNoisy, -20),
        ] {
            let mut options = Options::default();
            options.set("SEE_MinorEqual", equal).unwrap();
            options.set("SEE_MinorEqualAll", everywhere).unwrap();
            with_searcher(&options, |searcher| {
                let position = Position::new(game.position(), &searcher.psqt);
                let mut picker =
                    MovePicker::new(searcher, &position, 0, Move::NONE, MoveFilter::All);
                let mut picked = std::iter::from_fn(|| picker.next(searcher, &position, 0));
                let takes = picked.find(|(mv, _)| mv.is_capture()).unwrap();
                assert_eq!(
                    (takes.1, searcher.exchange.see(position.rules(), takes.0)),
                    (stage, see)
                );
            });
        }
    }

    #[test]
    fn quiescence_gets_captures_that_lose_nothing() {
        for_positions(&Options::default(), |searcher, position, _| {
            let pick = |wanted| {
                let mut picker = MovePicker::new(searcher, position, 0, Move::NONE, wanted);
                let mut picked = Vec::new();
                while let Some((mv, _)) = picker.next(searcher, position, 0) {
                    picked.push(mv);
                }
                picked
            };
            let (all, good) = (pick(MoveFilter::Noisy), pick(MoveFilter::GoodNoisy));
            assert!(all.iter().all(|&mv| is_tactical(mv)));
            assert!(good.iter().all(|mv| all.contains(mv)));
            for &mv in all.iter().filter(|mv| !good.contains(mv)) {
                assert!(searcher.capture_exchange.see(position.rules(), mv) < 0, "{mv:?}");
            }
        });
    }
}
