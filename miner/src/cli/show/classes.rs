//! `miner show classes`: named imbalances.

use std::io::Write;

use anyhow::Result;
use serde_json::json;
use tables::ImbalanceTable;

use super::{
    super::{files::Asked, note},
    Common,
};
use crate::ask::{
    figures::{Figures, grouped, signed},
    overview::{NamedImbalance, named_imbalances},
};

/// Prints the answer.
///
/// # Errors
/// If the table cannot be read.
pub(super) fn run(csv: bool, common: &Common, out: &mut dyn Write) -> Result<()> {
    let asked = Asked::<ImbalanceTable>::open(common.table.as_deref(), "imbalance")?;
    let table = &asked.table;
    let sums = named_imbalances(table);
    if common.json {
        let rows = sums.map(|NamedImbalance { class, cells, effective_games, figures }| {
            let mut row = figures.json();
            row["class"] = class.name.into();
            row["title"] = class.title.into();
            row["cells"] = cells.into();
            row["effective_games"] = effective_games.into();
            row
        });
        note(&asked.origin());
        writeln!(out, "{}", json!(rows.collect::<Vec<_>>()))?;
        return Ok(());
    }
    if csv {
        note(&asked.origin());
        let names = Figures::NAMES.join(",");
        writeln!(out, "class,cells,games,wins,draws,losses,{names},effective_games")?;
        for NamedImbalance { class, cells, effective_games, figures } in sums {
            let counts = figures.counts;
            writeln!(
                out,
                "{},{cells},{},{},{},{},{},{effective_games:.0}",
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
        "{:<46}{:>7}{:>13}{:>11}{:>9}{:>18}{:>12}",
        "the side named first", "cells", "games", "worth", "score", "95 % interval", "centipawns"
    )?;
    for NamedImbalance { class, cells, effective_games, figures } in sums {
        let (games, worth) = (grouped(figures.counts.games()), grouped(effective_games as u64));
        write!(out, "{:<46}{cells:>7}{games:>13}{worth:>11}", class.title)?;
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
         through;\nthe intervals are those of the independent games that these counts are worth at least. {}\n{}",
        super::INTERVAL_NOTE,
        asked.origin()
    )?;
    Ok(())
}
