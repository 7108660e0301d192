//! `miner show opening`: a position's moves as a tree.

use std::{cmp::Reverse, io::Write};

use anyhow::{Context, Result, bail};
use serde_json::{Value, json};
use shakmaty::{CastlingMode, Chess, EnPassantMode, Move, Position, fen::Fen, san::SanPlus};
use tables::{MoveSums, OpeningEntry, OpeningTable, OutcomeCounts, Table};

use super::{super::files::Asked, Common};
use crate::{
    ask::{
        averages::put_averages,
        explore,
        figures::{Figures, grouped},
    },
    cli::paint::Paint,
    filter::line,
};

/// Places of an outcome bar.
const BAR: usize = 24;

/// How much of the tree is shown.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    pub(super) depth: usize,
    pub(super) min_games: u64,
    pub(super) top: usize,
}

/// Prints the answer.
///
/// # Errors
/// If FEN or moves make no sense, or the table cannot be read.
pub(super) fn run(
    moves: &str,
    fen: Option<&str>,
    limits: Limits,
    common: &Common,
    out: &mut dyn Write,
) -> Result<()> {
    let start = match fen {
        Some(fen) => from_fen(fen)?,
        None => Chess::default(),
    };
    let (position, line) = play(start, moves)?;
    let asked = Asked::<OpeningTable>::open(common.table.as_deref(), "opening")?;
    let table = &asked.table;
    let counts = sum(table.moves(explore::key(&position)));
    if common.json {
        let mut answer = Figures::from(counts).json();
        answer["line"] = line.into();
        answer["fen"] = Fen::from_position(&position, EnPassantMode::Legal).to_string().into();
        answer["key"] = format!("{:016x}", explore::key(&position)).into();
        answer["moves"] = tree(table, &position, limits, limits.depth).into();
        answer["table"] = asked.json();
        writeln!(out, "{answer}")?;
        return Ok(());
    }
    let line = match fen {
        _ if !line.is_empty() => line.as_str(),
        Some(_) => "Position of the FEN",
        None => "Start position",
    };
    let mover = position.turn().fold_wb("White", "Black");
    if counts.games() == 0 {
        let max_ply = table.provenance().options.get("max-ply").map_or("?", String::as_str);
        writeln!(
            out,
            "{line}: the table has no games of this position (it counts the first {max_ply} plies)\n{}",
            asked.origin()
        )?;
        return Ok(());
    }
    writeln!(out, "{line}: {} games, {mover} to move\n", grouped(counts.games()))?;
    let averages = if table.sums().is_some() { AVERAGES } else { "" };
    writeln!(
        out,
        "{:<26}{:>12}{:>9}{:>9}{averages}   White wins, draws, Black wins",
        "", "games", "share", "score"
    )?;
    let paint = Paint::new(common.color);
    let mut printer = Printer { table, limits, paint, out };
    printer.print(&position, 0)?;
    writeln!(out, "\nShare of the position's games; score of the side that makes the move.")?;
    if table.sums().is_some() {
        writeln!(
            out,
            "Its average Elo, its performance, and the mean of the evaluations in pawns."
        )?;
    }
    writeln!(out, "{}", asked.origin())?;
    Ok(())
}

/// The heads of the columns of averages.
const AVERAGES: &str = "    Elo  perf.    eval";

/// The columns of averages of a move; a dash where nothing is known.
fn averages(sums: MoveSums) -> String {
    let [elo, performance] = [sums.average_elo(), sums.performance()]
        .map(|elo| elo.map_or_else(|| "-".to_owned(), |elo| format!("{elo:.0}")));
    let evaluation =
        sums.evaluation().map_or_else(|| "-".to_owned(), |cp| format!("{:+.2}", cp / 100.0));
    format!("{elo:>7}{performance:>7}{evaluation:>8}")
}

struct Printer<'a> {
    table: &'a OpeningTable,
    limits: Limits,
    paint: Paint,
    out: &'a mut dyn Write,
}

