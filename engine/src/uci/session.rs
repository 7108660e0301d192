//! The conversation: what each command does, and the search's own thread.
//!
//! While a search runs the engine belongs to its thread. Commands that need it wait for a finite
//! search to end and stop an infinite one; all others are answered at once.

use std::{
    ops::ControlFlow,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use shakmaty::CastlingMode;

use super::{command::Command, print};
use crate::{
    Engine, bench,
    game::Game,
    options::Options,
    perft,
    search::{Limits, Report, SearchInfo},
};

/// Plenty for a search to the last ply; only what is used is ever taken.
const STACK_BYTES: usize = 64 << 20;
/// How often an infinite search that has come to its end looks whether it may say so.
const INFINITE_NAP: Duration = Duration::from_millis(1);

pub(super) struct Session {
    game: Game,
    thinking: Thinking,
    stop: Arc<AtomicBool>,
}

/// Who has the engine.
enum Thinking {
    No(Box<Engine>),
    Yes {
        search: JoinHandle<Box<Engine>>,
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
                thinking: Thinking::No(Box::new(engine)),
                stop: Arc::default(),
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
            Command::Stop | Command::PonderHit => self.stop.store(true, Relaxed),
            Command::SetOption { name, value } => self.set(&name, &value),
            Command::Eval => {
                let game = self.game.clone();
                print::breakdown(&self.engine().explain(&game));
            }
            Command::Display => print::board(&self.game),
            Command::Bench(depth) => self.bench(depth.unwrap_or(bench::DEPTH)),
            Command::Tables => print::tables(),
            Command::Options => print::text(&Options::markdown()),
            Command::Quit | Command::Nothing => {}
        }
    }

    /// Waits for a finite search to end; ends an infinite one.
    pub(super) fn finish(&mut self) {
        self.engine();
    }

    /// The engine, when no search has it any more.
    fn engine(&mut self) -> &mut Engine {
        self.thinking = match std::mem::replace(&mut self.thinking, Thinking::Changing) {
            Thinking::Yes { search, finite } => {
                if !finite {
                    self.stop.store(true, Relaxed);
                }
                Thinking::No(search.join().expect("invariant: the search does not panic"))
            }
            idle => idle,
        };
        match &mut self.thinking {
            Thinking::No(engine) => engine,
            _ => unreachable!("the search was joined"),
        }
    }

    fn go(&mut self, limits: Limits) {
        self.engine();
        let Thinking::No(mut engine) = std::mem::replace(&mut self.thinking, Thinking::Changing)
        else {
            unreachable!("the search was joined")
        };
        self.stop.store(false, Relaxed);
        let finite = limits.is_finite(self.game.position().turn());
        let (game, stop) = (self.game.clone(), Arc::clone(&self.stop));
        let search = move || {
            let mode = game.mode();
            let found = engine.search(&game, &limits, &stop, &mut Lines { mode });
            // The protocol wants silence until `stop`.
            while limits.infinite && !stop.load(Relaxed) {
                thread::sleep(INFINITE_NAP);
            }
            print::best_move(found.as_ref(), mode);
            engine
        };
        let search = thread::Builder::new()
            .stack_size(STACK_BYTES)
            .spawn(search)
            .expect("invariant: the system gives the engine its one thread");
        self.thinking = Thinking::Yes { search, finite };
    }

    fn perft(&mut self, depth: u32) {
        let started = Instant::now();
        let counts = perft::divide(&self.game.position(), depth);
        print::perft(&counts, self.game.mode(), started.elapsed());
    }

    fn bench(&mut self, depth: i32) {
        self.engine();
        self.stop.store(false, Relaxed);
        let stop = Arc::clone(&self.stop);
        print::signature(&bench::run(self.engine(), depth, &stop));
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
        let mode = CastlingMode::from_chess960(self.engine().options().play.chess960);
        self.game.set_mode(mode);
    }
}

/// Prints lines as they are found.
struct Lines {
    mode: CastlingMode,
}

impl Report for Lines {
    fn line(&mut self, info: &SearchInfo) {
        print::info(info, self.mode);
    }
}
