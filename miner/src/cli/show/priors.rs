//! `miner show priors`: the moves that are played most and least often when they are legal.

use std::io::Write;

use anyhow::Result;
use rules::Role;
use serde_json::{Value, json};
use tables::{Arrival, Before, Phase, PriorCell, PriorsTable};

use super::{super::files::Asked, Common};
use crate::ask::{
    figures::grouped,
    priors::{PriorMove, cells_of, name, ranked},
};

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
        let list = |rows: &[PriorMove]| rows.iter().map(json_of).collect::<Vec<_>>();
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
fn rows(question: &Question, table: &PriorsTable) -> Vec<PriorMove> {
    let Question { role, phase, after, min_expected, .. } = *question;
    match after {
        None => ranked(table, cells_of(phase, role), min_expected),
        Some((before, moved)) => {
            let arrivals =
                Arrival::all().filter(|arrival| role.is_none_or(|role| role == arrival.role));
            let cells = arrivals.map(|arrival| PriorCell::After { before, moved, arrival });
            ranked(table, cells, min_expected)
        }
    }
}

fn json_of(row: &PriorMove) -> Value {
    json!({
        "move": row.name,
        "played": row.counts.played,
        "expected": row.counts.expectation(),
        "times": row.times,
    })
}
