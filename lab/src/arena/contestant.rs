//! Who plays: a named setting of the engine, and what it may use for a move.

use std::{str::FromStr, sync::atomic::AtomicBool, time::Duration};

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
    },
}

impl Budget {
    /// The limits of one search with this much left on the clocks, White's and Black's.
    #[must_use]
    pub fn limits(self, clocks: [Duration; 2]) -> Limits {
        match self {
            Self::Nodes(nodes) => Limits { nodes: Some(nodes), ..Limits::default() },
            Self::Depth(depth) => Limits::depth(depth),
            Self::MoveTime(time) => Limits { move_time: Some(time), ..Limits::default() },
            Self::Clock { increment, .. } => {
                Limits { time: clocks.map(Some), increment: [increment; 2], ..Limits::default() }
            }
        }
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

    /// In words, for records.
    #[must_use]
    pub fn describe(self) -> String {
        match self {
            Self::Nodes(nodes) => format!("nodes={nodes}"),
            Self::Depth(depth) => format!("depth={depth}"),
            Self::MoveTime(time) => format!("movetime={}", time.as_millis()),
            Self::Clock { base, increment } => {
                format!("{}+{}", base.as_secs_f64(), increment.as_secs_f64())
            }
        }
    }
}

/// A time control in seconds, `8+0.08` or `8`.
impl FromStr for Budget {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
        let seconds = |text: &str| {
            let number = text.parse().ok().filter(|&seconds: &f64| seconds >= 0.0);
            number
                .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
                .ok_or_else(|| format!("`{text}` is no number of seconds"))
        };
        Ok(Self::Clock { base: seconds(base)?, increment: seconds(increment)? })
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
        for text in ["", "x", "1+", "-1", "1e99+0"] {
            text.parse::<Budget>().unwrap_err();
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
