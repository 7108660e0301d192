//! The engine: options, tables and the transposition table, and a search over them.

use std::sync::{OnceLock, atomic::AtomicBool};

#[cfg(feature = "lab")]
use tables::PackedPosition;
use tables::WeightBlock;

#[cfg(feature = "lab")]
use crate::search::LeafSample;
use crate::{
    eval::{Evaluator, breakdown::Breakdown},
    game::Game,
    options::{OptionKind, Options},
    position::Position,
    search::{self, Histories, Limits, Listener, SearchClock, SearchInfo, Shared, describe},
    tablebase::{Syzygy, Tablebase},
    tt::TableMemory,
    wdl::WdlModel,
};

/// Owns everything that outlives a search.
#[derive(Debug)]
pub struct Engine {
    options: Options,
    evaluator: Evaluator,
    table: TableMemory,
    /// One for each thread.
    histories: Vec<Histories>,
    tablebase: Option<Box<dyn Tablebase>>,
    /// Fitted when it is first asked for.
    wdl: OnceLock<Option<WdlModel>>,
    #[cfg(feature = "lab")]
    leaves: Option<LeafSample>,
}

impl Engine {
    /// An engine with these options.
    ///
    /// # Errors
    /// If there is not enough memory for the transposition table, or no tables or tablebase where the
    /// options say.
    pub fn new(options: Options) -> Result<Self, String> {
        Ok(Self {
            table: {
                let mut table = new_table(&options, None)?;
                table.clear();
                table
            },
            evaluator: Evaluator::with_tables(
                &options.eval,
                Evaluator::tables_of(options.play.tables_dir())?,
            ),
            histories: Vec::new(),
            tablebase: open_tablebase(options.play.syzygy_path())?,
            wdl: OnceLock::new(),
            #[cfg(feature = "lab")]
            leaves: None,
            options,
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
        if Options::declaration(name).is_some_and(|option| option.kind == OptionKind::Button) {
            self.new_game();
        }
        let (old, new) = (&self.options.play, &options.play);
        if new.syzygy_path() != old.syzygy_path() {
            self.tablebase = open_tablebase(new.syzygy_path())?;
        }
        if new.hash_mb() != old.hash_mb() {
            self.table = new_table(&options, Some(&self.table))?;
            self.table.clear();
        }
        self.table.set_policy(new);
        if new.tables_dir() != old.tables_dir() {
            let tables = Evaluator::tables_of(new.tables_dir())?;
            self.evaluator = Evaluator::with_tables(&options.eval, tables);
            self.wdl = OnceLock::new();
            self.table.clear();
            self.histories.clear();
        } else if options.eval != self.options.eval {
            self.evaluator = Evaluator::with_tables(&options.eval, self.evaluator.shared_tables());
            // What is stored was thought by the evaluation of before.
            self.table.clear();
        }
        let begin =
            |options: &Options| (options.search.move_priors(), options.search.move_priors_after());
        if begin(&options) != begin(&self.options) {
            self.histories.clear();
        }
        self.options = options;
        Ok(())
    }

    /// Forgets all that earlier searches learnt. What the next one needs is made now, when no clock runs.
    pub fn new_game(&mut self) {
        self.table.clear();
        self.histories.clear();
        self.make_histories();
    }

    /// Histories for all threads; those that are there stay as they are.
    fn make_histories(&mut self) {
        let threads = self.options.play.threads().unsigned_abs() as usize;
        let priors = self.evaluator.tables().priors();
        let new = || Histories::new(priors, &self.options.search);
        self.histories.resize_with(threads, new);
    }

    /// Searches the position on the board until a limit is met or `stop` is set. Tells `listener`
    /// each new best line, at least one; returns the last, `None` if there is no legal move.
    pub fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        stop: &AtomicBool,
        listener: &mut dyn Listener,
    ) -> Option<SearchInfo> {
        if self.options.search.psqt_update() && self.options.search.psqt_update_clear() {
            self.table.clear();
        }
        self.make_histories();
        let position = self.position(game);
        let limits = search::limited(limits, &self.options.play);
        let wdl = self
            .options
            .play
            .show_wdl()
            .then(|| self.wdl.get_or_init(|| WdlModel::fit(self.evaluator.tables())));
        let table = self.table.table();
        table.new_search();
        let shared = Shared {
            options: &self.options,
            evaluator: &self.evaluator,
            table: &table,
            stop,
            tablebase: self.tablebase.as_deref(),
            wdl: wdl.and_then(Option::as_ref),
            node_counters: &[],
            node_pool: None,
            last_iteration: None,
            #[cfg(feature = "lab")]
            leaves: self.leaves.as_ref(),
        };
        let clock = SearchClock::new(&limits, game.position().turn(), &self.options.play);
        // A level's nodes are those of one thread.
        let threads = if self.options.play.limit_strength() { 1 } else { self.histories.len() };
        let histories = &mut self.histories[..threads];
        search::search(shared, &limits, clock, game.path(), histories, &position, listener)
    }

    /// From now on keeps one leaf of its searches in so many; leaves of searches before are forgotten.
    #[cfg(feature = "lab")]
    pub fn sample_leaves(&mut self, one_in: u64) {
        self.leaves = Some(LeafSample::new(one_in));
    }

    /// The leaves kept since the last call, each once, in the order of their bytes.
    #[cfg(feature = "lab")]
    #[must_use]
    pub fn take_leaves(&self) -> Vec<PackedPosition> {
        self.leaves.as_ref().map_or_else(Vec::new, LeafSample::take)
    }

    /// The counters of the history reductions after the last search, in writing (`dump hr`); empty if
    /// it had none.
    #[must_use]
    pub fn reduction_counters(&self) -> String {
        self.histories.first().map_or_else(String::new, |main| main.reduction.dump())
    }

    /// What the search knows, in writing, for the position on the board: `hr`, `moves`, `hanging`,
    /// or `history` and two squares.
    ///
    /// # Errors
    /// One sentence if there is no such thing, or nothing in it yet.
    pub fn dump(&mut self, what: &str, game: &Game) -> Result<String, String> {
        let words: Vec<_> = what.split_whitespace().collect();
        let position = self.position(game);
        match words[..] {
            ["hr"] => Some(self.reduction_counters())
                .filter(|counters| !counters.is_empty())
                .ok_or_else(|| "dump hr: there was no search with HR yet".to_owned()),
            ["moves"] => {
                let table = self.table.table();
                let shared = Shared {
                    options: &self.options,
                    evaluator: &self.evaluator,
                    table: &table,
                    stop: &describe::NEVER,
                    tablebase: None,
                    wdl: None,
                    node_counters: &[],
                    node_pool: None,
                    last_iteration: None,
                    #[cfg(feature = "lab")]
                    leaves: None,
                };
                let mut histories = Histories::default();
                let histories = self.histories.first_mut().unwrap_or(&mut histories);
                Ok(describe::moves(shared, histories, game, &position))
            }
            ["hanging"] => Ok(describe::hanging(&position, &self.options.search)),
            ["history", from, to] => {
                let histories =
                    self.histories.first().ok_or("dump history: there was no search yet")?;
                describe::history(histories, from, to, &self.options.search)
            }
            _ => Err("dump takes `hr`, `moves`, `hanging` or `history FROM TO`".to_owned()),
        }
    }

    /// The position on the board as the evaluation sees it.
    #[must_use]
    pub fn position(&self, game: &Game) -> Position {
        Position::new(game.position(), self.evaluator.psqt())
    }

    /// The files of `TablesDir`, a line each; nothing if tables are those that were built in.
    pub(crate) fn table_files(&self) -> &str {
        self.evaluator.tables().files()
    }

    /// A sentence on the option's value, if there is one to say: tables of `TablesDir` that do not suit each other, folders of
    /// `SyzygyPath` that cannot be read.
    #[must_use]
    pub fn warning(&self, option: &str) -> Option<&str> {
        if option.eq_ignore_ascii_case("TablesDir") {
            self.evaluator.tables().warning()
        } else if option.eq_ignore_ascii_case("SyzygyPath") {
            self.tablebase.as_ref()?.warning()
        } else {
            None
        }
    }

    /// The fitted weights in force; empty without a file of them.
    pub(crate) fn weights(&self) -> &[WeightBlock] {
        self.evaluator.tables().blocks()
    }

    /// Tells the tables in force from others, whether they were built in or are those of `TablesDir`.
    #[must_use]
    pub fn tables_digest(&self) -> u128 {
        self.evaluator.tables().digest()
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

fn new_table(options: &Options, replaced: Option<&TableMemory>) -> Result<TableMemory, String> {
    let mb = options.play.hash_mb();
    TableMemory::new(&options.play, replaced)
        .map_err(|_| format!("there is no memory for {mb} MB of hash"))
}

fn open_tablebase(path: &str) -> Result<Option<Box<dyn Tablebase>>, String> {
    if path.is_empty() {
        return Ok(None);
    }
    Syzygy::open(path).map(|tables| Some(Box::new(tables) as Box<dyn Tablebase>))
}
