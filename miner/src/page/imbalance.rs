//! An imbalance table on a page: every cell with its colour-swapped twin, the histogram, and the
//! named imbalances.

use std::cmp::Reverse;

use serde::Serialize;
use tables::{Cell, ImbalanceTable, OutcomeCounts, ratings::RatingSums};

use super::{
    limit::Limit,
    pack::{Columns, NONE, Packed},
};
use crate::ask::{
    cells::{Cells, Shrunken, Views, folded},
    figures::{Figures, grouped, signed, tenths},
    material::name_of,
    overview::{self, NamedImbalance, Tier},
};

/// The histograms that a page can switch between: of cells with at least this many games.
const LEAST_GAMES: [u64; 5] = [1, 10, 100, 1_000, 10_000];

/// An imbalance table, for the page's program.
#[derive(Debug, Serialize)]
pub(super) struct ImbalanceView {
    /// How the page calls it.
    pub(super) name: String,
    limit: Limit,
    cells_in_use: usize,
    is_rated: bool,
    pairs: Packed,
    pub(super) histograms: Vec<Histogram>,
}

/// Cells by score.
#[derive(Debug, Serialize)]
pub(super) struct Histogram {
    min_games: u64,
    cells: u64,
    bins: Vec<u64>,
}

/// A named imbalance, in words and for a drawing.
#[derive(Debug, Serialize)]
pub(super) struct ClassRow {
    name: &'static str,
    title: &'static str,
    cells: usize,
    games: String,
    worth: String,
    bar: Option<Bar>,
    score: String,
    interval: String,
    centipawns: String,
}

/// An outcome bar and its interval, in percent.
#[derive(Debug, Serialize)]
struct Bar {
    wins: f64,
    draws: f64,
    losses: f64,
    low: f64,
    high: f64,
}

/// A row of the tier table.
#[derive(Debug, Serialize)]
pub(super) struct TierRow {
    name: String,
    min_elo: String,
    games_used: String,
    cells_in_use: String,
}

impl ImbalanceView {
    /// The view of a table with a limited number of pairs of a cell and its twin.
    #[must_use]
    pub(super) fn new(
        name: String,
        table: &ImbalanceTable,
        asked: Option<u64>,
        most: usize,
    ) -> Self {
        let mut cells: Vec<Cell> = table.iter().map(|(cell, _)| cell.min(cell.swapped())).collect();
        cells.sort_unstable();
        cells.dedup();
        let games = |cell: &Cell| folded(table, *cell).games();
        let limit = Limit::new(cells.iter().map(games).collect(), asked, most);
        cells.retain(|cell| games(cell) >= limit.min_games);
        let reader = Cells::new(table);
        let is_rated = reader.are_rated();
        let views: Vec<_> = cells.iter().map(|&cell| Views::new(table, &reader, cell)).collect();
        let histograms = LEAST_GAMES.map(|min_games| {
            let bins = overview::histogram(table, min_games).to_vec();
            Histogram { min_games, cells: bins.iter().sum(), bins }
        });
        Self {
            name,
            limit,
            cells_in_use: table.cells_in_use(),
            is_rated,
            pairs: pairs(table, &cells, &views),
            histograms: histograms.into_iter().filter(|histogram| histogram.cells > 0).collect(),
        }
    }

    /// How many pairs are carried.
    #[must_use]
    pub(super) const fn limit(&self) -> Limit {
        self.limit
    }
}

/// So many balances stand in the page for readers without scripts: those with the most games.
const PLAIN: usize = 60;

/// A balance as a row of text, both colours together.
#[derive(Debug, Serialize)]
pub(super) struct PlainBalance {
    material: String,
    games: String,
    outcomes: String,
    score: String,
    interval: String,
    centipawns: String,
}

