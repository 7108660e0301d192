//! `miner export` and `miner import-mat`.

use std::{io::Write, path::Path};

use anyhow::{Context, Result, bail};
use indicatif::HumanBytes;
use serde_json::json;
use tables::{AnyTable, Table};

use super::table::open;
use crate::{
    ask::figures::grouped,
    cli::args::table::{Export, ImportMat},
    export::{self, Exported, Format, Output, mat},
    run::plan::PROGRAM,
};

/// Exports a table.
///
/// # Errors
/// If the table cannot be read, the format is unknown or has no room for it, or the output cannot
/// be written; what was there before is then as it was.
pub fn run(export: &Export, out: &mut dyn Write) -> Result<()> {
    let table = open(&export.table)?;
    let format = match export.format {
        Some(format) => format,
        None => Format::guess(&export.out, table.kind())?,
    };
    if is_same(&export.table, &export.out) {
        bail!("`{}` is the table itself", export.out.display());
    }
    export::check(table.kind(), format, &export.options)?;
    if export.out == Path::new("-") {
        export::write(&table, format, &export.options, out)?;
        return Ok(());
    }
    let (exported, bytes) = match (format, &table) {
        (Format::Mat, AnyTable::Imbalance(table)) => {
            (mat::write(table, &export.out)?, 2 * mat::BYTES as u64)
        }
        _ => {
            let context = || format!("cannot write `{}`", export.out.display());
            let mut output = Output::create(&export.out).with_context(context)?;
            let exported = export::write(&table, format, &export.options, &mut output)
                .with_context(context)?;
            (exported, output.finish().with_context(context)?)
        }
    };
    report(export, format, &exported, bytes, out)
}

fn report(
    export: &Export,
    format: Format,
    exported: &Exported,
    bytes: u64,
    out: &mut dyn Write,
) -> Result<()> {
    let Exported { rows, notes } = exported;
    if export.json {
        let summary = json!({
            "format": format.name(),
            "path": export.out.display().to_string(),
            "rows": rows,
            "bytes": bytes,
            "notes": notes,
        });
        writeln!(out, "{summary}")?;
        return Ok(());
    }
    writeln!(
        out,
        "{}: {} rows, {}, written to {}",
        format.name(),
        grouped(*rows),
        HumanBytes(bytes),
        export.out.display()
    )?;
    for note in notes {
        writeln!(out, "  {note}")?;
    }
    Ok(())
}

/// Reads Rebel's files into a table.
///
/// # Errors
/// If they cannot be read, are no such files, or the table cannot be written.
pub fn import_mat(import: &ImportMat, out: &mut dyn Write) -> Result<()> {
    let imported = mat::read(&import.folder, PROGRAM)?;
    let bytes = imported.table.save(&import.out)?;
    let cells = imported.table.cells_in_use();
    if import.json {
        let summary = json!({
            "cells_in_use": cells,
            "inexact_cells": imported.inexact,
            "odd_empty_cells": imported.odd_empty,
            "bytes": bytes,
            "path": import.out.display().to_string(),
        });
        writeln!(out, "{summary}")?;
        return Ok(());
    }
    writeln!(
        out,
        "imbalance table: {} cells in use, {}, written to {}\n\
         Games and percent are those of the files; wins, draws and losses are made up to fit.",
        grouped(cells as u64),
        HumanBytes(bytes),
        import.out.display()
    )?;
    if imported.inexact > 0 {
        writeln!(
            out,
            "  {} cells have a percent that their games cannot give: the nearest is taken",
            imported.inexact
        )?;
    }
    if imported.odd_empty > 0 {
        writeln!(
            out,
            "  {} cells have a percent other than 50 and no games: it is dropped",
            imported.odd_empty
        )?;
    }
    Ok(())
}

fn is_same(a: &Path, b: &Path) -> bool {
    matches!((a.canonicalize(), b.canonicalize()), (Ok(a), Ok(b)) if a == b)
}
