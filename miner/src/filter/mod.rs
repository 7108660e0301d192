//! Which games count, and why the others do not.
//!
//! A filter that needs only tags is asked before any move is read.

pub mod clock;
pub mod date;
pub mod duplicates;
pub mod eco;
pub mod elo;
pub mod evaluation;
pub mod line;
pub mod pattern;
pub mod reached;
mod reason;
pub mod sample;
pub mod stands;
pub mod termination;
pub mod time_control;
pub mod view;

pub use reason::Reason;

use std::ops::RangeInclusive;

use memchr::memmem;
use rules::Outcome;

use crate::{
    filter::{
        date::Date,
        elo::{EloFilter, Elos},
        evaluation::Evaluation,
        line::Line,
        pattern::Pattern,
        reached::Reached,
        sample::Sample,
        stands::Stands,
        time_control::{TimeClass, TimeControl},
        view::View,
    },
    game::{Ply, Start},
    pgn::tags::Tags,
    remarks::Remarks,
};

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
    /// What tags must match, or must not.
    pub patterns: Vec<Pattern>,
    /// What is asked from the point of view of a player.
    pub view: View,
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
    /// Moves that games begin with, of which one is enough; empty for any.
    pub lines: Vec<Line>,
    /// Positions of which one must be reached; empty for any.
    pub positions: Vec<Reached>,
    /// Material of which one must be reached; empty for any.
    pub materials: Vec<Stands>,
    /// What comments must think of the positions.
    pub evaluation: Option<Evaluation>,
    /// Seconds that both players had left throughout.
    pub least_clock: Option<u32>,
}

