//! Time controls.

use std::{fmt, ops::RangeInclusive, str::FromStr};

use memchr::memmem;

/// What the `TimeControl` tag says, in seconds. Of several periods the bases are added up and the
/// last increment counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeControl {
    /// Seconds on the clock, of all periods together.
    pub base: u32,
    /// Seconds added with each move.
    pub increment: u32,
    /// Whether it is a time for each move, as in correspondence chess.
    pub per_move: bool,
}

impl TimeControl {
    /// Reads `180+2`, `5400`, `40/7200:3600+30`, `1/86400`, `*180`; `None` for `?`, `-` and nonsense.
    #[must_use]
    pub fn read(tag: &[u8]) -> Option<Self> {
        let text = std::str::from_utf8(tag).ok()?;
        let (mut base, mut increment, mut per_move) = (0_u32, 0, false);
        for period in text.split(':') {
            let period = period.trim().trim_start_matches('*');
            let (moves, clock) = match period.split_once('/') {
                Some((moves, clock)) => (Some(moves.trim().parse::<u32>().ok()?), clock),
                None => (None, period),
            };
            let (seconds, bonus) = clock.split_once('+').unwrap_or((clock, "0"));
            base = base.checked_add(whole_seconds(seconds)?)?;
            increment = whole_seconds(bonus)?;
            per_move = moves == Some(1);
        }
        Some(Self { base, increment, per_move })
    }

    /// What the tag of a game at this site says. Elsewhere than at servers that write seconds, clocks that are
    /// minutes by every convention are taken for minutes: with FIDE's increment of 30 seconds 30 to 180 of them
    /// (`90+30`), and FIDE's rapid `15+10` and `25+10`. As seconds they would be no clock that anybody plays by.
    #[must_use]
    pub fn of(tag: &[u8], site: Option<&[u8]>) -> Option<Self> {
        let clock = Self::read(tag)?;
        let has_minutes = tag.iter().all(|byte| byte.is_ascii_digit() || *byte == b'+')
            && matches!((clock.base, clock.increment), (30..=180, 30) | (15 | 25, 10));
        let writes_seconds = site.is_some_and(|site| {
            let site = site.to_ascii_lowercase();
            [&b"lichess"[..], b"chess.com"].iter().any(|name| memmem::find(&site, name).is_some())
        });
        Some(if has_minutes && !writes_seconds {
            Self { base: 60 * clock.base, ..clock }
        } else {
            clock
        })
    }

    /// The class by the expected length of a game, base plus 40 increments: the bounds of lichess.
    #[must_use]
    pub fn class(self) -> TimeClass {
        if self.per_move {
            return TimeClass::Correspondence;
        }
        let length = Self::length(self.base, self.increment);
        TimeClass::NAMES
            .map(|(class, _)| class)
            .into_iter()
            .find(|class| class.lengths().contains(&length))
            .unwrap_or(TimeClass::Correspondence)
    }

    /// How many seconds a side is expected to have in all: base and 40 increments.
    #[must_use]
    pub const fn length(base: u32, increment: u32) -> u32 {
        base.saturating_add(increment.saturating_mul(40))
    }
}

/// Engines play with fractions of seconds; these are dropped.
fn whole_seconds(text: &str) -> Option<u32> {
    let (whole, fraction) = text.trim().split_once('.').unwrap_or((text.trim(), "0"));
    fraction.bytes().all(|b| b.is_ascii_digit()).then(|| whole.parse().ok())?
}

/// How fast a game is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum TimeClass {
    /// Below 30 seconds.
    Ultrabullet,
    /// Below 3 minutes.
    Bullet,
    /// Below 8 minutes.
    Blitz,
    /// Below 25 minutes.
    Rapid,
    /// Below 6 hours.
    Classical,
    /// Longer, or a time for each move.
    Correspondence,
}

impl TimeClass {
    const NAMES: [(Self, &'static str); 6] = [
        (Self::Ultrabullet, "ultrabullet"),
        (Self::Bullet, "bullet"),
        (Self::Blitz, "blitz"),
        (Self::Rapid, "rapid"),
        (Self::Classical, "classical"),
        (Self::Correspondence, "correspondence"),
    ];
}

impl TimeClass {
    /// The expected lengths of its games, in seconds. Correspondence games with a time for each move may have any.
    #[must_use]
    pub const fn lengths(self) -> RangeInclusive<u32> {
        match self {
            Self::Ultrabullet => 0..=29,
            Self::Bullet => 30..=179,
            Self::Blitz => 180..=479,
            Self::Rapid => 480..=1499,
            Self::Classical => 1500..=21_599,
            Self::Correspondence => 0..=u32::MAX,
        }
    }
}

impl fmt::Display for TimeClass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(Self::NAMES[*self as usize].1)
    }
}

impl FromStr for TimeClass {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        Self::NAMES.iter().find(|(_, n)| *n == name).map(|(class, _)| *class).ok_or_else(|| {
            let names = Self::NAMES.map(|(_, name)| name).join(", ");
            format!("`{name}` is no time class; there are {names}")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_of_all_kinds() {
        let read =
            |tag: &str| TimeControl::read(tag.as_bytes()).map(|t| (t.base, t.increment, t.class()));
        assert_eq!(read("180+0"), Some((180, 0, TimeClass::Blitz)));
        assert_eq!(read("60+1"), Some((60, 1, TimeClass::Bullet)));
        assert_eq!(read("1800+3"), Some((1800, 3, TimeClass::Classical)));
        assert_eq!(read("40/7200:20/3600:900+30"), Some((11_700, 30, TimeClass::Classical)));
        assert_eq!(read("8+0.08"), Some((8, 0, TimeClass::Ultrabullet)));
        assert_eq!(read("1/259200"), Some((259_200, 0, TimeClass::Correspondence)));
        assert_eq!(read("*180"), Some((180, 0, TimeClass::Blitz)));
        let of = |tag: &str, site: &str| {
            TimeControl::of(tag.as_bytes(), Some(site.as_bytes())).map(|t| (t.base, t.class()))
        };
        for minutes in ["90+30", "60+30", "120+30"] {
            assert_eq!(of(minutes, "Wijk aan Zee").unwrap().1, TimeClass::Classical, "{minutes}");
        }
        assert_eq!(of("15+10", "?"), Some((900, TimeClass::Rapid)));
        assert_eq!(of("90+30", "https://lichess.org/abc"), Some((90, TimeClass::Rapid)));
        assert_eq!(of("90+30", "Chess.com"), Some((90, TimeClass::Rapid)));
        // Servers' and engines' seconds.
        for (seconds, base) in
            [("120+12", 120), ("60+1", 60), ("4+2", 4), ("90+2", 90), ("90+30.0", 90)]
        {
            assert_eq!(of(seconds, "?").unwrap().0, base, "{seconds}");
        }
        for unknown in ["-", "?", "", "fast", "40/", "99999999999"] {
            assert_eq!(read(unknown), None, "{unknown}");
        }
    }
}
