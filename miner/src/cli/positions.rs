//! `miner positions`: quiet positions with the outcomes of their games.

use std::{
    fmt::{self, Formatter},
    io::Write,
    path::PathBuf,
    sync::atomic::AtomicBool,
};

use anyhow::{Context, Result, bail};
use clap::Args;
use indicatif::{HumanBytes, HumanCount};
use rustc_hash::FxHashSet;
use serde_json::{Value, json};
use tables::{Counters, GamePositions, Output, Provenance, Table};
use xxhash_rust::xxh3::{xxh3_64, xxh3_64_with_seed};

use crate::{
    PROGRAM,
    cli::{
        Ended, Run,
        args::{SourceArgs, at_least_one, filters::FilterArgs},
        mine::{self, Reading},
        summary::{self, Told},
    },
    collect::{
        Wanted,
        positions::{self, PositionsCollector},
    },
    run::plan::check_used,
};

/// `miner positions`
#[derive(Debug, Args)]
pub struct Positions {
    /// What is read. Each input is a source by itself: filters that count games (--first,
    /// --no-duplicates) count in each.
    #[command(flatten)]
    pub source: SourceArgs,
    /// Both players must have at least this Elo (0 for any, also unknown).
    #[arg(long, value_name = "ELO", default_value_t = 0,
          value_parser = clap::value_parser!(u16).range(0..=4000))]
    pub min_elo: u16,
    /// Plies of a game before its first position.
    #[arg(long, value_name = "N", default_value_t = 14)]
    pub min_ply: usize,
    /// The most positions of one game, spread over it [default: all].
    #[arg(long, value_name = "N", value_parser = at_least_one)]
    pub per_game: Option<usize>,
    /// Where they go.
    #[arg(long, short, value_name = "FILE")]
    pub out: PathBuf,
    /// Write them as EPD too, the outcome in `c9`.
    #[arg(long, value_name = "FILE")]
    pub epd: Option<PathBuf>,
    /// Write the file also when there are no positions, over a good one too.
    #[arg(long)]
    pub allow_empty: bool,
    /// Which games count.
    #[command(flatten)]
    pub filters: FilterArgs,
}

impl Run for Positions {
    fn only_reports(&self) -> bool {
        true
    }

    fn run(&self, out: &mut dyn Write, stop: &AtomicBool) -> Result<Ended> {
        run(self, stop)?.tell(self.source.json, out)
    }
}

/// What was written.
#[derive(Debug)]
pub struct Collected {
    /// What became of the games.
    pub counters: Counters,
    /// Games that positions were taken of, and positions.
    pub games: usize,
    /// Positions in the file.
    pub positions: usize,
    /// Positions that were left out because another game has them.
    pub repeated: usize,
    /// The file and its size.
    pub written: (PathBuf, u64),
    /// The EPD file with the same positions, if one was asked for.
    pub epd: Option<PathBuf>,
    /// How the reading went.
    pub reading: Reading,
}

