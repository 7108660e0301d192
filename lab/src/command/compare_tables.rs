//! Tables mined in several ways, and a match with each.

use std::{
    ffi::OsString,
    fs,
    path::{Path, PathBuf},
};

use clap::{Args, ValueEnum};
use lab::{
    arena::{
        contest::{self, Contest},
        contestant::Budget,
        elo::{Difference, likelihood_of_superiority},
        openings::Openings,
        tally::Tally,
    },
    tune::{self, Judges, Settings},
};
use serde_json::json;

use super::{
    beside::{export_openings, mine},
    print,
};

/// Mines a table in several ways and plays a match with each: which reading of the same games is worth most?
///
/// Every row is a match of the engine with a table (A) against the engine without its use (B), every opening
/// twice with colours changed. Mined tables go to target/compare; tables/ is not touched. Piece squares are
/// compared as mined, the rest of the evaluation being as it was fitted around the joint fit's. `weights` mines all tables, fits the
/// evaluation to the games, and plays with all of it against what was built in.
#[derive(Debug, Args)]
pub(crate) struct CompareTables {
    /// Which table.
    #[arg(value_enum)]
    kind: Kind,
    /// PGN files that the miner reads.
    #[arg(required = true)]
    inputs: Vec<PathBuf>,
    /// Games of each row.
    #[arg(long, default_value_t = 2_000)]
    games: u64,
    /// Nodes for each move.
    #[arg(long, default_value_t = 2_000)]
    nodes: u64,
    /// Games at a time.
    #[arg(long, default_value_t = 1)]
    concurrency: usize,
    /// Openings. Without, positions of the committed opening table after 8 to 10 plies; for opening tables
    /// after 1 to 5.
    #[arg(long)]
    book: Option<PathBuf>,
    /// Rows whose name begins so.
    #[arg(long, default_value = "")]
    only: String,
    /// The folder of the committed tables.
    #[arg(long, default_value = "tables")]
    tables: PathBuf,
    /// A line of JSON for each row.
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Kind {
    Imbalance,
    Opening,
    Priors,
    Pst,
    Weights,
}

/// A row: what is mined, and what is played with it.
#[derive(Debug)]
struct Way {
    name: &'static str,
    /// Arguments of the miner; none for the committed table.
    mined: Option<&'static str>,
    /// Settings of A and of B, with blanks between.
    sides: [&'static str; 2],
    /// Nodes of the second opinion when weights are fitted; 0 for none.
    score_nodes: u64,
}

const fn committed(name: &'static str, sides: [&'static str; 2]) -> Way {
    Way { name, mined: None, sides, score_nodes: 0 }
}

const fn mined(name: &'static str, arguments: &'static str, sides: [&'static str; 2]) -> Way {
    Way { name, mined: Some(arguments), sides, score_nodes: 0 }
}

/// Weights fitted to all games, against those that were built in.
const fn fitted(name: &'static str, score_nodes: u64) -> Way {
    let sides = ["FittedWeights=true", "TablesDir="];
    Way { name, mined: Some("--include-setup --min-ply 5 --per-game 30"), sides, score_nodes }
}

const BLEND: [&str; 2] = ["MIT=blend", "MIT=off"];

const IMBALANCE: &[Way] = &[
    committed("as committed, crude", ["MIT=crude", "MIT=off"]),
    committed("as committed, safe", ["MIT=safe", "MIT=off"]),
    committed("as committed, blend", BLEND),
    committed("as committed, selective", ["MIT=selective", "MIT=off"]),
    mined("2400, 1 ply", "--min-elo 2400 --stable-plies 1", BLEND),
    mined("2400, 2 plies", "--min-elo 2400 --stable-plies 2", BLEND),
    mined("2400, 4 plies", "--min-elo 2400 --stable-plies 4", BLEND),
    mined("2400, 6 plies", "--min-elo 2400 --stable-plies 6", BLEND),
    mined(
        "2400, 2 plies, corrected for rating",
        "--min-elo 2400 --stable-plies 2 --rating-correction",
        BLEND,
    ),
    mined("2600, 2 plies", "--min-elo 2600 --stable-plies 2", BLEND),
    mined("2900, 2 plies", "--min-elo 2900 --stable-plies 2", BLEND),
    mined("3100, 2 plies", "--min-elo 3100 --stable-plies 2", BLEND),
];

const OCCUPANCY: &str = "PST_Metric=occupancy PST_Fit=0";

const PST: &[Way] = &[
    committed("as committed, by score", ["PST_Fit=0", "PST_Fit=0 PST_Eval=0"]),
    committed("as committed, by occupancy", [OCCUPANCY, "PST_Fit=0 PST_Eval=0"]),
    committed("as committed, occupancy v score", [OCCUPANCY, "PST_Fit=0"]),
    mined("2200, occupancy v score", "--min-elo 2200", [OCCUPANCY, "PST_Fit=0"]),
];

const AT_ROOT: [&str; 2] = ["OpeningTune=true OpeningTune_Where=root", "OpeningTune=false"];
const IN_TREE: [&str; 2] = ["OpeningTune=true OpeningTune_Where=tree", "OpeningTune=false"];
const FIVE_MOVES: &str = "--min-elo 2500 --min-games 12 --max-ply 10";
const TEN_MOVES: &str = "--min-elo 2500 --min-games 12 --max-ply 20";

const OPENING: &[Way] = &[
    mined("5 moves, root", FIVE_MOVES, AT_ROOT),
    mined("5 moves, tree", FIVE_MOVES, IN_TREE),
    mined("10 moves, root", TEN_MOVES, AT_ROOT),
    mined("10 moves, tree", TEN_MOVES, IN_TREE),
];

const NO_PRIORS: &str = "MovePriors=0 MovePriors_After=0";
const ALL_MOVES: &str = "--include-setup --min-ply 8";

const PRIORS: &[Way] = &[
    committed("as committed, both histories", ["MovePriors=10", NO_PRIORS]),
    committed("as committed, the history alone", ["MovePriors_After=0", NO_PRIORS]),
    committed("as committed, the continuation history alone", ["MovePriors=0", NO_PRIORS]),
    mined("mined, against none", ALL_MOVES, ["MovePriors=10", NO_PRIORS]),
    mined("mined, against what is built in", ALL_MOVES, ["MovePriors=10", "TablesDir="]),
];

const WEIGHTS: &[Way] =
    &[fitted("all fitted, outcomes", 0), fitted("all fitted, outcomes and scores", 400)];

impl Kind {
    const fn ways(self) -> &'static [Way] {
        match self {
            Self::Imbalance => IMBALANCE,
            Self::Opening => OPENING,
            Self::Priors => PRIORS,
            Self::Pst => PST,
            Self::Weights => WEIGHTS,
        }
    }

    /// The miner's command, and this table's name in files.
    const fn name(self) -> &'static str {
        match self {
            Self::Imbalance => "imbalance",
            Self::Opening => "opening",
            Self::Priors => "priors",
            Self::Pst => "pst",
            Self::Weights => "weights",
        }
    }

