//! Many pairs of games on many threads.
//!
//! Every pair is a function of its number and the contest's seed (but for clocks), so that a contest
//! can be cut anywhere and gone on with, and that an engine of fixed depth or nodes is even with itself
//! (TST-10). Results count in the order in which pairs end.

use std::{
    sync::{
        atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
        mpsc,
    },
    thread,
    time::{Duration, Instant},
};

use tables::Color;

use super::{
    adjudicate::Rules,
    bout::{self, Bout, Player, Reason},
    contestant::Contestant,
    journal::Journal,
    openings::Openings,
    sprt::{Sprt, Verdict},
    tally::{Tally, half_points},
};
use crate::Engine;

/// What is to be played.
#[derive(Clone, Debug)]
pub struct Contest {
    /// A and B.
    pub contestants: [Contestant; 2],
    /// Where games begin.
    pub openings: Openings,
    /// Whether both games of a pair have the same opening. A match wants it; where games are to teach,
    /// an engine of fixed nodes against itself would play every game twice.
    pub repeats: bool,
    /// The number of the first pair.
    pub first: u64,
    /// At most so many pairs.
    pub pairs: u64,
    /// Games at a time.
    pub threads: usize,
    /// When games are cut short.
    pub rules: Rules,
    /// The test that may end the contest early.
    pub sprt: Option<Sprt>,
}

/// A finished pair.
#[derive(Debug)]
pub struct Pair {
    /// Its number.
    pub number: u64,
    /// A is White in the first game.
    pub bouts: [Bout; 2],
}

/// How a contest stands.
#[derive(Clone, Copy, Debug)]
pub struct Standing {
    /// The games so far.
    pub tally: Tally,
    /// What the test says.
    pub verdict: Verdict,
    /// Games that A, and B, lost on time.
    pub time_losses: [u64; 2],
    /// Games that A, and B, lost by an illegal move.
    pub illegal_moves: [u64; 2],
    /// Time since the contest began or was gone on with.
    pub elapsed: Duration,
    /// Games since then.
    pub played: u64,
    /// Time that the engines thought since then, all threads together.
    pub thinking: Duration,
}

impl Standing {
    /// The share of so many threads' time in which no engine thought; `None` before the first game. The
    /// last games of a contest leave threads idle, so it is for long ones.
    #[must_use]
    pub fn outside_of_search(&self, threads: usize) -> Option<f64> {
        let all = self.elapsed.as_secs_f64() * threads.max(1) as f64;
        (self.played > 0 && all > 0.0).then(|| 1.0 - self.thinking.as_secs_f64() / all)
    }
}

/// Plays a contest. Tells `listen` of each pair.
///
/// # Errors
/// One sentence if a setting or an opening is not valid, or the journal cannot be written.
pub fn run(
    contest: &Contest,
    mut journal: Option<&mut Journal>,
    listen: &mut dyn FnMut(&Pair, &Standing) -> Result<(), String>,
) -> Result<Standing, String> {
    let started = Instant::now();
    let mut standing = Standing {
        tally: Tally::default(),
        verdict: Verdict::Continue,
        time_losses: [0; 2],
        illegal_moves: [0; 2],
        elapsed: Duration::ZERO,
        played: 0,
        thinking: Duration::ZERO,
    };
    let done = journal.as_ref().map(|journal| journal.done.clone()).unwrap_or_default();
    for half_points in done.values() {
        standing.tally.add(*half_points);
    }
    standing.verdict = verdict(contest, &standing.tally);
    if standing.verdict != Verdict::Continue {
        return Ok(standing);
    }
    let (next, stop) = (AtomicU64::new(contest.first), AtomicBool::new(false));
    let take = || loop {
        let number = next.fetch_add(1, Relaxed);
        if number >= contest.first.saturating_add(contest.pairs) || stop.load(Relaxed) {
            return None;
        }
        if !done.contains_key(&number) {
            return Some(number);
        }
    };
    thread::scope(|scope| {
        let (send, receive) = mpsc::channel();
        for _ in 0..contest.threads.max(1) {
            let (send, take) = (send.clone(), &take);
            scope.spawn(move || work(contest, take, &send));
        }
        drop(send);
        for pair in receive {
            let result = pair.and_then(|pair| {
                note(&mut standing, &pair);
                standing.elapsed = started.elapsed();
                if let Some(journal) = &mut journal {
                    journal.add(pair.number, points_of(&pair))?;
                }
                // Pairs that were under way when the test ended still count; they say more.
                if standing.verdict == Verdict::Continue {
                    standing.verdict = verdict(contest, &standing.tally);
                }
                listen(&pair, &standing)
            });
            if result.is_err() || standing.verdict != Verdict::Continue {
                stop.store(true, Relaxed);
            }
            result?;
        }
        Ok(standing)
    })
}

