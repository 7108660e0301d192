//! What a page begins with: which games, how they were counted, and what in them surprises.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;
use tables::{
    AnyTable, BY, Cell, ImbalanceTable, OpeningTable, OutcomeCounts, Provenance, PstTable, Table,
};

use super::{openings::OpeningsView, squares::PIECES};
use crate::{
    ask::{
        cells::folded,
        figures::{Figures, grouped},
        findings::{Ahead, Mirror, ahead, mirror},
        material::{name_of, side_of},
    },
    collect::{
        label::LABEL,
        portrait::{ELO_STEP, Portrait},
    },
};

/// Years are shown by decade if there are more of them than this.
const MOST_YEARS: usize = 25;
/// Nearly every game keeps all its pieces for so many positions.
const USUAL_STABLE_PLIES: usize = 2;

/// The overview of a page.
#[derive(Debug, Serialize)]
pub(super) struct Overview {
    sources: Vec<Source>,
    results: Option<Results>,
    /// Games by year and by mean Elo, if the games were read again.
    portrait: Option<Classes>,
    counted: Vec<String>,
    pub(super) findings: Vec<Finding>,
}

/// Tables of the same games.
#[derive(Debug, Serialize)]
struct Source {
    games_used: String,
    games_read: String,
    files: Vec<String>,
    filters: Vec<(String, String)>,
    tables: Vec<String>,
}

