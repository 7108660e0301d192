//! Who plays: a named setting of the engine, and what it may use for a move.

use std::{num::NonZeroU32, str::FromStr, sync::atomic::AtomicBool, time::Duration};

use engine::{Engine, bench, options::Options, search::Limits};

/// What a player may use for a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Budget {
    /// Nodes, exactly.
    Nodes(u64),
    /// Plies.
    Depth(i32),
    /// Time for each move.
    MoveTime(Duration),
    /// A clock, and what each move adds to it.
    Clock {
        /// At the beginning of the game.
        base: Duration,
        /// With each move.
        increment: Duration,
        /// After so many of its own moves a player gets the base again; never without.
        moves: Option<NonZeroU32>,
    },
}

impl Budget {
    /// The limits of one search with this much left on the clocks, White's and Black's, for a player that has
    /// made so many moves.
    #[must_use]
    pub fn limits(self, clocks: [Duration; 2], made: u32) -> Limits {
        match self {
            Self::Nodes(nodes) => Limits { nodes: Some(nodes), ..Limits::default() },
            Self::Depth(depth) => Limits::depth(depth),
            Self::MoveTime(time) => Limits { move_time: Some(time), ..Limits::default() },
            Self::Clock { increment, moves, .. } => Limits {
                time: clocks.map(Some),
                increment: [increment; 2],
                moves_to_go: moves.map(|moves| moves.get() - made % moves),
                ..Limits::default()
            },
        }
    }

    /// What the move that is a player's `made`-th adds to its clock.
    #[must_use]
    pub fn gain(self, made: u32) -> Duration {
        let Self::Clock { base, increment, moves } = self else { return Duration::ZERO };
        if moves.is_some_and(|moves| made % moves == 0) { increment + base } else { increment }
    }

    /// What the clock shows at the beginning, if there is one.
    #[must_use]
    pub const fn base(self) -> Option<Duration> {
        match self {
            Self::Clock { base, .. } => Some(base),
            _ => None,
        }
    }

    /// Whether it depends on the machine, so that no game is played twice alike.
    #[must_use]
    pub const fn is_time(self) -> bool {
        matches!(self, Self::MoveTime(_) | Self::Clock { .. })
    }

    /// As the evidence names it, `nodes=1000` or `tc=0.5+0.005`.
    #[must_use]
    pub fn limit(self) -> String {
        match self {
            Self::Clock { .. } => format!("tc={}", self.describe()),
            other => other.describe(),
        }
    }

    /// Reads what [`Budget::limit`] writes of nodes and clocks.
    ///
    /// # Errors
    /// One sentence if it is neither.
    pub fn of_limit(text: &str) -> Result<Self, String> {
        match text.split_once('=') {
            Some(("tc", clock)) => clock.parse(),
            Some(("nodes", nodes)) => nodes
                .parse()
                .map(Self::Nodes)
                .map_err(|_| format!("`{nodes}` is no number of nodes")),
            _ => Err(format!("`{text}` is neither `nodes=N` nor `tc=SECONDS+SECONDS`")),
        }
    }

    /// In words, for records.
    #[must_use]
    pub fn describe(self) -> String {
        match self {
            Self::Nodes(nodes) => format!("nodes={nodes}"),
            Self::Depth(depth) => format!("depth={depth}"),
            Self::MoveTime(time) => format!("movetime={}", time.as_millis()),
            Self::Clock { base, increment, moves } => {
                let [base, increment] = [base, increment].map(|time| time.as_secs_f64());
                match moves {
                    None => format!("{base}+{increment}"),
                    Some(moves) if increment == 0.0 => format!("{moves}/{base}"),
                    Some(moves) => format!("{moves}/{base}+{increment}"),
                }
            }
        }
    }
}

