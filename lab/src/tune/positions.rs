//! From the miner's positions to samples.
//!
//! Positions that are not quiet are left out. What is left of a game weighs as much as what is
//! left of any other; an opinion of a position as much as any other. Every tenth game, by a digest of its
//! positions, is held out, and a whole source if one is named: positions of one game are alike, and so are the games of a source. A position that
//! several files have is used once, and not to fit if a game has it that judges the fit; a source that is in
//! two files is refused, as its games could do both. Games stand in the order of their digests, so that neighbours
//! have nothing in common.

use std::{collections::HashSet, ops::Range};

use engine::{
    eval::{Evaluator, imbalance::ImbalanceBonus, trace::Trace},
    game::Game,
    position::Position,
};
use rules::Outcome;
use shakmaty::CastlingMode;
use tables::{GamePositions, PackedPosition, Positions, Table};

use super::{
    leaves::are_leaves,
    quiet::is_quiet,
    shared::by_threads,
    teacher::{NewScores, Teacher},
};

/// One game in ten judges the fit and takes no part in it.
const HELD_OUT: u64 = 10;

/// Whether the game of this digest is one that judges.
pub(super) const fn is_held_out(digest: u64) -> bool {
    digest.is_multiple_of(HELD_OUT)
}

/// Games that a teacher hears of one after the other.
const PORTION: usize = 64;
/// Positions of a thread after which scores are kept, so that an interruption costs no more than the searches of so many.
const SLICE: usize = 25_000;
/// A slice has at least this part of the positions before it: scores that are kept are all written again.
const SLICE_PART: usize = 16;

/// A position as the model reads it.
#[derive(Clone, Debug)]
pub(super) struct TunePosition {
    pub(super) base: [f32; 2],
    pub(super) phase: f32,
    pub(super) scale: f32,
    /// White's points that are to be predicted: the game's, or mixed with what a search expects.
    pub(super) outcome: f32,
    /// White's score by a search, in centipawns; 0 if none was made.
    pub(super) searched: f32,
    /// What counting pieces misses of the material, White's centipawns; 0 if the imbalance table is left out.
    pub(super) imbalance: f32,
    /// What it counts; 1 in the mean of all.
    pub(super) weight: f32,
    /// Where its features begin and end, danger of White's and of Black's king behind the others, then how winnable
    /// it is.
    pub(super) range: [u32; 5],
}

impl TunePosition {
    /// The squared error of what is expected of the position, by its weight.
    pub(super) fn squared_error(&self, expected: f64) -> f64 {
        f64::from(self.weight) * (f64::from(self.outcome) - expected).powi(2)
    }

    /// How fast that grows with what is expected.
    pub(super) fn error_slope(&self, expected: f64) -> f64 {
        2.0 * f64::from(self.weight) * (expected - f64::from(self.outcome))
    }
}

/// Samples with their features in one place.
#[derive(Clone, Debug, Default)]
pub(super) struct Samples {
    pub(super) samples: Vec<TunePosition>,
    pub(super) features: Vec<(u16, i16)>,
    games: u64,
}

impl Samples {
    pub(super) const fn is_empty(&self) -> bool {
        self.samples.is_empty()
    }

    pub(super) const fn len(&self) -> usize {
        self.samples.len()
    }

    fn push_game(&mut self, outcome: Outcome, seen: &[Seen]) {
        let outcome = f32::from(outcome.half_points()) / 2.0;
        let weight = 1.0 / seen.len() as f32;
        self.games += u64::from(!seen.is_empty());
        for seen in seen {
            self.push(seen, outcome, weight);
        }
    }

