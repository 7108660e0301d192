//! What mining makes of games, and where it differs from a recount.

use std::{collections::BTreeMap, io, sync::atomic::AtomicBool};

use rules::{Piece, Square};
use tables::{
    AnyTable, Cell, Counters, ImbalanceTable, OpeningTable, OutcomeCounts, Phase, PstTable,
};

use super::recount::{Counts, MAX_PLY, Recount, STABLE_PLIES};
use crate::{
    collect::{TableCollector, TableSettings, Tally, TieredCollector, imbalance, opening, pst},
    filter::Filter,
    read::{block::BLOCK_BYTES, inputs::Input},
    run::{
        job::{FailedInput, Job, Watch},
        pipeline::mine,
        reader::{Reader, Stretch},
    },
};

/// The tables that are compared.
#[derive(Debug)]
pub(super) struct Mined {
    /// What became of the games.
    pub(super) counters: Counters,
    /// One for each of [`STABLE_PLIES`].
    pub(super) imbalance: Vec<ImbalanceTable>,
    /// Opening, middlegame, endgame.
    pub(super) squares: Vec<PstTable>,
    /// All moves of the first [`MAX_PLY`] plies.
    pub(super) opening: OpeningTable,
}

impl Mined {
    /// Mines an input on all threads, as the commands do. `None` if `stop` became true.
    ///
    /// # Errors
    /// If the input cannot be read to its end.
    pub(super) fn of_input(
        input: &Input,
        threads: usize,
        stop: &AtomicBool,
    ) -> io::Result<Option<Self>> {
        let collectors = collectors();
        let wanted = wanted(&collectors);
        let job = Job {
            inputs: std::slice::from_ref(input),
            filter: &Filter::default(),
            wanted: &wanted,
            threads,
            block_bytes: BLOCK_BYTES,
            first: None,
            duplicates: None,
            strict: false,
        };
        let Some(mined) = mine(&job, &Nobody, stop) else { return Ok(None) };
        let counters = mined.lowest_tier();
        if let Some(FailedInput { error, .. }) = mined.failed.into_iter().next() {
            return Err(error);
        }
        Self::finish(counters, collectors).map(Some)
    }

    /// Mines the games of a text.
    ///
    /// # Errors
    /// If counts are lost.
    pub(super) fn of_text(text: &[u8]) -> io::Result<Self> {
        let (collectors, filter) = (collectors(), Filter::default());
        let mut counters = [Counters::default()];
        {
            let mut tally = Tally::new(&wanted(&collectors));
            let mut stretch = Stretch { tally: &mut tally, bad: &mut Vec::new(), room: u64::MAX };
            Reader::new(&filter, None).read_games(text, 0, text.len(), true, &mut stretch);
            tally.count(&mut counters);
            tally.add_up();
        }
        let [counters] = counters;
        Self::finish(counters, collectors)
    }

    fn finish(counters: Counters, collectors: Vec<Box<dyn TableCollector>>) -> io::Result<Self> {
        let (mut imbalance, mut squares, mut opening) = (vec![], vec![], OpeningTable::default());
        for collector in collectors {
            for table in collector.finish()? {
                match table {
                    AnyTable::Imbalance(table) => imbalance.push(table),
                    AnyTable::Pst(table) => squares.push(table),
                    AnyTable::Opening(table) => opening = table,
                    // None is mined.
                    AnyTable::KingSquares(_) | AnyTable::Wdl(_) | AnyTable::Priors(_) => {}
                }
            }
        }
        Ok(Self { counters, imbalance, squares, opening })
    }

    /// The first difference to a recount of the same games, in words.
    #[must_use]
    pub(super) fn difference(&self, recount: &Recount) -> Option<String> {
        self.games(recount)
            .or_else(|| self.materials(recount))
            .or_else(|| self.places(recount))
            .or_else(|| self.moves(recount))
    }

    fn games(&self, recount: &Recount) -> Option<String> {
        let Counters { games_used, positions, rejected, .. } = &self.counters;
        let counted: BTreeMap<String, u64> =
            recount.rejected.iter().map(|(reason, &games)| ((*reason).to_owned(), games)).collect();
        let own = (*games_used, *positions, rejected);
        let other = (recount.used, recount.positions, &counted);
        (own != other).then(|| {
            let words = |(used, positions, rejected)| {
                let rejected: &BTreeMap<String, u64> = rejected;
                format!("{used} games used, {positions} positions, rejected {rejected:?}")
            };
            format!("{}; recounted {}", words(own), words(other))
        })
    }

    fn materials(&self, recount: &Recount) -> Option<String> {
        let each = STABLE_PLIES.iter().zip(&self.imbalance).zip(&recount.imbalance);
        for ((stable, table), counted) in each {
            for cell in Cell::all() {
                let counts = counted.get(&cell.index()).copied().unwrap_or_default();
                if let Some(unlike) = unlike(table.get(cell), counts) {
                    let cell = cell.index();
                    return Some(format!(
                        "imbalance, --stable-plies {stable}, cell {cell}: {unlike}"
                    ));
                }
            }
        }
        None
    }

    fn places(&self, recount: &Recount) -> Option<String> {
        for (table, counted) in self.squares.iter().zip(recount.squares.iter()) {
            for (piece, squares) in counted.iter().enumerate() {
                let piece = Piece::from_index(piece);
                for (square, &counts) in Square::all().zip(squares) {
                    if let Some(unlike) = unlike(table.get(piece, square), counts) {
                        let phase = table.phase();
                        return Some(format!(
                            "piece squares, {phase}, {}{square}: {unlike}",
                            piece.letter()
                        ));
                    }
                }
            }
        }
        None
    }

    fn moves(&self, recount: &Recount) -> Option<String> {
        for entry in self.opening.entries() {
            let mv = (entry.key, entry.mv.packed());
            let counts = recount.opening.get(&mv).copied().unwrap_or_default();
            if let Some(unlike) = unlike(entry.counts, counts) {
                return Some(format!("opening, key {:016x}, {}: {unlike}", entry.key, entry.mv));
            }
        }
        let (own, counted) = (self.opening.entries().len(), recount.opening.len());
        (own != counted).then(|| format!("opening: {own} moves; recounted {counted}"))
    }
}

struct Nobody;

impl Watch for Nobody {}

/// In words, unless they are the same.
fn unlike(own: OutcomeCounts, counted: Counts) -> Option<String> {
    let own = [own.wins, own.draws, own.losses];
    (own != counted).then(|| format!("{own:?} won, drawn, lost; recounted {counted:?}"))
}

fn collectors() -> Vec<Box<dyn TableCollector>> {
    let mut collectors: Vec<_> = STABLE_PLIES
        .into_iter()
        .map(|stable_plies| {
            imbalance::Settings { stable_plies, ratings: false, label: Default::default() }
                .collector()
        })
        .collect();
    collectors.push(
        pst::Settings { phases: Phase::PARTITION.to_vec(), label: Default::default() }.collector(),
    );
    collectors.push(
        opening::Settings {
            max_ply: MAX_PLY,
            min_games: 1,
            averages: false,
            label: Default::default(),
        }
        .collector(),
    );
    collectors
}

fn wanted(collectors: &[Box<dyn TableCollector>]) -> Vec<TieredCollector<'_>> {
    collectors
        .iter()
        .map(|collector| TieredCollector { min_elo: 0, collector: &**collector })
        .collect()
}
