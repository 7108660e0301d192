//! Collecting quiet positions with what they count as, for fitting an evaluation.
//!
//! A candidate is a position after some plies of which the side to move is not in check and goes on
//! with a move that takes nothing, promotes nothing and gives no check; or else any position, resolved
//! ([`Settings::resolve`]). Of each game as many are taken as are wanted, spread by a digest, so that neither
//! threads nor other games have a say in it.

use std::sync::{Mutex, PoisonError};

use rules::{Color, Outcome, Position};
use tables::{Cell, GamePositions, PackedPosition};
use xxhash_rust::xxh3::{Xxh3, xxh3_64_with_seed};

use super::{
    Collector, CollectorTally,
    label::Label,
    walk::{Walk, pack},
};
use crate::{
    game::{Game, Ply},
    remarks::{Score, window::Window},
    resolve::resolved,
};

/// Which positions are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Plies that must have been played.
    pub min_ply: usize,
    /// Pieces and pawns that must stand on the board, kings among them.
    pub min_men: u32,
    /// The most of one game; 0 for all.
    pub per_game: usize,
    /// Takes where the captures of a position lead to, instead of leaving positions out that are not quiet.
    pub resolve: bool,
    /// Takes only positions that the comments have a score of.
    pub comment_scores: bool,
    /// Takes only positions whose score in the comments lies there.
    pub window: Option<Window>,
    /// What a position counts as; only positions are taken whose mover had so many seconds left behind the move.
    pub label: Label,
}

impl Settings {
    /// What a position counts as for White; nothing if it is too early, or the comments stand against taking it.
    fn label(&self, game: &Game<'_>, number: usize) -> Option<Outcome> {
        let holds = |window: Window| game.remarks.score_of(number).is_some_and(|s| window.holds(s));
        if number < self.min_ply || !self.window.is_none_or(holds) {
            return None;
        }
        let Label { eval_win, min_clock } = self.label;
        Label { eval_win: None, min_clock }.of_ply(game, number)?;
        Label { eval_win, min_clock: None }.of_position(game, number)
    }
}

/// A position of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Sample {
    /// The position.
    pub position: PackedPosition,
    /// Half-moves since the last capture or pawn move; 255 for more.
    pub halfmoves: u8,
    /// The number of the move, from 1.
    pub fullmoves: u16,
    /// Its score in centipawns as White sees it, if it is known.
    pub score: Option<i16>,
    /// What it counts as: how its game ended, or what its evaluation says.
    pub label: Outcome,
}

/// The positions of one game.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SampledGame {
    /// Which of the inputs the game is from.
    pub source: u16,
    /// How it ended.
    pub outcome: Outcome,
    /// Its positions, in their bytes' order, each once.
    pub samples: Vec<Sample>,
}

impl SampledGame {
    /// A number that depends on the positions alone, for choosing games.
    #[must_use]
    pub fn digest(&self) -> u64 {
        digest(&self.samples)
    }

    /// What `lab tune` reads of it.
    #[must_use]
    pub fn positions(&self) -> GamePositions {
        let positions = self.samples.iter().map(|sample| sample.position).collect();
        GamePositions { source: self.source, outcome: self.outcome, positions }
    }
}

fn digest(samples: &[Sample]) -> u64 {
    let mut hasher = Xxh3::new();
    samples.iter().for_each(|sample| hasher.update(sample.position.bytes()));
    hasher.digest()
}

/// The positions of a block's games.
#[derive(Debug)]
struct PositionsTally<'a> {
    collector: &'a PositionsCollector,
    games: Vec<SampledGame>,
}

