//! Games in rows of a Parquet file, as PGN: those that `miner games` writes, and those of lichess's public data set
//! (Lichess/standard-chess-games: `Event`, `White`, `WhiteElo`, ..., `movetext`).
//!
//! Each row becomes the text of a game: its columns are the tags, and what is behind them is what a PGN file would
//! hold. So all that is said of PGN holds here.

use std::{
    fs::File,
    io::{self, Read, Write},
};

use anyhow::{Result, bail};

use crate::columns::{RowReader, Value};

/// The tags of columns that are not called like their tags.
const NAMES: [(&str, &str); 17] = [
    ("event", "Event"),
    ("site", "Site"),
    ("date", "Date"),
    ("round", "Round"),
    ("white", "White"),
    ("black", "Black"),
    ("result", "Result"),
    ("white_elo", "WhiteElo"),
    ("black_elo", "BlackElo"),
    ("white_title", "WhiteTitle"),
    ("black_title", "BlackTitle"),
    ("eco", "ECO"),
    ("opening", "Opening"),
    ("time_control", "TimeControl"),
    ("termination", "Termination"),
    ("fen", "FEN"),
    ("variant", "Variant"),
];

/// What a column is for.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Use {
    /// The value of this tag.
    Tag(String),
    /// Moves, as PGN or as UCI writes them, with or without comments and the result.
    Moves,
    /// The year, where the date is not known.
    Year,
}

impl Use {
    fn of(column: &str) -> Option<Self> {
        let is_tag = |name: &str| {
            name.starts_with(|first: char| first.is_ascii_alphabetic())
                && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
        };
        match column {
            "moves" | "movetext" => Some(Self::Moves),
            "year" => Some(Self::Year),
            // What the moves tell.
            "plies" => None,
            _ => match NAMES.iter().find(|(name, _)| *name == column) {
                Some((_, tag)) => Some(Self::Tag((*tag).to_owned())),
                // Others, such as the index of a data frame, are nobody's tag.
                None if is_tag(column) => Some(Self::Tag(column.to_owned())),
                None => None,
            },
        }
    }
}

/// The games of a file as PGN.
#[derive(Debug)]
pub(super) struct RowsText {
    rows: RowReader,
    uses: Vec<Use>,
    text: Vec<u8>,
    read: usize,
}

impl RowsText {
    /// Opens a file.
    ///
    /// # Errors
    /// If it is no Parquet file, or has no column of moves.
    pub(super) fn open(file: File) -> Result<Self> {
        let mut uses = Vec::new();
        let rows = RowReader::open(file, |column| {
            let wanted = Use::of(column);
            uses.extend(wanted.clone());
            wanted.is_some()
        })?;
        if !uses.contains(&Use::Moves) {
            bail!("it has no column `moves` or `movetext`");
        }
        Ok(Self { rows, uses, text: Vec::new(), read: 0 })
    }

    /// Makes the text of the next rows; none at the end.
    fn refill(&mut self) -> Result<()> {
        self.text.clear();
        self.read = 0;
        let Some(columns) = self.rows.next_batch()? else { return Ok(()) };
        let rows = columns.first().map_or(0, Vec::len);
        let mut columns: Vec<_> = columns.into_iter().map(Vec::into_iter).collect();
        for _ in 0..rows {
            let row: Vec<_> = columns.iter_mut().map(|column| column.next().flatten()).collect();
            write_game(&self.uses, &row, &mut self.text)?;
        }
        Ok(())
    }
}

impl Read for RowsText {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.read == self.text.len() {
            self.refill().map_err(|error| {
                io::Error::other(format!("the Parquet file cannot be read: {error}"))
            })?;
        }
        let rest = &self.text[self.read..];
        let len = rest.len().min(buffer.len());
        buffer[..len].copy_from_slice(&rest[..len]);
        self.read += len;
        Ok(len)
    }
}

fn write_game(uses: &[Use], row: &[Option<Value>], to: &mut Vec<u8>) -> io::Result<()> {
    let value = |wanted: &Use| {
        let mut values = uses.iter().zip(row).filter(|(of, _)| *of == wanted);
        values.find_map(|(_, value)| value.as_ref())
    };
    let tag = |name: &str| value(&Use::Tag(name.to_owned()));
    // Whatever the columns, a game begins with its event.
    write_tag("Event", tag("Event").unwrap_or(&Value::Text(b"?".to_vec())), to)?;
    if let (None, Some(Value::Number(year))) = (tag("Date"), value(&Use::Year)) {
        writeln!(to, "[Date \"{year:04}.??.??\"]")?;
    }
    for (of, value) in uses.iter().zip(row) {
        match (of, value) {
            (Use::Tag(name), Some(value)) if name != "Event" => write_tag(name, value, to)?,
            _ => {}
        }
    }
    if tag("FEN").is_some() && tag("SetUp").is_none() {
        to.extend_from_slice(b"[SetUp \"1\"]\n");
    }
    to.push(b'\n');
    let result = match tag("Result") {
        Some(Value::Text(result)) => &result[..],
        _ => b"*",
    };
    let moves = match value(&Use::Moves) {
        Some(Value::Text(moves)) => moves.trim_ascii(),
        _ => b"",
    };
    to.extend_from_slice(moves);
    if !moves.ends_with(result) {
        if !moves.is_empty() {
            to.push(b' ');
        }
        to.extend_from_slice(result);
    }
    to.extend_from_slice(b"\n\n");
    Ok(())
}

fn write_tag(name: &str, value: &Value, to: &mut Vec<u8>) -> io::Result<()> {
    write!(to, "[{name} \"")?;
    match value {
        Value::Text(text) => {
            for &byte in text {
                match byte {
                    b'"' | b'\\' => to.extend_from_slice(&[b'\\', byte]),
                    // A value has one line.
                    0..=31 => to.push(b' '),
                    _ => to.push(byte),
                }
            }
        }
        Value::Number(number) => write!(to, "{number}")?,
        Value::Date(days) => {
            let (year, month, day) = date(*days);
            write!(to, "{year:04}.{month:02}.{day:02}")?;
        }
        Value::Time(milliseconds) => {
            let seconds = milliseconds / 1000;
            let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
            write!(to, "{hours:02}:{minutes:02}:{:02}", seconds % 60)?;
        }
    }
    to.extend_from_slice(b"\"]\n");
    Ok(())
}

/// Year, month and day of a number of days since 1970-01-01.
///
/// CITE: Howard Hinnant, `civil_from_days`, <https://howardhinnant.github.io/date_algorithms.html>.
fn date(days: i32) -> (i64, i64, i64) {
    let days = i64::from(days) + 719_468;
    let (era, of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    // Years begin in March here.
    let month = if month < 10 { month + 3 } else { month - 9 };
    (400 * era + year + i64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_dates() {
        for (days, wanted) in [
            (0, (1970, 1, 1)),
            (-1, (1969, 12, 31)),
            (20_088, (2024, 12, 31)),
            (-40_994, (1857, 10, 6)),
            (11_016, (2000, 2, 29)),
        ] {
            assert_eq!(date(days), wanted);
        }
    }
}
