//! Positions that several games have.

use rustc_hash::FxHashSet;
use xxhash_rust::xxh3::{xxh3_64, xxh3_64_with_seed};

use crate::collect::positions::SampledGame;

/// Leaves each position to the first game that has it, in an order that knows nothing of outcomes (in that
/// of the file it would nearly always be one that White won); how many were dropped. Positions are told
/// apart by 64 bits: of ten million, two different ones are taken for one with odds of 1 in 370,000.
pub fn drop_repeated(games: &mut [SampledGame]) -> usize {
    // The outcome is drawn along only to part games of the same positions.
    let lot = |game: &SampledGame| {
        let seed = game.outcome as u64;
        xxh3_64_with_seed(&game.digest().to_le_bytes(), seed)
    };
    let mut order: Vec<_> = games.iter_mut().map(|game| (lot(game), game)).collect();
    order.sort_by_key(|&(lot, _)| lot);
    let mut seen = FxHashSet::default();
    let mut dropped = 0;
    for (_, game) in order {
        let before = game.samples.len();
        game.samples.retain(|sample| seen.insert(xxh3_64(sample.position.bytes())));
        dropped += before - game.samples.len();
    }
    dropped
}

#[cfg(test)]
mod tests {
    use rules::{Color, Outcome, Piece, Role, Square};
    use tables::PackedPosition;

    use super::*;
    use crate::collect::positions::Sample;

    /// Two kings and a queen, different for each of 2,000 numbers.
    fn sample(number: usize) -> Sample {
        let [white, black] = [number % 20, 63 - number / 20 % 20];
        let queen = 24 + number / 400;
        let piece = |square: Square| match square.index() {
            at if at == white => Some(Piece { color: Color::White, role: Role::King }),
            at if at == black => Some(Piece { color: Color::Black, role: Role::King }),
            at if at == queen => Some(Piece { color: Color::White, role: Role::Queen }),
            _ => None,
        };
        let position = PackedPosition::new(piece, Color::White, |_, _| false, None);
        let position = position.expect("a position");
        Sample { position, halfmoves: 0, fullmoves: 1, score: None, label: Outcome::Draw }
    }

    #[test]
    fn a_repeated_position_stays_with_one_game_whatever_its_outcome() {
        // Each position in a game that White won and in one that Black won, and that one twice.
        let outcomes = [(0, Outcome::WhiteWins), (0, Outcome::BlackWins), (1, Outcome::BlackWins)];
        let mut games: Vec<_> = (0..2_000)
            .flat_map(|number| {
                outcomes.map(|(source, outcome)| SampledGame {
                    source,
                    outcome,
                    samples: vec![sample(number)],
                })
            })
            .collect();
        games.sort_unstable();
        assert_eq!(drop_repeated(&mut games), 4_000);
        let won = |game: &&SampledGame| game.outcome == Outcome::WhiteWins;
        let white: usize = games.iter().filter(won).map(|game| game.samples.len()).sum();
        assert!((900..1_100).contains(&white), "{white} of 2,000 stayed with White's wins");
    }

    #[test]
    fn a_game_that_is_there_twice_is_left_out_as_a_whole() {
        let game = |source| SampledGame {
            source,
            outcome: Outcome::Draw,
            samples: (0..50).map(sample).collect(),
        };
        let mut games = vec![game(0), game(1)];
        drop_repeated(&mut games);
        assert_eq!([0, 1].map(|i: usize| games[i].samples.len()), [50, 0]);
    }
}
