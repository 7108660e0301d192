//! What positions of openings are called: by a list of names, or by the games' own tags.

use std::{fs, path::Path};

use anyhow::{Context, Result, bail, ensure};
use rustc_hash::FxHashMap;
use shakmaty::{Chess, Position, san::SanPlus};

use crate::{
    ask::explore,
    collect::portrait::{Portrait, Title},
};

/// Names of positions, by their Polyglot keys.
#[derive(Debug, Default)]
pub struct Titles {
    by_key: FxHashMap<u64, Title>,
    /// Where the names come from, in words.
    source: String,
}

impl Titles {
    /// The names that games' own tags agree on.
    #[must_use]
    pub fn of_games(portrait: &Portrait) -> Self {
        let by_key = portrait.titles().collect();
        Self { by_key, source: "the ECO, Opening and Variation tags of the games".to_owned() }
    }

    /// Reads a list of names: lines of ECO class, name and moves with tabs between them, below a line
    /// that names these columns `eco`, `name` and `pgn`. Lists of github.com/lichess-org/chess-openings
    /// are such.
    ///
    /// # Errors
    /// If the file cannot be read, lacks a column, or a line's moves are not legal ones.
    pub fn load(path: &Path) -> Result<Self> {
        let shown = path.display();
        let bytes = fs::read(path).with_context(|| format!("cannot read `{shown}`"))?;
        let mut reader =
            csv::ReaderBuilder::new().delimiter(b'\t').quoting(false).from_reader(&bytes[..]);
        let context = || format!("`{shown}` is no list of openings");
        let header = reader.headers().with_context(context)?.clone();
        let column = |name: &str| header.iter().position(|column| column == name);
        let (Some(eco), Some(name), Some(pgn)) = (column("eco"), column("name"), column("pgn"))
        else {
            bail!(
                "`{shown}` is no list of openings: its first line names no columns eco, name and pgn"
            );
        };
        let mut titles = Self {
            source: path.file_name().unwrap_or_default().display().to_string(),
            ..Self::default()
        };
        for (row, fields) in reader.records().enumerate() {
            let fields = fields.with_context(context)?;
            let field = |column: usize| fields.get(column).unwrap_or_default().trim().to_owned();
            let line = field(pgn);
            let key = after(&line).with_context(|| format!("`{shown}`, line {}", row + 2))?;
            titles.by_key.insert(key, Title { eco: field(eco), name: field(name) });
        }
        ensure!(!titles.by_key.is_empty(), "`{shown}` names no opening");
        Ok(titles)
    }

    /// These names, and others where there is none here.
    #[must_use]
    pub fn or(mut self, others: Self) -> Self {
        if !others.by_key.is_empty() {
            let both = [self.source, others.source];
            self.source =
                both.iter().filter(|name| !name.is_empty()).cloned().collect::<Vec<_>>().join(", ");
        }
        for (key, title) in others.by_key {
            self.by_key.entry(key).or_insert(title);
        }
        self
    }

    /// What the position of a key is called.
    pub(super) fn get(&self, key: u64) -> Option<&Title> {
        self.by_key.get(&key)
    }

    /// Where the names come from; empty if there are none.
    pub(super) fn source(&self) -> &str {
        &self.source
    }
}

/// The key of the position after a line such as `1. e4 c5 2. Nf3`.
fn after(line: &str) -> Result<u64> {
    let mut position = Chess::default();
    let words = line.split(|sign: char| sign.is_whitespace() || sign == '.');
    for word in words.filter(|word| word.starts_with(|sign: char| sign.is_ascii_alphabetic())) {
        let san: SanPlus = word.parse().with_context(|| format!("`{word}` is no move"))?;
        let mv = san.san.to_move(&position).with_context(|| format!("`{word}` is not legal"))?;
        position.play_unchecked(mv);
    }
    Ok(explore::key(&position))
}
