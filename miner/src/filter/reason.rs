//! Why games are rejected.

use tables::Counters;

macro_rules! reasons {
    ($($(#[$about:meta])+ $reason:ident = $name:literal, $sentence:literal;)+) => {
        /// Why a game was rejected. The order of the variants is the order in which they are tried; a game
        /// is counted under the first that applies.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        pub enum Reason {
            $($(#[$about])+ $reason,)+
        }

        impl Reason {
            /// How many reasons there are.
            pub const COUNT: usize = Self::ALL.len();

            /// All reasons, in the order of trying.
            pub const ALL: [Self; [$($name),+].len()] = [$(Self::$reason),+];

            const NAMES: [(&'static str, &'static str); Self::COUNT] = [$(($name, $sentence)),+];
        }
    };
}

reasons! {
    /// Not standard chess.
    Variant = "variant", "a variant that is not asked for";
    /// Not from the start position.
    Setup = "setup", "a set-up position that is not asked for, or not legal";
    /// A player's Elo is asked for and unknown.
    NoElo = "no_elo", "Elo unknown";
    /// The players' Elo is outside the bounds.
    Elo = "elo", "Elo out of bounds";
    /// No outcome.
    Result = "result", "no result";
    /// An outcome that is not asked for.
    Outcome = "outcome", "a result that is not asked for";
    /// The date is unknown or outside the bounds.
    Date = "date", "date unknown or out of bounds";
    /// The time control is unknown or outside the bounds.
    TimeControl = "time_control", "time control unknown or out of bounds";
    /// The event does not match.
    Event = "event", "an event that is not asked for";
    /// The site does not match.
    Site = "site", "a site that is not asked for";
    /// Neither player matches.
    Player = "player", "other players";
    /// White is not asked for.
    White = "white", "White is somebody else";
    /// Black is not asked for.
    Black = "black", "Black is somebody else";
    /// The titles do not match.
    Title = "title", "titles that are not asked for";
    /// The ECO code does not match.
    Eco = "eco", "another opening by ECO";
    /// The name of the opening does not match.
    Opening = "opening", "another opening by name";
    /// A tag that was named does not match.
    Tag = "tag", "a tag that is not asked for";
    /// Nobody who matches has an opponent who does.
    Opponent = "opponent", "another opponent";
    /// Not a result that is asked for of whoever matches.
    PlayerResult = "player_result", "another result for the player";
    /// Not decided over the board.
    Termination = "termination", "not decided over the board";
    /// A player is a bot.
    Bot = "bot", "a bot plays";
    /// Not rated.
    Unrated = "unrated", "not rated";
    /// Outside the sample.
    Sample = "sample", "outside the sample";
    /// The main line holds what is no move.
    Movetext = "movetext", "unreadable or illegal moves";
    /// Too few or too many plies.
    Plies = "plies", "too short or too long";
    /// It does not begin with the moves.
    Line = "line", "other moves";
    /// The position is not reached.
    Position = "position", "the position is not reached";
    /// The material is not reached, or does not stand for long enough.
    Material = "material", "the material is not reached";
    /// An evaluation is asked for and no comment has one.
    NoEval = "no_eval", "no evaluations in the comments";
    /// The evaluation is not within the bounds for long enough.
    Eval = "eval", "no evaluation within the bounds for long enough";
    /// A clock is asked for and no comment has one.
    NoClock = "no_clock", "no clocks in the comments";
    /// Somebody had less time left.
    Clock = "clock", "less time on a clock";
    /// Moves and outcome are those of a game before.
    Duplicate = "duplicate", "the moves and result of another game";
}

impl Reason {
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
