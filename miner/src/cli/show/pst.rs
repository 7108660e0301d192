//! `miner show pst`: a piece's squares.

use std::io::Write;

use anyhow::{Result, bail, ensure};
use rules::{Role, Square};
use serde_json::{Map, Value, json};
use tables::{OutcomeCounts, Phase, PstTable, SquareMetric};

use super::{super::files::Asked, Common};
use crate::{
    ask::{
        figures::{grouped, signed},
        squares::{self, Board, PstValue, Scale, Side},
    },
    cli::paint::Paint,
};

/// What is asked.
#[derive(Clone, Copy, Debug)]
pub(super) struct Question {
    pub(super) role: Role,
    pub(super) phase: Option<Phase>,
    pub(super) value: PstValue,
    pub(super) side: Side,
    pub(super) scale: Scale,
}

/// Prints the answer.
///
/// # Errors
/// If the table cannot be read, counts another phase, or the shrinkage is no number of positions.
pub(super) fn run(question: &Question, common: &Common, out: &mut dyn Write) -> Result<()> {
    let Question { role, side, value, scale, .. } = *question;
    ensure!(
        (1.0..=1e12).contains(&scale.shrink),
        "--shrink takes a number of positions, 1 or more"
    );
    let name = format!("pst-{}", question.phase.unwrap_or(Phase::Middlegame));
    let asked = Asked::<PstTable>::open(common.table.as_deref(), &name)?;
    let counted = asked.table.phase();
    if let Some(phase) = question.phase.filter(|phase| *phase != counted) {
        bail!("`{}` counts the phase {counted}, not {phase}", asked.path().display());
    }
    let board = squares::board(&asked.table, role, side, value, scale);
    if common.json {
        json(question, &asked, &board, out)
    } else {
        text(question, &asked, &board, Paint::new(common.color), out)
    }
}

pub(super) const fn role_name(role: Role) -> &'static str {
    ["pawn", "knight", "bishop", "rook", "queen", "king"][role as usize]
}

const fn words(question: &Question) -> [&'static str; 2] {
    let side = match question.side {
        Side::Both => "both",
        Side::White => "white",
        Side::Black => "black",
    };
    let value = match question.value {
        PstValue::Centipawns => "centipawns",
        PstValue::Score => "score",
        PstValue::Count => "count",
    };
    [side, value]
}

/// A board for scripts, by square.
pub(super) fn squares_json(board: &Board) -> Value {
    let mut squares = Map::new();
    for square in Square::all() {
        if let Some((counts, value)) = board[square.index()] {
            let OutcomeCounts { wins, draws, losses } = counts;
            squares.insert(
                square.to_string(),
                json!({
                    "count": counts.games(), "wins": wins, "draws": draws, "losses": losses,
                    "score": counts.score(), "value": value,
                }),
            );
        }
    }
    Value::Object(squares)
}

fn json(
    question: &Question,
    asked: &Asked<PstTable>,
    board: &Board,
    out: &mut dyn Write,
) -> Result<()> {
    let [side, value] = words(question);
    let mut answer = json!({
        "piece": role_name(question.role),
        "phase": asked.table.phase().name(),
        "side": side,
        "value": value,
        "squares": squares_json(board),
        "table": asked.json(),
    });
    if question.value == PstValue::Centipawns {
        answer["metric"] = question.scale.metric.name().into();
    }
    writeln!(out, "{answer}")?;
    Ok(())
}

/// What the numbers of a board are, in words.
pub(super) const fn meaning(value: PstValue, metric: SquareMetric) -> &'static str {
    match (value, metric) {
        (PstValue::Centipawns, SquareMetric::Score) => "centipawns against its mean square",
        (PstValue::Centipawns, SquareMetric::Occupancy) => "centipawns by where winners had it",
        (PstValue::Score, _) => "percent of the points",
        (PstValue::Count, _) => "share of its positions, in tenths of a percent",
    }
}

fn text(
    question: &Question,
    asked: &Asked<PstTable>,
    board: &Board,
    paint: Paint,
    out: &mut dyn Write,
) -> Result<()> {
    let total: u64 = board.iter().flatten().map(|(counts, _)| counts.games()).sum();
    let [side, _] = words(question);
    let what = meaning(question.value, question.scale.metric);
    writeln!(
        out,
        "{} ({side}), {}: {what}; {} positions\n",
        role_name(question.role),
        asked.table.phase(),
        grouped(total),
    )?;
    print(question.value, board, paint, out)?;
    writeln!(out, "\n{}", asked.origin())?;
    Ok(())
}

/// Prints a board as a heat map.
pub(super) fn print(
    kind: PstValue,
    board: &Board,
    paint: Paint,
    out: &mut dyn Write,
) -> Result<()> {
    let total: u64 = board.iter().flatten().map(|(counts, _)| counts.games()).sum();
    let heat = heat(kind, board);
    for rank in (0..8).rev() {
        write!(out, "{} ", rank + 1)?;
        for file in 0..8 {
            let Some((_, value)) = board[8 * rank + file] else {
                write!(out, "{:>6}", "·")?;
                continue;
            };
            let shown = match kind {
                PstValue::Centipawns => signed(value),
                PstValue::Score => format!("{value:.1}"),
                PstValue::Count => format!("{:.1}", 1000.0 * value / total as f64),
            };
            write!(out, "{}", paint.heat(heat(value), &format!("{shown:>6}")))?;
        }
        writeln!(out)?;
    }
    writeln!(out, "  {}", ('a'..='h').map(|file| format!("{file:>6}")).collect::<String>())?;
    Ok(())
}

/// How a number is coloured, -1 to 1.
fn heat(kind: PstValue, board: &Board) -> impl Fn(f64) -> f64 {
    let values = || board.iter().flatten().map(|(_, value)| *value);
    let middle = match kind {
        PstValue::Centipawns => 0.0,
        PstValue::Count => values().sum::<f64>() / values().count().max(1) as f64,
        PstValue::Score => {
            let mut total = OutcomeCounts::ZERO;
            board.iter().flatten().for_each(|(counts, _)| total.merge(*counts));
            100.0 * total.score().unwrap_or(0.5)
        }
    };
    let farthest = values().map(|value| (value - middle).abs()).fold(f64::MIN_POSITIVE, f64::max);
    move |value| (value - middle) / farthest
}
