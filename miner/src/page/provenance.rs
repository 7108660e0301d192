//! Where a page's tables come from, in words.

use indicatif::HumanBytes;
use serde::Serialize;
use tables::{AnyTable, Counters, Provenance};

use crate::ask::figures::grouped;

/// A table's provenance, as a page prints it.
#[derive(Debug, Serialize)]
pub(super) struct Origin {
    name: String,
    title: String,
    entries: String,
    unit: &'static str,
    program: String,
    games_read: String,
    games_used: String,
    positions: String,
    out_of_caps: String,
    rejected: Vec<(String, String)>,
    options: Vec<(String, String)>,
    inputs: Vec<Source>,
    /// How many shards of its runs are missing, if any.
    missing_shards: Option<String>,
}

/// A file that was mined.
#[derive(Debug, Serialize)]
struct Source {
    name: String,
    size: String,
    digest: String,
}

impl Origin {
    /// The provenance of a table.
    #[must_use]
    pub(super) fn new(name: &str, table: &AnyTable) -> Self {
        let Provenance { program, inputs, options, counters, shards } = table.provenance();
        let missing: usize = shards.iter().map(|run| run.missing().count()).sum();
        let Counters { games_read, games_used, rejected, positions, out_of_caps_positions } =
            counters;
        let (title, unit) = match table {
            AnyTable::Imbalance(_) => ("Material imbalance".to_owned(), "cells"),
            AnyTable::Pst(table) => (format!("Piece squares, {}", table.phase()), "squares"),
            AnyTable::KingSquares(_) => ("Piece squares by the kings".to_owned(), "squares"),
            AnyTable::Opening(_) => ("Openings".to_owned(), "moves"),
            AnyTable::Wdl(_) => ("Evaluations".to_owned(), "counts"),
            AnyTable::Priors(_) => ("Move priors".to_owned(), "cells"),
        };
        Self {
            name: name.to_owned(),
            title,
            entries: grouped(table.entries() as u64),
            unit,
            program: program.clone(),
            games_read: grouped(*games_read),
            games_used: grouped(*games_used),
            positions: grouped(*positions),
            out_of_caps: grouped(*out_of_caps_positions),
            rejected: rejected.iter().map(|(why, n)| (why.clone(), grouped(*n))).collect(),
            options: options.clone().into_iter().collect(),
            inputs: inputs
                .iter()
                .map(|input| Source {
                    name: input.name.clone(),
                    size: HumanBytes(input.bytes).to_string(),
                    digest: format!("{:032x}", input.digest),
                })
                .collect(),
            missing_shards: (missing > 0).then(|| grouped(missing as u64)),
        }
    }
}
