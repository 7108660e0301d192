//! Tables as one HTML page that people can look at, made by `miner report`.
//!
//! The page asks for nothing outside of itself. Its template, style and program are the files of
//! `miner/report/`; every number in it comes from the code that `miner show` prints with, and the
//! page's program only shows them.

mod calibration;
pub mod evidence;
mod imbalance;
mod limit;
mod openings;
mod pack;
mod provenance;
mod squares;
pub mod wdl;

pub use calibration::Validation;
pub use evidence::Evidence;
pub use limit::Limit;

use anyhow::Result;
use minijinja::{Environment, Value, context, syntax::SyntaxConfig, value::Serde};
use serde::Serialize;
use tables::AnyTable;

use crate::{PROGRAM, ask::figures::grouped};
use imbalance::{ClassRow, ImbalanceView, TierRow};
use openings::OpeningsView;
use provenance::Origin;
use squares::SquaresView;
use wdl::WdlView;

/// The most pairs of a cell and its twin that are carried, unless asked otherwise; with them and
/// [`MOST_MOVES`] a page has about 3 MB.
pub const MOST_PAIRS: usize = 30_000;
/// The most moves of opening tables that are carried, unless asked otherwise.
pub const MOST_MOVES: usize = 40_000;

/// Bars of Elo reach so far either way at most; what removes the quiescence search would leave the
/// others no room.
const LONGEST_BAR: f64 = 100.0;

const TEMPLATE: &str = include_str!("../../report/report.html");
const STYLE: &str = include_str!("../../report/style.css");
/// The parts of the page's program; they share one scope.
const SCRIPTS: [&str; 10] = [
    include_str!("../../report/js/data.js"),
    include_str!("../../report/js/dom.js"),
    include_str!("../../report/js/theme.js"),
    include_str!("../../report/js/squares.js"),
    include_str!("../../report/js/material.js"),
    include_str!("../../report/js/imbalance.js"),
    include_str!("../../report/js/histogram.js"),
    include_str!("../../report/js/board.js"),
    include_str!("../../report/js/openings.js"),
    include_str!("../../report/js/calibration.js"),
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
}

/// One HTML page, made of tables.
#[derive(Debug)]
pub struct Page {
    options: Options,
    origins: Vec<Origin>,
    tiers: Vec<TierRow>,
    classes: Vec<ClassTable>,
    evaluations: Vec<WdlView>,
    data: Data,
}

/// What the page's program shows.
#[derive(Debug, Serialize)]
struct Data {
    squares: Vec<SquaresView>,
    imbalance: Vec<ImbalanceView>,
    openings: Vec<OpeningsView>,
}

/// The named imbalances of one table.
#[derive(Debug, Serialize)]
struct ClassTable {
    name: String,
    rows: Vec<ClassRow>,
}

impl Page {
    /// A page of tables, each with the name that it goes by.
    #[must_use]
    pub fn new(tables: &[(String, AnyTable)], options: Options) -> Self {
        let count = |kind: fn(&AnyTable) -> bool| tables.iter().filter(|row| kind(&row.1)).count();
        let imbalances = count(|table| matches!(table, AnyTable::Imbalance(_)));
        let openings = count(|table| matches!(table, AnyTable::Opening(_)));
        let mut data = Data { squares: Vec::new(), imbalance: Vec::new(), openings: Vec::new() };
        let (mut classes, mut evaluations) = (Vec::new(), Vec::new());
        for (name, table) in tables {
            let own = name.clone();
            match table {
                AnyTable::Imbalance(table) => {
                    let most = MOST_PAIRS / imbalances;
                    let view = ImbalanceView::new(own, table, options.min_cell_games, most);
                    data.imbalance.push(view);
                    let rows = imbalance::classes(table);
                    classes.push(ClassTable { name: name.clone(), rows });
                }
                AnyTable::Pst(table) => data.squares.push(SquaresView::new(own, table)),
                AnyTable::Opening(table) => {
                    let most = MOST_MOVES / openings;
                    let view = OpeningsView::new(own, table, options.min_games, most);
                    data.openings.push(view);
                }
                AnyTable::Wdl(table) => evaluations.push(wdl::view(own, table)),
            }
        }
        let tiers = imbalance::tiers(tables.iter().filter_map(|(name, table)| match table {
            AnyTable::Imbalance(table) => Some((name.as_str(), table)),
            AnyTable::Pst(_) | AnyTable::Opening(_) | AnyTable::Wdl(_) => None,
        }));
        let origins = tables.iter().map(|(name, table)| Origin::new(name, table)).collect();
        Self { options, origins, tiers, classes, evaluations, data }
    }

    /// How much of each table the page carries, and in words which part that is.
    pub fn limits(&self) -> impl Iterator<Item = (&str, Limit, String)> {
        let games = |limit: Limit| {
            let s = if limit.min_games == 1 { "" } else { "s" };
            format!("at least {} game{s}", grouped(limit.min_games))
        };
        let imbalance = self.data.imbalance.iter().map(move |view| {
            let limit = view.limit();
            let part = format!("pairs of a cell and its twin, those with {}", games(limit));
            (view.name.as_str(), limit, part)
        });
        let openings = self.data.openings.iter().map(move |view| {
            let limit = view.limit();
            let part = format!("moves, those of lines from the start with {} each", games(limit));
            (view.name.as_str(), limit, part)
        });
        imbalance.chain(openings)
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
            style => Value::from_safe_string(STYLE.to_owned()),
            script => Value::from_safe_string(scripts),
            data => Value::from(Serde(&self.data)),
            origins => Value::from(Serde(&self.origins)),
            tiers => Value::from(Serde(&self.tiers)),
            classes => Value::from(Serde(&self.classes)),
            evaluations => Value::from(Serde(&self.evaluations)),
            validations => Value::from(Serde(validations)),
            evidence => Value::from(Serde(evidence)),
            widest,
        };
        Ok(environment.get_template("report.html")?.render(page)?)
    }
}
