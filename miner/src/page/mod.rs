//! Tables as one HTML page that people can look at, made by `miner report`.
//!
//! The page asks for nothing outside of itself. Its template, style and program are the files of
//! `miner/report/`; every number in it comes from the code that `miner show` prints with, and the
//! page's program only shows them.

mod calibration;
mod compare;
pub mod evidence;
mod imbalance;
mod limit;
mod moves;
mod openings;
mod overview;
mod pack;
mod provenance;
mod squares;
mod titles;
pub mod wdl;

pub use calibration::Validation;
pub use evidence::Evidence;
pub use limit::Limit;
pub use openings::positions;
pub use titles::Titles;

use anyhow::Result;
use minijinja::{Environment, Value, context, syntax::SyntaxConfig, value::Serde};
use serde::Serialize;
use tables::AnyTable;

use crate::{PROGRAM, ask::figures::grouped, collect::portrait::Portrait};
use compare::Comparison;
use imbalance::{ClassRow, ImbalanceView, PlainBalance, TierRow};
use moves::{MovesView, PlainPrior};
use openings::{OpeningsView, PlainMove};
use overview::Overview;
use provenance::Origin;
use squares::{PlainBoard, SquaresView};
use wdl::WdlView;

/// The most pairs of a cell and its twin that are carried, unless asked otherwise; with them and
/// [`MOST_MOVES`] a page has about 3 MB.
pub const MOST_PAIRS: usize = 30_000;
/// The most moves of opening tables that are carried, unless asked otherwise.
pub const MOST_MOVES: usize = 40_000;
/// The most moves of move priors that are carried, each phase's and every phase's; more than there are in one table.
pub const MOST_PRIORS: usize = 16_000;

/// Bars of Elo reach so far either way at most; what removes the quiescence search would leave the
/// others no room.
const LONGEST_BAR: f64 = 100.0;

const TEMPLATE: &str = include_str!("../../report/report.html");
/// The parts of the page's style.
const STYLES: [&str; 6] = [
    include_str!("../../report/css/page.css"),
    include_str!("../../report/css/controls.css"),
    include_str!("../../report/css/figures.css"),
    include_str!("../../report/css/boards.css"),
    include_str!("../../report/css/phone.css"),
    include_str!("../../report/css/print.css"),
];
/// The parts of the page's program; they share one scope.
const SCRIPTS: [&str; 18] = [
    include_str!("../../report/js/data.js"),
    include_str!("../../report/js/dom.js"),
    include_str!("../../report/js/address.js"),
    include_str!("../../report/js/theme.js"),
    include_str!("../../report/js/scale.js"),
    include_str!("../../report/js/sort.js"),
    include_str!("../../report/js/csv.js"),
    include_str!("../../report/js/picture.js"),
    include_str!("../../report/js/take.js"),
    include_str!("../../report/js/squares.js"),
    include_str!("../../report/js/moves.js"),
    include_str!("../../report/js/material.js"),
    include_str!("../../report/js/imbalance.js"),
    include_str!("../../report/js/histogram.js"),
    include_str!("../../report/js/board.js"),
    include_str!("../../report/js/openings.js"),
    include_str!("../../report/js/calibration.js"),
    include_str!("../../report/js/evidence.js"),
];
const MAIN: &str = include_str!("../../report/js/main.js");

/// What goes into a page beside its tables.
#[derive(Debug, Default)]
pub struct Options {
    /// What stands above it.
    pub title: String,
    /// Leave out opening moves with fewer games.
    pub min_games: Option<u64>,
    /// Leave out cells with fewer games, colours folded.
    pub min_cell_games: Option<u64>,
    /// Validations to plot.
    pub validations: Vec<Validation>,
    /// Matches of the engine's ideas.
    pub evidence: Vec<Evidence>,
    /// Tables that these are compared with, each with the name that it goes by.
    pub against: Vec<(String, AnyTable)>,
    /// What the positions of openings are called.
    pub titles: Titles,
    /// What the games are like, if they were read again.
    pub portrait: Option<Portrait>,
}

/// One HTML page, made of tables.
#[derive(Debug)]
pub struct Page {
    options: Options,
    origins: Vec<Origin>,
    tiers: Vec<TierRow>,
    classes: Vec<ClassTable>,
    overview: Overview,
    comparisons: Vec<Comparison>,
    evaluations: Vec<WdlView>,
    plain: Plain,
    data: Data,
}

/// Tables for readers without scripts, each with its name.
#[derive(Debug, Default, Serialize)]
struct Plain {
    squares: Vec<(String, Vec<PlainBoard>)>,
    balances: Vec<(String, Vec<PlainBalance>)>,
    openings: Vec<(String, Vec<PlainMove>)>,
    moves: Vec<(String, Vec<PlainPrior>)>,
}

/// What the page's program shows.
#[derive(Debug, Serialize)]
struct Data {
    squares: Vec<SquaresView>,
    imbalance: Vec<ImbalanceView>,
    openings: Vec<OpeningsView>,
    moves: Vec<MovesView>,
}

/// The named imbalances of one table.
#[derive(Debug, Serialize)]
struct ClassTable {
    name: String,
    rows: Vec<ClassRow>,
}