    /// After how many plies games begin. Where opening tables are compared it is as near to the start position
    /// as there can be two thousand different games.
    const fn plies(self) -> [u32; 2] {
        match self {
            Self::Opening => [1, 5],
            Self::Imbalance | Self::Priors | Self::Pst | Self::Weights => [8, 10],
        }
    }
}

/// What was mined for a fit: the rows differ in how they fit, not in what to.
#[derive(Debug)]
struct Mined {
    arguments: String,
    /// The folder of the tables.
    tables: PathBuf,
    positions: PathBuf,
}

/// Where everything is written.
const FOLDER: &str = "target/compare";
/// As `lab match` has them by default.
const PLIES: u32 = 8;
const SEED: u64 = 1;

impl CompareTables {
    pub(crate) fn run(&self) -> Result<(), String> {
        let ways: Vec<&Way> =
            self.kind.ways().iter().filter(|way| way.name.starts_with(&self.only)).collect();
        if ways.is_empty() {
            let names: Vec<&str> = self.kind.ways().iter().map(|way| way.name).collect();
            return Err(format!(
                "no row begins with `{}`; there are {}",
                self.only,
                names.join("; ")
            ));
        }
        let openings = Openings::read(&self.openings()?, PLIES, SEED)?;
        if !self.json {
            print::line(&format!(
                "| {} | A | B | won-drawn-lost | Elo | LOS | games |\n|---|---|---|---|---|---|---|",
                self.kind.name()
            ));
        }
        let mut mined = None;
        for way in ways {
            let Some(sides) = self.sides(way, &mut mined)? else {
                print::line(&if self.json {
                    way.json_without_games()
                } else {
                    way.row_without_games()
                });
                continue;
            };
            let contest = Contest {
                threads: self.concurrency,
                ..Contest::between(
                    sides,
                    Budget::Nodes(self.nodes),
                    openings.clone(),
                    self.games.div_ceil(2),
                )
            };
            let tally = contest::run(&contest, None, &mut |_, _| Ok(()))?.tally;
            print::line(&if self.json { way.json(&tally) } else { way.row(&tally) });
        }
        Ok(())
    }

