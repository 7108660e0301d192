//! What a search thinks of a position, as a second opinion beside the outcome of its game.
//!
//! An outcome is one of three for all positions of a game, and mostly made by what came later. A search
//! of some hundred nodes by the engine as it was built says something of each position by itself, so that
//! the fit learns from fewer games; it knows no more than the weights built in and some plies. The two are
//! mixed, as is usual for networks, whose trainers call the share lambda.

use std::{fs, path::Path, sync::atomic::AtomicBool};

use engine::{
    Engine, embedded,
    game::Game,
    options::Options,
    search::{Limits, Silent},
};
use rules::Color;
use tables::PackedPosition;

use super::{
    model::sigmoid,
    positions::{Set, TunePosition},
    scores::Scores,
};

/// No score that a search finds counts more; mates are worth it.
const MOST: i32 = 3_000;
/// Megabytes for the table of each thread; it is emptied before every game.
const HASH: &str = "1";
const WEIGHTS: &str = "weights.bin";

/// Searches positions that are not known yet; or does not, if it may use no nodes.
#[derive(Debug)]
pub(super) struct Teacher<'k> {
    engine: Option<Engine>,
    limits: Limits,
    known: &'k Scores,
    /// What it found.
    pub(super) new: NewScores,
}

/// Scores that were not known before, and how many positions stay without one.
#[derive(Debug, Default)]
pub(super) struct NewScores {
    pub(super) found: Vec<(PackedPosition, i16)>,
    pub(super) missing: u64,
}

impl NewScores {
    /// Adds those of another thread.
    pub(super) fn append(&mut self, mut other: Self) {
        self.found.append(&mut other.found);
        self.missing += other.missing;
    }
}

impl<'k> Teacher<'k> {
    /// With the tables of a folder, or those that were built in. Scores by somebody else are not added to.
    ///
    /// # Errors
    /// One sentence if there are no such tables, or no memory.
    pub(super) fn new(nodes: u64, folder: &str, known: &'k Scores) -> Result<Self, String> {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        if nodes == 0 || known.by != name(folder) {
            return Ok(Self { engine: None, limits, known, new: NewScores::default() });
        }
        let mut options = Options::default();
        options.set("Hash", HASH)?;
        options.set("TablesDir", folder)?;
        Ok(Self { engine: Some(Engine::new(options)?), limits, known, new: NewScores::default() })
    }

    /// Forgets all positions, so that a game's scores do not depend on which were seen before.
    pub(super) fn new_game(&mut self) {
        if let Some(engine) = &mut self.engine {
            engine.new_game();
        }
    }

    /// White's centipawns; `None` if only somebody else knows scores, and not this one.
    pub(super) fn score(&mut self, packed: PackedPosition, game: &Game) -> Option<i32> {
        if self.limits.nodes == Some(0) {
            return Some(0);
        }
        if let Some(&score) = self.known.of.get(&packed) {
            return Some(i32::from(score));
        }
        let Some(engine) = &mut self.engine else {
            self.new.missing += 1;
            return None;
        };
        let found = engine.search(game, &self.limits, &AtomicBool::new(false), &mut Silent);
        let score = found.map_or(0, |found| found.score.get()).clamp(-MOST, MOST);
        let score = if game.position().turn() == Color::White { score } else { -score };
        self.new.found.push((packed, score as i16));
        Some(score)
    }
}

/// Who it is: the checksum of its weights.
pub(super) fn name(folder: &str) -> String {
    let checksum = if folder.is_empty() {
        let built_in = embedded::sources().iter().find(|source| source.file == WEIGHTS);
        built_in.and_then(|source| source.content).map(|content| content.checksum)
    } else {
        let bytes = fs::read(Path::new(folder).join(WEIGHTS));
        bytes.ok().and_then(|bytes| tables::checksum(&bytes).ok())
    };
    checksum.map_or_else(|| "rough weights".to_owned(), |checksum| format!("{checksum:016x}"))
}

/// Replaces `share` of each sample's outcome by what the search's score lets expect. Gives the scale of
/// the sigmoid with which the scores predict best the outcomes that are fitted to; what was held out has no say.
pub(super) fn mix(set: &mut Set, share: f64) -> f64 {
    let errors = |scale: f64| {
        let error = |sample: &TunePosition| {
            let error = f64::from(sample.outcome) - sigmoid(f64::from(sample.searched) * scale);
            f64::from(sample.weight) * error.powi(2)
        };
        set.fitted.samples.iter().map(error).sum()
    };
    let scale = super::fit::least(errors);
    for sample in set.parts().into_iter().flat_map(|part| &mut part.samples) {
        let expected = sigmoid(f64::from(sample.searched) * scale);
        sample.outcome += (share * (expected - f64::from(sample.outcome))) as f32;
    }
    scale
}

#[cfg(test)]
mod tests {
    use shakmaty::CastlingMode;

    use super::{super::positions::tests::packed, *};

    fn game(fen: &str) -> Game {
        Game::from_fen(&format!("{fen} 0 1"), CastlingMode::Standard).expect("a FEN")
    }

    #[test]
    fn scores_are_whites_and_the_same_again() {
        let none = Scores::open(None, 300, "").expect("no file");
        let mut teacher = Teacher::new(300, "", &none).expect("an engine");
        let mut score = |fen: &str| {
            teacher.new_game();
            teacher.score(packed(fen), &game(fen)).expect("a search")
        };
        let up = "4k3/pppp4/8/8/8/8/PPPP4/R3K3 w - -";
        let white = score(up);
        assert!(white > 300 && score("r3k3/pppp4/8/8/8/8/PPPP4/4K3 w - -") < -200);
        assert_eq!(score(up), white);
        assert_eq!(score("7k/5Q2/6K1/8/8/8/8/8 w - -"), MOST);
        let nobody = Scores::open(None, 0, "").expect("no file");
        assert_eq!(
            Teacher::new(0, "", &nobody).expect("no engine").score(packed(up), &game(up)),
            Some(0)
        );
    }

    #[test]
    fn what_is_known_is_not_searched_again() {
        let [up, even] =
            ["4k3/pppp4/8/8/8/8/PPPP4/R3K3 w - -", "4k3/pppp4/8/8/8/8/PPPP4/4K3 w - -"];
        let mut known = Scores::open(None, 300, "").expect("no file");
        known.add(vec![(packed(up), -77)]);
        let mut teacher = Teacher::new(300, "", &known).expect("an engine");
        assert_eq!(teacher.score(packed(up), &game(up)), Some(-77));
        let found = teacher.score(packed(even), &game(even)).expect("a search");
        assert_eq!(teacher.new.found, [(packed(even), found as i16)]);
        let foreign = Scores { by: "somebody else".to_owned(), ..known };
        let mut teacher = Teacher::new(300, "", &foreign).expect("no engine");
        assert_eq!(teacher.score(packed(up), &game(up)), Some(-77));
        assert_eq!(
            teacher.score(packed(even), &game(even)),
            None,
            "scores of two judges are not mixed"
        );
    }
}
