//! Mining text without the command line.
#![allow(dead_code, clippy::unwrap_used, missing_docs, reason = "shared by several test binaries")]

use std::{
    path::PathBuf,
    sync::{Mutex, atomic::AtomicBool},
};

use miner::{
    collect::{Settings, Total, Wanted, imbalance, opening},
    filter::Filter,
    read::inputs::Input,
    run::pipeline::{BadGameReport, Job, Watch, mine},
};
use tables::{Counters, Phase, Table};

/// Everything that a run counts.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Outcome {
    pub(crate) counters: Vec<Counters>,
    pub(crate) bad_games: Vec<(BadGameReport, Vec<u8>)>,
    pub(crate) tables: Vec<Vec<u8>>,
}

/// How the opening table is counted.
pub(crate) const OPENING: opening::Settings = opening::Settings { max_ply: 60, min_games: 1 };

/// How a text is mined.
#[derive(Clone, Debug)]
pub(crate) struct How {
    pub(crate) filter: Filter,
    pub(crate) min_elos: Vec<u16>,
    /// The tables to make, for each minimum Elo.
    pub(crate) settings: Vec<Settings>,
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
                Settings::Imbalance(imbalance::Settings { stable_plies: 1, ratings: false }),
                Settings::Pst,
                Settings::Opening(OPENING),
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
    let wanted: Vec<Wanted> = how
        .min_elos
        .iter()
        .flat_map(|&min_elo| how.settings.iter().map(move |&settings| Wanted { min_elo, settings }))
        .collect();
    let job = Job {
        inputs,
        filter: &how.filter,
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
    let mut tables = Vec::new();
    for total in mined.totals.0 {
        match total {
            Total::Imbalance(total) => tables.push(total.finish().to_bytes()),
            Total::Pst(total) => {
                tables.extend(Phase::PARTITION.map(|phase| total.finish(phase).to_bytes()));
            }
            Total::Opening(total) => tables.push(total.finish(OPENING).unwrap().to_bytes()),
            Total::Census(_) | Total::Held(_) | Total::Positions(_) => {}
        }
    }
    let bad_games = listener.0.into_inner().unwrap();
    Outcome { counters: mined.counters, bad_games, tables }
}

/// The counters of a text, mined in one go.
pub(crate) fn count(text: impl AsRef<[u8]>) -> Counters {
    mine_text(text.as_ref(), &How::default()).counters.remove(0)
}
