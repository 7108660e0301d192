//! `miner show imbalance`: one cell, its twin, and its neighbours if both are empty.

use std::io::Write;

use anyhow::Result;
use rules::{Color, Role};
use serde_json::json;
use tables::{Cell, ImbalanceTable, Material, OutcomeCounts, ratings::RatingSums};

use super::{super::files::Asked, Common};
use crate::ask::{
    cells::{self, Cells, Views, folded},
    figures::{Figures, grouped, signed},
    material::{self, name_of, side_of},
};

/// How many neighbours of an empty cell are shown.
const NEIGHBOURS: usize = 5;

/// Prints the answer.
///
/// # Errors
/// If the text is no material inside the caps, or the table cannot be read.
pub(super) fn run(text: &str, common: &Common, out: &mut dyn Write) -> Result<()> {
    let material = material::parse(text)?;
    let cell = material::cell(material)?;
    let asked = Asked::<ImbalanceTable>::open(common.table.as_deref(), "imbalance")?;
    let table = &asked.table;
    let twin = cell.swapped();
    let both = folded(table, cell);
    let cells = Cells::new(table);
    let views = Views::new(table, &cells, cell);
    let nearest = if both.games() == 0 { nearest(table, material) } else { Vec::new() };
    if common.json {
        let side = |cell: Cell, is_twin: bool| {
            let mut value = Figures::from(table.get(cell)).json();
            put(&views, &mut value, if is_twin { Holder::Twin } else { Holder::Own });
            value["cell"] = cell.index().into();
            value["material"] = name_of(cell.material()).into();
            value
        };
        let neighbours = nearest.iter().map(|&cell| {
            let mut value = Figures::from(folded(table, cell)).json();
            value["cell"] = cell.index().into();
            value["material"] = name_of(cell.material()).into();
            value
        });
        let mut whole = Figures::from(both).json();
        put(&views, &mut whole, Holder::Both);
        let answer = json!({
            "material": name_of(material),
            "white": side(cell, false),
            "twin": side(twin, true),
            "both": whole,
            "nearest": neighbours.collect::<Vec<_>>(),
            "table": asked.json(),
        });
        writeln!(out, "{answer}")?;
        return Ok(());
    }
    let holder = side_of(material, Color::White);
    writeln!(
        out,
        "{} is cell {}, colours swapped {}.\n",
        name_of(material),
        cell.index(),
        twin.index()
    )?;
    let [games, wins, draws, losses] = ["games", "wins", "draws", "losses"];
    let [score, interval] = ["score", "95 % interval"];
    writeln!(
        out,
        "{games:>38}{wins:>11}{draws:>11}{losses:>11}{score:>8}{interval:>17}   centipawns (95 %)",
    )?;
    if cell == twin {
        row(out, "White", table.get(cell))?;
    } else {
        row(out, &format!("{holder} is White"), table.get(cell))?;
        row(out, &format!("{holder} is Black"), table.get(twin).swapped())?;
        row(out, "both", both)?;
    }
    write_views(&views, &holder, cell == twin, out)?;
    if both.games() == 0 {
        writeln!(out, "\nNo games. Nearest cells with games, both colours:")?;
        for cell in nearest {
            row(out, &name_of(cell.material()), folded(table, cell))?;
        }
    }
    writeln!(out, "\nScores and centipawns are those of {holder}. {}", super::INTERVAL_NOTE)?;
    writeln!(out, "{}", asked.origin())?;
    Ok(())
}

fn row(out: &mut dyn Write, name: &str, counts: OutcomeCounts) -> Result<()> {
    let figures = Figures::from(counts);
    let OutcomeCounts { wins, draws, losses } = counts;
    write!(out, "{name:<26}{:>12}", grouped(counts.games()))?;
    for count in [wins, draws, losses] {
        write!(out, "{:>11}", grouped(count))?;
    }
    if let (Some(score), Some((low, high))) = (figures.score, figures.interval) {
        let bound = |bound: Option<f64>, none: &str| bound.map_or(none.to_owned(), signed);
        let [least, most] = figures.centipawn_bounds();
        write!(
            out,
            "{:>6.1} %  {:>5.1} .. {:>5.1} %   {} ({} .. {})",
            100.0 * score,
            100.0 * low,
            100.0 * high,
            figures.centipawns().map_or_else(String::new, signed),
            bound(least, "-inf"),
            bound(most, "+inf"),
        )?;
    }
    writeln!(out)?;
    Ok(())
}