    fn push(&mut self, seen: &Seen, outcome: f32, weight: f32) {
        let Seen { trace, .. } = seen;
        let mut range = [self.features.len() as u32; 5];
        let parts = [&trace.counts, &trace.danger[0], &trace.danger[1], &trace.winnable];
        for (end, part) in range[1..].iter_mut().zip(parts) {
            self.features.extend_from_slice(part);
            *end = self.features.len() as u32;
        }
        self.samples.push(TunePosition {
            base: [trace.base.mg() as f32, trace.base.eg() as f32],
            phase: trace.phase as f32 / 24.0,
            scale: trace.scale as f32 / 64.0,
            outcome,
            searched: seen.searched as f32,
            imbalance: seen.imbalance as f32,
            weight,
            range,
        });
    }

    /// Adds a position without features.
    #[cfg(test)]
    pub(super) fn push_expected(&mut self, score: f64, expected: f64) {
        let base = engine::tapered::Tapered::new(score as i32, score as i32);
        let trace = Trace { base, scale: 64, ..Trace::default() };
        self.push(&Seen { trace, ..Seen::default() }, expected as f32, 1.0);
    }

    /// One position, with its features.
    #[cfg(test)]
    pub(super) fn one(trace: &Trace) -> (TunePosition, Vec<(u16, i16)>) {
        let mut samples = Self::default();
        samples.push(&Seen { trace: trace.clone(), ..Seen::default() }, 0.5, 1.0);
        (samples.samples.remove(0), samples.features)
    }

    /// Weights of games become weights whose mean is 1.
    fn level(&mut self) {
        let mean = self.games as f32 / self.samples.len().max(1) as f32;
        self.samples.iter_mut().for_each(|sample| sample.weight /= mean.max(f32::MIN_POSITIVE));
    }
}

/// What is fitted and what judges the fit.
#[derive(Clone, Debug, Default)]
pub(super) struct Set {
    pub(super) fitted: Samples,
    /// Of the same sources.
    pub(super) held_out: Samples,
    /// Of the source that was left out.
    pub(super) elsewhere: Samples,
    /// Positions in the files.
    pub(super) positions: u64,
    /// Games in the files.
    pub(super) games: u64,
}

/// Who looks at the positions.
#[derive(Clone, Copy)]
pub(super) struct Readers<'a> {
    pub(super) evaluator: &'a Evaluator,
    /// What counting pieces misses, if that is to be fitted.
    pub(super) imbalance: &'a ImbalanceBonus,
    /// Makes a teacher for a thread, who says what a search thinks of a position.
    pub(super) teacher: &'a NewTeacher<'a>,
    /// Keeps the scores that were not known before, if they are to be kept: is told of all of them whenever there are more.
    pub(super) keep: Option<&'a Keep<'a>>,
}

/// Makes a teacher.
pub(super) type NewTeacher<'a> = dyn Fn() -> Result<Teacher<'a>, String> + Sync + 'a;

/// Keeps scores.
pub(super) type Keep<'a> = dyn Fn(&[(PackedPosition, i16)]) -> Result<(), String> + Sync + 'a;

/// What is seen in a position.
#[derive(Clone, Debug, Default)]
struct Seen {
    trace: Trace,
    /// White's score by a search.
    searched: i32,
    imbalance: i32,
}

/// Where a game goes; what judges comes first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Place {
    Elsewhere,
    HeldOut,
    Fitted,
}

/// Sees to it that no source is in two of the files.
fn refuse_sources_twice(files: &[&Positions]) -> Result<(), String> {
    let mut known = HashSet::new();
    for file in files {
        // A source that could not be read has no bytes.
        let sources = file.provenance().inputs.iter().filter(|input| input.bytes > 0);
        if let Some(twice) = sources.clone().find(|input| known.contains(&input.digest)) {
            return Err(format!(
                "the games of {} are in two files: some would be fitted to and judge the fit",
                twice.name
            ));
        }
        known.extend(sources.map(|input| input.digest));
    }
    Ok(())
}

impl Set {
    pub(super) fn summary(&self) -> String {
        format!(
            "{} positions of {} games; quiet {}, held out {} by game and {} by source",
            self.positions,
            self.games,
            self.fitted.len() + self.held_out.len() + self.elsewhere.len(),
            self.held_out.len(),
            self.elsewhere.len()
        )
    }