/// Collects positions. Every input is a source of its own and read by itself.
fn run(arguments: &Positions, stop: &AtomicBool) -> Result<Collected> {
    let Positions { source, min_elo, min_ply, per_game, out, epd, allow_empty, filters } =
        arguments;
    let sources = source.inputs()?;
    if source.errors_to.is_some() && sources.len() > 1 {
        bail!("--errors-to takes one input here: each is read by itself");
    }
    if sources.len() > usize::from(u16::MAX) {
        bail!("{} inputs are more than a file of positions can tell apart", sources.len());
    }
    let written = [out.as_path()].into_iter().chain(epd.as_deref());
    mine::spare(&sources, source, filters, written)?;
    let cannot = |path: &PathBuf| format!("cannot write `{}`", path.display());
    // Before hours of reading.
    let mut epd_file =
        epd.as_ref().map(|path| Output::create(path).with_context(|| cannot(path))).transpose()?;
    drop(Output::create(out).with_context(|| cannot(out))?);

    let settings = positions::Settings { min_ply: *min_ply, per_game: per_game.unwrap_or(0) };
    let mut parts: Vec<Part> = Vec::new();
    let mut whole: Option<Reading> = None;
    for input in &sources {
        let collector = PositionsCollector::new(settings);
        let wanted = [Wanted { min_elo: *min_elo, collector: &collector }];
        let (mined, reading) =
            mine::read_or_fail(&wanted, std::slice::from_ref(input), source, filters, stop)?;
        let games = collector.finish();
        let counters = mined.counters.into_iter().next().unwrap_or_default();
        let failed = || tables::Input { name: input.short_name(), bytes: 0, digest: 0 };
        let is_read = !mined.inputs.is_empty();
        let input = mined.inputs.into_iter().next().unwrap_or_else(failed);
        parts.push(Part { input, is_read, counters, games });
        whole = Some(match whole {
            None => reading,
            Some(whole) => whole.and(reading),
        });
    }
    let Some(reading) = whole else { bail!("there is nothing to read") };
    let (read, games_read) = parts.iter().fold((0, 0), |(read, games), part| {
        (read + usize::from(part.is_read), games + part.counters.games_read)
    });
    mine::check_read(&reading.failed, read, games_read)?;
    // Which input was named first makes no difference.
    parts.sort_by(|a, b| a.input.cmp(&b.input));
    let options = [
        ("min-elo", min_elo.to_string()),
        ("min-ply", min_ply.to_string()),
        ("per-game", per_game.map_or_else(|| "all".to_owned(), |n| n.to_string())),
    ];
    let mut provenance = Provenance {
        program: PROGRAM.to_owned(),
        options: filters
            .in_force()?
            .into_iter()
            .chain(options)
            .map(|(name, value)| (name.to_owned(), value))
            .collect(),
        ..Provenance::default()
    };
    let mut games = Vec::new();
    for (source, part) in parts.into_iter().enumerate() {
        provenance.inputs.push(part.input);
        provenance.counters.merge(&part.counters);
        games.extend(
            part.games.into_iter().map(|game| GamePositions { source: source as u16, ..game }),
        );
    }
    games.sort_unstable();
    let repeated = drop_repeated(&mut games);
    let counters = provenance.counters.clone();
    let found = tables::Positions::new(games, provenance);
    if !allow_empty {
        check_used(&counters, None)?;
        if found.is_empty() {
            bail!(
                "no game holds a position that is wanted. Nothing was written; --allow-empty does"
            );
        }
    }
    if let (Some(file), Some(path)) = (&mut epd_file, epd) {
        found.write_epd(&mut *file).with_context(|| cannot(path))?;
    }
    // Both or none.
    let outputs = [found.prepare(out)?].into_iter().chain(epd_file).collect();
    let sizes = Output::finish_all(outputs).map_err(|(index, error)| {
        let path = if index == 0 { Some(out) } else { epd.as_ref() };
        anyhow::Error::new(error).context(path.map(cannot).unwrap_or_default())
    })?;
    let bytes = sizes[0];
    Ok(Collected {
        counters,
        games: found.games().len(),
        positions: found.len(),
        repeated,
        written: (out.clone(), bytes),
        epd: epd.clone(),
        reading,
    })
}

/// What one input gave.
struct Part {
    input: tables::Input,
    /// Whether it was read to its end.
    is_read: bool,
    counters: Counters,
    games: Vec<GamePositions>,
}

