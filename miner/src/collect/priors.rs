//! Counting how often quiet moves were played when they were legal.
//!
//! Of every position whose mover is not in check and plays a quiet move, the move is counted as played, and each legal
//! quiet move as expected: all of them the same, and one together.

use std::{
    io, mem,
    sync::{Mutex, PoisonError},
};

use rules::{Move, MoveList, Position, Which};
use tables::{AnyTable, Arrival, Before, Cell, Kind, Phase, PriorCell, PriorCounts, PriorsTable};

use super::{
    Collector, CollectorTally, TableCollector, TableSettings,
    by::Maker,
    label::Label,
    pst::{weight_after, weight_at_start},
    walk::{Walk, move_of},
};
use crate::game::Game;

/// Which moves are counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Only moves that come after at least so many plies.
    pub min_ply: usize,
    /// Which moves count by their clocks.
    pub label: Label,
}

impl TableSettings for Settings {
    fn kind(&self) -> Kind {
        Kind::Priors
    }

    fn options(&self) -> Vec<(&'static str, String)> {
        let mut options = vec![("min-ply", self.min_ply.to_string())];
        options.extend(self.label.options());
        options
    }

    fn collector(&self) -> Box<dyn TableCollector> {
        let sum = Mutex::new(no_counts());
        Box::new(PriorsCollector { settings: self.clone(), sum })
    }

    fn maker(&self) -> Maker {
        let settings = self.clone();
        Box::new(move || settings.collector())
    }
}

/// As played, and as expected, by [`PriorCell::index`].
type Counts = Box<[[u64; 2]]>;

fn no_counts() -> Counts {
    vec![[0; 2]; PriorCell::COUNT].into()
}

/// What a block's games add.
#[derive(Debug)]
struct PriorsTally<'a> {
    collector: &'a PriorsCollector,
    counts: Counts,
    /// Whether there are any: a pass over all cells is spared where there are none.
    has_counts: bool,
    moves: MoveList,
}

impl CollectorTally for PriorsTally<'_> {
    fn observe(&mut self, game: &Game<'_>, _: &[(Cell, u32)]) {
        let Settings { min_ply, label } = &self.collector.settings;
        let mut walk = Walk::new(game);
        let mut weight = weight_at_start(game);
        // The nearer first.
        let mut before: [Option<Arrival>; 2] = [None; 2];
        for (played, &ply) in game.plies.iter().enumerate() {
            let (position, mv) = (walk.position(), move_of(ply));
            let is_counted = played >= *min_ply
                && mv.is_quiet()
                && !position.in_check()
                && label.of_ply(game, played).is_some();
            if is_counted {
                self.has_counts = true;
                let phase = Phase::of(weight, played);
                count(&mut self.counts, &mut self.moves, position, phase, before, mv);
            }
            before = [Some(Arrival { role: ply.piece().role, to: mv.to() }), before[0]];
            weight = weight_after(weight, ply);
            walk.play(ply);
        }
    }

    fn add_up(&mut self) {
        if !mem::take(&mut self.has_counts) {
            return;
        }
        let mut sum = self.collector.sum.lock().unwrap_or_else(PoisonError::into_inner);
        let more = self.counts.as_flattened_mut();
        for (count, more) in sum.as_flattened_mut().iter_mut().zip(more) {
            *count += mem::take(more);
        }
    }
}

/// Counts the choice of a quiet move; `before` are the moves one and two plies before it, as White sees them.
fn count(
    counts: &mut [[u64; 2]],
    moves: &mut MoveList,
    position: &Position,
    phase: Phase,
    before: [Option<Arrival>; 2],
    played: Move,
) {
    let us = position.turn();
    moves.clear();
    position.generate(Which::Quiet, moves);
    let share = PriorCounts::share(moves.len().max(1));
    for mv in moves.iter() {
        let arrival = Arrival { role: position.moved(*mv), to: mv.to() }.seen_by(us);
        let add = [u64::from(*mv == played), share];
        let mut count_in = |cell: PriorCell| {
            if let Some(place) = cell.index() {
                let [played, expected] = &mut counts[place];
                *played += add[0];
                *expected += add[1];
            }
        };
        count_in(PriorCell::Origin { phase, from: mv.from().relative_to(us), arrival });
        for (which, moved) in Before::ALL.into_iter().zip(before) {
            if let Some(moved) = moved {
                count_in(PriorCell::After { before: which, moved: moved.seen_by(us), arrival });
            }
        }
    }
}

/// Counts the choices of quiet moves of all games.
#[derive(Debug)]
struct PriorsCollector {
    settings: Settings,
    sum: Mutex<Counts>,
}

impl Collector for PriorsCollector {
    fn tally(&self) -> Box<dyn CollectorTally + '_> {
        Box::new(PriorsTally {
            collector: self,
            counts: no_counts(),
            has_counts: false,
            moves: MoveList::new(),
        })
    }

    fn needs_remarks(&self) -> bool {
        !self.settings.label.is_plain()
    }
}

impl TableCollector for PriorsCollector {
    fn finish(self: Box<Self>) -> io::Result<Vec<AnyTable>> {
        let sum = self.sum.into_inner().unwrap_or_else(PoisonError::into_inner);
        let mut table = PriorsTable::default();
        for (place, &[played, expected]) in sum.iter().enumerate() {
            if let Some(cell) = PriorCell::from_index(place).filter(|_| expected > 0) {
                table.add(cell, PriorCounts { played, expected });
            }
        }
        Ok(vec![AnyTable::Priors(table)])
    }
}
