//! JSON: one object with provenance and rows, a row per line, with the names of the CSV.

use std::io::Write;

use anyhow::Result;
use serde_json::json;
use tables::AnyTable;

use super::{Exported, Format, Writer};
use crate::ask::{
    provenance,
    rows::{FiguredRow, FiguredRows},
};

/// JSON.
pub(super) static FORMAT: Format = Format {
    name: "json",
    about: "Provenance and rows",
    endings: &["json"],
    writers: &[Writer::Any(write)],
};

fn write(table: &AnyTable, to: &mut dyn Write) -> Result<Exported> {
    writeln!(to, "{{\"kind\": \"{}\",", table.kind())?;
    if let AnyTable::Pst(table) = table {
        writeln!(to, "\"phase\": \"{}\",", table.phase())?;
    }
    writeln!(to, "\"provenance\": {},", provenance::json(table.provenance()))?;
    write!(to, "\"rows\": [")?;
    let rows = FiguredRows::new(table);
    let (columns, names) = (rows.columns(), rows.names());
    let mut written = 0;
    for FiguredRow { row, cell, figures } in rows.iter() {
        let mut object = json!({});
        if let Some(cell) = cell {
            object["cell"] = cell.index().into();
        }
        for (column, value) in columns.iter().zip(&row.values) {
            object[column.name] = match value {
                // What a row has nothing to name for is left out.
                tables::Value::Text(text) if text.is_empty() => continue,
                tables::Value::Number(number) => (*number).into(),
                named => named.to_string().into(),
            };
        }
        for (name, figure) in names.iter().zip(figures) {
            object[*name] = figure.into();
        }
        write!(to, "{}\n{object}", if written == 0 { "" } else { "," })?;
        written += 1;
    }
    writeln!(to, "\n]}}")?;
    Ok(Exported::rows(written))
}
