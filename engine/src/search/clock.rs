//! How long to think (TIM-01).
//!
//! The clock gives a soft bound, after which no iteration is begun, and a hard one, at which the
//! search breaks off. Stopping at half time is J. Swafford's (Prophet, 2020; TIM-01). A share is then meant for
//! two moves (`StopHalf_Share`), so that time is not hoarded, and a difficult move may take three shares
//! (`StopHalf_Most`). `StopHalf_Share` and `StopHalf_Most` at 1 give Swafford's own clock. With `StopHalf` at 0
//! there is no soft bound, and the search runs to the end of its share, which is for one move. A fixed time for a
//! move has no soft bound either: it is there to be used.
//!
//! Three switches scale the soft bound, all from common practice of the 2010s: `TimeStability` by
//! how many iterations the best move has stood, `TimeNodes` by the share of the nodes that went
//! into it, `TimeScore` by how much the score fell. With all of them off no iteration begins after
//! `StopHalf` percent of the share, exactly.
//!
//! A search that ponders has no bounds until `ponderhit`; from then on its clock runs as if it had
//! begun there.

use std::time::{Duration, Instant};

use rules::Color;

use super::{Limits, limits::PonderHit};
use crate::options::PlayOptions;

/// The overhead takes at most this part of a fixed time for a move: 1 in 4.
const MOVE_TIME_PARTS: u32 = 4;
/// More moves than this to the next control are not planned for.
const MOST_MOVES: u32 = 50;
/// Percent of the increment that each move of a share may spend.
const INCREMENT_SHARE: u32 = 75;
/// No move may take more than this percentage of what is left...
const MOST_OF_REST: u32 = 40;
/// ...but the last one before a control, which may take this one.
const MOST_OF_LAST_MOVE: u32 = 90;
/// Percent of the soft bound if no node of the last iteration lies below the best move...
const BY_NO_NODES: u32 = 150;
/// ...and so many sixths of the share that does are taken off: with three fifths of all it is as usual.
const BY_NODES: u32 = 5;
const SIXTHS: u32 = 6;
/// Percent of the soft bound while the score stands...
const BY_NO_FALL: i32 = 95;
/// ...to which its fall in centipawns is added, within these.
const FALLS: std::ops::RangeInclusive<i32> = -15..=45;
/// Percent of the soft bound by the number of iterations that the best move has stood.
const STABILITY: [u32; 7] = [150, 125, 110, 100, 90, 82, 75];

/// The bounds of one search.
#[derive(Clone, Debug)]
pub(crate) struct Clock {
    started: Instant,
    ponder: Option<PonderHit>,
    soft: Option<Duration>,
    hard: Option<Duration>,
    /// Whether a game's clock is running, so that time saved is time won.
    saves: bool,
    by_stability: bool,
    by_nodes: bool,
    by_score: bool,
}

/// The last iteration, as far as the clock looks at it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct IterationStats {
    /// Iterations that the best move has been the same.
    pub(crate) stable: usize,
    /// Nodes below the best move and of all moves in the last iteration.
    pub(crate) best_nodes: u64,
    pub(crate) all_nodes: u64,
    /// Centipawns by which the score fell from the iteration before; negative if it rose.
    pub(crate) fall: i32,
}

impl Clock {
    /// The bounds for `us` under these limits.
    pub(crate) fn new(limits: &Limits, us: Color, options: &PlayOptions) -> Self {
        let overhead = Duration::from_millis(u64::from(options.move_overhead_ms().unsigned_abs()));
        let mut clock = Self::endless(limits);
        clock.by_stability = options.time_stability();
        clock.by_nodes = options.time_nodes();
        clock.by_score = options.time_score();
        if limits.infinite {
            return clock;
        }
        if let Some(time) = limits.time[us as usize] {
            let rest = time.saturating_sub(overhead);
            let half = options.stop_half().unsigned_abs();
            let expected = options.time_moves().unsigned_abs();
            let moves = limits.moves_to_go.map_or(expected, |moves| moves.clamp(1, MOST_MOVES));
            let of_share = if half > 0 { options.stop_half_share().unsigned_abs() } else { 1 };
            let shares = moves.div_ceil(of_share);
            let increment = limits.increment[us as usize] * of_share * INCREMENT_SHARE / 100;
            let most = if limits.moves_to_go == Some(1) { MOST_OF_LAST_MOVE } else { MOST_OF_REST };
            let most = rest * most / 100;
            let share = (rest / shares + increment).min(most);
            clock.soft = (half > 0).then(|| share * half / 100);
            let hard = share * options.stop_half_most().unsigned_abs();
            clock.hard = Some(if half > 0 { hard.min(most) } else { share });
            clock.saves = true;
        }
        if let Some(time) = limits.move_time {
            let fixed = time - overhead.min(time / MOVE_TIME_PARTS);
            clock.hard = Some(clock.hard.map_or(fixed, |hard| hard.min(fixed)));
        }
        clock
    }

