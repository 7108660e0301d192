//! `miner show classes`: named imbalances.

use std::io::Write;

use anyhow::Result;
use serde_json::json;
use tables::{ImbalanceTable, classes::CLASSES};

use super::super::table::{open_as, or_project};
use crate::{
    cli::show::Common,
    figures::{Figures, grouped, signed},
};

/// Answers.
///
/// # Errors
/// If the table cannot be read.
pub(super) fn run(csv: bool, common: &Common, out: &mut dyn Write) -> Result<()> {
    let table: ImbalanceTable = open_as(&or_project(common.table.as_ref(), "imbalance")?)?;
    let sums = CLASSES.iter().map(|class| {
        let (cells, counts) = class.sum(&table);
        (class, cells, Figures::from(counts))
    });
    if common.json {
        let rows = sums.map(|(class, cells, figures)| {
            let mut row = figures.json();
            row["class"] = class.name.into();
            row["title"] = class.title.into();
            row["cells"] = cells.into();
            row
        });
        writeln!(out, "{}", json!(rows.collect::<Vec<_>>()))?;
        return Ok(());
    }
    if csv {
        writeln!(out, "class,cells,games,wins,draws,losses,score,low,high,centipawns")?;
        for (class, cells, figures) in sums {
            let counts = figures.counts;
            writeln!(
                out,
                "{},{cells},{},{},{},{},{}",
                class.name,
                counts.games(),
                counts.wins,
                counts.draws,
                counts.losses,
                figures.columns().join(",")
            )?;
        }
        return Ok(());
    }
    writeln!(
        out,
        "{:<46}{:>7}{:>13}{:>9}{:>18}{:>12}",
        "the side named first", "cells", "games", "score", "95 % interval", "centipawns"
    )?;
    for (class, cells, figures) in sums {
        write!(out, "{:<46}{cells:>7}{:>13}", class.title, grouped(figures.counts.games()))?;
        if let (Some(score), Some((low, high)), Some(centipawns)) =
            (figures.score, figures.interval, figures.centipawns())
        {
            write!(
                out,
                "{:>7.1} %   {:>5.1} .. {:>5.1} %{:>12}",
                100.0 * score,
                100.0 * low,
                100.0 * high,
                signed(centipawns)
            )?;
        }
        writeln!(out)?;
    }
    writeln!(
        out,
        "\nBoth colours; all else equal. A game counts once in each cell of a class that it passed \
         through,\nso the intervals are somewhat too narrow. {}",
        super::INTERVAL_NOTE
    )?;
    Ok(())
}
