//! A folder of table files, as the engine is built with and plays with.

use std::{
    fs,
    path::{Path, PathBuf},
};

use crate::{
    FittedWeights, ImbalanceTable, OpeningTable, Phase, PriorsTable, PstTable, Table, checksum,
    square_values,
};

/// One table file: its name and the command that makes it again.
#[derive(Clone, Copy, Debug)]
pub struct Slot {
    /// The file's name in the folder.
    pub file: &'static str,
    /// What follows `cargo run --release -p`.
    pub maker: &'static str,
}

/// Outcomes by material.
pub const IMBALANCE: Slot = Slot { file: "imbalance.bin", maker: "miner -- imbalance" };
/// Outcomes by piece and square in the opening.
pub const PST_OPENING: Slot =
    Slot { file: "pst-opening.bin", maker: "miner -- pst --phase opening" };
/// Outcomes by piece and square in the middlegame.
pub const PST_MIDDLEGAME: Slot =
    Slot { file: "pst-middlegame.bin", maker: "miner -- pst --phase middlegame" };
/// Outcomes by piece and square in the endgame.
pub const PST_ENDGAME: Slot =
    Slot { file: "pst-endgame.bin", maker: "miner -- pst --phase endgame" };
/// The evaluation's fitted weights.
pub const WEIGHTS: Slot = Slot { file: "weights.bin", maker: "lab -- tune POSITIONS" };
/// Outcomes by position and move.
pub const OPENING: Slot = Slot { file: "opening.bin", maker: "miner -- opening" };
/// How often moves were played.
pub const PRIORS: Slot = Slot { file: "priors.bin", maker: "miner -- priors" };

/// The option in the weights' provenance that names the piece squares they belong to.
pub const FITTED_AROUND: &str = "piece-squares";

/// The folder of the tables, and the name it has in messages.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    shown: String,
}

/// A table, with what its file says about it.
#[derive(Debug)]
pub struct Loaded<T> {
    /// What is in it.
    pub table: T,
    /// The file's size in bytes.
    pub bytes: usize,
    /// See [`checksum`].
    pub checksum: u64,
}

/// All tables of a folder; `None` where there is no file.
#[derive(Debug)]
pub struct TableFiles {
    /// From [`IMBALANCE`].
    pub imbalance: Option<Loaded<ImbalanceTable>>,
    /// Opening, middlegame, endgame.
    pub squares: [Option<Loaded<PstTable>>; 3],
    /// From [`OPENING`].
    pub opening: Option<Loaded<OpeningTable>>,
    /// From [`PRIORS`].
    pub priors: Option<Loaded<PriorsTable>>,
    /// From [`WEIGHTS`].
    pub weights: Option<Loaded<FittedWeights>>,
}

impl TableFiles {
    /// Whether the folder has none of them.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        let squares = self.squares.iter().all(Option::is_none);
        squares
            && self.imbalance.is_none()
            && self.opening.is_none()
            && self.priors.is_none()
            && self.weights.is_none()
    }

    /// A sentence if the weights do not belong to these tables, or are missing beside them.
    #[must_use]
    pub fn warning(&self) -> Option<String> {
        if self.weights.is_some() || self.is_empty() {
            return self.weights_mismatch();
        }
        let weights = WEIGHTS.file;
        Some(format!(
            "{weights} is not beside these tables: the evaluation plays with weights set by hand, and much weaker; copy the \
             project's there, or fit some with `scripts/fit-weights`"
        ))
    }

    /// A sentence if the weights were fitted around other piece squares than these files give. The engine then plays
    /// with the piece squares in the weights' file. If that file holds none, its weights are added to squares that
    /// they were not fitted to.
    #[must_use]
    pub fn weights_mismatch(&self) -> Option<String> {
        let options = &self.weights.as_ref()?.table.provenance().options;
        let wanted = options.get(FITTED_AROUND)?;
        let metric = options.get("metric").and_then(|name| name.parse().ok()).unwrap_or_default();
        let counts = self.squares.each_ref().map(|file| file.as_ref().map(|file| &file.table));
        let found = square_values::digest(&square_values::of(counts, metric));
        let name = square_values::fitted_around(metric);
        let mut blocks = self.weights.iter().flat_map(|file| file.table.blocks());
        let then = match blocks.any(|block| block.name == name) {
            true => {
                "plays with those, and not with these, until `scripts/fit-weights` fits it to these"
            }
            false => "plays worse with these; `scripts/fit-weights` fits it to them",
        };
        (found != *wanted).then(|| {
            format!(
                "{} was fitted around other piece squares than {}, {} and {} give; it {then}",
                WEIGHTS.file, PST_OPENING.file, PST_MIDDLEGAME.file, PST_ENDGAME.file
            )
        })
    }
}

impl Folder {
    /// This folder, by the name that messages call it.
    #[must_use]
    pub fn new(path: PathBuf, shown: String) -> Self {
        Self { path, shown }
    }

    /// The folder, which cargo is to watch whole: a table that is missing today may come tomorrow,
    /// and one that is moved in keeps its old time stamp, so that only the folder's tells. (Of a
    /// single file that is missing cargo would think that it changes all the time.)
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Reads all tables.
    ///
    /// # Errors
    /// One sentence: which file, what is wrong with it, which command mends it.
    pub fn read(&self) -> Result<TableFiles, String> {
        if !self.path().is_dir() {
            return Err(format!("there is no folder `{}`", self.shown));
        }
        Ok(TableFiles {
            imbalance: self.load(IMBALANCE)?,
            squares: [
                self.load_pst(PST_OPENING, Phase::Opening)?,
                self.load_pst(PST_MIDDLEGAME, Phase::Middlegame)?,
                self.load_pst(PST_ENDGAME, Phase::Endgame)?,
            ],
            opening: self.load(OPENING)?,
            priors: self.load(PRIORS)?,
            weights: self.load(WEIGHTS)?,
        })
    }

    /// The table in a slot; `None` if there is no such file.
    fn load<T: Table>(&self, slot: Slot) -> Result<Option<Loaded<T>>, String> {
        let path = self.path.join(slot.file);
        let wrong = |what: &dyn std::fmt::Display| {
            format!(
                "{}/{}: {what}; make it again with `cargo run --release -p {}`",
                self.shown, slot.file, slot.maker
            )
        };
        let bytes = match fs::read(&path) {
            Ok(bytes) => bytes,
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(e) => return Err(wrong(&format_args!("it cannot be read: {e}"))),
        };
        let table = T::from_bytes(&bytes).map_err(|e| wrong(&e))?;
        if let Some(run) = table.provenance().shards.first() {
            return Err(wrong(&format_args!("it is not whole, it holds shards {run}")));
        }
        let checksum = checksum(&bytes).map_err(|e| wrong(&e))?;
        Ok(Some(Loaded { table, bytes: bytes.len(), checksum }))
    }

    fn load_pst(&self, slot: Slot, phase: Phase) -> Result<Option<Loaded<PstTable>>, String> {
        let loaded = self.load::<PstTable>(slot)?;
        match loaded {
            Some(Loaded { table, .. }) if table.phase() != phase => Err(format!(
                "{}/{}: this is the table of the phase `{}` where `{phase}` is wanted; make it \
                 again with `cargo run --release -p {}`",
                self.shown,
                slot.file,
                table.phase(),
                slot.maker
            )),
            loaded => Ok(loaded),
        }
    }
}
