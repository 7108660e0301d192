//! `docs/evidence.csv`: what was played, a row a match, and what it says.

use std::{
    fs::File,
    io::Read,
    path::{Path, PathBuf},
};

use serde::{Deserialize, Serialize};

use super::trial::Trial;
use crate::arena::{
    elo::{Difference, likelihood_of_superiority},
    sprt::{Model, Sprt, Verdict},
    tally::Tally,
};

/// Pairs without any difference after which a switch is said to do nothing at this limit.
const IDLE_PAIRS: u64 = 100;

/// A row, in the columns of the file. The figures are those of the games, from A's side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the columns, which docs/evidence.md explains")]
pub struct Row {
    pub option: String,
    pub id: String,
    pub on: String,
    pub off: String,
    pub wins: u64,
    pub draws: u64,
    pub losses: u64,
    pub elo: String,
    pub error: String,
    pub los: String,
    pub llr: String,
    pub verdict: String,
    pub limit: String,
    pub games: u64,
    pub date: String,
    pub commit: String,
    pub bench_on: u64,
    pub bench_off: u64,
    pub pairs: String,
    pub command: String,
}

/// The test that every match is put to: elo0=0 elo1=10, alpha = beta = 0.05, on pairs.
///
/// # Panics
/// Never: the hypotheses differ.
#[must_use]
pub fn test() -> Sprt {
    Sprt::new(0.0, 10.0, 0.05, 0.05, Model::Pentanomial).expect("two hypotheses")
}

/// The verdict in a word: `on`, the idea gains; `off`, it does not gain 10 Elo; `open`; `idle`, it did nothing
/// here, which the test would take for a proof that it gains nothing.
#[must_use]
pub fn verdict(tally: &Tally) -> &'static str {
    if is_idle(tally) {
        return "idle";
    }
    match test().verdict(tally) {
        Verdict::AcceptH1 => "on",
        Verdict::AcceptH0 => "off",
        Verdict::Continue => "open",
    }
}

/// Whether a switch has made no difference at all, in games enough to say so.
#[must_use]
pub fn is_idle(tally: &Tally) -> bool {
    tally.pair_count() >= IDLE_PAIRS && tally.pairs[2] == tally.pair_count()
}

impl Row {
    /// The row of a trial with these games. What is not known from them is left empty.
    #[must_use]
    pub fn new(trial: &Trial, limit: &str, tally: &Tally) -> Self {
        let Trial { option, ids, on, off, .. } = trial.clone();
        Self {
            option,
            id: ids,
            on,
            off,
            wins: tally.wins,
            draws: tally.draws,
            losses: tally.losses,
            elo: String::new(),
            error: String::new(),
            los: String::new(),
            llr: String::new(),
            verdict: String::new(),
            limit: limit.to_owned(),
            games: tally.games(),
            date: String::new(),
            commit: String::new(),
            bench_on: 0,
            bench_off: 0,
            pairs: tally.pairs.map(|n| n.to_string()).join(" "),
            command: String::new(),
        }
        .with_figures(tally)
    }

    /// With what these games say.
    fn with_figures(self, tally: &Tally) -> Self {
        let difference = Difference::of_pairs(tally);
        Self {
            elo: format!("{:+.2}", difference.elo),
            error: format!("{:.2}", difference.error()),
            los: format!("{:.1}", likelihood_of_superiority(tally)),
            llr: format!("{:+.2}", test().llr(tally)),
            verdict: verdict(tally).to_owned(),
            ..self
        }
    }

    /// The games.
    ///
    /// # Errors
    /// One sentence if the columns do not agree.
    pub fn tally(&self) -> Result<Tally, String> {
        let &Self { wins, draws, losses, .. } = self;
        let pairs: Result<Vec<u64>, _> = self.pairs.split(' ').map(str::parse).collect();
        let games = Tally { wins, losses, draws, ..Tally::default() };
        pairs.ok().and_then(|pairs| games.in_pairs(&pairs)).filter(|_| self.games == games.games()).ok_or_else(|| {
            let Self { option, on, off, pairs, .. } = self;
            format!("{option} {on} v {off}: +{wins} ={draws} -{losses} are not {} games in the pairs {pairs}", self.games)
        })
    }

    /// Whether it is of this trial under this limit.
    #[must_use]
    pub fn is_of(&self, trial: &Trial, limit: &str) -> bool {
        [&self.option, &self.on, &self.off] == [&trial.option, &trial.on, &trial.off]
            && self.limit == limit
    }

    /// Whether its games are of these two engines and these openings.
    #[must_use]
    pub fn is_fresh(&self, bench: [u64; 2], book: &str) -> bool {
        [self.bench_on, self.bench_off] == bench
            && self.command.contains(&format!(" --book {book} "))
    }

    fn order(&self) -> [&str; 5] {
        [&self.limit, &self.option, &self.id, &self.on, &self.off]
    }
}

/// The rows of a file, or of the text of one.
///
/// # Errors
/// One sentence with the line if a row cannot be read or its columns do not agree.
pub fn rows(csv: impl Read) -> Result<Vec<Row>, String> {
    let mut reader = csv::Reader::from_reader(csv);
    let mut rows = Vec::new();
    let head = reader.headers().map_err(|e| e.to_string())?.clone();
    for record in reader.records() {
        let record = record.map_err(|e| e.to_string())?;
        let row: Row = record.deserialize(Some(&head)).map_err(|e| e.to_string())?;
        let line = record.position().map_or(0, csv::Position::line);
        row.tally().map_err(|e| format!("line {line}: {e}"))?;
        rows.push(row);
    }
    Ok(rows)
}