    /// Everything that is in it.
    pub(super) const fn parts(&mut self) -> [&mut Samples; 3] {
        [&mut self.fitted, &mut self.held_out, &mut self.elsewhere]
    }

    /// Games whose positions are used.
    pub(super) const fn games_used(&self) -> u64 {
        self.fitted.games + self.held_out.games + self.elsewhere.games
    }

    /// All positions of these files, games in the order of their digests; games of the source named `without` are kept apart.
    /// With them comes how many positions the teacher has no score of.
    ///
    /// # Errors
    /// If a position cannot be one of chess, there is no such teacher, or scores cannot be kept.
    pub(super) fn read(
        files: &[&Positions],
        without: Option<&str>,
        threads: usize,
        readers: Readers<'_>,
    ) -> Result<(Self, u64), String> {
        refuse_sources_twice(files)?;
        let mut set = Self::default();
        let mut placed = Vec::new();
        for file in files {
            let is_of_leaves = are_leaves(file);
            let place = |game: &GamePositions, digest: u64| {
                let source = file.provenance().inputs.get(usize::from(game.source));
                if without.is_some() && source.map(|input| input.name.as_str()) == without {
                    Place::Elsewhere
                } else if is_held_out(digest) && !is_of_leaves {
                    Place::HeldOut
                } else {
                    Place::Fitted
                }
            };
            placed.extend(file.games().iter().map(|game| {
                let digest = game.digest();
                (place(game, digest), digest, game)
            }));
            set.positions += file.len() as u64;
            set.games += file.games().len() as u64;
        }
        placed.sort_unstable();
        let mut used = HashSet::new();
        let mut games = Vec::new();
        for (place, _, game) in placed {
            let mut game = game.clone();
            // One file has each position once.
            game.positions.retain(|position| files.len() == 1 || used.insert(*position));
            games.push((place, game));
        }
        let every = readers.keep.map_or(usize::MAX, |_| SLICE * threads.max(1));
        let (games, missing) = look(&games, every, threads, readers)?;
        for (place, outcome, seen) in games {
            let samples = match place {
                Place::Fitted => &mut set.fitted,
                Place::HeldOut => &mut set.held_out,
                Place::Elsewhere => &mut set.elsewhere,
            };
            samples.push_game(outcome, &seen);
        }
        set.parts().into_iter().for_each(Samples::level);
        let is_too_long = |part: &mut Samples| u32::try_from(part.features.len()).is_err();
        if set.parts().into_iter().any(is_too_long) {
            return Err("these are more positions than can be fitted at once".to_owned());
        }
        Ok((set, missing))
    }
}

/// A game, where it goes, and what is seen in its quiet positions.
type SeenIn = (Place, Outcome, Vec<Seen>);

/// What is seen in the quiet positions of each game, by all threads, slice by slice of some `every` positions; and how
/// many of them have no score.
fn look(
    games: &[(Place, GamePositions)],
    every: usize,
    threads: usize,
    readers: Readers<'_>,
) -> Result<(Vec<SeenIn>, u64), String> {
    let (mut all, mut scores) = (Vec::with_capacity(games.len()), NewScores::default());
    let sizes: Vec<usize> = games.iter().map(|(_, game)| game.positions.len()).collect();
    for slice in slices(&sizes, every) {
        let kept = scores.found.len();
        for (seen, new) in look_at_slice(&games[slice], threads, readers)? {
            all.extend(seen);
            scores.append(new);
        }
        if let Some(keep) = readers.keep
            && scores.found.len() > kept
        {
            keep(&scores.found)?;
        }
    }
    Ok((all, scores.missing))
}

