//! Mining text without the command line.
#![allow(dead_code, clippy::unwrap_used, missing_docs, reason = "shared by several test binaries")]

use std::{path::PathBuf, sync::atomic::AtomicBool};

use miner::{
    collect::{Wanted, imbalance, opening, pst},
    filter::Filter,
    inputs::Input,
    pipeline::{BadGameReport, Job, Watch, mine},
};
use tables::{Counters, Phase, Provenance, Table};

/// Everything that a run counts.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Outcome {
    pub(crate) counters: Counters,
    pub(crate) bad_games: Vec<BadGameReport>,
    pub(crate) tables: Vec<Vec<u8>>,
}

struct Nobody;

impl Watch for Nobody {
    fn progress(&self, _: u64, _: u64) {}
}

/// Mines all tables from a text.
pub(crate) fn mine_text(
    text: &[u8],
    filter: Filter,
    threads: usize,
    block_bytes: usize,
) -> Outcome {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("text.pgn");
    std::fs::write(&path, text).unwrap();
    let mut outcome = mine_files(&[path], filter, threads, block_bytes);
    for bad in &mut outcome.bad_games {
        bad.input.clear();
    }
    outcome
}

pub(crate) fn mine_files(
    paths: &[PathBuf],
    filter: Filter,
    threads: usize,
    block_bytes: usize,
) -> Outcome {
    let inputs: Vec<Input> = paths.iter().cloned().map(Input::File).collect();
    let opening = opening::Settings { max_ply: 60, min_games: 1 };
    let wanted = Wanted {
        imbalance: Some(imbalance::Settings { stable_plies: 1 }),
        pst: Some(pst::Settings { phases: Phase::PARTITION.to_vec() }),
        opening: Some(opening),
    };
    let job = Job { inputs: &inputs, filter, wanted: &wanted, threads, block_bytes };
    let mined = mine(&job, &Nobody, &AtomicBool::new(false)).expect("nobody stops it");
    assert!(mined.failed.is_empty(), "{:?}", mined.failed);
    let provenance = Provenance {
        inputs: mined.inputs,
        counters: mined.counters.clone(),
        ..Provenance::default()
    };
    let mut tables = Vec::new();
    let imbalance = mined.totals.imbalance.unwrap().finish();
    tables.push(imbalance.with_provenance(provenance.clone()).to_bytes());
    let pst = mined.totals.pst.unwrap();
    for phase in Phase::PARTITION {
        tables.push(pst.finish(phase).with_provenance(provenance.clone()).to_bytes());
    }
    let opening = mined.totals.opening.unwrap().finish(opening);
    tables.push(opening.with_provenance(provenance).to_bytes());
    Outcome { counters: mined.counters, bad_games: mined.bad_games, tables }
}

/// The counters of a text, mined in one go.
pub(crate) fn count(text: impl AsRef<[u8]>) -> Counters {
    mine_text(text.as_ref(), Filter::default(), 1, 1 << 20).counters
}
