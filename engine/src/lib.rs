//! Prospector: a UCI chess engine that carries the tables mined from games.
//!
//! The way of a move: [`uci`] reads a command, [`Engine`] searches the [game](game::Game), the search
//! ([`search`]) asks [`eval`] about leaves and reports lines, [`uci`] prints them.
//!
//! | module | what it is |
//! |---|---|
//! | [`uci`] | the protocol, and all that prints |
//! | [`options`] | every parameter, declared once |
//! | [`game`] | the game so far, as the user interface gave it |
//! | [`position`] | a position of the search, with all that is summed over its pieces |
//! | [`psqt`], [`tapered`], [`score`] | the piece-square table; pairs of values for both phases; scores |
//! | [`eval`] | the evaluation |
//! | [`search`] | the search |
//! | [`embedded`] | the mined tables, baked in by `build.rs` |
//! | [`mod@bench`], [`mod@perft`] | node counts: the engine's signature, the rules' proof |
//!
//! With the cargo feature `lab`, which the crate of that name asks for, each idea is a switch; without it options
//! of the laboratory are constants.
//!
//! Invariant: the library has no global state but the log of the conversation in [`uci`]; two engines in one
//! process do not meet.

pub mod bench;
pub mod embedded;
mod engine;
pub mod eval;
pub mod game;
mod king_squares;
pub mod mined;
pub mod mixing;
mod opening;
pub mod options;
pub mod perft;
pub mod position;
mod prefetch;
pub mod psqt;
pub mod score;
pub mod search;
mod tablebase;
pub mod tapered;
mod tt;
pub mod uci;
mod wdl;

pub use engine::Engine;