    /// A clock that ends nothing.
    pub(crate) fn endless(limits: &Limits) -> Self {
        Self {
            started: limits.started,
            ponder: limits.ponder.clone(),
            soft: None,
            hard: None,
            saves: false,
            by_stability: false,
            by_nodes: false,
            by_score: false,
        }
    }

    /// Whether the search has to break off.
    pub(crate) fn is_over(&self) -> bool {
        self.hard.is_some_and(|hard| self.spent().is_some_and(|spent| spent >= hard))
    }

    /// Whether another iteration may begin.
    pub(crate) fn allows_iteration(&self, stats: IterationStats) -> bool {
        let Some(spent) = self.spent() else { return true };
        self.soft.is_none_or(|soft| spent <= soft * self.percent(stats) / 100)
    }

    /// Whether moving early saves time for later moves.
    pub(crate) const fn saves(&self) -> bool {
        self.saves
    }

    /// Time since the search was asked for.
    pub(crate) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Time of our own that is spent; `None` while it is the opponent's.
    fn spent(&self) -> Option<Duration> {
        match &self.ponder {
            None => Some(self.elapsed()),
            Some(hit) => hit.get().map(Instant::elapsed),
        }
    }

    /// The percentage that the soft bound is scaled by.
    fn percent(&self, stats: IterationStats) -> u32 {
        let mut percent = 100;
        if self.by_stability {
            percent = percent * STABILITY[stats.stable.min(STABILITY.len() - 1)] / 100;
        }
        if self.by_nodes && stats.all_nodes > 0 {
            let share = (100 * stats.best_nodes / stats.all_nodes).min(100) as u32;
            percent = percent * (BY_NO_NODES - share * BY_NODES / SIXTHS) / 100;
        }
        if self.by_score {
            let fall = stats.fall.clamp(*FALLS.start(), *FALLS.end());
            percent = percent * (BY_NO_FALL + fall).unsigned_abs() / 100;
        }
        percent
    }
}

#[cfg(test)]
#[cfg(feature = "lab")]
mod tests {
    use std::sync::{Arc, OnceLock};

    use super::*;

    fn limits(time_ms: u64, increment_ms: u64, moves_to_go: Option<u32>) -> Limits {
        let ms = Duration::from_millis;
        Limits {
            time: [Some(ms(time_ms)), None],
            increment: [ms(increment_ms), Duration::ZERO],
            moves_to_go,
            ..Limits::default()
        }
    }

