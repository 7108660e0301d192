//! The kinds of table that can be mined, each with its options: a new kind is a struct of options
//! and a line in `kinds!`.

use std::{collections::BTreeSet, fmt::Debug, rc::Rc};

use anyhow::{Result, bail};
use clap::{Args, Subcommand};
use regex::bytes::Regex;
use tables::Phase;

use super::at_least_one;
use crate::{
    cli::mine::{MiningArgs, OutputArgs},
    collect::{TableSettings, imbalance, king_squares, label::Label, opening, priors, pst, wdl},
    run::plan::Plan,
};

/// How tables are counted, as options say it.
pub trait CountArgs: Debug {
    /// The settings of each kind of table, in the order in which the tables are written.
    ///
    /// # Errors
    /// If there is no such label for the kind.
    fn settings(&self, label: Label) -> Result<Vec<Rc<dyn TableSettings>>>;
}

/// The arguments of a command that mines.
#[derive(Debug, Args)]
pub struct Mine<Count: Args> {
    /// What all mining commands take.
    #[command(flatten)]
    pub args: MiningArgs,
    /// How it is counted.
    #[command(flatten)]
    pub count: Count,
}

/// What a recipe may say of one table.
#[derive(Debug, Args)]
pub struct TableArgs<Count: Args> {
    /// Where it goes.
    #[command(flatten)]
    pub output: OutputArgs,
    /// How it is counted.
    #[command(flatten)]
    pub count: Count,
}

