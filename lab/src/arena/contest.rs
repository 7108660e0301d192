//! Many pairs of games on many threads.
//!
//! Every pair is a function of its number and the contest's seed (but for clocks), so that a contest
//! can be cut anywhere and gone on with, and that an engine of fixed depth or nodes is even with itself
//! (TST-10). Results count in the order of the pairs' numbers, whichever thread is first: a test by nodes
//! ends at the same pair on any number of threads, and quick games do not vote first.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{
        atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
        mpsc,
    },
    thread,
    time::{Duration, Instant},
};

use engine::Engine;
use rules::Color;

use super::{
    adjudicate::Rules,
    bout::{self, Bout, EndReason, Player},
    contestant::{Budget, Contestant},
    journal::{Journal, Manner, PairResult},
    openings::Openings,
    sprt::{Sprt, Verdict},
    tally::{Tally, half_points},
};

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
    /// The most pairs that are played.
    pub pairs: u64,
    /// How many games are played at a time, each on its own thread.
    pub threads: usize,
    /// When games are cut short.
    pub rules: Rules,
    /// The test that may end the contest early.
    pub sprt: Option<Sprt>,
}

/// Two finished games, the colours swapped between them.
#[derive(Debug)]
pub struct Pair {
    /// Its number in the contest, from 0; its opening follows from it.
    pub number: u64,
    /// A is White in the first game.
    pub bouts: [Bout; 2],
}

/// How a contest stands.
#[derive(Clone, Copy, Debug)]
pub struct Standing {
    /// The games so far.
    pub tally: Tally,
    /// The games by which the test ended, if it has: the same on any number of threads. Pairs that were
    /// under way then count in the tally.
    pub decisive: Option<Tally>,
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
    /// The share of the threads' time in which no engine thought, 0 to 1; `None` before the first game.
    /// Only long contests tell: the last games of a contest leave threads idle.
    #[must_use]
    pub fn outside_of_search(&self, threads: usize) -> Option<f64> {
        let all = self.elapsed.as_secs_f64() * threads.max(1) as f64;
        (self.played > 0 && all > 0.0).then(|| 1.0 - self.thinking.as_secs_f64() / all)
    }
}

/// Fewer random plies lead to few openings; one that comes again gives the same game again where nobody has a clock.
const FEWEST_RANDOM_PLIES: u32 = 4;
/// Megabytes of hash of a player who names none. Small tables are quick to clear before each game.
pub const HASH: u32 = 4;

impl Contest {
    /// A match between two settings, each as `NAME=VALUE`, as `lab match` plays it: every opening twice, the usual
    /// adjudication, one game at a time.
    #[must_use]
    pub fn between(
        settings: [Vec<String>; 2],
        budget: Budget,
        openings: Openings,
        pairs: u64,
    ) -> Self {
        let contestant = |own: Vec<String>| Contestant {
            name: own.join(" "),
            settings: std::iter::once(format!("Hash={HASH}")).chain(own).collect(),
            budget,
            elo: None,
        };
        Self {
            contestants: settings.map(contestant),
            openings,
            repeats: true,
            first: 0,
            pairs,
            threads: 1,
            rules: Rules::USUAL,
            sprt: None,
        }
    }

    /// Whether there are openings enough. By nodes or plies a game is a function of its opening: played
    /// again it is the same game, and counted again it would make errors too small.
    ///
    /// # Errors
    /// One sentence if there are not.
    pub fn check_openings(&self) -> Result<(), String> {
        if self.contestants.iter().any(|one| one.budget.is_time()) {
            return Ok(());
        }
        if let Openings::Random { plies, .. } = self.openings
            && plies < FEWEST_RANDOM_PLIES
            && self.pairs > 1
        {
            return Err(format!(
                "openings of {plies} random plies come again, and with them their games, as moves are not limited by \
                 time: at least {FEWEST_RANDOM_PLIES} are needed"
            ));
        }
        let Some(openings) = self.openings.count() else { return Ok(()) };
        let each = if self.repeats { 1 } else { 2 };
        let needed = self.first.saturating_add(self.pairs).saturating_mul(each);
        if needed > openings {
            return Err(format!(
                "the book has {openings} openings and {needed} are needed; one that is played again gives the \
                 same game again, as moves are not limited by time"
            ));
        }
        Ok(())
    }
}

