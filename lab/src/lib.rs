//! The laboratory beside the engine: what its ideas are worth, and what its weights should be.
//!
//! | module | what it is |
//! |---|---|
//! | [`arena`] | matches between two settings of the engine in one process |
//! | [`ablate`] | what each switch is worth, kept in `docs/evidence.csv` |
//! | [`study`] | what many ideas are worth in one setting, kept in `docs/studies/` |
//! | [`spsa`] | tuning of options by matches |
//! | [`suite`] | suites of test positions |
//! | [`instructions`] | how many instructions a program takes, and the bounds |
//! | [`retrograde`] | rook and pawn against rook, solved |
//! | [`tune`] | fitting the evaluation's weights to outcomes and searches |
//! | [`ideas`] | the catalogue of ideas, where each lives, and what was measured |
//!
//! It builds the engine with its feature `lab`, so that every idea is a switch. Nothing here prints: that is
//! for the commands of the program.

pub mod ablate;
pub mod arena;
pub mod ideas;
pub mod instructions;
pub mod retrograde;
pub mod spsa;
pub mod study;
pub mod suite;
pub mod tune;
