//! A part of the games, picked by chance.

use std::{fmt, str::FromStr};

use xxhash_rust::xxh3::xxh3_64;

/// Picks K of N games by a digest of their text: the same game is always in or out, in whatever
/// file and order it comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
    part: u64,
    whole: u64,
    rest: bool,
}

impl Sample {
    /// Exactly the games that this sample leaves out.
    #[must_use]
    pub const fn rest(self) -> Self {
        Self { rest: !self.rest, ..self }
    }

    /// Whether the game of this text is in the sample.
    #[must_use]
    pub fn holds(self, text: &[u8]) -> bool {
        (xxh3_64(text.trim_ascii()) % self.whole < self.part) != self.rest
    }
}

impl FromStr for Sample {
    type Err = String;

    /// Reads `1/10`.
    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("`{text}` is no part of the games; write 1/10");
        let (part, whole) = text.split_once('/').ok_or_else(wrong)?;
        let part = part.parse().map_err(|_| wrong())?;
        let whole = whole.parse().map_err(|_| wrong())?;
        if 0 < part && part <= whole { Ok(Self { part, whole, rest: false }) } else { Err(wrong()) }
    }
}

impl fmt::Display for Sample {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { part, whole, rest } = self;
        write!(f, "{}{part}/{whole}", if *rest { "all but " } else { "" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sample_and_its_rest_share_nothing_and_miss_nothing() {
        let sample: Sample = "3/10".parse().expect("a part");
        let texts = (0..10_000).map(|i| format!("game {i}"));
        let held = texts.clone().filter(|text| sample.holds(text.as_bytes())).count();
        let rest = texts.filter(|text| sample.rest().holds(text.as_bytes())).count();
        assert_eq!(held + rest, 10_000);
        assert!((2_800..3_200).contains(&held), "{held}");
        assert!(sample.holds(b"game 1") == sample.holds(b" game 1\n\n"));
        for wrong in ["", "1", "0/3", "4/3", "1/0", "a/b"] {
            assert!(wrong.parse::<Sample>().is_err(), "{wrong}");
        }
    }
}