/// How games ended.
#[derive(Debug, Serialize)]
struct Results {
    games: String,
    /// White's wins, draws, Black's wins: games, percent.
    parts: [(&'static str, String, String); 3],
    shares: [f64; 3],
    score: String,
    interval: String,
    of: &'static str,
}

/// Games by classes.
#[derive(Debug, Serialize)]
struct Classes {
    years: Vec<Bar>,
    without_year: String,
    elo: Vec<Bar>,
    without_elo: String,
    games: String,
}

/// A class of games.
#[derive(Debug, Serialize)]
struct Bar {
    name: String,
    games: String,
    /// Percent of the largest class.
    length: f64,
}

/// Something that surprises.
#[derive(Debug, Serialize)]
pub(super) struct Finding {
    title: String,
    text: String,
    /// Where in the page it can be looked at.
    address: String,
    look: String,
}

/// Options that say how is counted, not what.
const COUNTING: [&str; 11] = [
    "averages",
    "bin-width",
    "engine",
    "eval-win",
    "label",
    "max-ply",
    "min-clock",
    "min-games",
    "min-ply",
    "rating-correction",
    "stable-plies",
];

impl Overview {
    /// The overview of tables. The views of the opening tables come in the tables' order.
    #[must_use]
    pub(super) fn new(
        tables: &[(String, AnyTable)],
        openings: &[OpeningsView],
        portrait: Option<&Portrait>,
    ) -> Self {
        Self {
            sources: sources(tables),
            results: results(tables, portrait),
            portrait: portrait.map(Classes::new),
            counted: counted(tables),
            findings: findings(tables, openings),
        }
    }
}

/// The different games that the tables were counted by.
fn sources(tables: &[(String, AnyTable)]) -> Vec<Source> {
    let mut sources: Vec<(_, Source)> = Vec::new();
    for (name, table) in tables {
        let provenance = table.provenance();
        let counters = &provenance.counters;
        let is_filter = |(option, value): &(&String, &String)| {
            !COUNTING.contains(&option.as_str()) && *value != "false"
        };
        let filters: Vec<_> = provenance
            .options
            .iter()
            .filter(is_filter)
            .map(|(a, b)| (a.clone(), b.clone()))
            .collect();
        let same = (&provenance.inputs, counters.games_used, filters.clone());
        if let Some((_, source)) = sources.iter_mut().find(|(key, _)| *key == same) {
            source.tables.push(name.clone());
            continue;
        }
        let shards = provenance.shards.iter().flat_map(|run| &run.inputs);
        let files = provenance.inputs.iter().map(|input| &input.name);
        let source = Source {
            games_used: grouped(counters.games_used),
            games_read: grouped(counters.games_read),
            files: files.chain(shards.map(|input| &input.name)).cloned().collect(),
            filters,
            tables: vec![name.clone()],
        };
        sources.push((same, source));
    }
    sources.into_iter().map(|(_, source)| source).collect()
}

/// How the games ended: all of them if they were read again, else those that an opening or imbalance
/// table saw in the start position.
fn results(tables: &[(String, AnyTable)], portrait: Option<&Portrait>) -> Option<Results> {
    let start = Cell::all().last()?;
    let (of, counts) = portrait
        .map(|portrait| ("games that pass the filters", portrait.outcomes))
        .into_iter()
        .chain(tables.iter().filter_map(|(_, table)| match table {
            AnyTable::Imbalance(table) if tells_outcomes(table.provenance()) => {
                Some(("games that began with all pieces", table.get(start)))
            }
            _ => None,
        }))
        .find(|(_, counts)| counts.games() > 0)?;
    let percent = |share: f64| format!("{:.1}", 100.0 * share);
    let share = |count: u64| count as f64 / counts.games() as f64;
    let figures = Figures::from(counts);
    let (low, high) = figures.interval?;
    let OutcomeCounts { wins, draws, losses } = counts;
    let part = |name, count| (name, grouped(count), percent(share(count)));
    Some(Results {
        games: grouped(counts.games()),
        parts: [part("White won", wins), part("Drawn", draws), part("Black won", losses)],
        shares: [wins, draws, losses].map(share),
        score: percent(figures.score?),
        interval: format!("{} – {}", percent(low), percent(high)),
        of,
    })
}

/// Whether an imbalance table says of all games that began with all pieces how they ended: not if it counts evaluations or
/// a part of the games (`--by`), nor if it leaves out games of which a piece went early.
fn tells_outcomes(provenance: &Provenance) -> bool {
    let stable_plies = provenance.options.get("stable-plies").and_then(|plies| plies.parse().ok());
    !provenance.options.contains_key(LABEL)
        && !provenance.options.contains_key(BY)
        && stable_plies.is_some_and(|plies: usize| plies <= USUAL_STABLE_PLIES)
}

impl Classes {
    fn new(portrait: &Portrait) -> Self {
        let step = if portrait.years.len() > MOST_YEARS { 10 } else { 1 };
        let mut years: BTreeMap<u16, u64> = BTreeMap::new();
        for (year, games) in &portrait.years {
            *years.entry(year - year % step).or_default() += games;
        }
        let decade = |year: u16| if step == 1 { year.to_string() } else { format!("{year}s") };
        Self {
            years: bars(&years, decade),
            without_year: grouped(portrait.without_year),
            elo: bars(&portrait.elo, |elo| format!("{elo} – {}", elo + ELO_STEP - 1)),
            without_elo: grouped(portrait.without_elo),
            games: grouped(portrait.outcomes.games()),
        }
    }
}

fn bars(classes: &BTreeMap<u16, u64>, name: impl Fn(u16) -> String) -> Vec<Bar> {
    let most = classes.values().copied().max().unwrap_or(1);
    let bar = |(class, games): (&u16, &u64)| Bar {
        name: name(*class),
        games: grouped(*games),
        length: 100.0 * *games as f64 / most as f64,
    };
    classes.iter().map(bar).collect()
}

/// How each kind of table was counted, in a sentence.
fn counted(tables: &[(String, AnyTable)]) -> Vec<String> {
    let mut sentences: Vec<String> = Vec::new();
    for (_, table) in tables {
        let option = |name: &str| table.provenance().options.get(name).map(String::as_str);
        let sentence = match table {
            AnyTable::Imbalance(_) => match option("stable-plies").unwrap_or("1") {
                "1" => "A balance of material counts once in each game that has it, also where it \
                        stands only in the middle of an exchange."
                    .to_owned(),
                plies => format!(
                    "A balance of material counts once in each game that keeps it for {plies} \
                     positions in a row: what stands only in the middle of an exchange does not count."
                ),
            },
            AnyTable::Pst(_) => {
                "A square counts each position that has the piece there, as its owner fared."
                    .to_owned()
            }
            AnyTable::KingSquares(_) => {
                "A square by a king's place counts each position that has the piece there, as its owner fared."
                    .to_owned()
            }
            AnyTable::Wdl(_) => {
                "An evaluation counts each position whose comment has one, as the side to move fared."
                    .to_owned()
            }
            AnyTable::Priors(_) => {
                "A move counts where it was legal and quiet: how often it was played, and how often by chance."
                    .to_owned()
            }
            AnyTable::Opening(_) => {
                let plies = option("max-ply")
                    .map_or_else(String::new, |plies| format!(" of the first {plies} plies"));
                let fewest = match option("min-games").unwrap_or("1") {
                    "1" => String::new(),
                    games => format!("; moves of fewer than {games} games were dropped"),
                };
                format!(
                    "An opening move{plies} counts once in each game that plays it in the \
                     position, whatever the way there{fewest}."
                )
            }
        };
        sentences.push(sentence);
        if is_labelled(table) {
            sentences.push(
                "Some tables count what evaluations say in place of outcomes (--label eval)."
                    .to_owned(),
            );
        }
        if let Some(seconds) = option("min-clock") {
            sentences.push(format!(
                "Some tables count only what was played with {seconds} seconds or more left on the clock."
            ));
        }
    }
    let mut told = BTreeSet::new();
    sentences.retain(|sentence| told.insert(sentence.clone()));
    sentences
}

/// Whether a table counts what evaluations say, not how games ended.
fn is_labelled(table: &AnyTable) -> bool {
    table.provenance().options.contains_key(LABEL)
}

/// The surest finding of each sort, if there is one. Tables that count evaluations have none: their sentences are of games.
fn findings(tables: &[(String, AnyTable)], openings: &[OpeningsView]) -> Vec<Finding> {
    let (mut cells, mut squares, mut moves) = (None, None, None);
    let mut views = openings.iter().peekable();
    for (name, table) in tables {
        if is_labelled(table) {
            views.next_if(|_| matches!(table, AnyTable::Opening(_)));
            continue;
        }
        match table {
            AnyTable::Imbalance(table) if cells.is_none() => cells = of_cells(name, table),
            AnyTable::Pst(table) => {
                let found = mirror(table).map(|mirror| (name, table, mirror));
                squares =
                    [squares, found].into_iter().flatten().reduce(|one: (_, _, Mirror), two| {
                        if two.2.difference.sure() > one.2.difference.sure() { two } else { one }
                    });
            }
            AnyTable::Opening(table) => {
                let view = views.next();
                moves = moves.or_else(|| of_moves(name, view?, table));
            }
            _ => {}
        }
    }
    let squares = squares.map(|(name, table, mirror)| of_squares(name, table, &mirror));
    [cells, squares, moves].into_iter().flatten().collect()
}

fn percent(share: f64) -> String {
    format!("{:.1}", 100.0 * share)
}

fn interval((low, high): (f64, f64)) -> String {
    format!("95 % interval {} – {}", percent(low), percent(high))
}

fn of_cells(name: &str, table: &ImbalanceTable) -> Option<Finding> {
    let Ahead { cell, points, figures } = ahead(table)?;
    let material = cell.material();
    let s = if points == 1 { "" } else { "s" };
    Some(Finding {
        title: "More material, fewer points".to_owned(),
        text: format!(
            "{} is {points} point{s} ahead of {} by the textbook (pawn 1, knight and bishop 3, rook 5, \
             queen 9), and scores {} % of {} games, {}.",
            side_of(material, rules::Color::White),
            side_of(material, rules::Color::Black),
            percent(figures.score?),
            grouped(folded(table, cell).games()),
            interval(figures.interval?),
        ),
        address: format!(
            "imbalance?table={}&m={}",
            encoded(name),
            name_of(material).replace(" v ", "-")
        ),
        look: name_of(material),
    })
}

fn of_squares(name: &str, table: &PstTable, mirror: &Mirror) -> Finding {
    let Mirror { role, square, image, counts, difference } = mirror;
    let piece = PIECES[*role as usize].to_lowercase();
    let [own, other] = counts.map(|counts| percent(counts.score().unwrap_or_default()));
    let phase = match table.phase().name() {
        "all" => "In all phases".to_owned(),
        phase => format!("In the {phase}"),
    };
    Finding {
        title: "One wing is not the other".to_owned(),
        text: format!(
            "{phase} a {piece} on {square} scores {own} %, on {image} {other} %, both colours together: \
             {} percentage points apart, {}, if each game counted once; positions of a game share its result, \
             so the true interval is wider.",
            percent(difference.value),
            interval(difference.interval),
        ),
        address: format!(
            "squares?table={}&numbers=score&sides=both&at={}-{square}",
            encoded(name),
            PIECES[*role as usize]
        ),
        look: format!("{piece} on {square}"),
    }
}

fn of_moves(name: &str, view: &OpeningsView, table: &OpeningTable) -> Option<Finding> {
    let choice = view.choice(table)?;
    let line = view.line_to(choice.position, choice.played.mv)?;
    let better = view.line_to(choice.position, choice.better.mv)?;
    let (played, better) = (line.moves.last()?, better.moves.last()?);
    let before = line.before();
    let at = match before.moves.len() {
        0 => "In the start position".to_owned(),
        _ => format!("After {}", before.numbered()),
    };
    let title = line.title.as_ref().map_or_else(String::new, |title| format!(" ({title})"));
    let score = |counts: OutcomeCounts| percent(counts.score().unwrap_or_default());
    Some(Finding {
        title: "What most play is not what scores".to_owned(),
        text: format!(
            "{at}{title} most play {played}: {} games, {} %. In {} games {better} scored {} %, which is \
             {} percentage points more, {}. How strong those are who play them is not taken off.",
            grouped(choice.played.counts.games()),
            score(choice.played.counts),
            grouped(choice.better.counts.games()),
            score(choice.better.counts),
            percent(choice.difference.value),
            interval(choice.difference.interval),
        ),
        address: format!("openings?table={}&line={}", encoded(name), before.address()),
        look: "this position".to_owned(),
    })
}

/// A table's name as a value in an address.
pub(super) fn encoded(name: &str) -> String {
    let keep = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
    let sign =
        |byte: u8| if keep(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") };
    name.bytes().map(sign).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stand_in_addresses_as_bytes() {
        assert_eq!(encoded("a b&c=ü.bin"), "a%20b%26c%3D%C3%BC.bin");
    }

    #[test]
    fn many_years_come_by_decade() {
        let mut portrait = Portrait::default();
        for year in 1970..2000 {
            portrait.years.insert(year, 2);
        }
        let classes = Classes::new(&portrait);
        let names: Vec<_> =
            classes.years.iter().map(|bar| (&bar.name[..], &bar.games[..])).collect();
        assert_eq!(names, [("1970s", "20"), ("1980s", "20"), ("1990s", "20")]);
        portrait.years.retain(|year, _| *year < 1972);
        assert_eq!(Classes::new(&portrait).years[0].name, "1970");
    }
}