    fn clock(time_ms: u64, increment_ms: u64, moves_to_go: Option<u32>) -> Clock {
        let limits = limits(time_ms, increment_ms, moves_to_go);
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
    fn a_fixed_time_is_kept_and_used() {
        let hard = |ms| {
            let move_time = Some(Duration::from_millis(ms));
            let limits = Limits { move_time, ..Limits::default() };
            Clock::new(&limits, Color::White, &PlayOptions::default()).hard.unwrap()
        };
        for ms in [0, 1, 10, 30, 100, 1_000, u64::MAX / 1_000] {
            let time = Duration::from_millis(ms);
            assert!(hard(ms) <= time && hard(ms) >= time / 4 * 3, "{ms}: {:?}", hard(ms));
        }
        assert_eq!(hard(1_000), Duration::from_millis(970));
    }

    #[test]
    fn of_a_fixed_time_and_a_clock_the_shorter_ends_the_search() {
        let of_clock = clock(1_000, 0, None).hard.unwrap();
        for (fixed, ends) in [(10_000, of_clock), (8, Duration::from_millis(6))] {
            let move_time = Some(Duration::from_millis(fixed));
            let limits = Limits { move_time, ..limits(1_000, 0, None) };
            let clock = Clock::new(&limits, Color::White, &PlayOptions::default());
            assert_eq!(clock.hard, Some(ends), "{fixed} ms");
        }
    }

    #[test]
    fn a_move_gets_its_share() {
        let ms = |clock: Clock| clock.hard.unwrap().as_millis();
        assert!(ms(clock(60_000, 0, None)) > 4_000);
        assert!(ms(clock(60_000, 0, Some(40))) < ms(clock(60_000, 0, Some(10))));
        assert!(ms(clock(60_000, 1_000, None)) > ms(clock(60_000, 0, None)));
        let soft = |time_moves| {
            let options = PlayOptions { time_moves, ..PlayOptions::default() };
            Clock::new(&limits(60_000, 0, None), Color::White, &options).soft.unwrap()
        };
        assert!(soft(12) > soft(24) && soft(24) > soft(100));
    }

    /// A game whose moves all end at the soft bound has little left at its end.
    #[test]
    fn time_is_not_hoarded() {
        let (mut left, increment) = (10_000, 100);
        for _ in 0..60 {
            left -= clock(left, increment, None).soft.unwrap().as_millis() as u64;
            left += increment;
        }
        assert!((200..1_500).contains(&left), "{left} of 10000 ms");
    }

    /// What a game at this control leaves after many moves that each take all that they may, and
    /// `late` beyond.
    fn least_left(time_ms: u64, increment_ms: u64, late_ms: u64) -> Option<Duration> {
        let ms = Duration::from_millis;
        let mut left = ms(time_ms);
        let mut least = left;
        for _ in 0..500 {
            let hard = clock(left.as_millis() as u64, increment_ms, None).hard.unwrap();
            left = left.checked_sub(hard + ms(late_ms))?;
            least = least.min(left);
            left += ms(increment_ms);
        }
        Some(least)
    }

    #[test]
    fn no_game_runs_out_of_time() {
        // Increments far below the overhead, answers as late as the increment.
        for (time, increment, late) in [(200, 2, 2), (1_000, 10, 10), (10_000, 100, 30)] {
            let least = least_left(time, increment, late);
            assert!(least.is_some_and(|least| least >= Duration::from_millis(20)), "{least:?}");
        }
        let clock = clock(30, 2, None);
        assert_eq!(clock.hard, Some(Duration::ZERO), "nothing beyond the overhead is left");
        assert!(clock.is_over());
    }

    #[test]
    fn half_of_a_share_for_two_is_the_whole_share_of_one() {
        let options =
            PlayOptions { move_overhead_ms: 0, time_stability: false, ..PlayOptions::default() };
        let limits = limits(50_000, 0, Some(50));
        let half = Clock::new(&limits, Color::White, &options);
        assert_eq!(half.soft, Some(Duration::from_secs(1)), "half of two seconds");
        let off =
            Clock::new(&limits, Color::White, &PlayOptions { stop_half: 0, ..options.clone() });
        assert_eq!((off.soft, off.hard), (None, Some(Duration::from_secs(1))));
        let swafford = PlayOptions { stop_half_share: 1, stop_half_most: 1, ..options };
        let his = Clock::new(&limits, Color::White, &swafford);
        assert_eq!((his.soft, his.hard), (Some(Duration::from_millis(500)), off.hard));
    }

    #[test]
    fn doubt_takes_longer() {
        let clock = clock(60_000, 0, None);
        let at = |stable, best_nodes| {
            clock.percent(IterationStats { stable, best_nodes, all_nodes: 1_000, fall: 0 })
        };
        assert!(at(0, 500) > at(3, 500) && at(3, 500) > at(9, 500));
        assert!(at(3, 100) > at(3, 600) && at(3, 600) > at(3, 1_000));
        assert_eq!(at(3, 600), 100);
        let falls = |fall| {
            let stats = IterationStats { stable: 3, best_nodes: 600, all_nodes: 1_000, fall };
            Clock { by_score: true, ..clock.clone() }.percent(stats)
        };
        assert!(falls(40) > falls(10) && falls(10) > falls(-10) && falls(-10) > 50);
        let plain = Clock { by_nodes: false, by_stability: false, ..clock.clone() };
        let doubtful = IterationStats { stable: 0, best_nodes: 1, all_nodes: 1_000, fall: 99 };
        assert_eq!(plain.percent(doubtful), 100);
    }

    #[test]
    fn a_pondering_clock_stands_until_the_hit() {
        let hit = Arc::new(OnceLock::new());
        let long_ago = Instant::now().checked_sub(Duration::from_secs(9)).unwrap();
        let limits =
            Limits { started: long_ago, ponder: Some(Arc::clone(&hit)), ..limits(1, 0, None) };
        let clock = Clock::new(&limits, Color::White, &PlayOptions::default());
        assert!(!clock.is_over() && clock.allows_iteration(IterationStats::default()));
        hit.set(long_ago).unwrap();
        assert!(clock.is_over());
    }
}
