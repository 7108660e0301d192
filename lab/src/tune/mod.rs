//! Fitting the evaluation's weights to outcomes of games: `lab tune FILE...`.
//!
//! P. Österlund's method for Texel (2014): the sigmoid of a quiet position's score is to predict the
//! outcome of the game that it comes from. The score is differentiable in all weights at once, linear
//! but for the kings' danger, so they are fitted together by gradient descent (Adam, D.
//! Kingma and J. Ba, 2015), as A. Grant did for Ethereal (2020).
//!
//! | file | what it does |
//! |---|---|
//! | `positions` | the miner's positions to traces of the evaluation |
//! | `quiet` | which positions are quiet |
//! | `leaves` | positions that searches meet, and games do not show: `lab leaves FILE...` |
//! | `teacher` | what a search thinks of a position, ours or a program's, to be mixed with the outcome |
//! | `scores` | that, kept in a file |
//! | `model` | the score of a trace, and its gradient |
//! | `fit` | the scale of the sigmoid, and the descent |
//! | `shared` | work that threads share |
//! | `checkpoint` | how far a fit has got |
//! | `file` | the weights' file |
//!
//! The fit begins at the rough weights of the list and at a share of the mined piece squares, whatever file was
//! built in, unless it is to go on from that. Weights are drawn towards there, piece squares more than others.

mod checkpoint;
mod file;
mod fit;
pub mod leaves;
mod model;
mod positions;
mod quiet;
mod scores;
mod shared;
mod teacher;

use std::{
    fs,
    hash::{DefaultHasher, Hash, Hasher},
    path::Path,
    time::Instant,
};

use checkpoint::Checkpoint;

use fit::LinkFrom;
pub use fit::{Only, Settings};
use model::{Link, Model};
use positions::{Readers, Set};
use scores::Scores;
use tables::{Input, Positions, Table};
pub use teacher::ScoreBy;
use teacher::Teacher;

use engine::{
    eval::{Evaluator, imbalance::ImbalanceBonus, weights::Weights},
    options::{EvalOptions, ImbalanceMode},
};

/// Who else has a say in a fit.
#[derive(Clone, Copy, Debug, Default)]
pub struct Judges<'a> {
    /// Games of the source of this name are not fitted to, and judge the fit.
    pub without: Option<&'a str>,
    /// Whose search gives a second opinion.
    pub score_by: ScoreBy<'a>,
    /// The file that keeps what that search found. What it has is not searched again; scores by another search
    /// are the only ones then, and positions without one are left out.
    pub scores: Option<&'a Path>,
}

