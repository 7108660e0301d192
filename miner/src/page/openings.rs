//! An opening table on a page: the positions that its moves reach from the start position, as a
//! graph, so that transpositions come together.

use std::{cmp::Reverse, collections::VecDeque};

use rustc_hash::FxHashMap;
use serde::Serialize;
use shakmaty::{Chess, san::SanPlus};
use tables::{OpeningEntry, OpeningTable, OutcomeCounts, Table};

use super::{
    limit::Limit,
    pack::{Columns, NONE, Packed, packed},
};
use crate::ask::{
    explore,
    figures::{Figures, tenths},
};

/// An opening table, for the page's program.
#[derive(Debug, Serialize)]
pub(super) struct OpeningsView {
    /// How the page calls it.
    pub(super) name: String,
    limit: Limit,
    /// Moves with games enough, but in positions that no line of such moves reaches.
    unreached: usize,
    max_ply: String,
    /// The positions, nearest to the start first.
    positions: Packed,
    /// Their moves, position by position, the most played first.
    moves: Packed,
    /// The moves in notation, one a line, packed.
    notation: String,
}

#[derive(Default)]
struct Graph {
    /// All games of each position, its mover's view, and how many of its moves follow.
    positions: Vec<(OutcomeCounts, i64)>,
    moves: Vec<Edge>,
    notation: String,
}

struct Edge {
    entry: OpeningEntry,
    /// All games of the position it starts from.
    games: u64,
    /// The position that it leads to; -1 if no move follows there.
    target: i64,
}

impl Edge {
    fn interval(&self) -> Option<(f64, f64)> {
        Figures::from(self.entry.counts).interval
    }

    /// The move's share of its position's games.
    fn share(&self) -> f64 {
        self.entry.counts.games() as f64 / self.games.max(1) as f64
    }
}

impl OpeningsView {
    /// The view of a table with a limited number of moves.
    #[must_use]
    pub(super) fn new(name: String, table: &OpeningTable, asked: Option<u64>, most: usize) -> Self {
        let games = table.entries().iter().map(|entry| entry.counts.games()).collect();
        let limit = Limit::new(games, asked, most);
        let graph = Graph::from_start(table, limit.min_games);
        let max_ply = table.provenance().options.get("max-ply").cloned().unwrap_or_default();
        Self {
            name,
            limit: Limit { shown: graph.moves.len(), ..limit },
            unreached: limit.shown - graph.moves.len(),
            max_ply,
            positions: graph.pack_positions(),
            moves: graph.pack_moves(),
            notation: packed(graph.notation.as_bytes()),
        }
    }

    /// How many moves are carried.
    #[must_use]
    pub(super) const fn limit(&self) -> Limit {
        self.limit
    }
}

impl Graph {
    /// Follows moves of at least this many games from the start position on.
    fn from_start(table: &OpeningTable, min_games: u64) -> Self {
        let mut graph = Self::default();
        let start = Chess::default();
        let key = explore::key(&start);
        let mut ids = FxHashMap::from_iter([(key, 0)]);
        let mut queue = VecDeque::from([(start, key)]);
        while let Some((position, key)) = queue.pop_front() {
            let all = table.moves(key);
            let mut total = OutcomeCounts::ZERO;
            all.iter().for_each(|entry| total.merge(entry.counts));
            let mut moves: Vec<_> = all
                .iter()
                .filter(|entry| entry.counts.games() >= min_games)
                .filter_map(|entry| Some((*entry, explore::legal(&position, entry.mv)?)))
                .collect();
            moves.sort_by_key(|(entry, _)| (Reverse(entry.counts.games()), entry.mv));
            graph.positions.push((total, moves.len() as i64));
            for (entry, mv) in moves {
                let mut after = position.clone();
                let san = SanPlus::from_move_and_play_unchecked(&mut after, mv);
                graph.notation += &format!("{san}\n");
                let key = explore::key(&after);
                let is_known = table.moves(key).iter().any(|e| e.counts.games() >= min_games);
                let next = ids.len() as i64;
                let target = if is_known { *ids.entry(key).or_insert(next) } else { -1 };
                if is_known && target == next {
                    queue.push_back((after, key));
                }
                graph.moves.push(Edge { entry, games: total.games(), target });
            }
        }
        graph
    }

    fn pack_positions(&self) -> Packed {
        let mut columns = Columns::default();
        let mut add = |name: &str, of: &dyn Fn(OutcomeCounts) -> Option<i64>| {
            let values = self.positions.iter().map(|(counts, _)| of(*counts).unwrap_or(NONE));
            columns.add(name, &values.collect::<Vec<_>>());
        };
        add("wins", &|counts| Some(counts.wins as i64));
        add("draws", &|counts| Some(counts.draws as i64));
        add("losses", &|counts| Some(counts.losses as i64));
        add("score", &|counts| counts.score().map(tenths));
        columns.add("moves", &self.positions.iter().map(|position| position.1).collect::<Vec<_>>());
        columns.pack(self.positions.len())
    }

    fn pack_moves(&self) -> Packed {
        let mut columns = Columns::default();
        let mut add = |name: &str, of: fn(&Edge) -> Option<i64>| {
            let values = self.moves.iter().map(|edge| of(edge).unwrap_or(NONE));
            columns.add(name, &values.collect::<Vec<_>>());
        };
        add("wins", |edge| Some(edge.entry.counts.wins as i64));
        add("draws", |edge| Some(edge.entry.counts.draws as i64));
        add("losses", |edge| Some(edge.entry.counts.losses as i64));
        add("score", |edge| edge.entry.counts.score().map(tenths));
        add("low", |edge| edge.interval().map(|(low, _)| tenths(low)));
        add("high", |edge| edge.interval().map(|(_, high)| tenths(high)));
        add("share", |edge| Some(tenths(edge.share())));
        add("move", |edge| Some(edge.entry.mv.packed().into()));
        add("target", |edge| Some(edge.target));
        columns.pack(self.moves.len())
    }
}
