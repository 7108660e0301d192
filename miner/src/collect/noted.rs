//! Counting the opening table with what is known of each move besides: the players' Elo, its evaluation.
//!
//! Records are kept as for the table alone, with a note each; what is added up of them first are the counts, and
//! then, of the moves that stay, the notes.

use std::{
    io,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};

use rules::{Color, Outcome};
use tables::{AnyTable, Cell, MoveSums, OpeningEntry, OpeningTable, OutcomeCounts, Provenance};

use super::{
    Collector, CollectorTally, TableCollector,
    opening::{GROUPS, PARTS, Settings, part_of},
    records::{KEY_BITS, NOTED_BYTES, Note, PlyRecord, Record, Records},
    sum::Sum,
};
use crate::{game::Game, keyed::Keyed, remarks::Score};

type Noted = Record<NOTED_BYTES>;

/// The moves of a block's games.
#[derive(Debug)]
struct NotedTally<'a> {
    collector: &'a NotedCollector,
    /// By group, then part.
    parts: Box<[Vec<Noted>; GROUPS * PARTS]>,
    /// The moves of one game, whatever they count as.
    game: Vec<PlyRecord>,
}

impl CollectorTally for NotedTally<'_> {
    fn observe(&mut self, game: &Game<'_>, _: &[(Cell, u32)]) {
        let Settings { max_ply, label, .. } = self.collector.settings;
        let mut position = Keyed::new(game.start);
        let mut side = game.start.side_to_move;
        self.game.clear();
        for (number, &ply) in game.plies.iter().take(max_ply).enumerate() {
            if let Some(outcome) = label.of_ply(game, number) {
                let key = position.key();
                let move_alone = PlyRecord::new(key, ply, Outcome::Draw);
                if !self.game.contains(&move_alone) {
                    self.game.push(move_alone);
                    let entry = PlyRecord::new(key, ply, outcome.seen_by(side));
                    self.parts[part_of(key)]
                        .push(Noted::with_note(entry, note(game, number, side)));
                }
            }
            position.play(ply);
            side = !side;
        }
    }

    fn add_up(&mut self) {
        let NotedCollector { groups, has_failed, .. } = self.collector;
        for (parts, group) in self.parts.as_chunks_mut().0.iter_mut().zip(groups) {
            let mut group = group.lock().unwrap_or_else(PoisonError::into_inner);
            group.extend(parts);
            if group.has_failed() {
                has_failed.store(true, Ordering::Relaxed);
            }
            parts.iter_mut().for_each(Vec::clear);
        }
    }
}

/// What is known of a move, as its mover sees it.
fn note(game: &Game<'_>, ply: usize, mover: Color) -> Note {
    let elo = game.elo.map(|[white, black]| match mover {
        Color::White => [white, black],
        Color::Black => [black, white],
    });
    let most = MoveSums::MOST_CENTIPAWNS;
    let centipawns = game.remarks.of(ply).score.map(|score| match score.seen_by(mover) {
        Score::Centipawns(score) => score.clamp((-most).into(), most.into()) as i16,
        Score::Mate { winner: Color::White, .. } => most,
        Score::Mate { winner: Color::Black, .. } => -most,
    });
    Note { elo, centipawns }
}

/// Keeps the moves of all games.
#[derive(Debug)]
pub(super) struct NotedCollector {
    settings: Settings,
    groups: [Mutex<Records<PARTS, NOTED_BYTES>>; GROUPS],
    /// A temporary file could not be written.
    has_failed: AtomicBool,
}

impl NotedCollector {
    /// No moves yet, and this many bytes until temporary files are needed.
    pub(super) fn with_memory(settings: Settings, bytes: usize) -> Self {
        Self {
            settings,
            groups: std::array::from_fn(|_| Mutex::new(Records::new(bytes / GROUPS))),
            has_failed: AtomicBool::new(false),
        }
    }
}

impl Collector for NotedCollector {
    fn tally(&self) -> Box<dyn CollectorTally + '_> {
        let parts = Box::new([const { Vec::new() }; _]);
        Box::new(NotedTally { collector: self, parts, game: Vec::new() })
    }

    fn needs_remarks(&self) -> bool {
        true
    }

    fn has_failed(&self) -> bool {
        self.has_failed.load(Ordering::Relaxed)
    }
}

impl TableCollector for NotedCollector {
    fn finish(self: Box<Self>) -> io::Result<Vec<AnyTable>> {
        let (mut entries, mut sums, mut sum) = (Vec::new(), Vec::new(), Sum::default());
        for (number, group) in self.groups.into_iter().enumerate() {
            let mut group = group.into_inner().unwrap_or_else(PoisonError::into_inner);
            for part in 0..PARTS {
                let first = entries.len();
                let records = group.take(part)?;
                let upper = ((number * PARTS + part) as u64) << KEY_BITS;
                let min_games = self.settings.min_games;
                sum.each(&records.plain(), min_games, |key, mv, [wins, draws, losses]| {
                    let counts = OutcomeCounts { wins, draws, losses };
                    entries.push(OpeningEntry { key: upper | key, mv, counts });
                });
                let entries = &mut entries[first..];
                let place = |entry: &OpeningEntry| (entry.key, entry.mv.packed());
                entries.sort_unstable_by_key(place);
                sums.resize(first + entries.len(), MoveSums::default());
                for record in records.chunks().flatten() {
                    let (plain, Note { elo, centipawns }) = record.parted();
                    let wanted = (upper | plain.key(), plain.packed_move());
                    if let Ok(row) = entries.binary_search_by_key(&wanted, place) {
                        let outcome = Outcome::ALL[plain.outcome() as usize];
                        sums[first + row].add(outcome, elo, centipawns);
                    }
                }
            }
        }
        let table = OpeningTable::with_sums(entries, sums, Provenance::default());
        Ok(vec![AnyTable::Opening(table)])
    }
}
