//! An opening table on a page: the positions that its moves reach from the start position, as a
//! graph, so that transpositions come together.

use std::{cmp::Reverse, collections::VecDeque, iter, ops::Range};

use rustc_hash::FxHashMap;
use serde::Serialize;
use shakmaty::{Chess, san::SanPlus};
use tables::{MoveSums, OpeningEntry, OpeningMove, OpeningTable, OutcomeCounts, Table};

use super::{
    limit::Limit,
    pack::{Columns, NONE, Packed, packed},
    titles::Titles,
};
use crate::{
    ask::{
        explore,
        figures::{Figures, grouped, tenths},
        findings::{self, Choice},
    },
    collect::portrait::Title,
};

/// So many moves stand in the page for readers without scripts: those played most.
const PLAIN: usize = 60;

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
    /// Position, ECO class and name with tabs between them, a line for each position that has a name;
    /// packed.
    titles: String,
    /// Where the names come from.
    titles_from: String,
    #[serde(skip)]
    graph: Graph,
}

/// A move as a row of plain text.
#[derive(Debug, Serialize)]
pub(super) struct PlainMove {
    line: String,
    title: String,
    games: String,
    score: String,
    interval: String,
}

#[derive(Debug, Default)]
struct Graph {
    positions: Vec<Node>,
    moves: Vec<Edge>,
}

/// A position.
#[derive(Debug)]
struct Node {
    key: u64,
    /// All games, its mover's view.
    counts: OutcomeCounts,
    /// Its moves among all.
    moves: Range<usize>,
    /// The move by which it was found first, but for the start position.
    from: Option<usize>,
    title: Option<Title>,
}

#[derive(Debug)]
struct Edge {
    entry: OpeningEntry,
    /// What makes averages, if the table keeps it.
    sums: Option<MoveSums>,
    /// All games of the position it starts from.
    games: u64,
    /// The position it starts from.
    source: usize,
    /// The position that it leads to; -1 if no move follows there.
    target: i64,
    san: String,
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
    pub(super) fn new(
        name: String,
        table: &OpeningTable,
        asked: Option<u64>,
        most: usize,
        titles: &Titles,
    ) -> Self {
        let limit = limit_of(table, asked, most);
        let graph = Graph::from_start(table, limit.min_games, titles);
        let max_ply = table.provenance().options.get("max-ply").cloned().unwrap_or_default();
        Self {
            name,
            limit: Limit { shown: graph.moves.len(), ..limit },
            unreached: limit.shown - graph.moves.len(),
            max_ply,
            positions: graph.pack_positions(),
            moves: graph.pack_moves(),
            notation: packed(graph.notation().as_bytes()),
            titles: packed(graph.titles().as_bytes()),
            titles_from: titles.source().to_owned(),
            graph,
        }
    }

    /// How many moves are carried.
    #[must_use]
    pub(super) const fn limit(&self) -> Limit {
        self.limit
    }

    /// The moves played most, as rows of text.
    pub(super) fn plain(&self) -> Vec<PlainMove> {
        let mut moves: Vec<usize> = (0..self.graph.moves.len()).collect();
        moves.sort_by_key(|&mv| (Reverse(self.graph.moves[mv].entry.counts.games()), mv));
        moves.truncate(PLAIN);
        moves.into_iter().map(|mv| self.graph.plain(mv)).collect()
    }

    /// The line to the position of a key, and a move there in notation; if the page has them.
    pub(super) fn line_to(&self, key: u64, mv: OpeningMove) -> Option<Line> {
        let graph = &self.graph;
        let node = graph.positions.iter().find(|node| node.key == key)?;
        let last = node.moves.clone().find(|&row| graph.moves[row].entry.mv == mv)?;
        let title = graph.title_of(graph.moves[last].source);
        Some(Line { moves: graph.line(last), title: title.map(|title| title.name.clone()) })
    }

    /// A move that most play where another scores more.
    pub(super) fn choice(&self, table: &OpeningTable) -> Option<Choice<u64>> {
        findings::choice(self.graph.positions.iter().map(|node| (node.key, table.moves(node.key))))
    }
}

/// The keys of the positions that a page carries, which are those that it can name.
#[must_use]
pub fn positions(table: &OpeningTable, asked: Option<u64>, most: usize) -> Vec<u64> {
    let graph =
        Graph::from_start(table, limit_of(table, asked, most).min_games, &Titles::default());
    graph.positions.iter().map(|node| node.key).collect()
}

fn limit_of(table: &OpeningTable, asked: Option<u64>, most: usize) -> Limit {
    let games = table.entries().iter().map(|entry| entry.counts.games()).collect();
    Limit::new(games, asked, most)
}

/// A line of moves in notation.
#[derive(Clone, Debug)]
pub(super) struct Line {
    /// The moves, the last one the one that was asked for.
    pub(super) moves: Vec<String>,
    /// What the position before the last move is called, or the nearest before it that has a name.
    pub(super) title: Option<String>,
}

impl Line {
    /// As players write it: `1. e4 c5 2. Nf3`.
    pub(super) fn numbered(&self) -> String {
        let numbered = self.moves.iter().enumerate().map(|(ply, san)| match ply % 2 {
            0 => format!("{}. {san}", ply / 2 + 1),
            _ => san.clone(),
        });
        numbered.collect::<Vec<_>>().join(" ")
    }