impl CollectorTally for PositionsTally<'_> {
    fn observe(&mut self, game: &Game<'_>, _: &[(Cell, u32)]) {
        let settings = &self.collector.settings;
        let Settings { min_men, per_game, resolve, comment_scores, .. } = *settings;
        let mut walk = Walk::new(game);
        let mut samples = Vec::new();
        for (number, &ply) in game.plies.iter().enumerate() {
            let sample = settings.label(game, number).and_then(|label| {
                if resolve {
                    let position = resolved(walk.position())?;
                    if men(&position) < min_men { None } else { sample(&position, &walk, label) }
                } else if men(walk.position()) < min_men {
                    None
                } else {
                    quiet(&walk, ply, label)
                }
            });
            walk.play(ply);
            let sample = sample.filter(|_| resolve || !walk.position().in_check());
            samples.extend(if comment_scores {
                sample.and_then(|sample| {
                    Some(Sample {
                        score: Some(packed_score(game.remarks.score_of(number)?)),
                        ..sample
                    })
                })
            } else {
                sample
            });
        }
        choose(&mut samples, per_game);
        if !samples.is_empty() {
            self.games.push(SampledGame { source: 0, outcome: game.outcome, samples });
        }
    }

    fn add_up(&mut self) {
        let mut games = self.collector.games.lock().unwrap_or_else(PoisonError::into_inner);
        games.append(&mut self.games);
    }
}

fn men(position: &Position) -> u32 {
    position.board().occupied.count_ones()
}

/// The position, if nobody is in check and the move played changes no material.
fn quiet(walk: &Walk, ply: Ply, label: Outcome) -> Option<Sample> {
    let position = walk.position();
    if position.in_check() || ply.changes_material() { None } else { sample(position, walk, label) }
}

/// A position in a game that has come to `walk`; `None` where there are more pieces than the form has room for.
#[must_use]
pub fn sample(position: &Position, walk: &Walk, label: Outcome) -> Option<Sample> {
    Some(Sample {
        position: pack(position)?,
        halfmoves: position.halfmoves().min(u16::from(u8::MAX)) as u8,
        fullmoves: walk.fullmoves(),
        score: None,
        label,
    })
}

/// Beyond all scores that are no mates.
const MOST_CENTIPAWNS: i32 = 30_000;
/// The score of a mate on the board; each move before it is one less.
const MATE: i16 = 32_000;
/// Mates that are further away score as this one.
const FARTHEST_MATE: u16 = 1_000;

/// A score in 16 bits: centipawns up to 30,000, mates from 31,000 to 32,000.
#[must_use]
pub fn packed_score(score: Score) -> i16 {
    match score {
        Score::Centipawns(score) => score.clamp(-MOST_CENTIPAWNS, MOST_CENTIPAWNS) as i16,
        Score::Mate { winner, moves } => {
            let score = MATE - moves.min(FARTHEST_MATE) as i16;
            if winner == Color::White { score } else { -score }
        }
    }
}

/// Sorts positions, each once, and leaves `most` of them: those whose digests, seeded with that of all,
/// are least.
fn choose(samples: &mut Vec<Sample>, most: usize) {
    samples.sort_unstable();
    samples.dedup_by_key(|sample| sample.position);
    if most == 0 || samples.len() <= most {
        return;
    }
    let seed = digest(samples);
    samples.sort_by_cached_key(|sample| xxh3_64_with_seed(sample.position.bytes(), seed));
    samples.truncate(most);
    samples.sort_unstable();
}

/// Keeps the positions of all games.
#[derive(Debug)]
pub struct PositionsCollector {
    settings: Settings,
    games: Mutex<Vec<SampledGame>>,
}

impl Collector for PositionsCollector {
    fn tally(&self) -> Box<dyn CollectorTally + '_> {
        Box::new(PositionsTally { collector: self, games: Vec::new() })
    }

    fn needs_remarks(&self) -> bool {
        let Settings { comment_scores, window, label, .. } = self.settings;
        comment_scores || window.is_some() || !label.is_plain()
    }
}

impl PositionsCollector {
    /// No positions yet.
    #[must_use]
    pub const fn new(settings: Settings) -> Self {
        Self { settings, games: Mutex::new(Vec::new()) }
    }

    /// The games, in no order.
    #[must_use]
    pub fn finish(self) -> Vec<SampledGame> {
        self.games.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}
