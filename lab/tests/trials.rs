//! `docs/trials.csv`: the matches of changes that were not played by `lab ablate`. Each row agrees with itself, and with the log
//! that tells of it.

use std::{fs, path::Path};

use lab::arena::{elo::Difference, tally::Tally};
use serde::Deserialize;

#[derive(Debug, Deserialize)]
struct Trial {
    date: String,
    changed: String,
    against: String,
    limit: String,
    book: String,
    wins: u64,
    draws: u64,
    losses: u64,
    elo: f64,
    low: f64,
    high: f64,
    verdict: String,
    page: String,
}

fn docs() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs")
}

fn trials() -> Vec<Trial> {
    let mut reader = csv::Reader::from_path(docs().join("trials.csv")).expect("a table");
    reader.deserialize().map(|row| row.expect("a row")).collect()
}

#[test]
fn elo_is_what_the_games_say() {
    for trial in trials() {
        let Trial { wins, draws, losses, elo, low, high, .. } = trial;
        let tally = Tally { wins, draws, losses, ..Tally::default() };
        let found = Difference::of_games(&tally);
        assert!((found.elo - elo).abs() < 0.06, "{trial:?}: {found:?}");
        assert!(low < elo && elo < high, "{trial:?}");
        // Two games of an opening vary less than two of different ones, but not by much.
        let ratio = (high - low) / (2.0 * found.error());
        assert!((0.6..1.2).contains(&ratio), "{trial:?}: {ratio}");
    }
}

#[test]
fn every_row_is_in_the_log_that_it_names() {
    for trial in trials() {
        let (page, _) = trial.page.split_once('#').expect("a page and its section");
        let log = fs::read_to_string(docs().join("log").join(page)).expect("a page of the log");
        let Trial { wins, draws, losses, .. } = &trial;
        assert!(log.contains(&format!("{wins}-{draws}-{losses}")), "{trial:?}");
        assert!(log.contains(&trial.date), "{trial:?}");
        assert!(["accepted", "refused", "open"].contains(&&*trial.verdict), "{trial:?}");
        assert!(
            ![&trial.changed, &trial.against, &trial.limit, &trial.book]
                .iter()
                .any(|s| s.is_empty())
        );
    }
}