macro_rules! kinds {
    (
        $($(#[$about:meta])+ $name:ident($field:ident: $count:ty),)+
        apart:
        $($(#[$about_apart:meta])+ $name_apart:ident($count_apart:ty),)+
    ) => {
        /// The commands that mine: one for each kind of table, and one for those of every game.
        #[derive(Debug, Subcommand)]
        pub enum Mining {
            $($(#[$about])+ $name(Mine<$count>),)+
            /// Mine the three tables above in one pass.
            All(Mine<AllArgs>),
            $($(#[$about_apart])+ $name_apart(Mine<$count_apart>),)+
        }

        impl Mining {
            /// What all mining commands take, and how this one counts.
            #[must_use]
            pub fn parts(&self) -> (&MiningArgs, &dyn CountArgs) {
                match self {
                    $(Self::$name(Mine { args, count }) => (args, count),)+
                    $(Self::$name_apart(Mine { args, count }) => (args, count),)+
                    Self::All(Mine { args, count }) => (args, count),
                }
            }
        }

        /// The options of the tables of every game together.
        #[derive(Clone, Debug, Args)]
        pub struct AllArgs {
            $(
                #[command(flatten)]
                $field: $count,
            )+
        }

        impl CountArgs for AllArgs {
            fn settings(&self, label: Label) -> Result<Vec<Rc<dyn TableSettings>>> {
                Ok([$(self.$field.settings(label)?),+].concat())
            }
        }

        /// A table of a recipe: the options that are about one table, by its kind.
        #[derive(Debug, Subcommand)]
        pub enum RecipeTable {
            $($(#[$about])+ $name(TableArgs<$count>),)+
            $($(#[$about_apart])+ $name_apart(TableArgs<$count_apart>),)+
        }

        impl RecipeTable {
            /// The table to make and where it goes.
            ///
            /// # Errors
            /// As [`OutputArgs::plan`].
            pub fn plan(&self) -> Result<Plan> {
                match self {
                    $(Self::$name(TableArgs { output, count }) => output.plan(count),)+
                    $(Self::$name_apart(TableArgs { output, count }) => output.plan(count),)+
                }
            }
        }
    };
}

kinds! {
    /// Mine a material imbalance table: outcomes by the material on the board.
    Imbalance(imbalance: ImbalanceArgs),
    /// Mine piece-square tables: outcomes by piece, square and phase of the game.
    Pst(pst: PstArgs),
    /// Mine an opening table: outcomes by position and move.
    Opening(opening: OpeningArgs),
    apart:
    /// Mine an evaluation table: outcomes by evaluation, material and move, from engines' comments or `[%eval]`.
    Wdl(WdlArgs),
    /// Mine move priors: how often quiet moves were played when they were legal.
    Priors(PriorsArgs),
}

/// How the imbalance table is counted.
#[derive(Clone, Debug, Args)]
pub struct ImbalanceArgs {
    /// Count material only when it stands for at least this many consecutive positions (1 counts
    /// what stands only in the middle of an exchange, too).
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = at_least_one)]
    pub stable_plies: usize,
    /// Keep the score that the players' Elo predicts for each cell, so that scores can be corrected for it. The
    /// table's file is larger; its counts are the same.
    #[arg(long, conflicts_with = "label")]
    pub rating_correction: bool,
}

impl CountArgs for ImbalanceArgs {
    fn settings(&self, label: Label) -> Result<Vec<Rc<dyn TableSettings>>> {
        let Self { stable_plies, rating_correction } = *self;
        Ok(vec![Rc::new(imbalance::Settings { stable_plies, ratings: rating_correction, label })])
    }
}

/// How the piece-square tables are counted.
#[derive(Clone, Debug, Args)]
pub struct PstArgs {
    /// Which positions: opening, middlegame, endgame, or all of them together. Several phases make
    /// several files.
    #[arg(long, value_name = "PHASE", value_delimiter = ',',
          default_values_t = Phase::PARTITION)]
    pub phase: Vec<Phase>,
    /// Count pieces by where each king stands too, in a table of its own, `king-squares`.
    #[arg(long)]
    pub king_buckets: bool,
}

impl CountArgs for PstArgs {
    fn settings(&self, label: Label) -> Result<Vec<Rc<dyn TableSettings>>> {
        let phases = BTreeSet::from_iter(self.phase.iter().copied());
        let mut settings: Vec<Rc<dyn TableSettings>> =
            vec![Rc::new(pst::Settings { phases: phases.into_iter().collect(), label })];
        if self.king_buckets {
            settings.push(Rc::new(king_squares::Settings { label }));
        }
        Ok(settings)
    }
}

/// How the opening table is counted.
#[derive(Clone, Debug, Args)]
pub struct OpeningArgs {
    /// How many plies of each game count.
    #[arg(long, value_name = "N", default_value_t = 60)]
    pub max_ply: usize,
    /// Drop moves with fewer games (such tables cannot be merged).
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub min_games: u64,
    /// Keep for each move the players' Elo, their results and the evaluations in the comments, so that averages and
    /// performance can be computed. The table's file is larger; its counts are the same.
    #[arg(long, conflicts_with = "label")]
    pub averages: bool,
}

impl CountArgs for OpeningArgs {
    fn settings(&self, label: Label) -> Result<Vec<Rc<dyn TableSettings>>> {
        let Self { max_ply, min_games, averages } = *self;
        Ok(vec![Rc::new(opening::Settings { max_ply, min_games, averages, label })])
    }
}

/// How evaluations are counted.
#[derive(Clone, Debug, Args)]
pub struct WdlArgs {
    /// Round evaluations to multiples of this many centipawns.
    #[arg(long, value_name = "CP", default_value_t = 5, value_parser = clap::value_parser!(u16).range(1..=40))]
    pub bin_width: u16,
    /// Only evaluations of players whose names match this regular expression; `[%eval]` does not count, as it names no
    /// player.
    #[arg(long, value_name = "REGEX")]
    pub engine: Option<Regex>,
}

impl CountArgs for WdlArgs {
    fn settings(&self, label: Label) -> Result<Vec<Rc<dyn TableSettings>>> {
        let Self { bin_width, engine } = self;
        if !label.is_plain() {
            bail!("--label and --min-clock are not for tables of evaluations");
        }
        Ok(vec![Rc::new(wdl::Settings { bin_width: *bin_width, engine: engine.clone() })])
    }
}

/// How moves are counted.
#[derive(Clone, Debug, Args)]
pub struct PriorsArgs {
    /// Only moves that come after at least this many plies.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub min_ply: usize,
}

impl CountArgs for PriorsArgs {
    fn settings(&self, label: Label) -> Result<Vec<Rc<dyn TableSettings>>> {
        if label.eval_win.is_some() {
            bail!("--label is not for move priors: they count moves and no outcomes");
        }
        Ok(vec![Rc::new(priors::Settings { min_ply: self.min_ply, label })])
    }
}
