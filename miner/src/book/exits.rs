//! From an opening table to the lines of a book.

use std::{cmp::Reverse, collections::BTreeMap, ops::Range};

use rules::{Color, Position, Role};
use rustc_hash::{FxHashMap, FxHashSet};
use shakmaty::{EnPassantMode, fen::Epd};
use statistics::{WinDrawLoss, shrunken, wdl::WdlModel};
use tables::{OpeningFile, OpeningMove, OutcomeCounts, WdlKey};

use super::{Model, Wanted};
use crate::ask::explore::{self, Found};

/// A position on the way to the exits.
#[derive(Clone, Debug)]
pub struct Place {
    /// Its Polyglot key.
    pub key: u64,
    /// The fewest plies that lead here by moves of the table.
    pub plies: usize,
    /// The side to move.
    pub turn: Color,
    /// Outcomes of the games that went on from here, as White sees them.
    pub counts: OutcomeCounts,
    /// White's chances by the model; nothing if that asks for an evaluation and there is none.
    pub model: Option<WinDrawLoss>,
    /// The place before it, by the most played of the shortest ways; none for the start position.
    pub(super) from: Option<usize>,
    /// Its moves among the book's steps.
    steps: Range<usize>,
}

/// A move of a place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub(super) mv: OpeningMove,
    /// Whether it castles, which the table does not say.
    pub(super) castles: bool,
    pub(super) games: u64,
    /// The key of the position it leads to; nothing for a move that is not legal.
    after: Option<u64>,
}

/// A position where a line ends.
#[derive(Clone, Debug)]
pub struct Exit {
    /// Where it stands among the places.
    pub(super) place: usize,
    /// The first four fields of its FEN.
    pub epd: String,
}

/// Lines from the start position to exits.
#[derive(Debug, Default)]
pub struct Book {
    places: Vec<Place>,
    steps: Vec<Step>,
    by_key: FxHashMap<u64, usize>,
    /// The exits, the most popular first.
    pub exits: Vec<Exit>,
    /// How many positions have the plies that are wanted.
    pub candidates: u64,
    /// How many of them were left out, by the option that did.
    pub left_out: BTreeMap<&'static str, u64>,
    /// How many exits were the same position as another, told apart only by a capture en passant that is not legal.
    pub doubles: u64,
}

impl Book {
    /// The lines of a table to the positions that are wanted.
    #[must_use]
    pub fn new(table: &OpeningFile, wanted: &Wanted) -> Self {
        let mut book = Self::default();
        let mut candidates = Vec::new();
        explore::walk(table, *wanted.plies.end(), |found| {
            if wanted.plies.contains(&found.plies) {
                let epd = Epd::from_position(&found.chess(), EnPassantMode::Legal).to_string();
                candidates.push(Exit { place: book.places.len(), epd });
            }
            book.visit(found);
            if let Model::Evaluations(model) = wanted.model
                && let Some(place) = book.places.last_mut()
            {
                place.model = expected(table, found, &model);
            }
        });
        book.choose_ways();
        if let Model::Games(games) = wanted.model {
            book.expect(games);
        }
        book.choose_exits(candidates, wanted);
        book
    }

    fn visit(&mut self, found: &Found<'_>) {
        let mut counts = OutcomeCounts::ZERO;
        found.moves.iter().for_each(|entry| counts.merge(entry.counts));
        let turn = found.position.turn();
        let steps = found.moves.iter().zip(found.after).map(|(entry, &after)| Step {
            mv: entry.mv,
            castles: found.is_castling(entry.mv),
            games: entry.counts.games(),
            after,
        });
        let first = self.steps.len();
        self.steps.extend(steps);
        self.by_key.insert(found.key, self.places.len());
        self.places.push(Place {
            key: found.key,
            plies: found.plies,
            turn,
            counts: if turn == Color::White { counts } else { counts.swapped() },
            model: None,
            from: found.from.and_then(|key| self.by_key.get(&key).copied()),
            steps: first..self.steps.len(),
        });
    }

