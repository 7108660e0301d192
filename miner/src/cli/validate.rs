//! `miner validate`: how well a table predicts games that it has not seen.

use std::{
    fmt::{self, Formatter},
    io::Write,
    path::PathBuf,
    sync::atomic::AtomicBool,
};

use anyhow::{Context, Result, bail};
use clap::{Args, ValueEnum};
use indicatif::HumanCount;
use serde_json::{Value, json};
use statistics::PredictorOptions;
use tables::{Counters, ImbalanceTable, Input, Provenance, Table};

use crate::{
    cli::{
        Ended, Run,
        args::{SourceArgs, filters::FilterArgs},
        files::check_whole,
        guard,
        mine::{self, Reading},
        summary::{self, Summarised},
    },
    collect::{TieredCollector, held::HeldCollector, label::LABEL},
    filter::{date::Date, sample::Sample},
    validate::{Calibration, Contest, Estimate, Rival},
};

/// `miner validate`
#[derive(Debug, Args)]
pub struct Validate {
    /// The imbalance table.
    pub table: PathBuf,
    /// What is read.
    #[command(flatten)]
    pub source: SourceArgs,
    /// Both players must have at least this Elo [default: as when the table was mined].
    #[arg(long, value_name = "ELO", value_parser = clap::value_parser!(u16).range(0..=4000))]
    pub min_elo: Option<u16>,
    /// How many games the prior counts as beside a cell's own.
    #[arg(long, value_name = "GAMES", default_value_t = PredictorOptions::default().weight,
          value_parser = not_negative)]
    pub weight: f64,
    /// A table of earlier games: its predictions, recalibrated on the table's own games, are the
    /// prior of the table's cells.
    #[arg(long, value_name = "TABLE")]
    pub earlier: Option<PathBuf>,
    /// What counts as independent: each game, or each event, whose games share players, openings and
    /// rules.
    #[arg(long, value_name = "UNIT", value_enum, default_value_t = Unit::Event)]
    pub errors_by: Unit,
    /// Read the table with its colours folded.
    #[arg(long)]
    pub folded: bool,
    /// Which games are predicted.
    #[command(flatten)]
    pub filters: FilterArgs,
}

/// What is taken for independent when errors are estimated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Unit {
    /// Each game.
    Game,
    /// All games of an event together; a game without an event is one of its own.
    Event,
}

fn not_negative(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(number) if number.is_finite() && number >= 0.0 => Ok(number),
        _ => Err("it must be a number, 0 or more".to_owned()),
    }
}

impl Run for Validate {
    fn run(&self, out: &mut dyn Write, stop: &AtomicBool) -> Result<Ended> {
        run(self, stop)?.tell(self.source.json, out)
    }
}

/// With fewer events than this, intervals by event mean little.
const MANY_EVENTS: u64 = 30;

/// What came out.
#[derive(Debug)]
pub struct Verdict {
    /// The table's file, without its folder.
    pub table: String,
    /// The inputs, without their folders.
    pub inputs: Vec<String>,
    /// What became of the games.
    pub counters: Counters,
    /// How the rivals did.
    pub contest: Contest,
    /// How the table was read.
    pub options: PredictorOptions,
    /// Least Elo of both players.
    pub min_elo: u16,
    /// How long material had to stand.
    pub stable_plies: usize,
    /// Whether an earlier table gave the prior.
    pub has_earlier: bool,
    /// What errors take for independent.
    pub errors_by: Unit,
    /// Why the figures may flatter the table.
    pub warnings: Vec<String>,
    /// How the reading went.
    pub reading: Reading,
}

/// Reads games and lets the table predict them.
fn run(arguments: &Validate, stop: &AtomicBool) -> Result<Verdict> {
    let Validate { table: path, source, min_elo, weight, earlier, errors_by, folded, filters } =
        arguments;
    let tables = [path.as_path()].into_iter().chain(earlier.as_deref());
    guard::check(tables, source.errors_to.as_deref())?;
    let load = |path: &PathBuf| {
        let context = || format!("cannot use the table `{}`", path.display());
        let table = ImbalanceTable::load(path).with_context(context)?;
        check_whole(path, table.provenance())?;
        anyhow::Ok(table)
    };
    let table = load(path)?;
    let earlier = earlier.as_ref().map(load).transpose()?;
    let mined_by = table.provenance();
    let stable_plies = option(mined_by, "stable-plies").unwrap_or(1);
    let min_elo = min_elo.or_else(|| option(mined_by, "min-elo")).unwrap_or(0);
    let collector = HeldCollector::new(stable_plies);
    let wanted = [TieredCollector { min_elo, collector: &collector }];
    let (mined, reading) = mine::read(&wanted, &source.inputs()?, source, filters, stop)?;
    let games = collector.finish();
    if games.iter().all(|game| game.cells().next().is_none()) {
        bail!("no game is left to predict: none was read, or the filters dropped all");
    }
    let options = PredictorOptions { weight: *weight, folded: *folded };
    let by_event = *errors_by == Unit::Event;
    let contest = Contest::hold(&table, earlier.as_ref(), options, &games, by_event);
    let mut warnings = warnings(mined_by, &mined.inputs, filters);
    if let Some(earlier) = &earlier {
        let of_earlier = self::warnings(earlier.provenance(), &mined.inputs, filters);
        warnings
            .extend(of_earlier.into_iter().map(|warning| format!("the earlier table: {warning}")));
        warnings.extend(overlap(earlier.provenance(), mined_by));
    }
    if by_event && contest.groups < MANY_EVENTS {
        warnings.push(format!(
            "the games are from only {} events, too few for intervals; --errors-by game counts each game \
             as independent",
            contest.groups
        ));
    }
    let counters = mined.lowest_tier();
    let has_earlier = earlier.is_some();
    Ok(Verdict {
        table: path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned(),
        inputs: mined.inputs.into_iter().map(|input| input.name).collect(),
        counters,
        contest,
        options,
        min_elo,
        stable_plies,
        has_earlier,
        errors_by: *errors_by,
        warnings,
        reading,
    })
}