impl Printer<'_> {
    fn print(&mut self, position: &Chess, level: usize) -> Result<()> {
        let total = sum(self.table.moves(explore::key(position))).games();
        for (entry, mv, sums) in popular(self.table, position, self.limits) {
            let averages = sums.map(averages).unwrap_or_default();
            let counts = entry.counts;
            let name = format!("{}{}", "  ".repeat(level), numbered(position, mv));
            let white = position.turn().fold_wb(counts, counts.swapped());
            writeln!(
                self.out,
                "{name:<26}{:>12}{:>7.1} %{:>7.1} %{averages}   {}",
                grouped(counts.games()),
                100.0 * counts.games() as f64 / total.max(1) as f64,
                100.0 * counts.score().unwrap_or(0.5),
                self.paint.bar([white.wins, white.draws, white.losses], BAR)
            )?;
            if level + 1 < self.limits.depth {
                self.print(&after(position, mv), level + 1)?;
            }
        }
        Ok(())
    }
}

fn tree(table: &OpeningTable, position: &Chess, limits: Limits, depth: usize) -> Vec<Value> {
    if depth == 0 {
        return Vec::new();
    }
    popular(table, position, limits)
        .into_iter()
        .map(|(entry, mv, sums)| {
            let mut value = Figures::from(entry.counts).json();
            if let Some(sums) = sums {
                put_averages(&mut value, &sums);
            }
            value["san"] = SanPlus::from_move(position.clone(), mv).to_string().into();
            value["uci"] = entry.mv.to_string().into();
            value["moves"] = json!(tree(table, &after(position, mv), limits, depth - 1));
            value
        })
        .collect()
}

/// The moves to show, the most played first.
fn popular(
    table: &OpeningTable,
    position: &Chess,
    limits: Limits,
) -> Vec<(OpeningEntry, Move, Option<MoveSums>)> {
    let mut moves: Vec<_> = table
        .range_of(explore::key(position))
        .map(|row| (table.entries()[row], table.sums().map(|sums| sums[row])))
        .filter(|(entry, _)| entry.counts.games() >= limits.min_games)
        .filter_map(|(entry, sums)| Some((entry, explore::legal(position, entry.mv)?, sums)))
        .collect();
    moves.sort_by_key(|(entry, ..)| (Reverse(entry.counts.games()), entry.mv));
    moves.truncate(limits.top);
    moves
}

fn sum(moves: &[OpeningEntry]) -> OutcomeCounts {
    let mut counts = OutcomeCounts::ZERO;
    for entry in moves {
        counts.merge(entry.counts);
    }
    counts
}

fn after(position: &Chess, mv: Move) -> Chess {
    let mut position = position.clone();
    position.play_unchecked(mv);
    position
}

/// A move with its number: `3. Bb5`, `3... a6`.
fn numbered(position: &Chess, mv: Move) -> String {
    let dots = position.turn().fold_wb(".", "...");
    format!("{}{dots} {}", position.fullmoves(), SanPlus::from_move(position.clone(), mv))
}

fn from_fen(text: &str) -> Result<Chess> {
    let fen: Fen = text.parse().with_context(|| format!("`{text}` is no FEN"))?;
    fen.into_position(CastlingMode::Standard)
        .map_err(|_| anyhow::anyhow!("`{text}` is no legal position of standard chess"))
}

/// Plays moves in SAN or UCI, with or without numbers, and gives them back in SAN.
fn play(mut position: Chess, moves: &str) -> Result<(Chess, String)> {
    let mut said = String::new();
    let played = line::play(&mut position, moves, |position, mv| {
        if position.turn().is_white() || said.is_empty() {
            let space = if said.is_empty() { "" } else { " " };
            said += &format!("{space}{}", numbered(position, mv));
        } else {
            said += &format!(" {}", SanPlus::from_move(position.clone(), mv));
        }
    });
    if let Err(word) = played {
        let place = match said.as_str() {
            "" => "in the first position".to_owned(),
            said => format!("after {said}"),
        };
        bail!("`{word}` is no legal move {place}");
    }
    Ok((position, said))
}
