//! CSV: the columns of the tables' own CSV, then `score,low,high,centipawns`.
//!
//! Piece-square tables have no interval: many positions of one game stand in a square's count, so
//! they are not independent. Their centipawns are those of the count alone; the values that an
//! engine adds up are in the pst-text format.

use std::io::{self, Write};

use anyhow::Result;
use tables::{AnyTable, OutcomeCounts};

use super::Exported;
use crate::figures::Figures;

/// Writes any table.
///
/// # Errors
/// If the writer fails.
pub fn write(table: &AnyTable, to: &mut dyn Write) -> Result<Exported> {
    let independent = !matches!(table, AnyTable::Pst(_));
    let mut appending = Appending { to, line: Vec::new(), lines: 0, independent, failed: None };
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
    /// Whether the counts are of independent games.
    independent: bool,
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
                let columns = if self.lines == 0 {
                    ["score", "low", "high", "centipawns"].map(str::to_owned)
                } else {
                    self.columns()?
                };
                self.to.write_all(&self.line)?;
                writeln!(self.to, ",{}", columns.join(","))?;
                self.line.clear();
                self.lines += 1;
            }
        }
        Ok(())
    }

    fn columns(&self) -> io::Result<[String; 4]> {
        // The last three columns of every table are the counts.
        let mut counts = self.line.rsplit(|&byte| byte == b',').map(|field| {
            let field = str::from_utf8(field).ok().and_then(|field| field.parse().ok());
            field.ok_or_else(|| io::Error::other("a count is no number"))
        });
        let mut next = || counts.next().unwrap_or(Ok(0));
        let (losses, draws, wins) = (next()?, next()?, next()?);
        let mut columns = Figures::from(OutcomeCounts { wins, draws, losses }).columns();
        if !self.independent {
            columns[1].clear();
            columns[2].clear();
        }
        Ok(columns)
    }
}
