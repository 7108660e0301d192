//! What each fuzz target does with some bytes, as plain functions: `cargo fuzz run` drives them by
//! coverage, `miner/tests/fuzz.rs` by a mutator of its own for some seconds in every test run.
//!
//! A target panics when the program breaks a promise, and for nothing else.

pub mod filters;
pub mod judge;
pub mod packed;
pub mod pgn;
pub mod recipe;
pub mod seeds;
pub mod tables;

#[path = "../../tests/common/mod.rs"]
mod common;
