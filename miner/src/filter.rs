//! Which games count, and why the others do not.

use crate::pgn::tags::Tags;

/// Why a game was rejected. The order of the variants is the order in which they are tried; a game
/// is counted under the first that applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Reason {
    /// Not standard chess.
    Variant,
    /// Not from the start position.
    Setup,
    /// A player's Elo is asked for and unknown.
    NoElo,
    /// A player's Elo is outside the bounds.
    Elo,
    /// No outcome.
    Result,
    /// The main line holds what is no move.
    Movetext,
}

impl Reason {
    /// All reasons, in the order of trying.
    pub const ALL: [Self; 6] =
        [Self::Variant, Self::Setup, Self::NoElo, Self::Elo, Self::Result, Self::Movetext];

    /// The name in counters.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Variant => "variant",
            Self::Setup => "setup",
            Self::NoElo => "no_elo",
            Self::Elo => "elo",
            Self::Result => "result",
            Self::Movetext => "movetext",
        }
    }

    /// What people read.
    #[must_use]
    pub const fn sentence(self) -> &'static str {
        match self {
            Self::Variant => "a chess variant",
            Self::Setup => "a set-up position",
            Self::NoElo => "Elo unknown",
            Self::Elo => "Elo out of bounds",
            Self::Result => "no result",
            Self::Movetext => "unreadable or illegal moves",
        }
    }
}

/// What is asked of a game's tags. The default asks for nothing beyond the contract.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// Both players must have at least this Elo; 0 asks for nothing.
    pub min_elo: u16,
    /// Games from legal set-up positions count too.
    pub include_setup: bool,
}

/// A starting position as the tags name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StartTag<'a> {
    /// The standard one.
    Standard,
    /// A FEN, not yet found legal.
    Fen(&'a [u8]),
}

impl Filter {
    /// Judges what the tags alone decide, but for the result.
    ///
    /// # Errors
    /// With the first reason that applies.
    pub fn judge<'a>(&self, tags: &Tags<'a>) -> Result<StartTag<'a>, Reason> {
        if tags.variant.is_some_and(|variant| !is_standard(variant)) {
            return Err(Reason::Variant);
        }
        let start = start_tag(tags)?;
        if start != StartTag::Standard && !self.include_setup {
            return Err(Reason::Setup);
        }
        Ok(start)
    }

    /// Judges the players. Comes after the start position has been found legal.
    ///
    /// # Errors
    /// With the first reason that applies.
    pub fn judge_players(&self, tags: &Tags<'_>) -> Result<(), Reason> {
        if self.min_elo > 0 {
            let white = tags.white_elo.and_then(elo).ok_or(Reason::NoElo)?;
            let black = tags.black_elo.and_then(elo).ok_or(Reason::NoElo)?;
            if white.min(black) < self.min_elo {
                return Err(Reason::Elo);
            }
        }
        Ok(())
    }
}

fn is_standard(variant: &[u8]) -> bool {
    [&b"standard"[..], b"chess", b"normal", b"from position"]
        .iter()
        .any(|name| variant.eq_ignore_ascii_case(name))
}

fn start_tag<'a>(tags: &Tags<'a>) -> Result<StartTag<'a>, Reason> {
    const STANDARD: [&[u8]; 4] =
        [b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", b"w", b"KQkq", b"-"];
    match tags.fen {
        Some(fen) => {
            let fields = fen.split(u8::is_ascii_whitespace).filter(|field| !field.is_empty());
            if fields.take(4).eq(STANDARD) {
                Ok(StartTag::Standard)
            } else {
                Ok(StartTag::Fen(fen))
            }
        }
        None if tags.set_up == Some(b"1") => Err(Reason::Setup),
        None => Ok(StartTag::Standard),
    }
}

/// The Elo of a tag: an integer in 1..=4000, digits only.
fn elo(value: &[u8]) -> Option<u16> {
    let digits =
        std::str::from_utf8(value).ok().filter(|v| v.bytes().all(|b| b.is_ascii_digit()))?;
    digits.parse().ok().filter(|elo| (1..=4000).contains(elo))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judge(filter: Filter, section: &str) -> Result<(), Reason> {
        let tags = Tags::read(section.as_bytes());
        filter.judge(&tags).and_then(|_| filter.judge_players(&tags))
    }

    #[test]
    fn the_first_reason_that_applies() {
        let any = Filter::default();
        assert_eq!(judge(any, ""), Ok(()));
        assert_eq!(judge(any, "[Variant \" CHESS \"]"), Ok(()));
        assert_eq!(judge(any, "[Variant \"Chess960\"]\n[SetUp \"1\"]"), Err(Reason::Variant));
        assert_eq!(judge(any, "[SetUp \"1\"]"), Err(Reason::Setup));
        let standard = "[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 5 9\"]";
        assert_eq!(judge(any, standard), Ok(()));
        assert_eq!(judge(any, "[FEN \"8/8/8/8/8/8/8/8 w - -\"]"), Err(Reason::Setup));
        assert_eq!(judge(any, "[FEN \"\"]"), Err(Reason::Setup));
        let strong = Filter { min_elo: 3100, ..any };
        let elos = |w: &str, b: &str| format!("[WhiteElo \"{w}\"]\n[BlackElo \"{b}\"]");
        assert_eq!(judge(strong, &elos("3100", "3100")), Ok(()));
        assert_eq!(judge(strong, &elos("3200", "3099")), Err(Reason::Elo));
        assert_eq!(judge(strong, &elos("3200", "?")), Err(Reason::NoElo));
        assert_eq!(judge(strong, &elos("3200", "4001")), Err(Reason::NoElo));
        assert_eq!(judge(strong, &elos("3200", "99999999")), Err(Reason::NoElo));
        assert_eq!(judge(strong, "[WhiteElo \"3200\"]"), Err(Reason::NoElo));
    }
}
