//! What games in PGN came to for one of their players, whichever program played them.
//!
//! Two games of one file and round, with colours changed, are a pair, as fastchess, cutechess and `lab match` write them.

use std::{collections::BTreeMap, io, ops::ControlFlow};

use pgn_reader::{RawTag, Reader, Skip, Visitor};
use rules::{Color, Outcome};

use super::tally::{Tally, half_points};

/// The games of a player.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Results {
    /// The player; White of the first game unless one was asked for.
    pub player: Option<String>,
    /// All of them, and those that are pairs.
    pub tally: Tally,
    /// Games without the other one of their pair.
    pub odd: u64,
    /// Games without an outcome.
    pub unfinished: u64,
    /// Games that ended by the clock.
    pub by_time: u64,
}

/// Of a game's tags, those that say what it came to.
#[derive(Clone, Debug, Default)]
struct Tags {
    round: String,
    players: [String; 2],
    outcome: String,
    by_time: bool,
}

/// Reads tags alone.
struct TagsOnly;

impl Visitor for TagsOnly {
    type Tags = Tags;
    type Movetext = Tags;
    type Output = Tags;

    fn begin_tags(&mut self) -> ControlFlow<Tags, Tags> {
        ControlFlow::Continue(Tags::default())
    }

    fn tag(&mut self, tags: &mut Tags, name: &[u8], value: RawTag<'_>) -> ControlFlow<Tags> {
        let text = || value.decode_utf8_lossy().into_owned();
        match name {
            b"Round" => tags.round = text(),
            b"White" => tags.players[0] = text(),
            b"Black" => tags.players[1] = text(),
            b"Result" => tags.outcome = text(),
            b"Termination" => tags.by_time = text().contains("time"),
            _ => {}
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, tags: Tags) -> ControlFlow<Tags, Tags> {
        ControlFlow::Break(tags)
    }

    fn begin_variation(&mut self, _: &mut Tags) -> ControlFlow<Tags, Skip> {
        ControlFlow::Continue(Skip(true))
    }

    fn end_game(&mut self, tags: Tags) -> Tags {
        tags
    }
}

impl Results {
    /// Results of this player.
    #[must_use]
    pub fn of(player: Option<String>) -> Self {
        Self { player, ..Self::default() }
    }

    /// Adds the games of a file.
    ///
    /// # Errors
    /// One sentence with the game that is not of the player or has no result, or why the file cannot be read.
    pub fn add(&mut self, pgn: impl io::Read) -> Result<(), String> {
        // Games that wait for the other one of their pair, by round: the player's colour and half points.
        let mut rounds: BTreeMap<String, (Color, u8)> = BTreeMap::new();
        let mut reader = Reader::new(pgn);
        let mut number = 0;
        while let Some(tags) = reader.read_game(&mut TagsOnly).map_err(|e| e.to_string())? {
            number += 1;
            let player = self.player.get_or_insert_with(|| tags.players[0].clone());
            if tags.players[0] == tags.players[1] {
                return Err(format!("in game {number} both players are {}", tags.players[0]));
            }
            let Some(place) = tags.players.iter().position(|name| name == player) else {
                let [white, black] = &tags.players;
                return Err(format!(
                    "game {number} is between {white} and {black}, not of {player}"
                ));
            };
            let outcome = match tags.outcome.as_str() {
                "1-0" => Outcome::WhiteWins,
                "0-1" => Outcome::BlackWins,
                "1/2-1/2" => Outcome::Draw,
                "*" => {
                    self.unfinished += 1;
                    continue;
                }
                other => return Err(format!("game {number} has the result `{other}`")),
            };
            let color = if place == 0 { Color::White } else { Color::Black };
            let half_points = half_points(outcome, color);
            self.by_time += u64::from(tags.by_time);
            let pair = pair_of(&tags.round).to_owned();
            match rounds.remove(&pair) {
                Some((other_color, other)) if other_color != color => {
                    self.tally.add([other, half_points]);
                }
                before => {
                    self.add_odd(before.into_iter());
                    rounds.insert(pair, (color, half_points));
                }
            }
        }
        self.add_odd(rounds.into_values());
        Ok(())
    }