fn option<T: std::str::FromStr>(provenance: &Provenance, name: &str) -> Option<T> {
    provenance.options.get(name)?.parse().ok()
}

/// Warns of inputs that the table was mined from, unless dates or samples keep the games apart.
fn warnings(mined_by: &Provenance, inputs: &[Input], filters: &FilterArgs) -> Vec<String> {
    let both: Vec<&str> = inputs
        .iter()
        .filter(|input| mined_by.inputs.iter().any(|old| old.digest == input.digest))
        .map(|input| input.name.as_str())
        .collect();
    let mut warnings = Vec::new();
    if !both.is_empty() && !Share::recorded(mined_by).is_apart_from(Share::asked(filters)) {
        warnings.push(format!(
            "the table was mined from the same input, and no date or sample keeps its games apart: {}",
            both.join(", ")
        ));
    }
    if mined_by.options.contains_key(LABEL) {
        warnings.push(
            "the table counts evaluations (--label eval), but is judged by how the games ended"
                .to_owned(),
        );
    }
    warnings
}

/// Warns of games that both tables may hold, because one input went into both.
fn overlap(earlier: &Provenance, later: &Provenance) -> Option<String> {
    let shared = earlier.inputs.iter().any(|a| later.inputs.iter().any(|b| a.digest == b.digest));
    (shared && !Share::recorded(earlier).is_apart_from(Share::recorded(later))).then(|| {
        "the two tables may share games: mine the earlier one --until a day before the later's --since, or one by \
         --sample and the other by the same --hold-out"
            .to_owned()
    })
}

/// Which games of an input are looked at, as far as that keeps them apart from others.
#[derive(Clone, Copy)]
struct Share {
    since: Option<Date>,
    until: Option<Date>,
    sample: Option<Sample>,
    hold_out: Option<Sample>,
}

impl Share {
    /// Of a table.
    fn recorded(provenance: &Provenance) -> Self {
        Self {
            since: option(provenance, "since"),
            until: option(provenance, "until"),
            sample: option(provenance, "sample"),
            hold_out: option(provenance, "hold-out"),
        }
    }

    /// Of these filters.
    fn asked(filters: &FilterArgs) -> Self {
        let FilterArgs { since, until, sample, hold_out, .. } = *filters;
        Self { since, until, sample, hold_out }
    }

    /// Whether no game is on both sides.
    fn is_apart_from(self, other: Self) -> bool {
        let before = |one: Self, other: Self| matches!((one.until, other.since), (Some(until), Some(since)) if until < since);
        let same = |one: Option<Sample>, other| one.is_some() && one == other;
        before(self, other)
            || before(other, self)
            || same(self.sample, other.hold_out)
            || same(self.hold_out, other.sample)
    }
}

impl Summarised for Verdict {
    fn reading(&self) -> &Reading {
        &self.reading
    }

