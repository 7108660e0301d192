//! Prospector: a UCI chess engine that carries the tables mined from games.
//!
//! The way of a move: [`uci`] reads a command, [`Engine`] searches the [game](game::Game), the search
//! ([`search`]) asks [`eval`] about leaves and reports lines, [`uci`] prints them.
//!
//! | module | what it is |
//! |---|---|
//! | [`uci`] | the protocol; it and `arena::cli` are all that prints |
//! | [`options`] | every parameter, declared once |
//! | [`game`] | the game so far, as the user interface gave it |
//! | [`position`] | a position of the search, with all that is summed over its pieces |
//! | [`eval`] | the evaluation |
//! | [`search`] | the search |
//! | `tune` | fitting the evaluation's weights to outcomes |
//! | `ideas` | the catalogue of ideas, and where each lives |
//! | `arena` | matches of two settings of the engine in one process |
//! | [`embedded`] | the mined tables, baked in by `build.rs` |
//! | [`mod@bench`], [`mod@perft`] | node counts: the engine's signature, the rules' proof |
//!
//! With the cargo feature `lab` each idea is a switch, and `arena`, `ideas` and `tune` are there; without
//! it what is off by default is not compiled, and options of the laboratory are constants.
//!
//! Invariant: the library has no global state; two engines in one process do not meet.

#[cfg(feature = "lab")]
pub mod arena;
pub mod bench;
pub mod embedded;
mod engine;
pub mod eval;
pub mod game;
#[cfg(feature = "lab")]
pub mod ideas;
mod mined;
mod mixing;
mod opening;
pub mod options;
pub mod perft;
pub mod position;
mod prefetch;
pub mod score;
pub mod search;
mod tablebase;
mod tt;
#[cfg(feature = "lab")]
pub mod tune;
pub mod uci;
mod wdl;

pub use engine::Engine;
