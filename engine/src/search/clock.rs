//! How long to think.
//!
//! The clock gives a soft bound, after which no iteration is begun, and a hard one, at which the
//! search breaks off. Stopping at half time is J. Swafford's (Prophet, 2020; TIM-01).

use std::time::{Duration, Instant};

use tables::Color;

use super::Limits;
use crate::options::PlayOptions;

/// How many moves the game is taken to last when no control is announced.
const EXPECTED_MOVES: u32 = 25;
/// Percent of the increment that is spent with each move.
const INCREMENT_SHARE: u32 = 75;
/// A difficult move may take so many times its share...
const MOST_SHARES: u32 = 3;
/// ...but no more than this percentage of what is left.
const MOST_OF_REST: u32 = 40;
/// The last move before a control may use so much.
const MOST_OF_LAST_MOVE: u32 = 90;

/// The bounds of one search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clock {
    started: Instant,
    soft: Option<Duration>,
    hard: Option<Duration>,
    /// Whether a game's clock is running, so that time saved is time won.
    saves: bool,
}

impl Clock {
    /// The bounds that the limits mean for `us`.
    pub(crate) fn new(limits: &Limits, us: Color, options: &PlayOptions) -> Self {
        let overhead = Duration::from_millis(u64::from(options.move_overhead_ms.unsigned_abs()));
        let mut clock = Self { started: limits.started, soft: None, hard: None, saves: false };
        if let Some(time) = limits.move_time {
            clock.hard = Some(time.saturating_sub(overhead));
        } else if let Some(time) = limits.time[us as usize].filter(|_| !limits.infinite) {
            let rest = time.saturating_sub(overhead);
            let moves = limits.moves_to_go.unwrap_or(EXPECTED_MOVES).clamp(1, 2 * EXPECTED_MOVES);
            let increment = limits.increment[us as usize] * INCREMENT_SHARE / 100;
            let share = rest / moves + increment;
            let most = if moves == 1 { MOST_OF_LAST_MOVE } else { MOST_OF_REST };
            let most = rest * most / 100;
            let half = options.stop_half.unsigned_abs();
            clock.soft = (half > 0).then(|| share.min(most) * half / 100);
            clock.hard = Some((share * MOST_SHARES).min(most));
            clock.saves = true;
        }
        clock
    }

    /// Whether the search has to break off.
    pub(crate) fn is_over(&self) -> bool {
        self.hard.is_some_and(|hard| self.elapsed() >= hard)
    }

    /// Whether another iteration is worth its beginning.
    pub(crate) fn allows_iteration(&self) -> bool {
        !self.is_over() && self.soft.is_none_or(|soft| self.elapsed() <= soft)
    }

    /// Whether there is something to be won by moving early.
    pub(crate) const fn saves(&self) -> bool {
        self.saves
    }

    /// Time since the search was asked for.
    pub(crate) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(time_ms: u64, increment_ms: u64, moves_to_go: Option<u32>) -> Clock {
        let ms = Duration::from_millis;
        let limits = Limits {
            time: [Some(ms(time_ms)), None],
            increment: [ms(increment_ms), Duration::ZERO],
            moves_to_go,
            ..Limits::default()
        };
        Clock::new(&limits, Color::White, &PlayOptions::default())
    }

    #[test]
    fn no_bound_exceeds_the_clock() {
        for time in [0, 1, 20, 50, 1000, 60_000, u64::MAX / 1_000_000] {
            for increment in [0, 10, 100_000] {
                for moves in [None, Some(0), Some(1), Some(40), Some(u32::MAX)] {
                    let clock = clock(time, increment, moves);
                    let (soft, hard) = (clock.soft.unwrap(), clock.hard.unwrap());
                    assert!(soft <= hard, "{time} {increment} {moves:?}");
                    assert!(hard <= Duration::from_millis(time.saturating_sub(30)));
                }
            }
        }
    }

    #[test]
    fn a_move_gets_its_share() {
        let ms = |clock: Clock| clock.hard.unwrap().as_millis();
        assert!(ms(clock(60_000, 0, None)) > 4_000);
        assert!(ms(clock(60_000, 0, Some(40))) < ms(clock(60_000, 0, Some(10))));
        assert!(ms(clock(60_000, 1_000, None)) > ms(clock(60_000, 0, None)));
    }
}
