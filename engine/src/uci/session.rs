//! What each command does, one after the other.

use std::{
    sync::atomic::Ordering::Relaxed,
    thread,
    time::{Duration, Instant},
};

use rules::Move;
use shakmaty::CastlingMode;

use super::{
    command::{self, Command},
    go::{Asked, Go},
    print,
    queue::{Queue, Request},
    stats,
};
use crate::{
    Engine, bench,
    game::Game,
    options::Options,
    perft,
    search::{Limits, Listener, Progress, ScoreBound, SearchInfo, StopReason},
};

/// How often a search that has come to its end looks whether it may say so.
const NAP: Duration = Duration::from_millis(1);

pub(super) struct Session {
    engine: Engine,
    game: Game,
    /// Whether the last `position` was refused, so that the board is not what the user interface thinks.
    is_stale: bool,
}

impl Session {
    /// A session with a new engine.
    ///
    /// # Errors
    /// If there is no memory for one.
    pub(super) fn start() -> Result<Self, String> {
        let engine = Engine::new(Options::default())?;
        Ok(Self { engine, game: Game::default(), is_stale: false })
    }

    /// Carries out what the queue holds until no more will come.
    pub(super) fn serve(mut self, queue: &Queue) {
        while let Some(request) = queue.next() {
            self.carry_out(request, queue);
        }
    }

    fn carry_out(&mut self, request: Request, queue: &Queue) {
        match request.command {
            Command::Uci => print::identity(),
            Command::IsReady => print::ready(),
            Command::NewGame => self.engine.new_game(),
            Command::Position(text) => self.position(&text),
            Command::Go(ref text) => match Go::read(text) {
                Ok(Go::Search(asked)) => self.search(*asked, &request, queue),
                Ok(Go::Perft(depth)) => self.perft(depth, queue),
                Err(sentence) => print::string(&sentence),
            },
            Command::SetOption { name, value } => self.set(&name, &value),
            Command::Eval => print::breakdown(&self.engine.explain(&self.game)),
            Command::Display => print::board(&self.game),
            Command::Bench { depth, json } => {
                self.bench(depth.unwrap_or(bench::DEPTH), json, queue);
            }
            Command::Tables => print::tables(self.engine.table_files()),
            Command::Weights => print::weights(self.engine.weights()),
            Command::Dump(what) => match self.engine.dump(&what, &self.game) {
                Ok(text) => print::text(&text),
                Err(sentence) => print::string(&sentence),
            },
            Command::Say(sentence) => print::string(&sentence),
            // Heard by the reader.
            Command::Stop | Command::PonderHit | Command::Quit | Command::Nothing => {}
        }
    }

    fn position(&mut self, text: &str) {
        let read = command::position(text, self.game.mode());
        self.is_stale = read.is_err();
        match read {
            Ok(game) => self.game = game,
            Err(sentence) => print::string(&sentence),
        }
    }

    fn search(&mut self, asked: Asked, request: &Request, queue: &Queue) {
        let ponder = asked.ponders.then(|| request.hit.clone());
        let (limits, notes) = asked.resolve(&self.game);
        for note in &notes {
            print::string(note);
        }
        if self.is_stale {
            print::stale(&self.game);
        }
        let is_endless = !limits.is_finite(self.game.position().turn());
        let limits = Limits { started: request.asked, ponder, ..limits };
        queue.note_endless(is_endless, limits.ponder.is_some());
        let (mode, stop) = (self.game.mode(), queue.stop_flag());
        let stats = self.engine.options().play.stats();
        let mut lines = Lines { mode, stats, last: 0 };
        let found = self.engine.search(&self.game, &limits, stop, &mut lines);
        if found.is_none() {
            print::no_move(&self.game);
        }
        // The protocol wants silence until `stop` or `ponderhit`.
        while limits.asks_for_silence() && !stop.load(Relaxed) {
            thread::sleep(NAP);
        }
        queue.note_over();
        print::best_move(found.as_ref(), mode);
    }

    fn perft(&self, depth: u32, queue: &Queue) {
        let started = Instant::now();
        let counts = perft::divide(&self.game.position(), depth, queue.stop_flag());
        queue.note_over();
        match counts {
            Some(counts) => print::perft(&counts, self.game.mode(), started.elapsed()),
            None => print::string("the perft was stopped"),
        }
    }

    fn bench(&mut self, depth: i32, json: bool, queue: &Queue) {
        let signature = bench::run(&mut self.engine, depth, queue.stop_flag());
        queue.note_over();
        if queue.stop_flag().load(Relaxed) {
            print::string("the bench was stopped");
        } else if json {
            print::text(&stats::json(&signature));
        } else {
            print::signature(&signature);
        }
    }

    fn set(&mut self, name: &str, value: &str) {
        if let Err(sentence) = self.engine.set(name, value) {
            print::string(&sentence);
            return;
        }
        if let Some(warning) = self.engine.warning(name) {
            print::string(warning);
        }
        let mode = CastlingMode::from_chess960(self.engine.options().play.chess960());
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

impl Listener for Lines {
    fn line(&mut self, info: &SearchInfo) {
        print::info(info, None, self.mode);
    }

    fn bound(&mut self, info: &SearchInfo, bound: ScoreBound) {
        print::info(info, Some(bound), self.mode);
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
