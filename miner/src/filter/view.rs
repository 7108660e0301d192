//! Games from the point of view of a player.

use std::{fmt, ops::RangeInclusive, str::FromStr};

use regex::bytes::Regex;
use rules::{Color, Outcome};

use super::{Reason, elo::Elos, pattern::Pattern};
use crate::pgn::tags::Tags;

/// What is asked of whoever matches `--player`, with White or Black, and of who sits opposite.
#[derive(Clone, Debug, Default)]
pub struct View {
    /// What the player's name must match; with none it may be either.
    pub player: Vec<Regex>,
    /// What the other one's name must match.
    pub opponent: Option<Regex>,
    /// Bounds of the other one's Elo.
    pub opponent_elo: Option<RangeInclusive<u16>>,
    /// What the player must have got of the game; empty for anything.
    pub results: Vec<PlayerResult>,
}

/// A result as a player sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayerResult {
    /// The player won.
    Win,
    /// Neither won.
    Draw,
    /// The other one won.
    Loss,
}

impl PlayerResult {
    const NAMES: [(Self, &'static str); 3] =
        [(Self::Win, "win"), (Self::Draw, "draw"), (Self::Loss, "loss")];

    const fn of(outcome: Outcome, color: Color) -> Self {
        match (outcome, color) {
            (Outcome::Draw, _) => Self::Draw,
            (Outcome::WhiteWins, Color::White) | (Outcome::BlackWins, Color::Black) => Self::Win,
            _ => Self::Loss,
        }
    }
}

impl fmt::Display for PlayerResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(Self::NAMES[*self as usize].1)
    }
}

impl FromStr for PlayerResult {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let named = Self::NAMES.iter().find(|(_, name)| *name == text);
        named.map(|(result, _)| *result).ok_or_else(|| "it must be win, draw or loss".to_owned())
    }
}

impl View {
    /// The player is whoever matches those of the patterns that ask for players.
    #[must_use]
    pub fn of(self, patterns: &[Pattern]) -> Self {
        let asks =
            |pattern: &&Pattern| pattern.kind().reason == Reason::Player && !pattern.excludes();
        let player = patterns.iter().filter(asks).filter_map(Pattern::regex).cloned().collect();
        Self { player, ..self }
    }

    /// Whether anything is asked.
    #[must_use]
    pub const fn is_asked(&self) -> bool {
        self.opponent.is_some() || self.opponent_elo.is_some() || !self.results.is_empty()
    }

    /// Whether more than one pattern tells who the player is.
    #[must_use]
    pub const fn has_several_players(&self) -> bool {
        self.player.len() > 1
    }

    /// Judges a game whose players have matched.
    ///
    /// # Errors
    /// If there is no colour with which a player matches all that is asked.
    pub fn judge(&self, tags: &Tags<'_>, elos: Elos, outcome: Outcome) -> Result<(), Reason> {
        let names = [tags.white, tags.black];
        let matches = |regex: &Regex, name: Option<&[u8]>| name.is_some_and(|n| regex.is_match(n));
        let faces = |color: Color| {
            let (name, other) = (names[color as usize], names[!color as usize]);
            let elo = elos[!color as usize];
            self.player.iter().all(|regex| matches(regex, name))
                && self.opponent.as_ref().is_none_or(|regex| matches(regex, other))
                && self
                    .opponent_elo
                    .as_ref()
                    .is_none_or(|bounds| elo.is_some_and(|elo| bounds.contains(&elo)))
        };
        let colors = Color::ALL.map(|color| faces(color).then_some(color));
        if colors == [None; 2] {
            return Err(Reason::Opponent);
        }
        let got = |color: Color| self.results.contains(&PlayerResult::of(outcome, color));
        if self.results.is_empty() || colors.into_iter().flatten().any(got) {
            Ok(())
        } else {
            Err(Reason::PlayerResult)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_of_it_holds_for_one_colour() {
        let regex = |text: &str| Regex::new(text).ok();
        let ann = View { player: regex("Ann").into_iter().collect(), ..View::default() };
        let judge = |view: &View, white: &str, black: &str, outcome| {
            let section = format!("[White \"{white}\"]\n[Black \"{black}\"]\n");
            let tags = Tags::read::<true>(section.as_bytes());
            view.judge(&tags, [Some(2500), Some(2400)], outcome)
        };
        let wins = View { results: vec![PlayerResult::Win], ..ann.clone() };
        assert_eq!(judge(&wins, "Ann", "Bob", Outcome::WhiteWins), Ok(()));
        assert_eq!(judge(&wins, "Bob", "Ann", Outcome::BlackWins), Ok(()));
        assert_eq!(judge(&wins, "Ann", "Bob", Outcome::BlackWins), Err(Reason::PlayerResult));
        assert_eq!(judge(&wins, "Ann", "Bob", Outcome::Draw), Err(Reason::PlayerResult));
        let bob = View { opponent: regex("Bob"), ..ann.clone() };
        assert_eq!(judge(&bob, "Ann", "Bob", Outcome::Draw), Ok(()));
        assert_eq!(judge(&bob, "Cid", "Ann", Outcome::Draw), Err(Reason::Opponent));
        let strong = View { opponent_elo: Some(2450..=4000), ..ann };
        assert_eq!(judge(&strong, "Bob", "Ann", Outcome::Draw), Ok(()));
        assert_eq!(judge(&strong, "Ann", "Bob", Outcome::Draw), Err(Reason::Opponent));
        // With nobody named, any player may be meant.
        let lost = View { results: vec![PlayerResult::Loss], ..View::default() };
        assert_eq!(judge(&lost, "Ann", "Bob", Outcome::WhiteWins), Ok(()));
        assert_eq!(judge(&lost, "Ann", "Bob", Outcome::Draw), Err(Reason::PlayerResult));
    }
}
