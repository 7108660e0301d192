//! The tables that the engine plays with: those that were built in, or those of a folder
//! (`TablesDir`), which are read in the same way.
//!
//! So that a match in one process can tell what a table is worth. What is missing in a folder is
//! neutral, as it is when the engine is built.

use std::{
    path::PathBuf,
    sync::{Arc, LazyLock, OnceLock},
};

use statistics::{Predictor, PredictorOptions};
use tables::{
    Cell, ImbalanceTable, Input, OpeningMove, OpeningTable, OutcomeCounts, PriorValues,
    SquareMetric, SquareValues, WeightBlock,
    folder::{self, Folder, Loaded, Slot},
    square_values,
};

use crate::embedded;

/// Mined and fitted tables, decoded.
#[derive(Debug)]
pub struct Mined {
    /// By [`SquareMetric`].
    psqt: [Box<SquareValues>; 2],
    /// The cells with games, in their order, and their outcomes as White saw them.
    imbalance: Vec<(Cell, OutcomeCounts)>,
    weights: Vec<WeightBlock>,
    /// `None` for the table that was built in.
    opening: Option<OpeningTable>,
    priors: Option<PriorValues>,
    corrections: OnceLock<Vec<[i16; 2]>>,
    files: String,
    /// What in the folder does not suit what else is there.
    warning: Option<String>,
}

impl Mined {
    /// The tables that were built in.
    pub(crate) fn built_in() -> Arc<Self> {
        static BUILT_IN: LazyLock<Arc<Mined>> = LazyLock::new(|| {
            let weights = embedded::weights().iter().map(|&(name, weights)| WeightBlock {
                name: name.to_owned(),
                weights: weights.to_vec(),
            });
            Arc::new(Mined {
                psqt: SquareMetric::ALL.map(|metric| Box::new(*embedded::psqt(metric))),
                imbalance: embedded::imbalance().collect(),
                weights: weights.collect(),
                opening: None,
                priors: embedded::priors(),
                corrections: OnceLock::new(),
                files: String::new(),
                warning: None,
            })
        });
        Arc::clone(&BUILT_IN)
    }

    /// The tables of a folder.
    ///
    /// `fits` says whether the evaluation knows a block of weights.
    ///
    /// # Errors
    /// One sentence on which file is wrong.
    pub(crate) fn read(folder: &str, fits: fn(&WeightBlock) -> bool) -> Result<Self, String> {
        let files = Folder::new(PathBuf::from(folder), folder.to_owned()).read()?;
        if files.is_empty() {
            return Err(format!("there is no table in the folder `{folder}`"));
        }
        let warning = files.warning();
        let mut lines: Vec<_> = warning.iter().map(|what| format!("{what}\n")).collect();
        note(&mut lines, folder::IMBALANCE, files.imbalance.as_ref());
        for (slot, file) in [folder::PST_OPENING, folder::PST_MIDDLEGAME, folder::PST_ENDGAME]
            .into_iter()
            .zip(&files.squares)
        {
            note(&mut lines, slot, file.as_ref());
        }
        note(&mut lines, folder::OPENING, files.opening.as_ref());
        note(&mut lines, folder::PRIORS, files.priors.as_ref());
        note(&mut lines, folder::WEIGHTS, files.weights.as_ref());
        let weights = files.weights.map_or_else(Vec::new, |file| file.table.blocks().to_vec());
        if !weights.iter().all(fits) {
            let Slot { file, maker } = folder::WEIGHTS;
            return Err(format!(
                "{folder}/{file}: it does not fit this engine's evaluation; make it again with \
                 `cargo run --release -p {maker}`"
            ));
        }
        let counts = files.squares.each_ref().map(|file| file.as_ref().map(|file| &file.table));
        let imbalance = files.imbalance.map(|file| file.table.iter().collect());
        Ok(Self {
            psqt: SquareMetric::ALL.map(|metric| square_values::of(counts, metric)),
            imbalance: imbalance.unwrap_or_default(),
            weights,
            opening: Some(files.opening.map_or_else(OpeningTable::default, |file| file.table)),
            priors: files.priors.map(|file| PriorValues::of(&file.table)),
            corrections: OnceLock::new(),
            files: lines.concat(),
            warning,
        })
    }