/// Plays a contest. Tells `listen` of each pair, in the order of their numbers, before it is in the
/// journal. A pair waits for those before it, so an interruption may lose some that had ended.
///
/// # Errors
/// One sentence if a setting or an opening is not valid, there are too few openings, or the journal
/// cannot be written.
pub fn run(
    contest: &Contest,
    mut journal: Option<&mut Journal>,
    listen: &mut dyn FnMut(&Pair, &Standing) -> Result<(), String>,
) -> Result<Standing, String> {
    contest.check_openings()?;
    let started = Instant::now();
    let mut standing = Standing {
        tally: Tally::default(),
        decisive: None,
        time_losses: [0; 2],
        illegal_moves: [0; 2],
        elapsed: Duration::ZERO,
        played: 0,
        thinking: Duration::ZERO,
    };
    let done = journal.as_ref().map(|journal| journal.done.clone()).unwrap_or_default();
    for (_, result) in &done {
        enter(&mut standing, contest, result);
    }
    let done: BTreeSet<u64> = done.into_iter().map(|(number, _)| number).collect();
    if standing.decisive.is_some() {
        return Ok(standing);
    }
    let (next, stop) = (AtomicU64::new(contest.first), AtomicBool::new(false));
    let take = || loop {
        let number = next.fetch_add(1, Relaxed);
        if number >= contest.first.saturating_add(contest.pairs) || stop.load(Relaxed) {
            return None;
        }
        if !done.contains(&number) {
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
        let mut queue = Queue { due: contest.first, done: &done, waiting: BTreeMap::new() };
        for pair in receive {
            let result = pair.and_then(|pair| {
                queue.waiting.insert(pair.number, pair);
                while let Some(pair) = queue.next() {
                    enter(&mut standing, contest, &result_of(&pair));
                    standing.played += 2;
                    standing.thinking += thinking(&pair);
                    standing.elapsed = started.elapsed();
                    listen(&pair, &standing)?;
                    if let Some(journal) = &mut journal {
                        journal.add(pair.number, result_of(&pair))?;
                    }
                }
                Ok(())
            });
            if result.is_err() || standing.decisive.is_some() {
                stop.store(true, Relaxed);
            }
            result?;
        }
        Ok(standing)
    })
}

/// Finished pairs, handed on in the order of their numbers.
struct Queue<'c> {
    /// The next number.
    due: u64,
    /// Pairs of an earlier run, which nobody plays again.
    done: &'c BTreeSet<u64>,
    /// Pairs that ended before an earlier one did.
    waiting: BTreeMap<u64, Pair>,
}

impl Queue<'_> {
    /// The next pair, if it has ended.
    fn next(&mut self) -> Option<Pair> {
        while self.done.contains(&self.due) {
            self.due += 1;
        }
        let pair = self.waiting.remove(&self.due)?;
        self.due += 1;
        Some(pair)
    }
}