    /// Without its last move.
    pub(super) fn before(&self) -> Self {
        let before = self.moves.len().saturating_sub(1);
        Self { moves: self.moves[..before].to_vec(), title: self.title.clone() }
    }

    /// As it stands in the page's addresses: `e4.c5.Nf3`.
    pub(super) fn address(&self) -> String {
        let plain = self.moves.iter().map(|san| san.replace(['+', '#'], "").replace('=', "%3D"));
        plain.collect::<Vec<_>>().join(".")
    }
}

impl Graph {
    /// Follows moves of at least this many games from the start position on.
    fn from_start(table: &OpeningTable, min_games: u64, titles: &Titles) -> Self {
        let mut graph = Self::default();
        let start = Chess::default();
        let key = explore::key(&start);
        let mut ids = FxHashMap::from_iter([(key, 0)]);
        let mut queue = VecDeque::from([(start, key, None)]);
        while let Some((position, key, from)) = queue.pop_front() {
            let rows = table.range_of(key);
            let all = &table.entries()[rows.clone()];
            let mut counts = OutcomeCounts::ZERO;
            all.iter().for_each(|entry| counts.merge(entry.counts));
            let mut moves: Vec<_> = rows
                .map(|row| (table.entries()[row], table.sums().map(|sums| sums[row])))
                .filter(|(entry, _)| entry.counts.games() >= min_games)
                .filter_map(|(entry, sums)| {
                    Some((entry, explore::legal(&position, entry.mv)?, sums))
                })
                .collect();
            moves.sort_by_key(|(entry, ..)| (Reverse(entry.counts.games()), entry.mv));
            let (source, first) = (graph.positions.len(), graph.moves.len());
            for (entry, mv, sums) in moves {
                let mut after = position.clone();
                let san = SanPlus::from_move_and_play_unchecked(&mut after, mv).to_string();
                let key = explore::key(&after);
                let is_known = table.moves(key).iter().any(|e| e.counts.games() >= min_games);
                let next = ids.len() as i64;
                let target = if is_known { *ids.entry(key).or_insert(next) } else { -1 };
                if is_known && target == next {
                    queue.push_back((after, key, Some(graph.moves.len())));
                }
                let games = counts.games();
                graph.moves.push(Edge { entry, sums, games, source, target, san });
            }
            let (moves, title) = (first..graph.moves.len(), titles.get(key).cloned());
            graph.positions.push(Node { key, counts, moves, from, title });
        }
        graph
    }

    /// The moves from the start position up to a move, in notation.
    fn line(&self, last: usize) -> Vec<String> {
        let before = |mv: &usize| self.positions[self.moves[*mv].source].from;
        let mut line: Vec<_> = iter::successors(Some(last), before).collect();
        line.reverse();
        line.into_iter().map(|mv| self.moves[mv].san.clone()).collect()
    }

    /// What a position is called, or the nearest before it that has a name.
    fn title_of(&self, position: usize) -> Option<&Title> {
        let before = |at: &usize| self.positions[*at].from.map(|mv| self.moves[mv].source);
        iter::successors(Some(position), before).find_map(|at| self.positions[at].title.as_ref())
    }

    fn plain(&self, mv: usize) -> PlainMove {
        let edge = &self.moves[mv];
        let percent = |share: f64| format!("{:.1}", 100.0 * share);
        let position = usize::try_from(edge.target).unwrap_or(edge.source);
        let title = self.title_of(position);
        let line = Line { moves: self.line(mv), title: None };
        PlainMove {
            line: line.numbered(),
            title: title.map_or_else(String::new, |title| {
                format!("{} {}", title.eco, title.name).trim().to_owned()
            }),
            games: grouped(edge.entry.counts.games()),
            score: edge.entry.counts.score().map_or_else(String::new, percent),
            interval: edge.interval().map_or_else(String::new, |(low, high)| {
                format!("{} – {}", percent(low), percent(high))
            }),
        }
    }

    fn notation(&self) -> String {
        self.moves.iter().map(|edge| format!("{}\n", edge.san)).collect()
    }

    fn titles(&self) -> String {
        let named = self.positions.iter().enumerate().filter_map(|(index, node)| {
            let Title { eco, name } = node.title.as_ref()?;
            let [eco, name] = [eco, name].map(|text| text.replace(['\t', '\n', '\r'], " "));
            Some(format!("{index}\t{eco}\t{name}\n"))
        });
        named.collect()
    }

    fn pack_positions(&self) -> Packed {
        let mut columns = Columns::default();
        let mut add = |name: &str, of: &dyn Fn(&Node) -> Option<i64>| {
            let values = self.positions.iter().map(|node| of(node).unwrap_or(NONE));
            columns.add(name, &values.collect::<Vec<_>>());
        };
        add("wins", &|node| Some(node.counts.wins as i64));
        add("draws", &|node| Some(node.counts.draws as i64));
        add("losses", &|node| Some(node.counts.losses as i64));
        add("score", &|node| node.counts.score().map(tenths));
        add("moves", &|node| Some(node.moves.len() as i64));
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
        if self.moves.iter().any(|edge| edge.sums.is_some()) {
            add("elo", |edge| Some(edge.sums?.average_elo()?.round() as i64));
            add("performance", |edge| Some(edge.sums?.performance()?.round() as i64));
            add("evaluation", |edge| Some(edge.sums?.evaluation()?.round() as i64));
        }
        columns.pack(self.moves.len())
    }
}
