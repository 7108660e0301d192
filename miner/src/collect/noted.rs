//! Counting the opening table with what is known of each move besides: the players' Elo, its evaluation.
//!
//! Records are kept as for the table alone, with a note each; what is added up of them first are the counts, and
//! then, of the moves that stay, the notes.

use std::io;

use rules::{Color, Outcome};
use tables::{AnyTable, Cell, MoveSums, OpeningEntry, OpeningTable, OutcomeCounts, Provenance};

use super::{
    Collector, CollectorTally, TableCollector,
    move_groups::{GROUPS, MoveGroups, PARTS, each_labelled, part_of},
    opening::Settings,
    records::{NOTED_BYTES, Note, PlyRecord, Record},
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
        let Self { collector, parts, game: seen } = self;
        let start = Keyed::new(game.start);
        each_labelled(game, collector.settings, start, seen, |entry, ply, mover| {
            parts[part_of(entry.key)].push(Noted::with_note(entry, note(game, ply, mover)));
        });
    }

    fn add_up(&mut self) {
        self.collector.groups.add_up(&mut self.parts);
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
    groups: MoveGroups<NOTED_BYTES>,
}

impl NotedCollector {
    /// No moves yet, and this many bytes until temporary files are needed.
    pub(super) fn with_memory(settings: Settings, bytes: usize) -> Self {
        Self { settings, groups: MoveGroups::with_memory(bytes) }
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
        self.groups.has_failed()
    }
}

impl TableCollector for NotedCollector {
    fn finish(self: Box<Self>) -> io::Result<Vec<AnyTable>> {
        let min_games = self.settings.min_games;
        let (mut entries, mut sums, mut sum) = (Vec::new(), Vec::new(), Sum::default());
        self.groups.each_part(|upper, records| {
            let first = entries.len();
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
        })?;
        let table = OpeningTable::with_sums(entries, sums, Provenance::default());
        Ok(vec![AnyTable::Opening(table)])
    }
}