    /// Of several ways of the same length the one whose last move was played most is the line's.
    fn choose_ways(&mut self) {
        let mut most = vec![0; self.places.len()];
        for place in 0..self.places.len() {
            let plies = self.places[place].plies + 1;
            let steps: Vec<_> = self.steps(place).collect();
            for (step, to) in steps.into_iter().filter_map(|(step, to)| Some((step, to?))) {
                if self.places[to].plies == plies && step.games > most[to] {
                    most[to] = step.games;
                    self.places[to].from = Some(place);
                }
            }
        }
    }

    /// Computes the chances by the games, those of nearer places first.
    fn expect(&mut self, model_games: f64) {
        let mut order: Vec<usize> = (0..self.places.len()).collect();
        order.sort_by_key(|&place| self.places[place].plies);
        for place in order {
            let (counts, from) = (self.places[place].counts, self.places[place].from);
            let before = from.and_then(|from| self.places[from].model);
            let weight = before.map_or(0.0, |_| model_games);
            self.places[place].model = Some(shrunken(counts, before.unwrap_or_default(), weight));
        }
    }

    /// Keeps the candidates that are wanted.
    fn choose_exits(&mut self, candidates: Vec<Exit>, wanted: &Wanted) {
        self.candidates = candidates.len() as u64;
        for exit in candidates {
            let place = &self.places[exit.place];
            match wanted.broken(place.counts, place.model) {
                Some(option) => *self.left_out.entry(option).or_default() += 1,
                None => self.exits.push(exit),
            }
        }
        self.sort();
        if let Some(top) = wanted.top.filter(|&top| top < self.exits.len()) {
            *self.left_out.entry("top").or_default() += (self.exits.len() - top) as u64;
            self.exits.truncate(top);
        }
    }

    /// Sorts the exits by games downward, then text, and drops those that come again.
    fn sort(&mut self) {
        let places = &self.places;
        let games = |exit: &Exit| places[exit.place].counts.games();
        self.exits.sort_by(|a, b| (Reverse(games(a)), &a.epd).cmp(&(Reverse(games(b)), &b.epd)));
        let (mut seen, before) = (FxHashSet::default(), self.exits.len());
        self.exits.retain(|exit| seen.insert(exit.epd.clone()));
        self.doubles = (before - self.exits.len()) as u64;
    }

    /// The places, the start position first, nearer ones first but for those that only dropped moves lead to.
    #[must_use]
    pub fn places(&self) -> &[Place] {
        &self.places
    }

    /// The place of an exit.
    #[must_use]
    pub fn place_of(&self, exit: &Exit) -> &Place {
        &self.places[exit.place]
    }

    /// A place's moves, each with the place that it leads to, if there is one.
    pub(super) fn steps(&self, place: usize) -> impl Iterator<Item = (Step, Option<usize>)> {
        self.steps[self.places[place].steps.clone()]
            .iter()
            .map(|step| (*step, step.after.and_then(|key| self.by_key.get(&key).copied())))
    }

    /// For each place whether it is an exit.
    pub(super) fn is_exit(&self) -> Vec<bool> {
        let mut is_exit = vec![false; self.places.len()];
        self.exits.iter().for_each(|exit| is_exit[exit.place] = true);
        is_exit
    }

    /// How many exits several moves of the table lead to: with a line for each way they would come twice.
    #[must_use]
    pub fn transposed(&self) -> u64 {
        let mut ways = vec![0_u64; self.places.len()];
        for place in 0..self.places.len() {
            self.steps(place).filter_map(|(_, to)| to).for_each(|to| ways[to] += 1);
        }
        self.exits.iter().filter(|exit| ways[exit.place] > 1).count() as u64
    }
}

/// White's chances with the mean evaluation of the moves that were played.
fn expected(table: &OpeningFile, found: &Found<'_>, model: &WdlModel) -> Option<WinDrawLoss> {
    let evaluation = table.sums(table.find(found.key)?).evaluation()?;
    let [win, draw, loss] = model.chances(evaluation, f64::from(material(found.position)));
    Some(match found.position.turn() {
        Color::White => [win, draw, loss],
        Color::Black => [loss, draw, win],
    })
}

/// The material of both sides as [`Material`](statistics::wdl::Variable::Material) counts it.
fn material(position: &Position) -> u32 {
    let board = position.board();
    let of = |role| {
        let both = board.of(Color::White, role) | board.of(Color::Black, role);
        u32::from(WdlKey::value(role)) * both.count_ones()
    };
    Role::ALL.into_iter().map(of).sum()
}