    /// Where games begin.
    fn openings(&self) -> Result<PathBuf, String> {
        if let Some(book) = &self.book {
            return Ok(book.clone());
        }
        fs::create_dir_all(FOLDER).map_err(|e| format!("cannot make {FOLDER}: {e}"))?;
        let book = Path::new(FOLDER).join(format!("openings-{}.epd", self.kind.name()));
        export_openings(&self.tables.join("opening.bin"), &book, self.kind.plies())?;
        Ok(book)
    }

    /// The settings of both sides; `None` if no game was used for the table. Both have the mined tables, so that only
    /// their use differs. `mined` is what the rows before have left to go on with.
    fn sides(
        &self,
        way: &Way,
        mined: &mut Option<Mined>,
    ) -> Result<Option<[Vec<String>; 2]>, String> {
        let folder = match way.mined {
            None => None,
            Some(arguments) => match self.mine(way, arguments, mined)? {
                None => return Ok(None),
                Some(folder) => Some(format!("TablesDir={}", folder.display())),
            },
        };
        let settings = |side: &str| {
            folder.iter().cloned().chain(side.split(' ').map(str::to_owned)).collect::<Vec<_>>()
        };
        Ok(Some(way.sides.map(settings)))
    }

    /// A folder with the committed tables and those of this way; `None` if no game was used for them.
    fn mine(
        &self,
        way: &Way,
        arguments: &str,
        mined: &mut Option<Mined>,
    ) -> Result<Option<PathBuf>, String> {
        let folder = Path::new(FOLDER).join(way.folder());
        copy_tables(&self.tables, &folder)?;
        let kind = self.kind.name();
        let file = folder.join(format!("{kind}.bin"));
        match self.kind {
            Kind::Imbalance | Kind::Opening | Kind::Priors => {
                if self.games_mined(kind, arguments, &file)? == 0 {
                    return Ok(None);
                }
            }
            Kind::Pst => {
                if self.games_mined(kind, arguments, &folder)? == 0 {
                    return Ok(None);
                }
            }
            Kind::Weights => {
                let Mined { tables, positions, .. } = match mined.take() {
                    Some(before) if before.arguments == arguments => mined.insert(before),
                    _ => mined.insert(self.mine_for_weights(arguments)?),
                };
                copy_tables(tables, &folder)?;
                // Weights that were copied lie there until these replace them; a fit does not begin at them.
                fit(&folder, positions, &file, way.score_nodes)?;
            }
        }
        Ok(Some(folder))
    }

    /// Mines what weights are fitted to, and the tables that they begin at.
    fn mine_for_weights(&self, arguments: &str) -> Result<Mined, String> {
        let tables = Path::new(FOLDER).join("mined-for-weights");
        let positions = Path::new(FOLDER).join("positions.bin");
        self.mine_to("all", "--include-setup", &tables)?;
        self.mine_to("positions", arguments, &positions)?;
        Ok(Mined { arguments: arguments.to_owned(), tables, positions })
    }

    /// Mines tables, also of no games, and says how many games were used.
    fn games_mined(&self, command: &str, arguments: &str, out: &Path) -> Result<u64, String> {
        games_used(&self.mine_to(command, &format!("{arguments} --allow-empty --json"), out)?)
    }

    /// Runs a command of the miner on the games. Gives what it prints.
    fn mine_to(&self, command: &str, arguments: &str, out: &Path) -> Result<String, String> {
        let mut words = vec![OsString::from(command)];
        words.extend(self.inputs.iter().map(OsString::from));
        words.extend(arguments.split_whitespace().map(OsString::from));
        words.extend([OsString::from("--out"), out.into()]);
        mine(words)
    }
}

/// How many games were used, by the miner's summary.
fn games_used(summary: &str) -> Result<u64, String> {
    let summary = serde_json::from_str::<serde_json::Value>(summary).map_err(|e| e.to_string())?;
    match ["games_read", "games_used"].map(|name| summary[name].as_u64()) {
        [Some(0), _] => Err("no game was found in the inputs".to_owned()),
        [_, Some(used)] => Ok(used),
        _ => Err("the miner did not say how many games were used".to_owned()),
    }
}

/// Fits weights to positions, beginning at the tables of a folder.
fn fit(folder: &Path, positions: &Path, out: &Path, score_nodes: u64) -> Result<(), String> {
    let files = [positions.display().to_string()];
    let settings = Settings { score_nodes, ..Settings::default() };
    let folder = folder.display().to_string();
    tune::run(&files, &folder, out, settings, Judges::default(), &mut print::aside)
}

