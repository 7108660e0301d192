//! The commands, a file each. Only they print.

mod ablate;
mod beside;
mod compare_tables;
mod elo;
mod gauntlet;
mod ideas;
mod instructions;
mod krpkr;
mod leaves;
mod lock;
mod r#match;
mod options;
mod play;
mod print;
mod queue;
mod selfplay;
mod spsa;
mod standing;
mod study;
mod suite;
mod tune;

use std::path::PathBuf;

use clap::{Parser, Subcommand};
use engine::uci::{self, AtEnd};
pub(crate) use print::aside;

/// What a change to the engine is worth: matches between its settings, and the fit of its weights.
#[derive(Debug, Parser)]
#[command(name = "lab", version)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Play A against B.
    Match(r#match::Match),
    /// Play the matches of a list one after the other; resume after an interruption.
    Queue(queue::Queue),
    /// Mine a table in several ways and play a match with each: which is worth most?
    CompareTables(compare_tables::CompareTables),
    /// Play A against several opponents, one match of equal length each.
    Gauntlet(gauntlet::Gauntlet),
    /// Play a setting against itself for training data.
    Selfplay(selfplay::Selfplay),
    /// Switch each idea off or on and play a match: what is it worth?
    Ablate(Box<ablate::Ablate>),
    /// Measure many ideas at once under one setting: every game measures all of them.
    Study(study::Study),
    /// Solve suites of test positions; report how many and at what cost.
    Suite(suite::Suite),
    /// Compute Elo from wins, losses and draws of A.
    Elo(elo::Elo),
    /// Tune options by matches of the engine against itself.
    Spsa(spsa::Spsa),
    /// Count the instructions that the miner takes, and compare them with their bounds.
    Instructions(instructions::Instructions),
    /// Solve rook and pawn against rook, and check the draws that the engine knows.
    Krpkr(krpkr::Krpkr),
    /// Collect positions that searches meet, for `tune`.
    Leaves(leaves::Leaves),
    /// Fit the evaluation's weights to positions with outcomes.
    Tune(Box<tune::Tune>),
    /// Write docs/ideas.md and the pages in docs/ideas: every idea, and what it was measured to be worth.
    Ideas {
        /// The folder of the documents.
        #[arg(default_value = "docs")]
        docs: PathBuf,
    },
    /// Print engine/OPTIONS.md: every option of the engine.
    Options(options::Options),
    /// Talk UCI, as the engine does, with every switch of the laboratory.
    Uci {
        /// At the end of input, finish a search that has a limit.
        #[arg(long)]
        wait: bool,
    },
}

impl Arguments {
    /// # Errors
    /// One sentence on why the command could not be carried out.
    pub(crate) fn run(&self) -> Result<(), String> {
        match &self.command {
            Command::Match(command) => command.run(),
            Command::Queue(command) => command.run(),
            Command::Gauntlet(command) => command.run(),
            Command::Selfplay(command) => command.run(),
            Command::Ablate(command) => command.run(),
            Command::CompareTables(command) => command.run(),
            Command::Study(command) => command.run(),
            Command::Suite(command) => command.run(),
            Command::Elo(command) => command.run(),
            Command::Spsa(command) => command.run(),
            Command::Instructions(command) => command.run(),
            Command::Krpkr(command) => command.run(),
            Command::Leaves(command) => command.run(),
            Command::Tune(command) => command.run(),
            Command::Ideas { docs } => ideas::write(docs),
            Command::Options(command) => command.run(),
            &Command::Uci { wait } => {
                let at_end = if wait { AtEnd::Finish } else { AtEnd::Stop };
                uci::run(std::io::stdin().lock(), at_end)
            }
        }
    }
}