/// Which colour the material that is asked for has.
#[derive(Clone, Copy, PartialEq)]
enum Holder {
    /// White.
    Own,
    /// Black: the cell's twin, as its White sees it.
    Twin,
    /// Either, as the side that is asked for sees it.
    Both,
}

/// Puts it into a JSON object. The twin's figures there are those of its White.
fn put(views: &Views, value: &mut serde_json::Value, holder: Holder) {
    let mut shrunken = views.shrunken[holder as usize];
    let mut ratings = views.ratings.map(|ratings| ratings[holder as usize]);
    if holder == Holder::Twin {
        shrunken = shrunken.swapped();
        ratings = ratings.map(RatingSums::swapped);
    }
    let shrunken = cells::SHRUNKEN.into_iter().zip(shrunken.values());
    let corrected =
        ratings.iter().flat_map(|sums| cells::CORRECTED.into_iter().zip(cells::corrected(sums)));
    for (name, number) in shrunken.chain(corrected) {
        value[name] = number.into();
    }
}

fn write_views(views: &Views, holder: &str, is_even: bool, out: &mut dyn Write) -> Result<()> {
    let names = [format!("{holder} is White"), format!("{holder} is Black"), "both".to_owned()];
    let rows = if is_even { 0..1 } else { 0..3 };
    let percent =
        |value: Option<f64>| value.map_or("-".to_owned(), |v| format!("{:.1} %", 100.0 * v));
    writeln!(
        out,
        "\n{:<26}{:>12}{:>11}{:>14}",
        "shrunken toward like cells", "score", "error", "centipawns"
    )?;
    for i in rows.clone() {
        let shrunken = views.shrunken[i];
        let (score, error) = (percent(Some(shrunken.score)), percent(Some(shrunken.error)));
        let value = signed(shrunken.centipawns());
        writeln!(out, "{:<26}{score:>12}{error:>11}{value:>14}", names[i])?;
    }
    let Some(ratings) = &views.ratings else { return Ok(()) };
    writeln!(
        out,
        "\n{:<26}{:>12}{:>11}{:>11}{:>11}{:>11}{:>14}",
        "corrected for ratings",
        "rated games",
        "score",
        "expected",
        "corrected",
        "error",
        "centipawns"
    )?;
    for i in rows {
        let sums = &ratings[i];
        writeln!(
            out,
            "{:<26}{:>12}{:>11}{:>11}{:>11}{:>11}{:>14}",
            names[i],
            grouped(sums.games),
            percent(sums.score()),
            percent(sums.expected_score()),
            percent(sums.corrected_score()),
            percent(sums.error()),
            sums.corrected_centipawns().map_or("-".to_owned(), signed),
        )?;
    }
    Ok(())
}

/// The cells nearest to some material, both colours counted: first those with the same piece
/// differences, then by how many pieces are more or less; then by games.
fn nearest(table: &ImbalanceTable, material: Material) -> Vec<Cell> {
    let mut cells: Vec<_> = table
        .iter()
        .flat_map(|(cell, _)| [cell, cell.swapped()])
        .map(|cell| {
            let (imbalance, pieces) = distance(material, cell.material());
            let games = std::cmp::Reverse(folded(table, cell).games());
            (imbalance, pieces, games, cell)
        })
        .collect();
    cells.sort_unstable();
    cells.dedup();
    cells.into_iter().map(|(.., cell)| cell).take(NEIGHBOURS).collect()
}

/// How far the piece differences are apart, and how far the pieces.
fn distance(a: Material, b: Material) -> (u32, u32) {
    let (mut imbalance, mut pieces) = (0, 0);
    for role in Role::ALL {
        let [white, black] = Color::ALL
            .map(|color| i32::from(a.count(color, role)) - i32::from(b.count(color, role)));
        imbalance += (white - black).unsigned_abs();
        pieces += white.unsigned_abs() + black.unsigned_abs();
    }
    (imbalance, pieces)
}