/// Leaves each position to the first game that has it, in an order that knows nothing of outcomes (in that
/// of the file it would nearly always be one that White won); how many were dropped. Positions are told
/// apart by 64 bits: of ten million, two different ones are taken for one with odds of 1 in 370,000.
fn drop_repeated(games: &mut [GamePositions]) -> usize {
    // The outcome is drawn along only to part games of the same positions.
    let lot = |game: &GamePositions| {
        let seed = game.outcome as u64;
        xxh3_64_with_seed(&game.digest().to_le_bytes(), seed)
    };
    let mut order: Vec<_> = games.iter_mut().map(|game| (lot(game), game)).collect();
    order.sort_by_key(|&(lot, _)| lot);
    let mut seen = FxHashSet::default();
    let mut dropped = 0;
    for (_, game) in order {
        let before = game.positions.len();
        game.positions.retain(|position| seen.insert(xxh3_64(position.bytes())));
        dropped += before - game.positions.len();
    }
    dropped
}

impl Told for Collected {
    fn reading(&self) -> &Reading {
        &self.reading
    }

    fn json(&self) -> Value {
        let mut summary = summary::reading_json(&self.counters, &self.reading);
        summary["games_with_positions"] = json!(self.games);
        summary["collected"] = json!(self.positions);
        summary["repeated"] = json!(self.repeated);
        summary["bytes"] = json!(self.written.1);
        summary["path"] = json!(self.written.0.display().to_string());
        summary
    }
}

impl fmt::Display for Collected {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        summary::write_games(f, &self.counters, &self.reading)?;
        summary::write_trouble(f, &self.reading)?;
        let count = |n: usize| HumanCount(n as u64).to_string();
        let (path, bytes) = &self.written;
        writeln!(
            f,
            "\npositions: {} of {} games, {} that another game has left out, {}, written to {}",
            count(self.positions),
            count(self.games),
            count(self.repeated),
            HumanBytes(*bytes),
            path.display()
        )?;
        if let Some(epd) = &self.epd {
            writeln!(f, "  as EPD: {}", epd.display())?;
        }
        writeln!(f, "\nNext: `lab tune {}` fits the evaluation to them.", path.display())
    }
}

#[cfg(test)]
mod tests {
    use rules::{Color, Outcome, Piece, Role, Square};
    use tables::PackedPosition;

    use super::*;

    /// Two kings and a queen, different for each of 2,000 numbers.
    fn position(number: usize) -> PackedPosition {
        let [white, black] = [number % 20, 63 - number / 20 % 20];
        let queen = 24 + number / 400;
        let piece = |square: Square| match square.index() {
            at if at == white => Some(Piece { color: Color::White, role: Role::King }),
            at if at == black => Some(Piece { color: Color::Black, role: Role::King }),
            at if at == queen => Some(Piece { color: Color::White, role: Role::Queen }),
            _ => None,
        };
        PackedPosition::new(piece, Color::White, |_, _| false, None).expect("a position")
    }

    #[test]
    fn a_repeated_position_stays_with_one_game_whatever_its_outcome() {
        // Each position in a game that White won and in one that Black won, and that one twice.
        let outcomes = [(0, Outcome::WhiteWins), (0, Outcome::BlackWins), (1, Outcome::BlackWins)];
        let mut games: Vec<_> = (0..2_000)
            .flat_map(|number| {
                outcomes.map(|(source, outcome)| GamePositions {
                    source,
                    outcome,
                    positions: vec![position(number)],
                })
            })
            .collect();
        games.sort_unstable();
        assert_eq!(drop_repeated(&mut games), 4_000);
        let won = |game: &&GamePositions| game.outcome == Outcome::WhiteWins;
        let white: usize = games.iter().filter(won).map(|game| game.positions.len()).sum();
        assert!((900..1_100).contains(&white), "{white} of 2,000 stayed with White's wins");
    }

    #[test]
    fn a_game_that_is_there_twice_is_left_out_as_a_whole() {
        let game = |source| GamePositions {
            source,
            outcome: Outcome::Draw,
            positions: (0..50).map(position).collect(),
        };
        let mut games = vec![game(0), game(1)];
        drop_repeated(&mut games);
        assert_eq!([0, 1].map(|i: usize| games[i].positions.len()), [50, 0]);
    }
}