/// Fits the weights to the positions of these files and writes them to `out`. It begins at the mined tables of the folder
/// `tables`, or at those built in if it is empty. Tells `report` how it goes, line by line. After an
/// interruption the same command goes on where it stopped.
///
/// # Errors
/// One sentence on which file is wrong.
pub fn run(
    names: &[String],
    tables: &str,
    out: &Path,
    settings: Settings,
    judges: Judges<'_>,
    report: &mut dyn FnMut(&str),
) -> Result<(), String> {
    let began = Instant::now();
    let Judges { without, score_by, scores } = judges;
    // Not from the last fit, unless that is asked for: the same positions shall give the same weights.
    let mut options = EvalOptions {
        fitted: settings.go_on,
        psqt_metric: settings.metric,
        ..EvalOptions::default()
    };
    if settings.imbalance {
        options.imbalance = ImbalanceMode::Blend;
    }
    let evaluator = Evaluator::of_folder(&options, tables)?;
    let files = names.iter().map(|name| load(name)).collect::<Result<Vec<_>, _>>()?;
    if let Some(without) = without {
        let mut sources = files.iter().flat_map(|(_, file)| &file.provenance().inputs);
        if !sources.any(|input| input.name == without) {
            return Err(format!("no position is from a source named `{without}`"));
        }
    }
    let known = Scores::open(scores, settings.score_nodes, score_by)?;
    let (mut set, missing) = {
        let positions: Vec<_> = files.iter().map(|(_, positions)| positions).collect();
        let teacher = || Teacher::new(settings.score_nodes, score_by, &known);
        let imbalance =
            ImbalanceBonus::new(&unscaled(&options, settings.imbalance), evaluator.tables());
        let write = |found: &[_]| scores.map_or(Ok(()), |path| known.write(path, found));
        let readers = Readers {
            evaluator: &evaluator,
            imbalance: &imbalance,
            teacher: &teacher,
            keep: scores.is_some().then_some(&write),
        };
        Set::read(&positions, without, settings.threads, readers)?
    };
    report(&set.summary());
    if missing > 0 {
        report(&format!("quiet positions without a score by {}, left out: {missing}", known.by));
    }
    if set.fitted.is_empty() || set.held_out.is_empty() {
        return Err("there are too few positions to fit and to judge by".to_owned());
    }
    let start = Model::of(&Weights::new(&options, evaluator.tables()), &options);
    let start = if settings.only == Only::Psqt { start.only_psqt() } else { start };
    let around = evaluator.base_squares();
    let start = start.with_mined_share(&around, settings.share_at_start());
    let inputs: Vec<_> = files.iter().map(|(input, _)| input).collect();
    let tables = evaluator.tables();
    let identity =
        identity((&inputs, &set), settings, (without, &known.by), &start, tables.digest());
    let checkpoint = Checkpoint::new(out, identity);
    // Centipawns' own scale, so that the weights become centipawns of the same size; after odds the weights keep that of the
    // start.
    let odds = known.odds_scale();
    let mixed =
        (settings.score_nodes > 0).then(|| teacher::mix(&mut set, settings.score_share, odds));
    let link = match (mixed, odds) {
        (_, Some(_)) => LinkFrom::ScaleAndThreshold,
        (Some(scale), None) => LinkFrom::Known(Link::logistic(scale)),
        (None, None) => LinkFrom::Scale,
    };
    let (model, fitted) = fit::fit(&set, link, &start, settings, &checkpoint, report)?;
    if settings.imbalance {
        report(&format!("imbalance: MIT=blend, MIT_Weight={:.0}", model.imbalance_percent()));
    }
    let weights =
        file::weights(&model, &set, &fitted, settings, (without, &known.by), &files, &around)?;
    weights.save(out).map_err(|e| e.to_string())?;
    checkpoint.remove()?;
    let seconds = began.elapsed().as_secs_f64();
    report(&format!(
        "{} weights written to {}, {seconds:.0} s in all, {:.0} s for a million positions",
        weights.len(),
        out.display(),
        seconds * 1e6 / set.positions.max(1) as f64
    ));
    Ok(())
}

/// These options, with all that the imbalance table's blend could say; or nothing of it, if it is not to
/// be fitted.
fn unscaled(options: &EvalOptions, fitted: bool) -> EvalOptions {
    let imbalance = if fitted { ImbalanceMode::Blend } else { ImbalanceMode::Off };
    let imbalance_cap = i32::from(i16::MAX);
    EvalOptions { imbalance, imbalance_weight: 100, imbalance_cap, ..options.clone() }
}

/// A file of positions, and how it is named among the inputs of what is made of it.
///
/// # Errors
/// One sentence if it cannot be read or is none.
pub fn load(name: &str) -> Result<(Input, Positions), String> {
    let bytes = fs::read(name).map_err(|e| format!("{name}: {e}"))?;
    let positions = Positions::from_bytes(&bytes).map_err(|e| {
        format!("{name}: {e}; `miner positions GAMES --out FILE` writes what can be read here")
    })?;
    let short = Path::new(name).file_name().map_or_else(|| name.into(), |n| n.to_string_lossy());
    Ok((Input::of(&short, &bytes), positions))
}

