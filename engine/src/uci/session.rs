//! The conversation: what each command does, and the thread that works.
//!
//! Searches, benches and perfts run on a thread of their own, to which the engine belongs
//! meanwhile. Commands that need it wait for finite work to end and stop work without end; all
//! others - `stop`, `isready`, `ponderhit`, `position`, `d` - are answered at once.

use std::{
    ops::ControlFlow,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use rules::Move;
use shakmaty::CastlingMode;

use super::{command::Command, print, stats};
use crate::{
    Engine, bench,
    game::Game,
    options::Options,
    perft,
    search::{Limits, PonderHit, Progress, Report, STACK_BYTES, SearchInfo, StopReason},
};

/// How often a search that has come to its end looks whether it may say so.
const NAP: Duration = Duration::from_millis(1);

pub(super) struct Session {
    game: Game,
    work: Work,
    stop: Arc<AtomicBool>,
    /// Of the search that ponders, if one does.
    ponder: Option<PonderHit>,
}

/// Who has the engine.
enum Work {
    None(Box<Engine>),
    Some {
        thread: JoinHandle<Box<Engine>>,
        /// Whether it ends by itself once a ponder hit has come.
        finite: bool,
    },
    /// Only while one of the two becomes the other.
    Changing,
}

impl Session {
    /// A session with a new engine; `None`, with a message, if there is no memory for one.
    pub(super) fn start() -> Option<Self> {
        match Engine::new(Options::default()) {
            Ok(engine) => Some(Self {
                game: Game::default(),
                work: Work::None(Box::new(engine)),
                stop: Arc::default(),
                ponder: None,
            }),
            Err(sentence) => {
                print::string(&sentence);
                None
            }
        }
    }

    /// Carries out one line; breaks at `quit`.
    pub(super) fn obey(&mut self, line: &str) -> ControlFlow<()> {
        match Command::read(line, &self.game) {
            Ok(Command::Quit) => {
                self.stop.store(true, Relaxed);
                self.finish();
                return ControlFlow::Break(());
            }
            Ok(command) => self.carry_out(command),
            Err(sentence) => print::string(&sentence),
        }
        ControlFlow::Continue(())
    }

    fn carry_out(&mut self, command: Command) {
        match command {
            Command::Uci => print::identity(),
            Command::IsReady => print::ready(),
            Command::NewGame => self.engine().new_game(),
            Command::Position(game) => self.game = game,
            Command::Go(limits) => self.go(limits),
            Command::Perft(depth) => self.perft(depth),
            Command::Stop => self.stop.store(true, Relaxed),
            Command::PonderHit => {
                if let Some(hit) = &self.ponder {
                    // A second hit is none.
                    let _ = hit.set(Instant::now());
                }
            }
            Command::SetOption { name, value } => self.set(&name, &value),
            Command::Eval => {
                let game = self.game.clone();
                print::breakdown(&self.engine().explain(&game));
            }
            Command::Display => print::board(&self.game),
            Command::Bench { depth, json } => self.bench(depth.unwrap_or(bench::DEPTH), json),
            Command::Tables => print::tables(self.engine().table_files()),
            Command::Weights => print::weights(self.engine().weights()),
            Command::Dump(what) => {
                let game = self.game.clone();
                match self.engine().dump(&what, &game) {
                    Ok(text) => print::text(&text),
                    Err(sentence) => print::string(&sentence),
                }
            }
            Command::Quit | Command::Nothing => {}
        }
    }

    /// Waits for finite work to end; ends work without end.
    pub(super) fn finish(&mut self) {
        self.engine();
    }

    /// The engine, when no thread has it any more.
    fn engine(&mut self) -> &mut Engine {
        self.work = match std::mem::replace(&mut self.work, Work::Changing) {
            Work::Some { thread, finite } => {
                let ponders = self.ponder.take().is_some_and(|hit| hit.get().is_none());
                if !finite || ponders {
                    self.stop.store(true, Relaxed);
                }
                Work::None(thread.join().expect("invariant: the search does not panic"))
            }
            idle => idle,
        };
        match &mut self.work {
            Work::None(engine) => engine,
            _ => unreachable!("the thread was joined"),
        }
    }

    /// Lets a thread work with the engine.
    fn start_work(
        &mut self,
        finite: bool,
        work: impl FnOnce(&mut Engine, &AtomicBool) + Send + 'static,
    ) {
        self.engine();
        let Work::None(mut engine) = std::mem::replace(&mut self.work, Work::Changing) else {
            unreachable!("the thread was joined")
        };
        self.stop.store(false, Relaxed);
        let stop = Arc::clone(&self.stop);
        let thread = thread::Builder::new()
            .stack_size(STACK_BYTES)
            .spawn(move || {
                work(&mut engine, &stop);
                engine
            })
            .expect("invariant: the system gives the engine its one thread");
        self.work = Work::Some { thread, finite };
    }

    fn go(&mut self, limits: Limits) {
        let game = self.game.clone();
        let ponder = limits.ponder.clone();
        let finite = Limits { ponder: None, ..limits.clone() }.is_finite(game.position().turn());
        self.start_work(finite, move |engine, stop| {
            let mode = game.mode();
            let stats = engine.options().play.stats();
            let mut lines = Lines { mode, stats, last: 0 };
            let found = engine.search(&game, &limits, stop, &mut lines);
            // The protocol wants silence until `stop` or `ponderhit`.
            while limits.asks_for_silence() && !stop.load(Relaxed) {
                thread::sleep(NAP);
            }
            print::best_move(found.as_ref(), mode);
        });
        self.ponder = ponder;
    }

    fn perft(&mut self, depth: u32) {
        let (position, mode) = (self.game.position(), self.game.mode());
        self.start_work(true, move |_, stop| {
            let started = Instant::now();
            match perft::divide(&position, depth, stop) {
                Some(counts) => print::perft(&counts, mode, started.elapsed()),
                None => print::string("the perft was stopped"),
            }
        });
    }

    fn bench(&mut self, depth: i32, json: bool) {
        self.start_work(true, move |engine, stop| {
            let signature = bench::run(engine, depth, stop);
            if stop.load(Relaxed) {
                print::string("the bench was stopped");
            } else if json {
                print::text(&stats::json(&signature));
            } else {
                print::signature(&signature);
            }
        });
    }

    fn set(&mut self, name: &str, value: &str) {
        if name.eq_ignore_ascii_case(print::CLEAR_HASH) {
            self.engine().new_game();
            return;
        }
        if let Err(sentence) = self.engine().set(name, value) {
            print::string(&sentence);
            return;
        }
        let mode = CastlingMode::from_chess960(self.engine().options().play.chess960());
        self.game.set_mode(mode);
    }
}

/// Prints lines as they are found.
struct Lines {
    mode: CastlingMode,
    stats: bool,
    /// Nodes of the iteration before.
    last: u64,
}

impl Report for Lines {
    fn line(&mut self, info: &SearchInfo) {
        print::info(info, self.mode);
    }

    fn current_move(&mut self, depth: i32, mv: Move, number: usize) {
        print::current_move(depth, mv, number, self.mode);
    }

    fn iteration(&mut self, progress: &Progress) {
        if self.stats {
            print::string(&stats::iteration(progress, &mut self.last));
        }
    }

    fn end(&mut self, progress: &Progress, reason: StopReason) {
        if self.stats {
            print::string(&stats::end(progress, reason));
        }
    }
}
