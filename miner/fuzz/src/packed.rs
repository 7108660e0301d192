//! Packed files of any bytes: they are read, or they are an input that could not be.

use std::sync::atomic::AtomicBool;

use miner::{
    collect::{TieredCollector, census::CensusCollector},
    filter::Filter,
    read::inputs::Input,
    run::{
        job::{Job, Watch},
        pipeline::mine,
    },
};

struct Nobody;

impl Watch for Nobody {}

/// Reads `data` as a file that may be packed.
pub fn run(data: &[u8]) {
    let mut file = tempfile::NamedTempFile::new().expect("a temporary file");
    std::io::Write::write_all(&mut file, data).expect("room for it");
    let inputs = [Input::File(file.path().to_path_buf())];
    let job = Job {
        inputs: &inputs,
        filter: &Filter::default(),
        wanted: &[TieredCollector { min_elo: 0, collector: &CensusCollector::default() }],
        threads: 1,
        block_bytes: 1 << 16,
        first: None,
        duplicates: None,
        strict: false,
    };
    let mined = mine(&job, &Nobody, &AtomicBool::new(false)).expect("nobody stops it");
    let counters = &mined.counters[0];
    assert_eq!(counters.games_read, counters.games_used + counters.games_rejected());
    assert_eq!(mined.inputs.len() + mined.failed.len(), 1);
    for failed in mined.failed {
        assert!(!failed.error.to_string().is_empty());
    }
}