    /// Piece-square values: `[role][square] = (mg, eg)` in centipawns, White's side.
    pub(crate) fn psqt(&self, metric: SquareMetric) -> &SquareValues {
        &self.psqt[metric as usize]
    }

    /// The piece squares that the weights were fitted around, which may be others than those of the tables beside them.
    pub(crate) fn fitted_around(&self, metric: SquareMetric) -> Option<Box<SquareValues>> {
        self.weights(square_values::fitted_around(metric)).and_then(square_values::of_block)
    }

    /// The cells with games and their outcomes as White saw them, in cell order.
    pub(crate) fn imbalance(&self) -> &[(Cell, OutcomeCounts)] {
        &self.imbalance
    }

    /// The same as a table.
    pub(crate) fn imbalance_table(&self) -> ImbalanceTable {
        let mut table = ImbalanceTable::default();
        for &(cell, counts) in &self.imbalance {
            table.add_counts(cell, counts);
        }
        table
    }

    /// The outcomes in a cell.
    pub(crate) fn cell(&self, cell: Cell) -> OutcomeCounts {
        let place = self.imbalance.binary_search_by_key(&cell, |row| row.0);
        place.map_or(OutcomeCounts::ZERO, |place| self.imbalance[place].1)
    }

    /// What counting pieces misses in each cell with games, in centipawns for White: as the counts are,
    /// and with colours folded. Computed when first asked for.
    pub(crate) fn corrections(&self) -> &[[i16; 2]] {
        self.corrections.get_or_init(|| corrections(&self.imbalance_table(), &self.imbalance))
    }

    /// All fitted weights.
    pub(crate) fn blocks(&self) -> &[WeightBlock] {
        &self.weights
    }

    /// The fitted weights of a block, if there are any.
    pub(crate) fn weights(&self, block: &str) -> Option<&[(i16, i16)]> {
        self.weights.iter().find(|one| one.name == block).map(|one| &one.weights[..])
    }

    /// The moves played in the position of a Polyglot key, and how the mover fared.
    pub(crate) fn opening(&self, key: u64) -> Vec<(OpeningMove, OutcomeCounts)> {
        match &self.opening {
            None => embedded::opening(key).collect(),
            Some(table) => table.moves(key).iter().map(|entry| (entry.mv, entry.counts)).collect(),
        }
    }

    /// How often moves are played, if there is a table of it.
    pub(crate) const fn priors(&self) -> Option<&PriorValues> {
        self.priors.as_ref()
    }

    /// Tells these tables from others.
    #[must_use]
    pub fn digest(&self) -> u128 {
        let built_in = || {
            let contents = embedded::sources().iter().map(|source| source.content);
            let lines = contents.map(|content| format!("{:?} ", content.map(|one| one.checksum)));
            lines.collect::<String>()
        };
        let text = if self.opening.is_none() { built_in() } else { self.files.clone() };
        Input::of("", text.as_bytes()).digest
    }

    /// The files of the folder, a line each; nothing for the tables that were built in.
    pub(crate) fn files(&self) -> &str {
        &self.files
    }

    /// What in the folder does not suit what else is there.
    pub(crate) fn warning(&self) -> Option<&str> {
        self.warning.as_deref()
    }
}

/// Adds a line about a file, if it is there.
fn note<T>(lines: &mut Vec<String>, slot: Slot, file: Option<&Loaded<T>>) {
    if let Some(Loaded { bytes, checksum, .. }) = file {
        lines.push(format!("{:<19} {bytes} bytes, checksum {checksum:016x}\n", slot.file));
    }
}

/// See [`Mined::corrections`].
fn corrections(table: &ImbalanceTable, cells: &[(Cell, OutcomeCounts)]) -> Vec<[i16; 2]> {
    let predictors = [false, true].map(|folded| {
        Predictor::fit_with(table, PredictorOptions { folded, ..PredictorOptions::default() })
    });
    // Where one side always won, pieces are off by any amount; a hundred pawns are enough.
    let rounded = |cp: f64| cp.round().clamp(-10_000.0, 10_000.0) as i16;
    cells
        .iter()
        .map(|&(cell, _)| [0, 1].map(|i: usize| rounded(predictors[i].correction(cell))))
        .collect()
}