/// A time control in seconds, `8+0.08` or `8`; `40/60` is 60 seconds for each 40 moves. The seeds' own are `5+0.25`
/// and `10+0.5` (J. Swafford) and `40/60` (E. Schröder; TST-09).
impl FromStr for Budget {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (moves, clock) = match text.split_once('/') {
            Some((moves, clock)) => (Some(moves), clock),
            None => (None, text),
        };
        let number =
            |text: &str| text.parse().map_err(|_| format!("`{text}` is no number of moves"));
        let moves = moves.map(number).transpose()?;
        let (base, increment) = clock.split_once('+').unwrap_or((clock, "0"));
        let seconds = |text: &str| {
            let number = text.parse().ok().filter(|&seconds: &f64| seconds >= 0.0);
            number
                .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
                .ok_or_else(|| format!("`{text}` is no number of seconds"))
        };
        Ok(Self::Clock { base: seconds(base)?, increment: seconds(increment)?, moves })
    }
}

/// A setting of the engine that plays matches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contestant {
    /// What records call it.
    pub name: String,
    /// Its options, as `NAME=VALUE`, in the order in which they are set.
    pub settings: Vec<String>,
    /// What it may use for a move.
    pub budget: Budget,
    /// Its rating for the records' tags.
    pub elo: Option<u16>,
}

impl Contestant {
    /// A new engine with these settings.
    ///
    /// # Errors
    /// One sentence if a setting is unknown or there is no memory.
    pub fn engine(&self) -> Result<Engine, String> {
        let mut options = Options::default();
        for setting in &self.settings {
            let (name, value) =
                setting.split_once('=').ok_or_else(|| format!("`{setting}` is not NAME=VALUE"))?;
            options.set(name.trim(), value.trim())?;
        }
        Engine::new(options)
    }

    /// What the engine is under these settings: the node count of its bench and a digest of its tables.
    ///
    /// # Errors
    /// As [`Contestant::engine`].
    pub fn signature(&self) -> Result<String, String> {
        let mut engine = self.engine()?;
        // With more threads no node count comes again.
        engine.set("Threads", "1")?;
        let tables = engine.tables_digest();
        let bench = bench::run(&mut engine, bench::DEPTH, &AtomicBool::new(false));
        Ok(format!("bench {}, tables {tables:032x}", bench.nodes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_read() {
        let clock: Budget = "8+0.08".parse().unwrap();
        assert_eq!(clock.base(), Some(Duration::from_secs(8)));
        assert_eq!(clock.describe(), "8+0.08");
        for text in ["", "x", "1+", "-1", "1e99+0", "0/60", "/60", "40/", "1/2/3"] {
            text.parse::<Budget>().unwrap_err();
        }
    }

    /// TST-09: the limits of the seeds.
    #[test]
    fn clocks_of_so_many_moves_begin_again() {
        for text in ["40/60", "5+0.25", "10+0.5", "40/60+0.5"] {
            assert_eq!(text.parse::<Budget>().unwrap().describe(), text);
        }
        let minute = Duration::from_secs(60);
        let session: Budget = "40/60".parse().unwrap();
        let to_go = |made| session.limits([minute; 2], made).moves_to_go;
        assert_eq!([0, 1, 39, 40, 41].map(to_go), [40, 39, 1, 40, 39].map(Some));
        assert_eq!([1, 39, 40, 41, 80].map(|made| session.gain(made).as_secs()), [0, 0, 60, 0, 60]);
        let game: Budget = "5+0.25".parse().unwrap();
        assert_eq!(game.limits([minute; 2], 7).moves_to_go, None);
        assert_eq!(game.gain(40), Duration::from_millis(250));
    }

    #[test]
    fn limits_are_read_as_they_are_written() {
        for text in ["nodes=1000", "tc=0.5+0.005", "tc=40/60"] {
            assert_eq!(Budget::of_limit(text).unwrap().limit(), text);
        }
        for text in ["", "1000", "nodes=", "nodes=-1", "tc=", "depth=9"] {
            Budget::of_limit(text).unwrap_err();
        }
    }

    #[test]
    fn unknown_settings_are_refused() {
        let contestant = |setting: &str| Contestant {
            name: "A".to_owned(),
            settings: vec![setting.to_owned()],
            budget: Budget::Nodes(1),
            elo: None,
        };
        contestant("NMP=false").engine().unwrap();
        for setting in ["NMP", "NMP=maybe", "Castle=true"] {
            contestant(setting).engine().unwrap_err();
        }
    }
}
