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
    /// The places that have counts: of many tallies most have few.
    touched: Vec<u32>,
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
                let phase = Phase::of(weight, played);
                self.count(position, phase, before, mv);
            }
            before = [Some(Arrival { role: ply.piece().role, to: mv.to() }), before[0]];
            weight = weight_after(weight, ply);
            walk.play(ply);
        }
    }

    fn add_up(&mut self) {
        let mut sum = self.collector.sum.lock().unwrap_or_else(PoisonError::into_inner);
        for place in self.touched.drain(..) {
            let [played, expected] = mem::take(&mut self.counts[place as usize]);
            let [all_played, all_expected] = &mut sum[place as usize];
            *all_played += played;
            *all_expected += expected;
        }
    }
}

impl PriorsTally<'_> {
    /// Counts the choice of a quiet move; `before` are the moves one and two plies before it, as White sees them.
    fn count(
        &mut self,
        position: &Position,
        phase: Phase,
        before: [Option<Arrival>; 2],
        played: Move,
    ) {
        let us = position.turn();
        self.moves.clear();
        position.generate(Which::Quiet, &mut self.moves);
        let share = PriorCounts::share(self.moves.len().max(1));
        for mv in self.moves.iter() {
            let arrival = Arrival { role: position.moved(*mv), to: mv.to() }.seen_by(us);
            let is_played = u64::from(*mv == played);
            let mut count_in = |cell: PriorCell| {
                if let Some(place) = cell.index() {
                    let counts = &mut self.counts[place];
                    if *counts == [0; 2] {
                        self.touched.push(place as u32);
                    }
                    counts[0] += is_played;
                    counts[1] += share;
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
            touched: Vec::new(),
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