/// Cuts games of so many positions into slices of whole portions, each of `every` positions or more.
fn slices(sizes: &[usize], every: usize) -> Vec<Range<usize>> {
    let (mut found, mut start, mut before, mut inside) = (Vec::new(), 0, 0, 0);
    for (number, portion) in sizes.chunks(PORTION).enumerate() {
        inside += portion.iter().sum::<usize>();
        let end = number * PORTION + portion.len();
        if inside >= every.max(before / SLICE_PART) || end == sizes.len() {
            found.push(start..end);
            (start, before, inside) = (end, before + inside, 0);
        }
    }
    found
}

/// What is seen in the quiet positions of each game, and the scores that are new, part by part.
fn look_at_slice(
    games: &[(Place, GamePositions)],
    threads: usize,
    readers: Readers<'_>,
) -> Result<Vec<(Vec<SeenIn>, NewScores)>, String> {
    // Portions are the same whatever the threads and the slices.
    let part = games.len().div_ceil(threads.max(1)).max(1).next_multiple_of(PORTION);
    by_threads(games, part, |part| {
        let mut teacher = (readers.teacher)()?;
        let of_game = |(at, (place, game)): (usize, &(Place, GamePositions))| {
            teacher.new_game(at.is_multiple_of(PORTION))?;
            let positions = game.positions.iter();
            let seen = positions.map(|packed| look_at(packed, readers, &mut teacher));
            let quiet: Result<Vec<_>, String> = seen.filter_map(Result::transpose).collect();
            Ok((*place, game.outcome, quiet?))
        };
        let seen = part.iter().enumerate().map(of_game).collect::<Result<Vec<_>, String>>()?;
        Ok((seen, teacher.new))
    })
}

/// What is seen in a position, if it is quiet, the evaluation's terms decide it, and the teacher knows a score.
fn look_at(
    packed: &PackedPosition,
    Readers { evaluator, imbalance, .. }: Readers<'_>,
    teacher: &mut Teacher<'_>,
) -> Result<Option<Seen>, String> {
    let board = Game::from_fen(&format!("{packed} 0 1"), CastlingMode::Standard)
        .map_err(|what| format!("`{packed}`: {what}"))?;
    let position = Position::new(board.position(), evaluator.psqt());
    if !is_quiet(&position, evaluator) {
        return Ok(None);
    }
    let Some(trace) = evaluator.trace(&position) else { return Ok(None) };
    let searched = teacher.score(*packed, &board)?;
    let imbalance = imbalance.get(position.cell());
    Ok(searched.map(|searched| Seen { trace, searched, imbalance }))
}

