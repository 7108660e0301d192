//! Two tables side by side: what moved most, and how sure that is.

use std::cmp::Ordering;

use serde::Serialize;
use tables::{AnyTable, Provenance};

use super::{
    openings::OpeningsView,
    overview::encoded,
    squares::{COLORS, PIECES},
};
use crate::ask::{
    changes::{Change, Entry, compare},
    difference::Difference,
    figures::{Figures, grouped},
    material::name_of,
};

/// So many entries of a pair of tables are listed.
const MOST: usize = 100;

/// A table against another of its kind.
#[derive(Debug, Serialize)]
pub(super) struct Comparison {
    old: String,
    new: String,
    what: &'static str,
    entries: [String; 2],
    appeared: String,
    vanished: String,
    changed: String,
    same: String,
    scores: [String; 2],
    shares_games: bool,
    rows: Vec<Moved>,
}

/// An entry whose score moved.
#[derive(Debug, Serialize)]
struct Moved {
    name: String,
    /// Where in the page it can be looked at.
    address: String,
    games: [String; 2],
    scores: [String; 2],
    difference: String,
    interval: String,
    is_sure: bool,
}

/// Compares each table with the one of the others that counts the same: that of its file's name, or
/// else the first of its kind and phase.
#[must_use]
pub(super) fn comparisons(
    tables: &[(String, AnyTable)],
    others: &[(String, AnyTable)],
    openings: &[OpeningsView],
) -> Vec<Comparison> {
    let mut views = openings.iter();
    let mut found = Vec::new();
    for (name, table) in tables {
        let view = matches!(table, AnyTable::Opening(_)).then(|| views.next()).flatten();
        let like = |(_, other): &&(String, AnyTable)| counts_alike(table, other);
        let named = |(other, _): &&(String, AnyTable)| file_of(other) == file_of(name);
        let mut alike = others.iter().filter(like);
        let other = alike.clone().find(named).or_else(|| alike.next());
        if let Some(other) = other {
            found.extend(Comparison::new(other, (name, table), view));
        }
    }
    found
}

/// The name without its folders.
fn file_of(name: &str) -> &str {
    name.rsplit(['/', '\\']).next().unwrap_or(name)
}

fn counts_alike(table: &AnyTable, other: &AnyTable) -> bool {
    match (table, other) {
        (AnyTable::Imbalance(_), AnyTable::Imbalance(_))
        | (AnyTable::Opening(_), AnyTable::Opening(_)) => true,
        (AnyTable::Pst(table), AnyTable::Pst(other)) => table.phase() == other.phase(),
        _ => false,
    }
}

impl Comparison {
    /// None if the tables do not count alike.
    fn new(
        (old_name, old): &(String, AnyTable),
        (name, new): (&str, &AnyTable),
        view: Option<&OpeningsView>,
    ) -> Option<Self> {
        let changes = compare(old, new).ok()?;
        let percent = |share: f64| format!("{:.2}", 100.0 * share);
        let of_all = changes.total.map(|total| total.score().map_or_else(String::new, percent));
        let (what, most) = match new {
            AnyTable::Imbalance(_) => ("cells", [u64::MAX; 2]),
            AnyTable::Opening(_) => ("moves", [u64::MAX; 2]),
            AnyTable::Wdl(_) | AnyTable::KingSquares(_) | AnyTable::Priors(_) => return None,
            // Positions of a game share its result.
            AnyTable::Pst(_) => {
                ("squares", [old, new].map(|table| table.provenance().counters.games_used))
            }
        };
        let mut moved: Vec<(Difference, &Change)> = changes
            .changed
            .iter()
            .filter_map(|change| Some((change.difference(most)?, change)))
            .collect();
        moved.sort_by(|(a, one), (b, two)| {
            let sure = b.sure().partial_cmp(&a.sure()).unwrap_or(Ordering::Equal);
            let weight = two.weight().partial_cmp(&one.weight()).unwrap_or(Ordering::Equal);
            sure.then(weight)
        });
        moved.truncate(MOST);
        Some(Self {
            old: old_name.clone(),
            new: name.to_owned(),
            what,
            entries: [old, new].map(|table| grouped(table.entries() as u64)),
            appeared: grouped(changes.appeared),
            vanished: grouped(changes.vanished),
            changed: grouped(changes.changed.len() as u64),
            same: grouped(changes.same),
            scores: of_all,
            shares_games: share_games(old.provenance(), new.provenance()),
            rows: moved
                .into_iter()
                .map(|(by, change)| Moved::new(name, by, change, view))
                .collect(),
        })
    }
}

/// Whether both tables have read the same file.
fn share_games(old: &Provenance, new: &Provenance) -> bool {
    old.inputs.iter().any(|input| new.inputs.iter().any(|other| other.digest == input.digest))
}

impl Moved {
    fn new(table: &str, by: Difference, change: &Change, view: Option<&OpeningsView>) -> Self {
        let percent = |share: f64| format!("{:.1}", 100.0 * share);
        let points = |share: f64| format!("{:+.1}", 100.0 * share).replace('-', "−");
        let (name, address) = place(table, change.entry, view);
        let counts = [change.old, change.new];
        Self {
            name,
            address,
            games: counts.map(|counts| grouped(counts.games())),
            scores: counts
                .map(|counts| Figures::from(counts).score.map_or_else(String::new, percent)),
            difference: points(by.value),
            interval: format!("{} … {}", points(by.interval.0), points(by.interval.1)),
            is_sure: by.sure() > 0.0,
        }
    }
}

/// What an entry is called, and where in the page it is.
fn place(table: &str, entry: Entry, view: Option<&OpeningsView>) -> (String, String) {
    let table = encoded(table);
    match entry {
        Entry::Cell(cell) => {
            let name = name_of(cell.material());
            let address = format!("imbalance?table={table}&m={}", name.replace(" v ", "-"));
            (name, address)
        }
        Entry::Square(piece, square) => {
            let color = COLORS[piece.color as usize];
            let role = PIECES[piece.role as usize];
            let address = format!(
                "squares?table={table}&sides=each&numbers=score&at={color}-{role}-{square}"
            );
            (format!("{color} {} on {square}", role.to_lowercase()), address)
        }
        Entry::Move(key, mv) => match view.and_then(|view| view.line_to(key, mv)) {
            Some(line) => {
                let address = format!("openings?table={table}&line={}", line.before().address());
                (line.numbered(), address)
            }
            None => (entry.name(), "openings".to_owned()),
        },
        Entry::KingSquare(_) => (entry.name(), "squares".to_owned()),
        Entry::Evaluation(_) => (entry.name(), "evaluations".to_owned()),
    }
}
