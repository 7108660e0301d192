//! What waits to be carried out, and what is heard at once.
//!
//! One thread reads, another carries out, in order. Only `stop`, `quit`, `ponderhit` and `isready`
//! overtake: the first three end or change work, the last waits for nothing that may take long.
//!
//! Invariant: `stop` ends all work that was asked for before it, also what has not begun.

use std::{
    collections::VecDeque,
    sync::{
        Condvar, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
    time::Instant,
};

use super::command::Command;
use crate::search::PonderHit;

/// A command, with what has been heard about it.
#[derive(Debug)]
pub(super) struct Request {
    pub(super) command: Command,
    /// When it was read: a search's clock runs from there.
    pub(super) asked: Instant,
    pub(super) hit: PonderHit,
    /// Whether a `stop` came before it began.
    is_stopped: bool,
}

impl Request {
    fn new(command: Command) -> Self {
        Self { command, asked: Instant::now(), hit: PonderHit::default(), is_stopped: false }
    }
}

/// What becomes of the work that is left at the end of input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AtEnd {
    /// It is stopped: whoever asked for it is gone.
    Stop,
    /// It is finished if it ends by itself, for scripts that are piped in.
    Finish,
}

/// What has become of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Heard {
    /// It waits for its turn, or has done its part.
    Queued,
    /// It asked whether the engine listens, which it does, working.
    Ready,
}

/// The work under way.
#[derive(Debug)]
struct Running {
    hit: PonderHit,
    /// Whether it can be stopped, and may take long.
    is_work: bool,
    /// Whether it never ends by itself, or not before a ponder hit.
    is_endless: bool,
    waits_for_hit: bool,
}

impl Running {
    fn is_endless(&self) -> bool {
        self.is_endless || (self.waits_for_hit && self.hit.get().is_none())
    }
}

#[derive(Debug, Default)]
struct State {
    waiting: VecDeque<Request>,
    running: Option<Running>,
    /// Whether nothing will be asked for any more.
    is_closed: bool,
}

impl State {
    /// Whether the work under way keeps others from beginning for ever.
    fn is_stuck(&self) -> bool {
        let is_needed =
            self.is_closed || self.waiting.iter().any(|request| request.command.needs_engine());
        is_needed && self.running.as_ref().is_some_and(Running::is_endless)
    }
}

/// Commands from the reader to the session.
#[derive(Debug, Default)]
pub(super) struct Queue {
    state: Mutex<State>,
    changed: Condvar,
    /// Whether the work under way is to end.
    stop: AtomicBool,
}

/// The reader's side.
impl Queue {
    /// Takes a command.
    pub(super) fn push(&self, command: Command) -> Heard {
        let mut state = self.lock();
        match command {
            Command::Stop => self.stop_all(&mut state),
            Command::PonderHit => {
                let running = state.running.iter().map(|running| &running.hit);
                for hit in running.chain(state.waiting.iter().map(|request| &request.hit)) {
                    // A second hit is none.
                    let _ = hit.set(Instant::now());
                }
            }
            Command::IsReady => {
                if state.running.as_ref().is_some_and(|running| running.is_work) {
                    return Heard::Ready;
                }
                let first_work = state.waiting.iter().position(|request| request.command.is_work());
                let place = first_work.unwrap_or(state.waiting.len());
                state.waiting.insert(place, Request::new(command));
            }
            _ => state.waiting.push_back(Request::new(command)),
        }
        if state.is_stuck() {
            self.stop.store(true, Relaxed);
        }
        self.changed.notify_one();
        Heard::Queued
    }

    /// Nothing more will come.
    pub(super) fn close(&self, left: AtEnd) {
        let mut state = self.lock();
        state.is_closed = true;
        if left == AtEnd::Stop {
            self.stop_all(&mut state);
        }
        if state.is_stuck() {
            self.stop.store(true, Relaxed);
        }
        self.changed.notify_one();
    }

    fn stop_all(&self, state: &mut State) {
        for request in &mut state.waiting {
            request.is_stopped = true;
        }
        if state.running.is_some() {
            self.stop.store(true, Relaxed);
        }
    }
}

