//! Which games count, and why the others do not.
//!
//! A filter that needs only tags is asked before any move is read.

pub mod date;
pub mod duplicates;
pub mod elo;
pub mod sample;
pub mod termination;
pub mod time_control;

use std::ops::RangeInclusive;

use memchr::memmem;
use regex::bytes::Regex;
use rules::Outcome;
use tables::Counters;

use crate::{
    filter::{
        date::Date,
        elo::EloFilter,
        sample::Sample,
        time_control::{TimeClass, TimeControl},
    },
    pgn::tags::Tags,
};

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
    /// The players' Elo is outside the bounds.
    Elo,
    /// No outcome.
    Result,
    /// An outcome that is not asked for.
    Outcome,
    /// The date is unknown or outside the bounds.
    Date,
    /// The time control is unknown or outside the bounds.
    TimeControl,
    /// The event does not match.
    Event,
    /// The site does not match.
    Site,
    /// Neither player matches.
    Player,
    /// Not decided over the board.
    Termination,
    /// A player is a bot.
    Bot,
    /// Not rated.
    Unrated,
    /// Outside the sample.
    Sample,
    /// The main line holds what is no move.
    Movetext,
    /// Too few or too many plies.
    Plies,
    /// Moves and outcome are those of a game before.
    Duplicate,
}

impl Reason {
    /// How many reasons there are.
    pub const COUNT: usize = Self::ALL.len();

    /// All reasons, in the order of trying.
    pub const ALL: [Self; 18] = [
        Self::Variant,
        Self::Setup,
        Self::NoElo,
        Self::Elo,
        Self::Result,
        Self::Outcome,
        Self::Date,
        Self::TimeControl,
        Self::Event,
        Self::Site,
        Self::Player,
        Self::Termination,
        Self::Bot,
        Self::Unrated,
        Self::Sample,
        Self::Movetext,
        Self::Plies,
        Self::Duplicate,
    ];

    const NAMES: [(&'static str, &'static str); Self::COUNT] = [
        ("variant", "a chess variant"),
        ("setup", "a set-up position"),
        ("no_elo", "Elo unknown"),
        ("elo", "Elo out of bounds"),
        ("result", "no result"),
        ("outcome", "a result that is not asked for"),
        ("date", "date unknown or out of bounds"),
        ("time_control", "time control unknown or out of bounds"),
        ("event", "another event"),
        ("site", "another site"),
        ("player", "other players"),
        ("termination", "not decided over the board"),
        ("bot", "a bot plays"),
        ("unrated", "not rated"),
        ("sample", "outside the sample"),
        ("movetext", "unreadable or illegal moves"),
        ("plies", "too short or too long"),
        ("duplicate", "the moves and result of another game"),
    ];

    /// The name in counters.
    #[must_use]
    pub const fn name(self) -> &'static str {
        Self::NAMES[self as usize].0
    }

    /// The reason that took the most games, and how many.
    #[must_use]
    pub fn of_most(counters: &Counters) -> Option<(Self, u64)> {
        let count = |reason: Self| Some((reason, *counters.rejected.get(reason.name())?));
        Self::ALL.into_iter().filter_map(count).rev().max_by_key(|(_, games)| *games)
    }

    /// What people read.
    #[must_use]
    pub const fn sentence(self) -> &'static str {
        Self::NAMES[self as usize].1
    }
}

