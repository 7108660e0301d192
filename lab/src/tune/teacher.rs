//! What a search thinks of a position, as a second opinion beside the outcome of its game.
//!
//! An outcome is one of three for all positions of a game, and mostly made by what came later. A search
//! of some hundred nodes says something of each position by itself, so that the fit learns from fewer games. The
//! engine as it was built knows no more than its weights and some plies; a stronger program knows what they lack.
//! Score and outcome are mixed, as is usual for networks, whose trainers call the share lambda.

use std::{fs, path::Path, sync::atomic::AtomicBool};

use engine::{
    Engine, embedded,
    game::Game,
    options::Options,
    search::{Limits, Silent},
};
use rules::Color;
use statistics::sigmoid;
use tables::PackedPosition;

use super::{
    positions::{Set, TunePosition},
    scores::Scores,
};
use crate::{arena::contestant::Budget, suite::Foreign};

/// No score that a search finds counts more; mates are worth it.
const MOST: i32 = 3_000;
/// Megabytes for the table of each thread; it is emptied before every game.
const HASH: &str = "1";
const WEIGHTS: &str = "weights.bin";

/// Who gives the second opinion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScoreBy<'a> {
    /// This engine, with the tables of a folder, or those that were built in if it is empty.
    Own(&'a str),
    /// Any UCI engine, by the path of its program.
    Program(&'a Path),
}

impl Default for ScoreBy<'_> {
    fn default() -> Self {
        Self::Own("")
    }
}

impl ScoreBy<'_> {
    /// Who it is: the checksum of its weights, or how a program calls itself.
    ///
    /// # Errors
    /// One sentence if the program cannot be run.
    pub(super) fn name(self) -> Result<String, String> {
        match self {
            Self::Own(folder) => Ok(weights_name(folder)),
            Self::Program(program) => {
                Ok(Scores::odds_of(Foreign::start(program, &[], Budget::Nodes(1))?.says_it_is()))
            }
        }
    }
}

/// The engine that searches.
#[derive(Debug)]
enum Engines {
    Own(Box<Engine>, Limits),
    Program(Foreign),
}

/// Searches positions that are not known yet; or does not, if it may use no nodes.
#[derive(Debug)]
pub(super) struct Teacher<'k> {
    engine: Option<Engines>,
    nodes: u64,
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
    /// Scores by somebody else are not added to.
    ///
    /// # Errors
    /// One sentence if there is no such engine or table, or no memory.
    pub(super) fn new(nodes: u64, by: ScoreBy<'_>, known: &'k Scores) -> Result<Self, String> {
        let engine = if nodes > 0 { Engines::start(nodes, by, &known.by)? } else { None };
        Ok(Self { engine, nodes, known, new: NewScores::default() })
    }

    /// Forgets all positions, so that a game's scores do not depend on which were seen before. Programs are told at the
    /// first game of a portion alone: some take longer to forget than to search.
    ///
    /// # Errors
    /// If the engine has ended.
    pub(super) fn new_game(&mut self, is_first: bool) -> Result<(), String> {
        match &mut self.engine {
            Some(Engines::Own(engine, _)) => engine.new_game(),
            Some(Engines::Program(program)) if is_first => program.new_game()?,
            Some(Engines::Program(_)) | None => {}
        }
        Ok(())
    }

    /// White's score; `None` if only somebody else knows scores, and not this one.
    ///
    /// # Errors
    /// If the engine has ended, or gives no score.
    pub(super) fn score(
        &mut self,
        packed: PackedPosition,
        game: &Game,
    ) -> Result<Option<i32>, String> {
        if self.nodes == 0 {
            return Ok(Some(0));
        }
        if let Some(&score) = self.known.of.get(&packed) {
            return Ok(Some(i32::from(score)));
        }
        let Some(engine) = &mut self.engine else {
            self.new.missing += 1;
            return Ok(None);
        };
        let score = engine.score(game)?.clamp(-MOST, MOST);
        let score = if game.position().turn() == Color::White { score } else { -score };
        self.new.found.push((packed, score as i16));
        Ok(Some(score))
    }
}

impl Engines {
    /// None if it is not the one of this name.
    fn start(nodes: u64, by: ScoreBy<'_>, name: &str) -> Result<Option<Self>, String> {
        match by {
            ScoreBy::Own(folder) if weights_name(folder) == name => {
                let mut options = Options::default();
                options.set("Hash", HASH)?;
                options.set("TablesDir", folder)?;
                let limits = Limits { nodes: Some(nodes), ..Limits::default() };
                Ok(Some(Self::Own(Box::new(Engine::new(options)?), limits)))
            }
            ScoreBy::Own(_) => Ok(None),
            ScoreBy::Program(program) => {
                let mut program = Foreign::start(program, &[], Budget::Nodes(nodes))?;
                program.set_if_known("Hash", HASH)?;
                program.ask_for_chances()?;
                let is_it = Scores::odds_of(program.says_it_is()) == name;
                Ok(is_it.then_some(Self::Program(program)))
            }
        }
    }

    /// The mover's score: centipawns, or a program's odds.
    fn score(&mut self, game: &Game) -> Result<i32, String> {
        match self {
            Self::Own(engine, limits) => {
                let found = engine.search(game, limits, &AtomicBool::new(false), &mut Silent);
                Ok(found.map_or(0, |found| found.score.get()))
            }
            Self::Program(program) => program.score(game),
        }
    }
}

