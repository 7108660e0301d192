//! What matches said of the engine's ideas, from a CSV or JSON file.

use std::{fs, path::Path};

use anyhow::{Context, Result, ensure};
use serde::{Deserialize, Serialize};

/// A match of the engine with an option against the engine without it. Columns that are not named
/// here are passed over.
#[derive(Debug, Deserialize, Serialize)]
pub struct Evidence {
    option: String,
    #[serde(default)]
    id: String,
    /// The option's value on the side whose Elo it is, and on the other.
    #[serde(default)]
    on: String,
    #[serde(default)]
    off: String,
    wins: u64,
    draws: u64,
    losses: u64,
    /// Elo of the option.
    elo: f64,
    /// Half the width of its 95 % interval.
    error: f64,
    /// Likelihood of superiority, percent.
    los: Option<f64>,
    /// Log likelihood ratio of the sequential test.
    llr: Option<f64>,
    #[serde(default)]
    verdict: String,
    /// What each move had: nodes, depth or time.
    #[serde(default)]
    limit: String,
    games: u64,
    #[serde(default)]
    date: String,
    #[serde(default)]
    commit: String,
    #[serde(default)]
    command: String,
}

impl Evidence {
    /// How far from 0 its interval reaches, in Elo.
    #[must_use]
    pub fn reach(&self) -> f64 {
        self.elo.abs() + self.error
    }
}

/// Reads a file of matches: JSON if its name ends so, else CSV with a header line.
///
/// # Errors
/// If the file cannot be read, a row lacks a column or holds a number that is none.
pub fn load(path: &Path) -> Result<Vec<Evidence>> {
    let shown = path.display();
    let text = fs::read(path).with_context(|| format!("cannot read `{shown}`"))?;
    let is_json = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("json"));
    let rows: Vec<Evidence> = if is_json {
        serde_json::from_slice(&text).with_context(|| format!("`{shown}` is no list of matches"))?
    } else {
        let mut reader = csv::ReaderBuilder::new().trim(csv::Trim::All).from_reader(&text[..]);
        let rows: csv::Result<_> = reader.deserialize().collect();
        rows.with_context(|| format!("`{shown}` is no list of matches"))?
    };
    for Evidence { option, wins, draws, losses, games, elo, error, .. } in &rows {
        ensure!(
            [wins, draws, losses].iter().try_fold(0, |sum: u64, n| sum.checked_add(**n))
                == Some(*games),
            "`{shown}`, {option}: wins, draws and losses do not add up to {games} games"
        );
        ensure!(
            elo.is_finite() && error.is_finite(),
            "`{shown}`, {option}: Elo and its error must be finite"
        );
    }
    Ok(rows)
}