/// Counts a pair. A test that has ended has ended: pairs that were under way then still count in the
/// tally, they say more.
fn enter(standing: &mut Standing, contest: &Contest, result: &PairResult) {
    standing.tally.add(result.half_points);
    for (manner, points) in result.manner.into_iter().zip(result.half_points) {
        // Who breaks off in such a way loses.
        let loser = usize::from(points != 0);
        match manner {
            Manner::Time => standing.time_losses[loser] += 1,
            Manner::Illegal => standing.illegal_moves[loser] += 1,
            Manner::Normal => {}
        }
    }
    if let (Some(sprt), None) = (contest.sprt, standing.decisive) {
        let is_over = sprt.verdict(&standing.tally) != Verdict::Continue;
        standing.decisive = is_over.then_some(standing.tally);
    }
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

fn result_of(pair: &Pair) -> PairResult {
    let [first, second] = &pair.bouts;
    PairResult {
        half_points: [
            half_points(first.outcome, Color::White),
            half_points(second.outcome, Color::Black),
        ],
        manner: [first, second].map(|bout| match bout.reason {
            EndReason::Time => Manner::Time,
            EndReason::Illegal => Manner::Illegal,
            EndReason::Rules(_) | EndReason::Adjudication => Manner::Normal,
        }),
    }
}

/// How long the engines thought.
fn thinking(pair: &Pair) -> Duration {
    let plies = pair.bouts.iter().flat_map(|bout| &bout.plies);
    plies.filter_map(|ply| ply.seen).map(|seen| seen.elapsed).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn contestant(setting: &str, budget: Budget) -> Contestant {
        Contestant {
            name: "A".to_owned(),
            settings: vec!["Hash=1".to_owned(), setting.to_owned()],
            budget,
            elo: None,
        }
    }

    fn contest(a: &str, b: &str, budget: Budget) -> Contest {
        Contest {
            contestants: [a, b].map(|setting| contestant(setting, budget)),
            openings: Openings::Random { plies: 6, seed: 3 },
            repeats: true,
            first: 2,
            pairs: 3,
            threads: 1,
            rules: Rules::USUAL,
            sprt: None,
        }
    }

    fn played(contest: &Contest, journal: Option<&mut Journal>) -> Standing {
        run(contest, journal, &mut |_, _| Ok(())).expect("games")
    }

    #[test]
    fn both_games_of_a_pair_have_one_opening_only_if_it_repeats() {
        let mut contest = contest("NMP=true", "NMP=true", Budget::Nodes(20));
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

    /// TST-10: at a fixed depth or number of nodes an engine is even with itself, on any number of threads.
    #[test]
    fn an_engine_is_even_with_itself() {
        for budget in [Budget::Depth(1), Budget::Depth(3), Budget::Nodes(150)] {
            let contest =
                Contest { threads: 3, pairs: 6, ..contest("NMP=true", "NMP=true", budget) };
            let Standing { tally, .. } = played(&contest, None);
            assert_eq!((tally.wins, tally.pairs), (tally.losses, [0, 0, 6, 0, 0]), "{budget:?}");
        }
    }

    #[test]
    fn a_contest_that_was_cut_ends_as_one_that_was_not() {
        let whole = Contest { pairs: 8, ..contest("QS=true", "QS=false", Budget::Nodes(60)) };
        let tally = played(&whole, None).tally;
        let folder = tempfile::tempdir().expect("a folder");
        let mut journal = Journal::open(&folder.path().join("j"), "x").expect("a journal");
        played(&Contest { pairs: 3, ..whole.clone() }, Some(&mut journal));
        drop(journal);
        let mut journal = Journal::open(&folder.path().join("j"), "x").expect("a journal");
        assert_eq!(journal.done.len(), 3);
        let standing = played(&Contest { threads: 2, ..whole.clone() }, Some(&mut journal));
        assert_eq!((standing.tally, standing.played), (tally, 10));
    }

    #[test]
    fn pairs_come_in_the_order_of_their_numbers() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut journal = Journal::open(&folder.path().join("j"), "x").expect("a journal");
        let known = PairResult { half_points: [1, 1], manner: [Manner::Normal; 2] };
        for number in [2, 5] {
            journal.add(number, known).expect("written");
        }
        drop(journal);
        let mut journal = Journal::open(&folder.path().join("j"), "x").expect("a journal");
        let many = contest("QS=true", "QS=false", Budget::Nodes(60));
        let mut numbers = Vec::new();
        let mut note = |pair: &Pair, _: &Standing| {
            numbers.push(pair.number);
            Ok(())
        };
        run(&Contest { threads: 4, pairs: 12, ..many }, Some(&mut journal), &mut note)
            .expect("games");
        let wanted: Vec<u64> = (2..14).filter(|number| ![2, 5].contains(number)).collect();
        assert_eq!(numbers, wanted);
    }

    #[test]
    fn a_queue_hands_on_what_is_due() {
        let contest = contest("QS=false", "QS=false", Budget::Nodes(1));
        let mut engines = [(); 2].map(|()| contest.contestants[0].engine().expect("an engine"));
        let [a, b] = &mut engines;
        let done = BTreeSet::from([4]);
        let mut queue = Queue { due: 3, done: &done, waiting: BTreeMap::new() };
        let mut after = Vec::new();
        for number in [6, 5, 3] {
            queue.waiting.insert(number, play(&contest, number, a, b).expect("games"));
            while let Some(pair) = queue.next() {
                after.push((number, pair.number));
            }
        }
        assert_eq!(after, [(3, 3), (3, 5), (3, 6)]);
    }

    #[test]
    fn a_test_that_has_ended_has_ended() {
        let sprt: Sprt = "elo0=0 elo1=100 alpha=0.2 beta=0.2".parse().expect("a test");
        let mut one = contest("QS=true", "QS=true", Budget::Nodes(20));
        one.sprt = Some(sprt);
        // Wins enough, and then a loss by an illegal move and one on time that were under way.
        let folder = tempfile::tempdir().expect("a folder");
        let mut journal = Journal::open(&folder.path().join("j"), "x").expect("a journal");
        let pair = |half_points, manner| PairResult { half_points, manner: [manner; 2] };
        for number in 2..28 {
            let half_points = [2, u8::from(number % 2 == 0)];
            journal.add(number, pair(half_points, Manner::Normal)).expect("written");
        }
        journal.add(28, pair([0, 0], Manner::Illegal)).expect("written");
        journal.add(29, pair([0, 0], Manner::Time)).expect("written");
        drop(journal);
        let mut journal = Journal::open(&folder.path().join("j"), "x").expect("a journal");
        let mut tally = Tally::default();
        journal.done.iter().for_each(|(_, result)| tally.add(result.half_points));
        assert_ne!(sprt.verdict(&tally), Verdict::AcceptH1, "with them it would end otherwise");
        let standing = played(&Contest { pairs: 100, ..one }, Some(&mut journal));
        assert_eq!(standing.played, 0);
        let decisive = standing.decisive.expect("the games until then");
        assert_eq!(sprt.verdict(&decisive), Verdict::AcceptH1);
        assert!(decisive.games() < standing.tally.games());
        assert_eq!((standing.illegal_moves, standing.time_losses), ([2, 0], [2, 0]));
    }

    #[test]
    fn an_opening_is_not_played_again_where_it_gives_the_same_game() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("book.epd");
        std::fs::write(&path, "8/8/8/4k3/8/8/4P3/4K3 w - -\n8/8/8/4k3/8/8/3P4/4K3 w - -\n")
            .unwrap();
        let openings = Openings::read(&path, 8, 1).expect("a book");
        let nodes = Budget::Nodes(20);
        let enough =
            Contest { openings, first: 0, pairs: 2, ..contest("QS=true", "QS=true", nodes) };
        enough.check_openings().unwrap();
        let too_few = [
            Contest { first: 1, ..enough.clone() },
            Contest { pairs: 3, ..enough.clone() },
            Contest { repeats: false, ..enough.clone() },
        ];
        for contest in too_few {
            let sentence = contest.check_openings().unwrap_err();
            assert!(sentence.starts_with("the book has 2 openings"), "{sentence}");
        }
        let mut timed = Contest { pairs: 9, ..enough };
        timed.contestants[1].budget = Budget::MoveTime(Duration::from_millis(1));
        timed.check_openings().unwrap();
    }
}
