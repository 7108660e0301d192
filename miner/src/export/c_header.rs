//! The imbalance table as a C header: plain C99, no allocation, nothing to link.
//!
//! The sorted list has the cells with games (or with at least `--min-games`) and a binary search;
//! `--dense` has two arrays of all cells.

use std::{fmt::Display, io::Write};

use anyhow::Result;
use tables::{CELLS, Cell, ImbalanceTable, OutcomeCounts, Table};

use super::{
    Exported, Format, Writer, in_comment,
    options::{DENSE, MIN_GAMES, Options, SHRUNKEN},
    pst_text,
};
use crate::ask::{cells::Cells, figures::Figures, provenance};

/// The C header, of imbalance and of piece-square tables.
pub(super) static FORMAT: Format = Format {
    name: "c-header",
    about: "A C header",
    endings: &["h", "hpp"],
    writers: &[
        Writer::Imbalance(&[&MIN_GAMES, &DENSE, &SHRUNKEN], write),
        Writer::Pst(pst_text::USES, pst_text::write_header),
    ],
};

/// Numbers on a line.
const PER_LINE: usize = 16;

fn write(table: &ImbalanceTable, options: &Options, to: &mut dyn Write) -> Result<Exported> {
    let min_games = options.min_games.unwrap_or(1).max(1);
    let cells: Vec<_> = table.iter().filter(|(_, counts)| counts.games() >= min_games).collect();
    let mined = table.provenance();
    writeln!(
        to,
        "/* DO NOT EDIT: written by `miner export --format c-header`.\n \
         * Mined by {}: {}.\n \
         * {} cells with at least {min_games} games.\n \
         * Scores and centipawns are White's. */\n\
         #ifndef PROSPECTOR_MIT_H\n\
         #define PROSPECTOR_MIT_H\n\n\
         #include <stdint.h>\n\n\
         enum {{ PROSPECTOR_MIT_CELLS = {CELLS}, PROSPECTOR_MIT_USED = {} }};\n",
        mined.program,
        in_comment(&provenance::sentence(mined)),
        cells.len(),
        cells.len(),
    )?;
    to.write_all(CELL_FUNCTION.as_bytes())?;
    if options.dense {
        write_dense(&cells, to)?;
    } else {
        write_list(&cells, to)?;
    }
    if options.shrunken {
        let reader = Cells::new(table);
        let value = |cell: Cell| reader.shrunken(cell).centipawns().round() as i16;
        let which = if options.dense { "by cell, also of empty ones" } else { "of these cells" };
        writeln!(to, "\n/* Shrunken centipawns {which}: pulled toward like cells. */")?;
        if options.dense {
            array(to, "int16_t", "shrunken_centipawns", Cell::all().map(value))?;
        } else {
            let values = cells.iter().map(|&(cell, _)| value(cell));
            array(to, "int16_t", "shrunken_centipawns", values)?;
        }
    }
    writeln!(to, "\n#endif")?;
    Ok(Exported::rows(cells.len() as u64))
}

const CELL_FUNCTION: &str = "\
/* The cell of a material balance, or -1 where a side has more than 8 2 2 2 1 pieces. */
static inline int32_t prospector_mit_cell(int wp, int bp, int wn, int bn, int wb, int bb, int wr,
                                          int br, int wq, int bq)
{
    if (wp > 8 || bp > 8 || wn > 2 || bn > 2 || wb > 2 || bb > 2 || wr > 2 || br > 2 || wq > 1 ||
        bq > 1)
        return -1;
    return (int32_t)wp * 26244 + bp * 2916 + wn * 972 + bn * 324 + wb * 108 + bb * 36 + wr * 12 +
           br * 4 + wq * 2 + bq;
}
";

const FIND_FUNCTION: &str = "
/* The place of a cell in the arrays above, or -1 if it has no games. */
static inline int32_t prospector_mit_find(int32_t cell)
{
    int32_t low = 0, high = PROSPECTOR_MIT_USED;
    while (low < high) {
        int32_t middle = low + (high - low) / 2;
        if ((int32_t)prospector_mit_key[middle] < cell)
            low = middle + 1;
        else
            high = middle;
    }
    return low < PROSPECTOR_MIT_USED && (int32_t)prospector_mit_key[low] == cell ? low : -1;
}
";

fn write_list(cells: &[(Cell, OutcomeCounts)], to: &mut dyn Write) -> Result<()> {
    writeln!(to, "\n/* The cells with games, ascending. */")?;
    array(to, "uint32_t", "key", cells.iter().map(|(cell, _)| cell.index()))?;
    writeln!(to, "/* Their games. */")?;
    array(
        to,
        "uint32_t",
        "games",
        cells.iter().map(|(_, counts)| counts.games().min(u32::MAX.into())),
    )?;
    writeln!(to, "/* Their scores in hundredths of a percent. */")?;
    array(to, "uint16_t", "score", cells.iter().map(|(_, counts)| hundredths(*counts)))?;
    to.write_all(FIND_FUNCTION.as_bytes())?;
    Ok(())
}

fn write_dense(cells: &[(Cell, OutcomeCounts)], to: &mut dyn Write) -> Result<()> {
    let mut dense = vec![OutcomeCounts::ZERO; CELLS];
    for (cell, counts) in cells {
        dense[cell.index()] = *counts;
    }
    writeln!(to, "\n/* Games by cell; what is above 65535 is 65535. */")?;
    array(to, "uint16_t", "games", dense.iter().map(|counts| counts.games().min(u16::MAX.into())))?;
    writeln!(
        to,
        "/* Raw scores by cell in centipawns, half a game added each way; 0 if empty. */"
    )?;
    let centipawns = |counts: &OutcomeCounts| {
        Figures::from(*counts).centipawns().map_or(0, |value| value.round() as i16)
    };
    array(to, "int16_t", "centipawns", dense.iter().map(centipawns))
}

fn array<T: Display>(
    to: &mut dyn Write,
    r#type: &str,
    name: &str,
    values: impl Iterator<Item = T>,
) -> Result<()> {
    writeln!(to, "static const {type} prospector_mit_{name}[] = {{")?;
    let mut count = 0;
    for value in values {
        write!(to, "{value},")?;
        count += 1;
        if count % PER_LINE == 0 {
            writeln!(to)?;
        }
    }
    if count == 0 {
        // C has no empty arrays.
        write!(to, "0")?;
    }
    writeln!(to, "\n}};")?;
    Ok(())
}

/// The score in hundredths of a percent, rounded to nearest.
fn hundredths(counts: OutcomeCounts) -> u64 {
    let (points, most) = (u128::from(counts.half_points()), 2 * u128::from(counts.games()));
    ((10_000 * points + most / 2) / most) as u64
}
