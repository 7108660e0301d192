//! The evaluation's fitted weights, from `weights.txt`, as Rust code.
//!
//! `engine tune` writes the file: comments behind `#`, and blocks of `NAME` with `mg eg` pairs on the
//! lines below. Whether names and sizes fit the evaluation is checked where it is compiled.

use std::{fmt::Write, fs, path::Path};

/// `WEIGHTS`, empty without a file.
///
/// # Errors
/// What is wrong with the file, and in which line.
pub(super) fn code(path: &Path) -> Result<String, String> {
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => String::new(),
        Err(e) => return Err(format!("it cannot be read: {e}")),
    };
    let mut blocks: Vec<(&str, Vec<(i16, i16)>)> = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or_default();
        let words: Vec<_> = line.split_whitespace().collect();
        let wrong = || format!("line {}: `{line}` is neither a name nor two weights", number + 1);
        match (words.as_slice(), blocks.last_mut()) {
            ([], _) => {}
            ([name], _) if name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_') => {
                blocks.push((name, Vec::new()));
            }
            ([mg, eg], Some((_, values))) => {
                values.push(mg.parse().ok().zip(eg.parse().ok()).ok_or_else(wrong)?);
            }
            _ => return Err(wrong()),
        }
    }
    let mut code = format!("pub(crate) const WEIGHTS: [WeightBlock; {}] = [\n", blocks.len());
    for (name, values) in &blocks {
        writeln!(code, "    ({name:?}, &{values:?}),").expect("invariant: strings take text");
    }
    Ok(code + "];\n")
}