impl Data {
    fn new(tables: &[&(String, AnyTable)], options: &Options) -> Self {
        let count = |kind: fn(&AnyTable) -> bool| tables.iter().filter(|row| kind(&row.1)).count();
        let imbalances = count(|table| matches!(table, AnyTable::Imbalance(_)));
        let openings = count(|table| matches!(table, AnyTable::Opening(_)));
        let priors = count(|table| matches!(table, AnyTable::Priors(_)));
        let mut data = Self {
            squares: Vec::new(),
            imbalance: Vec::new(),
            openings: Vec::new(),
            moves: Vec::new(),
        };
        for (name, table) in tables {
            let name = name.clone();
            match table {
                AnyTable::Imbalance(table) => {
                    let most = MOST_PAIRS / imbalances;
                    let view = ImbalanceView::new(name, table, options.min_cell_games, most);
                    data.imbalance.push(view);
                }
                AnyTable::Pst(table) => data.squares.push(SquaresView::new(name, table)),
                AnyTable::Opening(table) => {
                    let (asked, most) = (options.min_games, MOST_MOVES / openings);
                    let view = OpeningsView::new(name, table, asked, most, &options.titles);
                    data.openings.push(view);
                }
                AnyTable::Priors(table) => {
                    data.moves.push(MovesView::new(name, table, MOST_PRIORS / priors));
                }
                AnyTable::Wdl(_) | AnyTable::KingSquares(_) => {}
            }
        }
        data
    }
}

impl Plain {
    fn new(tables: &[(String, AnyTable)]) -> Self {
        let mut plain = Self::default();
        for (name, table) in tables {
            match table {
                AnyTable::Imbalance(table) => {
                    plain.balances.push((name.clone(), imbalance::plain(table)));
                }
                AnyTable::Pst(table) => plain.squares.push((name.clone(), squares::plain(table))),
                AnyTable::Priors(table) => plain.moves.push((name.clone(), moves::plain(table))),
                _ => {}
            }
        }
        plain
    }

    fn with_openings(mut self, views: &[OpeningsView]) -> Self {
        self.openings = views.iter().map(|view| (view.name.clone(), view.plain())).collect();
        self
    }
}

impl Page {
    /// A page of tables, each with the name that it goes by.
    #[must_use]
    pub fn new(tables: &[(String, AnyTable)], options: Options) -> Self {
        let all: Vec<_> = tables.iter().chain(&options.against).collect();
        let (data, plain) = (Data::new(&all, &options), Plain::new(tables));
        let imbalances = || {
            all.iter().filter_map(|(name, table)| match table {
                AnyTable::Imbalance(table) => Some((name.as_str(), table)),
                _ => None,
            })
        };
        let classes = imbalances().map(|(name, table)| ClassTable {
            name: name.to_owned(),
            rows: imbalance::classes(table),
        });
        let evaluations = all.iter().filter_map(|(name, table)| match table {
            AnyTable::Wdl(table) => Some(wdl::view(name.clone(), table)),
            _ => None,
        });
        Self {
            origins: all.iter().map(|(name, table)| Origin::new(name, table)).collect(),
            tiers: imbalance::tiers(imbalances()),
            classes: classes.collect(),
            overview: Overview::new(tables, &data.openings, options.portrait.as_ref()),
            comparisons: compare::comparisons(tables, &options.against, &data.openings),
            evaluations: evaluations.collect(),
            plain: plain.with_openings(&data.openings),
            data,
            options,
        }
    }

    /// How much of each table the page carries, what the limit is called in JSON, and in words which part that is.
    pub fn limits(&self) -> impl Iterator<Item = (&str, Limit, &'static str, String)> {
        let games = |limit: Limit| {
            let s = if limit.min_games == 1 { "" } else { "s" };
            format!("at least {} game{s}", grouped(limit.min_games))
        };
        let imbalance = self.data.imbalance.iter().map(move |view| {
            let limit = view.limit();
            let part = format!("pairs of a cell and its twin, those with {}", games(limit));
            (view.name.as_str(), limit, "min_games", part)
        });
        let openings = self.data.openings.iter().map(move |view| {
            let limit = view.limit();
            let part = format!("moves, those of lines from the start with {} each", games(limit));
            (view.name.as_str(), limit, "min_games", part)
        });
        let moves = self.data.moves.iter().map(|view| {
            let limit = view.limit();
            let times = match limit.min_games {
                1 => "once".to_owned(),
                times => format!("{} times", grouped(times)),
            };
            let part = format!("moves by phase, those expected at least {times} by chance");
            (view.name.as_str(), limit, "min_expected", part)
        });
        imbalance.chain(openings).chain(moves)
    }

    /// The page as HTML.
    ///
    /// # Errors
    /// If the template and what goes into it do not fit.
    pub fn html(&self) -> Result<String> {
        let mut environment = Environment::new();
        let syntax = SyntaxConfig::builder().trim_blocks(true).lstrip_blocks(true).build()?;
        environment.set_syntax(syntax);
        environment.add_template("report.html", TEMPLATE)?;
        environment.add_filter("grouped", grouped);
        let Options { title, validations, evidence, .. } = &self.options;
        let scripts: String = SCRIPTS.into_iter().chain([MAIN]).collect();
        let widest = evidence.iter().map(Evidence::reach).fold(1.0, f64::max).min(LONGEST_BAR);
        let page = context! {
            title,
            program => PROGRAM,
            style => Value::from_safe_string(STYLES.concat()),
            script => Value::from_safe_string(scripts),
            data => Value::from(Serde(&self.data)),
            origins => Value::from(Serde(&self.origins)),
            tiers => Value::from(Serde(&self.tiers)),
            classes => Value::from(Serde(&self.classes)),
            evaluations => Value::from(Serde(&self.evaluations)),
            validations => Value::from(Serde(validations)),
            evidence => Value::from(Serde(evidence)),
            overview => Value::from(Serde(&self.overview)),
            comparisons => Value::from(Serde(&self.comparisons)),
            plain => Value::from(Serde(&self.plain)),
            widest,
        };
        Ok(environment.get_template("report.html")?.render(page)?)
    }
}
