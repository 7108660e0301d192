//! Mining text without the command line.
#![allow(dead_code, clippy::unwrap_used, missing_docs, reason = "shared by several test binaries")]

use std::{
    path::PathBuf,
    rc::Rc,
    sync::{Mutex, atomic::AtomicBool},
};

use miner::{
    collect::{
        TableSettings, TieredCollector, imbalance, king_squares, label::Label, opening, pst,
    },
    filter::Filter,
    read::inputs::Input,
    run::{
        job::{BadGameReport, Job, Watch},
        pipeline::mine,
    },
};
use tables::{AnyTable, Counters, Phase, Table};

/// Everything that a run counts.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Outcome {
    pub(crate) counters: Vec<Counters>,
    pub(crate) bad_games: Vec<(BadGameReport, Vec<u8>)>,
    pub(crate) tables: Vec<Vec<u8>>,
}

/// How the opening table is counted.
pub(crate) const OPENING: opening::Settings = opening::Settings {
    max_ply: 60,
    min_games: 1,
    averages: false,
    label: Label { eval_win: None, min_clock: None },
};

/// How a text is mined.
#[derive(Clone, Debug)]
pub(crate) struct How {
    pub(crate) filter: Filter,
    pub(crate) min_elos: Vec<u16>,
    /// The tables to make, for each minimum Elo.
    pub(crate) settings: Vec<Rc<dyn TableSettings>>,
    pub(crate) threads: usize,
    pub(crate) block_bytes: usize,
    pub(crate) first: Option<u64>,
    pub(crate) duplicates: Option<usize>,
}

impl Default for How {
    fn default() -> Self {
        Self {
            filter: Filter::default(),
            min_elos: vec![0],
            settings: vec![
                Rc::new(imbalance::Settings {
                    stable_plies: 1,
                    ratings: false,
                    label: Label { eval_win: None, min_clock: None },
                }),
                Rc::new(pst::Settings {
                    phases: Phase::PARTITION.to_vec(),
                    label: Label { eval_win: None, min_clock: None },
                }),
                Rc::new(OPENING),
                Rc::new(king_squares::Settings { label: Label::default() }),
            ],
            threads: 1,
            block_bytes: 1 << 20,
            first: None,
            duplicates: None,
        }
    }
}

#[derive(Default)]
struct Listener(Mutex<Vec<(BadGameReport, Vec<u8>)>>);

impl Watch for Listener {
    fn bad_game(&self, report: &BadGameReport, text: &[u8]) {
        let report = BadGameReport { input: String::new(), ..report.clone() };
        self.0.lock().unwrap().push((report, text.to_vec()));
    }
}

/// Mines all tables from a text.
pub(crate) fn mine_text(text: &[u8], how: &How) -> Outcome {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("text.pgn");
    std::fs::write(&path, text).unwrap();
    mine_files(&[path], how)
}

pub(crate) fn mine_files(paths: &[PathBuf], how: &How) -> Outcome {
    let inputs: Vec<Input> = paths.iter().cloned().map(Input::File).collect();
    mine_inputs(&inputs, how)
}

pub(crate) fn mine_inputs(inputs: &[Input], how: &How) -> Outcome {
    let tables =
        how.min_elos.iter().flat_map(|&min_elo| how.settings.iter().map(move |s| (min_elo, s)));
    let collectors: Vec<_> =
        tables.map(|(min_elo, settings)| (min_elo, settings.collector())).collect();
    let wanted: Vec<_> = collectors
        .iter()
        .map(|(min_elo, collector)| TieredCollector { min_elo: *min_elo, collector: &**collector })
        .collect();
    let filter = Filter {
        tells_remarks: collectors.iter().any(|(_, collector)| collector.needs_remarks()),
        ..how.filter.clone()
    };
    let job = Job {
        inputs,
        filter: &filter,
        wanted: &wanted,
        threads: how.threads,
        block_bytes: how.block_bytes,
        first: how.first,
        duplicates: how.duplicates,
        strict: false,
    };
    let listener = Listener::default();
    let mined = mine(&job, &listener, &AtomicBool::new(false)).expect("nobody stops it");
    assert!(mined.failed.is_empty(), "{:?}", mined.failed);
    let tables = collectors.into_iter().flat_map(|(_, collector)| collector.finish().unwrap());
    let tables = tables.map(|table| match table {
        AnyTable::Imbalance(table) => table.to_bytes(),
        AnyTable::Pst(table) => table.to_bytes(),
        AnyTable::KingSquares(table) => table.to_bytes(),
        AnyTable::Opening(table) => table.to_bytes(),
        AnyTable::Wdl(table) => table.to_bytes(),
        AnyTable::Priors(table) => table.to_bytes(),
    });
    let tables = tables.collect();
    let bad_games = listener.0.into_inner().unwrap();
    Outcome { counters: mined.counters, bad_games, tables }
}

/// The counters of a text, mined in one go.
pub(crate) fn count(text: impl AsRef<[u8]>) -> Counters {
    mine_text(text.as_ref(), &How::default()).counters.remove(0)
}