#[cfg(test)]
pub(super) mod tests {
    use std::sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering::Relaxed},
    };

    use rules::{Color, Square};
    use tables::{Input, Provenance};

    use super::{
        super::{
            scores::Scores,
            teacher::{ScoreBy, mix},
        },
        *,
    };
    use engine::options::EvalOptions;

    pub(in crate::tune) fn packed(fen: &str) -> PackedPosition {
        let game = Game::from_fen(&format!("{fen} 0 1"), CastlingMode::Standard).expect("a FEN");
        let rules = game.position();
        let turn = if fen.contains(" w ") { Color::White } else { Color::Black };
        let piece = |square: Square| rules.board().get(square);
        PackedPosition::new(piece, turn, |_, _| false, None).expect("a position")
    }

    fn input(name: &str) -> Input {
        Input { name: name.to_owned(), bytes: 1, digest: 1 }
    }

    fn readers_of<'a>(evaluator: &'a Evaluator, teacher: &'a NewTeacher<'a>) -> Readers<'a> {
        Readers { evaluator, imbalance: evaluator.imbalance(), teacher, keep: None }
    }

    const QUIET: &str = "4k3/pp6/8/8/8/8/PPP5/4K3 w - -";
    const NOISY: &str = "4k3/8/8/3q4/4P3/8/8/4K3 w - -";

    #[test]
    fn quiet_positions_are_taken_and_a_source_is_kept_apart() {
        let game = |source, fens: &[&str]| GamePositions {
            source,
            outcome: Outcome::WhiteWins,
            positions: fens.iter().map(|fen| packed(fen)).collect(),
        };
        let games = vec![game(0, &[QUIET, NOISY]), game(1, &[QUIET])];
        let provenance =
            Provenance { inputs: vec![input("a.pgn"), input("b.pgn")], ..Provenance::default() };
        let file = Positions::new(games, provenance);
        let evaluator = Evaluator::new(&EvalOptions::default());
        let scores = Scores::default();
        let teacher = || Teacher::new(0, ScoreBy::default(), &scores);
        let readers = readers_of(&evaluator, &teacher);
        let (set, _) = Set::read(&[&file], Some("b.pgn"), 3, readers).expect("chess");
        assert_eq!((set.positions, set.games, set.games_used()), (3, 2, 2));
        assert_eq!(set.fitted.len() + set.held_out.len(), 1, "the queen can be taken");
        assert_eq!(set.elsewhere.len(), 1);
    }

    #[test]
    fn slices_are_of_whole_portions_and_hold_every_game() {
        let of = |sizes: &[usize], every| slices(sizes, every);
        assert_eq!(of(&[], 5), []);
        let all = |count| std::iter::once(0..count).collect::<Vec<_>>();
        assert_eq!(of(&[3; 10], 1), all(10));
        assert_eq!(of(&[1; 150], 1), [0..64, 64..128, 128..150]);
        assert_eq!(of(&[1; 150], 65), [0..128, 128..150]);
        assert_eq!(of(&[1; 150], usize::MAX), all(150));
        // They grow with what was before.
        let many = of(&vec![1; 200 * PORTION], 1);
        let last = many.last().expect("some").clone();
        assert!(many.len() < 150 && last.end == 200 * PORTION, "{} slices", many.len());
        assert!(many.windows(2).all(|two| two[0].end == two[1].start));
    }

    /// What the slices before a failure found is kept, and slices make no difference to it.
    #[test]
    fn scores_are_kept_slice_by_slice() {
        let game = GamePositions {
            source: 0,
            outcome: Outcome::WhiteWins,
            positions: vec![packed(QUIET), packed(NOISY)],
        };
        let games = vec![(Place::Fitted, game); 2 * PORTION + 1];
        let evaluator = Evaluator::new(&EvalOptions::default());
        let scores = Scores::open(None, 5, ScoreBy::default()).expect("no file");
        let made = AtomicUsize::new(0);
        let told = Mutex::new(Vec::new());
        let keep = |found: &[(PackedPosition, i16)]| {
            told.lock().expect("one thread").push(found.to_vec());
            Ok(())
        };
        let look_by = |from, every| {
            made.store(0, Relaxed);
            told.lock().expect("one thread").clear();
            let teacher = || match made.fetch_add(1, Relaxed) {
                number if number >= from => Err("the engine has ended".to_owned()),
                _ => Teacher::new(5, ScoreBy::default(), &scores),
            };
            let readers = Readers { keep: Some(&keep), ..readers_of(&evaluator, &teacher) };
            let seen = look(&games, every, 1, readers).map(|(seen, missing)| (seen.len(), missing));
            (seen, told.lock().expect("one thread").clone())
        };
        let (seen, at_once) = look_by(9, usize::MAX);
        assert_eq!((seen, at_once.len(), at_once[0].len()), (Ok((129, 0)), 1, 129));
        let (seen, in_slices) = look_by(9, 1);
        assert_eq!((seen, in_slices.len()), (Ok((129, 0)), 3));
        assert_eq!((in_slices[0].len(), &in_slices[2]), (PORTION, &at_once[0]));
        let (seen, before) = look_by(2, 1);
        assert_eq!(seen, Err("the engine has ended".to_owned()));
        assert_eq!(before, in_slices[..2]);
    }

    #[test]
    fn what_two_files_have_is_used_once_and_rather_judges() {
        // One position that is held out and one that is not, by the digest of a game that has it alone.
        let of = |fen: String| GamePositions {
            source: 0,
            outcome: Outcome::Draw,
            positions: vec![packed(&fen)],
        };
        let ranks = (0..8).flat_map(|white| (0..8).map(move |black| (white, black)));
        let games: Vec<_> = ranks
            .map(|(white, black)| {
                let rank = |at: u8, king: &str| match (at, 7 - at) {
                    (0, right) => format!("{king}{right}"),
                    (left, 0) => format!("{left}{king}"),
                    (left, right) => format!("{left}{king}{right}"),
                };
                of(format!("{}/pp6/8/8/8/8/PPP5/{} w - -", rank(black, "k"), rank(white, "K")))
            })
            .collect();
        let is_held_out = |game: &GamePositions| is_held_out(game.digest());
        let held_out = games.iter().filter(|game| is_held_out(game)).count();
        assert!((1..40).contains(&held_out), "{held_out}");
        // All in one game, which is fitted or held out as a whole.
        let both = |source| {
            let positions = games.iter().flat_map(|game| game.positions.clone()).collect();
            vec![GamePositions { source, outcome: Outcome::Draw, positions }]
        };
        let from = |name: &str, digest| Provenance {
            inputs: vec![Input { digest, ..input(name) }],
            ..Provenance::default()
        };
        let file = Positions::new(games.clone(), from("a.pgn", 1));
        let evaluator = Evaluator::new(&EvalOptions::default());
        let scores = Scores::default();
        let teacher = || Teacher::new(0, ScoreBy::default(), &scores);
        let readers = readers_of(&evaluator, &teacher);
        let other = Positions::new(both(0), from("b.pgn", 2));
        let (set, _) = Set::read(&[&file, &other], None, 2, readers).expect("chess");
        assert_eq!((set.positions, set.fitted.len() + set.held_out.len()), (128, 64));
        let judging = if is_held_out(&both(0)[0]) { 64 } else { held_out };
        assert_eq!(set.held_out.len(), judging, "what judges is not fitted to");
        let same = Positions::new(both(0), from("c.pgn", 1));
        let refused = Set::read(&[&file, &same], None, 2, readers).expect_err("one source twice");
        assert!(refused.starts_with("the games of c.pgn are in two files"), "{refused}");
    }

    #[test]
    fn games_weigh_the_same_however_many_positions_they_have() {
        let mut samples = Samples::default();
        let seen = Seen::default();
        samples.push_game(Outcome::Draw, &[seen.clone(), seen.clone(), seen.clone()]);
        samples.push_game(Outcome::Draw, &[seen]);
        samples.push_game(Outcome::Draw, &[]);
        samples.level();
        let weights: Vec<f32> = samples.samples.iter().map(|sample| sample.weight).collect();
        assert!((weights.iter().sum::<f32>() - 4.0).abs() < 1e-5, "{weights:?}");
        assert!((weights[0] - 2.0 / 3.0).abs() < 1e-5 && (weights[3] - 2.0).abs() < 1e-5);
    }

    #[test]
    fn an_opinion_weighs_the_same_in_any_game() {
        let weights = |share| {
            let mut set = Set::default();
            let seen = Seen { searched: 50, ..Seen::default() };
            set.fitted.push_game(Outcome::WhiteWins, &[seen.clone(), seen.clone(), seen.clone()]);
            set.fitted.push_game(Outcome::Draw, &[seen]);
            set.fitted.level();
            mix(&mut set, share, Some(0.01));
            let of = |at: usize| set.fitted.samples[at].weight;
            (of(0), of(3))
        };
        assert_eq!(weights(0.0), (2.0 / 3.0, 2.0), "outcomes");
        assert_eq!(weights(1.0), (1.0, 1.0), "opinions");
        let (many, one) = weights(0.5);
        assert!(many > 2.0 / 3.0 && many < 1.0 && one > 1.0 && one < 2.0, "{many} {one}");
    }
}