/// The balances with the most games; of a cell and its twin the one whose White has more.
#[must_use]
pub(super) fn plain(table: &ImbalanceTable) -> Vec<PlainBalance> {
    let mut cells: Vec<Cell> = table.iter().map(|(cell, _)| cell.max(cell.swapped())).collect();
    cells.sort_unstable();
    cells.dedup();
    cells.sort_by_key(|&cell| Reverse(folded(table, cell).games()));
    let percent = |share: f64| format!("{:.1}", 100.0 * share);
    let row = |cell: Cell| {
        let figures = Figures::from(folded(table, cell));
        let OutcomeCounts { wins, draws, losses } = figures.counts;
        PlainBalance {
            material: name_of(cell.material()),
            games: grouped(figures.counts.games()),
            outcomes: [wins, draws, losses].map(grouped).join(" · "),
            score: figures.score.map_or_else(String::new, percent),
            interval: figures.interval.map_or_else(String::new, |(low, high)| {
                format!("{} – {}", percent(low), percent(high))
            }),
            centipawns: figures.centipawns().map_or_else(String::new, signed),
        }
    };
    cells.into_iter().take(PLAIN).map(row).collect()
}

/// One view of a cell's counts.
type CountsOf = fn(&ImbalanceTable, Cell) -> OutcomeCounts;

/// The cells with their figures, as the side that is White in each sees them: when it is White,
/// when it is Black, and either.
fn pairs(table: &ImbalanceTable, cells: &[Cell], views: &[Views]) -> Packed {
    let mut columns = Columns::default();
    let mut last = 0;
    let gaps: Vec<i64> = cells
        .iter()
        .map(|cell| {
            let index = cell.index() as i64;
            index - std::mem::replace(&mut last, index)
        })
        .collect();
    columns.add("gap", &gaps);
    let counts: [(&str, CountsOf); 3] = [
        ("own", |table, cell| table.get(cell)),
        ("twin", |table, cell| table.get(cell.swapped()).swapped()),
        ("both", folded),
    ];
    for (side, (name, of)) in counts.into_iter().enumerate() {
        let rows: Vec<OutcomeCounts> = cells.iter().map(|&cell| of(table, cell)).collect();
        add_figures(&mut columns, name, &rows);
        let rows: Vec<Shrunken> = views.iter().map(|views| views.shrunken[side]).collect();
        add_shrunken(&mut columns, &format!("{name}.shrunken"), &rows);
        let rows: Vec<RatingSums> =
            views.iter().filter_map(|views| Some(views.ratings?[side])).collect();
        if !rows.is_empty() {
            add_rated(&mut columns, &format!("{name}.rated"), &rows);
        }
    }
    columns.pack(cells.len())
}

fn add_figures(columns: &mut Columns, name: &str, counts: &[OutcomeCounts]) {
    add(
        columns,
        name,
        counts,
        &[
            ("wins", |counts| Some(counts.wins as i64)),
            ("draws", |counts| Some(counts.draws as i64)),
            ("losses", |counts| Some(counts.losses as i64)),
        ],
    );
    let rows: Vec<Figures> = counts.iter().copied().map(Figures::from).collect();
    let turned: Vec<Figures> = counts.iter().map(|counts| counts.swapped().into()).collect();
    let low: Of<Figures, f64> = |figures| figures.interval.map(|interval| interval.0);
    let high: Of<Figures, f64> = |figures| figures.interval.map(|interval| interval.1);
    add_share(columns, &format!("{name}.score"), [&rows, &turned], |f| f.score, |f| f.score);
    add_share(columns, &format!("{name}.low"), [&rows, &turned], low, high);
    add_share(columns, &format!("{name}.high"), [&rows, &turned], high, low);
    add(
        columns,
        name,
        &rows,
        &[
            ("centipawns", |figures| figures.centipawns().map(whole)),
            ("centipawns_low", |figures| figures.centipawn_bounds()[0].map(whole)),
            ("centipawns_high", |figures| figures.centipawn_bounds()[1].map(whole)),
        ],
    );
}

fn add_shrunken(columns: &mut Columns, name: &str, rows: &[Shrunken]) {
    let turned: Vec<Shrunken> = rows.iter().map(|row| row.swapped()).collect();
    let score: Of<Shrunken, f64> = |row| Some(row.score);
    add_share(columns, &format!("{name}.score"), [rows, &turned], score, score);
    add(
        columns,
        name,
        rows,
        &[
            ("error", |row| Some(tenths(row.error))),
            ("centipawns", |row| Some(whole(row.centipawns()))),
        ],
    );
}