    fn json(&self) -> Value {
        let Self { counters, contest, options, min_elo, stable_plies, warnings, reading, .. } =
            self;
        let mut verdict = summary::reading_json(counters, reading);
        verdict["table"] = json!(self.table);
        verdict["inputs"] = json!(self.inputs);
        verdict["predicted_games"] = json!(contest.games);
        verdict["predicted_cells"] = json!(contest.cells);
        verdict["unseen_cells"] = json!(contest.unseen);
        verdict["min_elo"] = json!(min_elo);
        verdict["stable_plies"] = json!(stable_plies);
        verdict["weight"] = json!(options.weight);
        verdict["earlier"] = json!(self.has_earlier);
        verdict["errors_by"] = json!(self.unit());
        verdict["groups"] = json!(contest.groups);
        verdict["folded"] = json!(options.folded);
        verdict["warnings"] = json!(warnings);
        let estimate = |Estimate { mean, error }| json!({"mean": mean, "error": error});
        verdict["predictions"] = contest
            .marks
            .iter()
            .map(|marks| {
                let calibration: serde_json::Map<String, Value> = marks
                    .calibration
                    .iter()
                    .map(|c| (c.quantity.name().to_owned(), calibration_json(c)))
                    .collect();
                json!({
                    "name": marks.rival.name(),
                    "log_loss": marks.log_loss.mean,
                    "log_loss_error": marks.log_loss.error,
                    "brier": marks.brier,
                    "below_mean": estimate(marks.gain),
                    "above_shrunken": estimate(marks.behind),
                    "calibration": calibration,
                })
            })
            .collect();
        verdict
    }
}

fn calibration_json(calibration: &Calibration) -> Value {
    let (bins, agree) = calibration.agreement();
    json!({
        "bins_that_count": bins,
        "bins_that_agree": agree,
        "mean_error": calibration.mean_error(),
        "bins": calibration.bins.iter().map(|bin| json!({
            "games": bin.games,
            "groups": bin.groups,
            "cells": bin.cells,
            "predicted": bin.predicted,
            "seen": bin.seen,
            "margin": bin.margin,
            "agrees": bin.counts().then(|| bin.agrees()),
        })).collect::<Vec<_>>(),
    })
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        summary::write_games(f, &self.counters, &self.reading)?;
        self.write_losses(f)?;
        let shrunken = self.contest.of(Rival::Shrunken);
        for (i, calibration) in shrunken.calibration.iter().enumerate() {
            write_calibration(f, calibration, i == 0)?;
        }
        for warning in &self.warnings {
            writeln!(f, "\nWarning: {warning}")?;
        }
        summary::write_trouble(f, &self.reading)
    }
}

impl Verdict {
    /// What errors take for independent, in a word.
    const fn unit(&self) -> &'static str {
        match self.errors_by {
            Unit::Game => "game",
            Unit::Event => "event",
        }
    }

    fn write_losses(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Contest { games, cells, groups, unseen, marks } = &self.contest;
        #[expect(clippy::cast_precision_loss, reason = "a share for people")]
        let share = 100.0 * *unseen as f64 / (*cells).max(1) as f64;
        writeln!(
            f,
            "\n{} games hold {} cells; the table has no game of {share:.2} % of them.",
            HumanCount(*games),
            HumanCount(*cells)
        )?;
        let prior = if self.has_earlier { " after the earlier table" } else { "" };
        writeln!(
            f,
            "Prior weight {}{prior}, errors by {} ({} of them).\n",
            self.options.weight,
            self.unit(),
            HumanCount(*groups)
        )?;
        writeln!(f, "{:<16}{:>9}{:>9}{:>9}   above shrunken", "", "log loss", "+/-", "Brier")?;
        for marks in marks {
            let Estimate { mean, error } = marks.log_loss;
            let (rival, error) = (marks.rival.name(), known(error));
            write!(f, "  {rival:<14}{mean:>9.4}{error:>9}{:>9.4}", marks.brier)?;
            let Estimate { mean, error } = marks.behind;
            if marks.rival == Rival::Shrunken {
                writeln!(f)?;
            } else {
                writeln!(f, "   {mean:>+.4} +/- {}", known(error))?;
            }
        }
        Ok(())
    }
}

/// An error, which one game or event alone does not have.
fn known(error: f64) -> String {
    if error.is_finite() { format!("{error:.4}") } else { "-".to_owned() }
}

/// Writes how many bins agree, and the bins themselves.
fn write_calibration(
    f: &mut Formatter<'_>,
    calibration: &Calibration,
    with_bins: bool,
) -> fmt::Result {
    let (bins, agree) = calibration.agreement();
    writeln!(
        f,
        "\nCalibration of the shrunken {}: {agree} of {bins} bins within their 95 % intervals, \
         mean error {:.4}",
        calibration.quantity.name(),
        calibration.mean_error()
    )?;
    if !with_bins {
        return Ok(());
    }
    writeln!(f, "{:>11}{:>11}{:>10}{:>10}{:>10}", "cells", "games", "predicted", "seen", "+/-")?;
    for bin in calibration.bins.iter().filter(|bin| bin.cells > 0) {
        let note = match (bin.counts(), bin.agrees()) {
            (false, _) => "  few games",
            (true, true) => "",
            (true, false) => "  outside",
        };
        let (cells, games) = (HumanCount(bin.cells).to_string(), HumanCount(bin.games).to_string());
        writeln!(
            f,
            "{cells:>11}{games:>11}{:>10.4}{:>10.4}{:>10.4}{note}",
            bin.predicted, bin.seen, bin.margin
        )?;
    }
    Ok(())
}