fn copy_tables(from: &Path, to: &Path) -> Result<(), String> {
    let copy = || -> std::io::Result<()> {
        fs::create_dir_all(to)?;
        for file in fs::read_dir(from)? {
            let path = file?.path();
            if path.extension().is_some_and(|ending| ending == "bin") {
                fs::copy(&path, to.join(path.file_name().unwrap_or_default()))?;
            }
        }
        Ok(())
    };
    copy().map_err(|e| format!("cannot copy {} to {}: {e}", from.display(), to.display()))
}

impl Way {
    /// The name as that of a folder.
    fn folder(&self) -> String {
        let words = self.name.split(|c: char| !c.is_ascii_alphanumeric());
        words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join("-")
    }

    fn row(&self, tally: &Tally) -> String {
        let Self { name, sides: [a, b], .. } = self;
        let Tally { wins, draws, losses, .. } = tally;
        let difference = Difference::of_pairs(tally);
        format!(
            "| {name} | `{a}` | `{b}` | {wins}-{draws}-{losses} | {difference:.1} | {:.1} % | {} |",
            likelihood_of_superiority(tally),
            tally.games()
        )
    }

    /// A row of a table for which no game was used.
    fn row_without_games(&self) -> String {
        let Self { name, sides: [a, b], .. } = self;
        format!("| {name} | `{a}` | `{b}` | no games | | | 0 |")
    }

    fn json_without_games(&self) -> String {
        let Self { name, mined, sides: [a, b], .. } = self;
        json!({ "name": name, "mined": mined, "a": a, "b": b, "no_games": true }).to_string()
    }

    fn json(&self, tally: &Tally) -> String {
        let Self { name, mined, sides: [a, b], .. } = self;
        let Tally { wins, draws, losses, pairs } = tally;
        let difference = Difference::of_pairs(tally);
        let los = likelihood_of_superiority(tally);
        json!({
            "name": name, "mined": mined, "a": a, "b": b, "wins": wins, "draws": draws, "losses": losses,
            "pairs": pairs, "elo": difference.elo, "error": difference.error(), "los": los,
        })
        .to_string()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use engine::options::Options;

    use super::*;

    #[test]
    fn ways_have_folders_of_their_own_and_settings_that_there_are() {
        let kinds = Kind::value_variants();
        let all: Vec<&Way> = kinds.iter().flat_map(|kind| kind.ways()).collect();
        let folders: BTreeSet<String> = all.iter().map(|way| way.folder()).collect();
        assert_eq!(folders.len(), all.len());
        for way in all {
            let [a, b] = way.sides.map(|side| {
                let mut options = Options::default();
                if way.mined.is_some() {
                    options.set("TablesDir", "mined").unwrap();
                }
                for setting in side.split(' ') {
                    let (name, value) = setting.split_once('=').unwrap();
                    options.set(name, value).unwrap();
                }
                options
            });
            assert_ne!(a, b, "{}", way.name);
        }
    }

    #[test]
    fn a_row_has_its_games() {
        let tally = Tally { wins: 3, draws: 2, losses: 1, pairs: [0, 0, 1, 2, 0] };
        let row = IMBALANCE[0].row(&tally);
        let wanted = "| as committed, crude | `MIT=crude` | `MIT=off` | 3-2-1 | +120.4 ± ";
        assert!(row.starts_with(wanted) && row.ends_with(" | 6 |"), "{row}");
        let json: serde_json::Value = serde_json::from_str(&IMBALANCE[0].json(&tally)).unwrap();
        assert_eq!((&json["wins"], &json["pairs"][3]), (&json!(3), &json!(2)));
    }

    #[test]
    fn a_table_without_games_is_a_row() {
        assert_eq!(games_used(r#"{"games_read": 5, "games_used": 0, "written": []}"#), Ok(0));
        games_used(r#"{"games_read": 0, "games_used": 0}"#).unwrap_err();
        games_used("{}").unwrap_err();
        games_used("5 games").unwrap_err();
        let row = IMBALANCE[11].row_without_games();
        assert_eq!(row, "| 3100, 2 plies | `MIT=blend` | `MIT=off` | no games | | | 0 |");
        let json: serde_json::Value =
            serde_json::from_str(&IMBALANCE[11].json_without_games()).unwrap();
        assert_eq!(json["no_games"], json!(true));
    }
}
