//! Counting outcomes by evaluation, material and move number.
//!
//! A position counts if its score is known: that of the search from it, or what was said behind the move that led to
//! it. What is counted is what `scoreWDLstat` of official-stockfish/WDL_model counts.

use std::{
    io,
    sync::{Mutex, PoisonError},
};

use regex::bytes::Regex;
use rules::{Color, Outcome, Piece};
use rustc_hash::FxHashMap;
use tables::{AnyTable, Cell, Kind, OutcomeCounts, Provenance, WdlKey, WdlTable};

use super::{Collector, CollectorTally, TableCollector, TableSettings, by::Maker, walk};
use crate::{
    game::{Game, Ply, piece_code},
    pgn::tags::Tags,
    remarks::Score,
};

/// How evaluations are counted.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Evaluations are rounded to multiples of so many centipawns, halves away from zero.
    pub bin_width: u16,
    /// Only scores of searches of players whose names match.
    pub engine: Option<Regex>,
}

impl TableSettings for Settings {
    fn kind(&self) -> Kind {
        Kind::Wdl
    }

    fn options(&self) -> Vec<(&'static str, String)> {
        let engine = self.engine.as_ref().map(|engine| ("engine", engine.to_string()));
        [("bin-width", self.bin_width.to_string())].into_iter().chain(engine).collect()
    }

    fn collector(&self) -> Box<dyn TableCollector> {
        let groups = std::array::from_fn(|_| Mutex::default());
        Box::new(WdlCollector { settings: self.clone(), groups })
    }

    fn maker(&self) -> Maker {
        let settings = self.clone();
        Box::new(move || settings.collector())
    }
}

/// Groups of keys with a lock each, so that threads seldom meet and the maps fit into the caches.
const GROUPS: usize = 16;

/// The number of each outcome, by the bits of keys.
type Counts = FxHashMap<u32, [u64; 3]>;

/// Counts the positions of all games.
#[derive(Debug)]
struct WdlCollector {
    settings: Settings,
    groups: [Mutex<Counts>; GROUPS],
}

impl Collector for WdlCollector {
    fn tally(&self) -> Box<dyn CollectorTally + '_> {
        Box::new(WdlTally { collector: self, groups: [const { Vec::new() }; GROUPS] })
    }

    fn needs_remarks(&self) -> bool {
        true
    }
}

impl TableCollector for WdlCollector {
    fn finish(self: Box<Self>) -> io::Result<Vec<AnyTable>> {
        let groups = self.groups.into_iter();
        let counts =
            groups.flat_map(|group| group.into_inner().unwrap_or_else(PoisonError::into_inner));
        let entry = |(bits, [wins, draws, losses]): (u32, [u64; 3])| {
            let key = WdlKey::from_bits(bits).expect("invariant: bits of a key");
            (key, OutcomeCounts { wins, draws, losses })
        };
        let table = WdlTable::new(counts.map(entry).collect(), Provenance::default());
        Ok(vec![AnyTable::Wdl(table)])
    }
}

/// The positions of a block's games, by group: the bits of their keys, and how the game ended for the side to move.
#[derive(Debug)]
struct WdlTally<'a> {
    collector: &'a WdlCollector,
    groups: [Vec<(u32, Outcome)>; GROUPS],
}

impl CollectorTally for WdlTally<'_> {
    fn observe(&mut self, game: &Game<'_>, _: &[(Cell, u32)]) {
        let Settings { bin_width, engine } = &self.collector.settings;
        let counts_for = engine.as_ref().map(|engine| matching(engine, game));
        let first_number = first_number(game.fen);
        let mut material = material(game);
        let mut side = game.start.side_to_move;
        let black_first = side as usize;
        for position in 0..=game.plies.len() {
            let score = match counts_for {
                None => game.remarks.score_of(position),
                Some(players) => {
                    let remark = game.remarks.of(position);
                    remark.score.filter(|_| remark.is_search && players[side as usize])
                }
            };
            if let Some(score) = score
                && let Ok(number) = u16::try_from(first_number + (black_first + position) / 2)
                && let Some(key) = WdlKey::new(material, number, binned(score, side, *bin_width))
            {
                let bits = key.bits();
                let group = (bits.wrapping_mul(0x9e37_79b9) >> 28) as usize;
                self.groups[group].push((bits, game.outcome.seen_by(side)));
            }
            if let Some(&ply) = game.plies.get(position) {
                material = after(material, ply);
            }
            side = !side;
        }
    }

    fn add_up(&mut self) {
        for (positions, group) in self.groups.iter_mut().zip(&self.collector.groups) {
            let mut counts = group.lock().unwrap_or_else(PoisonError::into_inner);
            for (bits, outcome) in positions.drain(..) {
                counts.entry(bits).or_default()[outcome as usize] += 1;
            }
        }
    }
}