/// A number that two fits share only if they do the same.
fn identity(
    (inputs, set): (&[&Input], &Set),
    settings: Settings,
    (without, score_by): (Option<&str>, &str),
    start: &Model,
    tables: u128,
) -> u64 {
    let mut hasher = DefaultHasher::new();
    // The start says nothing of the piece squares: their weights are what is added to them.
    tables.hash(&mut hasher);
    inputs.iter().for_each(|input| (&input.name, input.digest).hash(&mut hasher));
    // Scores of a file may be others now, and which positions have one.
    set.fitted.samples.iter().for_each(|sample| sample.searched.to_bits().hash(&mut hasher));
    let Settings { epochs, rate, spread, psqt_spread, table_spread, only, go_on, .. } = settings;
    let Settings { metric, score_nodes, score_share, imbalance, threads: _, .. } = settings;
    let numbers = [rate, spread, psqt_spread, table_spread, score_share].map(f64::to_bits);
    (epochs, numbers, only, metric, go_on, score_nodes, imbalance).hash(&mut hasher);
    (without, score_by).hash(&mut hasher);
    start.values.iter().flatten().for_each(|value| value.to_bits().hash(&mut hasher));
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use rules::Outcome;
    use tables::{FittedWeights, GamePositions, Provenance, SquareMetric, Table, square_values};
    use tempfile::TempDir;

    use super::{positions::tests::packed, *};

    /// Many games in which a side is a queen or a rook up, and wins.
    fn games() -> Vec<GamePositions> {
        let mut games = Vec::new();
        for square in 0..8 {
            for rank in ["8", "pp6", "1ppp4", "5ppp"] {
                for (piece, outcome) in [
                    ('Q', Outcome::WhiteWins),
                    ('R', Outcome::WhiteWins),
                    ('q', Outcome::BlackWins),
                    ('r', Outcome::BlackWins),
                ] {
                    let mut back: Vec<char> = "11111111".chars().collect();
                    back[square] = piece;
                    let back: String = back.into_iter().collect();
                    let fen = format!("6k1/5ppp/8/{rank}/{back}/8/PPPPPPPP/6K1 w - -");
                    let positions = vec![packed(&fen)];
                    games.push(GamePositions { source: 0, outcome, positions });
                }
            }
        }
        games
    }

    fn of_one_input() -> Provenance {
        let input = Input { name: "a.pgn".to_owned(), bytes: 1, digest: 1 };
        Provenance { inputs: vec![input], ..Provenance::default() }
    }

    /// A folder with positions, and what is fitted to them.
    struct Folder(TempDir);

    impl Folder {
        fn with(games: Vec<GamePositions>) -> Self {
            let this = Self(tempfile::tempdir().expect("a folder"));
            let positions = Positions::new(games, of_one_input());
            positions.save(&this.at("p.bin")).expect("it can be written");
            this
        }

        fn at(&self, name: &str) -> PathBuf {
            self.0.path().join(name)
        }

        fn names(&self) -> [String; 1] {
            [self.at("p.bin").to_string_lossy().into_owned()]
        }

        /// The file that a fit writes, and what it reports.
        fn fit(&self, out: &str, settings: Settings) -> (Vec<u8>, Vec<String>) {
            let (out, mut lines) = (self.at(out), Vec::new());
            let mut report = |line: &str| lines.push(line.to_owned());
            run(&self.names(), "", &out, settings, Judges::default(), &mut report).expect("a fit");
            (fs::read(out).expect("the file"), lines)
        }
    }

    #[test]
    fn a_fit_begins_at_the_tables_of_a_folder() {
        let folder = Folder::with(games());
        let committed = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tables");
        let mined = folder.at("mined");
        fs::create_dir(&mined).expect("a folder");
        // Without piece squares, which those built in have.
        fs::copy(committed.join("imbalance.bin"), mined.join("imbalance.bin")).expect("a copy");
        let squares = |tables: &str| {
            let (out, settings) =
                (folder.at("w.bin"), Settings { epochs: 1, ..Settings::default() });
            run(&folder.names(), tables, &out, settings, Judges::default(), &mut |_| ())
                .expect("a fit");
            let weights = FittedWeights::load(&out).expect("weights");
            let around = square_values::fitted_around(SquareMetric::Score);
            let block = weights.blocks().iter().find(|block| block.name == around);
            block.expect("the squares that it was fitted around").weights.clone()
        };
        let nought = squares(&mined.display().to_string());
        assert!(nought.iter().all(|&square| square == (0, 0)), "{nought:?}");
        assert_ne!(squares(""), nought, "those built in");
    }

    #[test]
    fn a_fit_predicts_better_repeats_and_goes_on() {
        let folder = Folder::with(games());
        let at = |name| folder.at(name);
        let fit = |out, epochs, threads| {
            folder.fit(out, Settings { epochs, threads, ..Settings::default() })
        };
        let (bytes, lines) = fit("w.bin", 4, 1);
        assert!(!lines.iter().any(|line| line.starts_with("goes on")), "{lines:?}");
        assert_eq!(fit("w.bin", 4, 3).0, bytes, "threads make no difference");
        let weights = FittedWeights::from_bytes(&bytes).expect("weights");
        let options = &weights.provenance().options;
        let losses: Vec<f64> =
            options["loss-fitted"].split(' ').map(|loss| loss.parse().expect("a number")).collect();
        assert!(losses[1] < losses[0], "{losses:?}");

        // Cut off in the middle: the checkpoint is what an interrupted fit leaves.
        let settings = Settings { epochs: 4, threads: 1, ..Settings::default() };
        let mut seen = 0;
        let stopped = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            let mut report = |line: &str| {
                seen += usize::from(line.starts_with("epoch "));
                assert!(seen < 2, "interrupted");
            };
            run(&folder.names(), "", &at("w2.bin"), settings, Judges::default(), &mut report)
        }));
        assert!(stopped.is_err() && !at("w2.bin").exists());
        let (again, lines) = fit("w2.bin", 4, 2);
        assert!(lines.contains(&"goes on after epoch 2".to_owned()), "{lines:?}");
        assert_eq!(again, bytes);
        assert!(!at("w2.bin.part").exists());
    }

    #[test]
    fn a_search_is_heard_beside_the_outcome_whatever_the_threads() {
        // Outcomes speak for rooks, so that there is a scale; all games with a queen are lost, and only
        // the search, which agrees with the evaluation, can tell that half of them should be won.
        let mut games = games();
        games.iter_mut().step_by(2).for_each(|game| game.outcome = Outcome::BlackWins);
        games.truncate(64);
        let folder = Folder::with(games);
        let fit = |score_nodes, score_share, threads| {
            let settings =
                Settings { epochs: 3, score_nodes, score_share, threads, ..Settings::default() };
            folder.fit("w.bin", settings).0
        };
        let heard = fit(60, 1.0, 1);
        assert_eq!(fit(60, 1.0, 3), heard);
        let option = |bytes: &[u8], name: &str| {
            FittedWeights::from_bytes(bytes).expect("weights").provenance().options[name].clone()
        };
        // What the evaluation errs by before it is fitted: the less, the more of the search is in
        // what it is to predict.
        let error = |bytes: &[u8]| {
            let before = option(bytes, "loss-fitted");
            before.split(' ').next().expect("two").parse::<f64>().expect("a number")
        };
        let [by_search, by_both, by_outcome] =
            [&heard, &fit(60, 0.5, 1), &fit(0, 1.0, 1)].map(|bytes| error(bytes));
        assert!(4.0 * by_search < by_both && 2.0 * by_both < by_outcome, "{by_search} {by_both}");
        assert_eq!(option(&heard, "score-nodes"), "60");
    }

    #[test]
    fn a_fit_with_kept_scores_is_the_same_and_asks_for_none() {
        let folder = Folder::with(games());
        let (scores, out) = (folder.at("p.scores"), folder.at("w.bin"));
        let judges = Judges { scores: Some(&scores), ..Judges::default() };
        let settings = Settings { epochs: 2, score_nodes: 40, ..Settings::default() };
        let fit = |settings| {
            run(&folder.names(), "", &out, settings, judges, &mut |_| ())?;
            fs::read(&out).map_err(|e| e.to_string())
        };
        let searched = fit(settings).expect("a fit");
        let kept = fs::read(&scores).expect("the scores");
        assert_eq!(fit(settings).expect("a fit"), searched);
        assert_eq!(fs::read(&scores).expect("the scores"), kept);
        let refused = fit(Settings { score_nodes: 41, ..settings }).expect_err("other searches");
        assert!(refused.ends_with("these are scores of 40 nodes, not 41"), "{refused}");
        // Somebody else's, less one position: the others are fitted to.
        let title = kept.iter().position(|&byte| byte == b'\n').expect("a line");
        let text = String::from_utf8(kept[..title].to_vec()).expect("a title");
        let (_, count) = text.rsplit_once(' ').expect("a number");
        let fewer = count.parse::<usize>().expect("a number") - 1;
        let mut foreign = format!("scores by somebody, nodes 40 each of {fewer}\n").into_bytes();
        foreign.extend_from_slice(&kept[title + 1..kept.len() - 28]);
        fs::write(&scores, foreign).expect("it can be written");
        let mut lines = Vec::new();
        run(&folder.names(), "", &out, settings, judges, &mut |line| lines.push(line.to_owned()))
            .expect("a fit");
        assert_eq!(lines[1], "quiet positions without a score by somebody, left out: 1");
    }

    #[test]
    fn the_imbalance_table_has_a_share_if_asked() {
        let folder = Folder::with(games());
        let fit = |imbalance| {
            let settings = Settings { epochs: 3, imbalance, ..Settings::default() };
            let (bytes, lines) = folder.fit("w.bin", settings);
            let weights = FittedWeights::from_bytes(&bytes).expect("weights");
            (weights.provenance().options.get("imbalance").cloned(), lines)
        };
        assert_eq!(fit(false).0, None);
        let (told, lines) = fit(true);
        let percent = told.expect("it is in the file");
        let percent = percent.strip_prefix("blend, MIT_Weight ").expect("the option");
        assert!(percent.parse::<i32>().is_ok(), "{percent}");
        assert!(
            lines.contains(&format!("imbalance: MIT=blend, MIT_Weight={percent}")),
            "{lines:?}"
        );
    }

    #[test]
    fn piece_squares_by_occupancy_are_kept_and_told() {
        let folder = Folder::with(games());
        let fit = |metric| {
            let settings =
                Settings { epochs: 3, only: Only::Others, metric, ..Settings::default() };
            let (bytes, _) = folder.fit("w.bin", settings);
            FittedWeights::from_bytes(&bytes).expect("weights")
        };
        let [score, occupancy] = SquareMetric::ALL.map(fit);
        let told = |weights: &FittedWeights| weights.provenance().options.get("metric").cloned();
        assert_eq!((told(&score), told(&occupancy)), (None, Some("occupancy".to_owned())));
        assert_ne!(score.blocks(), occupancy.blocks(), "around other piece squares");
    }

    #[test]
    fn a_fit_that_runs_away_is_not_written() {
        let folder = Folder::with(games());
        let settings = Settings { epochs: 2, rate: 1e9, ..Settings::default() };
        let out = folder.at("w.bin");
        let refused = run(&folder.names(), "", &out, settings, Judges::default(), &mut |_| {});
        let sentence = refused.expect_err("no centipawns");
        assert!(sentence.starts_with("the fit ran away") && !out.exists(), "{sentence}");
    }

    #[test]
    fn what_is_no_file_of_positions_is_refused_in_a_sentence() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("x.epd");
        fs::write(&path, "8/8/8/8/8/8/8/8 w - -").expect("it can be written");
        let names = [path.to_string_lossy().into_owned()];
        let out = folder.path().join("w.bin");
        let refused = run(&names, "", &out, Settings::default(), Judges::default(), &mut |_| {});
        let sentence = refused.expect_err("no positions");
        assert!(sentence.contains("x.epd: this is not a table file"), "{sentence}");
        assert!(!out.exists());
    }
}
