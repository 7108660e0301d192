//! `miner check`: how a database is.

use std::{fmt, io::Write, sync::atomic::AtomicBool};

use anyhow::Result;
use clap::Args;
use indicatif::HumanCount;
use serde_json::json;
use tables::Counters;

use crate::{
    cli::{
        Ended, Run,
        args::{SourceArgs, filters::FilterArgs},
        mine::{self, Reading},
        summary::{self, Summarised},
    },
    collect::{
        TieredCollector,
        census::{Census, CensusCollector, ELO_STEP, PLIES_STEP},
    },
};

/// `miner check`
#[derive(Debug, Args)]
pub struct Check {
    /// What is read.
    #[command(flatten)]
    pub source: SourceArgs,
    /// Which games are looked at.
    #[command(flatten)]
    pub filters: FilterArgs,
}

impl Run for Check {
    fn run(&self, out: &mut dyn Write, stop: &AtomicBool) -> Result<Ended> {
        run(self, stop)?.tell(self.source.json, out)
    }
}

/// A database's health.
#[derive(Debug)]
pub struct Health {
    /// What became of the games.
    pub counters: Counters,
    /// What the used games are like.
    pub census: Census,
    /// How the reading went.
    pub reading: Reading,
}

/// Reads all games and looks at them.
fn run(Check { source, filters }: &Check, stop: &AtomicBool) -> Result<Health> {
    let census = CensusCollector::default();
    let wanted = [TieredCollector { min_elo: 0, collector: &census }];
    let (mined, reading) = mine::read(&wanted, &source.inputs()?, source, filters, stop)?;
    let census = census.finish();
    let counters = mined.lowest_tier();
    Ok(Health { counters, census, reading })
}

impl Summarised for Health {
    fn reading(&self) -> &Reading {
        &self.reading
    }

    fn json(&self) -> serde_json::Value {
        let Self { counters, census, reading } = self;
        let mut health = summary::reading_json(counters, reading);
        let outcomes = census.outcomes;
        health["outcomes"] =
            json!({"1-0": outcomes.wins, "1/2-1/2": outcomes.draws, "0-1": outcomes.losses});
        health["elo"] = classes(&census.elo, usize::from(ELO_STEP))
            .map(|(from, games)| json!({"from": from, "games": games}))
            .collect();
        health["unknown_elo"] = json!(census.unknown_elo);
        health["plies"] = classes(&census.plies, PLIES_STEP)
            .map(|(from, games)| json!({"from": from, "games": games}))
            .collect();
        health["longest"] = json!(census.longest);
        health["duplicates"] = json!(census.duplicates());
        health["without_result"] = summary::places_json(&reading.without_result);
        health
    }
}

/// The classes with games: where each begins, and its games.
fn classes(counts: &[u64], step: usize) -> impl Iterator<Item = (usize, u64)> {
    counts.iter().enumerate().filter(|(_, count)| **count > 0).map(move |(i, &n)| (i * step, n))
}

impl fmt::Display for Health {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { counters, census, reading } = self;
        summary::write_games(f, counters, reading)?;
        let outcomes = census.outcomes;
        writeln!(f, "\nResults of the sound games")?;
        for (name, count) in
            [("1-0", outcomes.wins), ("1/2-1/2", outcomes.draws), ("0-1", outcomes.losses)]
        {
            write_share(f, name, count, outcomes.games())?;
        }
        writeln!(f, "\nElo of the weaker player")?;
        for (from, games) in classes(&census.elo, usize::from(ELO_STEP)) {
            let name = format!("{from}-{}", from + usize::from(ELO_STEP) - 1);
            write_share(f, &name, games, outcomes.games())?;
        }
        if census.unknown_elo > 0 {
            write_share(f, "unknown", census.unknown_elo, outcomes.games())?;
        }
        writeln!(f, "\nPlies (the longest game has {})", census.longest)?;
        for (from, games) in classes(&census.plies, PLIES_STEP) {
            let name = if from == PLIES_STEP * (census.plies.len() - 1) {
                format!("{from} and more")
            } else {
                format!("{from}-{}", from + PLIES_STEP - 1)
            };
            write_share(f, &name, games, outcomes.games())?;
        }
        let duplicates = HumanCount(census.duplicates() as u64);
        writeln!(f, "\nDuplicates        {duplicates}  start, moves and result of a game before")?;
        summary::write_trouble(f, reading)?;
        if reading.bad_games.is_empty() {
            writeln!(f, "\nNo game has unusable moves.")?;
        }
        Ok(())
    }
}

/// A line with a count, its share, and a bar.
fn write_share(f: &mut fmt::Formatter<'_>, name: &str, count: u64, total: u64) -> fmt::Result {
    const BAR: u64 = 40;
    #[expect(clippy::cast_precision_loss, reason = "a share for people")]
    let percent = 100.0 * count as f64 / total.max(1) as f64;
    let bar = "█".repeat((count * BAR).div_ceil(total.max(1)) as usize);
    writeln!(f, "  {name:<14}{:>12}  {percent:>5.1} %  {bar}", HumanCount(count).to_string())
}
