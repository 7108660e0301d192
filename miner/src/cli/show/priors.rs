//! `miner show priors`: the moves that are played most and least often when they are legal.

use std::io::Write;

use anyhow::Result;
use rules::{Role, Square};
use serde_json::{Value, json};
use tables::{Arrival, Before, Phase, PriorCell, PriorCounts, PriorsTable};

use super::{super::files::Asked, Common};
use crate::ask::figures::grouped;

/// Which of White's moves are asked for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Question {
    pub(super) role: Option<Role>,
    pub(super) phase: Phase,
    /// The move that they follow, if one is named.
    pub(super) after: Option<(Before, Arrival)>,
    /// So many from either end.
    pub(super) top: usize,
    /// Moves of which fewer were expected are left out.
    pub(super) min_expected: f64,
}

/// A move and its counts.
struct Row {
    name: String,
    counts: PriorCounts,
    /// How many times more often than expected it was played.
    times: f64,
}

/// Prints the answer.
///
/// # Errors
/// If the table cannot be read.
pub(super) fn run(question: &Question, common: &Common, out: &mut dyn Write) -> Result<()> {
    let asked = Asked::<PriorsTable>::open(common.table.as_deref(), "priors")?;
    let rows = rows(question, &asked.table);
    let top = question.top.min(rows.len());
    let (most, least) = (&rows[..top], &rows[top.max(rows.len() - top)..]);
    if common.json {
        let list = |rows: &[Row]| rows.iter().map(Row::json).collect::<Vec<_>>();
        let answer = json!({
            "moves": rows.len(), "most": list(most), "least": list(least), "table": asked.json(),
        });
        writeln!(out, "{answer}")?;
        return Ok(());
    }
    let when = match question.after {
        None => question.phase.to_string(),
        Some((Before::Theirs, moved)) => format!("after Black's {}", name(None, moved)),
        Some((Before::Own, moved)) => {
            format!("after {} and Black's answer", name(None, moved))
        }
    };
    writeln!(out, "White's quiet moves, {when}: {} of them\n", grouped(rows.len() as u64))?;
    writeln!(out, "{:<10}{:>12}{:>12}{:>9}", "move", "played", "by chance", "times")?;
    for (number, row) in most.iter().chain(least).enumerate() {
        if number == top && rows.len() > 2 * top {
            writeln!(out, "...")?;
        }
        let (played, expected) =
            (grouped(row.counts.played), grouped(row.counts.expectation().round() as u64));
        writeln!(out, "{:<10}{played:>12}{expected:>12}{:>9.2}", row.name, row.times)?;
    }
    writeln!(
        out,
        "\nBy chance: if each quiet move of a position were as likely as any other.\n{}",
        asked.origin()
    )?;
    Ok(())
}

/// The moves, those first that are played more often than expected.
fn rows(question: &Question, table: &PriorsTable) -> Vec<Row> {
    let Question { role, phase, after, min_expected, .. } = *question;
    let mut rows: Vec<Row> = Arrival::all()
        .filter(|arrival| role.is_none_or(|role| role == arrival.role))
        .flat_map(|arrival| match after {
            Some((before, moved)) => {
                vec![(name(None, arrival), PriorCell::After { before, moved, arrival })]
            }
            None => Square::all()
                .map(|from| (name(Some(from), arrival), PriorCell::Origin { phase, from, arrival }))
                .collect(),
        })
        .filter_map(|(name, cell)| {
            let counts = table.get(cell);
            let expected = counts.expectation();
            let is_shown = expected > 0.0 && expected >= min_expected;
            is_shown.then(|| Row { name, counts, times: counts.played as f64 / expected })
        })
        .collect();
    rows.sort_by(|one, two| two.times.total_cmp(&one.times));
    rows
}

/// `Nf3`, or `Ng1-f3` with the square that it comes from.
fn name(from: Option<Square>, Arrival { role, to }: Arrival) -> String {
    let letter = if role == Role::Pawn { String::new() } else { role.letter().to_string() };
    from.map_or_else(|| format!("{letter}{to}"), |from| format!("{letter}{from}-{to}"))
}

impl Row {
    fn json(&self) -> Value {
        json!({
            "move": self.name,
            "played": self.counts.played,
            "expected": self.counts.expectation(),
            "times": self.times,
        })
    }
}