/// The score of a position in centipawns for the side to move, rounded and cut off.
fn binned(score: Score, side: Color, width: u16) -> i16 {
    match score.seen_by(side) {
        Score::Mate { winner: Color::White, .. } => WdlKey::MATE,
        Score::Mate { winner: Color::Black, .. } => -WdlKey::MATE,
        Score::Centipawns(score) => {
            let most = i32::from(WdlKey::MOST_EVAL);
            let (score, width) = (score.clamp(-most, most), i32::from(width));
            // The last bin is the last that lies within.
            let bins = ((2 * score.abs() + width) / (2 * width)).min(most / width);
            (score.signum() * bins * width) as i16
        }
    }
}

/// What pieces count, by their code; no piece counts nothing.
static VALUES: [u8; 16] = {
    let mut values = [0; 16];
    let mut index = 0;
    while index < Piece::COUNT {
        let piece = Piece::from_index(index);
        values[piece_code(piece) as usize] = WdlKey::value(piece.role);
        index += 1;
    }
    values
};

/// The material of both sides. A set-up position may have 64 pieces.
fn material(game: &Game<'_>) -> u8 {
    let codes = game.start.board.codes().iter();
    codes.fold(0, |sum: u8, code| sum.saturating_add(VALUES[usize::from(code & 15)]))
}

/// The material after a ply.
fn after(material: u8, ply: Ply) -> u8 {
    let value = |code: u8| VALUES[usize::from(code & 15)];
    let left = material.saturating_sub(value(ply.captured_code()));
    left.saturating_add(value(ply.placed_code()) - value(ply.piece_code()))
}

/// The number of the first move, as the FEN says it.
fn first_number(fen: Option<&[u8]>) -> usize {
    fen.map_or(1, |fen| walk::counters(fen).1).into()
}

/// Whether the names of White and of Black match.
fn matching(engine: &Regex, game: &Game<'_>) -> [bool; 2] {
    let tags = Tags::read::<true>(game.tag_section());
    [tags.white, tags.black].map(|name| name.is_some_and(|name| engine.is_match(name)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn evaluations_are_the_movers_rounded_away_from_zero() {
        let centipawns = |score, side, width| binned(Score::Centipawns(score), side, width);
        for (score, side, width, bin) in [
            (57, Color::White, 5, 55),
            (58, Color::White, 5, 60),
            (58, Color::Black, 5, -60),
            (2, Color::White, 5, 0),
            (3, Color::White, 5, 5),
            (-3, Color::White, 5, -5),
            (5, Color::White, 10, 10),
            (99_999, Color::White, 5, 1_000),
            (99_999, Color::Black, 5, -1_000),
        ] {
            assert_eq!(centipawns(score, side, width), bin, "{score} {side:?} {width}");
        }
        let mate = Score::Mate { winner: Color::Black, moves: 3 };
        assert_eq!([binned(mate, Color::White, 5), binned(mate, Color::Black, 5)], [-1_001, 1_001]);
    }

    #[test]
    fn numbers_of_moves_are_the_fens() {
        assert_eq!(first_number(None), 1);
        assert_eq!(first_number(Some(b"8/8/4k3/8/8/4K3/8/8 b - - 12 34")), 34);
        assert_eq!(first_number(Some(b"8/8/4k3/8/8/4K3/8/8 b - -")), 1);
        assert_eq!(first_number(Some(b"8/8/4k3/8/8/4K3/8/8 b - - 0 0")), 1);
    }
}
