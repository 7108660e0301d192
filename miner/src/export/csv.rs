//! CSV: the columns of the tables' own CSV, then those of [`Figures`], all of the counts alone; in an
//! imbalance table the shrunken prediction behind them, and what ratings give. Move priors have no outcomes, and
//! no figures.
//!
//! Piece-square tables have no interval: many positions of one game stand in a square's count, so
//! they are not independent. Their centipawns are those of the count alone; the values that an
//! engine adds up are in the pst-text format.

use std::io::{self, Write};

use anyhow::Result;
use tables::{AnyTable, Cell, OutcomeCounts, Table};

use super::{Exported, Format, Writer};
use crate::ask::{
    cells::Cells,
    figures::{Figures, field},
};

/// Comma-separated values.
pub(super) static FORMAT: Format = Format {
    name: "csv",
    about: "Counts, score, 95 % interval, centipawns",
    endings: &["csv"],
    writers: &[Writer::Any(write)],
};

fn write(table: &AnyTable, to: &mut dyn Write) -> Result<Exported> {
    if let AnyTable::Priors(priors) = table {
        priors.write_csv(to)?;
        return Ok(Exported::rows(priors.entries() as u64));
    }
    let independent = !matches!(table, AnyTable::Pst(_) | AnyTable::KingSquares(_));
    let cells = match table {
        AnyTable::Imbalance(table) => Some((Cells::new(table), table.iter().map(|row| row.0))),
        _ => None,
    };
    let more = cells.map(|(reader, rows)| {
        let rows: Box<dyn Iterator<Item = Cell>> = Box::new(rows);
        (reader, rows)
    });
    let mut appending =
        Appending { to, line: Vec::new(), lines: 0, wins: None, independent, more, failed: None };
    let written = table.write_csv(&mut appending);
    // The CSV writer wraps what our own said; a pipe that was closed should look like one.
    if let Some(error) = appending.failed {
        return Err(error.into());
    }
    written?;
    Ok(Exported::rows(appending.lines.saturating_sub(1)))
}

/// Passes lines of the tables' own CSV on with more columns behind them.
struct Appending<'a> {
    to: &'a mut dyn Write,
    /// What has come of the current line.
    line: Vec<u8>,
    lines: u64,
    /// The place of the column `wins`, which draws and losses follow; none before the names have come.
    wins: Option<usize>,
    /// Whether the counts are of independent games.
    independent: bool,
    /// What more there is to say of cells, and the cells in the order of the lines.
    more: Option<(Cells<'a>, Box<dyn Iterator<Item = Cell> + 'a>)>,
    /// Why writing ended early.
    failed: Option<io::Error>,
}

impl Write for Appending<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self.pass(bytes) {
            Ok(()) => Ok(bytes.len()),
            Err(error) => {
                let kind = error.kind();
                self.failed.get_or_insert(error);
                Err(kind.into())
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}

impl Appending<'_> {
    fn pass(&mut self, bytes: &[u8]) -> io::Result<()> {
        for part in bytes.split_inclusive(|&byte| byte == b'\n') {
            self.line.extend_from_slice(part);
            if self.line.pop_if(|last| *last == b'\n').is_some() {
                let columns = if self.lines == 0 { self.names() } else { self.columns()? };
                self.to.write_all(&self.line)?;
                writeln!(self.to, ",{}", columns.join(","))?;
                self.line.clear();
                self.lines += 1;
            }
        }
        Ok(())
    }

    fn names(&mut self) -> Vec<String> {
        self.wins = self.line.split(|&byte| byte == b',').position(|name| name == b"wins");
        let more = self.more.as_ref().map(|(cells, _)| cells.names()).unwrap_or_default();
        Figures::NAMES.into_iter().chain(more).map(str::to_owned).collect()
    }

    fn columns(&mut self) -> io::Result<Vec<String>> {
        let missing = || io::Error::other("a count is no number");
        let fields = self.line.split(|&byte| byte == b',');
        let mut counts = fields
            .skip(self.wins.ok_or_else(missing)?)
            .map_while(|field| str::from_utf8(field).ok().and_then(|field| field.parse().ok()));
        let mut next = || counts.next().ok_or_else(missing);
        let (wins, draws, losses) = (next()?, next()?, next()?);
        let mut columns = Figures::from(OutcomeCounts { wins, draws, losses }).columns();
        if !self.independent {
            columns[1].clear();
            columns[2].clear();
            columns[4].clear();
        }
        if let Some((cells, rows)) = &mut self.more
            && let Some(cell) = rows.next()
        {
            let values = cells.names().into_iter().zip(cells.values(cell));
            columns.extend(values.map(|(name, value)| field(name, value)));
        }
        Ok(columns)
    }
}