/// What is asked of a game. The default asks for nothing beyond the contract. The minimum Elo is
/// not in here: each table has its own.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    /// Games from legal set-up positions count too.
    pub include_setup: bool,
    /// Whether collectors want to know the event of the games.
    pub tells_event: bool,
    /// Whether the places of games without a result are told.
    pub tells_results: bool,
    /// Whether collectors want to know what the comments say.
    pub tells_remarks: bool,
    /// Playing strength.
    pub elo: EloFilter,
    /// Outcomes that count; empty for all.
    pub outcomes: Vec<Outcome>,
    /// The first day.
    pub since: Option<Date>,
    /// The last day.
    pub until: Option<Date>,
    /// Classes of time control that count; empty for all.
    pub time_classes: Vec<TimeClass>,
    /// Bounds of the base time in seconds.
    pub base_seconds: Option<RangeInclusive<u32>>,
    /// Bounds of the increment in seconds.
    pub increment_seconds: Option<RangeInclusive<u32>>,
    /// What the event must match.
    pub event: Option<Regex>,
    /// What the site must match.
    pub site: Option<Regex>,
    /// What one player's name must match.
    pub player: Option<Regex>,
    /// Games that were not decided over the board do not count.
    pub no_forfeits: bool,
    /// Games of bots do not count.
    pub no_bots: bool,
    /// Only rated games count.
    pub rated_only: bool,
    /// A part of the games that chance picked.
    pub sample: Option<Sample>,
    /// Bounds of the number of plies.
    pub plies: Option<RangeInclusive<usize>>,
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
    /// Whether more tags are looked at than start, Elo and result.
    #[must_use]
    pub fn needs_all_tags(&self) -> bool {
        let patterns = [&self.event, &self.site, &self.player];
        self.since.is_some()
            || self.until.is_some()
            || !self.time_classes.is_empty()
            || self.base_seconds.is_some()
            || self.increment_seconds.is_some()
            || patterns.into_iter().any(Option::is_some)
            || self.tells_event
            || self.no_forfeits
            || self.no_bots
            || self.rated_only
            || !self.elo.by_name.is_empty()
    }

    /// Judges what is played, and from where.
    ///
    /// # Errors
    /// With the first reason that applies.
    pub fn judge_start<'a>(&self, tags: &Tags<'a>) -> Result<StartTag<'a>, Reason> {
        if tags.variant.is_some_and(|variant| !is_standard(variant) && !is_unknown(variant)) {
            return Err(Reason::Variant);
        }
        let start = start_tag(tags)?;
        if start != StartTag::Standard && !self.include_setup {
            return Err(Reason::Setup);
        }
        Ok(start)
    }

    /// Judges the players for a table with this minimum Elo (0 asks for nothing).
    ///
    /// # Errors
    /// With the first reason that applies.
    pub fn judge_elo(&self, elo: Option<[u16; 2]>, min_elo: u16) -> Result<(), Reason> {
        if min_elo == 0 && !self.elo.is_asked() {
            return Ok(());
        }
        let elo = elo.ok_or(Reason::NoElo)?;
        if elo[0].min(elo[1]) >= min_elo && self.elo.passes(elo) {
            Ok(())
        } else {
            Err(Reason::Elo)
        }
    }

    /// Judges what else the tags tell, and the game's text. Comes after the outcome is known.
    ///
    /// # Errors
    /// With the first reason that applies.
    pub fn judge_tags(&self, tags: &Tags<'_>, outcome: Outcome, text: &[u8]) -> Result<(), Reason> {
        let matches = |pattern: &Option<Regex>, tags: &[Option<&[u8]>]| {
            pattern
                .as_ref()
                .is_none_or(|pattern| tags.iter().flatten().any(|value| pattern.is_match(value)))
        };
        let checks = [
            (self.outcomes.is_empty() || self.outcomes.contains(&outcome), Reason::Outcome),
            (self.date_passes(tags), Reason::Date),
            (self.time_passes(tags), Reason::TimeControl),
            (matches(&self.event, &[tags.event]), Reason::Event),
            (matches(&self.site, &[tags.site]), Reason::Site),
            (matches(&self.player, &[tags.white, tags.black]), Reason::Player),
            (
                !self.no_forfeits || !tags.termination.is_some_and(termination::is_forfeit),
                Reason::Termination,
            ),
            (!self.no_bots || !is_bot_game(tags), Reason::Bot),
            (!self.rated_only || !is_unrated(tags), Reason::Unrated),
            (self.sample.is_none_or(|sample| sample.holds(text)), Reason::Sample),
        ];
        checks.into_iter().find(|(passes, _)| !passes).map_or(Ok(()), |(_, reason)| Err(reason))
    }

    /// Judges the number of plies.
    ///
    /// # Errors
    /// If it is out of bounds.
    pub fn judge_plies(&self, plies: usize) -> Result<(), Reason> {
        match &self.plies {
            Some(bounds) if !bounds.contains(&plies) => Err(Reason::Plies),
            _ => Ok(()),
        }
    }

    /// The whole range of days that the tag may mean must lie within the bounds.
    fn date_passes(&self, tags: &Tags<'_>) -> bool {
        if self.since.is_none() && self.until.is_none() {
            return true;
        }
        let range = [tags.date, tags.utc_date].into_iter().flatten().find_map(Date::range);
        range.is_some_and(|(first, last)| {
            self.since.is_none_or(|since| first >= since)
                && self.until.is_none_or(|until| last <= until)
        })
    }

    fn time_passes(&self, tags: &Tags<'_>) -> bool {
        let Self { time_classes, base_seconds, increment_seconds, .. } = self;
        if time_classes.is_empty() && base_seconds.is_none() && increment_seconds.is_none() {
            return true;
        }
        let clock = tags.time_control.and_then(|tag| TimeControl::of(tag, tags.site));
        let class = clock
            .map(TimeControl::class)
            .or_else(|| is_correspondence(tags).then_some(TimeClass::Correspondence));
        let within = |bounds: &Option<RangeInclusive<u32>>, value: fn(TimeControl) -> u32| {
            bounds
                .as_ref()
                .is_none_or(|bounds| clock.is_some_and(|clock| bounds.contains(&value(clock))))
        };
        (time_classes.is_empty() || class.is_some_and(|class| time_classes.contains(&class)))
            && within(base_seconds, |clock| clock.base)
            && within(increment_seconds, |clock| clock.increment)
    }
}