    /// Adds games without the other one of their pair.
    fn add_odd(&mut self, games: impl Iterator<Item = (Color, u8)>) {
        for (_, half_points) in games {
            self.odd += 1;
            self.tally.add_game(half_points);
        }
    }
}

/// The pair that a round means: `lab match` calls the games of pair 7 `7.1` and `7.2`, others both `7`.
fn pair_of(round: &str) -> &str {
    round.strip_suffix(".1").or_else(|| round.strip_suffix(".2")).unwrap_or(round)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(
        round: impl std::fmt::Display,
        players: [&str; 2],
        result: &str,
        termination: &str,
    ) -> String {
        let [white, black] = players;
        format!(
            "[Round \"{round}\"]\n[White \"{white}\"]\n[Black \"{black}\"]\n[Result \"{result}\"]\n\
             [Termination \"{termination}\"]\n\n1. e4 {{a [Result \"1-0\"] b}} e5 {result}\n\n"
        )
    }

    fn results(player: Option<&str>, games: &[String]) -> Result<Results, String> {
        let mut results = Results::of(player.map(str::to_owned));
        results.add(games.concat().as_bytes())?;
        Ok(results)
    }

    #[test]
    fn games_of_one_round_are_a_pair_whatever_stands_between() {
        let (ab, ba) = (["a", "b"], ["b", "a"]);
        let games = [
            game(1, ab, "1-0", "normal"),
            game(2, ab, "1/2-1/2", "normal"),
            game(1, ba, "1-0", "time forfeit"),
            game(2, ba, "0-1", "adjudication"),
            game(3, ab, "0-1", "normal"),
            game(4, ab, "*", "unterminated"),
        ];
        let of_a = results(None, &games).unwrap();
        let tally = Tally { wins: 2, losses: 2, draws: 1, pairs: [0, 0, 1, 1, 0] };
        let expected =
            Results { player: Some("a".to_owned()), tally, odd: 1, unfinished: 1, by_time: 1 };
        assert_eq!(of_a, expected);
        let of_b = results(Some("b"), &games).unwrap();
        let (mut pairs, tally) = (tally.pairs, of_b.tally);
        pairs.reverse();
        assert_eq!((tally.wins, tally.losses, tally.draws, tally.pairs), (2, 2, 1, pairs));
    }

    #[test]
    fn games_of_our_own_matches_are_pairs() {
        let games = [
            game("1.1", ["a", "b"], "1-0", "normal"),
            game("1.2", ["b", "a"], "1-0", "normal"),
            game("12.1", ["a", "b"], "1-0", "normal"),
            game("12.2", ["b", "a"], "1/2-1/2", "normal"),
        ];
        let found = results(None, &games).unwrap();
        assert_eq!((found.tally.pairs, found.odd), ([0, 0, 1, 1, 0], 0));
    }

    /// The same colours twice, as where a file was begun anew.
    #[test]
    fn a_round_with_the_same_colours_is_no_pair() {
        let twice = [game(1, ["a", "b"], "1-0", ""), game(1, ["a", "b"], "1-0", "")];
        let found = results(None, &twice).unwrap();
        assert_eq!((found.tally.wins, found.tally.pair_count(), found.odd), (2, 0, 2));
    }

    #[test]
    fn a_game_of_others_and_a_result_that_is_none_are_named() {
        let others = [game(1, ["a", "b"], "1-0", ""), game(1, ["c", "b"], "1-0", "")];
        let why = "game 2 is between c and b, not of a";
        assert_eq!(results(None, &others).unwrap_err(), why);
        let same = [game(1, ["a", "a"], "1-0", "")];
        assert_eq!(results(None, &same).unwrap_err(), "in game 1 both players are a");
        let wrong = [game(1, ["a", "b"], "2-0", "")];
        assert_eq!(results(None, &wrong).unwrap_err(), "game 1 has the result `2-0`");
    }
}