/// What is known of a game whose moves have not been read.
#[derive(Clone, Copy, Debug)]
pub struct Facts<'a> {
    /// The tags.
    pub tags: &'a Tags<'a>,
    /// Their text.
    pub section: &'a [u8],
    /// The text of the game, tags and all.
    pub text: &'a [u8],
    /// The players' Elo.
    pub elos: Elos,
    /// How it ended.
    pub outcome: Outcome,
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
        self.since.is_some()
            || self.until.is_some()
            || !self.time_classes.is_empty()
            || self.base_seconds.is_some()
            || self.increment_seconds.is_some()
            || !self.patterns.is_empty()
            || self.view.is_asked()
            || self.tells_event
            || self.no_forfeits
            || self.no_bots
            || self.rated_only
            || !self.elo.by_name.is_empty()
    }

    /// Whether comments are read.
    #[must_use]
    pub const fn needs_remarks(&self) -> bool {
        self.tells_remarks || self.evaluation.is_some() || self.least_clock.is_some()
    }

    /// Judges what is played, and from where.
    ///
    /// # Errors
    /// With the first reason that applies.
    pub fn judge_start<'a>(&self, tags: &Tags<'a>) -> Result<StartTag<'a>, Reason> {
        if tags.variant.is_some_and(|variant| !is_standard(variant) && !is_unknown(variant)) {
            return Err(Reason::Variant);
        }
        self.judge_patterns(tags, b"", &[Reason::Variant])?;
        let start = start_tag(tags)?;
        if start != StartTag::Standard && !self.include_setup {
            return Err(Reason::Setup);
        }
        self.judge_patterns(tags, b"", &[Reason::Setup])?;
        Ok(start)
    }

    /// Judges the tags by the patterns that have these reasons.
    fn judge_patterns(
        &self,
        tags: &Tags<'_>,
        section: &[u8],
        reasons: &[Reason],
    ) -> Result<(), Reason> {
        if self.patterns.is_empty() {
            return Ok(());
        }
        let fails = |pattern: &&Pattern| !pattern.passes(tags, section);
        let wanted =
            self.patterns.iter().filter(|pattern| reasons.contains(&pattern.kind().reason));
        match wanted.filter(fails).map(|pattern| pattern.kind().reason).min() {
            Some(reason) => Err(reason),
            None => Ok(()),
        }
    }

    /// Judges what else the tags tell, and the game's text.
    ///
    /// # Errors
    /// With the first reason that applies.
    pub fn judge_facts(&self, facts: &Facts<'_>) -> Result<(), Reason> {
        const PATTERNS: [Reason; 9] = [
            Reason::Event,
            Reason::Site,
            Reason::Player,
            Reason::White,
            Reason::Black,
            Reason::Title,
            Reason::Eco,
            Reason::Opening,
            Reason::Tag,
        ];
        let Facts { tags, section, text, elos, outcome } = *facts;
        let is_asked_for = self.outcomes.is_empty() || self.outcomes.contains(&outcome);
        require(is_asked_for, Reason::Outcome)?;
        require(self.date_passes(tags), Reason::Date)?;
        require(self.time_passes(tags), Reason::TimeControl)?;
        self.judge_patterns(tags, section, &PATTERNS)?;
        if self.view.is_asked() {
            self.view.judge(tags, elos, outcome)?;
        }
        let is_forfeit = self.no_forfeits && tags.termination.is_some_and(termination::is_forfeit);
        require(!is_forfeit, Reason::Termination)?;
        require(!self.no_bots || !is_bot_game(tags), Reason::Bot)?;
        require(!self.rated_only || !is_unrated(tags), Reason::Unrated)?;
        require(self.sample.is_none_or(|sample| sample.holds(text)), Reason::Sample)
    }

    /// Judges the moves; `changes` are the indices of those that change the material.
    ///
    /// # Errors
    /// With the first reason that applies.
    pub fn judge_moves(
        &self,
        is_set_up: bool,
        start: &Start,
        plies: &[Ply],
        changes: &[u32],
    ) -> Result<(), Reason> {
        let Self { lines, positions, materials, .. } = self;
        require(self.plies.as_ref().is_none_or(|b| b.contains(&plies.len())), Reason::Plies)?;
        let begins = || !is_set_up && lines.iter().any(|line| line.begins(plies));
        require(lines.is_empty() || begins(), Reason::Line)?;
        let reached = || positions.iter().any(|position| position.is_in(start, plies));
        require(positions.is_empty() || reached(), Reason::Position)?;
        let stands = || materials.iter().any(|stands| stands.is_in(start, plies, changes));
        require(materials.is_empty() || stands(), Reason::Material)
    }

    /// Judges what the comments say of a game of so many plies.
    ///
    /// # Errors
    /// With the first reason that applies.
    pub fn judge_remarks(&self, plies: usize, remarks: &Remarks) -> Result<(), Reason> {
        let evaluation = |evaluation: Evaluation| evaluation.judge(plies, remarks);
        self.evaluation.map_or(Ok(()), evaluation)?;
        self.least_clock.map_or(Ok(()), |seconds| clock::judge(seconds, plies, remarks))
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

const fn require(passes: bool, reason: Reason) -> Result<(), Reason> {
    if passes { Ok(()) } else { Err(reason) }
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
        let judge = |filter: &EloFilter, elos: Option<[u16; 2]>, min| {
            filter.judge(elos.map_or([None; 2], |elos| elos.map(Some)), min)
        };
        let any = EloFilter::default();
        assert_eq!(judge(&any, None, 0), Ok(()));
        assert_eq!(judge(&any, None, 1), Err(Reason::NoElo));
        assert_eq!(judge(&any, Some([3100, 3100]), 3100), Ok(()));
        assert_eq!(judge(&any, Some([3200, 3099]), 3100), Err(Reason::Elo));
        let low = EloFilter { max: Some(3300), ..any };
        assert_eq!(judge(&low, None, 0), Err(Reason::NoElo));
        assert_eq!(judge(&low, Some([3300, 3100]), 0), Ok(()));
        assert_eq!(judge(&low, Some([3301, 3300]), 0), Err(Reason::Elo));
    }

    #[track_caller]
    fn judged(filter: &Filter, section: &str) -> Result<(), Reason> {
        let (section, outcome) = (section.as_bytes(), Outcome::Draw);
        let tags = &Tags::read::<true>(section);
        filter.judge_facts(&Facts { tags, section, text: b"", elos: [None; 2], outcome })
    }

    #[test]
    fn each_filter_has_its_reason() {
        let patterns = |asked: &[(&str, &str)]| {
            let read = |(name, text): &(&str, &str)| {
                let kind = pattern::KINDS.iter().find(|kind| kind.name == *name)?;
                kind.read(false, text).ok()
            };
            asked.iter().filter_map(read).collect::<Vec<_>>()
        };
        let pattern =
            |name, text| Filter { patterns: patterns(&[(name, text)]), ..Filter::default() };
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
            (pattern("event", "^TCEC"), Reason::Event),
            (pattern("site", "chess.com"), Reason::Site),
            (pattern("player", "Cid"), Reason::Player),
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
            patterns: patterns(&[
                ("event", "(?i)casual"),
                ("site", "lichess"),
                ("player", "^Bob$"),
            ]),
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