fn add_rated(columns: &mut Columns, name: &str, rows: &[RatingSums]) {
    let turned: Vec<RatingSums> = rows.iter().map(|row| row.swapped()).collect();
    let shares: [(&str, Of<RatingSums, f64>); 3] = [
        ("score", RatingSums::score),
        ("expected", RatingSums::expected_score),
        ("corrected", RatingSums::corrected_score),
    ];
    for (share, of) in shares {
        add_share(columns, &format!("{name}.{share}"), [rows, &turned], of, of);
    }
    add(
        columns,
        name,
        rows,
        &[
            ("games", |row| Some(row.games as i64)),
            ("error", |row| row.error().map(tenths)),
            ("centipawns", |row| row.corrected_centipawns().map(whole)),
        ],
    );
}

/// What is read from a row.
type Of<T, V> = fn(&T) -> Option<V>;

fn add<T>(columns: &mut Columns, prefix: &str, rows: &[T], fields: &[(&str, Of<T, i64>)]) {
    for (name, of) in fields {
        let values: Vec<i64> = rows.iter().map(|row| of(row).unwrap_or(NONE)).collect();
        columns.add(format!("{prefix}.{name}"), &values);
    }
}

/// Adds a share of the points, and what is to be added to 100 % less that share to have what is
/// printed for the other side: 28.75 and 71.25 % may be printed as 28.7 and 71.2.
fn add_share<T>(
    columns: &mut Columns,
    name: &str,
    [rows, turned]: [&[T]; 2],
    of: Of<T, f64>,
    of_turned: Of<T, f64>,
) {
    let shares = |rows: &[T], of: Of<T, f64>| -> Vec<Option<i64>> {
        rows.iter().map(|row| of(row).map(tenths)).collect()
    };
    let (own, other) = (shares(rows, of), shares(turned, of_turned));
    let values: Vec<i64> = own.iter().map(|share| share.unwrap_or(NONE)).collect();
    let rests: Vec<i64> = own
        .iter()
        .zip(&other)
        .map(|(own, other)| own.zip(*other).map_or(0, |(own, other)| other - (1000 - own)))
        .collect();
    columns.add(name, &values);
    columns.add(format!("{name}.rest"), &rests);
}

/// Centipawns as [`signed`] prints them.
fn whole(centipawns: f64) -> i64 {
    centipawns.round() as i64
}

/// The named imbalances of a table.
#[must_use]
pub(super) fn classes(table: &ImbalanceTable) -> Vec<ClassRow> {
    let percent = |share: f64| format!("{:.1}", 100.0 * share);
    overview::named_imbalances(table)
        .map(|NamedImbalance { class, cells, effective_games, figures }| {
            let counts = figures.counts;
            let share = |count: u64| 100.0 * count as f64 / counts.games() as f64;
            let bar = figures.interval.map(|(low, high)| Bar {
                wins: share(counts.wins),
                draws: share(counts.draws),
                losses: share(counts.losses),
                low: 100.0 * low,
                high: 100.0 * high,
            });
            let interval = figures.interval;
            ClassRow {
                name: class.name,
                title: class.title,
                cells,
                games: grouped(counts.games()),
                worth: grouped(effective_games as u64),
                bar,
                score: figures.score.map_or_else(String::new, percent),
                interval: interval.map_or_else(String::new, |(low, high)| {
                    format!("{} – {}", percent(low), percent(high))
                }),
                centipawns: figures.centipawns().map_or_else(String::new, signed),
            }
        })
        .collect()
}

/// The tier table of several imbalance tables, by minimum Elo.
pub(super) fn tiers<'a>(
    tables: impl Iterator<Item = (&'a str, &'a ImbalanceTable)>,
) -> Vec<TierRow> {
    let mut tiers: Vec<_> = tables.map(|(name, table)| (Tier::of(table), name)).collect();
    tiers.sort_unstable();
    tiers
        .into_iter()
        .map(|(Tier { min_elo, games_used, cells_in_use }, name)| TierRow {
            name: name.to_owned(),
            min_elo: min_elo.map_or_else(|| "unknown".to_owned(), |elo| elo.to_string()),
            games_used: grouped(games_used),
            cells_in_use: grouped(cells_in_use as u64),
        })
        .collect()
}
