//! From the miner's positions to samples.
//!
//! Positions that are not quiet are left out. What is left of a game weighs as much as what is
//! left of any other. Every tenth game, by a digest of its positions, is held out, and a whole source if
//! one is named: positions of one game are alike, and so are the games of a source.

use std::thread;

use shakmaty::CastlingMode;
use tables::{GamePositions, Outcome, PackedPosition, Positions, Table};

use super::{quiet::is_quiet, teacher::Teacher};
use crate::{
    eval::{Evaluator, trace::Trace},
    game::Game,
    position::Position,
};

/// One in so many games judges the fit.
const HELD_OUT: u64 = 10;

/// A position as the model reads it.
#[derive(Clone, Debug)]
pub(super) struct Sample {
    pub(super) base: [f32; 2],
    pub(super) phase: f32,
    pub(super) scale: f32,
    /// White's points that are to be predicted: the game's, or mixed with what a search expects.
    pub(super) outcome: f32,
    /// White's score by a search, in centipawns; 0 if none was made.
    pub(super) searched: f32,
    /// What it counts; 1 in the mean of all.
    pub(super) weight: f32,
    /// Where its features begin and end, danger of White's and of Black's king behind the others.
    pub(super) range: [u32; 4],
}

/// Samples with their features in one place.
#[derive(Clone, Debug, Default)]
pub(super) struct Samples {
    pub(super) samples: Vec<Sample>,
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

    fn push_game(&mut self, outcome: Outcome, traces: &[(Trace, i32)]) {
        let outcome = match outcome {
            Outcome::WhiteWins => 1.0,
            Outcome::Draw => 0.5,
            Outcome::BlackWins => 0.0,
        };
        let weight = 1.0 / traces.len() as f32;
        self.games += u64::from(!traces.is_empty());
        for (trace, searched) in traces {
            self.push(trace, *searched as f32, outcome, weight);
        }
    }

    fn push(&mut self, trace: &Trace, searched: f32, outcome: f32, weight: f32) {
        let mut range = [self.features.len() as u32; 4];
        let parts = [&trace.counts, &trace.danger[0], &trace.danger[1]];
        for (end, part) in range[1..].iter_mut().zip(parts) {
            self.features.extend_from_slice(part);
            *end = self.features.len() as u32;
        }
        self.samples.push(Sample {
            base: [trace.base.mg() as f32, trace.base.eg() as f32],
            phase: trace.phase as f32 / 24.0,
            scale: trace.scale as f32 / 64.0,
            outcome,
            searched,
            weight,
            range,
        });
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

/// Makes a teacher.
pub(super) type NewTeacher<'a> = dyn Fn() -> Result<Teacher, String> + Sync + 'a;

/// Where a game goes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Fitted,
    HeldOut,
    Elsewhere,
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

    /// All positions of these files, in their order; games of the source named `without` are kept apart.
    /// Each thread asks `teacher` for one, who says what a search thinks of a position.
    ///
    /// # Errors
    /// If a position cannot be one of chess, or there is no such teacher.
    pub(super) fn read(
        files: &[&Positions],
        without: Option<&str>,
        threads: usize,
        teacher: &NewTeacher<'_>,
        evaluator: &Evaluator,
    ) -> Result<Self, String> {
        let mut set = Self::default();
        for file in files {
            let place = |game: &GamePositions| {
                let source = file.provenance().inputs.get(usize::from(game.source));
                if without.is_some() && source.map(|input| input.name.as_str()) == without {
                    Place::Elsewhere
                } else if game.digest().is_multiple_of(HELD_OUT) {
                    Place::HeldOut
                } else {
                    Place::Fitted
                }
            };
            for (game, traces) in traces(file.games(), threads, teacher, evaluator)? {
                let samples = match place(game) {
                    Place::Fitted => &mut set.fitted,
                    Place::HeldOut => &mut set.held_out,
                    Place::Elsewhere => &mut set.elsewhere,
                };
                samples.push_game(game.outcome, &traces);
            }
            set.positions += file.len() as u64;
            set.games += file.games().len() as u64;
        }
        set.parts().into_iter().for_each(Samples::level);
        if u32::try_from(set.fitted.features.len()).is_err() {
            return Err("these are more positions than can be fitted at once".to_owned());
        }
        Ok(set)
    }
}

/// A game and the traces of its quiet positions, with what a search thinks of each.
type Traced<'a> = (&'a GamePositions, Vec<(Trace, i32)>);

/// The traces of the quiet positions of each game, by all threads.
fn traces<'a>(
    games: &'a [GamePositions],
    threads: usize,
    teacher: &NewTeacher<'_>,
    evaluator: &Evaluator,
) -> Result<Vec<Traced<'a>>, String> {
    let parts = games.chunks(games.len().div_ceil(threads.max(1)).max(1));
    thread::scope(|scope| {
        let workers: Vec<_> = parts
            .map(|part| {
                scope.spawn(move || {
                    let mut teacher = teacher()?;
                    let of_game = |game: &'a GamePositions| {
                        teacher.new_game();
                        let positions = game.positions.iter();
                        let traces = positions.map(|packed| trace(packed, evaluator, &mut teacher));
                        let quiet: Result<Vec<_>, String> =
                            traces.filter_map(Result::transpose).collect();
                        Ok((game, quiet?))
                    };
                    part.iter().map(of_game).collect::<Result<Vec<_>, String>>()
                })
            })
            .collect();
        let mut all = Vec::with_capacity(games.len());
        for worker in workers {
            all.extend(worker.join().map_err(|_| "a thread died".to_owned())??);
        }
        Ok(all)
    })
}

/// The trace of a position and what a search thinks of it, if it is quiet and the evaluation's terms
/// decide it.
fn trace(
    packed: &PackedPosition,
    evaluator: &Evaluator,
    teacher: &mut Teacher,
) -> Result<Option<(Trace, i32)>, String> {
    let board = Game::from_fen(&format!("{packed} 0 1"), CastlingMode::Standard)
        .map_err(|what| format!("`{packed}`: {what}"))?;
    let position = Position::new(board.position(), evaluator.psqt());
    if !is_quiet(&position, evaluator) {
        return Ok(None);
    }
    Ok(evaluator.trace(&position).map(|trace| (trace, teacher.score(&board))))
}

#[cfg(test)]
pub(super) mod tests {
    use tables::{Color, Input, Provenance, Square};

    use super::*;
    use crate::options::EvalOptions;

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
        let set = Set::read(&[&file], Some("b.pgn"), 3, &|| Teacher::new(0, ""), &evaluator)
            .expect("chess");
        assert_eq!((set.positions, set.games, set.games_used()), (3, 2, 2));
        assert_eq!(set.fitted.len() + set.held_out.len(), 1, "the queen can be taken");
        assert_eq!(set.elsewhere.len(), 1);
    }

    #[test]
    fn games_weigh_the_same_however_many_positions_they_have() {
        let mut samples = Samples::default();
        let trace = (Trace::default(), 0);
        samples.push_game(Outcome::Draw, &[trace.clone(), trace.clone(), trace.clone()]);
        samples.push_game(Outcome::Draw, &[trace]);
        samples.push_game(Outcome::Draw, &[]);
        samples.level();
        let weights: Vec<f32> = samples.samples.iter().map(|sample| sample.weight).collect();
        assert!((weights.iter().sum::<f32>() - 4.0).abs() < 1e-5, "{weights:?}");
        assert!((weights[0] - 2.0 / 3.0).abs() < 1e-5 && (weights[3] - 2.0).abs() < 1e-5);
    }
}