/// The file.
#[derive(Debug)]
pub struct Evidence {
    path: PathBuf,
    rows: Vec<Row>,
}

impl Evidence {
    /// Reads the file; without one there are no rows.
    ///
    /// # Errors
    /// One sentence with the line if a row cannot be read or its columns do not agree.
    pub fn read(path: &Path) -> Result<Self, String> {
        let mut evidence = Self { path: path.to_owned(), rows: Vec::new() };
        if !path.exists() {
            return Ok(evidence);
        }
        let failed = |e: String| format!("{}: {e}", path.display());
        let file = File::open(path).map_err(|e| failed(e.to_string()))?;
        evidence.rows = rows(file).map_err(failed)?;
        Ok(evidence)
    }

    /// All rows.
    #[must_use]
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// Works out the figures of all rows again from their games, and writes the file: for when the way to work
    /// them out has changed.
    ///
    /// # Errors
    /// One sentence if the columns of a row do not agree or the file cannot be written.
    pub fn recount(&mut self) -> Result<(), String> {
        let rows = self.rows.iter().map(|row| Ok(row.clone().with_figures(&row.tally()?)));
        self.rows = rows.collect::<Result<_, String>>()?;
        self.save()
    }

    /// Puts a row in, in place of an earlier one of the same match, and writes the file: the old one
    /// stays whole until the new one is complete.
    ///
    /// # Errors
    /// One sentence if it cannot be written.
    pub fn put(&mut self, row: Row) -> Result<(), String> {
        self.rows.retain(|other| other.order() != row.order());
        let at = self.rows.partition_point(|other| other.order() < row.order());
        self.rows.insert(at, row);
        self.save()
    }

    fn save(&self) -> Result<(), String> {
        self.write().map_err(|e| format!("cannot write {}: {e}", self.path.display()))
    }

    fn write(&self) -> Result<(), csv::Error> {
        let mut writer = csv::Writer::from_writer(Vec::new());
        self.rows.iter().try_for_each(|row| writer.serialize(row))?;
        Ok(tables::write_whole(&self.path, &writer.into_inner().map_err(|e| e.into_error())?)?)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    const COMMITTED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/evidence.csv");

    fn tally(pairs: [u64; 5]) -> Tally {
        Tally { pairs, ..Tally::default() }
    }

    /// Every figure of the committed file comes from the games beside it, and writing changes no byte.
    #[test]
    fn the_committed_rows_are_those_of_their_games() {
        let mut committed = Evidence::read(Path::new(COMMITTED)).unwrap();
        for row in committed.rows() {
            let trial = Trial {
                option: row.option.clone(),
                ids: row.id.clone(),
                on: row.on.clone(),
                off: row.off.clone(),
                ..Trial::of_nothing()
            };
            let again = Row {
                date: row.date.clone(),
                commit: row.commit.clone(),
                bench_on: row.bench_on,
                bench_off: row.bench_off,
                command: row.command.clone(),
                ..Row::new(&trial, &row.limit, &row.tally().unwrap())
            };
            assert_eq!(&again, row);
        }
        let folder = tempfile::tempdir().unwrap();
        committed.path = folder.path().join("evidence.csv");
        let first = committed.rows[0].clone();
        committed.put(first).unwrap();
        let written = fs::read_to_string(&committed.path).unwrap();
        assert!(written == fs::read_to_string(COMMITTED).unwrap(), "other bytes");
    }

    #[test]
    fn a_row_that_does_not_add_up_is_refused_by_name() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("evidence.csv");
        let text = fs::read_to_string(COMMITTED).unwrap();
        let head: Vec<&str> = text.lines().take(2).collect();
        let sound = head.join("\n");
        let Row { wins, draws, losses, .. } = rows(sound.as_bytes()).unwrap()[0].clone();
        let figures = format!(",{wins},{draws},{losses},");
        let one_more = format!(",{wins},{draws},{},", losses + 1);
        for (wrong, said) in [
            (sound.replace(&figures, &one_more), "line 2: - default v default"),
            (sound.replace(&figures, &format!(",{wins},x,{losses},")), "line: 2"),
            (sound.replace(",verdict,", ",word,"), "verdict"),
        ] {
            assert_ne!(wrong, sound);
            fs::write(&path, wrong).unwrap();
            let sentence = Evidence::read(&path).unwrap_err();
            assert!(sentence.contains(said), "{sentence}");
        }
    }

    #[test]
    fn games_stand_as_long_as_engines_and_openings_do() {
        let mut row = Row::new(&Trial::of_nothing(), "nodes=1", &tally([0, 0, 1, 0, 0]));
        (row.bench_on, row.bench_off) = (7, 8);
        row.command = "lab match --book a.epd --games 2".to_owned();
        assert!(row.is_fresh([7, 8], "a.epd"));
        assert!(!row.is_fresh([7, 8], "b.epd") && !row.is_fresh([7, 9], "a.epd"));
    }

    #[test]
    fn a_switch_is_idle_if_all_of_many_pairs_were_even() {
        assert!(is_idle(&tally([0, 0, 100, 0, 0])));
        assert_eq!(verdict(&tally([0, 0, 1000, 0, 0])), "idle");
        for pairs in [[0; 5], [0, 0, 99, 0, 0], [0, 1, 100, 0, 0], [0, 200, 0, 0, 0]] {
            assert!(!is_idle(&tally(pairs)) && verdict(&tally(pairs)) != "idle", "{pairs:?}");
        }
    }
}