fn verdict(contest: &Contest, tally: &Tally) -> Verdict {
    contest.sprt.map_or(Verdict::Continue, |sprt| sprt.verdict(tally))
}

/// One thread's games, until there are no more.
fn work(
    contest: &Contest,
    take: &dyn Fn() -> Option<u64>,
    send: &mpsc::Sender<Result<Pair, String>>,
) {
    let [a, b] = &contest.contestants;
    let (mut a, mut b) = match (a.engine(), b.engine()) {
        (Ok(a), Ok(b)) => (a, b),
        (Err(sentence), _) | (_, Err(sentence)) => {
            let _ = send.send(Err(sentence));
            return;
        }
    };
    while let Some(number) = take() {
        let pair = play(contest, number, &mut a, &mut b);
        let failed = pair.is_err();
        if send.send(pair).is_err() || failed {
            return;
        }
    }
}

fn play(contest: &Contest, number: u64, a: &mut Engine, b: &mut Engine) -> Result<Pair, String> {
    let [budget_a, budget_b] = [0, 1].map(|i: usize| contest.contestants[i].budget);
    let bout = |game: u64, players: [Player<'_>; 2]| {
        let other = number.saturating_mul(2).saturating_add(game);
        let opening = contest.openings.get(if contest.repeats { number } else { other });
        bout::play(opening, players, contest.rules)
    };
    let players = [(&mut *a, budget_a), (&mut *b, budget_b)];
    let first = bout(0, players.map(|(engine, budget)| Player { engine, budget }))?;
    let players = [(b, budget_b), (a, budget_a)];
    let second = bout(1, players.map(|(engine, budget)| Player { engine, budget }))?;
    Ok(Pair { number, bouts: [first, second] })
}

fn points_of(pair: &Pair) -> [u8; 2] {
    let [first, second] = &pair.bouts;
    [half_points(first.outcome, Color::White), half_points(second.outcome, Color::Black)]
}

fn note(standing: &mut Standing, pair: &Pair) {
    standing.tally.add(points_of(pair));
    standing.played += 2;
    for (bout, points) in pair.bouts.iter().zip(points_of(pair)) {
        // Who breaks off in such a way loses.
        let loser = usize::from(points != 0);
        match bout.reason {
            Reason::Time => standing.time_losses[loser] += 1,
            Reason::Illegal => standing.illegal_moves[loser] += 1,
            Reason::Rules(_) | Reason::Adjudication => {}
        }
        let seen = bout.plies.iter().filter_map(|ply| ply.seen);
        standing.thinking += seen.map(|seen| seen.elapsed).sum::<Duration>();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::contestant::Budget;

    #[test]
    fn both_games_of_a_pair_have_one_opening_only_if_it_repeats() {
        let contestant = Contestant {
            name: "A".to_owned(),
            settings: vec!["Hash=1".to_owned()],
            budget: Budget::Nodes(20),
            elo: None,
        };
        let mut contest = Contest {
            contestants: [contestant.clone(), contestant],
            openings: Openings::Random { plies: 6, seed: 3 },
            repeats: true,
            first: 2,
            pairs: 3,
            threads: 1,
            rules: Rules::USUAL,
            sprt: None,
        };
        let openings = |contest: &Contest| {
            let mut openings = Vec::new();
            let mut note = |pair: &Pair, _: &Standing| {
                openings.extend(pair.bouts.iter().map(|bout| bout.opening.clone()));
                Ok(())
            };
            run(contest, None, &mut note).expect("games");
            openings
        };
        let at = |number| contest.openings.get(number);
        assert_eq!(openings(&contest), [2, 2, 3, 3, 4, 4].map(at));
        let wanted = [4, 5, 6, 7, 8, 9].map(at);
        contest.repeats = false;
        assert_eq!(openings(&contest), wanted);
    }
}