/// The session's side.
impl Queue {
    /// The next command; what was begun before is over. Waits for one; `None` if there is none to come.
    pub(super) fn next(&self) -> Option<Request> {
        let mut state = self.lock();
        state.running = None;
        let request = loop {
            if let Some(request) = state.waiting.pop_front() {
                break request;
            }
            if state.is_closed {
                return None;
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        };
        self.stop.store(request.is_stopped, Relaxed);
        let is_work = request.command.is_work();
        let hit = PonderHit::clone(&request.hit);
        state.running = Some(Running { hit, is_work, is_endless: false, waits_for_hit: false });
        Some(request)
    }

    /// Notes that the work under way ends only when told to, or only after a ponder hit.
    pub(super) fn note_endless(&self, is_endless: bool, waits_for_hit: bool) {
        let mut state = self.lock();
        if let Some(running) = &mut state.running {
            (running.is_endless, running.waits_for_hit) = (is_endless, waits_for_hit);
        }
        if state.is_stuck() {
            self.stop.store(true, Relaxed);
        }
    }

    /// Notes that the work under way is over but for its answer: who has heard that may ask for more,
    /// and has to wait for that.
    pub(super) fn note_over(&self) {
        if let Some(running) = &mut self.lock().running {
            running.is_work = false;
        }
    }

    /// Set when the work under way is to end.
    pub(super) const fn stop_flag(&self) -> &AtomicBool {
        &self.stop
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Command {
        Command::read(line).unwrap()
    }

    fn queue(lines: &[&str]) -> Queue {
        let queue = Queue::default();
        for line in lines {
            assert_eq!(queue.push(read(line)), Heard::Queued, "{line}");
        }
        queue
    }

    fn is_stopped(queue: &Queue) -> bool {
        queue.stop_flag().load(Relaxed)
    }

    #[test]
    fn ready_waits_for_what_is_quick_and_overtakes_what_is_not() {
        let queue = queue(&["setoption name Hash value 1", "go depth 3", "eval", "isready"]);
        let next = || queue.next().unwrap().command;
        assert!(matches!(next(), Command::SetOption { .. }));
        assert_eq!(queue.push(read("isready")), Heard::Queued, "an option is being set");
        assert!(matches!(next(), Command::IsReady));
        assert!(matches!(next(), Command::IsReady));
        assert!(matches!(next(), Command::Go(_)));
        assert_eq!(queue.push(read("isready")), Heard::Ready);
        queue.note_over();
        assert_eq!(
            queue.push(read("isready")),
            Heard::Queued,
            "its answer is out, and `eval` waits"
        );
        assert!(matches!(next(), Command::Eval));
    }

    #[test]
    fn stop_ends_all_that_was_asked_for_before() {
        let queue = queue(&["go depth 60", "go depth 60", "stop", "go depth 60"]);
        for stopped in [true, true, false] {
            queue.next().unwrap();
            assert_eq!(is_stopped(&queue), stopped);
        }
        queue.push(read("stop"));
        assert!(is_stopped(&queue));
        queue.push(read("go depth 60"));
        queue.next().unwrap();
        assert!(!is_stopped(&queue));
    }

    #[test]
    fn endless_work_ends_when_the_engine_is_needed() {
        let queue = queue(&["go infinite"]);
        queue.next().unwrap();
        queue.note_endless(true, false);
        queue.push(read("d"));
        assert!(!is_stopped(&queue));
        queue.push(read("eval"));
        assert!(is_stopped(&queue));
    }

    #[test]
    fn a_hit_makes_pondering_finite() {
        let queue = queue(&["go ponder depth 5", "ponderhit", "go ponder depth 5"]);
        queue.next().unwrap();
        queue.note_endless(false, true);
        assert!(!is_stopped(&queue), "the hit came before it began");
        queue.next().unwrap();
        queue.note_endless(false, true);
        queue.close(AtEnd::Finish);
        assert!(is_stopped(&queue), "no hit can come any more");
        assert!(queue.next().is_none());
    }
}
