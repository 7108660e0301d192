//! Games handed on as they come, in the order of the inputs, whichever thread reads them.

use std::{
    fmt::{self, Debug, Formatter},
    mem,
};

use rules::Outcome;
use tables::Cell;

use super::{san::San, turns::Turns, uci};
use crate::{
    collect::{Collector, CollectorTally, positions::packed_score},
    game::Game,
    pgn::tags,
};

/// A game that stands by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Names and values of its tags, in their order.
    pub tags: Vec<(String, String)>,
    /// How it ended.
    pub outcome: Outcome,
    /// The position that it was set up from; `None` for the standard one.
    pub fen: Option<String>,
    /// Its moves as UCI writes them, with blanks between.
    pub uci: String,
    /// Its moves in standard algebraic notation, with blanks between.
    pub san: String,
    /// White's score of the position before each ply, as comments have it ([`packed_score`]).
    pub scores: Vec<Option<i16>>,
    /// What the mover has left on the clock after each ply, in milliseconds.
    pub clocks: Vec<Option<u32>>,
    /// How long the mover thought about each ply, in milliseconds.
    pub times: Vec<Option<u32>>,
    /// How deep the search of each ply was, in plies.
    pub depths: Vec<Option<u16>>,
}

impl Record {
    fn new(game: &Game<'_>) -> Self {
        let text = |bytes: Vec<u8>| String::from_utf8_lossy(bytes.trim_ascii()).into_owned();
        let (mut moves, mut names, mut san) = (Vec::new(), Vec::new(), San::of(game));
        uci::write_moves(game.plies, &mut moves);
        for &ply in game.plies {
            san.write(ply, &mut names);
            names.push(b' ');
        }
        let plies = 0..game.plies.len();
        let remarks = plies.clone().map(|ply| game.remarks.of(ply));
        let tags = tags::pairs(game.tag_section());
        Self {
            tags: tags.map(|(name, value)| (tags::text_of(name), tags::text_of(value))).collect(),
            outcome: game.outcome,
            fen: game.fen.map(|fen| text(fen.to_vec())),
            uci: text(moves),
            san: text(names),
            scores: plies.map(|ply| game.remarks.score_of(ply).map(packed_score)).collect(),
            clocks: remarks.clone().map(|remark| remark.clock).collect(),
            times: remarks.clone().map(|remark| remark.spent).collect(),
            depths: remarks.map(|remark| remark.depth).collect(),
        }
    }
}

/// Takes the games of a block; `false` if nobody wants more.
type Take = Box<dyn FnMut(Vec<Record>) -> bool + Send>;

/// Hands games on.
pub struct StreamCollector(Turns<Option<Take>>);

impl Debug for StreamCollector {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("StreamCollector")
    }
}

impl StreamCollector {
    /// Games go to `take`, block by block, until it says that nobody wants more.
    #[must_use]
    pub fn new(take: impl FnMut(Vec<Record>) -> bool + Send + 'static) -> Self {
        Self(Turns::new(Some(Box::new(take))))
    }
}

impl Collector for StreamCollector {
    fn tally(&self) -> Box<dyn CollectorTally + '_> {
        Box::new(StreamTally { collector: self, turn: 0, games: Vec::new() })
    }

    fn has_failed(&self) -> bool {
        self.0.look(Option::is_none)
    }

    fn needs_remarks(&self) -> bool {
        true
    }
}

/// The games of a block.
#[derive(Debug)]
struct StreamTally<'a> {
    collector: &'a StreamCollector,
    turn: u64,
    games: Vec<Record>,
}

impl CollectorTally for StreamTally<'_> {
    fn observe(&mut self, game: &Game<'_>, _: &[(Cell, u32)]) {
        self.games.push(Record::new(game));
    }

    fn set_turn(&mut self, turn: u64) {
        self.turn = turn;
    }

    fn add_up(&mut self) {
        let games = mem::take(&mut self.games);
        self.collector.0.take(self.turn, |take| {
            if take.as_mut().is_some_and(|take| !take(games)) {
                *take = None;
            }
        });
    }
}
