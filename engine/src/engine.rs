//! The engine: options, tables and the transposition table, and a search over them.

use std::sync::atomic::AtomicBool;

use tables::Square;

use crate::{
    eval::{Evaluator, breakdown::Breakdown},
    game::Game,
    options::Options,
    position::Position,
    search::{Limits, Memory, Report, SearchClock, SearchInfo, Searcher, Shared, describe},
    tt::TranspositionTable,
};

/// Owns everything that outlives a search.
#[derive(Debug)]
pub struct Engine {
    options: Options,
    evaluator: Evaluator,
    table: TranspositionTable,
    memory: Memory,
    /// The counters of the history reductions after the last search.
    reduction_counters: String,
}

impl Engine {
    /// An engine with these options.
    ///
    /// # Errors
    /// If there is not enough memory for the transposition table.
    pub fn new(options: Options) -> Result<Self, String> {
        let table = new_table(&options)?;
        Ok(Self {
            evaluator: Evaluator::new(&options.eval),
            options,
            table,
            memory: Memory::default(),
            reduction_counters: String::new(),
        })
    }

    /// The options in force.
    #[must_use]
    pub const fn options(&self) -> &Options {
        &self.options
    }

    /// Sets an option.
    ///
    /// # Errors
    /// One sentence if it cannot be; then nothing is changed.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        let mut options = self.options.clone();
        options.set(name, value)?;
        if options.play.hash_mb != self.options.play.hash_mb {
            self.table = new_table(&options)?;
        }
        self.table.set_policy(&options.play);
        self.evaluator = Evaluator::new(&options.eval);
        self.options = options;
        Ok(())
    }

    /// Forgets all that earlier searches learnt.
    pub fn new_game(&mut self) {
        self.table.clear();
        self.memory = Memory::default();
    }

    /// Searches the position on the board until a limit is met or `stop` is set. Tells `report`
    /// each new best line, at least one; returns the last, `None` if there is no legal move.
    pub fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        stop: &AtomicBool,
        report: &mut dyn Report,
    ) -> Option<SearchInfo> {
        self.table.new_search();
        let clock = SearchClock::new(limits, game.position().turn(), &self.options.play);
        let position = self.position(game);
        if self.options.search.psqt_update && self.options.search.psqt_update_clear {
            self.table.clear();
        }
        let shared =
            Shared { options: &self.options, evaluator: &self.evaluator, table: &self.table, stop };
        let path = game.path().clone();
        let mut searcher = Searcher::new(shared, limits, clock, path, &mut self.memory);
        let found = searcher.deepen(&position, report);
        if self.options.search.history_reductions {
            self.reduction_counters = searcher.dump_reduction_counters();
        }
        found
    }

    /// The counters of the history reductions after the last search, if they were on: `dump hr`.
    #[must_use]
    pub fn reduction_counters(&self) -> &str {
        &self.reduction_counters
    }

    /// The moves in the order in which a search would try them: `moves`.
    #[must_use]
    pub fn describe_moves(&mut self, game: &Game) -> String {
        let position = self.position(game);
        let shared = Shared {
            options: &self.options,
            evaluator: &self.evaluator,
            table: &self.table,
            stop: &describe::NEVER,
        };
        describe::moves(shared, &mut self.memory, game, &position)
    }

    /// The two pieces that hang, of the side that is not to move: `hanging`.
    #[must_use]
    pub fn describe_hanging(&self, game: &Game) -> String {
        describe::hanging(&self.position(game), &self.options.search)
    }

    /// What the history knows of the moves between two squares: `dump history`.
    #[must_use]
    pub fn describe_history(&self, from: Square, to: Square) -> String {
        describe::history(&self.memory, from, to, &self.options.search)
    }

    /// The position on the board as the evaluation sees it.
    #[must_use]
    pub fn position(&self, game: &Game) -> Position {
        Position::new(game.position(), self.evaluator.psqt())
    }

    /// The evaluation in force.
    #[must_use]
    pub const fn evaluator(&self) -> &Evaluator {
        &self.evaluator
    }

    /// Explains the evaluation of the position on the board.
    #[must_use]
    pub fn explain(&self, game: &Game) -> Breakdown {
        self.evaluator.explain(&self.position(game))
    }
}

fn new_table(options: &Options) -> Result<TranspositionTable, String> {
    let mb = options.play.hash_mb;
    TranspositionTable::new(&options.play)
        .map_err(|_| format!("there is no memory for {mb} MB of hash"))
}