/// The checksum of the weights of a folder, or of those that were built in.
fn weights_name(folder: &str) -> String {
    let checksum = if folder.is_empty() {
        let built_in = embedded::sources().iter().find(|source| source.file == WEIGHTS);
        built_in.and_then(|source| source.content).map(|content| content.checksum)
    } else {
        let bytes = fs::read(Path::new(folder).join(WEIGHTS));
        bytes.ok().and_then(|bytes| tables::checksum(&bytes).ok())
    };
    checksum.map_or_else(|| "rough weights".to_owned(), |checksum| format!("{checksum:016x}"))
}

/// Replaces `share` of each sample's outcome by what the search's score lets expect, by this scale of the sigmoid; without
/// one by that with which the scores predict best the outcomes that are fitted to; what was held out has no say.
/// Gives it. The same share of a sample's weight is that of an opinion, which all weigh the same.
pub(super) fn mix(set: &mut Set, share: f64, scale: Option<f64>) -> f64 {
    let errors = |scale: f64| {
        let error = |sample: &TunePosition| {
            sample.squared_error(sigmoid(f64::from(sample.searched) * scale))
        };
        set.fitted.samples.iter().map(error).sum()
    };
    let scale = scale.unwrap_or_else(|| super::fit::least(super::fit::SCALES, errors));
    for sample in set.parts().into_iter().flat_map(|part| &mut part.samples) {
        let expected = sigmoid(f64::from(sample.searched) * scale);
        // The positions of a game have one outcome, but an opinion each.
        sample.weight += share as f32 * (1.0 - sample.weight);
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
        let none = Scores::open(None, 300, ScoreBy::default()).expect("no file");
        let mut teacher = Teacher::new(300, ScoreBy::default(), &none).expect("an engine");
        let mut score = |fen: &str| {
            teacher.new_game(true).expect("an engine");
            teacher.score(packed(fen), &game(fen)).expect("an engine").expect("a search")
        };
        let up = "4k3/pppp4/8/8/8/8/PPPP4/R3K3 w - -";
        let white = score(up);
        assert!(white > 300 && score("r3k3/pppp4/8/8/8/8/PPPP4/4K3 w - -") < -200);
        assert_eq!(score(up), white);
        assert_eq!(score("7k/5Q2/6K1/8/8/8/8/8 w - -"), MOST);
        let nobody = Scores::open(None, 0, ScoreBy::default()).expect("no file");
        assert_eq!(
            Teacher::new(0, ScoreBy::default(), &nobody)
                .expect("no engine")
                .score(packed(up), &game(up)),
            Ok(Some(0))
        );
    }

    #[test]
    fn what_is_known_is_not_searched_again() {
        let [up, even] =
            ["4k3/pppp4/8/8/8/8/PPPP4/R3K3 w - -", "4k3/pppp4/8/8/8/8/PPPP4/4K3 w - -"];
        let mut known = Scores::open(None, 300, ScoreBy::default()).expect("no file");
        known.of.insert(packed(up), -77);
        let mut teacher = Teacher::new(300, ScoreBy::default(), &known).expect("an engine");
        assert_eq!(teacher.score(packed(up), &game(up)), Ok(Some(-77)));
        let found = teacher.score(packed(even), &game(even)).expect("an engine").expect("a search");
        assert_eq!(teacher.new.found, [(packed(even), found as i16)]);
        let foreign = Scores { by: "somebody else".to_owned(), ..known };
        let mut teacher = Teacher::new(300, ScoreBy::default(), &foreign).expect("no engine");
        assert_eq!(teacher.score(packed(up), &game(up)), Ok(Some(-77)));
        assert_eq!(
            teacher.score(packed(even), &game(even)),
            Ok(None),
            "scores of two judges are not mixed"
        );
    }

    #[cfg(unix)]
    #[test]
    fn a_program_says_what_it_is_and_how_likely_a_win() {
        use std::os::unix::fs::PermissionsExt as _;

        const SCRIPT: &str = r#"#!/bin/sh
while read -r line; do
    case $line in
    uci) echo "id name Fixed 1"; echo "option name UCI_ShowWDL type check default false"; echo uciok ;;
    isready) echo readyok ;;
    go*) echo "info depth 1 score cp 50 wdl 600 400 0 pv e2e4"; echo "bestmove e2e4" ;;
    esac
done
"#;
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("fixed");
        fs::write(&path, SCRIPT).expect("it can be written");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o700)).expect("it may be run");
        let by = ScoreBy::Program(&path);
        let none = Scores::open(None, 5, by).expect("no file");
        assert_eq!(none.by, "the odds of Fixed 1");
        assert_eq!(none.odds_scale(), Some(0.01));
        let mut teacher = Teacher::new(5, by, &none).expect("a program");
        teacher.new_game(true).expect("it hears");
        let [white, black] = ["4k3/pp6/8/8/8/8/PP6/4K3 w - -", "4k3/pp6/8/8/8/8/PP6/4K3 b - -"];
        // Four to one.
        assert_eq!(teacher.score(packed(white), &game(white)), Ok(Some(139)));
        assert_eq!(teacher.score(packed(black), &game(black)), Ok(Some(-139)));
        let own = Scores::open(None, 5, ScoreBy::default()).expect("no file");
        assert_eq!(own.odds_scale(), None);
        let mut teacher = Teacher::new(5, by, &own).expect("a program");
        assert_eq!(teacher.score(packed(white), &game(white)), Ok(None));
        let missing = Path::new("no-such-engine");
        let refused = Teacher::new(5, ScoreBy::Program(missing), &own).expect_err("no program");
        assert!(refused.starts_with("cannot run no-such-engine"), "{refused}");
    }
}
