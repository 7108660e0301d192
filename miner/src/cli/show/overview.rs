//! `miner show histogram` and `miner show tiers`: whole imbalance tables at a glance.

use std::{io::Write, path::PathBuf};

use anyhow::Result;
use serde_json::json;
use tables::{AnyTable, ImbalanceTable};

use super::{
    super::{
        files::{Asked, in_folder, open},
        note, project,
    },
    Common,
};
use crate::ask::{
    figures::grouped,
    overview::{self, Tier},
};

/// Places of the longest bar.
const BAR: u64 = 50;

/// How many cells have each score (MIT-06).
///
/// # Errors
/// If the table cannot be read.
pub(super) fn histogram(
    min_games: u64,
    csv: bool,
    common: &Common,
    out: &mut dyn Write,
) -> Result<()> {
    let asked = Asked::<ImbalanceTable>::open(common.table.as_deref(), "imbalance")?;
    let table = &asked.table;
    let bins = overview::histogram(table, min_games);
    let cells: u64 = bins.iter().sum();
    if common.json {
        let answer = json!({
            "min_games": min_games, "cells": cells, "bins": bins.to_vec(), "table": asked.json(),
        });
        writeln!(out, "{answer}")?;
        return Ok(());
    }
    if csv {
        note(&asked.origin());
        writeln!(out, "percent,cells")?;
        for (percent, cells) in bins.iter().enumerate() {
            writeln!(out, "{percent},{cells}")?;
        }
        return Ok(());
    }
    let most = bins.iter().max().copied().unwrap_or(0).max(1);
    for (percent, &cells) in bins.iter().enumerate() {
        let bar = "█".repeat(usize::try_from((cells * BAR).div_ceil(most)).unwrap_or(0));
        writeln!(out, "{percent:>3} %{:>9}  {bar}", grouped(cells))?;
    }
    writeln!(
        out,
        "\n{} cells with at least {min_games} games, by White's score. 0 and 100 are exact.\n{}",
        grouped(cells),
        asked.origin()
    )?;
    Ok(())
}

/// Minimum Elo, games used, cells in use (MIT-05), by minimum Elo.
///
/// # Errors
/// If a table cannot be read.
pub(super) fn tiers(files: &[PathBuf], csv: bool, json: bool, out: &mut dyn Write) -> Result<()> {
    let mut tiers = Vec::new();
    let default = [project::tables().join("imbalance.bin")];
    let mut paths = Vec::new();
    for named in if files.is_empty() { &default } else { files } {
        if !named.is_dir() {
            paths.push(named.clone());
            continue;
        }
        for path in in_folder(named)? {
            if matches!(open(&path)?, AnyTable::Imbalance(_)) {
                paths.push(path);
            }
        }
    }
    for path in &paths {
        let table = Asked::<ImbalanceTable>::open(Some(path), "imbalance")?.table;
        tiers.push((Tier::of(&table), path));
    }
    tiers.sort();
    if json {
        let rows = tiers.iter().map(|(Tier { min_elo, games_used, cells_in_use }, path)| {
            json!({
                "min_elo": min_elo,
                "games_used": games_used,
                "cells_in_use": cells_in_use,
                "file": path.display().to_string(),
            })
        });
        writeln!(out, "{}", json!(rows.collect::<Vec<_>>()))?;
        return Ok(());
    }
    if csv {
        writeln!(out, "min_elo,games_used,cells_in_use")?;
    } else {
        writeln!(out, "{:>9}{:>14}{:>14}", "Min. ELO", "Games used", "Cells in use")?;
    }
    for (Tier { min_elo, games_used: games, cells_in_use: cells }, _) in tiers {
        let min_elo = min_elo.map_or_else(String::new, |elo| elo.to_string());
        if csv {
            writeln!(out, "{min_elo},{games},{cells}")?;
        } else {
            let (games, cells) = (grouped(games), grouped(cells as u64));
            writeln!(out, "{min_elo:>9}{games:>14}{cells:>14}")?;
        }
    }
    Ok(())
}
