//! `miner export` and `miner import-mat`.

use std::{
    io::Write,
    path::{Path, PathBuf},
    sync::atomic::AtomicBool,
};

use anyhow::{Context, Result};
use clap::Args;
use indicatif::HumanBytes;
use serde_json::json;
use tables::{AnyTable, Kind, Table};

use super::{
    Ended, Run,
    args::export::{ExportArgs, format},
    files::{bytes, check_whole},
    guard, note,
    progress::Bar,
};
use crate::{
    PROGRAM,
    ask::{figures::grouped, provenance},
    export::{Exported, Format, mat},
};

/// `miner export`.
#[derive(Debug, Args)]
pub struct Export {
    /// The table to read.
    pub table: PathBuf,
    /// The format [default: by the name of the output].
    #[arg(long, value_parser = format())]
    pub format: Option<&'static Format>,
    /// Where it goes: a file, `-` for standard output, or a folder for mat.
    #[arg(long, short, value_name = "PATH")]
    pub out: PathBuf,
    /// Print the summary as JSON.
    #[arg(long)]
    pub json: bool,
    /// What goes into it.
    #[command(flatten)]
    pub options: ExportArgs,
}

/// `miner import-mat`.
#[derive(Debug, Args)]
pub struct ImportMat {
    /// The folder of pos.mat and perc.mat.
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// The table to write.
    #[arg(long, short, value_name = "FILE")]
    pub out: PathBuf,
    /// Print the summary as JSON.
    #[arg(long)]
    pub json: bool,
}

impl Run for Export {
    fn only_reports(&self) -> bool {
        self.out != Path::new("-")
    }

    fn run(&self, out: &mut dyn Write, _: &AtomicBool) -> Result<Ended> {
        run(self, out)?;
        Ok(Ended::Well)
    }
}

impl Run for ImportMat {
    fn only_reports(&self) -> bool {
        true
    }

    fn run(&self, out: &mut dyn Write, _: &AtomicBool) -> Result<Ended> {
        import_mat(self, out)?;
        Ok(Ended::Well)
    }
}

/// Writes a table; what was there before stays until all is written.
fn run(export: &Export, out: &mut dyn Write) -> Result<()> {
    let file = bytes(&export.table)?;
    let context = || format!("`{}`", export.table.display());
    let format = match export.format {
        Some(format) => format,
        None => {
            let named = Kind::named_in(&file).map_or_else(
                || AnyTable::from_bytes(&file).map(|table| table.kind()).with_context(context),
                Ok,
            );
            Format::guess(&export.out, named?)?
        }
    };
    let table = format.open(file).with_context(context)?;
    check_whole(&export.table, table.provenance())?;
    let is_file = |out: &&Path| *out != Path::new("-");
    guard::check([export.table.as_path()], Some(export.out.as_path()).filter(is_file))?;
    let options = &export.options.0;
    format.check(table.kind(), options)?;
    if export.out == Path::new("-") {
        let exported = format.write(&table, options, out)?;
        format.check_rows(&table, options, &exported)?;
        exported.notes.iter().for_each(|sentence| note(sentence));
        return Ok(());
    }
    let bar = Bar::busy(format!("{} of {} rows", format.name, grouped(table.entries() as u64)));
    let saved = format.save(&table, options, &export.out);
    bar.clear();
    let (exported, bytes) = saved?;
    let counted = provenance::sentence(table.provenance());
    summary(export, format, &exported, bytes, &counted, out)
}

fn summary(
    export: &Export,
    format: &Format,
    exported: &Exported,
    bytes: u64,
    counted: &str,
    out: &mut dyn Write,
) -> Result<()> {
    let Exported { rows, notes } = exported;
    if export.json {
        let summary = json!({
            "format": format.name,
            "path": export.out.display().to_string(),
            "rows": rows,
            "bytes": bytes,
            "notes": notes,
            "counted": counted,
        });
        writeln!(out, "{summary}")?;
        return Ok(());
    }
    writeln!(
        out,
        "{}: {} rows, {}, written to {}",
        format.name,
        grouped(*rows),
        HumanBytes(bytes),
        export.out.display()
    )?;
    writeln!(out, "  {counted}")?;
    for sentence in notes {
        writeln!(out, "  {sentence}")?;
    }
    Ok(())
}

/// Reads Rebel's files into a table.
fn import_mat(import: &ImportMat, out: &mut dyn Write) -> Result<()> {
    let files = mat::NAMES.map(|name| import.folder.join(name));
    guard::check(files.iter().map(PathBuf::as_path), [import.out.as_path()])?;
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
