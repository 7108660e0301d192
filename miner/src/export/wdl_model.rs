//! The counts of evaluations as WDL_model's `scoreWDLstat.json`, which `scoreWDL.py` reads.

use std::io::Write;

use anyhow::Result;
use tables::WdlTable;

use super::{Exported, Format, Writer, options::Options};

/// `scoreWDLstat.json` of official-stockfish/WDL_model.
pub(super) static FORMAT: Format = Format {
    name: "wdl-model",
    about: "Counts of evaluations as scoreWDLstat.json of WDL_model",
    endings: &[],
    writers: &[Writer::Wdl(&[], write)],
};

/// A line for each outcome, move, material and evaluation: `"('W', 33, 58, 45)": 12`.
fn write(table: &WdlTable, _: &Options, to: &mut dyn Write) -> Result<Exported> {
    let mut rows = 0;
    write!(to, "{{")?;
    for (key, counts) in table.entries() {
        let of_outcomes = [('W', counts.wins), ('D', counts.draws), ('L', counts.losses)];
        for (outcome, count) in of_outcomes.into_iter().filter(|(_, count)| *count > 0) {
            let comma = if rows == 0 { "" } else { "," };
            let (number, material, eval) = (key.number(), key.material(), key.eval());
            write!(to, "{comma}\n  \"('{outcome}', {number}, {material}, {eval})\": {count}")?;
            rows += 1;
        }
    }
    writeln!(to, "\n}}")?;
    Ok(Exported::rows(rows))
}
