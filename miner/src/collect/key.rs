//! Values that games are parted by.

use std::{
    fmt,
    path::{Path, PathBuf},
    str::FromStr,
};

use crate::{
    filter::{date::Date, eco},
    game::Game,
    pgn::tags::Tags,
};

/// What games are parted by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// The `ECO` tag's code: `B20`.
    Eco,
    /// The year of `Date`, or else of `UTCDate`: `2024`.
    Year,
    /// Year and month: `2024-05`.
    Month,
    /// The average of the players' Elo, in bands of so many, by the least of the band: `2400`.
    EloBand(u16),
    /// The difference of the players' Elo, whoever is stronger, in bands of so many: `100`.
    EloDiff(u16),
}

/// The value of games that have none, such as those without an `ECO` tag.
pub const UNKNOWN: &str = "unknown";

/// How wide bands of Elo are unless told otherwise.
const BAND: u16 = 100;

impl Key {
    /// The value of a game.
    #[must_use]
    pub fn of(self, game: &Game<'_>) -> String {
        self.known(game).unwrap_or_else(|| UNKNOWN.to_owned())
    }

    fn known(self, game: &Game<'_>) -> Option<String> {
        let tags = || Tags::read::<true>(game.tag_section());
        let first_and_last = || {
            let tags = tags();
            [tags.date, tags.utc_date].into_iter().flatten().find_map(Date::range)
        };
        let band = |elo: u16, width: u16| (elo - elo % width).to_string();
        match self {
            Self::Eco => {
                let code = tags().eco?.get(..3).filter(|code| eco::is_code(code))?;
                Some(String::from_utf8_lossy(code).into_owned())
            }
            Self::Year => Some(format!("{:04}", first_and_last()?.0.year())),
            Self::Month => {
                let (first, last) = first_and_last()?;
                let is_known = first.month() == last.month();
                is_known.then(|| format!("{:04}-{:02}", first.year(), first.month()))
            }
            Self::EloBand(width) => {
                let [white, black] = game.elo?;
                Some(band(u16::midpoint(white, black), width))
            }
            Self::EloDiff(width) => {
                let [white, black] = game.elo?;
                Some(band(white.abs_diff(black), width))
            }
        }
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Eco => f.write_str("eco"),
            Self::Year => f.write_str("year"),
            Self::Month => f.write_str("month"),
            Self::EloBand(width) => write!(f, "elo-band:{width}"),
            Self::EloDiff(width) => write!(f, "elo-diff:{width}"),
        }
    }
}

impl FromStr for Key {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || {
            format!(
                "`{text}` is no key; there are eco, year, month, elo-band, elo-diff, elo-band:200"
            )
        };
        let (name, width) = match text.split_once(':') {
            Some((name, width)) => (name, Some(width.parse().map_err(|_| wrong())?)),
            None => (text, None),
        };
        match (name, width) {
            (_, Some(0)) => Err(wrong()),
            ("eco", None) => Ok(Self::Eco),
            ("year", None) => Ok(Self::Year),
            ("month", None) => Ok(Self::Month),
            ("elo-band" | "elo", width) => Ok(Self::EloBand(width.unwrap_or(BAND))),
            ("elo-diff", width) => Ok(Self::EloDiff(width.unwrap_or(BAND))),
            _ => Err(wrong()),
        }
    }
}

/// The file of a value: its name stands where the path has `{}`, or else before the ending.
#[must_use]
pub fn file_of(path: &Path, value: &str) -> PathBuf {
    let whole = path.to_string_lossy();
    if whole.contains("{}") {
        return PathBuf::from(whole.replace("{}", value));
    }
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let (stem, endings) = name.split_at(name.find('.').unwrap_or(name.len()));
    path.with_file_name(format!("{stem}-{value}{endings}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_read_and_named() {
        for (text, name) in [
            ("eco", "eco"),
            ("year", "year"),
            ("month", "month"),
            ("elo", "elo-band:100"),
            ("elo-band:50", "elo-band:50"),
            ("elo-diff", "elo-diff:100"),
        ] {
            assert_eq!(text.parse::<Key>().map(|key| key.to_string()), Ok(name.to_owned()));
        }
        for wrong in ["", "ECO", "elo:0", "elo:x", "eco:2", "elo-band:99999"] {
            assert!(wrong.parse::<Key>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn values_stand_in_names() {
        let named = |path: &str| file_of(Path::new(path), "B20").display().to_string();
        assert_eq!(named("a/games.pgn"), "a/games-B20.pgn");
        assert_eq!(named("games"), "games-B20");
        assert_eq!(named("a.b/{}.games.pgn"), "a.b/B20.games.pgn");
        assert_eq!(named("{}/games.pgn"), "B20/games.pgn");
    }
}