/// Whether a game without a clock says in its event that it was played by correspondence.
fn is_correspondence(tags: &Tags<'_>) -> bool {
    let has_no_clock =
        tags.time_control.is_none_or(|tag| matches!(tag.trim_ascii(), b"-" | b"?" | b""));
    let event = tags.event.unwrap_or_default().to_ascii_lowercase();
    has_no_clock && memmem::find(&event, b"correspondence").is_some()
}

fn is_standard(variant: &[u8]) -> bool {
    [&b"standard"[..], b"chess", b"normal", b"from position"]
        .iter()
        .any(|name| variant.eq_ignore_ascii_case(name))
}

/// What programs write that know no variant.
fn is_unknown(variant: &[u8]) -> bool {
    matches!(variant, b"" | b"?" | b"-")
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

/// Lichess gives bots a title of their own.
fn is_bot_game(tags: &Tags<'_>) -> bool {
    [tags.white_title, tags.black_title].into_iter().flatten().any(|title| title == b"BOT")
}

/// Lichess says in the event whether a game was rated; elsewhere nothing is known against it.
fn is_unrated(tags: &Tags<'_>) -> bool {
    let event = String::from_utf8_lossy(tags.event.unwrap_or_default()).to_ascii_lowercase();
    event.split(|c: char| !c.is_alphanumeric()).any(|word| matches!(word, "casual" | "unrated"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn start(section: &str) -> Result<(), Reason> {
        Filter::default().judge_start(&Tags::read::<true>(section.as_bytes())).map(|_| ())
    }

    #[test]
    fn what_is_played_and_from_where() {
        assert_eq!(start(""), Ok(()));
        assert_eq!(start("[Variant \" CHESS \"]"), Ok(()));
        for none in ["", " ", "?", "-"] {
            assert_eq!(start(&format!("[Variant \"{none}\"]")), Ok(()), "`{none}`");
        }
        assert_eq!(start("[Variant \"??\"]"), Err(Reason::Variant));
        assert_eq!(start("[Variant \"Chess960\"]\n[SetUp \"1\"]"), Err(Reason::Variant));
        assert_eq!(start("[SetUp \"1\"]"), Err(Reason::Setup));
        let standard = "[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 5 9\"]";
        assert_eq!(start(standard), Ok(()));
        assert_eq!(start("[FEN \"8/8/8/8/8/8/8/8 w - -\"]"), Err(Reason::Setup));
        assert_eq!(start("[FEN \"\"]"), Err(Reason::Setup));
    }

    #[test]
    fn elo_bounds() {
        let judge = |filter: &EloFilter, elo, min| {
            Filter { elo: filter.clone(), ..Filter::default() }.judge_elo(elo, min)
        };
        let any = EloFilter::default();
        assert_eq!(judge(&any, None, 0), Ok(()));
        assert_eq!(judge(&any, None, 1), Err(Reason::NoElo));
        assert_eq!(judge(&any, Some([3100, 3100]), 3100), Ok(()));
        assert_eq!(judge(&any, Some([3200, 3099]), 3100), Err(Reason::Elo));
        let close = EloFilter { max_difference: Some(100), max: Some(3300), ..any };
        assert_eq!(judge(&close, None, 0), Err(Reason::NoElo));
        assert_eq!(judge(&close, Some([3200, 3100]), 0), Ok(()));
        assert_eq!(judge(&close, Some([3201, 3100]), 0), Err(Reason::Elo));
        assert_eq!(judge(&close, Some([3301, 3300]), 0), Err(Reason::Elo));
    }

    #[track_caller]
    fn judged(filter: &Filter, section: &str) -> Result<(), Reason> {
        filter.judge_tags(&Tags::read::<true>(section.as_bytes()), Outcome::Draw, b"")
    }

    #[test]
    fn each_filter_has_its_reason() {
        let regex = |pattern| Regex::new(pattern).ok();
        let filters = [
            (Filter { outcomes: vec![Outcome::WhiteWins], ..Filter::default() }, Reason::Outcome),
            (Filter { since: "2025".parse().ok(), ..Filter::default() }, Reason::Date),
            (Filter { until: "2024.12.06".parse().ok(), ..Filter::default() }, Reason::Date),
            (
                Filter { time_classes: vec![TimeClass::Bullet], ..Filter::default() },
                Reason::TimeControl,
            ),
            (
                Filter { base_seconds: Some(181..=u32::MAX), ..Filter::default() },
                Reason::TimeControl,
            ),
            (Filter { increment_seconds: Some(3..=9), ..Filter::default() }, Reason::TimeControl),
            (Filter { event: regex("^TCEC"), ..Filter::default() }, Reason::Event),
            (Filter { site: regex("chess.com"), ..Filter::default() }, Reason::Site),
            (Filter { player: regex("Cid"), ..Filter::default() }, Reason::Player),
            (Filter { no_forfeits: true, ..Filter::default() }, Reason::Termination),
            (Filter { no_bots: true, ..Filter::default() }, Reason::Bot),
            (Filter { rated_only: true, ..Filter::default() }, Reason::Unrated),
        ];
        let section = "[Event \"Casual blitz game\"]\n[Site \"https://lichess.org/x\"]\n\
                       [Date \"2024.12.07\"]\n[White \"Ann\"]\n[Black \"Bob\"]\n\
                       [TimeControl \"180+2\"]\n[Termination \"Time forfeit\"]\n\
                       [BlackTitle \"BOT\"]\n";
        for (filter, reason) in filters {
            assert_eq!(judged(&filter, section), Err(reason));
        }
        assert_eq!(judged(&Filter::default(), section), Ok(()));
        let all = Filter {
            outcomes: vec![Outcome::Draw],
            since: "2024.12.07".parse().ok(),
            until: "2024.12.07".parse().ok(),
            time_classes: vec![TimeClass::Blitz],
            base_seconds: Some(180..=180),
            increment_seconds: Some(0..=2),
            event: regex("(?i)casual"),
            site: regex("lichess"),
            player: regex("^Bob$"),
            ..Filter::default()
        };
        assert_eq!(judged(&all, section), Ok(()));
    }

    #[test]
    fn correspondence_without_a_clock() {
        let of = |class| Filter { time_classes: vec![class], ..Filter::default() };
        let correspondence = of(TimeClass::Correspondence);
        for tags in ["[TimeControl \"-\"]\n", "[TimeControl \"?\"]\n", ""] {
            let event = format!("[Event \"Rated Correspondence game\"]\n{tags}");
            assert_eq!(judged(&correspondence, &event), Ok(()), "{tags}");
            assert_eq!(judged(&of(TimeClass::Rapid), &event), Err(Reason::TimeControl), "{tags}");
            let bounds = Filter { base_seconds: Some(0..=u32::MAX), ..Filter::default() };
            assert_eq!(judged(&bounds, &event), Err(Reason::TimeControl), "{tags}");
            let other = format!("[Event \"Rated game\"]\n{tags}");
            assert_eq!(judged(&correspondence, &other), Err(Reason::TimeControl), "{tags}");
        }
        let blitz = "[Event \"Correspondence of the day\"]\n[TimeControl \"180+2\"]\n";
        assert_eq!(judged(&correspondence, blitz), Err(Reason::TimeControl));
    }
}
