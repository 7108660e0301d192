//! Instructions that a program takes, as valgrind's callgrind counts them, and their bounds: a figure for
//! speed that does not depend on the machine's load.

use std::{fs::File, path::Path};

use serde::{Deserialize, Serialize};

/// How far above its bound a count may be, in hundredths of it.
pub const SLACK_PERCENT: u64 = 5;

/// The count of one input.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Count {
    /// What the input is called.
    pub input: String,
    /// Instructions.
    pub instructions: u64,
}

/// The instructions (`Ir`) of a file of callgrind's: the totals of all its parts.
/// The format is <https://valgrind.org/docs/manual/cl-format.html>.
///
/// # Errors
/// One sentence if the file has none.
pub fn of_callgrind(text: &str) -> Result<u64, String> {
    let (mut column, mut sum) = (None, None);
    for line in text.lines() {
        if let Some(events) = line.strip_prefix("events:") {
            column = events.split_whitespace().position(|event| event == "Ir");
        }
        if let Some(totals) = line.strip_prefix("totals:") {
            let total = column.and_then(|column| totals.split_whitespace().nth(column));
            let count = total.and_then(|total| total.parse::<u64>().ok());
            let count = count.ok_or_else(|| format!("`{line}` has no instructions"))?;
            sum = Some(sum.unwrap_or(0) + count);
        }
    }
    sum.ok_or_else(|| "there are no totals".to_owned())
}

/// Reads the bounds: `input,instructions`, a row an input.
///
/// # Errors
/// One sentence, with the line if it is one that cannot be read.
pub fn read(path: &Path) -> Result<Vec<Count>, String> {
    let failed = |e: String| format!("cannot read {}: {e}", path.display());
    let file = File::open(path).map_err(|e| failed(e.to_string()))?;
    let rows: Result<Vec<_>, _> = csv::Reader::from_reader(file).into_deserialize().collect();
    rows.map_err(|e| failed(e.to_string()))
}

/// Writes counts down as the bounds. The old file stays whole until the new one is complete.
///
/// # Errors
/// One sentence if it cannot be written.
pub fn write(path: &Path, counts: &[Count]) -> Result<(), String> {
    let write = || -> Result<(), csv::Error> {
        let mut writer = csv::Writer::from_writer(Vec::new());
        counts.iter().try_for_each(|count| writer.serialize(count))?;
        Ok(tables::write_whole(path, &writer.into_inner().map_err(|e| e.into_error())?)?)
    };
    write().map_err(|e| format!("cannot write {}: {e}", path.display()))
}

impl Count {
    /// The bound of this input, if there is one.
    #[must_use]
    pub fn bound(&self, bounds: &[Self]) -> Option<u64> {
        bounds.iter().find(|bound| bound.input == self.input).map(|bound| bound.instructions)
    }

    /// Whether it is further above a bound than may be.
    #[must_use]
    pub const fn is_over(&self, bound: u64) -> bool {
        self.instructions as u128 * 100 > bound as u128 * (100 + SLACK_PERCENT) as u128
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn count(input: &str, instructions: u64) -> Count {
        Count { input: input.to_owned(), instructions }
    }

    #[test]
    fn totals_of_all_parts_are_summed_in_the_column_of_instructions() {
        let part = "part: 1\nevents: Dr Ir\nsummary: 9 9\nfn=(1) main\n16 400\ntotals: 7 128719\n";
        assert_eq!(of_callgrind(&format!("version: 1\n{part}{part}")), Ok(257_438));
        for (text, said) in [
            ("events: Ir\nsummary: 7\n", "no totals"),
            ("events: Dr\ntotals: 7\n", "`totals: 7`"),
            ("events: Dr Ir\ntotals: 7\n", "`totals: 7`"),
            ("events: Ir\ntotals: x\n", "`totals: x`"),
        ] {
            assert!(of_callgrind(text).unwrap_err().contains(said), "{text}");
        }
    }

    #[test]
    fn bounds_are_written_and_read_and_a_malformed_row_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("bounds.csv");
        let counts = [count("plain", 151), count("comments", 243)];
        write(&path, &counts).unwrap();
        assert_eq!(read(&path).unwrap(), counts);
        assert_eq!((counts[1].bound(&counts), count("x", 1).bound(&counts)), (Some(243), None));
        fs::write(&path, "input,instructions\nplain,151\ncomments\n").unwrap();
        assert!(read(&path).unwrap_err().contains("line: 3"));
    }

    #[test]
    fn five_hundredths_above_the_bound_may_be() {
        assert!(!count("x", 105).is_over(100) && count("x", 106).is_over(100));
        assert!(count("x", 1).is_over(0));
    }
}
